"""A table of whichever game with people at it, and chance that a test chooses."""

from bot.engine.chance import Chance, CommittedChance
from bot.playground.player import Player
from bot.tables.model import Seeds
from tests.ui.tables.evening import Evening

_OPEN, _SOURCE = bytes(32), bytes(32)
_SEALED = Seeds(open=_OPEN.hex(), closed=bytes(32).hex())
_SHORTER = {"golem": {"redeals": 1}, "pazaak": {"sets": 1}}
"""House rules that end a hand soon."""


async def seated(evening: Evening, game: str, *people: Player, npc: bool = False) -> None:
    """Open a table of the game, at which these people and perhaps an NPC sit down."""
    await evening.open(command=f"{game} open", clock="off")
    await evening.changes_rules(**_SHORTER.get(game, {}))
    for who in people:
        await evening.sits(who, str(who.user.display_name))
    if npc:
        await evening.adds_npc()


def draws_from(evening: Evening, closed: bytes) -> None:
    """Secret draws come from this seed, open ones from one that is always the same, whatever the table says of either.

    What the table has sealed is the same too.
    """

    def chances(seeds: Seeds, hand: str, source: bytes, first: int) -> Chance:
        return CommittedChance(_OPEN, closed, "1", _SOURCE, first)

    evening.house.tables.desk.seeds = lambda: _SEALED
    evening.house.tables.desk.dealer.chances = chances
