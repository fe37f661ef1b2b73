"""Betting rounds, side pots and hand ranking: the parts that games with a pot share."""
