"""On which line of a file of cards what stands, and whether the text keeps within bounds.

The parser recurses with nesting and takes long for long dotted names; so how deep brackets go, and how many dots a line
has, is counted before it, with a lexer that knows just texts, comments, words and marks. It and the parser agree up to
the first mistake, and there the parser stops.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cogs.klingon.mistakes import BadDeck, Mistake

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
HEADING = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")
KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_QUOTES = "\"'"

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Places:
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
    """Where a path is given twice the later line counts; the parser refuses that anyway."""

    lines: dict[Path, int] = field(default_factory=dict)
    brackets: list[_Bracket] = field(default_factory=list)
    prefix: Path = ()
    """What the last heading opens."""
    value: Path = ()
    """What the last key outside of brackets names."""
    _blocks: dict[str, int] = field(default_factory=dict)
    """How many of [[ship]] there are, less one."""

    def read(self, line: str, number: int) -> int:
        """How many marks the line has; raises BadDeck where it is out of bounds."""
        begun = 0 if self.brackets else self._begin(line, number)
        marks = dots = 0
        for token in _TOKEN.finditer(line):
            if line.startswith(('"""', "'''"), token.start()):
                raise refused(number, "A text stands on one line, between single quotation marks.")
            marks += token.lastgroup == "mark"
            dots += token[0] == "."
            if token.start() >= begun:
                self._take(token, number)
            if len(self.brackets) > _DEEPEST or dots > _MOST_DOTS:
                raise refused(number, "Brackets or dotted names go too deep here.")
        return marks

    def _begin(self, line: str, number: int) -> int:
        """A heading or a key outside of brackets is noted; where the rest of the line begins."""
        if heading := HEADING.match(line):
            self.prefix = self._heading(heading)
            self.lines[self.prefix] = number
            return heading.end()
        if key := KEY.match(line):
            self.value = self._note(self.prefix, _parts(key[1]), number)
            return key.end()
        self.value = (*self.prefix, "")  # a key with a backslash, or a mistake
        return 0

    def _heading(self, heading: re.Match[str]) -> Path:
        """The path that a heading opens; of "[[ship]]" the next ship."""
        first, *rest = _parts(heading[2]) or ("",)
        if heading[1] == "[[" and not rest:
            self._blocks[first] = self._blocks.get(first, -1) + 1
        return (first, self._blocks[first], *rest) if first in self._blocks else (first, *rest)

    def _note(self, path: Path, parts: Sequence[str], number: int) -> Path:
        """The path of a key, which may be dotted: each part of it is noted."""
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
        """The path of the value that comes."""
        if not self.brackets:
            return self.value
        inner = self.brackets[-1]
        return (*inner.path, inner.at) if inner.is_list else (*inner.path, *inner.key)


def places(lines: Sequence[str]) -> Places:
    """Where what stands. Raises BadDeck where the text is out of bounds."""
    if len(lines) > _MOST_LINES:
        raise refused(None, f"The file has more than {_MOST_LINES:,} lines.")
    lexer, opened, marks = _Lexer(), dict[int, int](), 0
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise refused(number, f"This line has more than {LONGEST_LINE:,} characters.")
        marks += lexer.read(line, number)
        if marks > _MOST_MARKS:
            raise refused(number, "Up to here the file has more entries than a deck can have.")
        if lexer.brackets:
            opened[number + 1] = lexer.brackets[-1].line
    return Places(lexer.lines, opened)


def refused(line: int | None, what: str) -> BadDeck:
    """A file in which one thing is wrong."""
    return BadDeck([Mistake(line, "", what)])


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip(_QUOTES) for part in _PART.findall(key))
