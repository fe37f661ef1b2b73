"""The chance to win a hand, as one seat can reckon it: estimated, with how far that may be off; and how it is written.

Whoever estimates goes through deals of what the seat can't see, all of them or as many as there is time for, and counts
how often the seat comes out on top.
"""

from collections.abc import Sequence
from math import ceil, sqrt

from bot.engine.frozen import Frozen

IN_95_OF_100 = 1.96
"""Standard errors to either side of an estimate within which the truth lies 95 times in 100."""
_UNSEEN = 2
"""Deals that are won, and as many that are lost, which an error reckons with besides: what never came up in a sample
isn't impossible for that (Agresti and Coull).
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
    """What a seat can expect if everybody who is still in stays to the end."""

    now: str
    """What the seat's own hand comes to so far, in the game's words: "23 points"."""
    opponents: int
    """Who is still in besides, all-in or not."""
    win: Estimate
    """To be the only one on top."""
    tie: Estimate
    """To be on top with others."""
    share: Estimate
    """The part of the pot on average: a tie counts as one's share in it."""
    deals: int
    """How many were gone through."""
    is_exact: bool = False
    """Whether those were all there are."""
    has_pot: bool = True
    """Whether there is a pot to share: where there is none, to win is all there is."""


def counted_out(now: str, opponents: int, topped: Sequence[int], *, is_exact: bool = False) -> WinChances:
    """The chances by how many deals left how many on top.

    `topped[k]` deals had k seats on top, this one among them; in `topped[0]` it lost. Where not all deals count alike,
    a deal stands there as often as it weighs. ValueError without any deal.
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
    """The mean over all deals of (value, how often); deals that aren't there count as 0."""
    total = sum(value * count for value, count in values)
    if is_exact:
        return Estimate(value=total / deals)
    squares, reckoned = sum(value * value * count for value, count in values), deals + 2 * _UNSEEN
    middle = (total + _UNSEEN) / reckoned
    spread = (squares + _UNSEEN) / reckoned - middle * middle
    return Estimate(value=total / deals, error=sqrt(max(spread, 0.0) / reckoned))


def in_percent(estimate: Estimate) -> str:
    """As in "61.3% ± 1.6%", always with one decimal; where it is exact "61.3%", "60%" or "under 0.1%".

    What rounding the figure takes away is added to the margin, which is rounded up: so the truth lies between the ends
    as they are written 95 times in 100, too.
    """
    written = f"{100 * estimate.value:.1f}"
    if not estimate.error:
        whole = written.removesuffix(".0")
        rounds_off = 0 < estimate.value < 1 and whole in {"0", "100"}
        return f"{'under 0.1' if whole == '0' else 'over 99.9'}%" if rounds_off else f"{whole}%"
    margin = 100 * estimate.margin + abs(100 * estimate.value - float(written))
    # a margin that is whole but for the last digits of a float isn't a tenth more
    return f"{written}% ± {ceil(round(10 * margin, 6)) / 10:.1f}%"
