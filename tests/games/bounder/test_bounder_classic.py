"""The version of 2008, in which everybody shoots at once against one roll of the dealer (rules 3.16)."""

from typing import Any

from bot.engine.game import signature
from cogs.bounder.rules import GAME
from tests.games.bounder.bounder_table import Table


def table(*names: str, **options: Any) -> Table:
    return Table(*names, version="classic", **options)


def bets_open(*points: int, **options: Any) -> Table:
    """Roark, Lando and Han have staked 10, 20 and 30, and rolled their points."""
    return table(**options).stakes("Roark", 10).stakes("Lando", 20).stakes("Han", 30, *(points or (14, 3, 20)))


class TestStakes:
    def test_everybody_stakes_at_once_and_rolls_a_point_of_their_own(self):
        asked = table()
        assert asked.turn == ("Roark", "Lando", "Han")
        asked.stakes("Han", 10).stakes("Roark", 5)
        assert asked.turn == ("Lando",)
        assert asked.gambler("Han").point is None
        assert [bets_open().gambler(name).point for name in ("Roark", "Lando", "Han")] == [14, 3, 20]
        played = table().stakes("Roark", 10).do("Lando", "pass").stakes("Han", 10, 14, 20)
        assert played.turn == ("Roark", "Han")
        assert played.keys("Lando") == []
        assert played.refusal("Lando", "all_even", amount=5) == "You sit this round out."

    def test_stakes_are_made_and_removed_while_others_think(self):
        asked = table().stakes("Roark", 10)
        assert asked.keys("Roark") == ["take_back"]
        assert asked.refusal("Roark", "stake", amount=5) == "You have a stake already. Remove it first to change it."
        asked.do("Roark", "take_back")
        assert asked.turn == ("Lando", "Han")
        assert asked.gambler("Roark").stack == 1000
        assert asked.stakes("Roark", 25).gambler("Roark").stake == 25
        asked = table().do("Roark", "pass")
        assert asked.keys("Roark") == ["chip", "stake"]
        assert asked.refusal("Roark", "pass") == "You sit this round out."
        assert asked.stakes("Roark", 5).gambler("Roark").stake == 5
        idle = table().do("Roark", "pass").do("Lando", "pass").do("Han", "pass")
        assert idle.nets == {"Roark": 0, "Lando": 0, "Han": 0}
        idle = table().stakes("Roark", 5).do("Lando", "pass").do("Roark", "take_back").do("Han", "pass")
        assert idle.said[-1] == "Nobody stakes, so the round ends without bets."

    def test_stakes_leave_others_moves_alone_and_may_be_repeated(self):
        asked = table()
        before = signature(asked.moves("Han"))
        asked.stakes("Roark", 10).do("Lando", "pass").do("Roark", "take_back")
        assert signature(asked.moves("Han")) == before
        ended = bets_open().bet("Roark", "triple", 5).do("Roark", "double").done("Roark", "Lando")
        again = ended.do("Han", "done", 1, 2, 6, 20, 20, 20).next_round()
        assert again.move("Roark", "again").price == 10
        again.do("Roark", "again").do("Lando", "pass").do("Han", "pass", 7)
        assert again.gambler("Roark").stake == 10
        assert again.move("Roark", "again").price == 5


class TestTheWindow:
    def test_shooters_may_double_once_and_bet_on_the_dealer(self):
        opened = bets_open(against="even")
        assert opened.keys("Lando") == ["double", "all_even", "all_odd", "triple", "done"]
        assert opened.refusal("Lando", "point", amount=5) == (
            "Everyone shoots at once here, so there are no bets on a point."
        )
        assert opened.refusal("Lando", "against", amount=5) == "There are no bets against the shooter at this table."
        opened = bets_open().do("Lando", "double")
        assert opened.gambler("Lando").stake == 40
        assert "double" not in opened.keys("Lando")
        assert opened.refusal("Lando", "double") == "You can't change the stake now."

    def test_dice_fall_when_all_who_could_act_are_done(self):
        opened = bets_open()
        assert opened.refusal("Roark", "roll") == "The dice fall when everyone is done."
        opened.done("Roark", "Han").do("Lando", "done", 2, 4, 6, 5, 11, 1)
        assert opened.nets == {"Roark": 10, "Lando": -20, "Han": 60}
        opened = bets_open(dealer_bets=False, stacks={"Lando": 39})
        assert opened.turn == ("Roark", "Han")
        assert opened.do("Roark", "double").turn == ("Han",)
        played = table("Roark", dealer_bets=False, double="off").stakes("Roark", 10, 14, 2, 4, 6, 5)
        assert played.nets == {"Roark": 10}
        opened = bets_open().done("Lando").bet("Lando", "all_even", 5)
        assert opened.bets("Lando") == {"all_even": 5}
        assert opened.turn == ("Roark", "Han")
        assert bets_open().bet("Lando", "all_even", 5).turn == ("Roark", "Lando", "Han")

    def test_the_window_is_one_choice_and_another_than_the_stakes(self):
        asked = table().stakes("Roark", 10)
        first = GAME.asks(asked.state, 3)
        assert GAME.asks(asked.stakes("Lando", 20).state, 3) == first
        opened = asked.stakes("Han", 30, 14, 3, 20)
        second = GAME.asks(opened.state, 3)
        assert second != first
        assert GAME.asks(opened.bet("Han", "triple", 5).do("Han", "double").state, 3) == second


class TestTheDice:
    def test_one_roll_of_the_dealer_decides_for_all(self):
        opened = bets_open(12, 3, 1).done("Roark", "Lando")
        assert opened.do("Han", "done", 2, 4, 6, 13, 20).nets == {"Roark": -10, "Lando": 20, "Han": 60}
        opened = bets_open(12, 3, 1).bet("Roark", "all_even", 50).bet("Han", "triple", 5).done("Roark", "Lando")
        assert opened.do("Han", "done", 2, 4, 6, 13, 20).nets == {"Roark": 40, "Lando": 20, "Han": 55}

    def test_absence_sits_out_or_ends_betting(self):
        asked = table().stakes("Roark", 10).times_out("Lando").times_out("Han", 14)
        assert asked.turn == ("Roark",)
        assert asked.times_out("Roark", 2, 4, 6, 5).nets == {"Roark": 10, "Lando": 0, "Han": 0}
        asked = table().leaves("Lando").stakes("Roark", 10).stakes("Han", 10, 14, 3)
        assert asked.leaves("Roark").turn == ("Han",)
        assert asked.leaves("Han", 2, 4, 6, 5, 4).nets == {"Roark": 10, "Lando": 0, "Han": -10}

    def test_change_of_version_leaves_the_order_of_the_dice_alone(self):
        first = Table().stakes("Roark", 5, 9).keeps("Roark").rolls(1, 1, 2, 20)
        second = first.next_round(version="classic").do("Roark", "pass").do("Lando", "pass").do("Han", "pass")
        assert second.next_round(version="standard").turn == ("Lando",)
        ended = bets_open().done("Roark", "Lando").do("Han", "done", 2, 4, 6, 5, 11, 1)
        assert ended.handed_on.shooter is None
