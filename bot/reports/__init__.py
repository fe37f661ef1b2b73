"""Session reports: recaps, statistics, luck, charts and CSV."""
