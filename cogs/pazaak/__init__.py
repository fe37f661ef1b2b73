"""Pazaak: closest to twenty without going over, with a hand of side cards that has to last."""
