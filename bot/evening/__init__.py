"""What an evening leaves behind: recaps, charts, statistics and luck, read from the book and the log."""
