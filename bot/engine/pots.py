"""Pots: side pots by layers, uncalled bets, and who gets the odd chips.

Layers go by what each seat put in during the hand. Chips of folded seats stay in the layers they reached.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from bot.engine.frozen import Frozen

OddChips = Literal["position", "house", "carry"]


class Pot(Frozen):
    """Chips, and the seats that may win them."""

    amount: int
    eligible: tuple[int, ...]


class Pots(Frozen):
    """The pots of a hand, the main pot first, and what goes back unplayed."""

    pots: tuple[Pot, ...]
    returned: tuple[tuple[int, int], ...]
    """(seat, amount) of layers that one seat alone could win."""


class Split(Frozen):
    """How a pot is divided: (seat, amount) for each winner, and odd chips that nobody gets."""

    shares: tuple[tuple[int, int], ...]
    left: int


def side_pots(contributions: Mapping[int, int], live: Collection[int], carried: int = 0) -> Pots:
    """Divide all contributions into pots.

    `live` are the seats that haven't folded, at least one. `carried` chips lie in the middle already and
    belong to the main pot. Pots and returned amounts add up to all that came in.
    """
    if not live:
        raise ValueError("a pot needs somebody who can win it")
    layers: list[tuple[int, frozenset[int]]] = [(carried, frozenset(live))] if carried else []
    reached = 0
    for level in sorted({amount for amount in contributions.values() if amount > 0}):
        amount = sum(min(paid, level) - min(paid, reached) for paid in contributions.values())
        able = frozenset(seat for seat in live if contributions.get(seat, 0) >= level)
        layers.append((amount, able))
        reached = level
    merged: list[tuple[int, frozenset[int]]] = []
    for amount, able in layers:
        if merged and (not able or merged[-1][1] == able):
            below, eligible = merged.pop()
            merged.append((below + amount, eligible))
        else:
            merged.append((amount, able or frozenset(live)))
    order = {seat: at for at, seat in enumerate(contributions)}
    alone = tuple((next(iter(able)), amount) for amount, able in merged if len(able) == 1)
    shared = (
        Pot(amount=amount, eligible=tuple(sorted(able, key=lambda seat: order.get(seat, seat))))
        for amount, able in merged
        if len(able) > 1
    )
    return Pots(pots=tuple(shared), returned=alone)


def uncalled(contributions: Mapping[int, int], seat: int) -> int:
    """What `seat` put in beyond everybody else: nobody has called it."""
    return max(
        0, contributions[seat] - max((paid for other, paid in contributions.items() if other != seat), default=0)
    )


def split(amount: int, winners: Sequence[int], odd: OddChips = "position") -> Split:
    """Divide `amount` evenly. Odd chips go one each to the first of `winners`, which stand clockwise from the marker's
    left, or stay undivided (`house`, `carry`): the caller knows where those go.
    """
    share, rest = divmod(amount, len(winners))
    extra = rest if odd == "position" else 0
    shares = tuple((seat, share + (1 if at < extra else 0)) for at, seat in enumerate(winners))
    return Split(shares=shares, left=rest - extra)
