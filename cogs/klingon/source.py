"""The text of a file of cards: bounded before it is parsed, parsed as TOML, and on which line what stands."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cogs.klingon.mistakes import BadDeck
from cogs.klingon.places import Path, places, refused
from cogs.klingon.syntax import syntax

MOST_BYTES = 256 * 1024


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
    found = places(lines)
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise BadDeck([syntax(str(error), lines, found.open)]) from None
    return Source(data, found.lines)


def _text(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise refused(None, f"The file is larger than {MOST_BYTES // 1024} KiB.")
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise refused(content[: error.start].count(b"\n") + 1, "This isn't text in UTF-8.") from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise refused(None, "The file is empty.")
    if text.lstrip().startswith("{"):
        raise refused(1, "This looks like JSON. Cards are written as TOML; an exported deck shows how.")
    return text
