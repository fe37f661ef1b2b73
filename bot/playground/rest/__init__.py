"""The REST half of the local Discord: every route that the bot calls, and a loud refusal of every other."""
