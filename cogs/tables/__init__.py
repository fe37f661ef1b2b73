"""Commands for the table of a channel, whichever game is played at it."""
