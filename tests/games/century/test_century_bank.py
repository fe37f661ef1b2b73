"""What the bank of Century can pay: never less than it owes, and no bound tighter than it has to be."""

import random
from itertools import combinations, product
from typing import Any

import pytest

from bot.engine.banked.limits import ENDLESS
from bot.engine.options import with_options
from cogs.century.rules import GAME, Exposure, largest_stakes, least_bank, usual_bank
from cogs.century.state import PAYOUTS, PICKS, PRESETS, CenturyRules, Ticket, paying
from tests.games.century.century_table import Table, slip

RULES = CenturyRules()
TWENTY = tuple(range(1, 21))


def lost(rules: CenturyRules, tickets: list[Ticket], drawn: tuple[int, ...]) -> int:
    """Return the bank's loss when these numbers come; losing tickets bring nothing in."""
    pays = paying(rules)
    wins = (pays.paid(len(one.numbers), one.matches(drawn), one.stake) - one.stake for one in tickets)
    return sum(max(win, 0) for win in wins)


def worst(rules: CenturyRules, tickets: list[Ticket]) -> int:
    """Return the bank's expected worst loss."""
    return Exposure(rules, tickets).worst()


def at_most(rules: CenturyRules, tickets: list[Ticket]) -> int:
    return Exposure(rules, tickets).at_most()


def some_tickets(dice: random.Random, count: int, last: int = 100) -> list[Ticket]:
    return [
        Ticket(numbers=tuple(sorted(dice.sample(range(1, last + 1), dice.choice(PICKS)))), stake=dice.randint(5, 400))
        for _ in range(count)
    ]


class TestBounds:
    def test_a_stake_is_bound_by_the_best_that_its_ticket_could_win(self):
        table = Table(bank=100_000, stacks={"Han": 10**6})
        most = {picks: 100_000 // (PAYOUTS[picks][picks] - 1) for picks in PICKS}
        assert {picks: table.most("Han", picks) for picks in PICKS} == most

    @pytest.mark.parametrize("key", ["ticket", "quick"])
    def test_more_is_refused_with_the_bank_as_the_reason(self, key: str):
        table = Table(bank=100_000)
        five = {"numbers": (1, 2, 3, 4, 5)} if key == "ticket" else {"count": 5}
        two = {"numbers": (1, 2)} if key == "ticket" else {"count": 2}
        said = "The bank could pay at most 502 cr on so many numbers, whichever they are."
        assert table.refusal("Han", key, stake=503, **five) == said
        rich = Table(bank=100_000, stacks={"Han": 10**6})
        assert rich.refusal("Han", key, stake=25_001, **two) == "The bank could pay at most 25,000 cr on that."
        rich.do("Han", key, stake=25_000, **two)

    @pytest.mark.parametrize("key", ["ticket", "quick"])
    def test_of_more_numbers_than_it_could_pay_there_is_no_ticket(self, key: str):
        table = Table(bank=5 * 1999)
        fields = {"numbers": tuple(range(1, 9))} if key == "ticket" else {"count": 8}
        assert (
            table.refusal("Han", key, stake=5, **fields)
            == "The bank can't be sure to pay a ticket of more than 7 numbers."
        )
        assert table.ticket("Han", "1 2 3 4 5 6 7").tickets("Han") == ["1 2 3 4 5 6 7 for 5"]

    def test_an_empty_bank_takes_no_ticket(self):
        table = Table(bank=19)
        assert table.keys("Han") == ["done"]
        assert table.refuses("Han", "3 17") == "The bank can't be sure to pay another ticket."
        assert "ticket" in Table(bank=20).keys("Han")

    def test_tickets_of_others_leave_less_room(self):
        table = Table(bank=100).ticket("Roark", "1 2", 20)
        assert table.most("Lando", 2) == 5

    def test_removed_ticket_makes_room_again(self):
        table = Table(bank=100).ticket("Roark", "1 2", 20)
        assert table.most("Han", 2) == 5
        assert table.back("Roark").most("Han", 2) == 25

    def test_changed_ticket_keeps_its_former_room(self):
        table = Table(bank=100).ticket("Roark", "1 2", 20)
        assert table.most("Roark", 2) == 25
        assert table.ticket("Roark", "3 4", 20).tickets("Roark") == ["3 4 for 20"]

    def test_the_same_again_is_not_offered_if_the_bank_could_not_pay_it(self):
        first = Table(bank=1000).ticket("Han", "3 17", 20).done("Roark", "Lando")
        table = Table(bank=79, carry=first.end.carry)
        assert table.refusal("Han", "again") == "The bank couldn't pay the same again."
        assert "again" in Table(bank=80, carry=first.end.carry).keys("Han")

    def test_the_same_again_is_reckoned_with_its_numbers(self):
        """Of thirty numbers in three tickets twenty can be drawn, so two of the tickets win at most."""
        first = Table(tickets=3, bank=10**6)
        for at in (1, 11, 21):
            first.ticket("Han", " ".join(map(str, range(at, at + 10))), 5)
        carry = first.done("Roark", "Lando").end.carry
        room = 2 * 5 * 4999
        assert "again" in Table(tickets=3, bank=room, carry=carry).keys("Han")
        assert "again" not in Table(tickets=3, bank=room - 1, carry=carry).keys("Han")

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

    def test_without_a_bound_of_the_bank_one_stake_is_the_most_for_all(self):
        stake = Table().stake("Han")
        assert (stake.by, stake.caps, stake.high) == (None, (), 1000)

    def test_an_endless_bank_too_pays_only_what_an_account_can_hold(self):
        table = Table(stacks={"Han": 10**13})
        assert table.most("Han", 10) == ENDLESS // 4999
        assert table.most("Han", 2) == 10**13


class TestSafety:
    @pytest.mark.parametrize("options", [{}, {"draws": 10}, {"payout": "profit"}, {"payout_cap": 3000}, {"pool": "80"}])
    @pytest.mark.parametrize("count", [1, 3, 12])
    def test_no_draw_costs_the_bank_more_than_it_reckons_with(self, options: dict[str, object], count: int):
        dice, rules = random.Random(f"{options}{count}"), with_options(RULES, options)
        for _ in range(12):
            tickets = some_tickets(dice, count, rules.last)
            bound = worst(rules, tickets)
            assert bound <= at_most(rules, tickets)
            for _ in range(8):
                favoured = dice.sample(tickets, k=min(2, count))
                wanted = [number for ticket in favoured for number in ticket.numbers]
                others = dice.sample(range(1, rules.last + 1), rules.draws)
                drawn = tuple(dict.fromkeys((*wanted, *others)))[: rules.draws]
                assert lost(rules, tickets, drawn) <= bound

    def test_all_draws_of_a_small_case_stay_within_the_bound(self):
        """Three tickets on twelve numbers of which ten come: the rest of the pool can't cost more."""
        rules = with_options(RULES, {"draws": 10})
        tickets = [slip("1 2 3 4 5", 7), slip("5 6 7 8 9 10", 11), slip("9 10 11 12", 400)]
        found = max(
            lost(rules, tickets, drawn)
            for hits in product((False, True), repeat=12)
            if len(drawn := tuple(number for number, hit in enumerate(hits, start=1) if hit)) <= rules.draws
        )
        assert found <= worst(rules, tickets) <= at_most(rules, tickets)

    def test_worst_loss_is_exact_while_all_numbers_can_be_drawn(self):
        tickets = [slip("1 2 3 4 5 6 7", 30), slip("7 8 9 10 11 12", 9), slip("13 14 15 16 17 18 19 20", 5)]
        assert worst(RULES, tickets) == lost(RULES, tickets, TWENTY) == at_most(RULES, tickets)

    def test_of_tickets_that_cannot_all_win_only_some_are_reckoned_with(self):
        """Twenty times ten different numbers: two of the tickets can be drawn whole, not all twenty."""
        whole = [Ticket(numbers=tuple(range(at, at + 10)), stake=5) for at in range(1, 101, 10)]
        assert worst(RULES, whole) == 2 * 24_995
        assert at_most(RULES, whole) == 10 * 24_995

    def test_a_small_ticket_takes_no_more_room_than_it_can_cost(self):
        """Its numbers are others than those that cost most, so it brings none of these more matches."""
        large = [slip("1 2 3 4 5 6 7 8 9 10", 100), slip("11 12 13 14 15 16 17 18 19 20", 100)]
        small = [*large, slip("21 22", 5)]
        assert worst(RULES, small) == worst(RULES, large)
        both = [*large, slip("1 2", 5)]
        assert worst(RULES, both) == worst(RULES, large) + 20
        dice = random.Random(8)
        for _ in range(40):
            tickets = some_tickets(dice, 9)
            for ticket in some_tickets(dice, 3):
                assert worst(RULES, [*tickets, ticket]) <= worst(RULES, tickets) + at_most(RULES, [ticket])

    @pytest.mark.parametrize("options", [{}, {"payout": "profit"}, {"payout_cap": 400}, {"payout_cap": 3000}], ids=str)
    def test_worst_loss_is_never_below_an_exact_search(self, options: dict[str, Any]):
        """Ten numbers are drawn of the twelve that are on tickets; to draw one of no ticket instead costs no more."""
        rules, dice = with_options(RULES, {"draws": 10, **options}), random.Random(f"{options}")
        loose: list[float] = []
        for _ in range(15):
            tickets = some_tickets(dice, 4, 12)
            found = max(lost(rules, tickets, drawn) for drawn in combinations(range(1, 13), 10))
            bound = worst(rules, tickets)
            assert found <= bound <= at_most(rules, tickets)
            loose.append(bound / found)
        assert min(loose) < 1.05

    def test_tickets_alike_win_together(self):
        alike = [slip("1 2 3 4 5 6 7 8 9 10")] * 20
        assert worst(RULES, alike) == 20 * 24_995

    def test_a_ticket_that_goes_never_costs_the_bank_more(self):
        dice = random.Random(3)
        for _ in range(20):
            tickets = some_tickets(dice, 6)
            assert worst(RULES, tickets[1:]) <= worst(RULES, tickets)

    def test_without_one_of_them_it_is_that_of_the_others(self):
        dice = random.Random(4)
        for options in ({}, {"payout_cap": 2000}, {"draws": 10}):
            rules = with_options(RULES, options)
            tickets = [*some_tickets(dice, 5), slip("1 2", 5), slip("1 2", 5)]
            for at, ticket in enumerate(tickets):
                others = [*tickets[:at], *tickets[at + 1 :]]
                assert Exposure(rules, tickets).worst(ticket) == worst(rules, others)
                assert Exposure(rules, tickets).at_most(ticket) == at_most(rules, others)

    def test_a_losing_ticket_is_not_what_others_are_paid_from(self):
        """It could be taken back."""
        table = Table(bank=100).ticket("Roark", "1 2", 20).done("Lando")
        assert table.most("Han", 2) == 5


class TestACapOnPayouts:
    @pytest.mark.parametrize("cap", [5, 6, 37, 100, 2000])
    @pytest.mark.parametrize("room", [0, 1, 19, 20, 79, 80, 300, 5000])
    def test_no_stake_up_to_the_largest_costs_more_than_there_is_room(self, cap: int, room: int):
        rules = with_options(RULES, {"payout_cap": cap})
        for picks, most in zip(PICKS, largest_stakes(rules, room, cap), strict=False):
            costs = [paying(rules).paid(picks, picks, stake) - stake for stake in range(5, most + 1)]
            assert max(costs) <= room
            more = paying(rules).paid(picks, picks, most + 1) - (most + 1)
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
        assert table.shows[-1] == "Han 1,000 cr · sits this draw out"

    def test_player_with_payable_last_tickets_is_waited_for(self):
        """Their numbers are known: all of them can't come with those of the others."""
        tens = [" ".join(map(str, range(at, at + 10))) for at in (1, 11, 21)]
        first = Table(tickets=3, bank=10**6).ticket("Roark", tens[0]).ticket("Lando", tens[1]).ticket("Han", tens[2])
        carry = first.done("Roark", "Lando", "Han").end.carry
        table = Table(bank=2 * 5 * 4999, carry=carry).ticket("Roark", tens[0]).ticket("Lando", tens[1])
        assert (table.waits_for, table.keys("Han")) == (("Han",), ["again", "done"])
        assert table.shows[2] == "Bank 49,990 cr. It can take no new ticket now."
        assert table.refuses("Han", "98 99") == "The bank can't be sure to pay another ticket."
        assert table.again("Han").end

    def test_the_clock_of_the_bets_goes_on(self):
        table = Table(bank=100, tickets=2)
        asked = [GAME.asks(table.state, seat) for seat in (1, 2, 3)]
        table.ticket("Roark", "1 2", 20)
        assert [GAME.asks(table.state, seat) for seat in (1, 2, 3)] == asked

    def test_one_that_cannot_pay_anything_from_the_start_is_nobodys_fault(self):
        table = Table(bank=19)
        assert table.waits_for == ("Roark", "Lando", "Han")
        assert table.done("Roark", "Lando", "Han").end.bank == 19

    @pytest.mark.parametrize(
        "bank, said",
        [
            (19, "It can take no new ticket now."),
            (20, "It can take only tickets of 2 numbers now."),
            (5 * 1999, "It can take tickets of up to 7 numbers now."),
        ],
    )
    def test_the_table_says_what_it_can_still_take(self, bank: int, said: str):
        assert Table(bank=bank).shows[2] == f"Bank {bank:,} cr. {said}"

    def test_panel_names_no_limit_while_the_bank_takes_all_tickets(self):
        assert Table(bank=5 * 4999).shows[2] == "Bank 24,995 cr"
        assert Table().shows[2] == "The bank is endless."


class TestTheUsualBank:
    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    def test_usual_bank_pays_twenty_of_the_best_tickets(self, rules: CenturyRules):
        best = paying(rules).paid(10, 10, rules.max_bet or rules.min_bet)
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
