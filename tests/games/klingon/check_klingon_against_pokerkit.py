"""Whole hands of Klingon Hold-'Em against a second source: the same bets in pokerkit, which is told how strong each
attack is, end with the same stacks.
"""

import random
from collections import Counter

import pytest

from bot.engine.game import Player
from bot.engine.moves import Amount, Move, after, find
from bot.engine.rng import SeededRng
from cogs.klingon.card_file import STANDARD
from cogs.klingon.cards import best_attack
from cogs.klingon.rules import GAME, ships_of
from cogs.klingon.state import KlingonCarry, KlingonRules, KlingonState
from tests.engine.pokerkit_table import PokerkitTable, Unmapped

HANDS, PART = 2000, 500


class Hand:
    """One hand with random seats, stacks, sun and bets. Pokerkit's seat 1 is the left of the sun."""

    def __init__(self, seed: int) -> None:
        self.rng, self.chance, self.folds_for_free = random.Random(seed), SeededRng(seed), 0
        rng = self.rng
        seats = rng.sample(range(1, 30), rng.randint(2, 10))
        small = rng.randint(1, 6)
        deepest = 2 * small * rng.choice((2, 5, 20, 100))
        players = tuple(Player(seat=seat, stack=rng.randint(1, deepest)) for seat in seats)
        rules = KlingonRules(stakes="cash", cash_small=small, raises_each=0)
        carry = KlingonCarry(sun=rng.choice(seats), order=tuple(seats))
        self.state: KlingonState = GAME.start(GAME.Deal(rules=rules, players=players, carry=carry), self.chance).state
        self.order = after(seats, self.state.sun)
        stacks = {player.seat: player.stack for player in players}
        self.strengths = dict.fromkeys(range(1, len(seats) + 1), 0)
        self.theirs = PokerkitTable([stacks[seat] for seat in self.order], small, 2 * small, self.strengths)

    def play(self) -> None:
        while waiting := GAME.to_act(self.state):
            (seat,) = waiting
            self._let_them_check(seat)
            assert self.theirs.turn == self.order.index(seat) + 1
            moves = GAME.moves(self.state, seat)
            kind, values = self._chosen(moves)
            self._mirrored(seat, kind, values)
            action = GAME.action(kind, values)
            self.state = GAME.act(self.state, seat, action, self.chance, offered=moves).state
        self._let_them_check(None)
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        for at, seat in enumerate(self.order, start=1):
            self.strengths[at] = best_attack(STANDARD, ships_of(self.state, seat), self.state.table).total
        ours = dict(outcome.stacks)
        assert [ours[seat] for seat in self.order] == self.theirs.settle()

    def _let_them_check(self, seat: int | None) -> None:
        """Check for the last one with chips: Pokerkit asks them although nobody is left to bet against."""
        while self.theirs.turn is not None and (seat is None or self.order[self.theirs.turn - 1] != seat):
            assert self.theirs.to_call == 0
            self.theirs.call(0)

    def _chosen(self, moves: tuple[Move, ...]) -> tuple[str, dict[str, int]]:
        raising = find(moves, "raise") or find(moves, "bet")
        wish = self.rng.random()
        if raising is not None and wish < 0.25 and self.theirs.bounds is not None:
            (field,) = raising.fields
            assert isinstance(field, Amount)
            assert not self.theirs.is_mapped or (field.low, field.high) == self.theirs.bounds
            to = self.rng.choice((field.low, field.low, field.high, self.rng.randint(field.low, field.high)))
            return raising.key, {"to": to}
        call = find(moves, "call")
        if call is None:
            self.folds_for_free += wish > 0.95
            return ("fold" if wish > 0.95 else "check"), {}
        assert not self.theirs.is_mapped or call.price == self.theirs.to_call
        return ("fold", {}) if wish > 0.85 else ("call", {})

    def _mirrored(self, seat: int, kind: str, values: dict[str, int]) -> None:
        betting = self.state.betting
        if kind in {"raise", "bet"}:
            self.theirs.raise_to(values["to"])
        elif kind == "fold":
            self.theirs.fold()
        else:
            self.theirs.call(betting.bettor(seat).bet + betting.to_call(seat))


def hands(seeds: range) -> Counter[str]:
    """Play a hand for each seed on both, and count how they ended."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        hand = Hand(seed)
        try:
            hand.play()
        except Unmapped:
            assert hand.theirs.is_short
            seen["left out"] += 1
            continue
        except AssertionError as wrong:
            wrong.add_note(f"in the hand of seed {seed}")
            raise
        ending = hand.state.ending
        assert ending is not None
        seen[ending.how] += 1
        seen["folds for free"] += hand.folds_for_free > 0
        seen["side pots"] += len(ending.pots) > 1
        seen["equal attacks"] += any(len(pot.winners) > 1 for pot in ending.pots)
        seen["odd chips"] += any(len({amount for _, amount in pot.shares}) > 1 for pot in ending.pots)
    return seen


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
@pytest.mark.parametrize("first", range(0, HANDS, PART))
def test_hands_end_in_pokerkit_with_the_stacks_they_end_with_here(first: int):
    seen = hands(range(first, first + PART))
    assert seen["left out"] < PART // 30
    kinds = ("shown", "unseen", "folds for free", "side pots", "equal attacks", "odd chips")
    assert min(seen[kind] for kind in kinds) > PART // 50
