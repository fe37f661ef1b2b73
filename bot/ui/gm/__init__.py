"""The GM's channel and screen."""
