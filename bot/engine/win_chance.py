"""The chance to win a hand as one seat can calculate it, with its margin of error, and how it is written.

A game goes through deals of what the seat can't see, all of them or as many as there is time for, and counts how often
the seat comes out on top.
"""

from collections.abc import Sequence
from math import ceil, sqrt

from bot.engine.frozen import Frozen

IN_95_OF_100 = 1.96
"""Standard errors to either side of an estimate within which the truth lies 95 times in 100."""
_UNSEEN = 2
"""Extra won deals, and as many lost ones, that an error includes: a result that never came up in a sample isn't
impossible (Agresti and Coull).
"""


class Estimate(Frozen):
    """A probability, or a mean part of one pot."""

    value: float
    """0 to 1."""
    error: float = 0.0
    """The standard error; 0 where the value is exact."""

    @property
    def margin(self) -> float:
        """How far the truth is off, at most, 95 times in 100."""
        return IN_95_OF_100 * self.error


class WinChances(Frozen):
    """The chances of a seat if everybody who is still in stays to the end."""

    now: str
    """The seat's own hand so far, in the game's words: "23 points"."""
    opponents: int
    """The number of other seats still in, all-in or not."""
    win: Estimate
    """To be the only one on top."""
    tie: Estimate
    """To be on top with others."""
    share: Estimate
    """The part of the pot on average: a tie counts as one's share in it."""
    deals: int
    """How many were gone through."""
    is_exact: bool = False
    """True if those were all there are."""
    has_pot: bool = True
    """True if there is a pot to share."""


def win_chances(now: str, opponents: int, topped: Sequence[int], *, is_exact: bool = False) -> WinChances:
    """Return the chances from a count of deals by the number of seats on top.

    `topped[k]` deals had k seats on top, this one among them; in `topped[0]` it lost. Where deals have weights, each
    counts by its weight. Raises ValueError without any deal.
    """
    deals = sum(topped)
    if deals < 1:
        raise ValueError("no deal was gone through")
    winning = enumerate(topped[1:], start=1)
    parts = [(1 / sharing, count) for sharing, count in winning if count]
    ties = [(1.0, sum(topped[2:]))]

    def mean(values: Sequence[tuple[float, int]]) -> Estimate:
        return _mean(values, deals, is_exact=is_exact)

    return WinChances(
        now=now,
        opponents=opponents,
        win=mean([(1.0, sum(topped[1:2]))]),
        tie=mean(ties),
        share=mean(parts),
        deals=deals,
        is_exact=is_exact,
    )


def _mean(values: Sequence[tuple[float, int]], deals: int, *, is_exact: bool) -> Estimate:
    """Return the mean over all deals of (value, how often); missing deals count as 0."""
    total = sum(value * count for value, count in values)
    if is_exact:
        return Estimate(value=total / deals)
    squares, weight = sum(value * value * count for value, count in values), deals + 2 * _UNSEEN
    middle = (total + _UNSEEN) / weight
    spread = (squares + _UNSEEN) / weight - middle * middle
    return Estimate(value=total / deals, error=sqrt(max(spread, 0.0) / weight))


def in_percent(estimate: Estimate) -> str:
    """Write an estimate, as in "61.3% ± 1.6%", always with one decimal; an exact one "61.3%", "60%" or "under 0.1%".

    The rounding error of the figure is added to the margin, which is rounded up: so the truth also lies between the
    written ends 95 times in 100.
    """
    written = f"{100 * estimate.value:.1f}"
    if not estimate.error:
        whole = written.removesuffix(".0")
        rounds_off = 0 < estimate.value < 1 and whole in {"0", "100"}
        return f"{'under 0.1' if whole == '0' else 'over 99.9'}%" if rounds_off else f"{whole}%"
    margin = 100 * estimate.margin + abs(100 * estimate.value - float(written))
    # a margin that is whole except for the last digits of a float isn't a tenth more
    return f"{written}% ± {ceil(round(10 * margin, 6)) / 10:.1f}%"
