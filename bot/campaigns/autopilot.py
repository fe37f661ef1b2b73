"""How the NPCs of a campaign play by themselves, and what they say meanwhile."""

from collections.abc import Iterable, Sequence

from pydantic import Field

from bot.engine.ai.temper import Skill, Style, Temper
from bot.engine.frozen import Frozen
from bot.engine.words import one_line
from bot.errors import Unreadable

MOST_LINES = 20
LONGEST_LINE = 200
LONGEST_LINES = 3000
"""Characters of all lines of an NPC, each ended by one more but the last: what a form holds."""
_SKILLS: dict[str | None, Skill] = {"novice": "novice", "regular": "regular", "shark": "expert"}


class AutopilotSettings(Frozen):
    """An NPC's temper, and the GM's own lines for it; without any, or while `speaks` is off, it says nothing."""

    temper: Temper = Temper()
    speaks: bool = False
    lines: tuple[str, ...] = Field(default=(), max_length=MOST_LINES)
    """Each as the GM typed it, of at most LONGEST_LINE characters."""
    is_on: bool = True
    """Whether it plays; one that is off keeps temper and lines until it is wanted again."""

    def told(self) -> str:
        """As in "steady, regular", and whether it speaks."""
        return f"{self.temper.style}, {self.temper.skill}{', speaks' if self.speaks and self.lines else ''}"


def build_autopilot(
    before: AutopilotSettings | None, template: str | None, style: Style, skill: Skill | None
) -> AutopilotSettings:
    """Return the autopilot settings of an NPC made from that template, with the lines that it had.

    Without a named skill it keeps the one it had; a new autopilot is as good as its template.
    """
    usual = before.temper.skill if before is not None else _SKILLS.get(template, "regular")
    return (before or AutopilotSettings()).evolve(temper=Temper(style=style, skill=skill or usual), is_on=True)


def read_lines(typed: str) -> tuple[str, ...]:
    """Split typed text into lines of speech, without empty ones and repetitions. Raises Unreadable above the limits."""
    lines = tuple(dict.fromkeys(filter(None, _spoken(typed.splitlines()))))
    if len(lines) > MOST_LINES:
        raise Unreadable(f"An NPC has at most {MOST_LINES} lines, and these are {len(lines)}.")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise Unreadable(f"A line has at most {LONGEST_LINE} characters, and line {number} has {len(line)}.")
    if (whole := length_of(lines)) > LONGEST_LINES:
        raise Unreadable(f"All lines of an NPC have at most {LONGEST_LINES:,} characters, and these are {whole:,}.")
    return lines


def shortened(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines that something has made longer, within the bounds again: each cut, and none that all have no room for."""
    kept: tuple[str, ...] = ()
    for line in lines:
        cut = line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"
        if len(kept) < MOST_LINES and length_of((*kept, cut)) <= LONGEST_LINES:
            kept = (*kept, cut)
    return kept


def length_of(lines: Sequence[str]) -> int:
    """Characters that the lines take together, written one below the other."""
    return sum(map(len, lines)) + max(len(lines) - 1, 0)


def _spoken(lines: Iterable[str]) -> Iterable[str]:
    return (one_line(line) for line in lines)
