"""The Jump: one attempt each, a contest of gambling, and a die that is rolled again."""

import pytest

from bot.engine.skills import D6, D20, NARRATIVE
from cogs.pilok.rules import GAME
from tests.games.pilok.pilok_table import Table, at_the_jump, three

EXAMPLE = {"Roark": (2, 1, 5), "Lando": (1, 1, 5), "Han": (1, 4, 2)}
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
        assert table.said[-1].endswith("It is a tie, and nothing happens.")
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
        assert table.refusal("Roark", "challenge", target="3") == "A challenge belongs to Long Pi'Lok: jump or pass."

    def test_lowest_other_hand_is_challenged(self):
        assert at_the_jump(PAIR_OF_TWOS, variant="long").choices("Roark", "challenge") == ["Han, 6"]
        hands = {"Roark": (5, 3, 2), "Lando": (2, 4, 1), "Han": (1, 4, 2)}
        assert at_the_jump(hands, variant="long").choices("Roark", "challenge") == ["Lando, 6", "Han, 6"]
        table = at_the_jump(PAIR_OF_TWOS, variant="long").passes("Roark", "Lando")
        assert table.choices("Han", "challenge") == ["Roark, 8", "Lando, 8"]

    def test_challenge_is_the_attempt_and_its_winner_rerolls_an_own_die(self):
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
