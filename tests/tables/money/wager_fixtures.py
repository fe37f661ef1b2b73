"""A harness where Blind Draw is played: people own things, and play for them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot import games
from bot.campaigns import Character, Items, Loadouts, Pace, Person
from bot.engine.game import HouseRules, Seat
from bot.engine.options import with_options
from bot.engine.spec import AnySpec
from bot.tables.model import Table
from tests.tables import blind_draw
from tests.tables.table_fixtures import CHANNEL, GM, TableHarness


def games_with_blind_draw() -> Mapping[str, AnySpec]:
    """Return the catalog with Blind Draw as one more game folder."""
    return {"pilok": games.spec_of("pilok"), "blind_draw": blind_draw.ENTRY}


class WagerHarness(TableHarness):
    """The same services and people; what lies on the table and who owns what is looked up in the file."""

    game = "blind_draw"
    usual_rules: HouseRules = blind_draw.BlindRules(cards=1)

    async def opened(self, by: Person = GM, *, channel: int = CHANNEL, **options: Any) -> Table:
        pace, auto_deal = options.pop("pace", Pace()), options.pop("auto_deal", False)
        table = await self.tables.opening.open(
            self.campaign,
            self.click(by, channel=channel),
            self.game,
            with_options(self.usual_rules, options),
            places=(channel,),
            pace=pace,
            auto_deal=auto_deal,
        )
        self.table_id = self.table_id or table.id
        return table

    @property
    def goods(self) -> Items:
        return Items(self.database, self.clock)

    @property
    def kits(self) -> Loadouts:
        return Loadouts(self.database)

    async def gives(self, character: Character, *kinds: str) -> None:
        """Let the GM give them items of these kinds."""
        key = self.click(GM).key
        await self.goods.grant(self.campaign.id, character.id, self.game, kinds, actor=GM.user_id, key=key)

    async def held(self, character: Character) -> tuple[str, ...]:
        """Return the kinds of the items that they have at hand."""
        return tuple(good.kind for good in await self.goods.held(self.campaign.id, character.id, self.game))

    async def ids_of(self, character: Character, *kinds: str) -> list[str]:
        """Return the ids of their items of these kinds."""
        wanted, found = Counter(kinds), list[str]()
        for good in await self.goods.held(self.campaign.id, character.id, self.game):
            if wanted[good.kind]:
                wanted[good.kind] -= 1
                found.append(good.id)
        return found

    async def wagers(self, by: Person, character: Character, *kinds: str, seat: Seat | None = None) -> Table:
        ids = await self.ids_of(character, *kinds)
        return (await self.tables.wagers.wager(self.table_id, self.click(by), seat, ids))[0]

    async def wagered(self, seat: Seat) -> tuple[str, ...]:
        return tuple(good.kind for good in (await self.chair(seat)).wager)

    async def all_show(self) -> Table:
        """Play a hand in which every seat shows."""
        table = await self.deals(GM)
        for seat in sorted(table.to_act):
            table = (await self.acts(await self.player(seat), "show", seat=seat)).table
        return table

    async def goods_add_up(self) -> Counter[str]:
        """Check that the ledger and its items are sound and the table shows its wagers; return all items of every
        owner, by kind.
        """
        await self.adds_up()
        await self.shown_is_on_the_table(self.table_id)
        rows = await self.file.fetch("SELECT kind FROM items WHERE holder <> 'nobody'")
        return Counter(row["kind"] for row in rows)

    async def shown_is_on_the_table(self, table_id: int) -> None:
        table = await self.tables.look(table_id)
        rows = await self.file.fetch("SELECT id, seat FROM items WHERE table_id = ?", table_id)
        shown = {(good.id, chair.seat) for chair in table.record.chairs for good in chair.wager}
        assert shown == {(str(row["id"]), row["seat"]) for row in rows}


EVERYTHING = Counter(ring=3, idol=2, tooth=1)
"""All that Han and Lando have between them."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Han with three rings and an idol, Lando with an idol and a tooth; Han's card is the highest."""

    place: WagerHarness
    han: Character
    lando: Character
