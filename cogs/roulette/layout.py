"""The layout: every spot that can be bet on at a wheel, numbers in twelve rows of three with the zeros above."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from cogs.roulette import naming
from cogs.roulette.naming import Known, Name
from cogs.roulette.spots import Group, Kind, Spot
from cogs.roulette.wheel import NUMBERS, POCKETS, RED, Pocket, Wheel

ROW = 3
"""Numbers in a row."""
_LAST = len(NUMBERS)
_AT_ZERO: dict[Wheel, tuple[tuple[Pocket, Pocket], ...]] = {
    "single": (("0", "1"), ("0", "2"), ("0", "3")),
    "double": (("0", "00"), ("0", "1"), ("0", "2"), ("00", "2"), ("00", "3")),
}
"""The splits with a zero. Of two zeros, one lies above the 1 and half of the 2, the other above the rest."""
_TRIOS: dict[Wheel, tuple[tuple[Pocket, Pocket, Pocket], ...]] = {
    "single": (("0", "1", "2"), ("0", "2", "3")),
    "double": (("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3")),
}


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """All spots of a wheel, in the order in which people know them. There is one object for each wheel."""

    pockets: tuple[Pocket, ...]
    inside: tuple[Spot, ...]
    outside: tuple[Spot, ...]
    inside_names: tuple[str, ...]
    outside_names: tuple[str, ...]
    by_name: Mapping[str, Spot]
    places: Mapping[str, int]
    """Where a spot stands among those of its group."""
    known: Mapping[Known, str]
    """The name of the spot that a word and numbers stand for."""
    kinds: tuple[Kind, ...]
    """Every kind of bet that can be made here, inside bets first."""

    def of(self, group: Group) -> tuple[Spot, ...]:
        return self.inside if group == "inside" else self.outside

    def names(self, group: Group) -> tuple[str, ...]:
        return self.inside_names if group == "inside" else self.outside_names


@cache
def layout(wheel: Wheel, *, has_top_line: bool) -> Layout:
    """The layout of a wheel; the bet on five numbers only exists with two zeros."""
    inside = tuple(_inside(wheel, has_top_line=has_top_line))
    outside = tuple(_outside())
    by_name = {spot.name: spot for spot in (*inside, *outside)}
    places = {spot.name: at for group in (inside, outside) for at, spot in enumerate(group)}
    return Layout(
        pockets=POCKETS[wheel],
        inside=inside,
        outside=outside,
        inside_names=tuple(spot.name for spot in inside),
        outside_names=tuple(spot.name for spot in outside),
        by_name=MappingProxyType(by_name),
        places=MappingProxyType(places),
        known=MappingProxyType({known: spot.name for spot in by_name.values() for known in spot.called.known}),
        kinds=tuple(dict.fromkeys(spot.kind for spot in by_name.values())),
    )


def _inside(wheel: Wheel, *, has_top_line: bool) -> Iterator[Spot]:
    for pocket in naming.order(POCKETS[wheel]):
        yield Spot("straight", (pocket,), naming.number(pocket))
    for one, other in (*_AT_ZERO[wheel], *_splits()):
        yield Spot("split", (one, other), naming.split(one, other))
    for pockets in _TRIOS[wheel]:
        yield Spot("street", pockets, naming.trio(pockets))
    yield from (_of("street", naming.street, range(row, row + ROW)) for row in _rows())
    if wheel == "single":
        yield Spot("first_four", ("0", *NUMBERS[:ROW]), naming.first_four())
    elif has_top_line:
        yield Spot("top_line", ("0", "00", *NUMBERS[:ROW]), naming.top_line())
    for row in _rows(until=_LAST - ROW):
        for one in (row, row + 1):
            yield _of("corner", naming.corner, (one, one + 1, one + ROW, one + ROW + 1))
    yield from (_of("six_line", naming.six_line, range(row, row + 2 * ROW)) for row in _rows(until=_LAST - ROW))


def _splits() -> Iterator[tuple[Pocket, Pocket]]:
    """Two numbers side by side in a row, or one above the other."""
    for one in range(1, _LAST + 1):
        if one % ROW:
            yield str(one), str(one + 1)
        if one + ROW <= _LAST:
            yield str(one), str(one + ROW)


def _rows(until: int = _LAST) -> range:
    """The first number of each row."""
    return range(1, until + 1, ROW)


def _of(kind: Kind, called: Callable[[Sequence[Pocket]], Name], numbers: Iterable[int]) -> Spot:
    pockets = tuple(map(str, numbers))
    return Spot(kind, pockets, called(pockets))


def _outside() -> Iterator[Spot]:
    yield Spot("red", tuple(p for p in NUMBERS if p in RED), naming.even_chance("red", "Red"))
    yield Spot("black", tuple(p for p in NUMBERS if p not in RED), naming.even_chance("black", "Black"))
    yield Spot("even", NUMBERS[1::2], naming.even_chance("even", "Even"))
    yield Spot("odd", NUMBERS[::2], naming.even_chance("odd", "Odd"))
    yield Spot("low", NUMBERS[:18], naming.even_chance("low", "Low, 1 to 18", "1", "18"))
    yield Spot("high", NUMBERS[18:], naming.even_chance("high", "High, 19 to 36", "19", "36"))
    for at in range(ROW):
        dozen = NUMBERS[12 * at : 12 * (at + 1)]
        ends = dozen[0], dozen[-1]
        yield Spot("dozen", dozen, naming.third("dozen", at, " to ".join(ends), *ends))
    for at in range(ROW):
        column = NUMBERS[at::ROW]
        yield Spot("column", column, naming.third("column", at, f"{', '.join(column[:2])} … {column[-1]}"))
