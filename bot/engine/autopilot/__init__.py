"""How NPCs play by themselves: their tempers, and what the games' own autopilots share."""
