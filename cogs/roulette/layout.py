"""The layout: every spot that can be bet on at a wheel, numbers in twelve rows of three with the zeros above."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from bot.engine.moves import Choice
from cogs.roulette import naming
from cogs.roulette.spots import Group, Kind, Spot
from cogs.roulette.wheel import NUMBERS, POCKETS, RED, Pocket, Wheel

_ROW = 3
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
_ORDINALS = ("first", "second", "third")


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """All spots of a wheel, in the order in which people know them. There is one object for each wheel."""

    pockets: tuple[Pocket, ...]
    inside: tuple[Spot, ...]
    outside: tuple[Spot, ...]
    by_name: Mapping[str, Spot]
    places: Mapping[str, int]
    """Where a spot stands among those of its group."""
    kinds: tuple[Kind, ...]
    """Every kind of bet that can be made here, inside bets first."""

    def of(self, group: Group) -> tuple[Spot, ...]:
        return self.inside if group == "inside" else self.outside


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
        by_name=MappingProxyType(by_name),
        places=MappingProxyType(places),
        kinds=tuple(dict.fromkeys(spot.kind for spot in by_name.values())),
    )


def _inside(wheel: Wheel, *, has_top_line: bool) -> Iterator[Spot]:
    for pocket in naming.order(POCKETS[wheel]):
        yield Spot("straight", (pocket,), naming.number(pocket))
    for one, other in (*_AT_ZERO[wheel], *_splits()):
        yield Spot("split", (one, other), naming.split(one, other))
    for pockets in _TRIOS[wheel]:
        yield Spot("street", pockets, naming.trio(pockets))
    yield from (_block("street", row, _ROW) for row in _rows())
    if wheel == "single":
        yield Spot("first_four", ("0", *NUMBERS[:_ROW]), naming.first_four())
    elif has_top_line:
        yield Spot("top_line", ("0", "00", *NUMBERS[:_ROW]), naming.top_line())
    for row in _rows(until=_LAST - _ROW):
        yield from (_of("corner", (one, one + 1, one + _ROW, one + _ROW + 1)) for one in (row, row + 1))
    yield from (_block("six_line", row, 2 * _ROW) for row in _rows(until=_LAST - _ROW))


def _splits() -> Iterator[tuple[Pocket, Pocket]]:
    """Two numbers side by side in a row, or one above the other."""
    for one in range(1, _LAST + 1):
        if one % _ROW:
            yield str(one), str(one + 1)
        if one + _ROW <= _LAST:
            yield str(one), str(one + _ROW)


def _rows(until: int = _LAST) -> range:
    """The first number of each row."""
    return range(1, until + 1, _ROW)


def _block(kind: Kind, first: int, count: int) -> Spot:
    return _of(kind, range(first, first + count))


def _of(kind: Kind, numbers: Iterable[int]) -> Spot:
    pockets = tuple(map(str, numbers))
    return Spot(kind, pockets, naming.block(kind, pockets))


def _outside() -> Iterator[Spot]:
    yield Spot("red", tuple(p for p in NUMBERS if p in RED), naming.outside("red", "Red"))
    yield Spot("black", tuple(p for p in NUMBERS if p not in RED), naming.outside("black", "Black"))
    yield Spot("even", NUMBERS[1::2], naming.outside("even", "Even"))
    yield Spot("odd", NUMBERS[::2], naming.outside("odd", "Odd"))
    yield Spot("low", NUMBERS[:18], naming.outside("low", "Low, 1 to 18", "1-18", "1 to 18"))
    yield Spot("high", NUMBERS[18:], naming.outside("high", "High, 19 to 36", "19-36", "19 to 36"))
    for at, ordinal in enumerate(_ORDINALS):
        dozen = NUMBERS[12 * at : 12 * (at + 1)]
        yield Spot("dozen", dozen, _part("dozen", at, ordinal, f"{dozen[0]} to {dozen[-1]}", f"{dozen[0]}-{dozen[-1]}"))
    for at, ordinal in enumerate(_ORDINALS):
        column = NUMBERS[at::_ROW]
        yield Spot("column", column, _part("column", at, ordinal, f"{', '.join(column[:2])} … {column[-1]}"))


def _part(word: str, at: int, ordinal: str, which: str, *aliases: str) -> Choice:
    shorts = (f"{word} {at + 1}", f"{('1st', '2nd', '3rd')[at]} {word}")
    return naming.outside(f"{ordinal} {word}", f"{ordinal.capitalize()} {word}, {which}", *shorts, *aliases)
