"""Luck, bets and pots of hands that the games play themselves: nobody is luckier than chance has it."""

import itertools
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from bot import games
from bot.engine.ai.player import AnyAi
from bot.engine.banked.limits import RESERVE
from bot.engine.cheating.events import Influenced
from bot.engine.game import DEALER, AnyGame, Deal, Event, Outcome, Player
from bot.engine.luck import Stroke, sum_luck
from bot.engine.options import with_options
from bot.engine.rng import Rng, SeededRng
from bot.engine.skills import D6, Pool, oppose
from bot.engine.skills.roles import SkillCheck
from cogs.century.odds import Drawing, back_of, both_back
from cogs.century.state import Paying
from cogs.roulette.state import Bet, Result, Settled, Spun


@dataclass
class Hand:
    """A hand that was played: who did what, what everyone saw of it, and how it ended."""

    deal: Deal[Any, Any]
    actions: list[tuple[int, Any]] = field(default_factory=list[tuple[int, Any]])
    events: list[Event] = field(default_factory=list[Event])
    outcome: Outcome[Any] | None = None
    view: Any = None
    """The table at the end, as everyone sees it."""


def strokes(key: str, hands: int, **options: Any) -> Iterator[Stroke]:
    """Yield the chance events of hands that the game's own players play."""
    luck = games.spec_of(key).luck
    assert luck is not None
    for hand in played(key, hands, **options):
        yield from luck(hand.events, hand.deal)


def played(key: str, hands: int, *, some_sleep: bool = False, **options: Any) -> Iterator[Hand]:
    """Yield hands that the game's own players play. Where some sleep, all do in a third of the hands."""
    spec = games.spec_of(key)
    ai = spec.player
    assert ai.counting is not None
    game, rules = spec.game, with_options(ai.counting.rules, options)
    stack = game.buy_in(rules).usual * 50
    players = tuple(Player(seat=seat, stack=stack) for seat in range(1, ai.counting.seats(rules) + 1))
    deal: Deal[Any, Any] = game.Deal(rules=rules, players=players, reserve=RESERVE if game.is_banked else 0)
    for number in range(hands):
        chance, rng = SeededRng(f"{key}{number}"), SeededRng(f"{key}{number} policy")
        asleep = {player.seat for player in players if some_sleep and number % 3 < (2 if player.seat == 1 else 1)}
        step, hand = game.start(deal, chance), Hand(deal)
        hand.events += step.events
        while waiting := game.to_act(step.state):
            state = step.state
            seat, action = next(
                (seat, action) for seat in sorted(waiting) if (action := decided(ai, game, state, seat, rng, asleep))
            )
            step = game.act(state, seat, action, chance)
            hand.actions.append((seat, action))
            hand.events += step.events
        hand.outcome, hand.view = game.outcome(step.state), game.view(step.state, None)
        yield hand


def decided(ai: AnyAi, game: AnyGame, state: Any, seat: int, rng: Rng, asleep: Collection[int]) -> Any:
    if seat == DEALER or seat in asleep:
        return game.on_timeout(state, seat)
    assert ai.counting is not None
    return ai.decide(lambda: game.view(state, seat), game.moves(state, seat), ai.counting.simple(), rng, 0)


@pytest.mark.parametrize(
    "key, hands", [("pilok", 60), ("baldur", 60), ("roulette", 60), ("bounder", 60), ("century", 40)]
)
def test_over_an_evening_nobody_is_luckier_than_chance_has_it(key: str, hands: int):
    given = list(strokes(key, hands))
    assert given
    for luck in sum_luck(given):
        assert abs(luck.errors) < 4


@pytest.mark.parametrize("key, kind", [("pilok", "die"), ("pilok", "contest"), ("baldur", "die"), ("bounder", "bet")])
def test_luck_strays_as_far_as_its_variance_says(key: str, kind: str):
    given = [stroke for stroke in strokes(key, 60) if stroke.kind == kind]
    strayed = sum(float(one.got - one.mean) ** 2 for one in given)
    assert 0.6 < strayed / float(sum(one.variance for one in given)) < 1.5


ADDS_NO_BET = {"done", "go_on", "pass", "roll", "keep", "double", "increase", "hit", "stand", "split", "decline"}


def bets_made(hand: Hand) -> Counter[int]:
    """Count each seat's bets by its actions: one for each spot, kind or ticket, whatever was added to it."""
    laid: dict[int, set[object]] = {player.seat: set() for player in hand.deal.players}
    for at, (seat, action) in enumerate(hand.actions):
        match action.kind:
            case "inside" | "outside":
                laid[seat].add(action.spot)
            case "stake":
                laid[seat].add("shooter")
            case "bet":
                laid[seat].add("hand")
            case "point" | "against" | "all_even" | "all_odd" | "triple":
                laid[seat].add(action.kind)
            case "ticket" | "quick":
                laid[seat].add(at)
            case _:
                assert action.kind in ADDS_NO_BET
    return Counter({seat: len(kinds) for seat, kinds in laid.items() if kinds})


@pytest.mark.parametrize(
    "key, options",
    [
        ("roulette", {}),
        ("roulette", {"wheel": "double", "zero": "half"}),
        ("bounder", {}),
        ("bounder", {"version": "classic"}),
        ("century", {"tickets": 2}),
    ],
)
def test_luck_counts_the_bets_that_were_made_with_their_gains(key: str, options: dict[str, Any]):
    luck, counted = games.spec_of(key).luck, 0
    assert luck is not None
    for hand in played(key, 20, **options):
        found = list(luck(hand.events, hand.deal))
        assert Counter(one.seat for one in found) == bets_made(hand)
        counted += len(found)
        assert hand.outcome is not None
        before = {player.seat: player.stack for player in hand.deal.players}
        for seat, after in hand.outcome.stacks:
            assert sum(one.got for one in found if one.seat == seat) == after - before[seat]
    assert counted > 40


@pytest.mark.parametrize("key", ["roulette", "bounder", "century", "twentyone"])
def test_hand_against_the_bank_is_played_by_seats_that_bet(key: str):
    bettors, counts = games.spec_of(key).bettors, set[int]()
    assert bettors is not None
    for hand in played(key, 30, some_sleep=True):
        assert {*bettors(hand.events)} == bets_made(hand).keys()
        counts.add(len(bets_made(hand)))
    assert 0 in counts
    assert counts & {*range(1, 20)}


@pytest.mark.parametrize("key, options", [("klingon", {"stakes": "cash"}), ("baldur", {"look_first": True})])
def test_hand_for_a_pot_is_played_by_seats_that_put_chips_in(key: str, options: dict[str, Any]):
    bettors, spared = games.spec_of(key).bettors, 0
    assert bettors is not None
    for hand in played(key, 30, some_sleep=True, **options):
        found = {*bettors(hand.events)}
        assert found == {seat.seat for seat in hand.view.seats if seat.paid}
        spared += len(hand.deal.players) - len(found)
    assert spared > 0


@pytest.mark.parametrize(
    "key, options", [("pilok", {}), ("golem", {}), ("klingon", {"stakes": "cash"}), ("baldur", {"npcs": 2})]
)
def test_pot_of_a_hand_is_the_one_on_the_table_at_its_end(key: str, options: dict[str, Any]):
    pot, biggest = games.spec_of(key).pot, 0
    assert pot is not None
    for hand in played(key, 30, **options):
        assert pot(hand.events) == hand.view.pot
        biggest = max(biggest, hand.view.pot)
    assert biggest > 0


def test_red_and_seventeen_are_two_bets_with_averages_of_their_own():
    spec, bets = games.spec_of("roulette"), (Bet("red", 20), Bet("17", 5))
    deal = spec.game.Deal(rules=spec.game.HouseRules(), players=(Player(seat=1, stack=25),))
    spun = Spun(result=Result(pocket="17", seats=(Settled(seat=1, bets=bets, back=180, won=("17",)),)))
    assert spec.luck is not None
    red, number = spec.luck([spun], deal)
    assert (red.got, red.mean) == (-20, Fraction(-20, 37))
    assert (number.got, number.mean) == (175, Fraction(-5, 37))
    nets = [15] * 18 + [-25] * 18 + [155]  # 17 is black: it is one of the 18 pockets that aren't red, besides zero
    mean = Fraction(sum(nets), 37)
    assert red.mean + number.mean == mean
    assert red.variance + number.variance == sum((net - mean) ** 2 for net in nets) / 37


def test_tickets_that_share_numbers_win_and_lose_together():
    paying, last, draws = Paying(is_profit=False, cap=0), 12, 5
    one, other = {1, 2, 3, 4}, {3, 4, 5}
    products = backs = 0
    for drawn in itertools.combinations(range(1, last + 1), draws):
        first, second = (paying.paid(len(own), len(own & set(drawn)), 2) for own in (one, other))
        products, backs = products + first * second, backs + first
    by = Drawing(paying, last, draws)
    assert both_back(by, 2, 4, 3, 2, 2) == Fraction(products, comb(last, draws))
    assert back_of(by, 4, 2) == Fraction(backs, comb(last, draws))


@pytest.mark.parametrize("tie", ["again", "defender", "initiator"])
def test_expected_result_of_a_jump_includes_the_tie_rule(tie: str):
    (luck,) = sum_luck(one for one in strokes("pilok", 60, contest_tie=tie) if one.kind == "contest")
    assert abs(luck.errors) < 4


@pytest.mark.parametrize("key", ["pilok", "baldur"])
def test_dice_that_people_type_in_are_nobodys_luck(key: str):
    assert list(strokes(key, 3, dice="typed", contests="typed")) == []


@pytest.mark.parametrize("key", ["pilok", "golem", "pazaak", "klingon", "baldur"])
def test_influence_attempt_is_a_contest_in_every_game(key: str):
    honest = games.spec_of(key)
    spec = honest.by(with_options(honest.game.HouseRules(), {} if key == "baldur" else {"crooked": True}))
    assert spec.luck is not None
    check = SkillCheck(skill="x", rating=Pool(dice=2))
    contest = oppose(D6, check, check, SeededRng(key))
    event = Influenced(by=1, whom=2, manner="deceive", contest=contest, won=True, effect=None)
    players = tuple(Player(seat=seat, stack=1) for seat in (1, 2))
    found = list(spec.luck([event], spec.game.Deal(rules=honest.game.HouseRules(), players=players)))
    assert [(one.seat, one.kind, one.got) for one in found] == [(1, "contest", 1), (2, "contest", 0)]


def test_a_game_without_dice_contests_or_bets_tells_nothing():
    assert games.spec_of("twentyone").luck is None
