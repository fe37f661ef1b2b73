"""The win chance of one captain's view: all that it doesn't show is dealt again, each deal as likely.

Burned cards and the ships of players who have disengaged are as unknown as those that were never dealt: they stay in
the bag, which by symmetry is exact.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb, perm
from typing import NamedTuple

from bot.engine.rng import Rng
from bot.engine.win_chance import WinChances, win_chances
from bot.engine.words import counted
from cogs.klingon.card_file import action_codes, deck_of, ships_in_play
from cogs.klingon.cards import Board
from cogs.klingon.state import TABLE_CARDS, KlingonRules, KlingonView

_DEALT = 2
_MOST_EXACTLY = 2
"""Against so many opponents all deals can be counted; against more there is no short way."""
_ORDINARY = 5
"""Kinds of mounts on two ships of the game's own: an attack of theirs is the measure of all work."""
_BOARD, _DRAWN = 2, 0.5
"""Attacks that take as long as to look at the cards on a table, and as to draw what somebody holds."""
_MET_AGAIN = 4000
"""The number of ways in which cards may come up to which a sample meets some of them again."""

Pair = tuple[str, str]
Cards = tuple[str, ...]
_Strengths = Mapping[Pair, int]


class Question(NamedTuple):
    """All that the win chance depends on: the captain's ships, the cards on the table, and the number of opponents."""

    ships: Pair
    table: Cards
    opponents: int


def question(view: KlingonView) -> Question | None:
    """Read from a view all that its win chance depends on.

    None once the hand is over, and for a seat that isn't in it any more.
    """
    own = view.own
    if own is None or not own.ships or view.ending is not None:
        return None
    still_in = {seat.seat for seat in view.seats if not seat.is_folded}
    if own.seat not in still_in or len(still_in) < 2:
        return None
    first, second = own.ships
    return Question((first, second), view.table, len(still_in) - 1)


def estimate(view: KlingonView, rules: KlingonRules, rng: Rng, budget: int) -> WinChances:
    """Return the win chances of a captain who is in the hand.

    `budget` is how many attacks with the game's own cards may be worked out, or as much with others. If that is enough
    for all there can be, the chances are exact. Raises ValueError where there is no question.
    """
    asked = question(view)
    if asked is None or view.own is None:
        raise ValueError("nothing is to be won or lost from here")
    hidden = _Hidden(asked, rules)
    now = counted(view.own.attack.total, "point")
    boards = hidden.boards(budget)
    if boards is None:
        return win_chances(now, asked.opponents, hidden.count_sample(rng, budget))
    return win_chances(now, asked.opponents, hidden.count_all(boards), is_exact=True)


class _LaidOut(NamedTuple):
    """The cards on the table, all up. While few can still come, most captains are met there more than once."""

    board: Board
    known: dict[Pair, int]


class _Hidden:
    """The hidden cards of a captain's view, and counts of the captains that share the first place."""

    def __init__(self, asked: Question, rules: KlingonRules) -> None:
        deck, left = deck_of(rules), Counter(asked.table)
        self._asked = asked
        self._ships = [ship.id for ship in ships_in_play(rules) if ship.id not in asked.ships]
        self._cards = list[str]()
        for code in action_codes(deck):
            if left[code]:
                left[code] -= 1
            else:
                self._cards.append(code)
        self._to_come = TABLE_CARDS - len(asked.table)
        self._deck, self._laid_out = deck, dict[Cards, _LaidOut]()
        kinds = 2 * sum(len(deck.by_id[ship].mounts) for ship in self._ships) / len(self._ships)
        self._attack = max(kinds / _ORDINARY, 1.0)
        self._spent = 0.0

    def _lay_out(self, cards: Cards) -> _LaidOut:
        """Return the table with these cards."""
        found = self._laid_out.get(cards)
        if found is None:
            self._spent += _BOARD * self._attack
            found = _LaidOut(Board(self._deck, (*self._asked.table, *cards)), {})
            if comb(len(self._cards), self._to_come) <= _MET_AGAIN:
                self._laid_out[cards] = found
        return found

    def _strength(self, laid_out: _LaidOut, first: str, second: str) -> int:
        pair = (first, second) if first < second else (second, first)
        found = laid_out.known.get(pair)
        if found is None:
            self._spent += self._attack
            found = laid_out.known[pair] = laid_out.board.strength(*pair)
        return found

    def boards(self, budget: int) -> Mapping[Cards, int] | None:
        """Count the ways in which each set of cards can still come; None where that would take too many attacks."""
        if self._asked.opponents > _MOST_EXACTLY or comb(len(self._cards), self._to_come) > budget:
            return None
        boards = Counter(combinations(self._cards, self._to_come))
        attacks = len(boards) * (_BOARD + 1 + comb(len(self._ships), _DEALT))
        return boards if attacks * self._attack <= budget else None

    def count_all(self, boards: Mapping[Cards, int]) -> Sequence[int]:
        """Count all deals by how many captains share the first place (`win_chances`)."""
        topped = [0] * (self._asked.opponents + 2)
        for cards, ways in boards.items():
            strength = Board(self._deck, (*self._asked.table, *cards)).strength
            strengths = {pair: strength(*pair) for pair in combinations(self._ships, _DEALT)}
            count = _count_one if self._asked.opponents == 1 else _count_two
            for on_top, deals in enumerate(count(strength(*self._asked.ships), strengths)):
                topped[on_top] += ways * deals
        return topped

    def count_sample(self, rng: Rng, budget: int) -> Sequence[int]:
        """Count deals at random in the same way, until the budget of attacks is spent.

        A lost deal takes less time, so the number of deals depends slightly on how they end: by less than one deal
        counts in the figures.
        """
        ships, cards = list(self._ships), list(self._cards)
        topped, self._spent = [0] * (self._asked.opponents + 2), 0.0
        while self._spent < budget:
            self._spent += _DRAWN
            laid_out = self._lay_out(tuple(sorted(_deal(rng, cards, 0, self._to_come))))
            topped[self._on_top(rng, ships, laid_out)] += 1
        return topped

    def _on_top(self, rng: Rng, ships: list[str], laid_out: _LaidOut) -> int:
        """Return how many share the first place with this captain, themselves included; 0 once somebody is stronger."""
        own, on_top = self._strength(laid_out, *self._asked.ships), 1
        for at in range(0, _DEALT * self._asked.opponents, _DEALT):
            self._spent += _DRAWN
            other = self._strength(laid_out, *_deal(rng, ships, at, _DEALT))
            if other > own:
                return 0
            on_top += other == own
        return on_top


def _deal(rng: Rng, bag: list[str], start: int, count: int) -> list[str]:
    """Deal the next `count` of a bag that is shuffled up to `start`, and shuffle it further."""
    which = rng.below(perm(len(bag) - start, count))
    for at in range(start, start + count):
        which, further = divmod(which, len(bag) - at)
        bag[at], bag[at + further] = bag[at + further], bag[at]
    return bag[start : start + count]


def _count_one(own: int, strengths: _Strengths) -> Sequence[int]:
    """Count the hands of one opponent that are stronger, weaker, and as strong."""
    beaten = sum(strength < own for strength in strengths.values())
    equal = sum(strength == own for strength in strengths.values())
    return len(strengths) - beaten - equal, beaten, equal


def _count_two(own: int, strengths: _Strengths) -> Sequence[int]:
    """Count the hands of two opponents, who can't hold the same ship, by who is on top."""
    beaten = [pair for pair, strength in strengths.items() if strength < own]
    equal = [pair for pair, strength in strengths.items() if strength == own]
    wins, one_ties, both_tie = (
        _disjoint(beaten, beaten),
        2 * _disjoint(beaten, equal),
        _disjoint(equal, equal),
    )
    return _disjoint(list(strengths), list(strengths)) - wins - one_ties - both_tie, wins, one_ties, both_tie


def _disjoint(some: Sequence[Pair], others: Sequence[Pair]) -> int:
    """Count the ways to deal one hand of each: all, except for those with a ship in common.

    Counted by ship, pairs of equal hands would be subtracted twice.
    """
    mine, theirs = (Counter(ship for pair in pairs for ship in pair) for pairs in (some, others))
    common = sum(count * theirs[ship] for ship, count in mine.items())
    same = len(set(some) & set(others))
    return len(some) * len(others) - common + same
