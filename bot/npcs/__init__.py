"""NPCs on autopilot: decisions in worker processes, delays and lines."""
