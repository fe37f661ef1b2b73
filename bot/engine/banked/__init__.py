"""Games that the house pays: bet limits, and exact odds."""
