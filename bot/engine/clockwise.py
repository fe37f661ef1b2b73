"""Who comes after whom. Clockwise is the order of the players."""

from collections.abc import Iterable, Sequence


def starting_at(order: Sequence[int], seat: int) -> tuple[int, ...]:
    """All seats clockwise, `seat` first."""
    at = order.index(seat)
    return (*order[at:], *order[:at])


def after(order: Sequence[int], seat: int) -> tuple[int, ...]:
    """All seats clockwise from the left of `seat`, which itself comes last."""
    return (*starting_at(order, seat)[1:], seat)


def passed_on(marker: int, then: Sequence[int], now: Sequence[int]) -> int:
    """Where a dealer's marker goes next.

    `then` is the order of the hand in which `marker` had it, `now` the order of the hand that begins. If its
    holder is gone, the next of the former neighbours who is still there gets it.
    """
    if marker in now:
        return after(now, marker)[0]
    return next((seat for seat in after(then, marker) if seat in now), now[0])


def first_of(order: Iterable[int], wanted: Iterable[int]) -> int:
    """The first seat of `order` that is among `wanted`."""
    among = frozenset(wanted)
    return next(seat for seat in order if seat in among)
