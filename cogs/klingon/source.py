"""The text of a file of cards: bounded before it is parsed, parsed as TOML, and on which line what stands.

The parser recurses with nesting and takes long for long dotted names; so how deep brackets go, and how many dots a line
has, is counted first, with a lexer that knows just strings, comments and marks. It and the parser agree up to the
first mistake, and there the parser stops.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cogs.klingon.mistakes import BadDeck, Mistake

MOST_BYTES = 256 * 1024
_MOST_LINES = 5000
_LONGEST_LINE = 1000
_DEEPEST = 6
_MOST_DOTS = 4
_MOST_MARKS = 20_000
"""Brackets and commas: each is an entry that the parser makes."""

_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"?|'[^']*'?|#.*|[\[\]{}.,]""")
_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")
_TOLD = (
    ("Expected '='", "An equals sign is missing after the first word."),
    ("Expected newline", "Something is left over at the end of this line."),
    ("Expected ']", "The square brackets of this heading aren't closed."),
    ("Unclosed array", "A square bracket isn't closed."),
    ("Unclosed inline", "A curly bracket isn't closed, or a comma is missing between two entries."),
    ("Unterminated", "A text isn't closed with the quotation mark that it began with."),
    ("Illegal character '\\n'", "A text isn't closed with the quotation mark that it began with."),
    ("Illegal", "There is a character here that can't stand in such a file."),
    ("Found invalid", "There is a character here that can't stand in such a file."),
    ("Escaped", "A backslash and what follows it here stand for no character."),
    ("Unescaped", "A backslash in a text is written twice."),
    ("Invalid value", "What stands after the equals sign can't be read; texts stand between quotation marks."),
    ("Invalid initial", "What stands here is no name; texts stand between quotation marks."),
    ("Invalid statement", "What stands here is no entry."),
    *((word, "That has been said before in this file.") for word in ("Cannot", "Duplicate")),
)

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """What a file says, and where: `lines` by path, as in ("ship", 3, "mounts")."""

    data: dict[str, Any]
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int | None:
        """The line of what stands there, or of the nearest thing around it."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return None


def parsed(content: bytes) -> Source:
    """The file as TOML. Raises BadDeck where it is too large, too deep, no text, or no TOML."""
    text = _text(content)
    lines = text.split("\n")
    found = dict(_places(lines))
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise BadDeck([_syntax(str(error), lines)]) from None
    return Source(data, found)


def _text(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise _refused(None, f"The file is larger than {MOST_BYTES // 1024} KiB.")
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise _refused(content[: error.start].count(b"\n") + 1, "This isn't text in UTF-8.") from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise _refused(None, "The file is empty.")
    if text.lstrip().startswith("{"):
        raise _refused(1, "This looks like JSON. Cards are written as TOML; an exported deck shows how.")
    return text


def _places(lines: list[str]) -> Iterator[tuple[Path, int]]:
    """(path, line) of each heading and key; raises BadDeck where the text is out of bounds.

    Where a path is given twice the later line counts; the parser refuses that anyway.
    """
    if len(lines) > _MOST_LINES:
        raise _refused(None, f"The file has more than {_MOST_LINES:,} lines.")
    depth, marks, counts, prefix = 0, 0, dict[str, int](), Path()
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONGEST_LINE:
            raise _refused(number, f"This line has more than {_LONGEST_LINE:,} characters.")
        if depth == 0 and (heading := _HEADER.match(line)):
            prefix = _heading(heading, counts)
            yield prefix, number
        elif depth == 0 and (key := _KEY.match(line)):
            for end, _ in enumerate(parts := _parts(key[1]), start=1):
                yield (*prefix, *parts[:end]), number
        tokens = list(_TOKEN.finditer(line))
        depth = _depth(tokens, number, depth)
        marks += len(tokens)
        if marks > _MOST_MARKS:
            raise _refused(number, "Up to here the file has more entries than a deck can have.")


def _heading(heading: re.Match[str], counts: dict[str, int]) -> Path:
    """The path that a heading opens; of "[[ship]]" the next ship."""
    first, *rest = _parts(heading[2]) or ("",)
    if heading[1] == "[[" and not rest:
        counts[first] = counts.get(first, -1) + 1
    return (first, counts[first], *rest) if first in counts else (first, *rest)


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(key))


def _depth(tokens: list[re.Match[str]], number: int, depth: int) -> int:
    """How many brackets are open after a line, where `depth` were before it."""
    dots = 0
    for token in tokens:
        mark = token[0]
        if token.string.startswith(('"""', "'''"), token.start()):
            raise _refused(number, "A text stands on one line, between single quotation marks.")
        depth = max(depth + (mark in {"[", "{"}) - (mark in {"]", "}"}), 0)
        dots += mark == "."
        if depth > _DEEPEST or dots > _MOST_DOTS:
            raise _refused(number, "Brackets or dotted names go too deep here.")
    return depth


def _syntax(message: str, lines: list[str]) -> Mistake:
    place = _PLACE.search(message)
    what = next((told for start, told in _TOLD if message.startswith(start)), "This can't be read as TOML.")
    return Mistake(int(place[1]) if place else len(lines), "", what)


def _refused(line: int | None, what: str) -> BadDeck:
    return BadDeck([Mistake(line, "", what)])
