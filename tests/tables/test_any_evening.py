"""Whatever people do at two tables, legal or not, in whatever order: no coin is lost and nothing is half done."""

from collections.abc import Coroutine
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.campaigns import Pace, Person
from bot.db import Statement
from bot.engine.game import HouseRules, Player, Seat
from bot.engine.moves import Amount, Move, Number, Pick
from bot.ledger import accounts, audit, balance, balances
from bot.tables.hand.engine import StepResult
from bot.tables.model import Table
from tests.scale import scaled
from tests.tables.night import PEOPLE, Night, channels, people, seats
from tests.tables.table_fixtures import CHANNEL, GM, house_rules

PACES = (Pace(), Pace.of("seconds", 60), Pace.of("days", 1))
RULES = (
    {},
    {"odd_chips": "carry", "ante": 7, "short_ante": "all_in"},
    {"dice": "typed", "contests": "typed"},
    {"variant": "long", "odd_chips": "house", "last_bets": True},
)
KEYS = ("check", "bet", "call", "raise", "fold", "pass", "jump", "keep", "roll_for_me", "dance")

amounts = st.one_of(st.integers(-5, 60), st.sampled_from([200, 500, 1000, 10**15, 10**30]))
turns = st.one_of(st.none(), st.integers(0, 60))


class Evening(Night):
    """Pi'Lok; `game` and `rules_of` say what is played."""

    game = "pilok"
    given = 0
    """All the money that there is."""

    @initialize(rules=st.sampled_from(RULES), pace=st.sampled_from(PACES), auto=st.booleans())
    def people_come_in(self, rules: dict[str, Any], pace: Pace, auto: bool) -> None:
        self.run(self.all_come_in())
        self.given = -self.run(balance(self.place.database, accounts.mint(self.place.campaign.id)))
        self.open(GM, CHANNEL, rules, pace, auto)
        self.everybody_sits(CHANNEL, 300)

    def rules_of(self, options: dict[str, Any]) -> HouseRules:
        return house_rules(**options)

    def dealt_in(self, table: Table) -> tuple[Player, ...]:
        """Who began the hand, with what."""
        return table.state.deal.players

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
        self.everybody_sits_down(channel, amount)

    @rule(by=people, channel=channels, turn=turns)
    def deal(self, by: Person, channel: int, turn: int | None) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.playing.deal(table.id, self.click(by, channel, turn)))

    @rule(data=st.data(), channel=channels, times=st.integers(1, 30))
    def play_on(self, data: st.DataObject, channel: int, times: int) -> None:
        """Deal a hand if none is in play, and let a seat to act make one of its moves."""
        table = self.table_in(channel)
        if table and not table.in_hand:
            self.attempt(self.place.tables.playing.deal(table.id, self.click(GM, channel)))
        for _ in range(times):
            table = self.table_in(channel)
            if table is None or not table.to_act or table.is_paused:
                return
            self.somebody_moves(data, table)

    def somebody_moves(self, data: st.DataObject, table: Table) -> None:
        seat = data.draw(st.sampled_from(sorted(table.to_act)))
        moves = [move for move in table.spec.game.moves(table.state, seat) if not move.aside]
        # Folding ends hands before anything has happened: it comes up less often.
        move = data.draw(st.sampled_from([move for move in moves for _ in range(1 if move.key == "fold" else 4)]))
        after = self.run(self.made(data, table, seat, move)).table
        assert after.record.turn > table.record.turn

    def made(self, data: st.DataObject, table: Table, seat: Seat, move: Move) -> Coroutine[Any, Any, StepResult]:
        """Make that move with any values, as the player of the seat."""
        chair = table.chair(seat)
        assert chair is not None
        by = next((person for person in PEOPLE if person.user_id == chair.user_id), GM)
        values = {field.name: data.draw(_within(field)) for field in move.fields}
        click = self.click(by, table.record.channel_id, table.record.turn)
        return self.place.tables.playing.act(table.id, click, move.key, values, seat=seat)

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
                    dealt = sum(player.stack for player in self.dealt_in(table))
                    assert table.spec.game.chips(table.state) == dealt + table.record.bank

        self.run(count())


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
TestEvening.settings = settings(max_examples=scaled(20), stateful_step_count=30)
