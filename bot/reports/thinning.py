"""A long row of balances made short, so that it still looks the same: the first, lowest, highest and last one of each
stretch of time.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Step(NamedTuple):
    """From `at` on (seconds since the epoch) there were `balance` smallest coins."""

    at: float
    balance: int


class Thinner:
    """Takes in steps in their order; memory and result are bounded by `most`, at least 8, however many there are."""

    def __init__(self, since: float, until: float, most: int) -> None:
        self._since, self._most = since, most
        self._stretches = most // 4
        self._width = max(until - since, 1.0) / self._stretches
        self._all: list[Step] = []
        self._kept: dict[int, list[tuple[int, Step]]] = {}
        """By stretch: first, lowest, highest and last step, each with its number."""
        self.count = 0

    @property
    def is_thin(self) -> bool:
        """Whether some steps were left out."""
        return self.count > self._most

    def add(self, step: Step) -> None:
        numbered = (self.count, step)
        self.count += 1
        if self.count <= self._most:
            self._all.append(step)
        stretch = min(max(int((step.at - self._since) / self._width), 0), self._stretches - 1)
        kept = self._kept.setdefault(stretch, [numbered] * 4)
        if step.balance < kept[1][1].balance:
            kept[1] = numbered
        if step.balance > kept[2][1].balance:
            kept[2] = numbered
        kept[3] = numbered

    def steps(self) -> tuple[Step, ...]:
        """At most `most` of them, in their order; all where there are no more."""
        return tuple(self._thin()) if self.is_thin else tuple(self._all)

    def _thin(self) -> Iterator[Step]:
        for _, kept in sorted(self._kept.items()):
            yield from (step for _, step in sorted(set(kept)))
