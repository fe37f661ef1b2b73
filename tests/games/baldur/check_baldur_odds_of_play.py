"""What a hand of Baldur Hold'em returns is exact, and agrees with other ways to find it."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from bot.engine.rng import SeededRng
from cogs.baldur.hands import best_hand
from cogs.baldur.odds import COMMON, SHARES, bets, counted, in_parts, note, orders_of, pot_of, share
from cogs.baldur.state import BaldurRules
from tests.games.baldur.baldur_play_brute import whole

SIDES = 6


@pytest.mark.parametrize("natural", [False, True])
def test_never_folding_returns_what_a_second_opinion_finds(natural: bool):
    assert share(SIDES, natural=natural) == whole(SIDES, natural=natural)


@pytest.mark.parametrize("natural", [False, True])
def test_a_sample_of_all_common_dice_returns_about_what_is_kept(natural: bool):
    """One in a hundred and fifty, evenly from all of them."""
    some = list(combinations_with_replacement(range(1, 21), COMMON))[75::150]
    ways = [orders_of(common) for common in some]
    found = [in_parts(*(part * 20**COMMON for part in counted(common, natural=natural))) for common in some]
    pays = sum((one.pays * count for one, count in zip(found, ways, strict=True)), Fraction(0)) / sum(ways)
    mean = sum((one.share * count for one, count in zip(found, ways, strict=True)), Fraction(0)) / sum(ways)
    assert abs(float(pays - SHARES[natural].pays)) < 0.01
    assert abs(float(mean - SHARES[natural].share)) < 0.01


def test_players_win_as_often_as_worked_out():
    """Of hands against the NPCs that are played to the end."""
    chance, hands, shares = SeededRng(b"a hand against the NPCs"), 2000, Fraction(0)
    for _ in range(hands):
        common = chance.dice(5, 20)
        own, npcs = (best_hand(chance.dice(count, 20), common).rank for count in (3, 4))
        shares += Fraction((own > npcs) * 2 + (own == npcs), 2)
    assert abs(float(shares / hands - SHARES[False].share)) < 4 * (0.25 / hands) ** 0.5


def test_the_last_of_three_npcs_plays_for_a_pot_of_fourteen_antes():
    assert pot_of(BaldurRules()) == 6 + 3 + 2 + 3
    assert pot_of(BaldurRules(leaving="up")) == 6 + 3 + 2 * 2 + 3
    assert pot_of(BaldurRules(npcs=1)) == 2 * 6


def test_against_one_npc_a_player_who_never_folds_loses():
    (stay,) = bets(BaldurRules(npcs=1))
    assert Fraction(78, 100) < stay.back < Fraction(79, 100)


@pytest.mark.parametrize("leaving", ["down", "up"])
@pytest.mark.parametrize("npcs", range(1, 21))
def test_house_loses_to_never_folding_from_a_pot_of_sixteen_antes(npcs: int, leaving: str):
    rules = BaldurRules().validated(npcs=npcs, leaving=leaving)
    (stay,) = bets(rules)
    assert (stay.edge < 0) == (pot_of(rules) >= 16)


def test_a_natural_straight_that_beats_a_wild_one_changes_little():
    (one,), (other,) = bets(BaldurRules()), bets(BaldurRules(natural_beats_wild=True))
    assert one.back != other.back
    assert abs(one.back - other.back) < Fraction(1, 200)


def test_without_npcs_the_house_has_nothing_to_lose():
    assert bets(BaldurRules(npcs=0)) == ()
    assert "the house neither wins nor loses" in note(BaldurRules(npcs=0))


def test_the_note_speaks_only_of_what_the_table_has():
    assert note(BaldurRules()).endswith("Influence is left out.")
    assert note(BaldurRules(raises=1)).endswith("Raises and influence are left out.")
