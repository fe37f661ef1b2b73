"""What the file of a campaign holds, as models: version 1 of the format, described in docs/campaign-file.md.

Discord's ids are text, since they are too long for the numbers of other programs; what only makes sense on one server
(roles and channels) isn't in the file at all. Amounts are in smallest coins.
"""

from collections.abc import Hashable, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue, field_validator, model_validator

from bot.campaigns import LONGEST_LINE, LONGEST_LINES, TEMPLATES, AutopilotSettings, length_of, name_key, safe_name
from bot.engine.frozen import Frozen
from bot.engine.money import MAX_AMOUNT
from bot.engine.skills import Sheet
from bot.errors import Unreadable

FORMAT = "shadowport-campaign"
VERSION = 1
MOST_CHARACTERS = 5_000
"""The retired included."""
LOCAL_SETTINGS = frozenset({"gm_role_id", "opener_role_id", "channels", "gm_channel_id"})
"""The settings that name roles and channels of one server."""
_LAST_MOMENT = 10**11
_LONGEST_MATERIAL = 512 * 1024
_MOST_OF_A_KIND = 1_000
"""Kits or kinds of goods of one character, materials, and presets."""

Amount = Annotated[int, Field(ge=0, le=MAX_AMOUNT)]
Moment = Annotated[int, Field(ge=0, le=_LAST_MOMENT)]
"""Seconds since the epoch."""
Key = Annotated[str, Field(min_length=1, max_length=64)]
"""What a game calls itself, or a kind of its goods."""
Name = Annotated[str, Field(max_length=100)]
DiscordId = Annotated[str, Field(pattern=r"\A[1-9][0-9]{0,18}\z")]


def _kept_name(name: str) -> str:
    """Return the name if it is written as names are stored: visible, on one line, not too long. Raises ValueError."""
    try:
        is_kept = safe_name(name) == name
    except Unreadable as refused:
        raise ValueError(str(refused).rstrip(".")) from None
    if not is_kept:
        raise ValueError("a name has no invisible signs, no double spaces and no letters that only look like others")
    return name


class FileLoadout(Frozen):
    """What a character brings to a game, as the game writes it."""

    game: Key
    kit: JsonValue


class FileItems(Frozen):
    """So many goods of one kind in a character's hands, or lying on a table for them."""

    game: Key
    kind: Key
    count: int = Field(ge=1, le=1_000_000)


class FileCharacter(Frozen):
    """A character. `number` tells it apart in this file, and means nothing elsewhere."""

    number: int = Field(ge=1, le=10**9)
    kind: Literal["pc", "npc"]
    name: Name
    player: DiscordId | None = None
    """Whose PC it is, or is kept for: a Discord user."""
    plays: bool = False
    """Whether it is whom the player plays of several."""
    sheet: Sheet = Sheet()
    template: str | None = None
    pilot: AutopilotSettings | None = None
    created_at: Moment
    retired_at: Moment | None = None
    purse: Amount = 0
    """Money and chips together."""
    kits: tuple[FileLoadout, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)
    goods: tuple[FileItems, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)

    _is_kept = field_validator("name")(_kept_name)

    @field_validator("template")
    @classmethod
    def _is_known(cls, template: str | None) -> str | None:
        if template is not None and template not in TEMPLATES:
            raise ValueError("there is no such kind of NPC")
        return template

    @field_validator("pilot")
    @classmethod
    def _speaks_briefly(cls, pilot: AutopilotSettings | None) -> AutopilotSettings | None:
        if pilot is not None and any(len(line) > LONGEST_LINE for line in pilot.lines):
            raise ValueError(f"a line that an NPC says has at most {LONGEST_LINE} letters")
        if pilot is not None and length_of(pilot.lines) > LONGEST_LINES:
            raise ValueError(f"all that an NPC says has at most {LONGEST_LINES:,} letters")
        return pilot

    @model_validator(mode="after")
    def _is_one_or_the_other(self) -> Self:
        if self.kind == "npc" and (self.player is not None or self.plays):
            raise ValueError("an NPC has no player")
        if self.kind == "pc" and (self.template is not None or self.pilot is not None):
            raise ValueError("only NPCs have a template and play by themselves")
        _require_single([kit.game for kit in self.kits], "two kits for one game")
        _require_single([(goods.game, goods.kind) for goods in self.goods], "the same kind of goods twice")
        return self


class FileCardFile(Frozen):
    """What the campaign has loaded for a game, as a GM wrote it."""

    game: Key
    text: str = Field(max_length=_LONGEST_MATERIAL)


class FilePreset(Frozen):
    """House rules for a game, under a name."""

    game: Key
    name: Name
    rules: JsonValue

    _is_kept = field_validator("name")(_kept_name)


class CampaignFile(Frozen):
    """A campaign in a file. What happened in it (`history`) stands beside, and is read by nobody who imports it."""

    format: Literal["shadowport-campaign"] = FORMAT
    version: Literal[1] = VERSION
    exported_at: Moment
    name: Name
    settings: dict[str, JsonValue]
    """CampaignSettings without what names roles and channels."""
    party: Amount = 0
    house: Amount = 0
    characters: tuple[FileCharacter, ...] = Field(default=(), max_length=MOST_CHARACTERS)
    materials: tuple[FileCardFile, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)
    presets: tuple[FilePreset, ...] = Field(default=(), max_length=_MOST_OF_A_KIND)

    _is_kept = field_validator("name")(_kept_name)

    @model_validator(mode="after")
    def _names_everything_once(self) -> Self:
        _require_single([one.number for one in self.characters], "two characters of one number")
        in_play = [name_key(one.name) for one in self.characters if one.retired_at is None]
        _require_single(in_play, "two characters in play of one name")
        playing = [one.player for one in self.characters if one.plays]
        _require_single(playing, "a player plays two characters at a time")
        _require_single([material.game for material in self.materials], "two materials for one game")
        _require_single([(one.game, name_key(one.name)) for one in self.presets], "two presets of one name")
        return self

    @model_validator(mode="after")
    def _has_no_more_money_than_there_is(self) -> Self:
        if self.money > MAX_AMOUNT:
            raise ValueError("more money than there is in the world")
        return self

    @property
    def money(self) -> int:
        """All of it, in smallest coins."""
        return self.party + self.house + sum(one.purse for one in self.characters)


def _require_single(found: Sequence[Hashable], otherwise: str) -> None:
    if len(set(found)) < len(found):
        raise ValueError(otherwise)
