"""The exact odds of Bounder, against a count by hand and what the source says of them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.engine.banked.odds import BetOdds
from bot.engine.options import with_options
from cogs.bounder import odds
from cogs.bounder.state import PRESETS, BounderRules

D6, D20 = range(1, 7), range(1, 21)


def bets(**options: Any) -> dict[str, BetOdds]:
    return {bet.key: bet for bet in odds.bets(with_options(BounderRules(), options))}


def sums() -> dict[int, int]:
    """In how many ways three dice make each sum."""
    ways: dict[int, int] = {}
    for dice in product(D6, repeat=3):
        ways[sum(dice)] = ways.get(sum(dice), 0) + 1
    return ways


def winning(point: int) -> Iterator[tuple[int, int]]:
    """(second die, ways of the dealer) with which the shooter wins, written down anew."""
    for second in D20:
        for total, ways in sums().items():
            if min(point, second) < total < max(point, second):
                yield second, ways


def test_chances_are_those_of_the_source_under_every_house_rule():
    chances = odds.exact(BounderRules())
    assert chances["shooter_win"] == Fraction(163, 400)
    assert chances["shooter_win"] == sum(
        (Fraction(ways, 216 * 400) for p in D20 for _, ways in winning(p)), Fraction(0)
    )
    assert odds.exact(BounderRules())["win_1_and_20"] == Fraction(2, 400)
    assert odds.exact(BounderRules())["point_matched"] == Fraction(1, 20)
    chances = odds.exact(BounderRules())
    assert chances["all_even"] == chances["all_odd"] == Fraction(27, 216) < Fraction(13, 100)
    assert chances["triple"] == Fraction(6, 216) < Fraction(3, 100)
    assert all(odds.exact(rules) == odds.exact(BounderRules()) for rules in PRESETS.values())


@pytest.mark.parametrize("point", D20)
def test_each_point_is_counted_right(point: int):
    wins = sum(ways for _, ways in winning(point))
    wide = sum(ways for second, ways in winning(point) if {point, second} == {1, 20})
    assert odds.wins_at(point) == Fraction(wins, 4320)
    assert odds.stake_back(point) == Fraction(2 * wins + wide, 4320)
    assert sum(odds.verdict_odds(point).values()) == 1
    assert odds.wins_at(point) == odds.wins_at(21 - point)


def test_doubling_costs_nothing_at_1_and_20_and_something_elsewhere():
    assert [point for point in D20 if odds.stake_back(point) == 1] == [1, 20]
    assert all(odds.stake_back(point) < 1 for point in range(2, 20))


def test_payback_follows_the_payouts_of_the_table():
    assert {key: bet.back for key, bet in bets().items()} == {
        "shooter": Fraction(82, 100),
        "point": Fraction(163, 200),
        "all_even": Fraction(1, 4),
        "all_odd": Fraction(1, 4),
        "triple": Fraction(1, 9),
    }
    fair = bets(even_odd_pays=7, triple_pays=35)
    assert {fair[kind].back for kind in ("all_even", "all_odd", "triple")} == {1}
    assert {fair[kind].edge for kind in ("all_even", "all_odd", "triple")} == {0}
    assert bets(even_odd_pays=4)["all_odd"].back == Fraction(5, 8)
    assert bets(triple_pays=20)["triple"].back == Fraction(21, 36)


def test_bets_against_the_shooter_mirror_bets_on_the_point():
    for against, back in (("even", Fraction(237, 200)), ("two_to_five", Fraction(1659, 2000))):
        both = bets(against=against)
        assert both["point"].chance + both["against"].chance == 1
        assert both["against"].back == back
    rules = BounderRules(against="by_point")
    wins = {point: sum(ways for _, ways in winning(point)) for point in D20}
    pays = {point: rules.pay_against(point) for point in D20}
    back = [Fraction(4320 - wins[point], 4320) * (1 + Fraction(pays[point].to, pays[point].on)) for point in D20]
    assert bets(against="by_point")["against"].back == sum(back) / 20


def test_bets_of_the_table_are_listed_with_their_payouts():
    assert list(bets()) == ["shooter", "point", "all_even", "all_odd", "triple"]
    assert list(bets(dealer_bets=False)) == ["shooter", "point"]
    assert list(bets(against="even")) == ["shooter", "point", "against", "all_even", "all_odd", "triple"]
    assert list(bets(version="classic", against="even")) == ["shooter", "all_even", "all_odd", "triple"]
    assert {bet.key: bet.pays for bet in bets(against="by_point", even_odd_pays=2).values()} == {
        "shooter": "1 to 1, and 2 to 1 with 1 and 20",
        "point": "1 to 1",
        "against": "from 4 to 5 down to 2 to 5, by the point",
        "all_even": "2 to 1",
        "all_odd": "2 to 1",
        "triple": "3 to 1",
    }


def note(**options: Any) -> str:
    return odds.note(with_options(BounderRules(), options))


def test_the_note_says_what_doubling_costs():
    said = "cost nothing on average at the points 1 and 20. At the others you lose 5% to about 40.42% of them"
    assert said in note()
    assert said in note(double="up_to", version="classic")
    assert "you add" not in note(double="off")
    assert "raise" not in note(double="off")


@pytest.mark.parametrize(
    "options, told",
    [
        ({}, "bets on the point assume a bet at every point."),
        ({"against": "even"}, "bets on the point and against the shooter assume"),
        ({"against": "by_point"}, "For a bet that pays 4 to 5 or the like,"),
        ({"against": "two_to_five"}, "For a bet that pays 2 to 5,"),
        ({"version": "classic"}, "The chances of a shooter hold for every player who shoots."),
    ],
)
def test_the_note_speaks_of_what_the_table_has(options: dict[str, Any], told: str):
    assert told in note(**options)


@pytest.mark.parametrize(
    "options, of",
    [
        ({}, "against"),
        ({}, "Parts of a coin"),
        ({}, "every player who shoots"),
        ({"against": "even"}, "Parts of a coin"),
        ({"version": "classic", "against": "by_point"}, "against"),
        ({"version": "classic", "against": "by_point"}, "on the point"),
        ({"version": "classic", "against": "by_point"}, "Parts of a coin"),
    ],
)
def test_note_leaves_out_options_that_the_table_does_not_have(options: dict[str, Any], of: str):
    assert of not in note(**options)
