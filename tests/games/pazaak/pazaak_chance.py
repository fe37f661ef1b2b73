"""The cards of a match of Pazaak, laid ready.

Cards of the main deck that no test has laid ready are the lowest that are left, side cards the first of the deck.
"""

from collections import deque
from collections.abc import Iterable
from typing import TypeVar

from bot.engine.rng import Rng

T = TypeVar("T")


class Cards(Rng):
    """Deals the cards that a test has laid ready, then the first of each bag."""

    def __init__(self, side: Iterable[str]) -> None:
        super().__init__()
        self.main, self.side = deque[int](), deque(side)
        self._at: int | None = None

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        """Side cards are secret, those of the main deck open."""
        ready = self.side if secret else self.main
        self._at = list(map(str, left)).index(str(ready.popleft())) if ready else 0
        return super().pop(left, secret=secret)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        at, self._at = self._at, None
        if at is not None:
            return at
        return (self.main.popleft() if self.main else 1) - 1

    def _salt(self, number: int, sealed: int) -> str:
        return f"{number:016x}{sealed:016x}"
