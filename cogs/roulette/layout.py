"""The wheel and the layout of roulette: pockets, spots with their payouts, and the reader of typed bets."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from bot.engine.banked.limits import Pay
from bot.engine.words import listed
from bot.errors import RuleError

Pocket = str
"""What stands on it: "0", "00", "1" to "36"."""
Wheel = Literal["single", "double"]
Colour = Literal["red", "black", "green"]

NUMBERS = tuple(str(number) for number in range(1, 37))
ZEROS: dict[Wheel, tuple[Pocket, ...]] = {"single": ("0",), "double": ("0", "00")}
POCKETS: dict[Wheel, tuple[Pocket, ...]] = {wheel: (*NUMBERS, *zeros) for wheel, zeros in ZEROS.items()}
"""As the draws count them: a draw of 17 is the 17, and the zeros come last."""
RED = frozenset(map(str, (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)))
"""On wheels with one zero and with two; the other numbers are black."""


def is_zero(pocket: Pocket) -> bool:
    return pocket not in NUMBERS


def colour(pocket: Pocket) -> Colour:
    if is_zero(pocket):
        return "green"
    return "red" if pocket in RED else "black"


_SQUARES: Mapping[Colour, str] = {
    "red": "\N{LARGE RED SQUARE}",
    "black": "\N{BLACK LARGE SQUARE}",
    "green": "\N{LARGE GREEN SQUARE}",
}


def in_color(*pockets: Pocket) -> str:
    """Write pockets of one color behind a square of it, as in a row of results."""
    return f"{_SQUARES[colour(pockets[0])]} {', '.join(pockets)}"


def in_words(pocket: Pocket) -> str:
    """Name a pocket as it is called out: "17 black"."""
    return f"{pocket} {colour(pocket)}"


class Known(NamedTuple):
    """A word without its spaces, "" for none, and numbers in the order of the layout: what a spot is known by."""

    word: str
    numbers: tuple[Pocket, ...] = ()


class Name(NamedTuple):
    """What a spot is called on the table and in what is kept, how a list shows it, and what it is known by."""

    value: str
    label: str
    known: frozenset[Known]


STREET, CORNER, SIX_LINE = ("street",), ("corner", "square"), ("sixline", "line", "doublestreet")
STRAIGHT, SPLIT = ("straight", "straightup"), ("split",)


def number_naming(pocket: Pocket) -> Name:
    """Name a single number."""
    return _name(pocket, _by((*STRAIGHT, colour(pocket)), (pocket,)))


def split(one: Pocket, other: Pocket) -> Name:
    """Name two numbers that touch."""
    return _name(f"{one}-{other}", _by(SPLIT, order((one, other))))


def street(pockets: Sequence[Pocket]) -> Name:
    return _in_rows(STREET, "street", pockets)


def corner(pockets: Sequence[Pocket]) -> Name:
    return _in_rows(CORNER, "corner", pockets)


def six_line(pockets: Sequence[Pocket]) -> Name:
    return _in_rows(SIX_LINE, "six line", pockets)


def trio(pockets: Sequence[Pocket]) -> Name:
    """Name three numbers at the zero."""
    return _name(f"trio {'-'.join(pockets)}", _by(("trio", *STREET), order(pockets)))


def first_four() -> Name:
    four = ("0", *NUMBERS[:3])
    words = ("firstfour", "basket")
    return _name("first four", (*map(Known, words), *_by((*words, *CORNER), four), *_bare(CORNER, ("0", "3"))))


def top_line() -> Name:
    words = ("topline", "basket", "five", "firstfive")
    return _name("top line", (*map(Known, words), *_by(words, ("0", "00", *NUMBERS[:3]))))


def even_chance(word: str, label: str, *ends: Pocket) -> Name:
    """Name a color, even or odd; low and high are known by their ends too."""
    known = (Known(word), *(_by((word,), ends) if ends else ()))
    return Name(value=word, label=label, known=frozenset(known))


def third(kind: str, at: int, label: str, *ends: Pocket) -> Name:
    """Name one of the dozens or columns, counted from 0; a dozen is known by its ends too."""
    ordinal = ("first", "second", "third")[at]
    words = (kind, f"{ordinal}{kind}")
    known = (Known(words[1]), Known(kind, (str(at + 1),)), *(_by(words, ends) if ends else ()))
    return Name(value=f"{ordinal} {kind}", label=f"{ordinal.capitalize()} {kind}, {label}", known=frozenset(known))


def order(pockets: Iterable[Pocket]) -> tuple[Pocket, ...]:
    """Return the sort key of a pocket: zeros first, then upwards."""
    return tuple(sorted(pockets, key=lambda pocket: (not is_zero(pocket), int(pocket), pocket)))


def _in_rows(words: Sequence[str], word: str, pockets: Sequence[Pocket]) -> Name:
    ends = (pockets[0], pockets[-1])
    known = (*_by(words, tuple(pockets)), *_by(words, ends), *_bare(words, pockets[:1]))
    return _name(f"{word} {'-'.join(ends)}", known)


def _by(words: Iterable[str], numbers: Sequence[Pocket]) -> tuple[Known, ...]:
    """Return the known forms of these numbers, without a word or with one of them."""
    return (Known("", tuple(numbers)), *_bare(words, numbers))


def _bare(words: Iterable[str], numbers: Sequence[Pocket]) -> tuple[Known, ...]:
    return tuple(Known(word, tuple(numbers)) for word in words)


def _name(value: str, known: Iterable[Known]) -> Name:
    """Name a spot that a list shows by its name."""
    return Name(value=value, label=value, known=frozenset(known))


Kind = Literal[
    "straight",
    "split",
    "street",
    "corner",
    "six_line",
    "first_four",
    "top_line",
    "red",
    "black",
    "even",
    "odd",
    "low",
    "high",
    "dozen",
    "column",
]
Group = Literal["inside", "outside"]
"""Bets on single numbers and on few that touch, and those on large parts of the layout."""
GROUPS: tuple[Group, ...] = ("inside", "outside")
OnZero = Literal["lose", "half"]
"""What becomes of even chances when a zero comes."""

PAYS: Mapping[Kind, Pay] = MappingProxyType(
    {
        "straight": Pay(to=35),
        "split": Pay(to=17),
        "street": Pay(to=11),
        "corner": Pay(to=8),
        "six_line": Pay(to=5),
        "first_four": Pay(to=8),
        "top_line": Pay(to=6),
        "red": Pay(to=1),
        "black": Pay(to=1),
        "even": Pay(to=1),
        "odd": Pay(to=1),
        "low": Pay(to=1),
        "high": Pay(to=1),
        "dozen": Pay(to=2),
        "column": Pay(to=2),
    }
)
MOST_PAID = max(pay.to for pay in PAYS.values())
"""What the dearest bet wins of its stake, as a multiple."""
EVEN_CHANCES: frozenset[Kind] = frozenset({"red", "black", "even", "odd", "low", "high"})
"""What pays even money, and on some tables gets half back on zero."""
THIRDS: frozenset[Kind] = frozenset({"dozen", "column"})
OUTSIDE = EVEN_CHANCES | THIRDS


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a bet may lie."""

    kind: Kind
    pockets: tuple[Pocket, ...]
    called: Name

    @property
    def name(self) -> str:
        return self.called.value

    @property
    def pays(self) -> Pay:
        return PAYS[self.kind]

    @property
    def group(self) -> Group:
        return "outside" if self.kind in OUTSIDE else "inside"

    @property
    def is_even_chance(self) -> bool:
        return self.kind in EVEN_CHANCES


def in_a_sentence(name: str) -> str:
    """Return the spot's name as it follows "on": "17", "the corner 17-21", "red"."""
    has_article = " " in name  # numbers, pairs of them and even chances have names of one word
    return f"the {name}" if has_article else name


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
    """Return the layout of a wheel; the bet on five numbers only exists with two zeros."""
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
    for pocket in order(POCKETS[wheel]):
        yield Spot("straight", (pocket,), number_naming(pocket))
    for one, other in (*_AT_ZERO[wheel], *_splits()):
        yield Spot("split", (one, other), split(one, other))
    for pockets in _TRIOS[wheel]:
        yield Spot("street", pockets, trio(pockets))
    yield from (_of("street", street, range(row, row + ROW)) for row in _rows())
    if wheel == "single":
        yield Spot("first_four", ("0", *NUMBERS[:ROW]), first_four())
    elif has_top_line:
        yield Spot("top_line", ("0", "00", *NUMBERS[:ROW]), top_line())
    for row in _rows(until=_LAST - ROW):
        for one in (row, row + 1):
            yield _of("corner", corner, (one, one + 1, one + ROW, one + ROW + 1))
    yield from (_of("six_line", six_line, range(row, row + 2 * ROW)) for row in _rows(until=_LAST - ROW))


def _splits() -> Iterator[tuple[Pocket, Pocket]]:
    """List the pairs of numbers side by side in a row, or one above the other."""
    for one in range(1, _LAST + 1):
        if one % ROW:
            yield str(one), str(one + 1)
        if one + ROW <= _LAST:
            yield str(one), str(one + ROW)


def _rows(until: int = _LAST) -> range:
    """List the first number of each row."""
    return range(1, until + 1, ROW)


def _of(kind: Kind, called: Callable[[Sequence[Pocket]], Name], numbers: Iterable[int]) -> Spot:
    pockets = tuple(map(str, numbers))
    return Spot(kind, pockets, called(pockets))


def _outside() -> Iterator[Spot]:
    yield Spot("red", tuple(p for p in NUMBERS if p in RED), even_chance("red", "Red"))
    yield Spot("black", tuple(p for p in NUMBERS if p not in RED), even_chance("black", "Black"))
    yield Spot("even", NUMBERS[1::2], even_chance("even", "Even"))
    yield Spot("odd", NUMBERS[::2], even_chance("odd", "Odd"))
    yield Spot("low", NUMBERS[:18], even_chance("low", "Low, 1 to 18", "1", "18"))
    yield Spot("high", NUMBERS[18:], even_chance("high", "High, 19 to 36", "19", "36"))
    for at in range(ROW):
        dozen = NUMBERS[12 * at : 12 * (at + 1)]
        ends = dozen[0], dozen[-1]
        yield Spot("dozen", dozen, third("dozen", at, " to ".join(ends), *ends))
    for at in range(ROW):
        column = NUMBERS[at::ROW]
        yield Spot("column", column, third("column", at, f"{', '.join(column[:2])} … {column[-1]}"))


_BOTH = 2
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_SPELLINGS = (
    (re.compile(r"#|\b(?:no|nr|numbers?)\b(?:\.(?=\s*\d))?|\bno(?=\d)"), " "),
    (re.compile(r"\bdouble[\s-]*(?:zero|0)\b"), "00"),
    (re.compile(r"\bzero\b"), "0"),
    (re.compile(r"\b1st\b"), "first"),
    (re.compile(r"\b2nd\b"), "second"),
    (re.compile(r"\b3rd\b"), "third"),
    (re.compile(r"\bfirst[\s-]*4\b"), "first four"),
    (re.compile(r"\bfirst[\s-]*5\b"), "first five"),
    (re.compile(r"\b6[\s-]*line\b"), "six line"),
    (re.compile(r"\band\b|\+"), "&"),
    (re.compile(r"\bto\b"), ":"),
    (re.compile(";"), ","),
)
"""What people write, and the one way in which it is taken apart: "&" stands for "and", ":" for "to"."""
_SIGN = re.compile(r"^\s*[-+]|[a-z]\s+[-+]\d")
"""Before a number that would be less than nothing."""
_ENDLESS = re.compile(r"\d{10}")
_PARTS = re.compile(r"[0-9]+|[a-z]+|\S")
_JOINTS = frozenset("-/&:,")
_LISTS = frozenset(",&")


def read(table: Layout, text: str) -> str | None:
    """Return the name of the spot that is meant, or None. Raises RuleError for an ambiguous or incomplete bet."""
    written = _parse(text)
    if written is None:
        return None
    numbers = order(written.numbers)
    if "," in written.joints and not written.word:
        return _listed(table, numbers, written.numbers)
    found = table.known.get(Known(written.word, numbers))
    if found is None:
        if gone := _name_missing(table, written.numbers):
            raise RuleError(f"{gone} The wheel has {'00 and ' if '00' in table.pockets else ''}0 to 36.")
        _say_what_is_missing(table, written.word, numbers)
    elif ":" in written.joints and _skips(table.by_name[found].pockets, numbers):
        return None
    return found


@cache
def reader(table: Layout) -> Callable[[str], str | None]:
    """Return the reader of typed text at this layout: the same object for the same layout."""
    return lambda text: read(table, text)


class _Parsed(NamedTuple):
    word: str
    numbers: tuple[Pocket, ...]
    joints: frozenset[str]
    """What stands between the numbers; a space is nothing."""


def _parse(text: str) -> _Parsed | None:
    """Take the text apart; None if it can't be one bet."""
    words, numbers, joints, before = list[str](), list[Pocket](), list[str](), ","
    for part in _parts(text):
        if part.isascii() and part.isdigit():
            joints += [before if before in _JOINTS else ""] if numbers else []
            numbers.append(part.lstrip("0") or part)
        elif part.isalpha():
            words.append(part)
        elif before in _JOINTS or part not in _JOINTS:
            return None
        before = part
    # "17-20 and 18-21" are two bets, "17, 18, 20 and 21" is one
    if before in _JOINTS or (len({*joints}) > 1 and not _LISTS.issuperset(joints)):
        return None
    return _Parsed("".join(words), tuple(numbers), frozenset(joints))


def _parts(text: str) -> list[str]:
    """Split a text into words, numbers and joints; return nothing for a negative or an endless number."""
    plain = _DASHES.sub("-", unicodedata.normalize("NFKC", text).casefold())
    if _SIGN.search(plain) or _ENDLESS.search(plain):
        return []
    for spelling, meant in _SPELLINGS:
        plain = spelling.sub(meant, plain)
    return _PARTS.findall(plain.strip().rstrip(".,").strip())


def _skips(pockets: Sequence[Pocket], numbers: Sequence[Pocket]) -> bool:
    """Return true if "17 to 20" would leave out numbers in between."""
    return len(pockets) == len(numbers) and int(numbers[-1]) - int(numbers[0]) >= len(numbers)


def _listed(table: Layout, numbers: tuple[Pocket, ...], written: tuple[Pocket, ...]) -> str:
    """Return the spot with exactly these numbers, written with commas. Raises RuleError if they could be several
    bets.
    """
    found = table.known.get(Known("", numbers))
    faults = _faults(table, written)
    possible = [number for number in dict.fromkeys(written) if number in table.pockets]
    if faults and len(possible) < _BOTH:
        raise RuleError(" ".join((*faults, *(f"Write {number} alone." for number in possible))))
    first, second, *_ = possible
    if faults:
        raise RuleError(f"{' '.join(faults)} Write one bet at a time: {first}, and then {second}.")
    if found is None or len(table.by_name[found].pockets) != len(numbers):
        raise RuleError(f"Write one bet at a time: {first}, and then {second}.")
    if len(numbers) == _BOTH:
        raise RuleError(f"Write one bet at a time: {first} for the number, or {found} for both together.")
    return found


def _faults(table: Layout, written: Sequence[Pocket]) -> tuple[str, ...]:
    """List all that is wrong with the numbers of a bet, a sentence each: written twice, or not on the wheel."""
    twice = [number for number in dict.fromkeys(written) if written.count(number) > 1]
    gone = _name_missing(table, written)
    return (*(f"{number} appears twice." for number in twice), *([gone] if gone else []))


def _name_missing(table: Layout, written: Sequence[Pocket]) -> str:
    """Name the numbers that are not on the wheel, in a sentence; "" for none."""
    missing = [number for number in dict.fromkeys(written) if number not in table.pockets]
    return f"{listed(missing, 'and')} {'is' if len(missing) == 1 else 'are'} not on the wheel." if missing else ""


def _say_what_is_missing(table: Layout, word: str, numbers: tuple[Pocket, ...]) -> None:
    """Raise RuleError if a word needs other numbers than the one behind it."""
    if len(numbers) != 1 or numbers[0] not in NUMBERS:
        return
    (pocket,) = numbers
    if word in SPLIT:
        raise RuleError("A split needs both of its numbers, like 17-20.")
    if word in STREET:
        first = str((int(pocket) - 1) // ROW * ROW + 1)
        street = table.known[Known(word, (first,))]
        raise RuleError(f"A street is named by its first number, or by both ends: {pocket} is in the {street}.")
    if word in CORNER:
        raise RuleError("A corner is named by its lowest number, or by its lowest and highest, like corner 17-21.")
    if word in SIX_LINE:
        raise RuleError("A six line is named by its lowest number, or by both ends, like six line 13-18.")
