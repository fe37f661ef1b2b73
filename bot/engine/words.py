"""The words of a game's texts: names, numbers and lists, escaped text, the voice of a table, and the panel it shows."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar

from bot.engine.cards import plain_card
from bot.engine.frozen import Frozen
from bot.engine.money import Currency

_JOINER, _WORD_JOINER = "\u200d", "\u2060"
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
# Letters and marks that draw nothing: fillers, variation selectors, the grapheme joiner.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0d\uffa0\U000e0000-\U000e0fff]"
)
MOST_MARKS = 4
"""Accents and other marks that one letter of a name carries: a tower of them reaches over the lines above."""
_REMEMBERED = 4096
# Names at a table are written many times a hand.
_MARKUP = frozenset("\\*_~|`[]<>:#")
_FIGURES = "\N{DIE FACE-1}\N{DIE FACE-2}\N{DIE FACE-3}\N{DIE FACE-4}\N{DIE FACE-5}\N{DIE FACE-6}"
_ORDINALS = (
    *("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth"),
)
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NO_PICTURES: Mapping[str, str] = MappingProxyType({})
NO_SKILLS: Mapping[str, str] = MappingProxyType({})
NO_TEXTS: Mapping[str, str] = MappingProxyType({})


@lru_cache(maxsize=_REMEMBERED)
def one_line(text: str) -> str:
    """Return the visible characters of `text`, on one line: no controls, no bidi marks, nothing of zero width.

    A joiner stays inside a pictograph (a family, an astronaut), which it makes one of several.
    """
    kept: list[str] = []
    for at, letter in enumerate(text):
        category = unicodedata.category(letter)
        if category in ("Zs", "Zl", "Zp") or letter in "\t\n\v\f\r\x85":
            kept.append(" ")
        elif letter == _JOINER:
            kept.append(letter if _joins_pictographs(text, at) else "")
        elif category not in ("Cc", "Cf", "Cs", "Co") and not _BLANK.match(letter):
            kept.append(letter)
    return "".join(kept).strip()


def most_marks(text: str) -> int:
    """Return the largest number of marks on one letter."""
    marked = "".join("m" if unicodedata.category(letter).startswith("M") else " " for letter in text)
    return max(map(len, marked.split()), default=0)


def _joins_pictographs(text: str, at: int) -> bool:
    before = text[:at].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
    after = text[at + 1 : at + 2]
    return bool(before and after) and {unicodedata.category(before[-1]), unicodedata.category(after)} == {"So"}


@lru_cache(maxsize=_REMEMBERED)
def escape(text: str) -> str:
    """Return foreign text (a name, a reason) as one line that Discord shows as exactly its visible characters.

    It can't be bold, a heading, a list, a link, an emoji, a time or a mention. Right-to-left text is isolated, so that
    it doesn't reorder the numbers beside it.
    """
    line = one_line(text)
    escaped = "".join(_escaped(line, at) for at in range(len(line)))
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in line):
        return f"{_ISOLATE}{escaped}{_END_ISOLATE}"
    return escaped


def _escaped(line: str, at: int) -> str:
    letter, after = line[at], line[at + 1 : at + 2]
    if letter in _MARKUP or (letter in "-+" and at == 0):
        return f"\\{letter}"
    if letter == "/" and after.isalpha() and not line[at - 1 : at].isalnum():
        # The name of a command would become a link.
        return "\\/"
    if letter == "." and ((after and not after.isspace()) or line[:at].isdigit()):
        return "\\."
    if letter == "@":
        # A backslash keeps the reader's client from drawing a mention, but not the server from sending it.
        return f"\\@{_WORD_JOINER}"
    return letter


_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SHELTER = 0x10FF00
_SHELTERED = re.compile("[\U0010ff00-\U0010ff7f]")
_WRAPPED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"```(?:\w*\n)?(.*?)```", re.DOTALL), r"\1"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"\[([^\]\n]+)\]\(<?[^)\s>]+>?\)"), r"\1"),
    (re.compile(r"<(https?://[^>\s]+)>"), r"\1"),
    (re.compile(r"<a?:(\w+):[0-9]+>"), r"\1"),
    (re.compile(r"</([^:>\n]+):[0-9]+>"), r"/\1"),
    (re.compile(r"<id:(\w+)>"), r"\1"),
    (re.compile(r"<(@|#)[!&]?([0-9]+)>"), r"\1\2"),
    (re.compile(r"^(?:#{1,3}|-#|>{1,3}) +", re.MULTILINE), ""),
    (re.compile(r"~~(?=\S)(.+?)(?<=\S)~~"), r"(\1)"),
    (re.compile(r"(\*{1,3}|__|\|\|)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<!\w)_(?=\S)([^_\n]+)(?<=\S)_(?!\w)"), r"\1"),
)
_TIME = re.compile(r"<t:(-?[0-9]{1,13})(?::([tTdDfFR]))?>")
_TIME_FORMS = {"t": "%H:%M UTC", "T": "%H:%M:%S UTC", "d": "%Y-%m-%d", "D": "%Y-%m-%d"}
_YEAR_ONE, _YEAR_9999 = -62135596800, 253402300799


def plain(markdown: str) -> str:
    """Return markdown as a screen reader or a log has it: without marks, times in UTC, struck words in brackets."""
    text = _SHELTERED.sub("", markdown)
    text = _ESCAPED.sub(lambda found: chr(_SHELTER + ord(found[1])), text)
    text = _TIME.sub(_time, text)
    for form, inside in _WRAPPED:
        previous = None
        while previous != text:
            previous, text = text, form.sub(inside, text)
    text = re.sub(f"[{_WORD_JOINER}{_ISOLATE}{_END_ISOLATE}]", "", text)
    return _SHELTERED.sub(lambda found: chr(ord(found[0]) - _SHELTER), text)


def _time(found: re.Match[str]) -> str:
    stamp = min(max(int(found[1]), _YEAR_ONE), _YEAR_9999)
    return datetime.fromtimestamp(stamp, UTC).strftime(_TIME_FORMS.get(found[2] or "f", "%Y-%m-%d %H:%M UTC"))


def listed(items: Iterable[str], last: str = "and") -> str:
    """Join items, as in "Han", "Han and Lando", "Han, Lando and Roark"; nothing is ""."""
    *others, final = [*items] or [""]
    return f"{', '.join(others)} {last} {final}" if others else final


def counted(count: int, one: str, many: str = "") -> str:
    """Count things, as in "1 die", "3 dice"; the plural is the singular and an s unless given."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def plural_of(name: str) -> str:
    """Return the regular English plural: crowns, pennies, crosses."""
    if re.search("[^aeiou]y$", name):
        return f"{name[:-1]}ies"
    return f"{name}es" if re.search("(?:s|x|z|ch|sh)$", name) else f"{name}s"


def number_word(number: int) -> str:
    """Write a number as a word, as in "two"; in digits from 13 on."""
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def capital(text: str) -> str:
    """Return the text with a capital first letter; a name in bold stays as it is written."""
    return text[:1].upper() + text[1:]


def often(times: int) -> str:
    """Write how many times, as in "once", "twice", "three times"."""
    return {1: "once", 2: "twice"}.get(times, f"{number_word(times)} times")


def ordinal(number: int) -> str:
    """Write an ordinal, as in "first", "twelfth"; in digits from 13 on, as in "13th" and "22nd"."""
    if 0 < number < len(_ORDINALS):
        return _ORDINALS[number]
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number:,}{'th' if number % 100 in {11, 12, 13} else ends.get(number % 10, 'th')}"


def ended(reason: str) -> str:
    """Return the end of a sentence: its full stop, and before that the reason somebody gave, if any."""
    said = escape(reason)
    if not said:
        return "."
    return f": {said}" if said[-1] in ".?" else f": {said}."


_MARK = re.compile("\ue000(s|t)([^\ue000\ue001]+)\ue001")
_REMOVED = "a text that was removed"


def name_mark(seat: int) -> str:
    """Return the mark that stands for the name of a seat in labels and refusals of rules, which know no names.

    People's own text can't hold a mark: `one_line` takes out letters for private use.
    """
    return f"\ue000s{seat}\ue001"


def text_mark(token: str) -> str:
    """Return the mark that stands for typed text (`Voice.typed`) in labels of rules."""
    return f"\ue000t{token}\ue001"


def has_marks(text: str) -> bool:
    """Tell whether a name or typed text is still to be filled in."""
    return "\ue000" in text


@dataclass(frozen=True, slots=True)
class Voice:
    """How one table speaks: the names of its seats, its money, the look of its dice.

    `names` are as people typed them; seat 0 is the dealer, called "the GM" unless named. `figures` are what stands for
    the faces of a die that has no picture; a face without one is written as its number.
    """

    names: Mapping[int, str]
    currency: Currency
    figures: Mapping[int, str] = field(default_factory=lambda: MappingProxyType(dict(enumerate(_FIGURES, start=1))))
    symbols: Mapping[str, str] = field(default_factory=lambda: NO_PICTURES, repr=False)
    """Pictures by name ("card_10d"), where there are some: what Discord draws for a symbol."""
    skills: Mapping[str, str] = field(default_factory=lambda: NO_SKILLS, repr=False)
    """The campaign's names for the skills that games ask for, by their roles ("gamble": "Gambling")."""
    typed: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS, repr=False)
    """Text that people typed in this hand, as they typed it, by the token that rules and events have instead of it."""

    def in_letters(self) -> Self:
        """Return the voice without images: for stored text (images may be gone tomorrow) and little room."""
        return replace(self, symbols=NO_PICTURES)

    def plain_name(self, seat: int) -> str:
        """Return the seat's name in visible characters, without markup: for logs, choices and button labels."""
        return one_line(self.names.get(seat, "")) or ("the GM" if seat == 0 else f"seat {seat}")

    def name(self, seat: int) -> str:
        """Return the name in bold, for text that Discord renders."""
        return f"**{escape(self.plain_name(seat))}**"

    def plain_text(self, token: str) -> str:
        """Return typed text in visible characters, without markup."""
        return one_line(self.typed.get(token, "")) or _REMOVED

    def text(self, token: str) -> str:
        """Return typed text for Discord, which shows exactly its visible characters."""
        return escape(self.plain_text(token))

    def fill(self, text: str) -> str:
        """Return a text of rules with the names and the typed text that its marks stand for, without markup."""
        if not has_marks(text):
            return text
        return _MARK.sub(
            lambda mark: self.plain_name(int(mark[2])) if mark[1] == "s" else self.plain_text(mark[2]), text
        )

    def fill_escaped(self, text: str) -> str:
        """Return a text as `fill` does, for Discord: names and typed text are no markup."""
        if not has_marks(text):
            return text
        return _MARK.sub(
            lambda mark: escape(self.plain_name(int(mark[2]))) if mark[1] == "s" else self.text(mark[2]), text
        )

    def money(self, amount: int) -> str:
        return self.currency.show(amount)

    def net(self, amount: int) -> str:
        """Write a gain or loss with its sign."""
        return self.currency.show_net(amount)

    def die(self, face: int) -> str:
        return self.symbol(f"die_{face}", self.figures.get(face, str(face)))

    def dice(self, faces: Iterable[int]) -> str:
        return "".join([self.die(face) for face in faces])

    def symbol(self, name: str, text: str) -> str:
        """Return the image of that name, or `text` where there is none."""
        return self.symbols.get(name, text)

    def card(self, card: str) -> str:
        """Return the image or text of a playing card."""
        return self.symbol(f"card_{card}", plain_card(card))

    def list(self, items: Sequence[str]) -> str:
        return listed(items)


class SeatLine(Frozen):
    """The text behind the name of a seat."""

    seat: int
    cards: str = ""
    """Cards or dice, and what they are worth; they stay until the next hand."""
    text: str
    """While the hand runs: the stack, what the seat is in for."""
    below: tuple[str, ...] = ()
    """Lines of their own below, if there is room: what it shows at the end, by name."""
    is_out: bool = False
    """Folded, bust: drawn more quietly."""


class Panel(Frozen):
    """A table in about a dozen lines. All texts are Discord markdown with names escaped."""

    title: str | None = None
    """The name of this variant, if it isn't the game's own title."""
    heading: str
    """The current stage in two or three words: the street, the round."""
    status: tuple[str, ...]
    """The pot and the price, the middle of the table: one or two lines."""
    seats: tuple[SeatLine, ...]
    result: str | None = None
    """How the hand ended, a sentence; None while it runs."""
    middle: str | None = None
    """The open cards in the middle once the hand has ended, if they explain the result."""


class Page(Frozen):
    """A page of a game's rules in our own words."""

    title: str
    text: str


H = TypeVar("H")
V = TypeVar("V")
E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords(Generic[H, V, E]):
    """A game's texts: what people read of its views, events and house rules. Names and money come from the voice."""

    panel: Callable[[V, Voice], Panel]
    """Return the table as its message shows it."""
    tell: Callable[[Iterable[E], Voice], tuple[str, ...]]
    """Describe events in sentences, oldest first."""
    stakes: Callable[[H, Voice], str]
    """Name the stakes in a few words."""
    hand: Callable[[V, Voice], Page] | None = None
    """Return the page that shows a seat's player their hidden hand."""
    own: Callable[[V, int, Voice], str | None] | None = None
    """Describe everything that a seat has on the table, for its player; None if the seat's line says it all."""
    restored: Callable[[E, H], E] | None = None
    """Complete an event that was stored, by the house rules of its hand."""
    card_name: Callable[[str, H], str | None] | None = None
    """Return the name that people use for a sealed card, escaped; None if there is no such card."""


AnyWords = GameWords[Any, Any, Any]
"""The words of whichever game."""
