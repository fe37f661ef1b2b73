"""The window in which everybody bets at Bounder: all at once, one bet of each kind, until the shooter rolls."""

from typing import Any

import pytest

from bot.engine.game import BetWindow
from bot.engine.moves import Pick
from cogs.bounder.rules import GAME
from tests.games.bounder.bounder_table import Table, bets_open


class TestBetting:
    def test_everybody_bets_at_once_and_adds_coins(self):
        table = bets_open()
        assert table.turn == ("Roark", "Lando", "Han")
        table.bet("Han", "all_odd", 5).bet("Lando", "point", 10).bet("Roark", "triple", 5).bet("Han", "point", 6)
        assert table.bets("Han") == {"point": 6, "all_odd": 5}
        assert table.bets("Lando") == {"point": 10}
        assert table.bets("Roark") == {"triple": 5}
        table = bets_open().bet("Lando", "point", 10).bet("Lando", "point", 25)
        assert table.bets("Lando") == {"point": 35}
        assert table.gambler("Lando").stack == 965
        table = bets_open(stacks={"Lando": 50})
        assert table.bounds("Lando", "point") == (5, 50)
        assert table.bet("Lando", "point", 10).bounds("Lando", "point") == (1, 40)

    def test_each_kind_has_a_largest_bet(self):
        table = bets_open(max_bet=30)
        assert table.bounds("Lando", "point") == (5, 30)
        assert table.bet("Lando", "point", 18).bounds("Lando", "point") == (1, 12)
        assert "point" not in table.bet("Lando", "point", 12).keys("Lando")
        table = bets_open(max_bet=30).bet("Lando", "all_even", 30)
        assert table.bounds("Lando", "all_odd") == (5, 30)


class TestTakingBack:
    def test_bets_are_taken_back_all_or_some(self):
        table = bets_open().bet("Lando", "point", 10)
        assert table.move("Lando", "take_back").fields == ()
        table.do("Lando", "take_back")
        assert table.bets("Lando") == {}
        assert table.gambler("Lando").stack == 1000
        table = bets_open().bet("Lando", "point", 10).bet("Lando", "all_even", 5).bet("Lando", "triple", 5)
        assert table.choices("Lando") == ["point", "all_even", "triple"]
        table.do("Lando", "take_back", bets=("point", "triple"))
        assert table.bets("Lando") == {"all_even": 5}
        table = bets_open().bet("Lando", "point", 10).do("Lando", "take_back").bet("Lando", "point", 7)
        assert table.bets("Lando") == {"point": 7}
        assert "take_back" not in bets_open().keys("Lando")
        assert bets_open().refusal("Lando", "take_back") == "You have no bet to remove."

    def test_bets_that_the_bank_counts_on_stay(self):
        table = bets_open(point=7, bank=20).bet("Lando", "all_odd", 10)
        table.bet("Han", "all_even", table.bounds("Han", "all_even")[1])
        assert "take_back" not in table.keys("Lando")
        assert (
            table.refusal("Lando", "take_back")
            == "You can't remove your bets now, because the bank counts on them to pay others."
        )
        assert "take_back" in table.keys("Han")
        assert "take_back" in table.do("Han", "take_back").keys("Lando")
        table = bets_open(point=7, bank=20).bet("Lando", "all_odd", 5).bet("Lando", "all_even", 5)
        table.bet("Han", "all_even", table.bounds("Han", "all_even")[1])
        assert table.choices("Lando") == ["all_even", "all"]
        table.do("Lando", "take_back", bets="all_even")
        assert table.bets("Lando") == {"all_odd": 5}

    def test_bets_that_pay_each_other_go_together(self):
        """Neither could go alone: each is what the other is paid from."""
        table = bets_open(point=10, stake=5, bank=10).bet("Lando", "all_even", 5).bet("Lando", "all_odd", 5)
        for kind in ("all_even", "all_odd", "all_even", "all_odd"):
            table.bet("Lando", kind, table.bounds("Lando", kind)[1])
        assert table.choices("Lando") == ["all"]
        table.do("Lando", "take_back", bets="all")
        assert table.bets("Lando") == {}
        assert table.said[-1].startswith("Lando removes")
        table = bets_open(point=14, stake=5, bank=18, against="by_point").bet("Lando", "against", 5)
        table.bet("Lando", "all_odd", 5).bet("Han", "against", 15).bet("Han", "all_even", 13)
        assert table.choices("Lando") == ["against", "all"]
        assert "bank counts on" in table.refusal("Lando", "take_back", bets="all_odd")
        assert table.do("Lando", "take_back", bets="all").bets("Lando") == {}

    def test_all_of_them_may_go_where_each_may_and_all_together(self):
        table = bets_open(point=14, stake=5, bank=40).bet("Lando", "all_even", 5).bet("Lando", "all_odd", 20)
        table.bet("Lando", "point", 5).bet("Lando", "all_even", table.bounds("Lando", "all_even")[1])
        (pick,) = table.move("Lando", "take_back").fields
        assert isinstance(pick, Pick)
        assert [(choice.value, choice.label) for choice in pick.choices] == [
            ("point", "On the point"),
            ("all_even", "All even"),
            ("all", "All of them"),
        ]
        assert table.do("Lando", "take_back", bets="all").bets("Lando") == {}

    def test_a_bet_that_one_has_not_made_is_not_taken_back(self):
        table = bets_open().bet("Lando", "point", 10)
        assert table.refusal("Lando", "take_back", bets="all_even") == "You have no bet on all even to remove."
        assert table.refusal("Lando", "take_back", bets=("point", "triple")) == (
            "You have no bet on three of a kind to remove."
        )
        assert table.do("Lando", "take_back", bets="point").bets("Lando") == {}
        staked = Table(version="classic").stakes("Roark", 10)
        assert staked.refusal("Roark", "take_back", bets="point") == "You have no bet on the point to remove."


class TestClosing:
    def test_shooter_is_ready_first_and_then_closes_the_window(self):
        table = bets_open().bet("Lando", "point", 10).do("Roark", "roll")
        assert (table.turn, table.move("Roark", "roll").label) == (("Lando", "Han"), "Roll now")
        table.bet("Han", "point", 5)
        assert table.do("Roark", "roll", 2, 4, 6, 5).nets == {"Roark": 10, "Lando": 10, "Han": 5}
        table = bets_open().done("Lando", "Han")
        assert table.move("Roark", "roll").label == "Roll"
        assert table.do("Roark", "roll", 2, 4, 6, 5).nets["Roark"] == 10
        assert bets_open().refusal("Lando", "roll") == "Only the shooter rolls."

    def test_dice_fall_when_all_are_done_or_the_shooter_rolls(self):
        table = bets_open().done("Lando")
        assert table.turn == ("Roark", "Han")
        assert "done" not in table.keys("Lando")
        table.bet("Lando", "point", 10)
        assert table.turn == ("Roark", "Han")
        table.do("Lando", "take_back")
        assert table.turn == ("Roark", "Han")
        assert bets_open().done("Lando", "Han").turn == ("Roark",)
        table = bets_open().do("Roark", "roll").done("Lando")
        assert table.turn == ("Han",)
        assert table.do("Han", "done", 2, 4, 6, 5).nets["Roark"] == 10
        assert bets_open().do("Roark", "roll").rolls(2, 4, 6, 5).nets["Roark"] == 10

    def test_nobody_waits_for_players_without_a_bet_to_make(self):
        table = bets_open(stacks={"Lando": 20}).bet("Lando", "point", 20)
        assert table.turn == ("Roark", "Han")
        table.do("Lando", "take_back")
        assert table.turn == ("Roark", "Han")
        assert table.bounds("Lando", "point") == (5, 20)
        table = bets_open(dealer_bets=False)
        assert table.bet("Lando", "point", 10).turn == ("Roark", "Han")
        assert table.bounds("Lando", "point") == (1, 990)
        table = Table("Roark", dealer_bets=False).stakes("Roark", 10, 14)
        assert table.keeps("Roark", 2, 4, 6, 5).nets == {"Roark": 10}
        table = Table("Roark", dealer_bets=False, double="off").stakes("Roark", 10, 14, 2, 4, 6, 5)
        assert table.nets == {"Roark": 10}
        table = Table("Roark").stakes("Roark", 10, 14).keeps("Roark")
        assert table.turn == ("Roark",)
        assert table.rolls(2, 4, 6, 5).nets == {"Roark": 10}
        assert bets_open(dealer_bets=False).keys("Roark") == ["roll"]


class TestSameAgain:
    def before(self) -> Table:
        table = bets_open().bet("Roark", "all_odd", 9).bet("Lando", "point", 20).bet("Lando", "all_even", 5)
        return table.rolls(2, 4, 6, 5)

    def open(self, **options: Any) -> Table:
        """Han shoots next but one: Lando passes."""
        table = self.before().next_round(**options).do("Lando", "pass").stakes("Han", 5, 9)
        return table.keeps("Han")

    def test_the_last_bets_are_made_with_one_press_and_that_is_all(self):
        table = self.open()
        assert table.move("Lando", "again").price == 25
        table.do("Lando", "again")
        assert table.bets("Lando") == {"point": 20, "all_even": 5}
        assert table.turn == ("Roark", "Han")

    def test_same_again_lasts_through_rounds_without_a_bet_and_is_gone_after_one(self):
        table = self.open().bet("Lando", "triple", 5)
        assert "again" not in table.keys("Lando")
        assert table.refusal("Lando", "again") == "You have bet already. Add to your bets one by one."
        assert "again" in table.do("Lando", "take_back").keys("Lando")
        table = self.open().rolls(1, 1, 2, 20).next_round().do("Roark", "pass").do("Lando", "pass").do("Han", "pass")
        table = table.next_round().stakes("Roark", 5, 9).keeps("Roark")
        assert table.move("Lando", "again").price == 25
        carry = self.before().end.carry
        alone = Table("Roark", carry=carry).stakes("Roark", 5, 9).keeps("Roark").rolls(1, 1, 2, 20)
        back = Table(carry=alone.end.carry).do("Lando", "pass").stakes("Han", 5, 9).keeps("Han")
        assert back.move("Lando", "again").price == 25

    def test_shooters_stake_is_repeated_as_it_was_before_doubling(self):
        table = self.open()
        assert table.refusal("Roark", "again") == "You have no earlier bet to make again."
        table = table.rolls(1, 1, 2, 20).next_round()
        assert table.move("Roark", "again").price == 10
        table.do("Roark", "again", 14).keeps("Roark")
        assert table.gambler("Roark").stake == 10
        assert table.move("Roark", "again").price == 9
        assert table.do("Roark", "again").bets("Roark") == {"all_odd": 9}
        assert "Roark" in table.turn
        table = Table("Roark").stakes("Roark", 10, 14).do("Roark", "double").rolls(2, 4, 6, 5)
        assert table.next_round().move("Roark", "again").price == 10

    def test_same_again_stays_within_chips_and_bank(self):
        carry = self.before().end.carry
        table = Table(carry=carry, stacks={"Lando": 24}).do("Lando", "pass").stakes("Han", 5, 9).keeps("Han")
        assert table.refusal("Lando", "again") == "You don't have enough chips to bet the same again. Bet less."
        carry = self.before().end.carry
        table = Table(carry=carry, bank=30).do("Lando", "pass").stakes("Han", 5, 9).keeps("Han")
        assert "again" in table.keys("Lando")
        table.bet("Roark", "point", 6)
        assert table.refusal("Lando", "again") == "The bank can't take the same bets again. Bet less."

    @pytest.mark.parametrize(
        "options, why",
        [
            ({"dealer_bets": False}, "This table doesn't take one of your last bets now. Make each bet separately."),
            ({"max_bet": 19}, "Your last bet is outside the limits of this table. Bet another amount."),
            ({"max_side": 5, "min_bet": 5}, None),
        ],
    )
    def test_same_again_follows_the_rules_of_the_table(self, options: dict[str, Any], why: str | None):
        table = self.open(**options)
        assert ("again" in table.keys("Lando")) == (why is None)
        if why:
            assert table.refusal("Lando", "again") == why

    def test_the_last_stake_too(self):
        carry = Table("Roark", "Lando").stakes("Roark", 100, 14).keeps("Roark").rolls(2, 4, 6, 5).handed_on
        carry = carry.evolve(shooter=2)
        assert Table("Roark", "Lando", carry=carry).move("Roark", "again").price == 100
        for table, why in (
            (
                Table("Roark", "Lando", carry=carry, stacks={"Roark": 99}),
                "You don't have enough chips to bet the same again. Bet less.",
            ),
            (Table("Roark", "Lando", carry=carry, bank=199), "The bank can't take the same bets again. Bet less."),
            (
                Table("Roark", "Lando", carry=carry, max_bet=99),
                "Your last bet is outside the limits of this table. Bet another amount.",
            ),
            (
                Table("Roark", "Lando", carry=carry, min_bet=101),
                "Your last bet is outside the limits of this table. Bet another amount.",
            ),
        ):
            assert "again" not in table.keys("Roark")
            assert table.refusal("Roark", "again") == why


class TestTheClock:
    def test_timeout_passes_the_dice_keeps_the_stake_or_closes_bets(self):
        table = Table().times_out("Roark").stakes("Lando", 10, 14).times_out("Lando")
        assert table.gambler("Lando").stake == 10
        assert table.times_out("Roark").times_out("Lando").times_out("Han", 2, 4, 6, 5).nets["Lando"] == 10
        table = bets_open().bet("Lando", "point", 10).times_out("Lando")
        assert table.turn == ("Roark", "Han")
        assert table.bets("Lando") == {"point": 10}

    def test_each_offer_and_window_is_one_choice(self):
        table = bets_open()
        asks = [GAME.asks(table.state, seat) for seat in (1, 2, 3)]
        table.bet("Lando", "point", 10).done("Han").bet("Roark", "triple", 5).do("Lando", "take_back")
        assert [GAME.asks(table.state, seat) for seat in (1, 2, 3)] == asks
        table = Table()
        asks = [GAME.asks(table.state, 1)]
        asks.append(GAME.asks(table.do("Roark", "pass").state, 2))
        asks.append(GAME.asks(table.stakes("Lando", 10, 14).state, 2))
        asks.append(GAME.asks(table.keeps("Lando").state, 2))
        assert len(set(asks)) == 4


class TestLeaving:
    def test_leaver_passes_the_dice_or_keeps_the_bets(self):
        table = Table().leaves("Roark").stakes("Lando", 10, 14).leaves("Lando")
        assert table.state.phase == "betting"
        assert table.gambler("Lando").stake == 10
        table = bets_open().leaves("Roark")
        assert table.turn == ("Lando", "Han")
        assert table.done("Lando").do("Han", "done", 2, 4, 6, 5).nets["Roark"] == 10
        table = bets_open().done("Lando", "Han")
        assert table.leaves("Roark", 2, 4, 6, 5).nets["Roark"] == 10
        table = bets_open().bet("Lando", "point", 10).leaves("Lando").rolls(2, 4, 6, 5)
        assert table.nets["Lando"] == 10


class TestOneClick:
    def test_usual_bet_is_a_stake_and_later_on_the_point(self):
        table = Table().do("Roark", "chip", 14)
        assert (table.gambler("Roark").stake, table.gambler("Roark").stack) == (10, 990)
        table.keeps("Roark").do("Lando", "chip")
        assert table.bets("Lando") == {"point": 10}
        assert table.do("Lando", "chip").bets("Lando") == {"point": 20}
        assert "chip" not in table.keys("Roark")
        assert table.refusal("Roark", "chip") == "You're the shooter, so you can't bet on your own point."
        assert table.refusal("Han", "roll") == "Only the shooter rolls."

    def test_usual_bet_takes_chips_and_room_in_the_bank(self):
        assert "chip" not in Table(stacks={"Roark": 9}).keys("Roark")
        assert Table(bank=19).refusal("Roark", "chip") == "The bank has too little for the usual bet."
        assert Table(usual_bet=300, max_bet=200).move("Roark", "chip").price == 200

    def test_classic_version_stakes_it(self):
        table = Table(version="classic").do("Lando", "chip")
        assert table.gambler("Lando").stake == 10


class TestTheWindow:
    def test_idle_shooter_passes_the_dice_to_others_who_wait_for_them(self):
        def offer(seconds: int, others: set[int], shooter: int) -> BetWindow:
            return BetWindow(seconds, frozenset(others), asks=("staking", shooter), is_for_all=False)

        assert GAME.window(Table().state) == offer(8, {2, 3}, 1)
        assert GAME.window(Table().do("Roark", "pass").state) == offer(8, {1, 3}, 2)
        assert GAME.window(Table().do("Roark", "pass").do("Lando", "pass").state) == offer(8, {1, 2}, 3)
        assert GAME.window(Table("Roark").state) == offer(8, set(), 1)
        assert GAME.window(Table(window=0).state) == offer(8, {2, 3}, 1)
        assert GAME.window(Table(window=30).state) == offer(30, {2, 3}, 1)

    def test_others_wait_for_a_shooter_who_may_double(self):
        window = GAME.window(Table().stakes("Roark", 10, 14).state)
        assert window == BetWindow(8, frozenset({1, 2, 3}), frozenset({1}), ("doubling", 1), is_for_all=False)

    def test_bets_wait_for_the_shooter_and_for_those_who_have_bet(self):
        table = bets_open()
        everyone = frozenset({1, 2, 3})
        assert GAME.window(table.state) == BetWindow(8, everyone, frozenset({1}), "betting")
        assert GAME.window(table.do("Roark", "roll").state) == BetWindow(8, frozenset({1}), asks="betting")
        table.bet("Lando", "point", 5)
        assert GAME.window(table.state) == BetWindow(8, frozenset({1, 2}), frozenset({2}), "betting")
        assert GAME.window(table.done("Lando").state) == BetWindow(8, frozenset({1, 2}), asks="betting")

    def test_classic_version_waits_for_those_with_a_stake(self):
        table = Table(version="classic").stakes("Roark", 10)
        assert GAME.window(table.state) == BetWindow(8, frozenset({1}), asks="staking")
