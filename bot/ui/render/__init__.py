"""The table's public message: renderer, texts and buttons."""
