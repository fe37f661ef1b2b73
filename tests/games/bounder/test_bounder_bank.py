"""The bank of Bounder takes every bet that it could pay whatever the dice show, and no coin more: held against all that
can happen, by the real settlement.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from bot.engine.banked.limits import MOST
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng
from cogs.bounder.rules import GAME, roll_dice
from cogs.bounder.state import PRESETS, BounderCarry, BounderRules, BounderState, Habit, dealer_wins
from tests.games.bounder.bounder_table import Table, bets_open

KINDS = ("point", "against", "all_even", "all_odd", "triple")
SECONDS = (1, 20)
"""Second rolls that come to the best and the worst that may happen to each point."""


def all_rolls() -> Iterator[tuple[int, ...]]:
    """One roll of the dealer for each sum and each set of bets on it that win."""
    seen = {(sum(dice), dealer_wins(dice)): dice for dice in product(range(1, 7), repeat=3)}
    yield from seen.values()


def least_left(state: BounderState) -> int:
    """Return the bank after the worst outcome."""
    return min(bank for dealer in all_rolls() for bank in _banks(state, dealer))


def _banks(state: BounderState, dealer: tuple[int, ...]) -> Iterator[int]:
    unmatched = [shooter for shooter in state.shooters if shooter.point != sum(dealer)]
    for seconds in product(SECONDS, repeat=len(unmatched)):
        yield roll_dice(state, ScriptedRng((*dealer, *seconds)), []).bank


def put(table: Table, who: str, kind: str, amount: int) -> BounderState:
    """Put a bet on the table without asking the game."""
    gambler = table.gambler(who)
    bets = gambler.bets.plus(next(one for one in KINDS if one == kind), amount)
    return table.state.with_gambler(gambler.evolve(stack=gambler.stack - amount, bets=bets))


RICH = {"Roark": 10_000, "Lando": 10_000, "Han": 10_000}
LAID: list[tuple[str, str, int]] = [
    ("Lando", "point", 40),
    ("Han", "all_even", 30),
    ("Roark", "all_odd", 25),
    ("Lando", "triple", 15),
    ("Han", "against", 60),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("point, against", [(1, "by_point"), (3, "two_to_five"), (10, "by_point")])
@pytest.mark.parametrize("laid", [0, 5])
def test_the_most_of_a_bet_is_the_last_coin_that_the_bank_could_pay(kind: str, point: int, against: str, laid: int):
    table = bets_open(point, bank=331, stacks=RICH, against=against)
    for who, other, amount in LAID[:laid]:
        table.bet(who, other, amount)
    _, most = table.bounds("Han", kind)
    assert least_left(put(table, "Han", kind, most)) >= 0
    assert least_left(put(table, "Han", kind, most + 1)) < 0


@pytest.mark.parametrize(
    "point, stake, is_offered", [(1, 50, True), (1, 51, False), (20, 50, True), (20, 51, False), (10, 101, True)]
)
def test_a_stake_is_doubled_if_the_bank_can_pay_all_that_it_may_win(point: int, stake: int, is_offered: bool):
    table = Table(bank=202, stacks=RICH).stakes("Roark", stake, point)
    assert ("double" in table.keys("Roark")) == is_offered
    if is_offered:
        assert table.do("Roark", "double", 2, 4, 6, 21 - point if point in {1, 20} else 20).end.bank in {0, 2}


@pytest.mark.parametrize("point", [1, 20])
def test_the_last_coin_of_a_raised_stake_is_the_last_that_the_bank_could_pay(point: int):
    table = Table(bank=271, stacks=RICH, double="up_to").stakes("Roark", 100, point)
    _, most = table.bounds("Roark", "increase")
    shooter = table.gambler("Roark")
    assert least_left(table.state.with_gambler(shooter.evolve(stake=100 + most))) >= 0
    assert least_left(table.state.with_gambler(shooter.evolve(stake=100 + most + 1))) < 0


def test_first_stake_may_come_to_1_and_20_and_losing_bets_pay_for_others():
    assert Table(bank=201, stacks=RICH).bounds("Roark", "stake") == (5, 100)
    table = bets_open(10, bank=20, stacks=RICH)
    assert table.bounds("Lando", "all_even") == (5, 10)
    table.bet("Han", "all_odd", 10)
    assert table.bounds("Lando", "all_even") == (5, 20)


TIGHT: list[tuple[int, int, int, list[tuple[str, str, int]]]] = [
    (
        7,
        10,
        40,
        [("Lando", "against", 20), ("Lando", "all_odd", 10), ("Lando", "all_even", 10), ("Han", "all_even", 0)],
    ),
    (10, 5, 10, [("Lando", "all_even", 5), ("Lando", "all_odd", 0), ("Lando", "all_even", 0), ("Lando", "all_odd", 0)]),
    (14, 5, 18, [("Lando", "against", 5), ("Lando", "all_odd", 5), ("Han", "all_even", 16)]),
    (14, 5, 60, [("Lando", "point", 5), ("Lando", "all_odd", 20), ("Lando", "triple", 9), ("Lando", "all_even", 0)]),
    (14, 5, 40, [("Lando", "all_odd", 5), ("Lando", "point", 30), ("Lando", "against", 0), ("Lando", "point", 0)]),
]
"""Point, stake, bank and bets; a bet of 0 is the most that the bank could pay."""


@pytest.mark.parametrize("point, stake, bank, bets", TIGHT)
def test_removable_bets_leave_all_others_payable(point: int, stake: int, bank: int, bets: list[tuple[str, str, int]]):
    """Held against the real settlement: each bet that may go alone is offered, and all of them if they may."""
    table = bets_open(point, stake, bank=bank, stacks=RICH, against="even")
    for who, kind, amount in bets:
        table.bet(who, kind, amount or table.bounds(who, kind)[1])
    gambler = table.gambler("Lando")
    made = [kind for kind, _ in gambler.bets.made]
    may_go: list[str] = []
    for name, gone in (*((kind, [kind]) for kind in made), ("all", made)):
        kept = gambler.evolve(bets=gambler.bets.evolve(**dict.fromkeys(gone, 0)))
        if least_left(table.state.with_gambler(kept)) >= 0:
            may_go.append(name)
    assert table.choices("Lando") == may_go


class TestClassic:
    def open(self, *points: int, bank: int = 380, **options: Any) -> Table:
        table = Table(version="classic", bank=bank, stacks=RICH, **options)
        return table.stakes("Roark", 40).stakes("Lando", 70).stakes("Han", 50, *points)

    def test_room_for_the_smallest_stake_of_others_is_kept(self):
        table = Table(version="classic", bank=400, stacks=RICH).do("Han", "pass").stakes("Roark", 120)
        assert table.bounds("Lando", "stake") == (5, 80)
        table = Table(version="classic", bank=400, stacks=RICH)
        assert table.bounds("Roark", "stake") == (5, 190)
        assert table.refusal("Roark", "stake", amount=191) == (
            "The bank keeps room for players who haven't answered. Stake at most 1 gp 9 sp."
        )
        table.stakes("Roark", 190)
        assert table.bounds("Lando", "stake") == (5, 5)
        assert table.stakes("Lando", 5).bounds("Han", "stake") == (5, 5)
        assert least_left(table.state.evolve(gamblers=tuple(g.evolve(point=1) for g in table.state.gamblers))) >= 0
        table = Table(version="classic", bank=400, stacks={**RICH, "Han": 4})
        assert table.bounds("Roark", "stake") == (5, 195)
        assert table.do("Lando", "pass").bounds("Roark", "stake") == (5, 200)
        assert table.bounds("Lando", "stake") == (5, 195)

    def test_last_stake_is_made_again_beside_that_room_or_nobody_is_waited_for(self):
        carry = BounderCarry(shooter=None, order=(), habits=(Habit(seat=1, stake=191),))
        table = Table(version="classic", bank=400, stacks=RICH, carry=carry)
        assert table.refusal("Roark", "again") == (
            "The bank keeps room for players who haven't answered. Stake less than last time."
        )
        assert table.do("Lando", "pass").move("Roark", "again").price == 191
        table = Table(version="classic", bank=25, stacks=RICH)
        assert table.bounds("Roark", "stake") == (5, 5)
        table.stakes("Roark", 5).stakes("Lando", 5, 14, 3)
        assert table.state.phase == "betting"
        assert table.refusal("Han", "all_even", amount=5) == "You sit this round out."

    @pytest.mark.parametrize("points", [(1, 20, 1), (3, 7, 3)])
    @pytest.mark.parametrize("kind", ["all_even", "triple"])
    def test_the_most_on_the_dealer_is_the_last_coin_that_the_bank_could_pay(self, points: tuple[int, ...], kind: str):
        table = self.open(*points).bet("Lando", "all_odd", 10)
        _, most = table.bounds("Han", kind)
        assert least_left(put(table, "Han", kind, most)) >= 0
        assert least_left(put(table, "Han", kind, most + 1)) < 0

    @pytest.mark.parametrize("points, bank", [((1, 20, 1), 380), ((7, 7, 20), 320)])
    def test_a_stake_is_raised_up_to_the_last_coin_that_the_bank_could_pay(self, points: tuple[int, ...], bank: int):
        table = self.open(*points, bank=bank, double="up_to").bet("Lando", "triple", 10)
        _, most = table.bounds("Han", "increase")
        han = table.gambler("Han")
        assert most < han.stake
        assert least_left(table.state.with_gambler(han.evolve(stake=han.stake + most))) >= 0
        assert least_left(table.state.with_gambler(han.evolve(stake=han.stake + most + 1))) < 0

    def test_alone_one_is_as_one_shooter_is(self):
        table = Table("Roark", version="classic", bank=300, stacks=RICH, double="up_to").stakes("Roark", 150, 10)
        assert table.bounds("Roark", "increase") == (1, 150)
        assert table.bounds("Roark", "triple") == (5, 50)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_the_usual_bank_pays_some_twenty_of_the_usual_largest_bets(rules: BounderRules):
    bank = GAME.usual_bank(rules)
    largest = rules.max_bet or 10 * rules.min_bet
    assert bank >= 20 * 2 * largest
    assert bank >= 20 * rules.triple_pays * (rules.max_side or largest)
    assert GAME.least_bank(rules) == 2 * rules.min_bet


@pytest.mark.parametrize(
    "options, bets",
    [
        ({"even_odd_pays": 7}, 7 * 50),
        ({"triple_pays": 35, "even_odd_pays": 7}, 35 * 50),
        ({"triple_pays": 35, "dealer_bets": False}, 2 * 50 * 2),
        ({"triple_pays": 35, "dealer_bets": False, "double": "off"}, 2 * 50),
        ({"double": "off", "against": "even", "dealer_bets": False, "max_bet": 80}, 2 * 80),
        ({"max_side": 10, "triple_pays": 35}, 35 * 10),
    ],
)
def test_the_usual_bank_goes_by_the_dearest_bet_that_there_is(options: dict[str, Any], bets: int):
    assert GAME.usual_bank(with_options(BounderRules(), options)) == 20 * bets


def test_a_bank_for_the_largest_amounts_there_are_is_one_that_can_be_filled():
    assert GAME.usual_bank(BounderRules(min_bet=MOST)) <= MAX_AMOUNT
    players = Table("Roark", min_bet=MOST, stacks={"Roark": MOST}, bank=0, endless=True)
    assert players.bounds("Roark", "stake") == (MOST, MOST)
