"""Crooked tables: a wrapper that adds influence, tells, sleights and accusations to any game."""
