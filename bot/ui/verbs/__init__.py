"""What every button, select and form at a table does. Importing the package declares them all."""

from bot.ui.verbs import (
    banking,
    chances,
    coming,
    hand,
    house_rules,
    looking,
    npc_seats,
    odds,
    offering,
    own_seat,
    piloting,
    playing,
    proving,
    running,
    screen,
    wagering,
)

__all__ = [
    "banking",
    "chances",
    "coming",
    "hand",
    "house_rules",
    "looking",
    "npc_seats",
    "odds",
    "offering",
    "own_seat",
    "piloting",
    "playing",
    "proving",
    "running",
    "screen",
    "wagering",
]
