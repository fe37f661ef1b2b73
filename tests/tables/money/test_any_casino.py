"""Whatever people do at banked tables of one house: no coin is lost, promised twice, or paid that isn't there."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from bot.campaigns import Bankroll, HousePurse, PartyPurse, Person
from bot.db import Statement
from bot.engine.banked.limits import bank_means
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Amount, find
from bot.engine.rng import ScriptedRng
from bot.errors import RuleError
from bot.ledger import accounts, audit, balance, balances
from bot.tables.model import Table
from examples.coin_toss.rules import SIDES, TossState
from tests.scale import scaled
from tests.tables.money.casino import Casino, games_with_toss
from tests.tables.night import Night, channels, people, seats
from tests.tables.table_fixtures import ANN, CHANNEL, GM

sums = st.one_of(st.integers(1, 150), st.sampled_from([-2, 0, 400, 10**15, 10**30]))
mostly_gm = st.sampled_from([GM, GM, GM, ANN])
bets = st.lists(st.tuples(st.sampled_from([*SIDES, "heads"]), st.integers(0, 4)), max_size=8)
backers: st.SearchStrategy[Bankroll] = st.sampled_from(("endless", "house", "party"))


class CasinoNight(Night):
    """Toss, at two tables whose banks somebody has to fill."""

    place_of = Casino
    place: Casino

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        games = games_with_toss()
        self.patch.setattr("bot.games.games", lambda: games)
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        self.patch.undo()

    @initialize(bankroll=backers, bank=st.one_of(st.none(), st.integers(50, 500)))
    def people_come_in(self, bankroll: Bankroll, bank: int | None) -> None:
        self.run(self.all_come_in())
        self.run(self.place.backed_by(bankroll, house=600, party=300))
        self.open(GM, CHANNEL, bank if bankroll == "house" else None, 0)
        self.everybody_sits_down(CHANNEL, 200)

    @rule(bankroll=backers, house=st.integers(1, 200), party=st.integers(1, 200))
    def the_house_is_another(self, bankroll: Bankroll, house: int, party: int) -> None:
        campaign = self.place.campaign.id
        self.run(self.place.backed_by(bankroll))
        self.attempt(self.place.gives(HousePurse(campaign), house))
        self.attempt(self.place.gives(PartyPurse(campaign), party))

    @rule(amount=st.integers(1, 300), of_party=st.booleans())
    def the_house_spends(self, amount: int, of_party: bool) -> None:
        campaign = self.place.campaign.id
        self.attempt(self.place.gives(PartyPurse(campaign) if of_party else HousePurse(campaign), -amount))

    @rule(left=st.sampled_from([0, 4, 40, 300]))
    def the_mint_has_little_left(self, left: int) -> None:
        campaign = self.place.campaign.id
        issued = -self.run(balance(self.place.database, accounts.mint(campaign)))
        if amount := MAX_AMOUNT - issued - left:
            self.attempt(self.place.gives(HousePurse(campaign), amount))

    @rule(by=mostly_gm, channel=channels, bank=st.one_of(st.none(), sums), fee=st.sampled_from([0, 3]))
    def open(self, by: Person, channel: int, bank: int | None, fee: int) -> None:
        async def opening() -> None:
            self.opened.append((await self.place.opened(by, channel=channel, bank=bank, fee=fee)).id)

        self.attempt(opening())

    @rule(channel=channels, amount=st.sampled_from([5, 60, 200]))
    def somebody_sits_down(self, channel: int, amount: int) -> None:
        self.everybody_sits_down(channel, amount)

    @rule(by=mostly_gm, channel=channels, amount=sums, what=st.sampled_from(["fill", "drain"]))
    def fill_or_drain(self, by: Person, channel: int, amount: int, what: str) -> None:
        if table := self.table_in(channel):
            act = getattr(self.place.tables.banks, what)
            self.attempt(act(table.id, self.click(by, channel), amount))

    @rule(channel=channels, bets=bets, what=st.sampled_from(["fill", "drain"]), amount=st.integers(1, 100))
    def a_toss_and_then(self, channel: int, bets: list[tuple[str, int]], what: str, amount: int) -> None:
        self.play_on(channel, bets, is_over=True)
        self.fill_or_drain(GM, channel, amount, what)

    @rule(channel=channels, bets=bets, is_over=st.booleans())
    def play_on(self, channel: int, bets: list[tuple[str, int]], is_over: bool) -> None:
        """Whoever is asked bets so many parts of what the bank could pay; then, perhaps, all are done."""
        table = self.table_in(channel)
        if table and not table.in_hand:
            self.attempt(self.place.tables.playing.deal(table.id, self.click(GM, channel)))
        for side, part in bets:
            if (table := self.table_in(channel)) and table.to_act and not table.is_paused:
                self.bet(table, min(table.to_act), side, part)
                if is_over:
                    self.act(table, min(table.to_act), "done")
        while is_over and (table := self.table_in(channel)) and table.to_act and not table.is_paused:
            self.act(table, min(table.to_act), "done")

    def bet(self, table: Table, seat: int, side: str, part: int) -> None:
        """Bet within the bounds if a bet is offered, and check that one more coin is refused."""
        move = find(table.moves(seat), "bet")
        amount = next((field for field in move.fields if isinstance(field, Amount)), None) if move else None
        if amount is None or not any(cap.value == side for cap in amount.caps):
            return
        most = amount.cap(side)
        too_much = table.spec.game.action("bet", {"side": side, "amount": most + 1})
        with pytest.raises(RuleError):
            table.spec.game.act(table.state, seat, too_much, ScriptedRng(()))
        self.act(table, seat, "bet", side=side, amount=max(amount.low, most * part // 4))

    def act(self, table: Table, seat: int, move: str, **values: Any) -> None:
        chair = table.chair(seat)
        by = GM if chair is None or chair.user_id in {None, GM.user_id} else Person(chair.user_id or 0)
        click = self.click(by, table.record.channel_id)
        self.run(self.place.tables.playing.act(table.id, click, move, values, seat=seat))

    @rule(by=mostly_gm, channel=channels, changes=st.sampled_from([{"min_bet": 5}, {"min_bet": 90}, {"fee": 3}]))
    def change_rules(self, by: Person, channel: int, changes: dict[str, Any]) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.opening.change_rules(table.id, self.click(by, channel), changes))

    @rule(by=people, channel=channels, seat=seats)
    def leave(self, by: Person, channel: int, seat: int | None) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.seating.leave(table.id, self.click(by, channel), seat))

    @rule(by=mostly_gm, channel=channels, what=st.sampled_from(["void", "close"]))
    def order(self, by: Person, channel: int, what: str) -> None:
        if table := self.table_in(channel):
            self.attempt(getattr(self.place.tables.opening, what)(table.id, self.click(by, channel)))

    @rule(channel=channels)
    def a_record_breaks(self, channel: int) -> None:
        """Close the table from the ledger alone, after its record has become unreadable."""
        if table := self.table_in(channel):
            broken = Statement("UPDATE tables SET record = '{' WHERE id = ?", (table.id,))
            self.run(self.place.database.apply(broken))
            self.run(self.place.restart())
            self.run(self.place.tables.opening.close(table.id, self.click(GM, channel)))

    @invariant()
    def no_coin_is_lost(self) -> None:
        async def count() -> None:
            assert (await audit(self.place.database)).problems == ()
            held = {each.account: each.balance for each in await balances(self.place.database, self.place.campaign.id)}
            mint = held.pop(accounts.mint(self.place.campaign.id))
            assert sum(held.values()) == -mint <= MAX_AMOUNT
            assert min(held.values()) >= 0
            for table in [await self.place.tables.look(table_id) for table_id in self.opened]:
                assert held[accounts.bank(table.id)] == table.record.bank
                assert held.get(accounts.reserve(table.id), 0) == table.record.reserve
                for chair in table.record.chairs:
                    assert held[accounts.seat(table.id, chair.seat)] == chair.chips

        self.run(count())

    @invariant()
    def no_bank_promises_more_than_it_has(self) -> None:
        for table_id in self.opened:
            table = self.run(self.place.tables.look(table_id))
            if table.in_hand and isinstance(table.state, TossState):
                for side in SIDES:
                    assert table.state.loss(side) <= bank_means(table.state.deal)
                assert bank_means(table.state.deal) == table.record.bank + table.record.reserve


TestCasino = CasinoNight.TestCase
TestCasino.settings = settings(max_examples=scaled(15), stateful_step_count=20)
