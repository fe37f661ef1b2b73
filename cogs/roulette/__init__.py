"""Roulette: a wheel, a ball, and a layout of numbers that the house pays."""
