"""Pots: side pots by layers, uncalled bets, and who gets the odd chips.

Layers go by what each seat put in during the hand. Chips of folded seats stay in the layers they reached and are won
there, also where one seat alone has reached a layer: only what nobody called goes back (rules 0.2).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from bot.engine.frozen import Frozen, made

OddChips = Literal["position", "house", "carry"]


class Pot(Frozen):
    """Chips, and the seats that may win them.

    A single seat may win a pot that all others in it have folded.
    """

    amount: int
    eligible: tuple[int, ...]


class Win(Pot):
    """A pot, and (seat, amount) of each who won of it."""

    shares: tuple[tuple[int, int], ...]


class Pots(Frozen):
    """The pots of a hand, the main pot first, and the uncalled bet."""

    pots: tuple[Pot, ...]
    returned: tuple[tuple[int, int], ...]
    """(seat, amount) of the bet that nobody called: it goes back without a cut (rules 0.2)."""


class Split(Frozen):
    """How a pot is divided: (seat, amount) for each winner, and odd chips that nobody gets."""

    shares: tuple[tuple[int, int], ...]
    left: int


def sum_by_seat(amounts: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Add up (seat, amount) pairs by seat, in the order in which the seats first come."""
    total: dict[int, int] = {}
    for seat, amount in amounts:
        total[seat] = total.get(seat, 0) + amount
    return total


_Layer = tuple[int, frozenset[int]]
"""Chips, and who may win them."""


def side_pots(contributions: Mapping[int, int], live: Collection[int], carried: int | Sequence[Pot] = 0) -> Pots:
    """Divide all contributions into pots.

    `live` are the seats that haven't folded, at least one. What is `carried` lies in the middle already: an amount is
    for everybody who is live; pots, the main pot first, keep their own seats, without those that folded. A carried pot
    that nobody is left for is played for by all (rules 2.18). Folded chips above what any live seat put in join the
    layer below, or the last carried pot where there is none. Pots for the same seats are one. Pots and returned amounts
    add up to all that came in. ValueError if nobody is live.
    """
    if not live:
        raise ValueError("a pot needs a seat that can win it")
    everybody = frozenset(live)
    kept = _carried_layers(carried, everybody)
    most = max(contributions, key=contributions.__getitem__, default=None)
    over = uncalled(contributions, most) if most in everybody else 0
    returned = ((most, over),) if most is not None and over else ()
    called = {**contributions, **{seat: contributions[seat] - amount for seat, amount in returned}}
    layers = _layers(called, everybody)
    dead = sum(called.values()) - sum([amount for amount, _ in layers])
    if layers:
        layers[-1] = (layers[-1][0] + dead, layers[-1][1])
    elif dead:
        kept = [*kept[:-1], (kept[-1][0] + dead, kept[-1][1])] if kept else [(dead, everybody)]

    def pot(amount: int, able: frozenset[int]) -> Pot:
        seats = [seat for seat in contributions if seat in able]
        return made(Pot, amount=amount, eligible=(*seats, *sorted(able.difference(seats))))

    pots = tuple([pot(amount, able) for amount, able in _merge((*kept, *layers))])
    return made(Pots, pots=pots, returned=returned)


def _carried_layers(carried: int | Sequence[Pot], live: frozenset[int]) -> list[_Layer]:
    if isinstance(carried, int):
        return [(carried, live)] if carried else []
    return [(pot.amount, live.intersection(pot.eligible) or live) for pot in carried if pot.amount]


def _layers(contributions: Mapping[int, int], live: frozenset[int]) -> list[_Layer]:
    """Return a layer for each different amount that a live seat put in, with all chips up to there, lowest first."""
    layers: list[_Layer] = []
    reached = 0
    for level in sorted({contributions.get(seat, 0) for seat in live} - {0}):
        amount = sum([min(paid, level) - reached for paid in contributions.values() if paid > reached])
        layers.append((amount, frozenset([seat for seat in live if contributions.get(seat, 0) >= level])))
        reached = level
    return layers


def _merge(layers: Iterable[_Layer]) -> list[_Layer]:
    """Merge the layers of the same seats; the one with the most seats comes first."""
    amounts: dict[frozenset[int], int] = {}
    for amount, able in layers:
        amounts[able] = amounts.get(able, 0) + amount
    return sorted([(amount, able) for able, amount in amounts.items()], key=lambda layer: -len(layer[1]))


def uncalled(contributions: Mapping[int, int], seat: int) -> int:
    """Return how much `seat` put in beyond everybody else: nobody has called it."""
    return max(
        0, contributions[seat] - max([paid for other, paid in contributions.items() if other != seat], default=0)
    )


def split(amount: int, winners: Sequence[int], odd: OddChips = "position") -> Split:
    """Divide `amount` evenly. Odd chips go one each to the first of `winners`, which stand clockwise from the marker's
    left, or stay undivided (`house`, `carry`): the caller knows where those go.
    """
    share, rest = divmod(amount, len(winners))
    extra = rest if odd == "position" else 0
    shares = tuple([(seat, share + (1 if at < extra else 0)) for at, seat in enumerate(winners)])
    return made(Split, shares=shares, left=rest - extra)
