"""Spots as people write them: "17", "No. 17", "17-20", "20 / 17", "17 and 20", "corner 17", "4-6 street", "4, 5, 6".

What is written is taken apart into a word without its spaces and numbers without their order, and looked up. A comma
between two numbers could mean two bets, so it joins only numbers that are all those of one spot, or that have a word.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from bot.errors import RuleError
from cogs.roulette.layout import ROW, Layout
from cogs.roulette.naming import CORNER, SIX_LINE, SPLIT, STREET, Known, order
from cogs.roulette.wheel import NUMBERS, Pocket

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
    """The name of the spot that is meant, or None. Raises RuleError for what may be several bets or says too little."""
    written = _written(text)
    if written is None:
        return None
    numbers = order(written.numbers)
    if "," in written.joints and not written.word:
        return _listed(table, numbers, written.numbers)
    found = table.known.get(Known(written.word, numbers))
    if found is None:
        _say_what_is_missing(table, written.word, numbers)
    elif ":" in written.joints and _skips(table.by_name[found].pockets, numbers):
        return None
    return found


@cache
def reader(table: Layout) -> Callable[[str], str | None]:
    """How what is typed at this layout is read: the same object for the same layout."""
    return lambda text: read(table, text)


class _Written(NamedTuple):
    word: str
    numbers: tuple[Pocket, ...]
    joints: frozenset[str]
    """What stands between the numbers; a space is nothing."""


def _written(text: str) -> _Written | None:
    """What was written, taken apart; None for what can't be one bet."""
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
    return _Written("".join(words), tuple(numbers), frozenset(joints))


def _parts(text: str) -> list[str]:
    """Words, numbers, and what joins them; nothing where a number would be less than nothing, or has no end."""
    plain = _DASHES.sub("-", unicodedata.normalize("NFKC", text).casefold())
    if _SIGN.search(plain) or _ENDLESS.search(plain):
        return []
    for spelling, meant in _SPELLINGS:
        plain = spelling.sub(meant, plain)
    return _PARTS.findall(plain.strip().rstrip(".,").strip())


def _skips(pockets: Sequence[Pocket], numbers: Sequence[Pocket]) -> bool:
    """Whether "17 to 20" would leave out numbers that lie between."""
    return len(pockets) == len(numbers) and int(numbers[-1]) - int(numbers[0]) >= len(numbers)


def _listed(table: Layout, numbers: tuple[Pocket, ...], written: tuple[Pocket, ...]) -> str:
    """The spot that has just these numbers, parted by commas. Raises RuleError where they could be several bets."""
    found = table.known.get(Known("", numbers))
    first, second, *_ = written
    if found is None or len(table.by_name[found].pockets) != len(numbers):
        raise RuleError(f"Write one bet at a time: {first}, and then {second}.")
    if len(numbers) == _BOTH:
        raise RuleError(f"Write one bet at a time: {first} for the number, or {found} for both together.")
    return found


def _say_what_is_missing(table: Layout, word: str, numbers: tuple[Pocket, ...]) -> None:
    """Raise RuleError where a word needs other numbers than the one behind it."""
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
