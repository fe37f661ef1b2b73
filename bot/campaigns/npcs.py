"""NPCs: templates of what they can and carry, how they play by themselves, and what they say meanwhile."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import count
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from bot.campaigns.model import CampaignSettings
from bot.campaigns.names import looks
from bot.engine.ai import temper
from bot.engine.ai.temper import Style, Temper
from bot.engine.frozen import Frozen
from bot.engine.money import MAX_AMOUNT
from bot.engine.skills import ROLES, Bonus, DiceFamily, Pool, Ranks, Rating, Sheet, Skill
from bot.engine.words import one_line
from bot.errors import NotFound, Unreadable

MOST_LINES = 20
LONGEST_LINE = 200
LONGEST_AVATAR = 500
LONGEST_LINES = 3000
"""Characters of all lines of an NPC, each ended by one more but the last: what a form holds."""
_SKILLS: dict[str | None, temper.Skill] = {"novice": "novice", "regular": "regular", "shark": "expert"}


class AutopilotSettings(Frozen):
    """An NPC's temper, and the GM's own lines for it; without any, or while `speaks` is off, it says nothing."""

    temper: Temper = Temper()
    speaks: bool = False
    lines: tuple[Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)], ...] = Field(
        default=(), max_length=MOST_LINES
    )
    """Each as the GM typed it, on one line."""
    avatar: str = ""
    """The https link of the image that it speaks with, where the bot may speak under its name; empty for none."""
    is_on: bool = True
    """Whether it plays; one that is off keeps temper and lines until it is wanted again."""

    @field_validator("lines")
    @classmethod
    def _can_be_typed(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        if any(one_line(line) != line for line in lines):
            raise ValueError("a line of an NPC has no line breaks")
        if length_of(lines) > LONGEST_LINES:
            raise ValueError(f"all lines of an NPC have at most {LONGEST_LINES:,} characters together")
        return lines

    @field_validator("avatar")
    @classmethod
    def _is_address(cls, avatar: str) -> str:
        if avatar:
            read_avatar(avatar)
        return avatar

    def told(self) -> str:
        """As in "steady, regular", and whether it speaks."""
        return f"{self.temper.style}, {self.temper.skill}{', speaks' if self.speaks and self.lines else ''}"


def build_autopilot(
    before: AutopilotSettings | None, template: str | None, style: Style, skill: temper.Skill | None
) -> AutopilotSettings:
    """Return the autopilot settings of an NPC made from that template, with the lines that it had.

    Without a named skill it keeps the one it had; a new autopilot is as good as its template.
    """
    usual = before.temper.skill if before is not None else _SKILLS.get(template, "regular")
    return (before or AutopilotSettings()).evolve(temper=Temper(style=style, skill=skill or usual), is_on=True)


def read_avatar(typed: str) -> str:
    """Read the link of an image. Discord fetches it, the bot never does. Raises Unreadable."""
    typed = typed.strip()
    try:
        parts = urlsplit(typed)
        is_address = parts.scheme == "https" and "." in (parts.hostname or "") and parts.username is None
    except ValueError:
        is_address = False
    if typed and not (is_address and typed.isascii() and typed.isprintable() and " " not in typed):
        raise Unreadable("Write the link of an image that begins with https://, or leave it empty.")
    if len(typed) > LONGEST_AVATAR:
        raise Unreadable(f"That link is too long. Write at most {LONGEST_AVATAR} characters.")
    return typed


def read_lines(typed: str) -> tuple[str, ...]:
    """Split typed text into lines of speech, without empty ones and repetitions. Raises Unreadable above the limits."""
    lines = tuple(dict.fromkeys(filter(None, _spoken(typed.splitlines()))))
    if len(lines) > MOST_LINES:
        raise Unreadable(f"An NPC can have {MOST_LINES} lines, and you wrote {len(lines)}. Remove some.")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise Unreadable(f"Line {number} is too long. It has {len(line)} characters, and {LONGEST_LINE} fit.")
    if (whole := length_of(lines)) > LONGEST_LINES:
        raise Unreadable(f"The lines are too long together. They have {whole:,} characters, and {LONGEST_LINES:,} fit.")
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


@dataclass(frozen=True, slots=True)
class Template:
    """`ratings` are those of every skill that a role names; `purse` is in percent of the campaign's starting purse."""

    key: str
    title: str
    ratings: dict[DiceFamily, Rating]
    characteristic: int
    purse: int


TEMPLATES: dict[str, Template] = {
    template.key: template
    for template in (
        Template("novice", "Novice", {"d6": Pool(dice=3), "d20": Bonus(bonus=1), "narrative": Ranks(ranks=1)}, 2, 50),
        Template(
            "regular", "Regular", {"d6": Pool(dice=5), "d20": Bonus(bonus=4), "narrative": Ranks(ranks=2)}, 3, 100
        ),
        Template("shark", "Shark", {"d6": Pool(dice=8), "d20": Bonus(bonus=9), "narrative": Ranks(ranks=4)}, 4, 300),
    )
}
_NAMES = (
    "Ansa", "Borrik", "Cela", "Dorn", "Esk", "Fenna", "Garro", "Hask", "Ilva", "Jorum", "Kett", "Lorn", "Mirra", "Nax",
    "Orla", "Pello", "Quill", "Ravik", "Senna", "Tarsk", "Ulm", "Vesk", "Wyla", "Xan", "Yorrin", "Zeb",
)  # fmt: skip


def template(key: str) -> Template:
    """Return the template of that key; NotFound otherwise."""
    if key not in TEMPLATES:
        raise NotFound("There is no such kind of NPC.")
    return TEMPLATES[key]


def sheet_of(made_from: Template, settings: CampaignSettings) -> Sheet:
    """Return a sheet with the first skill of every role in the campaign's dice.

    In the narrative system it has the skill's characteristic too.
    """
    family = settings.system.family
    skills: dict[str, Rating] = {}
    for role in ROLES:
        row = settings.roles.row(settings.system, role)
        skills.setdefault(row.skills[0], made_from.ratings[family])
        if family == "narrative" and row.fallback:
            skills.setdefault(row.fallback, Ranks(ranks=made_from.characteristic))
    return Sheet(skills=tuple(Skill(name=name, rating=rating) for name, rating in skills.items()))


def purse_of(made_from: Template, settings: CampaignSettings) -> int:
    """Return the starting purse of an NPC from that template, in smallest coins."""
    return min(settings.starting_purse * made_from.purse // 100, MAX_AMOUNT)


def free_name(taken: AbstractSet[str], first: int = 0) -> str:
    """Return a name that looks like none of the `taken`, from the `first` of the list on: "Kett", then "Kett 2"."""
    for number in count(1):
        for at in range(len(_NAMES)):
            name = _NAMES[(first + at) % len(_NAMES)] + (f" {number}" if number > 1 else "")
            if looks(name).isdisjoint(taken):
                return name
    raise AssertionError("numbers never end")
