"""Roulette: everybody bets at once, the ball falls once for all, and the table remembers."""

from typing import Any

import pytest

from bot.engine.money import DND, MAX_AMOUNT
from bot.errors import RuleError
from bot.ui.forms import read
from cogs.roulette.rules import GAME
from cogs.roulette.state import RouletteCarry
from tests.games.roulette.roulette_table import FULL, Table, after, spun


class TestTheBets:
    def test_everybody_bets_at_once_on_many_spots_and_again(self):
        assert Table().turn == ("Roark", "Lando", "Han")
        table = Table().bet("Roark", "17 5, 17-20 10, corner 17-21 5, red 20, third column 5")
        assert table.lies("Roark") == {"17": 5, "17-20": 10, "corner 17-21": 5, "red": 20, "third column": 5}
        assert table.chips("Roark") == 955
        assert Table().bet("Roark", "17 5, red 10, 17 6").lies("Roark") == {"17": 11, "red": 10}
        table = spun({"Roark": "17 5", "Lando": "17 10"}, "17")
        assert table.nets == {"Roark": 175, "Lando": 350, "Han": 0}

    def test_bet_or_addition_is_at_least_the_smallest_bet(self):
        assert Table().refusal("Roark", "inside", spot="17", amount=4) == "The smallest bet is 5 cp."
        assert Table(min_bet=100).refusal("Roark", "outside", spot="red", amount=99) == "The smallest bet is 1 gp."
        assert Table().bet("Roark", "17 5").refusal("Roark", "inside", spot="17", amount=1).startswith("The smallest")

    def test_bet_is_at_most_the_stack(self):
        assert Table(stacks={"Roark": 12}).refusal("Roark", "inside", spot="17", amount=13) == (
            "You have only 1 sp 2 cp."
        )
        table = Table(stacks={"Roark": 12}).bet("Roark", "17 5")
        assert table.amount("Roark", "outside").high == 7
        table = Table(stacks={"Roark": 9}).bet("Roark", "17 5")
        assert table.keys("Roark") == ["take_back", "done"]
        assert table.refusal("Roark", "inside", spot="17", amount=5) == "You have too few chips for the smallest bet."

    @pytest.mark.parametrize("amount", [0, -5])
    def test_nothing_and_less_than_nothing_are_no_bets(self, amount: int):
        assert Table().refusal("Roark", "inside", spot="17", amount=amount) == "The smallest bet is 5 cp."

    def test_spot_belongs_to_its_kind_of_bet_and_wheel(self):
        assert Table().refusal("Roark", "inside", spot="red", amount=5) == "Red is under “Red, odd, dozens”."
        assert Table().refusal("Roark", "outside", spot="corner 17-21", amount=5) == (
            "The corner 17-21 is under “Numbers”."
        )
        assert Table().refusal("Roark", "outside", spot="purple", amount=5) == (
            "Pick a color, even, odd, low, high, a dozen or a column."
        )
        assert "That isn't a bet" in Table().refusal("Roark", "inside", spot="00", amount=5)
        assert "That isn't a bet" in Table(wheel="double").refusal("Roark", "inside", spot="first four", amount=5)
        assert Table(wheel="double").bet("Roark", "00 5").lies("Roark") == {"00": 5}

    def test_limit_holds_for_each_spot_and_gambler(self):
        table = Table(max_bet=20, max_outside=50)
        assert (table.amount("Roark", "inside").high, table.amount("Roark", "outside").high) == (20, 50)
        assert table.refusal("Roark", "inside", spot="17", amount=21) == "The largest bet on 17 is 2 sp."
        assert table.refusal("Roark", "outside", spot="red", amount=51) == "The largest bet on red is 5 sp."
        table.bet("Roark", "17 20, 20 20, red 50").bet("Lando", "17 20")
        assert "17" not in table.spots("Roark", "inside")
        assert table.cap("Roark", "18") == 20
        table = Table(max_bet=20).bet("Roark", "17 8")
        assert (table.cap("Roark", "17"), table.cap("Lando", "17")) == (12, 20)
        assert table.refusal("Roark", "inside", spot="17", amount=13) == (
            "You can add at most 1 sp 2 cp on 17: that makes the table's largest bet."
        )
        table = Table(max_bet=20).bet("Roark", "17 16")
        assert table.refusal("Roark", "inside", spot="17", amount=5) == (
            "You could add only 4 cp on 17, and the smallest bet is 5 cp."
        )

    def test_full_spots_are_refused_or_offered_with_what_fits(self):
        table = Table(max_bet=20, max_outside=50).bet("Roark", "street 4-6 20, red 50")
        assert table.refusal("Roark", "inside", spot="street 4-6", amount=5) == (
            "You already have the table's largest bet on the street 4-6."
        )
        assert table.refusal("Roark", "outside", spot="red", amount=5) == (
            "You already have the table's largest bet on red."
        )
        table = Table(max_outside=10)
        table.bet("Roark", ", ".join(f"{spot.name} 6" for spot in table.rules.layout.outside))
        assert "outside" not in table.keys("Roark")
        assert table.refusal("Roark", "outside", spot="red", amount=5) == (
            "You already have the table's largest bet, or nearly, on every spot there."
        )
        assert "outside" in table.keys("Lando")
        table = Table(max_outside=20)
        table.bet("Roark", ", ".join(f"{spot.name} 8" for spot in table.rules.layout.outside))
        assert table.refusal("Roark", "outside", spot="red", amount=13) == (
            "You can add at most 1 sp 2 cp on red: that makes the table's largest bet."
        )


class TestTakingBack:
    def test_all_or_chosen_bets_come_back(self):
        table = Table().bet("Roark", "17 5, red 20").bet("Lando", "17 5").take_back("Roark")
        assert (table.lies("Roark"), table.chips("Roark"), table.lies("Lando")) == ({}, 1000, {"17": 5})
        table = Table().bet("Roark", "17 5, red 20, 20 10")
        assert table.back("Roark") == ["all", "17", "red", "20"]
        table.take_back("Roark", "20", "17")
        assert (table.lies("Roark"), table.chips("Roark")) == ({"red": 20}, 980)
        assert Table().bet("Roark", "17 5, red 20").take_back("Roark", "all", "red").lies("Roark") == {}
        table = Table().bet("Roark", "17 5")
        assert (table.back("Roark"), table.do("Roark", "take_back").lies("Roark")) == ([], {})

    @pytest.mark.parametrize("spots", [("18",), ("17", "17"), ("17", "18"), ("red", "corner 17-21")])
    def test_spot_without_a_bet_is_not_removed(self, spots: tuple[str, ...]):
        table = Table().bet("Roark", "17 5, red 20").bet("Lando", "18 5")
        assert table.refusal("Roark", "take_back", spots=spots) == "Pick from the bets that you've made, each once."

    def test_removal_needs_a_bet_and_a_choice_written_or_picked(self):
        assert Table().bet("Roark", "17 5, red 20").refusal("Roark", "take_back", spots=()) == "Pick 1 to 3."
        table = Table().bet("Roark", ", ".join(f"{number} 5" for number in range(1, 31)) + ", low 5, red 5")
        move = table.move("Roark", "take_back")
        for written, spots in (("all", ("all",)), ("No. 17, low, red ", ("17", "low", "red")), ("18.", ("18",))):
            assert read(move, {"spots": written}, DND) == {"spots": spots}
        assert table.take_back("Roark", "17", "low").chips("Roark") == 1000 - 30 * 5
        with pytest.raises(RuleError, match="Pick from the bets that you've made"):
            read(move, {"spots": "17, purple"}, DND)
        assert "take_back" not in Table().keys("Roark")
        assert Table().refusal("Roark", "take_back") == "You have no bet to remove."
        assert "take_back" in Table().bet("Roark", "17 5").keys("Roark")


class TestBeingDone:
    def test_player_who_is_done_may_go_on_and_is_asked_again_after_removing(self):
        table = Table().bet("Roark", "17 5").done("Roark", "Lando")
        assert (table.turn, table.state.result) == (("Han",), None)
        assert table.done("Han").state.is_over
        table = Table().bet("Roark", "17 5").done("Roark").bet("Roark", "20 5")
        assert table.keys("Roark") == ["chip", "inside", "outside", "take_back"]
        assert "Roark" not in table.turn
        table = Table().bet("Roark", "17 5, red 5").done("Roark", "Lando").take_back("Roark", "17")
        assert table.turn == ("Roark", "Han")
        assert table.keys("Roark") == ["chip", "inside", "outside", "take_back", "done"]
        table.take_back("Roark").done("Han")
        assert table.turn == ("Roark",)
        assert table.done("Roark").said[-1] == "Nobody has bet, so the ball stays where it is."
        assert Table().done("Roark").refusal("Roark", "done") == "You're done already. Wait for the others."

    def test_spin_needs_one_bet_and_asks_players_without_chips(self):
        table = Table(("Roark",), stacks={"Roark": 50}).bet("Roark", "red 50")
        assert (table.turn, table.keys("Roark")) == (("Roark",), ["take_back", "done"])
        table = Table().done()
        assert table.chance.draws == []
        assert (table.state.result, table.nets) == (None, {"Roark": 0, "Lando": 0, "Han": 0})
        assert table.won_by_the_bank == 0
        assert Table(("Roark",)).bet("Roark", "17 5").done("Roark").nets == {"Roark": 175}

    @pytest.mark.parametrize("seat", [0, 4])
    def test_seat_outside_the_spin_has_no_moves(self, seat: int):
        assert Table().refusal("Luke", "inside", spot="17", amount=5) == "You aren't in this spin."
        assert GAME.moves(Table().state, seat) == ()

    def test_seats_are_one_to_twenty_and_bets_close_with_the_ball(self):
        assert GAME.seats == range(1, 21)
        table = spun("17 5", "17")
        for kind, fields in (("inside", {"spot": "17", "amount": 5}), ("outside", {"spot": "red", "amount": 5})):
            assert table.refusal("Lando", kind, **fields) == "The bets are closed."
        for kind in ("again", "take_back", "done"):
            assert table.refusal("Lando", kind) == "The bets are closed."


class TestTheBall:
    def test_ball_is_one_open_draw_over_all_pockets(self):
        table = spun({"Roark": "17 5", "Lando": "red 5"}, "36")
        ((_, bound, value, is_secret),) = table.chance.draws
        assert (bound, value, is_secret) == (37, 35, False)
        table = spun("00 5", "00", wheel="double")
        assert (table.chance.draws[0].bound, table.nets["Roark"]) == (38, 175)

    def test_bank_wins_the_losses_and_may_end_below_nothing_when_endless(self):
        table = spun({"Roark": "17 5, red 20", "Lando": "even 30"}, "17", bank=5000)
        assert table.nets == {"Roark": 155, "Lando": -30, "Han": 0}
        assert table.end.bank == 5000 - 155 + 30
        assert spun("17 5", "17").end.bank == -175


class TestTheSameAgain:
    def test_same_again_repeats_the_last_bets_when_nothing_lies_there_and_chips_reach(self):
        table = Table(carry=after("3", Roark="17 5, red 10"))
        move = table.move("Roark", "again")
        assert (move.label, move.price) == ("Same again", 15)
        assert table.again("Roark").lies("Roark") == {"17": 5, "red": 10}
        assert table.chips("Roark") == 985
        table = Table(carry=after("3", Roark="17 5")).bet("Roark", "20 5")
        assert table.refusal("Roark", "again") == "You've already bet on this spin. Remove your bets first."
        assert table.take_back("Roark").again("Roark").lies("Roark") == {"17": 5}
        assert Table(carry=after("3", Roark="17 5")).refusal("Lando", "again") == (
            "You have no earlier bets here to repeat."
        )
        table = Table(carry=after("3", Roark="17 5, red 10"), stacks={"Roark": 14})
        assert table.refusal("Roark", "again") == "You have too few chips to repeat your last bets."

    @pytest.mark.parametrize(
        "bets, options",
        [
            ("00 5", {}),
            ("top line 5", {"wheel": "double", "top_line": False}),
            ("first four 5", {"wheel": "double"}),
            ("17 5", {"min_bet": 10}),
            ("17 50", {"max_bet": 40}),
            ("17 5, red 50", {"max_outside": 40}),
        ],
    )
    def test_house_rules_that_have_changed_since_must_still_allow_it(self, bets: str, options: dict[str, Any]):
        table = Table(carry=after("3", Roark=bets), **options)
        assert table.refusal("Roark", "again") == "The house rules have changed, so you can't repeat your last bets."

    def test_the_bank_must_be_able_to_pay_all_of_it(self):
        for bank, is_payable in ((174, False), (175, True)):
            table = Table(carry=after("3", Roark="17 5"), bank=bank)
            assert ("again" in table.keys("Roark")) is is_payable
        table = Table(carry=after("3", Roark="17 5"), bank=174)
        assert table.refusal("Roark", "again") == "The bank has too little for the same bets again."


class TestWhatIsHandedOn:
    def test_last_ten_pockets_and_everybodys_last_bets_carry_over(self):
        carry = after(*map(str, range(1, 11)))
        history = Table(ball="17", carry=carry).bet("Roark", "red 5").done().handed_on.history
        assert history == ("17", *map(str, range(1, 10)))
        carry = after("3", Roark="17 5", Lando="red 10")
        table = Table(carry=carry).bet("Roark", "20 5, black 5").done()
        assert table.end.carry == after("17", "3", Roark="20 5, black 5", Lando="red 10")
        carry = RouletteCarry(last=tuple(one.evolve(seat=one.seat + 90) for one in after(Roark="17 5").last * 60))
        table = Table(FULL, carry=carry)
        for name in FULL:
            table.bet(name, "17 5")
        last = table.done().handed_on.last
        assert len(last) == 40
        assert [one.seat for one in last[:20]] == [*range(1, 21)]
        carry = after("3", Roark="17 5")
        assert Table(carry=carry).done().end.carry == carry
        assert Table().done().end.carry == RouletteCarry()


class TestAbsence:
    def test_absence_closes_betting_and_bets_stay(self):
        table = Table().bet("Roark", "17 5").times_out("Roark").times_out("Lando").times_out("Han")
        assert table.nets["Roark"] == 175
        state = Table().bet("Roark", "17 5").state
        assert GAME.on_leave(state, 1) == GAME.on_timeout(state, 1)
        assert GAME.leaving_note(Table().rules, "you") == (
            "The bot makes no more bets for you. Bets on the layout stay there for this spin."
        )


class TestSittingDown:
    def test_one_brings_at_least_the_smallest_bet_and_usually_fifty(self):
        buy_in = GAME.buy_in(Table().rules)
        assert (buy_in.low, buy_in.usual, buy_in.high) == (5, 250, MAX_AMOUNT)
        assert GAME.least_stack(Table().rules) == 5
