"""The chance to win at Klingon Hold-'Em, held against all deals there are and against hands that are played out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import pytest

from bot.engine.rng import SeededRng
from bot.engine.win_chance import Estimate, WinChances
from cogs.klingon.card_file import action_codes
from cogs.klingon.cards import ActionCard, Deck, Kind, Ship
from cogs.klingon.chances import estimate, question
from cogs.klingon.rules import GAME
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_brute import strongest
from tests.games.klingon.klingon_table import FEDERATION, KLINGONS, PHOTONS, TEN, THOLIANS, Table

ENOUGH, FEW = 10**6, 8000
"""Attacks that go through all deals, and that don't."""

SMALL = Deck(
    title="Small",
    weapons=(("beam", "Beam"), ("ram", "Ram")),
    mounts=(Kind(key="beam", name="Beam", weapons=("beam",)), Kind(key="ram", name="Ram", weapons=("ram", "beam"))),
    doublers=(Kind(key="charge", name="Charge", weapons=("beam",)),),
    actions=(
        ActionCard(kind="beam", value=3, copies=3),
        ActionCard(kind="beam", value=5, copies=2),
        ActionCard(kind="ram", value=7, copies=2),
        ActionCard(kind="charge", copies=1),
    ),
    ships=tuple(
        Ship(
            id=f"s{at}",
            name=f"Ship {at}",
            empire="None",
            hull="FF",
            points=at,
            mounts=(("beam", at % 3), ("ram", at % 2)),
            fighters=int(at % 7 == 0),
        )
        for at in range(1, 21)
    ),
)
"""So few cards that all deals can be tried out."""
OF_SMALL = KlingonRules(deck=SMALL)


class Truth(NamedTuple):
    """What all deals together come to."""

    win: Fraction
    tie: Fraction
    share: Fraction


def tried_out(table: Table, name: str) -> Truth:
    """Try every way in which the hidden cards may lie, one after the other."""
    mine, up, others = table.ships(name), table.state.table, len(table.names) - 1
    left = Counter(action_codes(SMALL)) - Counter(up)
    boards = Counter(combinations(sorted(left.elements()), 5 - len(up)))
    ships = [ship.id for ship in SMALL.ships if ship.id not in mine]
    on_top = Counter[int]()
    for cards, ways in boards.items():
        codes = (*up, *cards)
        worth = {pair: strongest(SMALL, pair, codes) for pair in combinations(ships, 2)}
        own = strongest(SMALL, mine, codes)
        for held in hands(list(worth), others):
            best = max(worth[pair] for pair in held)
            on_top[0 if best > own else 1 + sum(worth[pair] == own for pair in held)] += ways
    deals = sum(on_top.values())
    ties = {sharing: count for sharing, count in on_top.items() if sharing > 1}
    share = Fraction(on_top[1]) + sum(Fraction(count, sharing) for sharing, count in ties.items())
    return Truth(Fraction(on_top[1], deals), Fraction(sum(ties.values()), deals), share / deals)


def hands(pairs: Sequence[tuple[str, str]], others: int) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the hands of so many opponents: no ship twice."""
    if others == 1:
        yield from ((pair,) for pair in pairs)
        return
    for first in pairs:
        for second in pairs:
            if not set(first) & set(second):
                yield first, second


def of_small(names: int, street: int) -> Table:
    """Play a hand with the small deck to the street on which so many cards lie open."""
    cards = {0: "", 3: "beam-3 ram-7 charge", 4: "beam-3 ram-7 charge beam-5", 5: "beam-3 ram-7 charge beam-5 beam-3"}
    table = Table(TEN[:names], {TEN[0]: "s9 s14"}, cards[street], rules=OF_SMALL)
    while len(table.state.table) < street:
        table.engaged()
    return table


def chances(table: Table, name: str = TEN[0], budget: int = FEW, seed: str = "seed") -> WinChances:
    return estimate(GAME.view(table.state, table.seats[name]), table.rules, SeededRng(seed), budget)


def figures(found: WinChances) -> tuple[Estimate, ...]:
    return found.win, found.tie, found.share


@pytest.mark.parametrize("names, street", [(2, 0), (2, 3), (2, 5), (3, 4), (3, 5)])
def test_where_all_deals_can_be_counted_the_chances_are_exact(names: int, street: int):
    table = of_small(names, street)
    found = chances(table, budget=ENOUGH)
    assert found.is_exact
    for figure, truth in zip(figures(found), tried_out(table, TEN[0]), strict=True):
        assert (figure.value, figure.error) == (pytest.approx(float(truth)), 0)


@pytest.mark.parametrize("names, street, budget", [(2, 0, 1000), (3, 3, 400)])
def test_a_sample_comes_as_near_as_it_says(names: int, street: int, budget: int):
    """Eight samples each: within five standard errors, and not all on one side."""
    table = of_small(names, street)
    truths = tried_out(table, TEN[0])
    samples = [chances(table, budget=budget, seed=f"{at}") for at in range(8)]
    assert not any(found.is_exact for found in samples)
    for at, truth in enumerate(truths):
        off = [(figures(found)[at].value - float(truth)) / figures(found)[at].error for found in samples]
        assert max(map(abs, off)) < 5
        assert abs(sum(off)) / sqrt(len(off)) < 5
        assert min(off) < 0 < max(off)


def test_hands_are_won_as_often_as_estimated():
    """Play hands of five, of whom one disengages: on the Lock-On one of the others estimates, and then all show."""
    got = reckoned = spread = 0.0
    for number in range(48):
        table, rng = Table(TEN[:5]), SeededRng(f"hand {number}")
        table.state = GAME.start(table.deal, rng).state
        name, found = TEN[1 + number % 4], None
        while table.turn:
            if len(table.state.betting.waiting) == 5:
                kind = "fold"
            else:
                kind = "check" if "check" in table.keys(table.turn) else "call"
            table.state = GAME.act(table.state, table.seats[table.turn], GAME.action(kind, {}), rng).state
            if found is None and table.state.table:
                found = chances(table, name, 800, f"{number}")
        assert found is not None
        assert found.opponents == 3
        best = max(table.attacks.values())
        on_top = [one for one, attack in table.attacks.items() if attack == best]
        got += (name in on_top) / len(on_top)
        reckoned += found.share.value
        spread += found.share.value * (1 - found.share.value)
    assert abs(got - reckoned) < 5 * sqrt(spread)


def test_estimate_names_the_own_attack_so_far():
    table = Table(("Han", "Lando"), {"Han": FEDERATION, "Lando": KLINGONS}, PHOTONS)
    assert chances(table, "Han").now == "0 points"
    table.engaged()
    assert [chances(table, name).now for name in ("Han", "Lando")] == ["34 points", "0 points"]


def test_best_possible_ships_always_win():
    table = Table(("Han", "Lando"), {"Han": FEDERATION, "Lando": KLINGONS}, PHOTONS).engaged().engaged().engaged()
    assert chances(table, "Han").win.value > 0.9
    assert chances(table, "Lando").win.value == 0


def test_hidden_ships_and_burned_cards_change_nothing():
    """The same view, the same seed: the same figures, to the last digit."""
    one = Table(("Han", "Lando", "Leia"), {"Han": FEDERATION, "Lando": KLINGONS, "Leia": THOLIANS}, PHOTONS)
    other = Table(("Han", "Lando", "Leia"), {"Han": FEDERATION, "Lando": THOLIANS, "Leia": "rom-ff rom-dn"}, PHOTONS)
    for _ in range(4):
        assert chances(one, "Han") == chances(other, "Han")
        one.engaged()
        other.engaged()


def test_question_changes_with_cards_and_disengagements_but_not_bets():
    table = Table(("Han", "Lando", "Leia"), {"Han": FEDERATION}, PHOTONS)
    asked = [question(GAME.view(table.state, 1))]
    table.raises("Han", 40)
    asked.append(question(GAME.view(table.state, 1)))
    table.fold("Lando")
    asked.append(question(GAME.view(table.state, 1)))
    table.engaged()
    asked.append(question(GAME.view(table.state, 1)))
    assert [found and (len(found.table), found.opponents) for found in asked] == [(0, 2), (0, 2), (0, 1), (3, 1)]


def test_all_in_player_is_an_opponent_like_any_other():
    table = Table(("Han", "Lando", "Leia"), {"Han": FEDERATION}, PHOTONS, stacks={"Leia": 10})
    assert table.seat_view("Leia").is_all_in
    assert chances(table, "Han", budget=400).opponents == 2


def test_no_question_for_the_public_or_a_player_who_is_out():
    table = Table(("Han", "Lando", "Leia"))
    assert question(GAME.view(table.state, None)) is None
    table.fold("Han")
    assert question(GAME.view(table.state, 1)) is None
    with pytest.raises(ValueError, match="nothing is to be won or lost from here"):
        chances(table, "Han")
    table.fold("Lando")
    assert [question(GAME.view(table.state, seat)) for seat in (1, 2, 3)] == [None] * 3


def test_ships_that_house_rules_leave_out_are_held_by_nobody():
    """Without the small ones the same two ships are worth less among the others."""
    table = Table(("Han", "Lando"), {"Han": "kli-dd fed-dd"}, PHOTONS).engaged().engaged().engaged()
    smaller = Table(("Han", "Lando"), {"Han": "kli-dd fed-dd"}, PHOTONS, smallest="six").engaged().engaged().engaged()
    assert (chances(table, "Han").deals, chances(smaller, "Han").deals) == (34 * 33 // 2, 28 * 27 // 2)


def test_slower_estimates_deal_fewer_hands():
    """More opponents, and ships with more mounts to look at: the same budget, and so as long."""
    heavy = SMALL.evolve(
        mounts=(*SMALL.mounts, *(Kind(key=f"m{at}", name=f"Mount {at}", weapons=("beam",)) for at in range(18))),
        ships=tuple(ship.evolve(mounts=tuple((f"m{at}", 1) for at in range(18))) for ship in SMALL.ships),
    )
    few, many = (chances(Table(TEN[:names], rules=OF_SMALL)).deals for names in (2, 10))
    assert chances(Table(TEN[:2], rules=KlingonRules(deck=heavy))).deals * 5 < few
    assert many < few
    assert chances(Table(TEN[:2], rules=OF_SMALL)).deals == few
