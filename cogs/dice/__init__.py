"""Dice for everybody."""
