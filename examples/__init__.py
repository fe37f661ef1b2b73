"""Games to copy: `docs/adding-a-game.md` goes through them."""
