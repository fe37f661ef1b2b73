"""What is wrong with a file of cards, told so that a GM finds the place and can mend it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.speech import one_line
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
        """A line for each mistake, at most `most`, and how many more there are."""
        lines = [str(mistake) for mistake in self.mistakes[:most]]
        more = self.count - len(lines)
        return (*lines, f"And {more:,} more.") if more else (*lines,)


def quoted(text: object) -> str:
    """What somebody wrote, short and harmless: its visible characters between backticks."""
    line = one_line(str(text)[: 4 * _LONGEST_QUOTE]).replace("`", "'")
    short = line if len(line) <= _LONGEST_QUOTE else f"{line[: _LONGEST_QUOTE - 1]}…"
    return f"`{short or ' '}`"
