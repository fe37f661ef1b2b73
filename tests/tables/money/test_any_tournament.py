"""Whatever people do in tournaments at two tables: no coin and no point is lost, and no prize is stuck."""

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from bot.campaigns import Pace, Person
from bot.db import Statement
from bot.ledger import accounts, audit, balances
from bot.tables.model import Table
from bot.tables.money.places import may_return, price
from tests.scale import scaled
from tests.tables.arena import Arena, games_with_bidding
from tests.tables.night import Night, channels, people
from tests.tables.table_fixtures import ANN, CHANNEL, GM

mostly_gm = st.sampled_from([GM, GM, GM, ANN])
places = st.integers(0, 5)
"""Who of those at the table it is about, in their order."""
parts = st.lists(st.sampled_from([0, 1, 3, 4, 4]), min_size=1, max_size=6)
"""Bids, in quarters of what somebody has."""
AFTER = ("nothing", "nothing", "come back", "come back", "leave")
TERMS: tuple[dict[str, Any], ...] = (
    {"rebuys": 2, "prizes": "two"},
    {"prizes": "three", "chips": 3},
    {"fee": 0, "rebuys": 1},
    {"fee": 7, "prizes": "three", "ante": 30, "rebuys": 5},
)
CHANGES = (*TERMS, {"stakes": "cash"}, {"stakes": "points"}, {"fee": 250})


class TournamentNight(Night):
    """Bidding, where what happens is what is bid."""

    place_of = Arena
    place: Arena

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        games = games_with_bidding()
        self.patch.setattr("bot.games.games", lambda: games)
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        self.patch.undo()

    @initialize(terms=st.sampled_from(TERMS), auto=st.booleans())
    def people_come_in(self, terms: dict[str, Any], auto: bool) -> None:
        self.run(self.all_come_in())
        self.open(GM, CHANNEL, terms, auto)
        self.everybody_pays(CHANNEL)

    @rule(by=mostly_gm, channel=channels, terms=st.sampled_from(TERMS), auto=st.booleans())
    def open(self, by: Person, channel: int, terms: dict[str, Any], auto: bool) -> None:
        async def opening() -> None:
            pace = Pace.of("seconds", 60)
            table = await self.place.opened(by, channel=channel, auto_deal=auto, pace=pace, **terms)
            self.opened.append(table.id)

        self.attempt(opening())

    @rule(channel=channels)
    def everybody_pays(self, channel: int) -> None:
        """Whoever can sits down, and whoever sits pays for a place, or to come back."""
        if table := self.table_in(channel):
            self.everybody_sits_down(channel, table.spec.game.buy_in(table.rules).low)
            for chair in table.record.chairs:
                self.pay(table, chair.seat, price(table, chair))

    @rule(channel=channels, who=places, amount=st.sampled_from([0, 1, 7, 200, 10**15, 10**30]))
    def somebody_pays(self, channel: int, who: int, amount: int) -> None:
        if (table := self.table_in(channel)) and (seat := seat_at(table, who)):
            self.pay(table, seat, amount)

    def pay(self, table: Table, seat: int, amount: int) -> None:
        click = self.click(self.player_of(table, seat), table.record.channel_id)
        self.attempt(self.place.tables.seating.top_up(table.id, click, amount, seat))

    def player_of(self, table: Table, seat: int) -> Person:
        chair = table.chair(seat)
        return GM if chair is None or chair.user_id in {None, GM.user_id} else Person(chair.user_id or 0)

    @rule(channel=channels, hands=st.lists(st.tuples(parts, places, st.sampled_from(AFTER)), min_size=2, max_size=6))
    def play_on(self, channel: int, hands: list[tuple[list[int], int, str]]) -> None:
        """So many hands are dealt and bid in, and after each somebody comes back, leaves, or nobody does anything."""
        for bids, who, then in hands:
            self.bid(channel, bids * 6)
            table = self.table_in(channel)
            if table and then == "come back":
                for chair in table.record.chairs:
                    if may_return(table, chair):
                        self.pay(table, chair.seat, price(table, chair))
            elif table and then == "leave":
                self.leave(channel, who, sent=False)

    @rule(channel=channels, bids=parts)
    def bid(self, channel: int, bids: list[int]) -> None:
        """Deal a hand if none is in play, and let that many of the seats to act bid."""
        table = self.table_in(channel)
        if table and not table.in_hand:
            self.attempt(self.place.tables.playing.deal(table.id, self.click(GM, channel)))
        for part in bids:
            table = self.table_in(channel)
            if table is None or not table.to_act or table.is_paused:
                return
            seat = min(table.to_act)
            (move,) = table.moves(seat)
            click, amount = self.click(self.player_of(table, seat), channel), move.fields[0].bounds()[-1] * part // 4
            self.run(self.place.tables.playing.act(table.id, click, "bid", {"amount": amount}, seat=seat))

    @rule(channel=channels, hands=st.lists(parts, min_size=1, max_size=3))
    def hands_end_and_the_bot_begins_anew(self, channel: int, hands: list[list[int]]) -> None:
        for bids in hands:
            self.bid(channel, bids * 6)
            self.restart()

    @rule(by=people, channel=channels, who=places, out=st.booleans())
    def sit_out(self, by: Person, channel: int, who: int, out: bool) -> None:
        if table := self.table_in(channel):
            seat = seat_at(table, who)
            self.attempt(self.place.tables.seating.sit_out(table.id, self.click(by, channel), seat, out=out))

    @rule(channel=channels, who=places, sent=st.booleans())
    def leave(self, channel: int, who: int, sent: bool) -> None:
        if (table := self.table_in(channel)) and (seat := seat_at(table, who)):
            by = GM if sent else self.player_of(table, seat)
            go = self.place.tables.seating.stand_up if sent else self.place.tables.seating.leave
            self.attempt(go(table.id, self.click(by, channel), seat))

    @rule(who=st.integers(0, 5))
    def retire(self, who: int) -> None:
        """They play no more, wherever they sit; another by that name comes instead."""

        async def retiring() -> None:
            place, character = self.place, self.cast[who]
            owner = GM if character.owner_id in {None, GM.user_id} else Person(character.owner_id or 0)
            await place.characters.retire(place.campaign, owner, character)
            if character.owner_id is None:
                self.cast[who] = await place.characters.create_npc(place.campaign, GM, "regular", character.name)
            else:
                self.cast[who] = await place.characters.create(place.campaign, owner, character.name)

        self.attempt(retiring())

    @rule(by=mostly_gm, channel=channels, what=st.sampled_from(["pause", "resume", "resume", "void", "void", "close"]))
    def order(self, by: Person, channel: int, what: str) -> None:
        if table := self.table_in(channel):
            self.attempt(getattr(self.place.tables.opening, what)(table.id, self.click(by, channel)))

    @rule(by=mostly_gm, channel=channels, changes=st.sampled_from(CHANGES))
    def change_rules(self, by: Person, channel: int, changes: dict[str, Any]) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.opening.change_rules(table.id, self.click(by, channel), changes))

    @rule(seconds=st.sampled_from([15, 60, 60, 8 * 86_400]))
    def time_passes(self, seconds: int) -> None:
        async def pass_time() -> None:
            await self.place.clock.advance(seconds)
            for table_id in self.opened:
                await self.place.tables.playing.tick(table_id)
                await self.place.tables.opening.close_untouched(table_id)

        self.run(pass_time())

    @rule(channel=channels, what=st.sampled_from(["state", "carry", "record"]))
    def something_breaks(self, channel: int, what: str) -> None:
        """Make the hand, the tournament's standing or the whole record unreadable."""
        if table := self.table_in(channel):
            record, state = json.loads(table.record.to_json()), table.state and table.state.to_json()
            written = {
                "state": (table.record.to_json(), "{"),
                "carry": (json.dumps(record | {"carry": "{"}), state),
                "record": ("{", state),
            }[what]
            sql = "UPDATE tables SET record = ?, state = ? WHERE id = ?"
            self.run(self.place.file.apply(Statement(sql, (*written, table.id))))
            self.run(self.place.restart())
            if what == "record":
                self.run(self.place.tables.opening.close(table.id, self.click(GM, channel)))

    @invariant()
    def no_coin_is_lost(self) -> None:
        async def count() -> None:
            tables = [await self.place.tables.look(table_id) for table_id in self.opened]
            assert (await audit(self.place.database)).problems == ()
            held = {each.account: each.balance for each in await balances(self.place.database, self.place.campaign.id)}
            mint = held.pop(accounts.mint(self.place.campaign.id))
            assert sum(held.values()) == -mint
            assert min(held.values()) >= 0
            for table in tables:
                assert held.get(accounts.prize(table.id), 0) == table.record.prize
                for chair in table.record.chairs:
                    assert held[accounts.seat(table.id, chair.seat)] == chair.chips

        self.run(count())

    @invariant()
    def no_point_is_lost_and_no_prize_is_stuck(self) -> None:
        for table_id in self.opened:
            table = self.run(self.place.tables.look(table_id))
            if (standing := table.standing) is not None:
                assert standing.total == standing.points * sum(1 + one.rebuys for one in standing.entrants)
                assert table.record.prize == (0 if standing.is_over else standing.prize)
            if table.in_hand:
                deal = table.state.deal
                assert table.spec.game.chips(table.state) == deal.bank + sum(one.stack for one in deal.players)
            if not table.is_open:
                assert table.record.prize == 0


def seat_at(table: Table, who: int) -> int | None:
    chairs = table.record.chairs
    return chairs[who % len(chairs)].seat if chairs else None


TestTournament = TournamentNight.TestCase
TestTournament.settings = settings(max_examples=scaled(12), stateful_step_count=20)
