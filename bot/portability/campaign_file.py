"""The file of a campaign, as one model with all its bounds: version 1 of the format of docs/campaign-file.md.

Discord's ids are text, since they are too long for the numbers of other programs; what only makes sense on one server
(roles and channels) isn't in the file at all. Amounts are in smallest coins.
"""

import re
from collections.abc import Hashable, Iterable
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, JsonValue, field_validator, model_validator

from bot.campaigns import (
    MOST_NPCS,
    MOST_ROLLS,
    TEMPLATES,
    AutopilotSettings,
    CampaignSettings,
    SavedRoll,
    is_reserved,
    looks,
    name_key,
    safe_name,
)
from bot.engine.frozen import Frozen
from bot.engine.money import MAX_AMOUNT
from bot.engine.skills import Sheet
from bot.engine.words import escape
from bot.errors import Unreadable
from bot.portability.reading import bounded_json, read_model, require_version
from bot.tables.presets import MOST_PRESETS

FORMAT = "shadowport-campaign"
VERSION = 1
MOST_CHARACTERS = 5_000
"""The retired included."""
MOST_ITEMS = 20_000
"""Of all characters together."""
LOCAL_SETTINGS = {"gm_role_id", "opener_role_id", "channels", "gm_channel_id"}
"""The settings that name roles and channels of one server."""
_MOST_OF_A_KIND = 1_000
"""Loadouts or kinds of items of one character, card files, and presets."""
_MOST_ID = 2**63 - 1
"""The largest number that the database stores."""


def _stored_name(name: str) -> str:
    """Return the name if it is written as names are stored: visible, on one line, not too long. Raises ValueError."""
    try:
        is_stored = safe_name(name) == name
    except Unreadable as refused:
        raise ValueError(str(refused).rstrip(".")) from None
    if not is_stored:
        raise ValueError("a name has no invisible signs, no double spaces and no letters that only look like others")
    return name


def _discord_id(text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{0,18}", text) or int(text) > _MOST_ID:
        raise ValueError("that isn't the id of a Discord user")
    return text


Amount = Annotated[int, Field(ge=0, le=MAX_AMOUNT)]
Moment = Annotated[int, Field(ge=0, le=10**11)]
"""Seconds since the epoch."""
Key = Annotated[str, Field(min_length=1, max_length=64)]
"""The key of a game, or of a kind of its items."""
Name = Annotated[str, Field(max_length=100), AfterValidator(_stored_name)]
DiscordId = Annotated[str, AfterValidator(_discord_id)]


class FileLoadout(Frozen):
    """What a character brings to a game, as the game writes it."""

    game: Key
    loadout: JsonValue


class FileItems(Frozen):
    """So many items of one kind that a character holds, or that lie on a table for them."""

    game: Key
    kind: Key
    count: int = Field(ge=1, le=MOST_ITEMS)


class FileCharacter(Frozen):
    """A character. `number` tells it apart in this file, and means nothing elsewhere."""

    number: int = Field(ge=1, le=10**9)
    kind: Literal["pc", "npc"]
    name: Name
    player: DiscordId | None = None
    """The Discord user whose PC it is, or is kept for."""
    plays: bool = False
    """True if it is the one that the player plays of several."""
    sheet: Sheet = Sheet()
    template: str | None = None
    autopilot: AutopilotSettings | None = None
    created_at: Moment
    retired_at: Moment | None = None
    wallet: Amount = 0
    """Money and chips together."""
    loadouts: tuple[FileLoadout, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)
    rolls: tuple[SavedRoll, ...] = Field(default=(), max_length=MOST_ROLLS)
    items: tuple[FileItems, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)

    @field_validator("template")
    @classmethod
    def _is_known(cls, template: str | None) -> str | None:
        if template is not None and template not in TEMPLATES:
            raise ValueError("there is no such kind of NPC")
        return template

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.kind == "npc" and (self.player is not None or self.plays):
            raise ValueError("an NPC has no player")
        if self.kind == "pc" and (self.template is not None or self.autopilot is not None):
            raise ValueError("only NPCs have a template and an autopilot")
        _require_single((one.game for one in self.loadouts), "two loadouts for one game")
        _require_single((name_key(one.name) for one in self.rolls), "two saved rolls of one name")
        _require_single(((one.game, one.kind) for one in self.items), "the same kind of items twice")
        return self


class FileCardFile(Frozen):
    """The cards that the campaign has loaded for a game, as a GM wrote them."""

    game: Key
    text: str = Field(max_length=512 * 1024)


class FilePreset(Frozen):
    """House rules for a game, under a name."""

    game: Key
    name: Name
    rules: JsonValue


class CampaignFile(Frozen):
    """A campaign in a file. What happened in it (`history`) stands beside, and an import doesn't read it."""

    format: Literal["shadowport-campaign"] = FORMAT
    version: Literal[1] = VERSION
    exported_at: Moment
    name: Name
    settings: CampaignSettings
    """Those of the campaign without the local ones, which have their defaults."""
    party: Amount = 0
    house: Amount = 0
    characters: tuple[FileCharacter, ...] = Field(default=(), max_length=MOST_CHARACTERS)
    card_files: tuple[FileCardFile, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)
    presets: tuple[FilePreset, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)

    @field_validator("settings")
    @classmethod
    def _names_no_role_or_channel(cls, settings: CampaignSettings) -> CampaignSettings:
        if settings != settings.evolve(gm_role_id=None, opener_role_id=None, channels=(), gm_channel_id=None):
            raise ValueError("roles and channels of another server mean nothing here")
        return settings

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        in_play = [one for one in self.characters if one.retired_at is None]
        _require_single((one.number for one in self.characters), "two characters of one number")
        _require_distinct([one.name for one in in_play], "characters in play")
        if own := next((one.name for one in in_play if is_reserved(one.name)), None):
            raise ValueError(f"a character whose name reads like one of my own words: {escape(own)}")
        _require_single((one.player for one in self.characters if one.plays), "a player plays two characters at a time")
        if (npcs := sum(one.kind == "npc" for one in in_play)) > MOST_NPCS:
            raise ValueError(f"{npcs:,} NPCs in play, and a campaign has at most {MOST_NPCS}")
        if sum(held.count for one in self.characters for held in one.items) > MOST_ITEMS:
            raise ValueError(f"more than {MOST_ITEMS:,} items")
        if self.money > MAX_AMOUNT:
            raise ValueError("more money than a campaign can have")
        _require_single((one.game for one in self.card_files), "two card files for one game")
        for game in {one.game for one in self.presets}:
            names = [one.name for one in self.presets if one.game == game]
            _require_distinct(names, "presets for one game")
            if len(names) > MOST_PRESETS:
                raise ValueError(f"more than {MOST_PRESETS} presets for one game")
        return self

    @property
    def money(self) -> int:
        """All of it, in smallest coins."""
        return self.party + self.house + self.wallets

    @property
    def wallets(self) -> int:
        """The sum of all characters' wallets, in smallest coins."""
        return sum(one.wallet for one in self.characters)


def _require_single(found: Iterable[Hashable], otherwise: str) -> None:
    seen = list(found)
    if len(set(seen)) < len(seen):
        raise ValueError(otherwise)


def _require_distinct(names: Iterable[str], what: str) -> None:
    """Refuse names of which one passes for another."""
    taken: dict[str, str] = {}
    for name in names:
        if other := next((taken[look] for look in looks(name) if look in taken), None):
            raise ValueError(f"two {what} with one name, or names that look alike: {escape(other)} and {escape(name)}")
        taken |= dict.fromkeys(looks(name), name)


def read_campaign(content: bytes) -> CampaignFile:
    """Read the campaign in a file. Raises Unreadable with one sentence that names the place of the first mistake."""
    stored = bounded_json(content, "campaign", "/campaigns export")
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise Unreadable("That file isn't a campaign. Send one from /campaigns export.")
    require_version(stored.get("version"), VERSION)
    stored.pop("history", None)
    return read_model(CampaignFile, stored)
