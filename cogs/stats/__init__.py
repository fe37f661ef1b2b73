"""How characters have fared, game by game."""
