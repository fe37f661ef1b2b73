"""Private pages: hands, odds, win chances, reports, charts and sheets."""
