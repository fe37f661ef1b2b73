"""What a hand of Baldur Hold'em returns is exact, and agrees with other ways to find it."""

from fractions import Fraction

import pytest

from bot.engine.chance import SeededChance
from cogs.baldur import odds_of_play
from cogs.baldur.hands import best_hand
from cogs.baldur.odds import bets, folding_well, never_folding, note
from cogs.baldur.odds_at_table import pays_first, pays_second, pays_third
from cogs.baldur.odds_found import FOLDED_AT_FIRST, FOLDING_WELL
from cogs.baldur.odds_of_play import Played, Table, pot_of
from cogs.baldur.odds_shares import row, sums, word_of
from cogs.baldur.options import MOST_NPCS, BaldurRules
from tests.games.baldur_play_brute import Play

SIDES = 6


@pytest.mark.slow
@pytest.mark.parametrize("natural", [False, True])
def test_never_folding_returns_what_a_second_opinion_finds(natural: bool):
    table = Table(SIDES)
    found = odds_of_play.never_folding(table, [row(common, SIDES, natural=natural) for common in table.commons])
    other = Play(SIDES, 12, folds=False, natural=natural).whole()
    assert (found.pays, found.share * 12, found.staked) == other


@pytest.mark.slow
@pytest.mark.parametrize("pot, looks, natural", [(12, False, False), (14, True, False), (17, False, True)])
def test_folding_well_returns_what_a_second_opinion_finds(pot: int, looks: bool, natural: bool):
    table = Table(SIDES)
    all_rows = [row(common, SIDES, natural=natural) for common in table.commons]
    found = odds_of_play.folding_well(table, all_rows, [pot])[pot, looks]
    assert (found.pays, found.share * pot, found.staked) == Play(SIDES, pot, looks=looks, natural=natural).whole()


def every_table() -> list[BaldurRules]:
    return [
        BaldurRules(npcs=npcs, leaving=leaving, look_first=looks, natural_beats_wild=natural)
        for npcs in range(1, MOST_NPCS + 1)
        for leaving in ("down", "up")
        for looks in (False, True)
        for natural in (False, True)
    ]


def gain(played: Played, pot: int) -> Fraction:
    return played.share * pot - played.staked


def test_every_table_with_npcs_knows_what_a_hand_returns():
    tables = every_table()
    assert {(rules.natural_beats_wild, rules.look_first, pot_of(rules)) for rules in tables} == FOLDING_WELL.keys()
    for rules in tables:
        stay, well = bets(rules)
        assert (stay.key, stay.back) == ("stay", never_folding(rules).back(pot_of(rules)))
        assert (well.key, well.back) == ("well", folding_well(rules).back(pot_of(rules)))


def test_folding_well_wins_no_less_than_never_folding_and_looking_first_no_less_than_not():
    for rules in every_table():
        pot, played = pot_of(rules), folding_well(rules)
        assert gain(played, pot) >= gain(never_folding(rules), pot)
        assert played.staked <= 6
        assert played.pays <= never_folding(rules).pays
        assert gain(folding_well(rules.evolve(look_first=True)), pot) >= max(gain(played, pot), 0)


def test_the_last_of_three_npcs_plays_for_a_pot_of_fourteen_antes():
    assert pot_of(BaldurRules()) == 6 + 3 + 2 + 3
    assert pot_of(BaldurRules(leaving="up")) == 6 + 3 + 2 * 2 + 3
    assert pot_of(BaldurRules(npcs=1)) == 2 * 6


def test_against_one_npc_a_player_who_folds_well_hardly_wins_and_one_who_never_folds_loses():
    stay, well = bets(BaldurRules(npcs=1))
    assert Fraction(78, 100) < stay.back < Fraction(79, 100)
    assert 1 < well.back < Fraction(1002, 1000)


def test_wherever_npcs_play_the_house_loses_to_whoever_folds_well():
    assert all(bets(rules)[1].edge < 0 for rules in every_table())


def test_from_four_npcs_on_the_house_loses_to_whoever_never_folds():
    assert all((bets(rules)[0].edge < 0) == (pot_of(rules) > 15) for rules in every_table())
    assert bets(BaldurRules(npcs=3))[0].edge > 0 > bets(BaldurRules(npcs=4))[0].edge


def test_a_natural_straight_that_beats_a_wild_one_changes_little():
    for npcs in (1, 3, 20):
        rules = BaldurRules(npcs=npcs)
        for one, other in zip(bets(rules), bets(rules.evolve(natural_beats_wild=True)), strict=True):
            assert one.back != other.back
            assert abs(one.back - other.back) < Fraction(1, 200)


def test_without_npcs_the_house_has_nothing_to_lose():
    assert bets(BaldurRules(npcs=0)) == ()
    assert "the house neither wins nor loses" in note(BaldurRules(npcs=0))


def test_the_note_speaks_only_of_what_the_table_has():
    assert note(BaldurRules()).endswith("Influence is left out.")
    assert note(BaldurRules(raises=1)).endswith("Raises and influence are left out.")
    assert "spares the ante" not in note(BaldurRules())
    assert "spares the ante" in note(BaldurRules(look_first=True))


@pytest.mark.parametrize("natural", [False, True])
def test_the_share_of_one_hand_is_the_same_as_among_all_hands(natural: bool):
    table, chance = Table(), SeededChance(b"words")
    for _ in range(20):
        common = chance.dice(5, 20)
        words, at = table.words(row(common, natural=natural)), chance.below(len(table.hands))
        assert word_of(table.hands[at], common, natural=natural) == words[at]


def test_the_share_of_a_hand_is_that_of_all_the_npcs_may_have():
    """Four dice of two faces stand for all others: own 7s and 9s against what beats, ties or loses to them."""
    common = (7, 7, 7, 7, 7)
    assert sums(word_of((7, 7, 1), common)).twice_share == 20**4 * 2 - sums(word_of((7, 7, 1), common)).pays + beaten()
    assert sums(word_of((7, 7, 1), common)).pays == 20**4


def beaten() -> int:
    """In how many ways four dice show fewer than two 7s."""
    return 19**4 + 4 * 19**3


def test_hands_that_win_nothing_are_folded_and_sure_ones_are_not():
    assert not pays_third((1, 2, 3), (6, 8, 11, 14, 20), 14)
    assert pays_third((7, 7, 1), (7, 7, 7, 2, 3), 14)
    assert not pays_second((1, 2, 5), (9, 12, 16), 14)
    assert pays_second((7, 7, 1), (7, 9, 9), 14)


def test_the_larger_the_pot_the_more_hands_are_worth_their_price():
    own, common = (3, 10, 1), (3, 15, 6, 18, 12)
    assert [pays_third(own, common, pot) for pot in (12, 30, 100)] == sorted(
        pays_third(own, common, pot) for pot in (12, 30, 100)
    )


def test_dice_are_folded_unpaid_only_where_the_pot_is_small():
    assert not pays_first((1, 2, 9), 12)
    assert pays_first((20, 20, 20), 12)
    assert pays_first((1, 2, 9), pot_of(BaldurRules(npcs=20)))
    assert {pot for _, pot in FOLDED_AT_FIRST} < {pot_of(rules) for rules in every_table()}


def test_players_win_as_often_as_worked_out():
    """Of hands against the NPCs that are played to the end."""
    chance, hands, shares = SeededChance(b"a hand against the NPCs"), 2000, Fraction(0)
    for _ in range(hands):
        common = chance.dice(5, 20)
        own, npcs = (best_hand(chance.dice(count, 20), common).rank for count in (3, 4))
        shares += Fraction((own > npcs) * 2 + (own == npcs), 2)
    share = never_folding(BaldurRules()).share
    assert abs(float(shares / hands - share)) < 4 * (0.25 / hands) ** 0.5
