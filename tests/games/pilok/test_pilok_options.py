"""Every house rule of Pi'Lok, at both of its ends."""

import pytest

from bot.engine.options import with_options
from bot.engine.skills import D6
from bot.errors import RuleError
from cogs.pilok.rules import GAME
from cogs.pilok.state import PilokRules
from tests.games.pilok.pilok_table import Table, at_the_jump, three

EXAMPLE = {"Roark": (2, 1, 5), "Lando": (1, 1, 5), "Han": (1, 4, 2)}
SIX_AND_FIVE = {"Roark": (6, 5), "Lando": (3, 3), "Han": (1, 2)}
FOUR_HANDS = {"Roark": (1, 4, 2), "Lando": (6, 5, 1), "Han": (1, 2, 4), "Leia": (6, 6, 1)}
PAIR_OF_FOURS = {"Roark": (4, 4, 5), "Lando": (1, 2, 3), "Han": (6, 2, 1)}
WINNERS_ROARK_AND_LANDO = {"Roark": (6, 1, 1), "Lando": (5, 2, 1), "Han": (1, 2, 3)}


class TestVariant:
    def test_long_pilok_has_a_name_of_its_own_and_counts_three_alike(self):
        hands = {"Roark": (6, 6, 5), "Lando": (5, 5, 5), "Han": (1, 2, 3)}
        assert Table(hands, variant="basic").shown_down().nets["Roark"] == 20
        assert Table(hands, variant="long").shown_down().nets["Lando"] == 20


class TestStakes:
    def test_ante_and_smallest_bet_are_bounded(self):
        assert Table(EXAMPLE, ante=25).state.pot == 75
        assert Table(EXAMPLE, ante=25).bounds("Roark", "bet")[0] == 25
        assert Table(EXAMPLE, ante=25, min_bet=1).bounds("Roark", "bet")[0] == 1
        with pytest.raises(RuleError, match="The largest bet, 5, can't be below the smallest, which is the ante, 10"):
            with_options(PilokRules(), {"max_bet": 5})

    def test_largest_bet_limits_a_raise_or_is_all_one_has(self):
        table = Table(EXAMPLE, max_bet=50)
        assert table.bounds("Roark", "bet") == (10, 50)
        assert table.bet("Roark", 30).bounds("Lando", "raise") == (60, 80)
        assert table.refusal("Lando", "raise", to=81) == "The largest raise is to 80 cr."
        assert Table(EXAMPLE, max_bet=0).bounds("Roark", "bet") == (10, 990)

    def test_pot_limit_counts_the_carryover(self):
        table = Table(EXAMPLE, pot_limit=True)
        assert table.bounds("Roark", "bet") == (10, 30)
        assert table.bet("Roark", 30).bounds("Lando", "raise") == (60, 120)
        assert Table(EXAMPLE, pot_limit=True, bank=15).bounds("Roark", "bet") == (10, 45)

    def test_a_cap_counts_bets_and_raises_on_one_street(self):
        table = Table(EXAMPLE, raise_cap=2).bet("Roark", 10).raises("Lando", 20)
        assert table.keys("Han") == ["call", "fold"]
        assert table.refusal("Han", "raise", to=40) == ("This table allows no more raises in this round: call or fold.")
        assert "bet" in table.call("Han", "Roark").keys(table.leader)


class TestShortAllIn:
    @pytest.mark.parametrize("reopens, keys", [(False, ["call", "fold"]), (True, ["call", "raise", "fold"])])
    def test_a_short_all_in_reopens_only_where_the_table_says_so(self, reopens: bool, keys: list[str]):
        table = Table(EXAMPLE, stacks={"Han": 70}, short_raise_reopens=reopens)
        table.bet("Roark", 50).call("Lando").raises("Han", 60)
        assert table.keys("Roark") == keys

    def test_the_refusal_says_why(self):
        table = Table(EXAMPLE, stacks={"Han": 70}).bet("Roark", 50).call("Lando").raises("Han", 60)
        assert table.refusal("Roark", "raise", to=200) == (
            "That all-in was less than a full raise, so you can only call or fold."
        )


class TestShortAnte:
    def test_short_stack_sits_out_or_antes_all_in(self):
        assert GAME.least_stack(PilokRules(ante=10)) == 10
        assert GAME.least_stack(PilokRules(short_ante="all_in")) == 1
        table = Table(
            {"Roark": (6, 6, 6), "Lando": (5, 5, 1), "Han": (1, 2, 3)}, stacks={"Roark": 4}, short_ante="all_in"
        )
        assert table.said[0].endswith("Roark could pay only part of it.")
        assert table.checked_down().shown_down().nets == {"Roark": 8, "Lando": 2, "Han": -10}


class TestOddChips:
    def test_odd_chips_go_left_of_the_dealer_to_the_house_or_over(self):
        table = Table(WINNERS_ROARK_AND_LANDO, bank=1, odd_chips="position").shown_down()
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 6, "Lando": 5, "Han": -10}, 0, 0)
        table = Table(WINNERS_ROARK_AND_LANDO, bank=1, odd_chips="house").shown_down()
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 5, "Lando": 5, "Han": -10}, 1, 0)
        assert table.said[-1].endswith("The house gets the odd 1 cr.")
        table = Table(WINNERS_ROARK_AND_LANDO, bank=1, odd_chips="carry").shown_down()
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 5, "Lando": 5, "Han": -10}, 0, 1)
        assert table.said[-1].endswith("The odd 1 cr carries over to the next hand.")


class TestWhoLeads:
    def test_street_is_led_by_worth_or_by_faces(self):
        table = Table(SIX_AND_FIVE, lead_by="value").check("Roark", "Lando", "Han")
        assert table.leader == "Lando"
        assert table.said[-1].endswith("Lando leads with 12.")
        table = Table(SIX_AND_FIVE, lead_by="faces").check("Roark", "Lando", "Han")
        assert table.leader == "Roark"
        assert table.said[-1].endswith("Roark leads with a sum of 11.")


class TestFirstDealer:
    def test_first_dealer_is_random_the_host_or_the_high_die(self):
        assert Table(falls=[2, 1, 1, 1], dealer=None, first_dealer="random").dealer == "Lando"
        assert Table(falls=[1, 1, 1], dealer=None, first_dealer="host").dealer == "Roark"
        table = Table(falls=[5, 2, 5, 3, 4, 1, 1, 1], dealer=None, first_dealer="high_die")
        assert table.dealer == "Han"
        assert Table(falls=[1, 1, 1], dealer="Lando", first_dealer="host").dealer == "Lando"


class TestJumps:
    def test_jumps_are_one_each_or_one_a_hand(self):
        assert at_the_jump(EXAMPLE, jumps="each").jump("Roark", "Han", 9, 9).asked == ("Lando", "Han")
        table = at_the_jump(EXAMPLE, jumps="one").jump("Roark", "Han", 9, 9)
        assert table.turn == ()
        assert table.nets["Roark"] == 20
        assert at_the_jump(EXAMPLE, jumps="one").passes("Roark").asked == ("Lando", "Han")
        table = at_the_jump(EXAMPLE, jumps="one").jump("Roark", "Han", 12, 9)
        assert table.turn == ("Roark",)
        assert table.reroll("Roark", "Han", 4, becomes=1).turn == ()


class TestJumpOrder:
    def test_jump_order_is_clockwise_or_by_hands(self):
        asked = at_the_jump(FOUR_HANDS, dealer="Han", jump_order="clockwise").asked
        assert asked == ("Leia", "Roark", "Lando", "Han")
        asked = at_the_jump(FOUR_HANDS, dealer="Lando", jump_order="highest").asked
        assert asked == ("Leia", "Lando", "Han", "Roark")
        asked = at_the_jump(FOUR_HANDS, dealer="Lando", jump_order="lowest").asked
        assert asked == ("Han", "Roark", "Lando", "Leia")
        table = at_the_jump(FOUR_HANDS, dealer="Lando", jump_order="lowest", jumps="one")
        assert table.jump("Han", "Leia", 9, 9).turn == ()


class TestOwnDice:
    def test_own_dice_may_be_rolled_with_a_pair(self):
        table = at_the_jump(PAIR_OF_FOURS, own_dice="printed").jump("Roark", "Han", 12, 9)
        assert table.choices("Roark", "reroll") == ["Han's 6", "Han's 2", "Han's 1"]
        table = at_the_jump(PAIR_OF_FOURS, own_dice="with_pair").jump("Roark", "Han", 12, 9)
        assert table.choices("Roark", "reroll") == ["Han's 6", "Han's 2", "Han's 1", "Your own 5", "Your own 4"]
        assert table.reroll("Roark", "Roark", 5, becomes=4).dice("Roark") == (4, 4, 4)
        table = at_the_jump(PAIR_OF_FOURS, own_dice="with_pair").jump("Roark", "Han", 9, 12)
        assert table.choices("Han", "reroll") == ["Roark's 5", "Roark's 4"]
        table = at_the_jump(PAIR_OF_FOURS, own_dice="with_pair", variant="long")
        assert table.keys("Roark") == ["pass", "jump", "challenge"]
        assert table.passes("Roark").keys("Lando") == ["pass", "jump"]
        assert (
            table.refusal("Lando", "challenge", target="3")
            == "You need a pair to challenge at this table. Jump or pass."
        )
        table = at_the_jump(PAIR_OF_FOURS, own_dice="with_pair", variant="long").challenge("Roark", "Lando", 9, 12)
        assert table.asked == ("Lando", "Han")
        assert table.said[-1].endswith("Lando wins the contest, but has no pair, so no die is rolled again.")


class TestATiedContest:
    def test_tied_contest_ends_as_the_house_rule_says(self):
        assert at_the_jump(EXAMPLE, contest_tie="nothing").jump("Roark", "Han", 9, 9).state.contest is None
        table = at_the_jump(EXAMPLE, contest_tie="again").jump("Roark", "Han", 9, 9, 11, 11, 12, 9)
        assert table.turn == ("Roark",)
        assert (
            table.said[-2]
            == "Roark and Han tie 2 times, the last time: 3D: 6 4 1 = 11 against 3D: 6 4 1 = 11. They roll again."
        )
        table = at_the_jump(EXAMPLE, contest_tie="again").jump("Roark", "Han", *[9] * 42)
        assert table.said[-1].endswith("It's a tie, so nothing changes.")
        table = at_the_jump(EXAMPLE, contest_tie="defender").jump("Roark", "Han", 9, 9)
        assert table.turn == ("Han",)
        assert table.said[-1].endswith("It's a tie, which goes to Han.")
        assert at_the_jump(EXAMPLE, contest_tie="initiator").jump("Roark", "Han", 9, 9).turn == ("Roark",)


class TestWildDie:
    def test_wild_die_follows_the_house_rule_or_the_campaign(self):
        table = at_the_jump(EXAMPLE, system=D6.evolve(wild="explode"), wild_die="none").jump("Roark", "Han", 18, 9)
        assert "3D: 6 6 6 = 18" in table.said[-1]
        table = at_the_jump(EXAMPLE, system=D6.evolve(wild="explode"))
        table.do("Roark", "jump", 1, 1, 6, 6, 2, *three(9), target="3")
        assert "1 1 wild 6+6+2 = 16" in table.said[-1]
        table = at_the_jump(EXAMPLE, wild_die="explode").do("Roark", "jump", 1, 1, 6, 4, *three(9), target="3")
        assert "1 1 wild 6+4 = 12" in table.said[-1]
        table = at_the_jump(EXAMPLE, wild_die="explode_drop").do("Roark", "jump", 5, 2, 1, *three(9), target="3")
        assert "(5) 2 wild (1) = 2" in table.said[-1]


class TestLastBets:
    def test_last_bets_follow_the_jump_once(self):
        table = at_the_jump(EXAMPLE, last_bets=True).passes("Roark", "Lando", "Han")
        assert table.state.street == "last"
        assert table.leader == "Roark"
        assert table.bet("Roark", 20).call("Lando").fold("Han").nets == {"Roark": 40, "Lando": -30, "Han": -10}
        table = at_the_jump(EXAMPLE, last_bets=True).passes("Roark", "Lando")
        table.jump("Han", "Roark", 12, 9).reroll("Han", "Roark", 5, becomes=1)
        assert table.leader == "Lando"
        table = at_the_jump(EXAMPLE, last_bets=True).passes("Roark", "Lando", "Han")
        assert table.refusal("Roark", "pass") == "The Jump is over."


class TestTypedContests:
    def test_typed_totals_decide_and_the_bot_rolls_for_others(self):
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        assert table.turn == ("Roark", "Han")
        table.do("Han", "total", total=16)
        assert table.turn == ("Roark",)
        table.do("Roark", "total", total=11)
        assert table.turn == ("Han",)
        assert table.said[-1] == "Roark jumps Han: 11 (typed in) against 16 (typed in). Han wins the contest."
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        assert table.said[-1] == "Roark jumps Han: both roll at the table."
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        table.do("Han", "total", total=16).do("Roark", "total_for_me", *three(11))
        assert "3D: 6 4 1 = 11 against 16 (typed in)" in table.said[-1]

    def test_typed_contest_times_out_repeats_ties_and_checks_totals(self):
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        assert GAME.on_timeout(table.state, 3).kind == "total_for_me"
        table = at_the_jump(EXAMPLE, contests="typed", contest_tie="again").do("Roark", "jump", target="3")
        table.do("Han", "total", total=9).do("Roark", "total", total=9)
        assert table.turn == ("Roark", "Han")
        assert table.said[-1] == "Roark and Han tie: 9 (typed in) against 9 (typed in). They roll again."
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        assert table.refusal("Roark", "total", total=10**30) == "It must be a whole number from -999 to 999."
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3").do("Han", "total", total=16)
        assert table.refusal("Han", "total", total=20) == "It isn't your turn."


class TestTypedDice:
    def test_everybody_types_a_die_before_the_bets(self):
        table = typed_table()
        assert table.turn == ("Roark", "Lando", "Han")
        table.do("Han", "roll", face=1).do("Roark", "roll", face=2)
        assert table.turn == ("Lando",)
        table.do("Lando", "roll", face=1)
        assert table.turn == ("Roark",)
        assert table.said[-1] == "The Lift: Roark 2, Lando 1, Han 1. Roark leads with 2."
        table = typed_table().do("Lando", "roll_for_me", 6)
        assert table.dice("Lando") == (6,)
        assert GAME.on_timeout(table.state, 1).kind == "roll_for_me"
        assert typed_table().refusal("Roark", "check") == (
            "Your die comes first. Type its number, or let the bot roll."
        )

    def test_typed_dice_are_one_a_street_and_rerolled_by_their_owner(self):
        assert typed_table().do("Han", "roll", face=1).refusal("Han", "roll", face=6) == "It isn't your turn."
        assert typed_table().refusal("Han", "roll", face=7) == "It must be a whole number from 1 to 6."
        table = typed_table()
        for faces in ((2, 1, 1), (1, 1, 4), (5, 5, 2)):
            for name, face in zip(table.names, faces, strict=True):
                table.do(name, "roll", face=face)
            while table.state.street != "jump" and not table.state.owed:
                table.check(*table.turn)
        table.jump("Roark", "Han", 12, 9).reroll("Roark", "Han", 4)
        assert table.turn == ("Han",)
        assert table.do("Han", "roll", face=6).dice("Han") == (1, 6, 2)


def typed_table() -> Table:
    return Table(dealer="Han", dice="typed")


class TestCrooked:
    def test_dice_that_players_type_are_not_loaded(self):
        with pytest.raises(RuleError, match="Typed dice can't be loaded"):
            with_options(PilokRules(), {"dice": "typed", "crooked": True})
        assert with_options(PilokRules(), {"contests": "typed", "crooked": True}).crooked


class TestVerifiable:
    @pytest.mark.parametrize(
        "changes, is_verifiable", [({}, True), ({"dice": "typed"}, False), ({"contests": "typed"}, False)]
    )
    def test_hands_of_typed_chance_are_not_called_verifiable(self, changes: dict[str, str], is_verifiable: bool):
        assert GAME.is_verifiable(with_options(PilokRules(), changes)) is is_verifiable
