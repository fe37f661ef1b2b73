"""NPCs that play by themselves: who is asked, workers that decide beside the event loop, and what they say."""
