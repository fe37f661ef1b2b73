"""The playground's web page."""
