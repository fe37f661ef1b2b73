"""No-Limit Klingon Hold-'Em: two ships down, five action cards up, and the strongest attack wins."""
