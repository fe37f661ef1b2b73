"""Twenty-one as casinos play it: two cards each, hit or stand, the dealer draws to 17, and the bank pays."""

import pytest

from bot.engine.game import Player
from bot.engine.rng import SeededRng
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import PRESETS, TwentyOneRules
from tests.games.twentyone.twentyone_table import Table, against, cards


class TestTheDeal:
    def test_cards_go_round_to_players_with_a_bet(self):
        table = Table("Roark", "Lando").dealt("6c 10s", Roark="9h 2s", Lando="Ks 7d")
        assert (table.hands("Roark"), table.hands("Lando")) == ([cards("9h 2s")], [cards("Ks 7d")])
        assert table.dealer == cards("6c")
        assert table.state.face_down == "10s"
        table = Table("Roark", "Lando").dealt("6c 10s", Lando="Ks 7d")
        assert table.hands("Roark") == []
        assert table.turn == ("Lando",)
        table = Table("Roark", "Lando").do("Roark", "done").do("Lando", "done")
        assert table.nets == {"Roark": 0, "Lando": 0}
        assert (table.dealer, table.state.shoe.size) == ((), 312)

    def test_hands_are_played_clockwise_by_one_to_seven(self):
        table = Table("Roark", "Lando", "Han").dealt("6c 10s", Roark="9h 8s", Lando="Ks 7d", Han="2c 3c")
        assert table.turn == ("Roark",)
        assert table.stand().turn == ("Lando",)
        assert table.stand("Lando").turn == ("Han",)
        assert GAME.seats == range(1, 8)


class TestAHand:
    def test_hand_takes_cards_up_to_twenty_one(self):
        table = against("10c 8s", "5h 4s").hit("9d")
        assert table.hands() == [cards("5h 4s 9d")]
        assert table.stand().verdicts == ("push",)
        table = against("6c 10s", "10h 6s").hit("6d")
        assert (table.net, table.verdicts) == (-10, ("bust",))
        table = against("10c 8s", "Ah 6s").hit("10d")
        assert table.turn == ("Roark",)
        assert table.stand().verdicts == ("lost",)
        assert against("10c 8s", "5h 6s").hit("Kd").verdicts == ("won",)

    @pytest.mark.parametrize("hand, net", [("10h 9s", 10), ("10h 8s", 0), ("10h 7s", -10)])
    def test_the_better_hand_wins_an_equal_one_gets_its_bet_back(self, hand: str, net: int):
        table = against("10c 8s", hand).stand()
        assert table.net == net
        assert table.end.bank == 10_000 - net

    def test_absence_stands(self):
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="5h 4s", Lando="10h 10d")
        assert table.times_out("Roark").turn == ("Lando",)
        assert table.times_out("Lando").nets == {"Roark": -10, "Lando": 10}
        said = "Bets that are made stay, and the bot stands on every hand for {}."
        assert [GAME.leaving_note(TwentyOneRules(), whom) for whom in ("you", "Han")] == [
            said.format("you"),
            said.format("Han"),
        ]
        table = against("10c 8s", "8h 8d").split("2h 3d")
        assert GAME.on_leave(table.state, 1).kind == "stand"
        table.stand()
        assert GAME.on_leave(table.state, 1).kind == "stand"


class TestTheDealer:
    def test_dealer_draws_on_sixteen_and_over_twenty_one_loses(self):
        assert against("10c 6s", "10h 8s").stand(new="Ah").dealer == cards("10c 6s Ah")
        table = Table("Roark", "Lando").dealt("10c 6s", Roark="10h 2s", Lando="9h 3d")
        table.stand("Roark").hit("5h", "Lando")
        assert table.stand("Lando", "9s").nets == {"Roark": 10, "Lando": 10}

    def test_dealer_hits_soft_seventeen_only_by_house_rule(self):
        assert against("Ac 6s", "10h 8s", insurance=False).stand().verdicts == ("won",)
        table = against("Ac 6s", "10h 8s", insurance=False, soft_17="hits").stand(new="4d")
        assert (table.dealer, table.verdicts) == (cards("Ac 6s 4d"), ("lost",))
        assert against("Ac 6s", "10h 9s", insurance=False, soft_17="hits").stand(new="Kd").verdicts == ("won",)

    def test_dealer_draws_only_where_a_hand_is_left_to_beat(self):
        table = against("6c 10s", "10h 6s").hit("6d")
        assert table.dealer == cards("6c 10s")
        assert against("6c 10s", "Ah Ks").dealer == cards("6c 10s")
        table = Table("Roark", "Lando").dealt("6c 10s", Roark="10h 6s", Lando="10h 2d").hit("6d").stand("Lando", "2c")
        assert table.dealer == cards("6c 10s 2c")
        assert table.nets == {"Roark": -10, "Lando": -10}


class TestNaturals:
    @pytest.mark.parametrize("pays, bet, net", [("3:2", 10, 15), ("6:5", 10, 12), ("1:1", 10, 10)])
    def test_pay_what_the_table_says(self, pays: str, bet: int, net: int):
        assert against("6c 10s", "Ah Ks", bet=bet, natural_pays=pays).net == net

    @pytest.mark.parametrize("pays, bet, net", [("3:2", 11, 16), ("6:5", 13, 15), ("6:5", 14, 16)])
    def test_parts_of_a_coin_stay_with_the_house(self, pays: str, bet: int, net: int):
        assert against("6c 10s", "Ah Ks", bet=bet, natural_pays=pays).net == net

    def test_natural_beats_twenty_one_and_ties_a_natural(self):
        table = Table("Roark", "Lando").dealt("6c 10s", Roark="Ah Ks", Lando="10h 10d").stand("Lando", "5d")
        assert table.nets == {"Roark": 15, "Lando": -10}
        table = against("10c As", "Ah Ks")
        assert (table.net, table.verdicts) == (0, ("push",))
        table = against("10c As", "7h 7s", hole_card="no_peek").hit("7d")
        assert (table.net, table.verdicts) == (-10, ("lost",))
        table = against("6c 10s", "Ah Ad").split("Ks Qs 2d")
        assert (table.net, table.verdicts) == (20, ("won", "won"))


class TestTheGame:
    def test_the_house_pays_and_says_what_a_bank_needs(self):
        rules = TwentyOneRules()
        assert GAME.is_banked
        assert GAME.least_bank(rules) == 15
        assert GAME.usual_bank(rules) == 6000
        assert GAME.usual_bank(rules.evolve(max_bet=100)) == 3000

    @pytest.mark.parametrize("name", PRESETS)
    def test_the_usual_bank_pays_the_usual_largest_bets_many_times(self, name: str):
        rules = PRESETS[name]
        assert GAME.usual_bank(rules) >= 20 * rules.min_bet * 20
        assert GAME.least_bank(rules) * 20 <= GAME.usual_bank(rules)

    def test_short_stack_sits_out_and_unusual_naturals_are_noted(self):
        assert GAME.least_stack(TwentyOneRules(min_bet=25)) == 25
        notes = {pays: GAME.rules_note(TwentyOneRules(natural_pays=pays)) for pays in ("3:2", "6:5", "1:1")}
        assert notes["3:2"] is None
        assert notes["6:5"] == "A natural pays only 6 to 5 here. At most tables it's 3 to 2."
        assert notes["1:1"] is not None

    def test_each_card_is_another_choice_of_the_players_in_the_hand(self):
        table = against("10c 8s", "2h 2d")
        asked = [GAME.asks(table.state, 1)]
        asked += [GAME.asks(table.hit(new).state, 1) for new in ("3c", "4c", "2c")]
        assert len(set(asked)) == 4
        table = against("10c 8s", "8h 8d").split("2h 3d")
        before = GAME.asks(table.state, 1)
        assert GAME.asks(table.stand().state, 1) != before
        state = GAME.start(GAME.Deal(rules=TwentyOneRules(), players=(Player(seat=4, stack=100),)), SeededRng(1)).state
        assert GAME.moves(state, 5) == ()
        assert GAME.refusal(state, 5, GAME.action("done", {})) == "You aren't in this hand."
