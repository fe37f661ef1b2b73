"""A cantina: Pazaak for a stake and side cards, between Ann's Han and an NPC that the GM plays."""

import itertools
from collections import Counter
from dataclasses import dataclass

from bot.campaigns import Character
from bot.ledger import accounts, balance
from bot.tables.model import Seeds, Table
from cogs.pazaak.state import PRESETS
from tests.tables.money.wager_fixtures import WagerHarness
from tests.tables.table_fixtures import ANN

HAN, BIB = 1, 2
STAKE = 55
HANS, BIBS = ("double", "plus_3"), ("tiebreaker",)
"""What each of them has wagered; Han has one more +3 in his pocket."""
ALL_CARDS = Counter({"double": 1, "plus_3": 2, "tiebreaker": 1})
HAN_LOST = (("plus_3",), ("double", "plus_3", "tiebreaker"))
BIB_LOST = (("double", "plus_3", "plus_3", "tiebreaker"), ())
"""What Han and Bib have at hand after a match that one of them has lost."""


def won_by(winner: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return BIB_LOST if winner == HAN else HAN_LOST


class Cantina(WagerHarness):
    """Each match has seeds of its own, the same at every run."""

    game = "pazaak"
    usual_rules = PRESETS["source"].evolve(stake=STAKE, first="host")

    def numbered_seeds(self) -> None:
        number = itertools.count(1)
        self.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")


@dataclass(frozen=True, slots=True)
class Match:
    """Both sit with 500. A player has another 500 in the wallet, and an NPC its own money."""

    place: Cantina
    han: Character
    bib: Character

    async def begun(self) -> Table:
        """Dealt, and both have chosen their side decks."""
        await self.place.deals(ANN)
        return await self.decks_chosen()

    async def decks_chosen(self) -> Table:
        table = await self.place.table()
        for seat in sorted(table.to_act):
            table = (await self.place.acts(await self.place.player(seat), "deck", seat=seat, deck="1")).table
        return table

    async def wealth(self) -> tuple[int, int, int]:
        """All that Han, Bib and the house have, at the table and off it, in smallest coins."""
        place = self.place
        held = [await balance(place.file, account) for account in (self.han.purse, self.bib.purse)]
        for chair in (await place.table()).record.chairs:
            held[0 if chair.character_id == self.han.id else 1] += chair.chips
        return held[0], held[1], await balance(place.file, accounts.house(place.campaign.id))

    async def cards(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the side cards that Han and Bib have at hand."""
        return await self.place.held(self.han), await self.place.held(self.bib)

    async def is_paid(self, before: tuple[int, int, int], winner: int | None) -> None:
        """Check that the winner has the other's stake and all wagered cards, and nothing else has changed."""
        gain = STAKE if winner == HAN else -STAKE
        assert await self.wealth() == (before[0] + gain, before[1] - gain, before[2])
        assert await self.cards() == won_by(winner)
        await self.nothing_is_lost()

    async def nothing_is_lost(self) -> None:
        assert await self.place.goods_add_up() == ALL_CARDS
