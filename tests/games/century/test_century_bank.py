"""What the bank of Century can pay: never less than it owes, if every ticket wins its best."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.banked.limits import RESERVE
from bot.engine.options import with_options
from cogs.century.rules import GAME, at_most, largest_stakes, least_bank, usual_bank
from cogs.century.state import PAYOUTS, PICKS, PRESETS, CenturyRules, CenturyState, Ticket
from tests.games.century.century_table import Table, slip

RULES = CenturyRules()
TWENTY = tuple(range(1, 21))


def lost(rules: CenturyRules, tickets: Sequence[Ticket], drawn: tuple[int, ...]) -> int:
    """Return the bank's loss when these numbers come; losing tickets bring nothing in."""
    pays = rules.paying
    wins = (pays.paid(len(one.numbers), one.matches(drawn), one.stake) - one.stake for one in tickets)
    return sum(max(win, 0) for win in wins)


class TestBounds:
    def test_stake_is_bound_by_the_best_that_its_ticket_could_win(self):
        table = Table(bank=100_000, stacks={"Han": 10**6})
        most = {picks: 100_000 // (PAYOUTS[picks][picks] - 1) for picks in PICKS}
        assert {picks: table.most("Han", picks) for picks in PICKS} == most
        stake = Table().stake("Han")
        assert (stake.by, stake.caps, stake.high) == (None, (), 1000)
        table = Table(stacks={"Han": 10**13})
        assert table.most("Han", 10) == RESERVE // 4999
        assert table.most("Han", 2) == RESERVE // (PAYOUTS[2][2] - 1)

    @pytest.mark.parametrize("key", ["ticket", "quick"])
    def test_more_is_refused_with_the_bank_as_the_reason(self, key: str):
        table = Table(bank=100_000)
        five = {"numbers": (1, 2, 3, 4, 5)} if key == "ticket" else {"count": 5}
        two = {"numbers": (1, 2)} if key == "ticket" else {"count": 2}
        said = "The bank can take at most 502 cr on a ticket with so many numbers."
        assert table.refusal("Han", key, stake=503, **five) == said
        rich = Table(bank=100_000, stacks={"Han": 10**6})
        assert rich.refusal("Han", key, stake=25_001, **two) == "The bank can take at most 25,000 cr on that."
        rich.do("Han", key, stake=25_000, **two)

    @pytest.mark.parametrize("key", ["ticket", "quick"])
    def test_of_more_numbers_than_it_could_pay_there_is_no_ticket(self, key: str):
        table = Table(bank=5 * 1999)
        fields = {"numbers": tuple(range(1, 9))} if key == "ticket" else {"count": 8}
        assert table.refusal("Han", key, stake=5, **fields) == "The bank can take tickets of at most 7 numbers now."
        assert table.ticket("Han", "1 2 3 4 5 6 7").tickets("Han") == ["1 2 3 4 5 6 7 for 5"]

    def test_an_empty_bank_takes_no_ticket(self):
        table = Table(bank=19)
        assert table.keys("Han") == ["done"]
        assert table.refuses("Han", "3 17") == "The bank can take no new ticket now."
        assert "ticket" in Table(bank=20).keys("Han")

    def test_removed_or_changed_ticket_makes_room_again(self):
        table = Table(bank=100).ticket("Roark", "1 2", 20)
        assert table.most("Han", 2) == 5
        assert table.back("Roark").most("Han", 2) == 25
        table = Table(bank=100).ticket("Roark", "1 2", 20)
        assert table.most("Roark", 2) == 25
        assert table.ticket("Roark", "3 4", 20).tickets("Roark") == ["3 4 for 20"]

    def test_the_same_again_is_not_offered_if_the_bank_could_not_pay_it(self):
        first = Table(bank=1000).ticket("Han", "3 17", 20).done("Roark", "Lando")
        table = Table(bank=79, carry=first.end.carry)
        assert table.refusal("Han", "again") == "The bank can't take the same tickets again. Stake less."
        assert "again" in Table(bank=80, carry=first.end.carry).keys("Han")

    @pytest.mark.parametrize("options", [{}, {"payout_cap": 3000}, {"payout_cap": 800, "payout": "profit"}], ids=str)
    def test_tickets_bought_one_by_one_can_be_played_again(self, options: dict[str, Any]):
        dice, bought = random.Random(f"{options}"), 0
        for _ in range(40):
            deals = {"tickets": 5, "bank": dice.randint(2000, 90_000), **options}
            table = Table("Han", "Lando", **deals)
            while table.waits_for == ("Han", "Lando") and len(table.tickets("Han")) < 5:
                count = dice.choice([at for at in PICKS if at <= GAME.view(table.state, None).picks_left])
                stake = min(table.most("Han", count), dice.choice((5, 5, 25, 300)))
                table.do("Han", "ticket", numbers=tuple(dice.sample(range(1, 31), count)), stake=stake)
                bought += 1
            carry = table.done(*table.waits_for).end.carry
            assert "again" in Table("Han", "Lando", carry=carry, **deals).keys("Han")
        assert bought > 100


class TestSafety:
    @pytest.mark.parametrize("options", [{}, {"draws": 10}, {"payout": "profit"}, {"payout_cap": 3000}, {"pool": "80"}])
    @pytest.mark.parametrize("tickets", [1, 5])
    def test_bank_pays_every_draw_of_tables_that_bet_all_it_takes(self, options: dict[str, Any], tickets: int):
        """Players fill in the largest tickets that are offered; draws hit as many of their numbers as possible."""
        dice, checked = random.Random(f"{options}{tickets}"), 0
        for _ in range(15):
            table = Table(bank=dice.randint(20, 60_000), tickets=tickets, drawing="at_once", **options)
            while table.waits_for:
                self._bets(table, dice.choice(table.waits_for), dice)
            checked += self._pays_whatever_comes(table.state, dice)
        assert checked > 10

    def _bets(self, table: Table, name: str, dice: random.Random) -> None:
        picks = GAME.view(table.state, None).picks_left
        if picks and "ticket" in table.keys(name) and dice.random() < 0.9:
            count = dice.choice([at for at in PICKS if at <= picks])
            numbers = tuple(dice.sample(range(1, 25), count))
            table.do(name, "ticket", numbers=numbers, stake=table.most(name, count))
        else:
            table.done(name)

    def _pays_whatever_comes(self, state: CenturyState, dice: random.Random) -> bool:
        rules, tickets = state.rules, state.tickets
        for _ in range(20):
            favored = [number for ticket in dice.sample(tickets, len(tickets)) for number in ticket.numbers]
            others = dice.sample(range(1, rules.last + 1), rules.draws)
            drawn = tuple(dict.fromkeys((*favored, *others)))[: rules.draws]
            assert lost(rules, tickets, drawn) <= at_most(rules, tickets) <= state.deal.bank
        return bool(tickets)

    def test_most_that_is_owed_is_the_sum_of_the_best_payouts(self):
        # Twenty times ten different numbers: two of the tickets can be drawn whole, but each is covered.
        whole = [Ticket(numbers=tuple(range(at, at + 10)), stake=5) for at in range(1, 101, 10)]
        assert at_most(RULES, whole) == 10 * 24_995
        assert lost(RULES, whole, TWENTY) == 2 * 24_995
        tickets = [slip("1 2 3 4 5 6 7", 30), slip("7 8 9 10 11 12", 9), slip("13 14 15 16 17 18 19 20", 5)]
        assert at_most(RULES, tickets) == lost(RULES, tickets, TWENTY)
        # It could be taken back.
        table = Table(bank=100).ticket("Roark", "1 2", 20).done("Lando")
        assert table.most("Han", 2) == 5


class TestACapOnPayouts:
    @pytest.mark.parametrize("cap", [5, 6, 37, 100, 2000])
    @pytest.mark.parametrize("room", [0, 1, 19, 20, 79, 80, 300, 5000])
    def test_no_stake_up_to_the_largest_costs_more_than_there_is_room(self, cap: int, room: int):
        rules = with_options(RULES, {"payout_cap": cap})
        for picks, most in zip(PICKS, largest_stakes(rules, room, cap), strict=False):
            costs = [rules.paying.paid(picks, picks, stake) - stake for stake in range(5, most + 1)]
            assert max(costs) <= room
            more = rules.paying.paid(picks, picks, most + 1) - (most + 1)
            assert most == cap or more > room

    def test_payout_cap_lets_the_bank_take_larger_tickets(self):
        assert Table(bank=100).most("Han", 2) == 25
        table = Table(bank=100, payout_cap=105)
        assert {table.most("Han", picks) for picks in PICKS} == {105}


class TestAFullBank:
    """It can't be sure to pay even the smallest ticket of two numbers besides those that lie on the table."""

    def test_nobody_is_waited_for_who_can_bet_nothing_more(self):
        table = Table(bank=100, drawing="steps", tickets=2).ticket("Roark", "1 2", 20)
        assert table.waits_for == ("Roark", "Lando", "Han")
        table.ticket("Lando", "3 4", 5)
        assert table.state.phase == "drawing"
        assert "The bank can take no more tickets, so the bets are closed: 2 tickets for 25 cr." in table.said
        assert table.shows[-1] == "Han 1,000 cr · sits out"

    def test_player_with_payable_last_tickets_is_waited_for(self):
        """The most that a ticket is paid is capped, so one of just that stake costs the bank nothing."""
        options: dict[str, Any] = {"payout_cap": 50, "tickets": 1}
        carry = Table(bank=1000, **options).ticket("Han", "1 2", 50).done("Roark", "Lando").end.carry
        table = Table(bank=40, carry=carry, **options).ticket("Roark", "3 4", 10).done("Lando")
        assert (table.waits_for, table.keys("Han")) == (("Han",), ["again", "done"])
        assert table.again("Han").end

    def test_one_that_cannot_pay_anything_from_the_start_is_nobodys_fault(self):
        table = Table(bank=19)
        assert table.waits_for == ("Roark", "Lando", "Han")
        assert table.done("Roark", "Lando", "Han").end.bank == 19

    @pytest.mark.parametrize(
        "bank, said",
        [
            (19, "The bank can take no new ticket now."),
            (20, "The bank can take only tickets of 2 numbers now."),
            (5 * 1999, "The bank can take tickets of up to 7 numbers now."),
        ],
    )
    def test_the_table_says_what_it_can_still_take(self, bank: int, said: str):
        assert Table(bank=bank).shows[2] == f"Bank {bank:,} cr. {said}"

    def test_panel_names_no_limit_while_the_bank_takes_all_tickets(self):
        assert Table(bank=5 * 4999).shows[2] == "Bank 24,995 cr"
        assert not [line for line in Table().shows if "bank" in line.casefold()]


class TestTheUsualBank:
    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    def test_usual_bank_pays_twenty_of_the_best_tickets(self, rules: CenturyRules):
        best = rules.paying.paid(10, 10, rules.max_bet or rules.min_bet)
        assert GAME.usual_bank(rules) == usual_bank(rules) == 20 * best

    def test_usual_bank_takes_every_smallest_bet_from_twenty_players(self):
        names = tuple(f"P{number}" for number in range(20))
        table = Table(*names, bank=usual_bank(RULES))
        for name in names:
            assert table.most(name, 10) >= 5
            table.ticket(name, "1 2 3 4 5 6 7 8 9 10")
        assert table.end

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    def test_the_least_is_what_takes_the_smallest_ticket(self, rules: CenturyRules):
        least = GAME.least_bank(rules)
        assert largest_stakes(rules, least, rules.largest)
        assert not largest_stakes(rules, least - 1, rules.largest)
        assert least == least_bank(rules)
