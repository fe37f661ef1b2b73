"""Pi'Lok: the fee, the streets, the bets, the jump, and what hands are worth."""

from itertools import combinations, product

import pytest

from bot.engine.game import Player
from bot.engine.rng import ScriptedRng
from bot.engine.skills import D6, D20, NARRATIVE
from cogs.pilok.rules import GAME
from cogs.pilok.state import PRESETS, PilokCarry, PilokRules, has_pair, value, with_face
from tests.games.pilok.pilok_table import Table, at_the_jump, three

EXAMPLE = {"Roark": (2, 1, 5), "Lando": (1, 1, 5), "Han": (1, 4, 2)}


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
            players=(Player(seat=1, stack=100), Player(seat=3, stack=100)),
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
        assert table.said[-1] == "Roark leaves the dice as they are."
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


def best_two(dice: tuple[int, ...]) -> int:
    """Apply the printed rule word by word: pick two dice, add them, doubles count twice."""
    return max((a + b) * (2 if a == b else 1) for a, b in combinations(dice, 2))


def test_dice_are_worth_their_best_sum_or_double_pair():
    assert [value((face,), "basic") for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert value((1, 1), "basic") == 4
    assert value((1, 1, 1), "basic") == 4
    assert value((1, 1, 5), "basic") == 6
    assert value((2, 2, 5), "basic") == 8
    for variant in ("basic", "long"):
        assert min(value(dice, variant) for dice in product(range(1, 7), repeat=3)) == 4
    assert value((1, 2), "basic") == 3


@pytest.mark.parametrize("dice", [*product(range(1, 7), repeat=2)])
def test_two_dice_are_their_sum_and_a_pair_counts_twice(dice: tuple[int, int]):
    assert value(dice, "basic") == best_two(dice)


def test_dice_count_as_printed_in_pairs_and_threes():
    for dice in product(range(1, 7), repeat=3):
        assert value(dice, "basic") == best_two(dice)
    assert value((6, 1, 6), "basic") == 24 == max(value(dice, "basic") for dice in product(range(1, 7), repeat=3))
    assert value((6, 6, 6), "basic") == 24
    for dice in product(range(1, 7), repeat=3):
        if len(set(dice)) > 1:
            assert value(dice, "long") == value(dice, "basic")
    assert value((6, 6, 6), "long") == 36
    assert has_pair((1, 4, 1))
    assert has_pair((2, 2, 2))
    assert not has_pair((1, 2, 3))
    assert with_face((2, 1, 5), 2, 3) == (2, 1, 3)
    assert with_face((2, 1, 5), 0, 6) == (6, 1, 5)


@pytest.mark.parametrize("face", range(1, 7))
def test_in_long_pilok_three_alike_count_all_three_doubled(face: int):
    assert value((face, face, face), "long") == 6 * face


PAIR_OF_TWOS = {"Roark": (5, 3, 2), "Lando": (2, 2, 5), "Han": (1, 4, 2)}
SKILLS = {"Roark": "Perception 3D", "Lando": "Perception 4D, Gambling 9D+2", "Han": "Perception 3D, Gambling 8D"}
NINE_DICE_33 = (6, 5, 4, 4, 3, 3, 3, 3, 2)
EIGHT_DICE_27 = (5, 5, 4, 4, 3, 3, 2, 1)


def test_the_two_jumps_of_the_worked_example():
    """Lando wins with 35 against 11 and the 5 comes again; Han wins with 27 against 16 and it becomes 3."""
    table = at_the_jump(EXAMPLE, skills=SKILLS).passes("Roark")
    table.do("Lando", "jump", *NINE_DICE_33, *three(11), target="1").reroll("Lando", "Roark", 5, becomes=5)
    assert (table.dice("Roark"), table.value("Roark")) == ((2, 1, 5), 7)
    table.do("Han", "jump", *EIGHT_DICE_27, *three(16), target="1").reroll("Han", "Roark", 5, becomes=3)
    assert [table.value(name) for name in table.names] == [5, 6, 6]
    assert table.nets == {"Roark": -10, "Lando": 5, "Han": 5}


class TestWhoIsAsked:
    def test_players_are_asked_once_clockwise_from_the_leader(self):
        assert at_the_jump(EXAMPLE).asked == ("Roark", "Lando", "Han")
        assert at_the_jump({"Roark": (1, 2, 1), "Lando": (6, 6, 1), "Han": (1, 1, 2)}).asked == (
            "Lando",
            "Han",
            "Roark",
        )
        table = Table(EXAMPLE).check("Roark", "Lando", "Han").check("Han", "Roark", "Lando")
        assert table.leader == "Roark"
        assert table.fold("Roark").check("Lando", "Han").asked == ("Lando", "Han")
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9).keep("Roark")
        assert table.asked == ("Lando", "Han")
        assert at_the_jump(EXAMPLE).passes("Roark", "Lando").asked == ("Han",)

    def test_players_in_the_hand_may_be_jumped_often_and_all_in(self):
        table = at_the_jump(EXAMPLE).passes("Roark").jump("Lando", "Roark", 12, 9).keep("Lando")
        assert "Roark, 7" in table.choices("Han", "jump")
        table = Table(EXAMPLE).fold("Roark").check("Lando", "Han").checked_down()
        assert table.asked == ("Lando", "Han")
        assert table.choices("Lando", "jump") == ["Han, 6"]
        assert table.refusal("Lando", "jump", target="1") == "Pick from what is offered, each at most once."
        table = Table(EXAMPLE).fold("Roark").checked_down()
        assert table.refusal("Roark", "jump", target="2") == "You have folded this hand."
        table = Table(EXAMPLE, stacks={"Roark": 30}).bet("Roark", 20).call("Lando", "Han").checked_down()
        assert table.asked[0] == "Roark"
        assert "Roark, 7" in table.passes("Roark").choices("Lando", "jump")

    def test_hands_are_shown_once_all_have_passed(self):
        assert at_the_jump(EXAMPLE).passes("Roark", "Lando", "Han").nets["Roark"] == 20
        assert at_the_jump(EXAMPLE).passes("Roark", "Lando", "Han").turn == ()


class TestTheContest:
    def test_jump_winner_picks_any_of_the_losers_dice(self):
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9)
        assert table.turn == ("Roark",)
        assert table.choices("Roark", "reroll") == ["Han's 4", "Han's 2", "Han's 1"]
        assert at_the_jump(EXAMPLE).jump("Roark", "Lando", 12, 9).choices("Roark", "reroll") == [
            "Lando's 5",
            "Lando's 1",
        ]

    def test_die_is_rolled_by_its_owner_or_left(self):
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 9, 12)
        assert table.turn == ("Han",)
        assert table.reroll("Han", "Roark", 5, becomes=1).dice("Roark") == (2, 1, 1)
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9).reroll("Roark", "Han", 4, becomes=6)
        assert table.dice("Han") == (1, 6, 2)
        assert table.said[-1] == "Roark has Han roll the 4 again, and it comes up 6."
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9).reroll("Roark", "Han", 4, becomes=2)
        assert table.value("Han") == 8
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9).keep("Roark")
        assert table.dice("Han") == (1, 4, 2)

    def test_tie_spends_the_attempt_and_a_die_may_be_hit_again(self):
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 10, 10)
        assert table.asked == ("Lando", "Han")
        assert table.said[-1].endswith("It's a tie, so nothing changes.")
        table = at_the_jump(EXAMPLE).passes("Roark")
        table.jump("Lando", "Roark", 12, 9).reroll("Lando", "Roark", 5, becomes=6)
        table.jump("Han", "Roark", 12, 9).reroll("Han", "Roark", 6, becomes=1)
        assert table.dice("Roark") == (2, 1, 1)
        table = at_the_jump(EXAMPLE).passes("Roark", "Lando")
        table.jump("Han", "Roark", 12, 9).reroll("Han", "Roark", 5, becomes=1)
        assert table.nets == {"Roark": -10, "Lando": 5, "Han": 5}


class TestTheSkill:
    def test_gambling_perception_or_three_dice_are_rolled(self):
        table = at_the_jump(EXAMPLE, skills=SKILLS).passes("Roark")
        table.do("Lando", "jump", *NINE_DICE_33, *three(11), target="1")
        assert table.said[-1] == (
            "Lando jumps Roark: Gambling 9D+2: 6 5 4 4 3 3 3 3 2 + 2 = 35 against Perception 3D: 6 4 1 = 11. "
            "Lando wins the contest."
        )
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9)
        assert "3D: 6 5 1 = 12 against 3D: 6 2 1 = 9" in table.said[-1]

    def test_each_dice_system_decides_a_jump(self):
        table = at_the_jump(EXAMPLE, system=D20, skills={"Roark": "Gaming Set +7", "Han": "Wisdom -1"})
        table.do("Roark", "jump", 9, 14, target="3")
        assert "Gaming Set d20+7: 9 + 7 = 16 against Wisdom d20−1: 14 − 1 = 13" in table.said[-1]
        table = at_the_jump(EXAMPLE, system=NARRATIVE, skills={"Roark": "Skulduggery 2, Cunning 2"})
        table.do("Roark", "jump", 9, 9, 1, 1, target="3")
        assert table.turn == ("Roark",)
        assert "Skulduggery 2Y" in table.said[-1]

    def test_a_character_with_a_sheet_of_other_dice_rolls_the_default(self):
        """The sheet was written before the campaign changed its dice."""
        table = at_the_jump(EXAMPLE, system=D6, skills={"Roark": "Dexterity 4D"}).jump("Roark", "Han", 12, 9)
        assert "3D: 6 5 1 = 12" in table.said[-1]


class TestTheChallenge:
    def test_long_pilok_alone_has_a_challenge(self):
        assert at_the_jump(PAIR_OF_TWOS, variant="long").keys("Roark") == ["pass", "jump", "challenge"]
        table = at_the_jump(PAIR_OF_TWOS)
        assert table.keys("Roark") == ["pass", "jump"]
        assert table.refusal("Roark", "challenge", target="3") == "You can challenge only in Long Pi'Lok. Jump or pass."

    def test_lowest_other_hand_is_challenged(self):
        assert at_the_jump(PAIR_OF_TWOS, variant="long").choices("Roark", "challenge") == ["Han, 6"]
        hands = {"Roark": (5, 3, 2), "Lando": (2, 4, 1), "Han": (1, 4, 2)}
        assert at_the_jump(hands, variant="long").choices("Roark", "challenge") == ["Lando, 6", "Han, 6"]
        table = at_the_jump(PAIR_OF_TWOS, variant="long").passes("Roark", "Lando")
        assert table.choices("Han", "challenge") == ["Roark, 8", "Lando, 8"]

    def test_challenge_is_the_attempt_and_its_winner_rerolls_ones_die(self):
        table = at_the_jump(PAIR_OF_TWOS, variant="long").passes("Roark").challenge("Lando", "Han", 12, 9)
        assert table.choices("Lando", "reroll") == ["Your own 5", "Your own 2"]
        table.reroll("Lando", "Lando", 5, becomes=2)
        assert (table.dice("Lando"), table.value("Lando")) == ((2, 2, 2), 12)
        assert table.said[-1] == "Lando rolls the 5 again, and it comes up 2."
        table = at_the_jump(PAIR_OF_TWOS, variant="long").passes("Roark").challenge("Lando", "Han", 9, 12)
        assert table.turn == ("Han",)
        assert table.reroll("Han", "Han", 1, becomes=6).value("Han") == 10
        assert table.dice("Lando") == (2, 2, 5)
        table = at_the_jump(PAIR_OF_TWOS, variant="long").challenge("Roark", "Han", 9, 12).keep("Han")
        assert table.dice("Han") == (1, 4, 2)
        table = at_the_jump(PAIR_OF_TWOS, variant="long").challenge("Roark", "Han", 12, 9).keep("Roark")
        assert table.asked == ("Lando", "Han")

    def test_three_alike_lead_the_deep_with_all_three(self):
        hands = {"Roark": (6, 5, 4), "Lando": (3, 3, 3), "Han": (4, 4, 1)}
        assert at_the_jump(hands, variant="long").leader == "Lando"
        assert at_the_jump(hands).leader == "Han"


@pytest.mark.parametrize("kind", ["jump", "challenge"])
def test_there_is_nothing_to_jump_before_the_deep_is_done(kind: str):
    table = Table(EXAMPLE, variant="long")
    assert table.refusal("Roark", kind, target="2") == "The Jump comes after the Deep."
    assert GAME.outcome(table.state) is None
