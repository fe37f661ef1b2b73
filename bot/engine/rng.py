"""Random numbers: the source of every die, draw and sealed card.

A draw is a uniform number below a bound. It is *open* when everybody will know it by the end of the hand, and
*secret* when it makes a hidden card, an NPC's die or a tell. The two kinds come from two seeds, so that the open one
can be published.
"""

import hashlib
import hmac
import struct
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")
_WORD = 1 << 64
MOST_OUTCOMES = _WORD
"""Of one draw."""
_EIGHT_WORDS = struct.Struct(">8Q").unpack
SEED_BYTES = 32


class Draw(NamedTuple):
    """One draw as it stands in the log: `value` is uniform in 0 .. bound - 1."""

    number: int
    bound: int
    value: int
    secret: bool


def seal_digest(salt: str, card: str) -> str:
    """Return the public digest of a face-down card: SHA-256 over salt and card."""
    return hashlib.sha256(f"{salt}:{card}".encode()).hexdigest()


class Rng(ABC):
    """Dice, picks and shuffles, all made from `below`, all recorded in `draws`; and the `salts` of sealed cards."""

    def __init__(self, first: int = 0) -> None:
        """`first` is the number of the next draw within the hand."""
        self.draws: list[Draw] = []
        self.salts: list[str] = []
        self._first = first

    @property
    def next_number(self) -> int:
        return self._first + len(self.draws)

    def below(self, bound: int, *, secret: bool = False) -> int:
        """Draw a uniform number in 0 .. bound - 1. Raises ValueError for no outcome or more than 2 to the 64th."""
        if not 1 <= bound <= _WORD:
            raise ValueError(f"nothing to draw from {bound} outcomes")
        number = self._first + len(self.draws)
        value = self._value(number, bound, secret)
        self.draws.append(Draw(number, bound, value, secret))
        return value

    def die(self, sides: int = 6, *, secret: bool = False) -> int:
        """Roll one die: 1 .. sides."""
        return self.below(sides, secret=secret) + 1

    def dice(self, count: int, sides: int = 6, *, secret: bool = False) -> tuple[int, ...]:
        return tuple([self.below(sides, secret=secret) + 1 for _ in range(count)])

    def pick(self, items: Sequence[T], *, secret: bool = False) -> T:
        """Draw one of `items`, each as likely."""
        return items[self.below(len(items), secret=secret)]

    def take(self, bag: Sequence[T], *, secret: bool = True) -> tuple[T, tuple[T, ...]]:
        """Draw a card and return it and the bag without it, in the bag's own order."""
        left = list(bag)
        return self.pop(left, secret=secret), tuple(left)

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        """Draw a card out of a list, which keeps its order: the way to take several cards."""
        return left.pop(self.below(len(left), secret=secret))

    def salt(self) -> str:
        """Return the salt that seals the face-down card that was just taken."""
        salt = self._salt(self._first + len(self.draws), len(self.salts))
        self.salts.append(salt)
        return salt

    @abstractmethod
    def _value(self, number: int, bound: int, secret: bool) -> int: ...

    @abstractmethod
    def _salt(self, number: int, sealed: int) -> str:
        """Return the salt of a card before draw `number`, after `sealed` cards sealed by this rng."""


def committed_value(seed: bytes, hand: str, number: int, source: bytes, bound: int) -> int:
    """Return the draw that a seed fixes: HMAC-SHA256 over hand, number, counter and source, by rejection sampling.

    `bound` is from 1 to MOST_OUTCOMES.
    """
    limit = _WORD - _WORD % bound
    counter = 0
    while True:
        message = b"%s|%d|%d|" % (hand.encode(), number, counter) + source
        word = int.from_bytes(hmac.digest(seed, message, "sha256")[:8], "big")
        if word < limit:
            return word % bound
        counter += 1


def committed_salt(seed: bytes, hand: str, number: int, sealed: int, source: bytes) -> str:
    """Return the salt that a seed fixes. The source is in it, so a salt shown before an undo opens nothing later."""
    message = b"salt|%s|%d|%d|" % (hand.encode(), number, sealed) + source
    return hmac.digest(seed, message, "sha256").hex()[:32]


def commitment(seed: bytes) -> str:
    """Return the commitment that is published before the hand to a seed that is published after it: SHA-256, hex."""
    return hashlib.sha256(seed).hexdigest()


def next_source(previous: bytes, cause: str) -> bytes:
    """Return the source of the next draws: the chain so far with Discord's interaction id (or `clock`, `npc`)."""
    return hashlib.sha256(previous + cause.encode()).digest()


class CommittedRng(Rng):
    """The chance of a real table: two seeds that were committed before the hand, and a source nobody could choose."""

    def __init__(self, open_seed: bytes, closed_seed: bytes, hand: str, source: bytes, first: int = 0) -> None:
        super().__init__(first)
        self._open, self._closed = open_seed, closed_seed
        self._hand, self._source = hand, source

    def _value(self, number: int, bound: int, secret: bool) -> int:
        return committed_value(self._closed if secret else self._open, self._hand, number, self._source, bound)

    def _salt(self, number: int, sealed: int) -> str:
        return committed_salt(self._closed, self._hand, number, sealed, self._source)


class ClosedRng(Rng):
    """The chance of a crooked table: every draw of `inner` is a secret one, whatever is asked for."""

    def __init__(self, inner: Rng) -> None:
        # All that the base counts is counted by `inner`.
        self.inner = inner
        self.draws, self.salts = inner.draws, inner.salts

    @property
    def next_number(self) -> int:
        return self.inner.next_number

    def below(self, bound: int, *, secret: bool = False) -> int:
        return self.inner.below(bound, secret=True)

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        return self.inner.pop(left, secret=True)

    def salt(self) -> str:
        return self.inner.salt()

    def _value(self, number: int, bound: int, secret: bool) -> int:
        raise AssertionError("what is below draws")

    def _salt(self, number: int, sealed: int) -> str:
        raise AssertionError("what is below seals")


def closed(chance: Rng) -> ClosedRng:
    """Return the chance of a crooked table, which is `chance` itself where that is closed already."""
    return chance if isinstance(chance, ClosedRng) else ClosedRng(chance)


class SeededRng(Rng):
    """A quick reproducible stream for simulations, tests and private rolls: SHA-256 in counter mode."""

    def __init__(self, seed: int | str | bytes) -> None:
        super().__init__()
        self._seed = seed if isinstance(seed, bytes) else str(seed).encode()
        self._block = 0
        self._words: deque[int] = deque()

    def _value(self, number: int, bound: int, secret: bool) -> int:
        limit = _WORD - _WORD % bound
        while True:
            if not self._words:
                self._refill()
            word = self._words.popleft()
            if word < limit:
                return word % bound

    def _refill(self) -> None:
        digest = hashlib.sha512(b"%s|%d" % (self._seed, self._block)).digest()
        self._block += 1
        self._words.extend(_EIGHT_WORDS(digest))

    def _salt(self, number: int, sealed: int) -> str:
        return hashlib.sha256(b"salt|%s|%d|%d" % (self._seed, number, sealed)).hexdigest()[:32]


class ScriptedRng(Rng):
    """Chance that was written down beforehand: `faces` are what the dice show, 1 and up."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        self._faces = deque(faces)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(self._faces)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        if not self._faces:
            raise LookupError(f"the script has no draw number {number} (one of {bound})")
        face = self._faces.popleft()
        if not 1 <= face <= bound:
            raise LookupError(f"the script has {face} for draw {number}, which goes from 1 to {bound}")
        return face - 1

    def _salt(self, number: int, sealed: int) -> str:
        return f"{number:016x}{sealed:016x}"


class ReplayRng(Rng):
    """Feeds the draws of a log back; a draw that the rules ask for differently is a LookupError."""

    def __init__(self, draws: Iterable[Draw], salts: Iterable[str] = (), first: int = 0) -> None:
        super().__init__(first)
        self._stored = deque(draws)
        self._salts = deque(salts)

    @property
    def left(self) -> int:
        """How many stored draws the rules haven't asked for."""
        return len(self._stored)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        stored = self._stored.popleft() if self._stored else None
        asked = (number, bound, secret, True)
        if stored is None or (stored.number, stored.bound, stored.secret, 0 <= stored.value < bound) != asked:
            raise LookupError(f"the log has {stored} where the rules draw number {number} of {bound}")
        return stored.value

    def _salt(self, number: int, sealed: int) -> str:
        if not self._salts:
            raise LookupError(f"the log has no salt for the card before draw {number}")
        return self._salts.popleft()
