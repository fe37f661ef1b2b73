"""Verification of a hand that is over: replay, sealed cards, evidence and the report.

After the hand the open seed is public. `/table verify` checks every open draw, replays the hand through the rules and
compares what the log says. A table where people type in their own dice proves nothing, and says so. A face-down card
is sealed as it is drawn: SHA-256 over a salt and the card. The digests are public at once. The salt goes to the
player who holds the card, and to everyone when it is shown. Each row of the log keeps what it sealed or showed, so
that a shown card is held against what stood there when it was drawn, even by rules that have changed since.

A hand whose rules aren't here is never called verified (`Evidence.unplayable`). That is
the limit of the proof: an operator who changes the bot's code can cheat at any time.
"""
