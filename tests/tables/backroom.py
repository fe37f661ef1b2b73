"""A back room: a harness where Shells is played, and Pi'Lok at crooked tables."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.campaigns import Pace, Person
from bot.engine.game import DEALER, Seat
from bot.engine.spec import AnySpec
from bot.tables.hand.engine import StepResult
from bot.tables.model import Table
from cogs.pilok.spec import GAME as PILOK
from tests.tables.shells import SHELLS, ShellRules
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, GM_ROLE, TableHarness, house_rules

PROXIMA = replace(GM, name="Proxima")
DRYDEN = Person(20, role_ids=frozenset({GM_ROLE}), name="Dryden")


def games_with_shells() -> Mapping[str, AnySpec]:
    """Return the catalog with Shells as one more game folder."""
    return {"pilok": PILOK, "shells": SHELLS}


class Backroom(TableHarness):
    """The same services and people; `opened` opens a table of Shells, kept by Proxima, and of Pi'Lok by its name."""

    async def opened(
        self,
        by: Person = PROXIMA,
        *,
        channel: int = CHANNEL,
        game: str = "shells",
        pace: Pace = Pace(),  # noqa: B008 - it is frozen
        auto_deal: bool = False,
        **options: Any,
    ) -> Table:
        rules = ShellRules() if game == "shells" else house_rules(**options)
        click = self.click(by, channel=channel)
        open_table = self.tables.opening.open
        table = await open_table(self.campaign, click, game, rules, places=(channel,), pace=pace, auto_deal=auto_deal)
        self.table_id = self.table_id or table.id
        return table

    async def gathers(self, by: Person = PROXIMA, **options: Any) -> Table:
        """Han and Lando sit at a new table with 500 each, and a round is dealt. Proxima and Dryden are GMs."""
        settings = {name: options.pop(name) for name in ("keeper_may_play", "gm_channel_id") if name in options}
        await self.settle_for(gm_role_id=GM_ROLE, **settings)
        await self.opened(by, **options)
        await self.sits(ANN, "Han")
        await self.sits(BEN, "Lando")
        return await self.deals(ANN)

    async def pass_all(self) -> Table:
        """Everybody passes, so that the GM has the last word."""
        table = await self.table()
        while table.to_act and table.to_act != {DEALER}:
            seat = min(table.to_act)
            table = (await self.acts(await self.player(seat), "pass", seat=seat)).table
        return table

    async def rules_on_it(self, ruling: str = "pay", by: Person = PROXIMA, **click: Any) -> StepResult:
        return await self.acts(by, "verdict", seat=DEALER, click=click, ruling=ruling)

    async def rethrows(self, by: Person, seat: Seat, **click: Any) -> StepResult:
        return await self.acts(by, "rethrow", seat=seat, click=click)
