"""What is counted in Klingon Hold-'Em fits hands that are dealt, and attacks that are found, without the game."""

from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from cogs.klingon.card_file import STANDARD, action_codes
from cogs.klingon.cards import Board
from tests.simulation.counts import counted

ERRORS = 5
"""So many standard errors apart two counts of the same may lie."""
SAMPLES = 2500


@cache
def sampled(seats: int) -> tuple[float, list[int]]:
    """Return the share of hands whose strongest attack is made twice, and one attack of each hand."""
    rng, cards, ships = Random(seats), action_codes(STANDARD), [ship.id for ship in STANDARD.ships]
    ties, firsts = 0, list[int]()
    for _ in range(SAMPLES):
        board, fleet = Board(STANDARD, rng.sample(cards, 5)), rng.sample(ships, 2 * seats)
        attacks = [board.strength(*fleet[at : at + 2]) for at in range(0, len(fleet), 2)]
        ties += attacks.count(max(attacks)) > 1
        firsts.append(attacks[0])
    return ties / SAMPLES, firsts


@pytest.mark.parametrize("seats, hands, known", [(2, 300, 0.18), (5, 150, 0.26)])
def test_pots_are_shared_and_attacks_made_as_an_independent_sampling_finds(seats: int, hands: int, known: float):
    """About 18 % of pots with two and 25 to 27 % with four to six, when nobody disengages (rules 6.22)."""
    counts, (share, attacks) = counted("klingon", hands, seats=seats), sampled(seats)
    assert counts["hands"] == counts["showdowns"] == hands
    ties = counts["tied_showdowns"] / hands
    assert abs(ties - share) < ERRORS * sqrt(share * (1 - share) * (1 / hands + 1 / SAMPLES))
    assert abs(share - known) < 0.01 + ERRORS * sqrt(share * (1 - share) / SAMPLES)
    mean = counts["attack_points"] / counts["attacks"]
    # attacks of one hand share their cards: as if there were only as many of them as there are hands
    assert abs(mean - fmean(attacks)) < ERRORS * stdev(attacks) * sqrt(1 / SAMPLES + 1 / hands)


def test_every_attack_and_every_doubler_before_it_is_counted():
    counts = counted("klingon", 100, seats=3)
    assert counts["attacks"] == 300
    assert sum(count for name, count in counts.items() if name.startswith("attack_") and name != "attack_points") == 300
    doublers = sum(card.copies for card in STANDARD.actions if card.value is None)
    expected, each = (
        200 * 5 * doublers / len(action_codes(STANDARD)),
        counts["doublers_used"] + counts["doublers_wasted"],
    )
    assert each % 3 == 0
    assert abs(each / 3 - expected) < ERRORS * sqrt(expected)


def test_lively_players_end_some_hands_unseen_and_go_all_in_in_others():
    counts = counted("klingon", 40, "betting=lively", seats=6)
    assert counts["hands"] == counts["showdowns"] + counts["unseen"] == 40
    assert min(counts["showdowns"], counts["unseen"], counts["all_ins"]) > 0


def test_a_tournament_for_nothing_can_be_simulated_too():
    assert counted("klingon", 5, "stakes=points", "fee=0")["hands"] == 5
