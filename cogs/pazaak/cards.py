"""Side cards: their kinds, what each may count for, and how people write them (seed 002, "The cards").

A kind is known by its code ("plus_3"), which is also the kind of the good that a character may own.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator

from bot.engine.words import Voice, escape, listed
from bot.errors import Unreadable

Family = Literal["plus", "minus", "either", "either_1_2", "flip", "double", "tiebreaker"]
HIGHEST = 6
"""Plus, minus and plus/minus cards go from 1 to this."""
MOST_AT_ONCE = 100
MINUS = "\N{MINUS SIGN}"
_MOST_LETTERS = 1000


class SideCard(NamedTuple):
    """A kind of side card. `name` is what it is called ("+3", "Tiebreaker"), `face` that in a few letters ("±1T")."""

    code: str
    family: Family
    name: str
    face: str
    spelled: str
    """What people may type for it besides: "plus 3"."""
    values: tuple[int, ...] = ()
    """What it may count for when it is played; flips and doubles count for nothing by themselves."""
    flips: tuple[int, ...] = ()
    """The numbers whose signs it turns."""

    @property
    def picture(self) -> str:
        return f"pazaak_{self.code}"


def numbered(value: int) -> str:
    """Write a total: "17", "−3"."""
    return signed(value) if value < 0 else str(value)


def signed(value: int) -> str:
    """As in "+3", "−3"."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


def _kinds() -> tuple[SideCard, ...]:
    numbers = range(1, HIGHEST + 1)
    return (
        *(SideCard(f"plus_{n}", "plus", f"+{n}", f"+{n}", f"plus {n}", (n,)) for n in numbers),
        *(SideCard(f"minus_{n}", "minus", f"{MINUS}{n}", f"{MINUS}{n}", f"minus {n}", (-n,)) for n in numbers),
        *(SideCard(f"either_{n}", "either", f"±{n}", f"±{n}", f"plus/minus {n}", (n, -n)) for n in numbers),
        SideCard("either_1_2", "either_1_2", "±1/2", "±1/2", "plus/minus 1 or 2", (1, -1, 2, -2)),
        SideCard("flip_2_4", "flip", "2&4", "2&4", "flip 2&4", flips=(2, 4)),
        SideCard("flip_3_6", "flip", "3&6", "3&6", "flip 3&6", flips=(3, 6)),
        SideCard("double", "double", "Double", "Double", "D"),
        SideCard("tiebreaker", "tiebreaker", "Tiebreaker", "±1T", "T", (1, -1)),
    )


KINDS: Mapping[str, SideCard] = MappingProxyType({kind.code: kind for kind in _kinds()})
"""All kinds by code, in the order in which people list them."""
_PLACES = {code: at for at, code in enumerate(KINDS)}


def _known(code: str) -> str:
    if code not in KINDS:
        raise ValueError("that is no side card")
    return code


Code = Annotated[str, AfterValidator(_known)]
"""A side card in a model."""


def in_order(codes: Iterable[str]) -> tuple[str, ...]:
    """Sort the cards in the order of KINDS, as a bag of them looks."""
    return tuple(sorted(codes, key=_PLACES.__getitem__))


def in_short(codes: Iterable[str]) -> str:
    """Cards as one line that `read_cards` reads again: "+1, 2 × −3, Double"."""
    counts = Counter(in_order(codes)).items()
    return ", ".join(times(count) + KINDS[code].name for code, count in counts)


def times(count: int) -> str:
    """Write the prefix of a card that is there `count` times: "2 × ", nothing for one."""
    return f"{count} × " if count > 1 else ""


def pictured(code: str, voice: Voice) -> str:
    """Show a side card as an image with its name beside it, or the name alone without images."""
    card = KINDS[code]
    picture = voice.symbol(card.picture, "")
    return f"{picture} {card.name}" if picture else card.name


# Phones make all kinds of dashes of a minus.
_SPELLINGS = (
    ("[‐‑‒–—−]", "-"),
    ("⁄", "/"),
    (r"\+\s*/\s*-|-\s*/\s*\+|\+-|plus\s*(?:/|or)\s*minus", "±"),
    (r"\bplus\s*(?=[0-9])", "+"),
    (r"\bminus\s*(?=[0-9])", "-"),
    (r"\bcards?\b", " "),
)
_TIMES_AHEAD = re.compile(r"([0-9]{1,4})\s*(?:[x×*]\s*(?=[±+\-a-z0-9])|(?=[dt]|flip))")
_TIMES_BEHIND = re.compile(r"\s*(?:[x×*]\s*([0-9]{1,4})(?![0-9])|\(\s*[x×*]?\s*([0-9]{1,4})\s*[x×*]?\s*\))")
_TWICE_OR_DOUBLE = re.compile(r"\(?\s*[x×]\s*2(?![0-9])")
_BETWEEN = re.compile(r"[\s,;.&]+|and\b")
_WORD_GOES_ON = r"[a-wyz0-9]|x(?!\s*[0-9])"
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("one_or_two", re.compile(r"[±+-]?\s*1\s*(?:/|or)\s*[±+-]?2(?![0-9&/])")),
    ("flip", re.compile(r"flip\s*([0-9])\s*(?:&|/|and)?\s*([0-9])(?![0-9])|([0-9])\s*[&/]\s*([0-9])(?![0-9])")),
    ("tiebreaker", re.compile(rf"(?:±\s*1)?t(?:ie(?:[\s-]?breakers?)?)?(?!{_WORD_GOES_ON})")),
    ("either", re.compile(r"±\s*([0-9]+)(?![0-9/]|&[0-9])")),
    ("plus", re.compile(r"\+\s*([0-9]+)(?![0-9/]|&[0-9])")),
    ("minus", re.compile(r"-\s*([0-9]+)(?![0-9/]|&[0-9])")),
    ("double", re.compile(rf"d(?:oubles?)?(?!{_WORD_GOES_ON})")),
)


def read_card(text: str) -> str:
    """Return the code of the one side card that was typed ("+3", "1or2", "flip 2&4", "double"). Raises Unreadable."""
    codes = read_cards(text)
    if len(codes) != 1:
        raise Unreadable(f"Name one card at a time. You named {len(codes)}.")
    return codes[0]


def read_cards(line: str) -> tuple[str, ...]:
    """Return the codes of a line such as "+1 +2 -3x2 D", in the order typed. Raises Unreadable with the part that can't
    be read, or that may be read in two ways.
    """
    text = _plainly(line)
    codes: list[str] = []
    at = _skipped(text, 0)
    while at < len(text):
        code, count, at = _next_card(text, at)
        if count < 1 or len(codes) + count > MOST_AT_ONCE:
            raise Unreadable(f"Name 1 to {MOST_AT_ONCE} cards in all. After x, write 1 or more.")
        codes += [code] * count
        at = _skipped(text, at)
    if not codes:
        raise Unreadable("Name some side cards, as in +1 +2 -3 D.")
    return tuple(codes)


def _plainly(line: str) -> str:
    if len(line) > _MOST_LETTERS:
        raise Unreadable(f"That's too long: a line of cards has at most {_MOST_LETTERS} characters.")
    text = unicodedata.normalize("NFKC", line).casefold()
    for spelling, plain in _SPELLINGS:
        text = re.sub(spelling, plain, text)
    return text


def _skipped(text: str, at: int) -> int:
    while found := _BETWEEN.match(text, at):
        at = found.end()
    return at


def _next_card(text: str, at: int) -> tuple[str, int, int]:
    """Return the card that begins at `at`, how often it is wanted, and where the rest begins."""
    ahead = _TIMES_AHEAD.match(text, at)
    start = ahead.end() if ahead else at
    for shape, pattern in _SHAPES:
        found = pattern.match(text, start)
        if found:
            numbers = [int(number[:3]) for number in found.groups() if number]
            code, end = _of_shape(shape, numbers, found[0]), found.end()
            if ahead:
                return code, int(ahead[1]), end
            return code, *_times_behind(text, end)
    raise _unreadable(text[at:])


def _times_behind(text: str, at: int) -> tuple[int, int]:
    """How often the card that ends at `at` is wanted, and where the rest begins."""
    behind = _TIMES_BEHIND.match(text, at)
    if behind is None:
        return 1, at
    if text[at].isspace() and _TWICE_OR_DOUBLE.match(behind[0].lstrip()) and behind[1]:
        raise _in_two_ways()
    return int(behind[1] or behind[2]), behind.end()


def _of_shape(shape: str, numbers: list[int], written: str) -> str:
    match shape:
        case "one_or_two":
            return "either_1_2"
        case "flip":
            code = f"flip_{min(numbers)}_{max(numbers)}"
            if code not in KINDS:
                raise Unreadable("There is no such flip card. Write 2&4 or 3&6.")
            return code
        case "double" | "tiebreaker":
            return shape
        case _:
            code = f"{shape}_{numbers[0]}"
            if code not in KINDS:
                sort = {"plus": "Plus", "minus": "Minus", "either": "Plus/minus"}[shape]
                raise Unreadable(f"There is no {written[:12]}: {sort} cards go from 1 to {HIGHEST}.")
            return code


def _in_two_ways() -> Unreadable:
    # The picture of the double shows ×2.
    return Unreadable("×2 has two meanings. Write -3x2 for two of a card, or double for the card that doubles.")


def _unreadable(rest: str) -> Unreadable:
    if _TWICE_OR_DOUBLE.match(rest):
        return _in_two_ways()
    word = re.split(r"[\s,;]", rest, maxsplit=1)[0]
    if re.fullmatch(r"[0-9]+", word):
        return Unreadable(f"{word[:12]} needs a sign, as in +3, -3 or ±3.")
    examples = listed(("+3", "-3", "±3", "±1/2", "2&4", "3&6", "D for a double", "T for a tiebreaker"), "or")
    return Unreadable(f"I can't read “{escape(word[:24])}” as a side card. Write it like this: {examples}.")
