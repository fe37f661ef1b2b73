"""A night that somebody makes up as they go: what generated play at tables needs, and what holds after each step."""

import asyncio
import itertools
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.campaigns import Character, Person
from bot.errors import PlayerError
from bot.tables.model import Seeds, Table
from bot.tables.table_store import Click
from bot.tables.verification.verify import verify_hand
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, DEE, ELSEWHERE, GM, TableHarness

PEOPLE = (GM, ANN, BEN, CID, DEE)
PLAYERS = (("Han", ANN), ("Lando", BEN), ("Roark", CID), ("Jabba", GM))
NPCS = ("Gorga", "Bib")

people, channels = st.sampled_from(PEOPLE), st.sampled_from((CHANNEL, ELSEWHERE))
seats = st.one_of(st.none(), st.integers(0, 8))


class Night(RuleBasedStateMachine):
    """Two channels on one file; `place_of` says what is there."""

    place_of: type[TableHarness] = TableHarness

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.place = self.place_of(Path(self.folder.name) / "harness.db")
        number = itertools.count()
        self.place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
        self.cast: list[Character] = []
        self.opened: list[int] = []
        self.last: Click | None = None
        self.run(self.place.open_doors())

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        # `Runner.run` describes its task in full each time, with all that it works on
        return self.runner.get_loop().run_until_complete(work)

    def teardown(self) -> None:
        self.run(self.every_hand_that_is_over_checks_out())
        self.run(self.place.close_doors())
        self.runner.close()
        self.folder.cleanup()

    async def all_come_in(self) -> None:
        """Seat the players' characters, one of the GM's own, and two NPCs."""
        place = self.place
        for name, owner in PLAYERS:
            self.cast.append(await place.characters.create(place.campaign, owner, name))
        for name in NPCS:
            self.cast.append(await place.characters.create_npc(place.campaign, GM, "regular", name))

    def table_in(self, channel: int) -> Table | None:
        return self.run(self.place.tables.in_channel(channel))

    def click(self, by: Person, channel: int, turn: int | None = None) -> Click:
        self.last = self.place.click(by, channel=channel, turn=turn)
        return self.last

    def attempt(self, work: Coroutine[Any, Any, Any]) -> None:
        """Try an action; if it is refused with a sentence, check that not a byte has changed."""
        before = self.run(self.place.everything())
        refusal = self.run(_refusal(work))
        if refusal is not None:
            assert refusal.told(self.place.campaign.settings.currency.show).endswith((".", "?"))
            assert self.run(self.place.everything()) == before

    def everybody_sits_down(self, channel: int, amount: int) -> None:
        if table := self.table_in(channel):
            for character in self.cast:
                by = GM if character.owner_id is None else Person(character.owner_id, is_owner=character.owner_id == 1)
                self.attempt(self.place.tables.seating.sit(table.id, self.click(by, channel), character, amount))

    @rule(by=st.sampled_from((GM, GM, ANN)), channel=channels, what=st.sampled_from(("action", "action", "hand")))
    def undo(self, by: Person, channel: int, what: str) -> None:
        """Undo the last action or the last settled hand as a GM, at any cost, and check that a player may not."""
        if table := self.table_in(channel):
            self.attempt(self.taking_back(table, by, what))

    async def taking_back(self, table: Table, by: Person, what: str) -> None:
        undoing, channel = self.place.tables.undoing, table.record.channel_id
        preview = await undoing.preview(table.id, self.click(by, channel))
        plan = preview.action if what == "action" else preview.hand
        if isinstance(plan, PlayerError):
            raise plan
        undo = undoing.undo_action if what == "action" else undoing.undo_hand
        after = await undo(table.id, self.click(by, channel), plan.mark, "a slip", confirmed=True)
        assert after.record.turn > table.record.turn
        assert any(said.startswith("The GM undoes ") for said in after.said)

    @rule()
    def restart(self) -> None:
        self.run(self.place.restart())

    @invariant()
    def memory_is_the_file(self) -> None:
        async def compare() -> None:
            other = self.place.another_service()
            for table_id in self.opened:
                shown, stored = await self.place.tables.look(table_id), await other.look(table_id)
                assert (shown.record, shown.state, shown.rules) == (stored.record, stored.state, stored.rules)

        self.run(compare())

    @invariant()
    def the_log_has_no_gap(self) -> None:
        rows = self.run(self.place.rows("actions"))
        for table_id in self.opened:
            numbers = [row[1] for row in rows if row[0] == table_id]
            assert numbers == list(range(1, len(numbers) + 1))

    async def every_hand_that_is_over_checks_out(self) -> None:
        # Of a hand that was taken up again the last revision says whether it is over.
        hands = {(row[0], row[1]): row[9] for row in sorted(await self.place.rows("hands"), key=lambda row: row[:3])}
        for (table_id, number), status in hands.items():
            for as_gm in (False, True) if status != "running" else ():
                found = await verify_hand(self.place.database, table_id, number, as_gm=as_gm)
                assert found.faults == ()


async def _refusal(work: Coroutine[Any, Any, Any]) -> PlayerError | None:
    try:
        await work
    except PlayerError as refusal:
        return refusal
    return None
