"""Bounder: a shooter's two d20 against the dealer's three d6, and everybody else bets on it."""
