"""Century: tickets, the draw in its steps, what is paid, and the next draw."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from bot.engine.game import BetWindow
from bot.engine.options import with_options
from cogs.century.rules import GAME, steps
from cogs.century.state import PAYOUTS, PICKS, CenturyRules, describe_payouts
from tests.games.century.century_table import Table, slip

SIX = "3 17 44 58 71 79"


class TestTheBets:
    def test_everybody_bets_at_once_and_a_ticket_takes_its_stake(self):
        table = Table()
        assert table.waits_for == ("Roark", "Lando", "Han")
        for name in table.names:
            assert table.keys(name) == ["chip", "ticket", "quick", "done"]
        table = Table().ticket("Han", "44 3 17", 20)
        assert table.tickets("Han") == ["3 17 44 for 20"]
        assert table.stack("Han") == 980
        assert Table().ticket("Han", "3 17").waits_for == ("Roark", "Lando")

    def test_quick_pick_is_drawn_in_the_open(self):
        table = Table().quick("Han", "90 4 71", 15)
        assert table.tickets("Han") == ["4 71 90 for 15"]
        assert [draw.secret for draw in table.tumbler.draws] == [False] * 3
        table = Table().gives("5 5")
        with pytest.raises(ValueError, match="not in list"):
            table.do("Han", "quick", count=2, stake=5)

    def test_ticket_may_be_changed_while_others_bet(self):
        table = Table().ticket("Han", "3 17 44", 20).ticket("Han", "5 6", 30)
        assert table.tickets("Han") == ["5 6 for 30"]
        assert table.stack("Han") == 970
        assert Table().ticket("Han", "3 17 44", 20).quick("Han", "1 2", 5).tickets("Han") == ["1 2 for 5"]
        table = Table(stacks={"Han": 30}).ticket("Han", "3 17", 25)
        assert table.stake("Han").high == 30
        assert table.ticket("Han", "3 17", 30).stack("Han") == 0

    def test_ticket_may_be_taken_back_and_filled_in_later(self):
        table = Table().ticket("Han", "3 17", 20).back("Han")
        assert (table.tickets("Han"), table.stack("Han")) == ([], 1000)
        table = Table().ticket("Han", "3 17").back("Han")
        assert table.waits_for == ("Roark", "Lando", "Han")
        assert table.ticket("Han", "5 6").tickets("Han") == ["5 6 for 5"]
        assert table.waits_for == ("Roark", "Lando")
        table = Table().ticket("Han", "3 17").done("Lando", "Roark").draws("")
        assert table.nets["Lando"] == table.nets["Roark"] == 0
        table = Table().done("Han")
        assert table.keys("Han") == ["chip", "ticket", "quick"]
        assert table.ticket("Han", "3 17").tickets("Han") == ["3 17 for 5"]

    def test_draw_begins_with_the_last_bet_or_the_clock_and_needs_a_ticket(self):
        table = Table(drawing="steps").ticket("Han", "3 17").done("Lando").ticket("Roark", "5 6")
        assert "The bets are closed: 2 tickets for 10 cr." in table.said
        assert table.refuses("Han", "7 8") == "The bets are closed."
        table = Table(drawing="steps").ticket("Han", "3 17").times_out("Lando").times_out("Roark")
        assert table.state.phase == "drawing"
        table = Table().done("Roark", "Lando", "Han")
        assert table.state.drawn == ()
        assert not table.tumbler.draws
        assert table.nets == {"Roark": 0, "Lando": 0, "Han": 0}
        assert table.last_said == "Nobody has a ticket, so nothing is drawn."
        table = Table("Han").gives("3 17").ticket("Han", "3 17 44")
        assert table.nets == {"Han": 5}


class TestSeveralTickets:
    def test_several_tickets_are_filled_replaced_and_taken_back(self):
        table = Table(tickets=2).ticket("Han", "3 17")
        assert "Han" in table.waits_for
        assert table.ticket("Han", "5 6", 10).waits_for == ("Roark", "Lando")
        assert table.tickets("Han") == ["3 17 for 5", "5 6 for 10"]
        table = Table(tickets=2).ticket("Han", "3 17").ticket("Han", "5 6", 10).ticket("Han", "7 8 9", 15)
        assert table.tickets("Han") == ["3 17 for 5", "7 8 9 for 15"]
        assert table.stack("Han") == 980
        table = Table(tickets=5, stacks={"Han": 14}).ticket("Han", "3 17", 10)
        assert "Han" not in table.waits_for
        assert table.keys("Han") == ["back"]
        assert table.refuses("Han", "5 6") == "You don't have enough chips for another ticket."
        table = Table(tickets=3).ticket("Han", "3 17").ticket("Han", "5 6", 10).ticket("Han", "7 8", 20)
        (field,) = table.move("Han", "back").fields
        assert field.type == "pick"
        assert [choice.label for choice in field.choices] == ["Ticket 1: 3 17", "Ticket 2: 5 6", "Ticket 3: 7 8"]
        table.back("Han", "1", "3")
        assert (table.tickets("Han"), table.stack("Han")) == (["5 6 for 10"], 990)

    @pytest.mark.parametrize("places", [(), ("4",), ("1", "1"), ("x",)])
    def test_only_tickets_that_are_there_go_back(self, places: tuple[str, ...]):
        table = Table(tickets=3).ticket("Han", "3 17").ticket("Han", "5 6")
        said = "Pick 1 to 2." if not places else "That isn't one of your tickets. Pick from the list."
        assert table.refusal("Han", "back", tickets=places) == said

    def test_tickets_are_paid_one_by_one_also_when_alike(self):
        table = Table("Han", tickets=2).gives("3 17 5").ticket("Han", "3 17", 10).ticket("Han", "5 6", 20)
        assert table.paid("Han") == [50, 20]
        assert table.nets == {"Han": 40}
        table = Table("Han", tickets=2).gives("3 17").ticket("Han", "3 17", 10).ticket("Han", "3 17", 10)
        assert table.paid("Han") == [50, 50]


class TestTheDraw:
    def test_twenty_numbers_come_for_everybody(self):
        table = Table().ticket("Roark", SIX).ticket("Lando", SIX, 10).gives("3 17 44").ticket("Han", "3 17 44", 20)
        assert (table.paid("Roark"), table.paid("Lando"), table.paid("Han")) == ([10], [20], [600])
        table = Table().ticket("Han", SIX).draws("")
        assert len(set(table.state.drawn)) == len(table.state.drawn) == 20

    @pytest.mark.parametrize("draws", [10, 19, 30])
    def test_draw_brings_as_many_numbers_as_the_table_says(self, draws: int):
        assert len(Table("Han", draws=draws).ticket("Han", SIX).state.drawn) == draws

    @pytest.mark.parametrize("pool, last", [("100", 100), ("80", 80)])
    def test_both_ends_can_come_and_nothing_beyond(self, pool: str, last: int):
        table = Table("Han", pool=pool).gives(f"1 {last}").ticket("Han", f"1 {last}")
        assert table.paid("Han") == [25]
        assert [draw.bound for draw in table.tumbler.draws] == list(range(last, last - 20, -1))

    def test_bank_takes_losses_first_and_may_end_below_zero_when_endless(self):
        table = Table(bank=1000).ticket("Roark", "1 2", 50).ticket("Lando", "3 4", 20).done("Han").draws("")
        assert table.end.bank == 1070
        table = Table(bank=1000).ticket("Roark", "1 2", 50).ticket("Lando", "3 4", 20).gives("3 4").done("Han")
        assert table.end.bank == 1000 + 50 - 80
        # A bank of 80 can pay 100 of which 20 are the winner's own stake.
        table = Table(bank=80).gives("3 4").ticket("Roark", "3 4", 20)
        assert (table.end.bank, table.nets["Roark"]) == (0, 80)
        table = Table("Han").gives("3 17 44").ticket("Han", "3 17 44", 100)
        assert (table.end.bank, table.nets["Han"]) == (-2900, 2900)


class TestTheNextDraw:
    def test_same_again_repeats_all_tickets_of_the_last_draw_played(self):
        table = Table().ticket("Han", "3 17 44", 20).done("Roark", "Lando").next()
        assert table.move("Han", "again").price == 20
        assert table.again("Han").tickets("Han") == ["3 17 44 for 20"]
        assert table.stack("Han") == 980
        assert table.waits_for == ("Roark", "Lando")
        first = Table(tickets=3).ticket("Han", "3 17", 10).ticket("Han", "5 6 7", 15)
        table = first.done("Roark", "Lando", "Han").next()
        assert table.move("Han", "again").price == 25
        assert table.again("Han").tickets("Han") == ["3 17 for 10", "5 6 7 for 15"]
        assert table.keys("Han") == ["chip", "ticket", "quick", "back"]
        table = Table().ticket("Han", "3 17").done("Roark", "Lando").next().done("Roark", "Lando", "Han").next()
        assert table.again("Han").tickets("Han") == ["3 17 for 5"]
        table = Table().ticket("Han", "3 17").done("Roark", "Lando").next()
        assert table.refusal("Roark", "again") == "You have no earlier ticket to play again."

    def test_same_again_needs_no_ticket_and_the_chips(self):
        table = Table().ticket("Han", "3 17").done("Roark", "Lando").next().ticket("Han", "5 6")
        assert table.refusal("Han", "again") == "You have a ticket already. Remove it first."
        assert "again" in table.back("Han").keys("Han")
        first = Table().ticket("Han", "3 17", 20).done("Roark", "Lando")
        table = Table(carry=first.end.carry, stacks={"Han": 19})
        assert "again" not in table.keys("Han")
        first = Table("Han").gives("3 17").ticket("Han", "3 17")
        assert first.handed_on.last[0].tickets == (slip("3 17"),)

    @pytest.mark.parametrize(
        "options",
        [{"pool": "80"}, {"min_bet": 21}, {"max_bet": 19}, {"payout_cap": 19}, {"tickets": 1}],
        ids=lambda options: next(iter(options)),
    )
    def test_same_again_is_refused_beyond_the_house_rules(self, options: dict[str, object]):
        first = Table(tickets=2).ticket("Han", "3 90", 20).ticket("Han", "5 6", 20).done("Roark", "Lando")
        table = first.next(**options)
        assert table.refusal("Han", "again") == (
            "You can't play your last tickets again: you have too few chips, or the house rules have changed."
        )

    def test_of_many_who_came_and_went_the_latest_are_remembered(self):
        names = tuple(f"P{number}" for number in range(20))
        table = Table(*names)
        for name in names:
            table.ticket(name, "3 17")
        carry = table.handed_on
        strangers = tuple(one.evolve(seat=one.seat + 100 * more) for more in (1, 2) for one in carry.last)
        later = Table(*names, carry=carry.evolve(last=strangers))
        for name in names:
            later.ticket(name, "5 6")
        assert [one.seat for one in later.handed_on.last] == [*range(201, 221), *range(1, 21)]


def begun(gives: str = "", **options: Any) -> Table:
    """Han and Lando have tickets, Roark sits it out, and the first numbers are drawn."""
    chosen: dict[str, Any] = {"drawing": "steps"} | options
    table = Table(**chosen).gives(gives)
    return table.ticket("Han", "3 17 44").ticket("Lando", "5 6", 10).done("Roark")


class TestSteps:
    @pytest.mark.parametrize(
        "draws, sizes",
        [(10, (5, 5)), (11, (4, 4, 3)), (12, (4, 4, 4)), (20, (5, 5, 5, 5)), (23, (5, 5, 5, 4, 4)), (30, (5,) * 6)],
    )
    def test_four_or_five_numbers_come_at_a_time_if_slowly(self, draws: int, sizes: tuple[int, ...]):
        assert steps(with_options(CenturyRules(), {"draws": draws, "drawing": "slowly"})) == sizes

    @pytest.mark.parametrize("draws, sizes", [(10, (10,)), (11, (6, 5)), (20, (10, 10)), (23, (8, 8, 7))])
    def test_six_to_ten_numbers_come_at_a_time(self, draws: int, sizes: tuple[int, ...]):
        assert steps(with_options(CenturyRules(), {"draws": draws})) == sizes

    @pytest.mark.parametrize("draws", range(10, 31))
    def test_all_of_them_come_in_the_end(self, draws: int):
        for drawing in ("at_once", "steps", "slowly"):
            assert sum(steps(with_options(CenturyRules(), {"draws": draws, "drawing": drawing}))) == draws

    def test_no_number_is_drawn_before_it_is_shown(self):
        table = begun()
        for drawn in (10, 20):
            assert len(table.state.drawn) == len(table.tumbler.draws) == drawn
            if table.waits_for:
                table.go_on("Han")
        assert table.end
        table = begun(drawing="at_once")
        assert len(table.state.drawn) == 20
        assert table.waits_for == ()

    @pytest.mark.parametrize("drawing, seconds", [("steps", 1.5), ("slowly", 6.0)])
    def test_the_next_numbers_come_by_themselves_after_some_seconds(self, drawing: str, seconds: float):
        table = begun(drawing=drawing)
        while table.waits_for:
            assert GAME.pause(table.state) == seconds
            table.times_out(table.waits_for[0])
        assert GAME.pause(table.state) is None

    def test_each_step_is_asked_for_anew_after_the_bets_clock(self):
        assert GAME.pause(Table(drawing="slowly").state) is None
        table = begun()
        first = GAME.asks(table.state, table.seat("Lando"))
        assert GAME.asks(table.go_on("Han").state, table.seat("Lando")) != first

    @pytest.mark.parametrize("drawing", ["at_once", "steps", "slowly"])
    def test_payouts_do_not_depend_on_the_drawing_option(self, drawing: str):
        table = begun("3 90 5 91 17 92 44 93 94 95 96 97 6", drawing=drawing).draws("")
        assert table.nets == {"Roark": 0, "Lando": 40, "Han": 145}


class TestGoingOn:
    def test_one_player_with_a_ticket_goes_on_unless_numbers_come_slowly(self):
        table = begun()
        assert table.waits_for == ("Lando",)
        assert table.move("Han", "go_on").label == table.move("Lando", "go_on").label == "Next numbers (10 of 20)"
        assert table.keys("Roark") == []
        assert table.refusal("Roark", "go_on") == "You have no ticket in this draw. Wait for the next numbers."
        table = begun(drawing="slowly")
        assert {table.move(name, "go_on").place for name in ("Lando", "Han")} == {"clock"}
        assert table.refusal("Roark", "go_on") == "The next numbers come automatically."
        assert begun().move("Han", "go_on").place == "table"

    def test_two_who_go_on_at_the_same_time_do_it_once(self):
        """The label tells how far it is, so the second click is on a choice that is gone."""
        table = begun(draws=30)
        before = table.move("Han", "go_on").label
        assert table.go_on("Lando").move("Han", "go_on").label != before

    def test_draw_goes_on_without_its_leavers(self):
        table = Table(drawing="steps", tickets=2).gives("1 2").ticket("Roark", "1 2").leaves("Lando").leaves("Roark")
        assert table.ticket("Han", "3 17 44").leaves("Han").draws("").paid("Roark") == [25]
        table = begun("5 6").leaves("Lando").leaves("Han")
        assert (table.waits_for, len(table.state.drawn)) == (("Lando",), 10)
        while table.waits_for:
            table.times_out("Lando")
        assert len(table.state.drawn) == 20
        assert table.nets["Lando"] == 40
        assert GAME.leaving_note(CenturyRules(), "you") == (
            "The tickets stay in the draw, and the bot pays those that win."
        )


BOOK = """
2: 1 1, 2 5
3: 2 2, 3 30
4: 2 2, 3 5, 4 60
5: 3 2, 4 10, 5 200
6: 3 2, 4 4, 5 50, 6 800
7: 3 1, 4 2, 5 20, 6 400, 7 2000
8: 4 2, 5 10, 6 100, 7 1500, 8 5000
9: 4 1, 5 5, 6 40, 7 200, 8 2000, 9 5000
10: 5 5, 6 20, 7 100, 8 500, 9 2000, 10 5000
"""
"""Numbers on a ticket, and for how many matches it is paid how much (rules 4.1)."""


def rows() -> Iterator[tuple[int, int, int]]:
    """(numbers, matches, payout) of every ticket and every number of matches, those that pay nothing too."""
    for line in BOOK.strip().splitlines():
        picks, _, pays = line.partition(":")
        payouts = {matches: int(payout) for matches, payout in map(str.split, pays.split(","))}
        for matches in range(int(picks) + 1):
            yield int(picks), matches, payouts.get(str(matches), 0)


ROWS = [pytest.param(*row, id=f"{row[1]} of {row[0]}") for row in rows()]


def played(picks: int, matches: int, stake: int, **options: Any) -> Table:
    """Play a draw in which Han has a ticket of `picks` numbers and that many matches."""
    mine = range(1, picks + 1)
    table = Table("Han", **options).gives(" ".join(map(str, mine[:matches])))
    return table.ticket("Han", " ".join(map(str, mine)), stake)


@pytest.mark.parametrize("picks, matches, payout", ROWS)
def test_a_payout_is_all_that_is_paid(picks: int, matches: int, payout: int):
    """A payout of 1 is the stake back (rules 4.2)."""
    table = played(picks, matches, 20)
    assert table.paid("Han") == [20 * payout]
    assert table.nets == {"Han": 20 * payout - 20}


@pytest.mark.parametrize("picks, matches, payout", ROWS)
def test_payout_as_profit_comes_on_top_of_the_stake(picks: int, matches: int, payout: int):
    """Then 1 doubles the stake; where nothing is paid the stake is lost all the same."""
    table = played(picks, matches, 20, payout="profit")
    assert table.nets == {"Han": 20 * payout if payout else -20}


@pytest.mark.parametrize("picks, matches, payout", ROWS)
def test_payout_is_cut_down_to_the_cap(picks: int, matches: int, payout: int):
    assert played(picks, matches, 20, payout_cap=300).paid("Han") == [min(20 * payout, 300)]


def test_cap_holds_for_each_ticket_and_all_variants_pay_alike():
    assert played(3, 3, 20, payout_cap=300, payout="profit").paid("Han") == [300]
    table = Table("Han", tickets=2, payout_cap=300).gives("1 2 3").ticket("Han", "1 2 3", 20).ticket("Han", "1 2 3", 20)
    assert table.paid("Han") == [300, 300]
    assert played(5, 4, 20, pool="80").paid("Han") == played(5, 4, 20, draws=30).paid("Han") == [200]


def test_more_matches_never_pay_less():
    for payouts in PAYOUTS.values():
        assert all(fewer <= more for fewer, more in pairwise(payouts[matches] for matches in sorted(payouts)))
    # The bank's bounds rest on it: what it can't pay for some numbers it can't for more.
    best = [PAYOUTS[picks][picks] for picks in PICKS]
    assert best == sorted(best)
    for picks, payouts in PAYOUTS.items():
        assert sorted(payouts) == list(range(min(payouts), picks + 1))
    assert describe_payouts(2) == "1 match pays 1 and 2 pay 5 times the stake"
    assert describe_payouts(7) == "3 matches pay 1, 4 pay 2, 5 pay 20, 6 pay 400 and 7 pay 2,000 times the stake"


class TestOneClick:
    def test_usual_bet_is_on_five_numbers_at_random(self):
        table = Table()
        table.tumbler.ready.extend((9, 3, 50, 71, 100))
        assert table.move("Han", "chip").price == 10
        assert table.do("Han", "chip").tickets("Han") == ["3 9 50 71 100 for 10"]
        assert "Han" not in table.waits_for
        assert "chip" not in table.keys("Han")
        assert Table(usual_bet=75).move("Han", "chip").price == 75
        assert Table(usual_bet=75, max_bet=40).move("Han", "chip").price == 40

    def test_usual_bet_takes_chips_and_room_in_the_bank(self):
        assert "chip" not in Table(stacks={"Han": 9}).keys("Han")
        assert "chip" not in Table(bank=1989).keys("Han")
        assert Table(bank=1989).refusal("Han", "chip") == "The bank has too little for the usual bet."
        assert "chip" in Table(bank=1990).keys("Han")

    def test_window_waits_only_for_players_with_a_ticket_who_want_another(self):
        table = Table(tickets=2)
        assert GAME.window(table.state) == BetWindow(8, frozenset())
        table.ticket("Han", "3 17")
        assert GAME.window(table.state) == BetWindow(8, frozenset({3}), frozenset({3}))
        table.ticket("Han", "5 6")
        assert GAME.window(table.state) == BetWindow(8, frozenset({3}))
        assert GAME.window(begun().state) is None
