"""The text of a card file: bounded before it is parsed, then parsed as TOML with the line of every entry."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.words import one_line
from bot.errors import Unreadable

MOST_TOLD = 20
MOST_KEPT = 200
_LONGEST_QUOTE = 24


@dataclass(frozen=True, slots=True)
class Mistake:
    """`line` counts from 1, None concerns the whole file; `card` is a ship's id, an action card's type, or the part of
    the file. Safe to show on Discord: what it quotes is short, visible, and stands between backticks.
    """

    line: int | None
    card: str
    what: str

    def __str__(self) -> str:
        places = (*([f"line {self.line:,}"] if self.line else ()), *([self.card] if self.card else ()))
        where = ", ".join(places)
        return f"{where[:1].upper()}{where[1:]}: {self.what}" if where else self.what


class BadDeck(Unreadable):
    """A file that is no deck. `mistakes` are the first two hundred of `count`, by line."""

    def __init__(self, mistakes: Sequence[Mistake], count: int | None = None) -> None:
        self.mistakes = tuple(mistakes[:MOST_KEPT])
        self.count = max(count or 0, len(mistakes))
        super().__init__("\n".join(self.lines()))

    def lines(self, most: int = MOST_TOLD) -> tuple[str, ...]:
        """Return a line for each mistake, at most `most`, and how many more there are."""
        lines = [str(mistake) for mistake in self.mistakes[:most]]
        more = self.count - len(lines)
        return (*lines, f"And {more:,} more.") if more else (*lines,)


def quoted(text: object) -> str:
    """Quote a text short and harmless: its visible characters between backticks."""
    line = one_line(str(text)[: 4 * _LONGEST_QUOTE]).replace("`", "'")
    short = line if len(line) <= _LONGEST_QUOTE else f"{line[: _LONGEST_QUOTE - 1]}…"
    return f"`{short or ' '}`"


_MOST_LINES = 5000
LONGEST_LINE = 1000
"""Characters."""
_DEEPEST = 6
_MOST_DOTS = 4
_MOST_MARKS = 20_000
"""Brackets, dots and commas: each is an entry that the parser makes."""

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"?|'[^']*'?)|\#.*|(?P<equals>=)|(?P<mark>[\[\]{}.,])|(?P<word>[^\s\[\]{}.,="'\#]+)"""
)
_HEADING = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_QUOTES = "\"'"

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Places:
    lines: Mapping[Path, int]
    """The line of each heading, key, and entry of a list, by path, as in ("ship", 3, "mounts")."""
    open: Mapping[int, int]
    """For each line that begins within a bracket, the line where the innermost is opened; the end of the file is one
    more line.
    """


@dataclass(slots=True)
class _Bracket:
    """One that is open: `at` is the entry of a list that comes, `key` that of a table, until its value is over."""

    path: Path
    line: int
    is_list: bool
    at: int = 0
    key: tuple[str, ...] = ()
    is_value: bool = False


@dataclass(slots=True)
class _Lexer:
    """The state of reading line by line. A path that is given twice keeps the later line; the parser refuses it
    anyway.
    """

    lines: dict[Path, int] = field(default_factory=dict)
    brackets: list[_Bracket] = field(default_factory=list)
    prefix: Path = ()
    """The path that the last heading opens."""
    value: Path = ()
    """The path of the last key outside of brackets."""
    _blocks: dict[str, int] = field(default_factory=dict)
    """The number of [[ship]] blocks, less one, by name."""

    def read(self, line: str, number: int) -> int:
        """Read one line and return how many marks it has. Raises BadDeck where it is out of bounds."""
        begun = 0 if self.brackets else self._begin(line, number)
        marks = dots = 0
        for token in _TOKEN.finditer(line):
            if line.startswith(('"""', "'''"), token.start()):
                raise single_mistake(number, "A text stands on one line, between single quotation marks.")
            marks += token.lastgroup == "mark"
            dots += token[0] == "."
            if token.start() >= begun:
                self._take(token, number)
            if len(self.brackets) > _DEEPEST or dots > _MOST_DOTS:
                raise single_mistake(number, "Brackets or dotted names go too deep here.")
        return marks

    def _begin(self, line: str, number: int) -> int:
        """Note a heading or a key outside of brackets, and return where the rest of the line begins."""
        if heading := _HEADING.match(line):
            self.prefix = self._heading(heading)
            self.lines[self.prefix] = number
            return heading.end()
        if key := _KEY.match(line):
            self.value = self._note(self.prefix, _parts(key[1]), number)
            return key.end()
        self.value = (*self.prefix, "")  # a key with a backslash, or a mistake
        return 0

    def _heading(self, heading: re.Match[str]) -> Path:
        """Return the path that a heading opens; for "[[ship]]" the next ship."""
        first, *rest = _parts(heading[2]) or ("",)
        if heading[1] == "[[" and not rest:
            self._blocks[first] = self._blocks.get(first, -1) + 1
        return (first, self._blocks[first], *rest) if first in self._blocks else (first, *rest)

    def _note(self, path: Path, parts: Sequence[str], number: int) -> Path:
        """Note each part of a key, which may be dotted, and return its path."""
        for part in parts:
            path = (*path, part)
            self.lines[path] = number
        return path

    def _take(self, token: re.Match[str], number: int) -> None:
        kind, mark = token.lastgroup, token[0]
        inner = self.brackets[-1] if self.brackets else None
        if kind is None:
            return
        if mark in {"]", "}"}:
            self.brackets = self.brackets[:-1]
        elif mark == "," and inner:
            inner.at, inner.key, inner.is_value = inner.at + 1, (), False
        elif kind == "equals" and inner:
            self._note(inner.path, inner.key, number)
            inner.is_value = True
        elif inner and inner.is_list:
            self.lines.setdefault((*inner.path, inner.at), number)
        elif inner and kind in {"word", "text"} and not inner.is_value:
            inner.key = (*inner.key, mark.strip(_QUOTES))
        if mark in {"[", "{"}:
            self.brackets.append(_Bracket(self._here(), number, is_list=mark == "["))

    def _here(self) -> Path:
        """Return the path of the next value."""
        if not self.brackets:
            return self.value
        inner = self.brackets[-1]
        return (*inner.path, inner.at) if inner.is_list else (*inner.path, *inner.key)


def _locate(lines: Sequence[str]) -> _Places:
    """Locate every heading, key and list entry. Raises BadDeck where the text is out of bounds."""
    if len(lines) > _MOST_LINES:
        raise single_mistake(None, f"The file has more than {_MOST_LINES:,} lines.")
    lexer, opened, marks = _Lexer(), dict[int, int](), 0
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise single_mistake(number, f"This line has more than {LONGEST_LINE:,} characters.")
        marks += lexer.read(line, number)
        if marks > _MOST_MARKS:
            raise single_mistake(number, "Up to here the file has more entries than a deck can have.")
        if lexer.brackets:
            opened[number + 1] = lexer.brackets[-1].line
    return _Places(lexer.lines, opened)


def single_mistake(line: int | None, what: str) -> BadDeck:
    """Build the error of a file in which one thing is wrong."""
    return BadDeck([Mistake(line, "", what)])


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip(_QUOTES) for part in _PART.findall(key))


_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_BLOCK = re.compile(r"\s*\[\[?\s*(ship|action)\s*\]")
_CARD_WORDS = {"ship": "ship", "action": "type of action card"}
_SINGLE = r"\s*\[\s*{}\s*\]"
_ZERO = re.compile(r"(?<![\w.])0$")
_PARSER_MESSAGES = (
    ("Expected '='", "An equals sign is missing after the first word."),
    ("Expected newline", "Something is left over at the end of this line."),
    ("Expected ']", "The square brackets of this heading aren't closed."),
    ("Unclosed array", "A square bracket isn't closed, or a comma is missing between two entries."),
    ("Unclosed inline", "A curly bracket isn't closed, or a comma is missing between two entries."),
    ("Unterminated", "A text isn't closed with the quotation mark that it began with."),
    ("Illegal character '\\n'", "A text isn't closed with the quotation mark that it began with."),
    ("Found invalid character '\\n'", "A text isn't closed with the quotation mark that it began with."),
    ("Illegal", "There is a character here that can't stand in such a file."),
    ("Found invalid", "There is a character here that can't stand in such a file."),
    ("Escaped", "A backslash and what follows it here stand for no character."),
    ("Unescaped", "A backslash in a text is written twice."),
    ("Invalid value", "What stands after the equals sign can't be read; texts stand between quotation marks."),
    ("Invalid initial", "What stands here is no name; texts stand between quotation marks."),
    ("Invalid statement", "What stands here is no entry."),
    *((word, "That has been said before in this file.") for word in ("Cannot", "Duplicate")),
)


def _explain_syntax(message: str, lines: Sequence[str], opened: Mapping[int, int]) -> Mistake:
    """Explain a message of the parser; `opened` gives for each line within a bracket the line that opens it."""
    place = _PLACE.search(message)
    number, column = (int(place[1]), int(place[2])) if place else (len(lines) + 1, 1)
    line = lines[number - 1] if place else ""
    if number in opened and (not place or _begins_entry(line)):
        return Mistake(opened[number], "", "A bracket that is opened here isn't closed.")
    if message.startswith("Cannot") and (block := _find_single_brackets(line, lines)):
        return block
    what = next((told for start, told in _PARSER_MESSAGES if message.startswith(start)), "This can't be read as TOML.")
    return Mistake(min(number, len(lines)), "", _explain_place(line[: column - 1], line[column - 1 :], message) or what)


def _begins_entry(line: str) -> bool:
    """Check whether a line starts a heading or an entry, which nobody would write into a list."""
    heading = _HEADING.match(line)
    return _KEY.match(line) is not None or (heading is not None and heading[2].strip()[:1].isalpha())


def _find_single_brackets(line: str, lines: Sequence[str]) -> Mistake | None:
    """Find the first ship or action card that begins with [ship] instead of [[ship]]."""
    block = _BLOCK.match(line)
    single = re.compile(_SINGLE.format(block[1])) if block else None
    first = next((at for at, text in enumerate(lines, start=1) if single and single.match(text)), None)
    if block is None or first is None:
        return None
    return Mistake(first, "", f"Each {_CARD_WORDS[block[1]]} begins with [[{block[1]}]], in double square brackets.")


def _explain_place(before: str, after: str, message: str) -> str | None:
    """Explain the place where the parser stopped, if the characters there say it better than the parser does."""
    if before.endswith("'") and after[:1].isalpha():
        return "A text with an apostrophe in it stands between double quotation marks."
    if before.endswith('"') and after[:1].isalpha():
        return "A quotation mark within a text has a backslash before it."
    if after[:1].isdigit() and _ZERO.search(before):
        return "A number doesn't begin with a zero."
    if message.startswith("Invalid initial") and after.startswith("}"):
        return "The comma before this curly bracket is one too many."
    if (
        message.startswith("Invalid initial")
        and after.strip()[:1] in {"", "#"}
        and before.rstrip().endswith(("{", ","))
    ):
        return "What stands between curly brackets stands on one line."
    return None


MOST_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A file's data, with `lines` by path, as in ("ship", 3, "mounts")."""

    data: dict[str, Any]
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int | None:
        """Return the line of an entry, or of the nearest thing around it."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return None


def parse(content: bytes) -> Source:
    """Parse the file as TOML. Raises BadDeck where it is too large, too deep, no text, or no TOML."""
    text = _decode(content)
    lines = text.split("\n")
    found = _locate(lines)
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise BadDeck([_explain_syntax(str(error), lines, found.open)]) from None
    return Source(data, found.lines)


def _decode(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise single_mistake(None, f"The file is larger than {MOST_BYTES // 1024} KiB.")
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise single_mistake(content[: error.start].count(b"\n") + 1, "This isn't text in UTF-8.") from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise single_mistake(None, "The file is empty.")
    if text.lstrip().startswith("{"):
        raise single_mistake(1, "This looks like JSON. Cards are written as TOML; an exported deck shows how.")
    return text
