"""Undo by a GM: what would change, and the change itself."""
