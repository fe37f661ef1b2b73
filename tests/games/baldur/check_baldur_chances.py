"""The chance to win at Baldur Hold'em, held against every throw there is."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest

from bot import games
from bot.engine.rng import SeededRng
from bot.engine.win_chance import WinChances
from cogs.baldur.chances import MOST, Question, estimate, note, question
from cogs.baldur.rules import GAME
from tests.games.baldur.baldur_brute import brute
from tests.games.baldur.baldur_table import GM, Table

PLENTY, LITTLE = 40_000, 3000
"""Work with which all throws are gone through, or a few hundred."""
FACES = range(1, 21)


def table(npcs: int = 3, hands: Sequence[tuple[int, ...]] = ((5, 5, 9), (1, 20, 7), (18, 17, 3)), **more: Any) -> Table:
    """Deal a table on which everyone has rolled and the price of the first round is paid."""
    names = ("Ada", "Bram", "Cleo")[: len(hands)]
    found = Table(names, npc_dice=(3, 8, 12, 17) if npcs else (), npcs=npcs, **more)
    return found.rolls(dict(zip(names, hands, strict=True)))


def on(found: Table, *rounds: tuple[int, ...]) -> Table:
    """Return the table with these community dice."""
    for falls in rounds:
        found.stay(*(name for name in found.names if found.turn), falls=falls)
    return found


def asked(found: Table, who: str) -> Question | None:
    return question(GAME.view(found.state, found.seat(who)))


def chances(found: Table, who: str = "Ada", budget: int = PLENTY, seed: int = 1) -> WinChances:
    return estimate(GAME.view(found.state, found.seat(who)), found.state.rules, SeededRng(seed), budget)


def tried_out(hands: Sequence[tuple[int, ...]], common: tuple[int, ...], natural: bool = False) -> Fraction:
    """Return the share of the first of several hands, over all that can still fall on the table."""
    share, left = Fraction(), 5 - len(common)
    for fallen in product(FACES, repeat=left):
        ranks = [brute(hand, (*common, *fallen), natural=natural) for hand in hands]
        if ranks[0] == max(ranks):
            share += Fraction(1, ranks.count(ranks[0]))
    return share / 20**left


def against_npcs(own: tuple[int, ...], common: tuple[int, ...], dice: int) -> tuple[Fraction, Fraction]:
    """Count how often so many NPC dice are beaten, and how often they tie: every throw with all community dice."""
    worth = {pair: brute(pair, common) for pair in combinations_with_replacement(FACES, 2)}
    mine, found = max(worth[first, second] for first, second in combinations(sorted(own), 2)), Counter[int]()
    for throw in combinations_with_replacement(FACES, dice):
        theirs = max(worth[pair] for pair in combinations(throw, 2))
        orders = factorial(dice) // prod(factorial(count) for count in Counter(throw).values())
        found[(theirs > mine) - (theirs < mine)] += orders
    return Fraction(found[-1], 20**dice), Fraction(found[0], 20**dice)


class TestAgainstPlayers:
    HANDS = ((5, 5, 9), (1, 20, 7), (18, 17, 3))

    def test_with_two_dice_to_come_every_throw_is_counted(self):
        found = chances(on(table(npcs=0), (9, 8, 2)))
        assert found.is_exact
        assert found.share.value == pytest.approx(float(tried_out(self.HANDS, (9, 8, 2))))
        assert (found.opponents, found.now) == (2, "a pair of 9s")

    def test_in_the_end_nothing_is_unknown(self):
        shares = [chances(on(table(npcs=0), (9, 8, 2), (6, 13)), who).share for who in ("Ada", "Bram", "Cleo")]
        assert sorted(share.value for share in shares) == [0, 0, 1]
        assert all(share.error == 0 for share in shares)

    def test_equal_hands_share(self):
        found = chances(on(table(npcs=0, hands=((5, 6, 9), (9, 6, 5))), (9, 8, 2), (6, 13)))
        assert (found.win.value, found.tie.value, found.share.value) == (0, 1, 0.5)

    def test_before_the_common_dice_fall_a_sample_is_thrown(self):
        found = chances(table(npcs=0), budget=LITTLE)
        assert not found.is_exact
        assert found.deals > 200
        more = chances(table(npcs=0), budget=3 * LITTLE, seed=2)
        assert abs(found.share.value - more.share.value) < 4 * (found.share.error + more.share.error)
        assert more.share.error < found.share.error

    def test_unrolled_dice_may_show_anything(self):
        fresh = Table(("Ada", "Bram"), npc_dice=(), npcs=0)
        found = chances(fresh, budget=LITTLE)
        assert found.now == "not rolled yet"
        assert abs(found.share.value - 0.5) < 4 * found.share.error
        assert chances(fresh.rolls({"Ada": (20, 20, 20)}), budget=LITTLE).share.value > 0.6


class TestAgainstNpcs:
    def test_in_the_last_round_every_throw_of_their_four_dice_is_counted(self):
        last = on(table(hands=((5, 5, 9),)), (9, 8, 2), (6, 13))
        found, (win, tie) = chances(last), against_npcs((5, 5, 9), (9, 8, 2, 6, 13), 4)
        assert found.is_exact
        assert (found.win.value, found.tie.value) == (pytest.approx(float(win)), pytest.approx(float(tie)))

    def test_dealer_who_stripped_npcs_counts_two_of_their_dice(self):
        last = on(table(hands=((5, 5, 9),)), (9, 8, 2), (6, 13))
        view = GAME.view(last.state, 1)
        assert view.own is not None
        view = view.evolve(own=view.own.evolve(has_stripped=True))
        found, (win, _) = (
            estimate(view, last.state.rules, SeededRng(1), PLENTY),
            against_npcs((5, 5, 9), (9, 8, 2, 6, 13), 2),
        )
        assert found.win.value == pytest.approx(float(win))
        assert found.win.value > chances(last).win.value

    def test_a_sample_is_as_near_as_it_says(self):
        second = on(table(), (9, 8, 2))
        exact = chances(second)
        samples = [chances(second, budget=LITTLE, seed=seed) for seed in range(8)]
        assert exact.is_exact
        assert not any(sample.is_exact for sample in samples)
        off = [(sample.share.value - exact.share.value) / sample.share.error for sample in samples]
        assert all(abs(one) < 4 for one in off)
        assert min(off) < 0 < max(off)

    def test_their_dice_change_nothing_as_long_as_nobody_sees_them(self):
        one, other = (
            on(Table(("Ada",), npc_dice=dice).rolls({"Ada": (5, 5, 9)}), (9, 8, 2))
            for dice in ((20,) * 4, (1, 3, 5, 7))
        )
        assert asked(one, "Ada") == asked(other, "Ada")
        assert chances(one, budget=LITTLE) == chances(other, budget=LITTLE)

    def test_the_gm_sees_what_the_npcs_have(self):
        last = on(table(hands=((5, 5, 9),)), (9, 8, 2), (6, 13))
        mine, theirs = chances(last), chances(last, GM)
        assert theirs.is_exact
        assert theirs.share.value in {0.0, 0.5, 1.0}
        assert (theirs.opponents, mine.opponents) == (1, 1)


class TestWhereNothingIsToBeWon:
    def test_folded_player_has_no_question(self):
        found = on(table(), (9, 8, 2)).fold("Ada")
        assert asked(found, "Ada") is None
        assert asked(found, "Bram") is not None

    def test_ended_hand_has_no_question(self):
        found = on(table(), (9, 8, 2), (6, 13))
        found.stay("Ada", "Bram", "Cleo")
        assert found.end
        assert all(asked(found, who) is None for who in ("Ada", "Bram", GM))

    def test_bystander_and_seated_npc_have_no_question(self):
        found = Table(("Ada", "Bram"), seated=("Grim",)).rolls({"Ada": (5, 5, 9), "Bram": (1, 2, 3)})
        assert asked(found, "Grim") is None
        assert question(GAME.view(found.state, None)) is None
        with pytest.raises(ValueError, match="nothing"):
            chances(found, "Grim")

    def test_gm_has_no_question_without_npcs(self):
        assert asked(table(npcs=0), GM) is None

    def test_a_bet_changes_no_chance(self):
        found = on(table(raises=1), (9, 8, 2))
        before = asked(found, "Cleo")
        assert asked(found.do("Ada", "raise"), "Cleo") == before


def test_budget_for_people_covers_every_throw():
    found, calculator = table(), games.spec_of("baldur").win_calculator
    assert calculator is not None
    assert calculator.most == MOST
    assert not chances(found, budget=MOST).is_exact
    on(found, (2, 7, 10))
    assert chances(found, budget=MOST).is_exact


@pytest.mark.parametrize("npcs, said", [(0, ""), (1, ""), (3, "Half of the NPCs leave at a time")])
def test_note_explains_the_simplification_about_several_npcs(npcs: int, said: str):
    assert note(table(npcs=npcs).state.rules).startswith(said)
    assert bool(note(table(npcs=npcs).state.rules)) is bool(said)
