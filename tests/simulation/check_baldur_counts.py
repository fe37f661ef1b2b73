"""What is counted in Baldur Hold'em fits the exact odds, by chi-square and kind by kind."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from cogs.baldur.ai import Simple, names
from cogs.baldur.odds import bets, exact
from cogs.baldur.state import BaldurRules
from tests.simulation.counts import counted, fit

HANDS = 1000
MOST_ERRORS = 4


def of(who: str) -> dict[str, Fraction]:
    return {name: chance for name, chance in exact(BaldurRules()).items() if name.startswith(f"{who}_")}


def errors(times: int, count: int, chance: Fraction) -> float:
    """How many standard errors a count lies away from the odds."""
    return float(abs(count - times * chance)) / float(times * chance * (1 - chance)) ** 0.5


@pytest.fixture(scope="module")
def counts() -> Mapping[str, int]:
    return counted("baldur", HANDS)


@pytest.mark.parametrize("who", ["pc", "npc"])
def test_the_hands_of_players_and_npcs_come_as_often_as_the_odds_say(counts: Mapping[str, int], who: str):
    assert sum(counts[name] for name in of(who)) == HANDS
    assert fit({name: counts[name] for name in of(who)}, of(who))
    common = {name: chance for name, chance in of(who).items() if chance * HANDS > 5}
    assert all(errors(HANDS, counts[name], chance) < MOST_ERRORS for name, chance in common.items())


def test_never_folding_loses_as_much_as_the_odds_say(counts: Mapping[str, int]):
    """What comes back of a hand lies between nothing and the pot, so its spread is no more than half of it."""
    (stay,) = bets(BaldurRules())
    back = Fraction(counts["returned_stay"], counts["staked_stay"])
    assert counts["staked_stay"] == HANDS * 600
    assert abs(float(back - stay.back)) < MOST_ERRORS * (14 / 2) / 6 / HANDS**0.5


def test_several_players_are_counted_each_and_their_money_is_not():
    counts = counted("baldur", 20, seats=3)
    assert sum(counts[name] for name in of("pc")) == 60
    assert sum(counts[name] for name in of("npc")) == 20
    assert counts["staked_stay"] == 0


def test_where_players_fold_only_unfolded_hands_are_counted():
    counts = counted("baldur", 40, "folding=weak")
    assert 0 < sum(counts[name] for name in of("pc")) == counts["showdowns"] < 40


def test_without_npcs_there_are_none_to_count_and_two_play():
    counts = counted("baldur", 20, "npcs=0")
    assert counts["hands"] == counts["showdowns"] == 20
    assert sum(counts[name] for name in of("npc")) == 0
    assert sum(counts[name] for name in of("pc")) == 40


def test_every_counter_has_its_name(counts: Mapping[str, int]):
    assert tuple(counts) == names(BaldurRules(), Simple())
