"""The rules of Bounder in sentences (seed 001; rules 3)."""

import pytest

from tests.games.bounder.bounder_table import Table, bets_open


class TestTheDice:
    def test_dice_are_offered_clockwise_from_a_random_seat_until_a_stake(self):
        assert [Table(shooter=name).turn for name in ("Roark", "Lando", "Han")] == [("Roark",), ("Lando",), ("Han",)]
        table = Table(shooter="Han").do("Han", "pass")
        assert table.turn == ("Roark",)
        assert table.do("Roark", "pass").stakes("Lando", 5, 9).state.shooter == table.seat("Lando")
        table = Table().do("Roark", "pass").do("Lando", "pass")
        assert table.refusal("Roark", "stake", amount=5) == "You passed the dice."
        table.do("Han", "pass")
        assert table.nets == {"Roark": 0, "Lando": 0, "Han": 0}
        assert table.said[-1] == "Nobody takes the dice, so the round ends without bets."

    def test_next_round_begins_left_of_the_last_shooter_still_there(self):
        table = Table(shooter="Lando").stakes("Lando", 5, 9).keeps("Lando").rolls(1, 1, 2, 20)
        assert table.next_round().turn == ("Han",)
        table = Table().do("Roark", "pass").stakes("Lando", 5, 9).keeps("Lando").rolls(1, 1, 2, 20)
        assert table.next_round().turn == ("Han",)
        first = bets_open().rolls(1, 1, 2, 20)
        idle = first.next_round().do("Lando", "pass").do("Han", "pass").do("Roark", "pass")
        assert idle.next_round().turn == ("Lando",)
        carry = bets_open().rolls(1, 1, 2, 20).handed_on.evolve(shooter=7, order=(1, 7, 2, 3))
        assert Table(carry=carry).turn == ("Lando",)
        table = Table("Roark").stakes("Roark", 5, 9).keeps("Roark").rolls(1, 1, 2, 20)
        assert table.next_round().turn == ("Roark",)

    def test_stake_has_bounds_and_the_first_die_is_the_point(self):
        assert Table(stacks={"Roark": 37}).bounds("Roark", "stake") == (5, 37)
        assert Table(max_bet=20).bounds("Roark", "stake") == (5, 20)
        assert Table().stakes("Roark", 5, 17).state.point == 17


class TestDoubling:
    def test_shooter_may_double_once_with_enough_chips(self):
        table = Table().stakes("Roark", 10, 14)
        assert table.turn == ("Roark",)
        assert [move.price for move in table.moves("Roark")] == [None, 20]
        table.do("Roark", "double")
        assert table.gambler("Roark").stake == 20
        assert "double" not in table.keys("Roark")
        assert Table().stakes("Roark", 10, 14).do("Roark", "double").rolls(2, 4, 6, 5).nets["Roark"] == 20
        assert Table().stakes("Roark", 10, 14).do("Roark", "double").rolls(2, 4, 6, 15).nets["Roark"] == -20
        table = Table(stacks={"Roark": 19}).stakes("Roark", 10, 14)
        assert table.state.phase == "betting"
        assert Table(stacks={"Roark": 20}).stakes("Roark", 10, 14).state.phase == "doubling"
        assert "double" in Table(max_bet=10).stakes("Roark", 10, 14).keys("Roark")


class TestTheShooter:
    @pytest.mark.parametrize(
        "point, dealer, second, net",
        [
            (14, (2, 4, 6), (5,), 10),
            (5, (2, 4, 6), (13,), 10),
            (11, (2, 4, 6), (13,), 10),
            (14, (2, 4, 6), (13,), -10),
            (3, (2, 4, 6), (11,), -10),
            (14, (2, 4, 6), (12,), -10),
            (12, (2, 4, 6), (), -10),
            (14, (2, 4, 6), (14,), -10),
            (1, (2, 4, 6), (19,), 10),
            (20, (2, 4, 6), (2,), 10),
            (1, (2, 4, 6), (20,), 20),
            (20, (1, 1, 1), (1,), 20),
            (1, (6, 6, 6), (20,), 20),
            (3, (1, 1, 1), (), -10),
            (20, (6, 6, 6), (17,), 10),
            (20, (6, 6, 6), (19,), -10),
        ],
    )
    def test_wins_if_the_dealer_lies_between_the_dice_and_double_with_1_and_20(
        self, point: int, dealer: tuple[int, ...], second: tuple[int, ...], net: int
    ):
        """A matched point has no second roll: the script would have a die left."""
        assert bets_open(point).rolls(*dealer, *second).nets["Roark"] == net

    def test_bank_pays_winnings_and_takes_losses(self):
        assert bets_open(bank=500).rolls(2, 4, 6, 5).end.bank == 490
        assert bets_open(bank=500).rolls(2, 4, 6, 13).end.bank == 510


class TestBetsOnThePoint:
    def test_bets_on_the_point_go_with_the_shooter(self):
        table = bets_open().bet("Lando", "point", 30).rolls(2, 4, 6, 5)
        assert table.nets == {"Roark": 10, "Lando": 30, "Han": 0}
        assert bets_open().bet("Lando", "point", 30).rolls(2, 4, 6, 13).nets["Lando"] == -30
        assert bets_open(12).bet("Lando", "point", 30).rolls(2, 4, 6).nets["Lando"] == -30
        assert bets_open(1).bet("Lando", "point", 30).rolls(2, 4, 6, 20).nets == {"Roark": 20, "Lando": 30, "Han": 0}

    def test_the_shooter_makes_none_on_the_own_point(self):
        table = bets_open()
        assert table.keys("Roark") == ["roll", "all_even", "all_odd", "triple"]
        assert table.refusal("Roark", "point", amount=5) == "You're the shooter, so you can't bet on your own point."


class TestBetsOnTheDealer:
    @pytest.mark.parametrize(
        "dealer, even, odd, triple",
        [
            ((2, 4, 6), 10, -10, -10),
            ((1, 3, 5), -10, 10, -10),
            ((1, 2, 3), -10, -10, -10),
            ((2, 2, 2), 10, -10, 30),
            ((5, 5, 5), -10, 10, 30),
            ((2, 2, 5), -10, -10, -10),
            ((4, 4, 6), 10, -10, -10),
        ],
    )
    def test_each_wins_by_itself_and_a_triple_also_as_all_even_or_all_odd(
        self, dealer: tuple[int, ...], even: int, odd: int, triple: int
    ):
        for kind, net in (("all_even", even), ("all_odd", odd), ("triple", triple)):
            assert bets_open(20).bet("Lando", kind, 10).rolls(*dealer, 19).nets["Lando"] == net

    def test_bets_on_the_dealer_add_up_whatever_the_shooter_does(self):
        table = bets_open()
        for kind in ("all_even", "all_odd", "triple"):
            table.bet("Lando", kind, 10)
        assert table.rolls(4, 4, 4, 20).nets["Lando"] == 10 - 10 + 30
        assert bets_open(12).bet("Lando", "triple", 10).rolls(4, 4, 4).nets == {"Roark": -10, "Lando": 30, "Han": 0}
        assert bets_open().bet("Roark", "all_even", 5).rolls(2, 4, 6, 5).nets["Roark"] == 15


class TestTheBank:
    def test_round_begins_if_the_bank_can_pay_twice_the_smallest_bet(self):
        assert Table(bank=10).bounds("Roark", "stake") == (5, 5)
        table = Table(bank=9)
        assert table.turn == ()
        assert table.said == ["The bank has too little for twice the smallest stake, so nobody can shoot."]
        assert table.end.bank == 9
        carry = bets_open().rolls(1, 1, 2, 20).end.carry
        assert Table(bank=9, carry=carry).end.carry == carry

    def test_endless_bank_pays_what_it_has_not(self):
        table = Table(bank=0, endless=True).stakes("Roark", 500, 1).keeps("Roark").rolls(2, 4, 6, 20)
        assert table.end.bank == -1000
        assert table.nets["Roark"] == 1000
        assert bets_open(bank=70, endless=True).rolls(2, 4, 6, 15).end.bank == 80
