"""Three Street Pi'Lok as printed: the Fee, three streets of dice and bets, and the Shadowport."""

import pytest

from bot.engine.game import Player
from bot.engine.rng import ScriptedRng
from cogs.pilok.rules import GAME
from cogs.pilok.state import PRESETS, PilokCarry, PilokRules
from tests.games.pilok.pilok_table import Table, at_the_jump

EXAMPLE = {"Roark": (2, 1, 5), "Lando": (1, 1, 5), "Han": (1, 4, 2)}
FOUR = ("Roark", "Lando", "Han", "Leia")


class TestTheFee:
    def test_ante_and_carryover_make_the_pot_of_two_to_ten_players(self):
        table = Table(EXAMPLE)
        assert table.state.pot == 30
        assert [bettor.stack for bettor in table.state.betting.bettors] == [990, 990, 990]
        assert Table(EXAMPLE, bank=7).state.pot == 37
        assert GAME.seats == range(2, 11)


class TestTheDeal:
    def test_everybody_gets_an_open_die_from_the_dealers_left(self):
        assert [Table(EXAMPLE).dice(name) for name in EXAMPLE] == [(2,), (1,), (1,)]
        table = Table(falls=[6, 2, 4], dealer="Lando")
        assert (table.dice("Han"), table.dice("Roark"), table.dice("Lando")) == ((6,), (2,), (4,))

    def test_deal_passes_to_the_left_neighbor_who_is_still_there(self):
        first = Table(EXAMPLE, dealer="Han").fold("Roark", "Lando")
        deal = GAME.Deal(
            rules=PilokRules(),
            players=first.state.deal.players,
            carry=first.end.carry,
        )
        assert GAME.start(deal, ScriptedRng([1, 2, 3])).state.dealer == first.seat("Roark")
        deal = GAME.Deal(
            rules=PilokRules(),
            players=(Player(seat=1, name="Roark", stack=100), Player(seat=3, name="Han", stack=100)),
            carry=PilokCarry(dealer=2, order=(1, 2, 3)),
        )
        assert GAME.start(deal, ScriptedRng([1, 2])).state.dealer == 3

    def test_highest_die_acts_first_and_the_dealer_last_among_equals(self):
        assert Table(EXAMPLE).turn == ("Roark",)
        assert Table({"Roark": (3,), "Lando": (3,), "Han": (3,)}, dealer="Roark").leader == "Lando"

    @pytest.mark.parametrize("face", range(1, 7))
    def test_of_equal_highest_dice_the_nearest_to_the_dealers_left_acts_first(self, face: int):
        table = Table({"Roark": (1,), "Lando": (face,), "Han": (face,), "Leia": (1,)}, dealer="Roark")
        assert table.leader == "Lando"

    def test_view_hides_nothing(self):
        state = Table(EXAMPLE).state
        public = GAME.view(state, None)
        assert public == GAME.view(state, 1).evolve(own=None) == GAME.view(state, 3).evolve(own=None)


class TestTheStreets:
    def test_second_and_third_dice_fall_from_the_leader(self):
        """Roark led the Lift and only checked; Lando bet first."""
        table = Table(falls=[2, 1, 1], dealer="Han").check("Roark").bet("Lando", 10).call("Han")
        table.do("Roark", "call", 6, 5, 4)
        assert [table.dice(name) for name in table.names] == [(2, 6), (1, 5), (1, 4)]
        table = Table(falls=[2, 1, 1]).check("Roark", "Lando").do("Han", "check", 1, 1, 4)
        assert table.leader == "Han"
        table.check("Han", "Roark").do("Lando", "check", 2, 5, 5)
        assert [table.dice(name) for name in table.names] == [(2, 1, 5), (1, 1, 5), (1, 4, 2)]

    def test_best_hand_so_far_leads_bets_clockwise(self):
        table = Table(EXAMPLE)
        led = [table.leader]
        table.check("Roark", "Lando", "Han")
        led.append(table.leader)
        table.check("Han", "Roark", "Lando")
        assert [*led, table.leader] == ["Roark", "Han", "Roark"]
        table = Table(EXAMPLE).check("Roark", "Lando", "Han")
        assert table.turn == ("Han",)
        assert table.bet("Han", 110).turn == ("Roark",)
        assert table.call("Roark").turn == ("Lando",)
        table = Table(EXAMPLE).fold("Roark").check("Lando", "Han")
        assert [len(table.dice(name)) for name in table.names] == [1, 2, 2]
        table = Table({"Roark": (6, 5), "Lando": (3, 3), "Han": (1, 1)}).check("Roark", "Lando", "Han")
        assert (table.leader, table.value("Lando"), table.value("Roark")) == ("Lando", 12, 11)

    def test_there_are_three_streets_of_bets_and_then_the_jump(self):
        table = Table(EXAMPLE)
        streets = [table.state.street]
        table.check("Roark", "Lando", "Han")
        streets.append(table.state.street)
        table.check("Han", "Roark", "Lando")
        streets.append(table.state.street)
        assert [*streets, table.check("Roark", "Lando", "Han").state.street] == ["lift", "orbit", "deep", "jump"]


class TestTheBets:
    def test_the_pots_of_the_worked_example(self):
        table = Table(EXAMPLE).bet("Roark", 50).call("Lando", "Han")
        assert table.state.pot == 180
        table.bet("Han", 110).call("Roark", "Lando")
        assert table.state.pot == 510
        table.bet("Roark", 150).raises("Lando", 300).call("Han", "Roark")
        assert table.state.pot == 1410

    def test_raise_adds_the_last_raise_and_asks_everybody_again(self):
        table = Table(EXAMPLE).check("Roark", "Lando").bet("Han", 20).raises("Roark", 60)
        assert table.turn == ("Lando",)
        assert table.call("Lando").turn == ("Han",)
        assert Table(EXAMPLE).bounds("Roark", "bet") == (10, 990)
        assert Table(EXAMPLE).bet("Roark", 50).bounds("Lando", "raise") == (100, 990)
        table = Table(EXAMPLE).bet("Roark", 150).raises("Lando", 300)
        assert table.state.betting.bettor(table.seat("Lando")).stack == 690
        assert "raise" in Table(EXAMPLE).check("Roark").bet("Lando", 10).call("Han").keys("Roark")

    def test_fold_is_confirmed_and_all_ins_let_the_dice_fall(self):
        (fold,) = (move for move in Table(EXAMPLE).moves("Roark") if move.key == "fold")
        assert fold.confirm
        table = Table(EXAMPLE, stacks={"Lando": 40}).bet("Roark", 100).call("Lando", "Han")
        assert table.check("Han").turn == ("Roark",)
        assert table.check("Roark").turn == ("Roark",)
        table = Table(EXAMPLE, stacks={"Roark": 100, "Lando": 100}).bet("Roark", 90).call("Lando", "Han")
        assert table.state.street == "jump"
        assert table.asked == ("Roark", "Lando", "Han")


class TestTheShadowport:
    def test_highest_hands_take_or_split_the_pot(self):
        assert Table(EXAMPLE).shown_down().nets == {"Roark": 20, "Lando": -10, "Han": -10}
        table = Table({"Roark": (6, 1, 1), "Lando": (2, 1, 5), "Han": (3, 1, 2)}).shown_down()
        assert table.nets == {"Roark": 5, "Lando": 5, "Han": -10}
        hands = {"Roark": (1, 2, 3), "Lando": (6, 1, 1), "Han": (5, 2, 1)}
        assert Table(hands, dealer="Roark", bank=1).shown_down().nets == {"Roark": -10, "Lando": 6, "Han": 5}
        assert Table(hands, dealer="Lando", bank=1).shown_down().nets == {"Roark": -10, "Lando": 5, "Han": 6}

    def test_last_player_takes_the_pot_unseen_and_folded_dice_win_nothing(self):
        table = Table(EXAMPLE).bet("Roark", 500).fold("Lando", "Han")
        assert table.nets == {"Roark": 20, "Lando": -10, "Han": -10}
        assert table.state.result
        assert table.state.result.unseen
        assert table.state.result.returned == ((1, 500),)
        table = Table({"Roark": (6, 6, 6), "Lando": (1, 2, 3), "Han": (1, 1, 2)}).fold("Roark").check("Lando", "Han")
        assert table.shown_down().nets["Roark"] == -10

    def test_all_in_players_win_at_most_their_own_amount_from_each(self):
        hands = {"Roark": (6, 6, 1), "Lando": (5, 5, 1), "Han": (4, 4, 1)}
        table = Table(hands, stacks={"Roark": 60}).bet("Roark", 50).raises("Lando", 200).call("Han").shown_down()
        assert table.nets == {"Roark": 120, "Lando": 90, "Han": -210}
        hands = {"Roark": (6, 6, 1), "Lando": (5, 5, 1), "Han": (4, 4, 1)}
        table = Table(hands, stacks={"Roark": 50, "Lando": 200, "Han": 900})
        table.check("Roark", "Lando").bet("Han", 890).call("Roark", "Lando").shown_down()
        assert table.nets == {"Roark": 100, "Lando": 100, "Han": -200}
        assert table.state.result
        assert [win.amount for win in table.state.result.wins] == [150, 300]
        assert table.state.result.returned == ((3, 700),)

    def test_the_hand_hands_on_who_dealt(self):
        assert Table(EXAMPLE).shown_down().end.carry == PilokCarry(dealer=3, order=(1, 2, 3))


class TestAbsence:
    def test_absence_checks_folds_or_passes(self):
        assert Table(EXAMPLE).times_out("Roark").said[-1] == "Roark checks."
        assert Table(EXAMPLE).bet("Roark", 10).times_out("Lando").said[-1] == "Lando folds."
        assert at_the_jump(EXAMPLE).times_out("Roark").said[-1] == "Roark passes the jump."
        table = at_the_jump(EXAMPLE).jump("Roark", "Lando", 12, 9).times_out("Roark")
        assert table.said[-1] == "Roark leaves the dice as they lie."
        state = Table(EXAMPLE).bet("Roark", 10).state
        assert GAME.on_leave(state, 2) == GAME.on_timeout(state, 2)


class TestTheBuyIn:
    def test_buy_in_and_bets_depend_on_the_preset(self):
        buy_in = GAME.buy_in(PRESETS["ordinary"])
        assert (buy_in.low, buy_in.usual) == (10, 500)
        table = Table(EXAMPLE, min_bet=1, max_bet=25)
        assert table.bounds("Roark", "bet") == (1, 25)
        assert table.bet("Roark", 25).bounds("Lando", "raise") == (50, 50)
        assert PRESETS["high stakes"].max_bet == 0
