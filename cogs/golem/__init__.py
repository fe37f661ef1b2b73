"""Golem: five-card draw against the other players, and then against what they threw away."""
