"""A table of whichever game with people at it, and chance that a test chooses."""

from collections.abc import Mapping
from typing import Any

from bot import games
from bot.engine.game import Game
from bot.engine.rng import Rng
from bot.tables.model import Seeds
from playground.people import Player
from tests.leaks.renamed import NO_OTHERS, Names, Renamed
from tests.ui.tables.evening import Evening

HIDING = [key for key, spec in games.games().items() if spec.has_hands and type(spec.game).seals is not Game.seals]
"""The games in which seats hold cards that nobody else sees. Dice that are hidden aren't sealed: see `unnoticed`."""
_OPEN, _SOURCE = bytes(32), bytes(32)
_SEALED = Seeds(open=_OPEN.hex(), closed=bytes(32).hex())
_CHANGED = {"golem": {"redeals": 1}, "pazaak": {"sets": 1}, "klingon": {"stakes": "cash"}}
"""House rules that end a hand soon, and let everybody bring what they like."""


async def seated(
    evening: Evening, game: str, *people: Player, npc: bool = False, rules: Mapping[str, Any] | None = None
) -> None:
    """Open a table of the game, at which these people and perhaps an NPC sit down."""
    await evening.open(command=f"{game} open", clock="off")
    await evening.changes_rules(**{**_CHANGED.get(game, {}), **(rules or {})})
    for who in people:
        await evening.sits(who, str(who.user.display_name))
    if npc:
        await evening.adds_npc()


def draws_from(evening: Evening, closed: bytes, names: Names = NO_OTHERS, met: set[str] | None = None) -> None:
    """Secret draws come from this seed, open ones from one that is always the same, whatever the table says of either.

    What the table has sealed is the same too. `names` are what cards are called instead, and `met` gets all there are.
    """
    cards = set[str]() if met is None else met

    def chances(seeds: Seeds, hand: str, source: bytes, first: int) -> Rng:
        return Renamed(_OPEN, closed, _SOURCE, first, names, cards)

    evening.services.tables.store.seeds = lambda: _SEALED
    evening.services.tables.store.dealer.chances = chances
