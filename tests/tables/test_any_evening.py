"""Whatever people do at two tables, legal or not, in whatever order: no coin is lost and nothing is half done."""

import asyncio
import itertools
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.campaigns import Character, Pace, Person
from bot.db import Statement
from bot.engine.game import HouseRules
from bot.engine.moves import Amount, Number, Pick
from bot.errors import PlayerError
from bot.ledger import accounts, audit, balance, balances
from bot.tables.desk import Click
from bot.tables.model import Seeds, Table
from bot.tables.verify import verify_hand
from tests.tables.saloon import ANN, BEN, CHANNEL, CID, DEE, ELSEWHERE, GM, Saloon, house_rules

PEOPLE = (GM, ANN, BEN, CID, DEE)
PLAYERS = (("Han", ANN), ("Lando", BEN), ("Roark", CID), ("Jabba", GM))
NPCS = ("Gorga", "Bib")
CHANNELS = (CHANNEL, ELSEWHERE)
PACES = (Pace(), Pace.of("seconds", 60), Pace.of("days", 1))
RULES = (
    {},
    {"odd_chips": "carry", "ante": 7, "short_ante": "all_in"},
    {"dice": "typed", "contests": "typed"},
    {"variant": "long", "odd_chips": "house", "last_bets": True},
)
KEYS = ("check", "bet", "call", "raise", "fold", "pass", "jump", "keep", "roll_for_me", "dance")

people, channels = st.sampled_from(PEOPLE), st.sampled_from(CHANNELS)
amounts = st.one_of(st.integers(-5, 60), st.sampled_from([200, 500, 1000, 10**15, 10**30]))
seats = st.one_of(st.none(), st.integers(0, 8))
turns = st.one_of(st.none(), st.integers(0, 60))


class Evening(RuleBasedStateMachine):
    """Pi'Lok; `place_of`, `game` and `rules_of` say what is played where."""

    place_of: type[Saloon] = Saloon
    game = "pilok"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.place = self.place_of(Path(self.folder.name) / "saloon.db")
        number = itertools.count()
        self.place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
        self.cast: list[Character] = []
        self.opened: list[int] = []
        self.given = 0
        self.last: Click | None = None
        self.run(self.place.open_doors())

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run(self.every_hand_that_is_over_checks_out())
        self.run(self.place.close_doors())
        self.runner.close()
        self.folder.cleanup()

    @initialize(rules=st.sampled_from(RULES), pace=st.sampled_from(PACES), auto=st.booleans())
    def people_come_in(self, rules: dict[str, Any], pace: Pace, auto: bool) -> None:
        async def come_in() -> None:
            place = self.place
            for name, owner in PLAYERS:
                self.cast.append(await place.characters.create(place.campaign, owner, name))
            for name in NPCS:
                self.cast.append(await place.characters.create_npc(place.campaign, GM, "regular", name))
            self.given = -await balance(place.database, accounts.mint(place.campaign.id))

        self.run(come_in())
        self.open(GM, CHANNEL, rules, pace, auto)
        self.everybody_sits(CHANNEL, 300)

    def rules_of(self, options: dict[str, Any]) -> HouseRules:
        return house_rules(**options)

    def table_in(self, channel: int) -> Table | None:
        return self.run(self.place.tables.in_channel(channel))

    def click(self, by: Person, channel: int, turn: int | None = None) -> Click:
        self.last = self.place.click(by, channel=channel, turn=turn)
        return self.last

    def attempt(self, work: Coroutine[Any, Any, Any]) -> None:
        """It happens, or it is refused with a sentence, and then not a byte has changed."""
        before = self.run(self.place.everything())
        refusal = self.run(_refusal(work))
        if refusal is not None:
            assert refusal.told(self.place.campaign.settings.currency.show).endswith((".", "?"))
            assert self.run(self.place.everything()) == before

    @rule(by=people, channel=channels, rules=st.sampled_from(RULES), pace=st.sampled_from(PACES), auto=st.booleans())
    def open(self, by: Person, channel: int, rules: dict[str, Any], pace: Pace, auto: bool) -> None:
        async def opening() -> None:
            table = await self.place.tables.opening.open(
                self.place.campaign,
                self.click(by, channel),
                self.game,
                self.rules_of(rules),
                places=(channel,),
                pace=pace,
                auto_deal=auto,
            )
            self.opened.append(table.id)

        self.attempt(opening())

    @rule(by=people, channel=channels, who=st.integers(0, 5), amount=amounts)
    def sit(self, by: Person, channel: int, who: int, amount: int) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.seating.sit(table.id, self.click(by, channel), self.cast[who], amount))

    @rule(channel=channels, amount=st.sampled_from([7, 10, 40, 300]))
    def everybody_sits(self, channel: int, amount: int) -> None:
        if table := self.table_in(channel):
            for character in self.cast:
                by = GM if character.owner_id is None else Person(character.owner_id, is_owner=character.owner_id == 1)
                self.attempt(self.place.tables.seating.sit(table.id, self.click(by, channel), character, amount))

    @rule(by=people, channel=channels, turn=turns)
    def deal(self, by: Person, channel: int, turn: int | None) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.playing.deal(table.id, self.click(by, channel, turn)))

    @rule(data=st.data(), channel=channels, times=st.integers(1, 30))
    def play_on(self, data: st.DataObject, channel: int, times: int) -> None:
        """A hand is dealt if none is in play, and whoever is asked does something that they may do."""
        table = self.table_in(channel)
        if table and not table.in_hand:
            self.attempt(self.place.tables.playing.deal(table.id, self.click(GM, channel)))
        for _ in range(times):
            table = self.table_in(channel)
            if table is None or not table.to_act or table.is_paused:
                return
            seat = data.draw(st.sampled_from(sorted(table.to_act)))
            chair = table.chair(seat)
            assert chair is not None
            moves = table.entry.game.moves(table.state, seat)
            # Folding ends hands before anything has happened: it comes up less often.
            move = data.draw(st.sampled_from([move for move in moves for _ in range(1 if move.key == "fold" else 4)]))
            by = next((person for person in PEOPLE if person.user_id == chair.user_id), GM)
            act = self.place.tables.playing.act
            turn = table.record.turn
            values = {field.name: data.draw(_within(field)) for field in move.fields}
            done = self.run(act(table.id, self.click(by, channel, turn), move.key, values, seat=seat))
            assert done.table.record.turn > turn

    @rule(
        by=people,
        channel=channels,
        key=st.sampled_from(KEYS),
        seat=seats,
        turn=turns,
        absent=st.booleans(),
        values=st.dictionaries(st.sampled_from(["to", "face", "target"]), amounts, max_size=1),
    )
    def try_something(
        self,
        by: Person,
        channel: int,
        key: str,
        seat: int | None,
        turn: int | None,
        absent: bool,
        values: dict[str, int],
    ) -> None:
        if table := self.table_in(channel):
            click = self.click(by, channel, turn)
            self.attempt(self.place.tables.playing.act(table.id, click, key, values, seat=seat, absent=absent))

    @precondition(lambda self: self.last is not None)
    @rule(key=st.sampled_from(KEYS), channel=channels)
    def the_last_click_arrives_again(self, key: str, channel: int) -> None:
        table, click = self.table_in(channel), self.last
        if table and click:
            self.attempt(self.place.tables.playing.act(table.id, click, key, {}))
            keys = [row[2] for row in self.run(self.place.rows("actions"))]
            assert keys.count(click.key) <= 1

    @rule(by=people, channel=channels, amount=amounts, seat=seats)
    def top_up(self, by: Person, channel: int, amount: int, seat: int | None) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.seating.top_up(table.id, self.click(by, channel), amount, seat))

    @rule(by=people, channel=channels, seat=seats, out=st.booleans())
    def sit_out(self, by: Person, channel: int, seat: int | None, out: bool) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.seating.sit_out(table.id, self.click(by, channel), seat, out=out))

    @rule(by=people, channel=channels, seat=seats)
    def leave(self, by: Person, channel: int, seat: int | None) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.seating.leave(table.id, self.click(by, channel), seat))

    @rule(by=people, channel=channels, what=st.sampled_from(["pause", "resume", "resume", "void", "close"]))
    def order(self, by: Person, channel: int, what: str) -> None:
        if table := self.table_in(channel):
            self.attempt(getattr(self.place.tables.opening, what)(table.id, self.click(by, channel)))

    @rule(by=people, channel=channels, changes=st.sampled_from([*RULES, {"ante": 0}, {"ante": 300}]))
    def change_rules(self, by: Person, channel: int, changes: dict[str, Any]) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.opening.change_rules(table.id, self.click(by, channel), changes))

    @rule(seconds=st.sampled_from([1, 15, 60, 3600, 86_400, 8 * 86_400]))
    def time_passes(self, seconds: int) -> None:
        async def pass_time() -> None:
            await self.place.clock.advance(seconds)
            for table_id in self.opened:
                await self.place.tables.playing.tick(table_id)
                await self.place.tables.opening.close_untouched(table_id)

        self.run(pass_time())

    @rule()
    def restart(self) -> None:
        self.run(self.place.restart())

    @rule(channel=channels)
    def a_state_breaks(self, channel: int) -> None:
        if table := self.table_in(channel):
            broken = Statement("UPDATE tables SET state = '{' WHERE id = ?", (table.id,))
            self.run(self.place.database.apply(broken))
            self.run(self.place.restart())

    @invariant()
    def no_coin_is_lost(self) -> None:
        async def count() -> None:
            report = await audit(self.place.database)
            assert report.problems == ()
            held = {each.account: each.balance for each in await balances(self.place.database, self.place.campaign.id)}
            mint = held.pop(accounts.mint(self.place.campaign.id))
            assert sum(held.values()) == self.given == -mint
            for table in [await self.place.tables.look(table_id) for table_id in self.opened]:
                for chair in table.record.chairs:
                    assert held[accounts.seat(table.id, chair.seat)] == chair.chips
                if table.in_hand:
                    dealt = {player.seat: player.stack for player in table.state.deal.players}
                    assert table.entry.game.chips(table.state) == sum(dealt.values()) + table.record.bank

        self.run(count())

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
        for table_id, number, *_, status in [(row[0], row[1], row[9]) for row in await self.place.rows("hands")]:
            if status != "running":
                found = await verify_hand(self.place.database, table_id, number)
                assert found.faults == ()


async def _refusal(work: Coroutine[Any, Any, Any]) -> PlayerError | None:
    try:
        await work
    except PlayerError as refusal:
        return refusal
    return None


def _within(field: Any) -> st.SearchStrategy[Any]:
    match field:
        case Amount(low=low, high=high):
            return st.sampled_from(sorted({low, high, min(low * 2, high)}))
        case Number(low=low, high=high):
            return st.integers(low, high)
        case Pick(choices=choices):
            return st.sampled_from([choice.value for choice in choices])
    raise AssertionError(f"nobody can fill in {field}")


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=30, stateful_step_count=30)
