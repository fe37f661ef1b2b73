"""Coin Toss, an example: heads, tails or the edge, against the house."""
