"""What is counted in Pazaak fits the exact odds of two players who draw from one deck of forty."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

import pytest

from tests.simulation.counts import counted, fit

STAND_AT = 17
FORTY = sum(4 << 3 * number for number in range(1, 11))
"""How many are left of each number, three bits each."""


Sets = defaultdict[tuple[int, int, int, bool], float]
"""How likely each set is: what is left in the deck, the totals of who is to draw and of the other, and whether it is
the one who began that draws.
"""


@cache
def exact() -> dict[str, float]:
    """How often a set comes to each end and a total is stood on, when both stand at 17 and play no side cards."""
    found: defaultdict[str, float] = defaultdict(float)
    sets = Sets(float, {(FORTY, 0, 0, True): 1.0})
    for left in range(40, 0, -1):
        after = Sets(float)
        for (deck, mine, other, began), chance in sets.items():
            for number in range(1, 11):
                copies = deck >> 3 * number & 7
                if copies:
                    deck_left = deck - (1 << 3 * number)
                    landed(deck_left, mine + number, other, began, chance * copies / left, found, after)
        sets = after
    assert sum(found[name] for name in ("tie", "starter", "other")) == pytest.approx(1)
    return found


def landed(
    deck: int, mine: int, other: int, began: bool, chance: float, found: defaultdict[str, float], after: Sets
) -> None:
    """End the set after a card, or pass it to the other player, or to the one who doesn't stand."""
    if mine > 20:
        found["bust"] += chance
        found["other" if began else "starter"] += chance
        return
    if mine >= STAND_AT:
        found[f"total_{mine}"] += chance
        if other >= STAND_AT:
            found["tie" if mine == other else "starter" if (mine > other) is began else "other"] += chance
            return
    if other >= STAND_AT:
        after[deck, mine, other, began] += chance
    else:
        after[deck, other, mine, not began] += chance


def parts(counts: Counter[str], *names: str) -> dict[str, int]:
    """Return these counters, and the sets that are in none of them."""
    named = {name: counts[name] for name in names}
    return {**named, "others": counts["sets"] - sum(named.values())}


def odds(*values: float) -> list[Fraction]:
    """Odds as exact numbers, with what is left to one."""
    exactly = [Fraction(value) for value in values]
    return [*exactly, Fraction(1) - sum(exactly)]


@pytest.fixture(scope="module")
def matches() -> Counter[str]:
    """Without the rule of nine cards, which hardly ever comes to bear and is much to reckon with."""
    return counted("pazaak", 600, "filled=none")


def test_totals_come_as_often_as_the_odds_say(matches: Counter[str]):
    names = [f"total_{total}" for total in range(STAND_AT, 21)]
    chances = [exact()[name] for name in names]
    shares = odds(*(chance / sum(chances) for chance in chances[:-1]))
    assert fit(matches, dict(zip(names, shares, strict=True)))
    stood = sum(matches[name] for name in names)
    assert stood / matches["sets"] == pytest.approx(sum(chances), rel=0.05)


def test_sets_end_as_often_as_the_odds_say(matches: Counter[str]):
    found = exact()
    busts = parts(matches, "set_bust", "set_tie")
    assert fit(busts, dict(zip(busts, odds(found["bust"], found["tie"]), strict=True)))
    wins = parts(matches, "starter_set_win", "set_tie")
    assert fit(wins, dict(zip(wins, odds(found["starter"], found["tie"]), strict=True)))


def test_a_match_is_three_won_sets(matches: Counter[str]):
    assert matches["matches"] == 600
    won = matches["sets"] - matches["set_tie"]
    assert 3 * 600 <= won <= 5 * 600


def test_a_later_stand_is_on_more_and_busts_more_often(matches: Counter[str]):
    bold = counted("pazaak", 100, "stand_at=19")
    assert {name for name in bold if name.startswith("total_")} == {"total_19", "total_20"}
    assert bold["set_bust"] / bold["sets"] > matches["set_bust"] / matches["sets"]


def test_side_cards_that_are_dealt_are_not_played():
    assert counted("pazaak", 30, "hand_size=4")["matches"] == 30
