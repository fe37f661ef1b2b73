"""A campaign: its settings, and the pace of a turn.

A pace has no clock, seconds at a live table, or hours and days in play by post.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, Self

from propcache.api import cached_property
from pydantic import Field, JsonValue, ValidationError, model_validator

from bot.engine.frozen import Frozen, fields_of, later
from bot.engine.money import CREDITS, DND, MAX_AMOUNT, Currency
from bot.engine.release import unstamped
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable
from bot.engine.words import NO_PICTURES, Voice, counted
from bot.errors import NotFound, RuleError, Unreadable

PaceKind = Literal["off", "seconds", "hours", "days"]
_UNIT_SECONDS: dict[PaceKind, int] = {"seconds": 1, "hours": 3600, "days": 86_400}
_PACE_BOUNDS: dict[PaceKind, tuple[int, int]] = {"seconds": (15, 3600), "hours": (1, 72), "days": (1, 30)}
_TYPED = re.compile(r"(\d{1,6})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)")


Openers = Literal["everyone", "gm", "role"]

Look = Literal["emojis", "boards"]
"""How tables show what is better seen than read: as emojis in the text, or in an image besides."""
Bankroll = Literal["endless", "house", "party"]
"""The bank of house games: unlimited, the house's account, or the party, which then owns the casino."""
MOST_CHANNELS = 100
LONGEST_IDLE_DAYS = 90


class Pace(Frozen):
    """The clock of a turn; `seconds` is its length, 0 when it is off."""

    kind: PaceKind = "off"
    seconds: int = 0

    @model_validator(mode="after")
    def _is_within_bounds(self) -> Self:
        if self.kind == "off":
            if self.seconds:
                raise ValueError("a clock that is off has no seconds")
            return self
        low, high = _PACE_BOUNDS[self.kind]
        if self.seconds % _UNIT_SECONDS[self.kind] or not low <= self.count <= high:
            raise ValueError(f"a clock of {self.kind} goes from {low} to {high}")
        return self

    @classmethod
    def of(cls, kind: PaceKind, count: int = 0) -> Self:
        """Build a pace, as in `Pace.of("hours", 12)`. Raises Unreadable out of bounds."""
        if kind == "off":
            return cls()
        low, high = _PACE_BOUNDS[kind]
        if not low <= count <= high:
            raise Unreadable(f"Choose {low} to {high:,} {kind} for a turn.")
        return cls(kind=kind, seconds=count * _UNIT_SECONDS[kind])

    @property
    def count(self) -> int:
        """The number of its own units; 0 when it is off."""
        return self.seconds // _UNIT_SECONDS[self.kind] if self.kind in _UNIT_SECONDS else 0

    @property
    def is_live(self) -> bool:
        """Whether people sit at the table now, rather than looking in now and then."""
        return self.kind == "seconds"

    def told(self) -> str:
        """Describe the pace, as in "90 seconds a turn", "2 days a turn", "no clock"."""
        return f"{counted(self.count, self.kind[:-1], self.kind)} a turn" if self.count else "no clock"


class CampaignSettings(Frozen):
    """What a GM decides once. Amounts are in smallest coins, roles and channels are Discord's ids."""

    currency: Currency = CREDITS
    system: DiceSystem = D6
    roles: RoleTable = RoleTable()
    gm_role_id: int | None = None
    openers: Openers = "everyone"
    """Who may open tables; with "role" it takes `opener_role_id`."""
    opener_role_id: int | None = None
    channels: tuple[int, ...] = Field(default=(), max_length=MOST_CHANNELS)
    """Channels and categories where tables may be opened; empty for all."""
    starting_purse: int = Field(default=1000, ge=0, le=MAX_AMOUNT)
    pace: Pace = Pace(kind="seconds", seconds=120)
    auto_deal: bool = False
    gm_channel_id: int | None = None
    """Where the GM is told unasked what happens without them."""
    idle_days: int = Field(default=7, ge=1, le=LONGEST_IDLE_DAYS)
    """Days without a click of a person after which a table closes."""
    keeper_may_play: bool = False
    """Whether the GM who holds the NPCs' hands at a table may sit there with a character of their own."""
    bankroll: Bankroll = "endless"
    gm_acts_shown: bool = True
    """Whether everybody at a table is told what a GM does there on a player's seat; the log has it in any case."""
    odds_at_hand: bool = True
    """Whether the tables have a button that tells people their chances."""
    look: Look = "emojis"
    skills_approved: bool = later(False)
    """True if a GM accepts the skills that players enter or import."""

    @model_validator(mode="after")
    def _knows_whose_role_opens(self) -> Self:
        if self.openers == "role" and self.opener_role_id is None:
            raise ValueError("which role opens tables")
        return self

    @classmethod
    def stored(cls, text: str) -> Self:
        """Read the settings from their stored JSON; fields that are no longer settings are left out. Raises
        NewerRelease for those of a newer release.
        """
        written: dict[str, JsonValue] = json.loads(unstamped(text))
        return cls.from_json(json.dumps({name: value for name, value in written.items() if name in fields_of(cls)}))

    def voice(self, names: Mapping[int, str] = MappingProxyType({}), symbols: Mapping[str, str] = NO_PICTURES) -> Voice:
        """Return the campaign's words for money and skills, with these names for the seats."""
        return Voice(names=names, currency=self.currency, symbols=symbols, skills=self.skill_names)

    @cached_property
    def skill_names(self) -> Mapping[str, str]:
        """The campaign's names for the skills that games ask for, by their roles."""
        return self.roles.names(self.system)

    def changed(self, **changes: object) -> Self:
        """Return the settings with changes, validated again. Raises RuleError with a sentence for an invalid one."""
        try:
            return self.validated(**changes)
        except ValidationError as error:
            fields = {str(part) for problem in error.errors() for part in problem["loc"][:1]}
            told = next((_REFUSALS[name] for name in changes if name in fields and name in _REFUSALS), None)
            raise RuleError(told or "Choose the role that opens tables.") from error


_REFUSALS = {
    "channels": f"A campaign names at most {MOST_CHANNELS} channels.",
    "starting_purse": f"The starting money must be from 0 to {MAX_AMOUNT:,} of the smallest coin.",
    "bankroll": "The payer is the house, with or without a limit, or the party.",
    "look": "Tables show emojis or drawn boards.",
    "idle_days": f"A table closes automatically after 1 to {LONGEST_IDLE_DAYS} days in which nobody uses it.",
}


class Campaign(Frozen):
    """One game world of a server. `version` rises when its settings change, and when it is archived or restored."""

    id: int
    guild_id: int
    name: str
    settings: CampaignSettings
    version: int = 1
    archived_at: int | None = None
    """Seconds since the epoch; None while it can be played."""


def parse_pace(text: str) -> Pace:
    """Read "off", "90s", "5 min", "12 hours" or "2d"; raises Unreadable for anything else, and out of bounds."""
    written = " ".join(text.casefold().split()).removesuffix(" a turn")
    if written in {"off", "none", "no", "no clock", "0"}:
        return Pace()
    found = _TYPED.fullmatch(written)
    if not found:
        raise Unreadable("I can't read that clock. Write it like this: 90s, 12 hours, 2 days or off.")
    count, unit = int(found[1]), found[2][0]
    if unit in "sm":
        return Pace.of("seconds", count * (60 if unit == "m" else 1))
    return Pace.of("hours" if unit == "h" else "days", count)


@dataclass(frozen=True, slots=True)
class CampaignPreset:
    """`starting_purse` is in smallest coins."""

    key: str
    title: str
    currency: Currency
    system: DiceSystem
    starting_purse: int

    def applied_to(self, settings: CampaignSettings) -> CampaignSettings:
        """Return the settings with this preset's money and dice."""
        dice = self.dice_applied_to(settings)
        return dice.changed(currency=self.currency, starting_purse=self.starting_purse)

    def dice_applied_to(self, settings: CampaignSettings) -> CampaignSettings:
        """Return the settings with this preset's dice. Renamed roles belong to the old dice and are reset."""
        return settings.changed(system=self.system, roles=RoleTable())


PRESETS: dict[str, CampaignPreset] = {
    preset.key: preset
    for preset in (
        CampaignPreset("star-wars-d6", "Star Wars D6", CREDITS, D6, 1000),
        CampaignPreset("dnd-5e", "D&D 5e", DND, D20, 5000),
        CampaignPreset("ffg", "FFG Star Wars and Genesys", CREDITS, NARRATIVE, 500),
    )
}


def preset(key: str) -> CampaignPreset:
    """Return the preset of that key; NotFound otherwise."""
    if key not in PRESETS:
        raise NotFound("There is no such preset.")
    return PRESETS[key]
