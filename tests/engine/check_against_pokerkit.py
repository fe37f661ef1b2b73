"""No-limit betting against a second source: the same hands in pokerkit, action by action, down to the stacks."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from bot.engine.betting.pots import side_pots, split
from bot.engine.betting.rounds import BettingRound, Bettor, Limits
from bot.engine.moves import Amount, find
from tests.engine.pokerkit_table import PokerkitTable, Unmapped

HANDS = 2000
STREETS = 4
HABITS = (("call",) * 6 + ("raise", "fold"), ("call", "raise", "raise", "fold"), ("call", "all in", "fold"))
"""How a table bets, each as often as it stands there: loose, wild, or all in."""


KINDS = (
    "actions compared",
    "folds",
    "calls",
    "full raises",
    "short all-in raises",
    "hands with a short large blind",
    "hands with three all in",
    "hands with side pots",
    "showdowns",
    "ties",
    "odd chips",
)
"""What has to come up among generated hands, and not just once."""


def stacks_of(rng: random.Random, large: int) -> list[int]:
    """Two to ten stacks: some shorter than a blind, some equal, some deep."""
    deepest = rng.choice((2, 5, 20, 100)) * large
    stacks = [rng.randint(1, large if rng.random() < 0.15 else deepest) for _ in range(rng.randint(2, 10))]
    return [stacks[0] if rng.random() < 0.15 else stack for stack in stacks]


def may_raise(table: PokerkitTable, stood: Mapping[int, int]) -> tuple[bool, bool]:
    """By the standard rules, from pokerkit's figures: whether the seat to act may raise, and whether anybody could
    then put in more. `stood` is the bet that each seat has answered.

    Who has acted may raise again only if the bets have grown by a full raise since (TDA rule 47). Of several short
    all-ins pokerkit counts the sum for everybody, also for who acted between them, and it lets a first bet below the
    smallest reopen.
    """
    state, seat = table.state, table.turn
    assert seat is not None
    assert state.street is not None
    at, bet = seat - 1, max(state.bets)
    others = [other for other in state.player_indices if other != at and state.statuses[other]]
    full = max(state.completion_betting_or_raising_amount, state.street.min_completion_betting_or_raising_amount)
    is_open = seat not in stood or bet - stood[seat] >= full
    has_chips = state.stacks[at] > bet - state.bets[at] and any(state.stacks[other] for other in others)
    return is_open and has_chips, any(state.stacks[other] + state.bets[other] > bet for other in others)


class Duel:
    """One hand on both engines. Whatever is offered is compared before each action."""

    def __init__(self, rng: random.Random, seen: Counter[str]) -> None:
        self.rng, self.seen = rng, seen
        self.small = rng.randint(1, 6)
        self.large = 2 * self.small
        self.stacks = stacks_of(rng, self.large)
        self.seats = range(1, len(self.stacks) + 1)
        self.strengths = {seat: rng.randint(0, 4) for seat in self.seats}
        self.theirs = PokerkitTable(self.stacks, self.small, self.large, self.strengths)
        self.limits = Limits(smallest=self.large)
        self.habits = rng.choice(HABITS)

    def play(self) -> None:
        bettors = tuple(Bettor(seat=seat, stack=stack) for seat, stack in zip(self.seats, self.stacks, strict=True))
        blinds = ((self.seats[-2], self.small), (self.seats[-1], self.large))
        betting = BettingRound.with_blinds(bettors, 1, self.limits, blinds)
        for street in range(STREETS):
            betting = self._bet(betting, street)
            if len(betting.live) == 1:
                break
            betting = BettingRound.opened(betting.bettors, 1, self.limits)
        assert self.theirs.turn is None
        self._end(betting)

    def _bet(self, betting: BettingRound, street: int) -> BettingRound:
        stood: dict[int, int] = {}
        while (seat := betting.turn) is not None:
            assert (self.theirs.turn, self.theirs.street) == (seat, street)
            self._compare(betting, seat, stood)
            stood = self._act(betting, seat, stood)
            betting = self.after
        while self.theirs.turn is not None and self.theirs.street == street:
            # pokerkit asks the last one with chips, who owes nothing and has nobody to bet against
            assert self.theirs.to_call == 0
            self.seen["asked for nothing there"] += 1
            self.theirs.call(0)
        return betting

    def _compare(self, betting: BettingRound, seat: int, stood: Mapping[int, int]) -> None:
        if not self.theirs.is_mapped:
            return
        self.seen["actions compared"] += 1
        moves = betting.moves(seat)
        assert (find(moves, "check") is None) == (self.theirs.to_call > 0)
        assert betting.to_call(seat) == self.theirs.to_call
        allowed, is_answerable = may_raise(self.theirs, stood)
        assert betting.can_raise(seat) == allowed
        move, theirs = find(moves, "bet") or find(moves, "raise"), self.theirs.bounds
        if move is not None and theirs is not None:
            (amount,) = move.fields
            assert isinstance(amount, Amount)
            assert (amount.low, amount.high) == theirs
        elif move is not None and not is_answerable:
            self.seen["raises that nobody could pay"] += 1
        elif move is not None or theirs is not None:
            # only after a short all-in, where `may_raise` is the rule
            assert seat in stood
            self.seen["short all-ins counted otherwise there"] += 1

    def _act(self, betting: BettingRound, seat: int, stood: dict[int, int]) -> dict[int, int]:
        wish = self.rng.choice(self.habits)
        bounds = self.theirs.bounds if betting.can_raise(seat) else None
        if wish in {"raise", "all in"} and bounds is not None:
            to = self._amount(betting, seat, wish)
            self.theirs.raise_to(to)
            self.after = betting.raised(seat, to)
            self.seen["full raises" if to - betting.current >= betting.full_raise else "short all-in raises"] += 1
            return stood | {seat: to}
        if wish == "fold" and (betting.to_call(seat) or self.rng.random() < 0.1):
            self.theirs.fold()
            self.after = betting.folded(seat)
            self.seen["folds"] += 1
        else:
            me = betting.bettor(seat)
            self.theirs.call(me.bet + betting.to_call(seat))
            self.after = betting.checked(seat) if betting.to_call(seat) == 0 else betting.called(seat)
            self.seen["calls"] += 1
        return stood | {seat: betting.current}

    def _amount(self, betting: BettingRound, seat: int, wish: str) -> int:
        low, high = betting.raise_bounds(seat)
        return high if wish == "all in" else self.rng.choice((low, low, self.rng.randint(low, high)))

    def _end(self, betting: BettingRound) -> None:
        ours = {bettor.seat: bettor.stack for bettor in betting.bettors}
        pots = side_pots({bettor.seat: bettor.paid for bettor in betting.bettors}, betting.live)
        for seat, amount in pots.returned:
            ours[seat] += amount
        for pot in pots.pots:
            best = max(self.strengths[seat] for seat in pot.eligible)
            winners = [seat for seat in pot.eligible if self.strengths[seat] == best]
            for seat, amount in split(pot.amount, winners).shares:
                ours[seat] += amount
            self.seen["odd chips"] += pot.amount % len(winners) > 0
            self.seen["ties"] += len(winners) > 1
        assert [ours[seat] for seat in self.seats] == self.theirs.settle()
        if len(betting.live) > 1:
            assert {frozenset(pot.eligible): pot.amount for pot in pots.pots} == self.theirs.pots
        self.seen["hands with side pots"] += len(pots.pots) > 1
        self.seen["hands with three all in"] += sum(bettor.is_all_in for bettor in betting.bettors) >= 3
        self.seen["showdowns"] += len(betting.live) > 1


def duels(seeds: Iterable[int]) -> Counter[str]:
    """Play a hand for each seed on both engines, and count the situations that came up."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        duel = Duel(random.Random(seed), seen)
        kind = "hands"
        try:
            duel.play()
        except Unmapped:
            assert duel.theirs.is_short
            kind = "hands left out"
        except AssertionError as wrong:
            wrong.add_note(f"in the hand of seed {seed}")
            raise
        seen[kind] += 1
        seen["hands with a short large blind"] += duel.theirs.is_short
    return seen


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
def test_hands_go_in_pokerkit_as_they_go_here():
    seen = duels(range(HANDS))
    assert seen["hands left out"] < HANDS // 50
    assert min(seen[kind] for kind in KINDS) > HANDS // 20
