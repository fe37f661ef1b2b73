"""Baldur Hold'em: two dice of one's own, three of the table's, and anybody's nerve (seed 004)."""
