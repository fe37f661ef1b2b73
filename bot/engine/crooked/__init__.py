"""Influence, suspicion and cheating: what any table may have of them."""
