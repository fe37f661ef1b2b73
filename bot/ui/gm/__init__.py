"""The GM's channel and screen.

The screen is one message of a campaign: drawn again at most once a second, posted again when it was deleted or pushed
away, folded when everyone can read along. It keeps a digest of what it shows, so that after a restart only those
screens are edited that differ. What a GM does on a player's seat is always in the log and the GM channel, and at the
table where the campaign shows it.
"""
