"""The handlers of every button, select and form at a table. Importing the package declares them all."""

from bot.ui.handlers import (
    admin,
    bank,
    challenge,
    hand,
    more,
    moves,
    npcs,
    offer,
    rules,
    screen,
    seats,
    undo,
    verify,
)

__all__ = [
    "admin",
    "bank",
    "challenge",
    "hand",
    "more",
    "moves",
    "npcs",
    "offer",
    "rules",
    "screen",
    "seats",
    "undo",
    "verify",
]
