"""An arena: a harness where Bidding is played in tournaments."""

from collections.abc import Mapping
from typing import Any

from bot.campaigns import Character, Pace, Person
from bot.engine.game import Seat
from bot.engine.options import with_options
from bot.engine.spec import AnySpec
from bot.engine.tournament import Standing
from bot.ledger import accounts, balance
from bot.tables.model import Table
from cogs.pilok.spec import GAME as PILOK
from tests.tables.bidding import BIDDING, BiddingRules
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, GM, TableHarness

FEE, CHIPS = 200, 100


def games_with_bidding() -> Mapping[str, AnySpec]:
    """Return the catalog with Bidding as one more game folder."""
    return {"pilok": PILOK, "bidding": BIDDING}


class Arena(TableHarness):
    """The same services and people; `opened` opens a table of Bidding. Everybody has 1,000 in the wallet at first."""

    async def opened(
        self,
        by: Person = GM,
        *,
        channel: int = CHANNEL,
        auto_deal: bool = False,
        pace: Pace = Pace(),  # noqa: B008 - it is frozen
        **options: Any,
    ) -> Table:
        rules = with_options(BiddingRules(), options)
        places = (channel,)
        open_table = self.tables.opening.open
        click = self.click(by, channel=channel)
        table = await open_table(self.campaign, click, "bidding", rules, places=places, pace=pace, auto_deal=auto_deal)
        self.table_id = self.table_id or table.id
        return table

    async def sit(self, *names: str, fee: int = FEE) -> tuple[Character, ...]:
        """Ann's, Ben's and Cid's characters by these names, in this order."""
        return tuple([await self.sits(by, name, fee) for by, name in zip((ANN, BEN, CID), names, strict=False)])

    async def begins(self, *names: str, fee: int = FEE, **options: Any) -> tuple[Character, ...]:
        """Open a table, seat these characters, and deal the first hand of the first tournament."""
        await self.opened(fee=fee, **options)
        who = await self.sit(*names, fee=fee)
        await self.deals(GM)
        return who

    async def bids(self, *amounts: int) -> Table:
        """Everybody who is asked bids, one after the other."""
        for amount in amounts:
            seat = min((await self.table()).to_act)
            await self.acts(await self.player(seat), "bid", seat=seat, amount=amount)
        return await self.table()

    async def plays(self, *amounts: int) -> Table:
        """Play a whole hand; deal it if none is in play."""
        if not (await self.table()).in_hand:
            await self.deals(GM)
        return await self.bids(*amounts)

    async def standing(self) -> Standing:
        found = (await self.table()).standing
        assert found is not None
        return found

    async def points(self) -> dict[Seat, int]:
        """Return the points of each seat that is still in."""
        return {one.seat: one.points for one in (await self.standing()).entrants if one.is_in}

    async def prize_has(self) -> int:
        """Return the prize's balance in the ledger."""
        return await balance(self.database, accounts.prize(self.table_id))

    async def leaves(self, by: Person, seat: Seat | None = None) -> Table:
        table, _ = await self.tables.seating.leave(self.table_id, self.click(by), seat)
        return table

    async def enters(self, by: Person, amount: int = FEE) -> Table:
        """Pay for a place, or for coming back."""
        table, _ = await self.tables.seating.top_up(self.table_id, self.click(by), amount)
        return table

    async def closes(self, by: Person = GM) -> Table:
        return await self.tables.opening.close(self.table_id, self.click(by))

    async def adds_up(self) -> None:
        """Check that the ledger balances, the prize is what the table shows, and no point has appeared or vanished."""
        await super().adds_up()
        table = await self.table()
        assert await self.prize_has() == table.record.prize
        if table.standing is not None:
            bought = sum(1 + one.rebuys for one in table.standing.entrants)
            assert table.standing.total == bought * table.standing.points
