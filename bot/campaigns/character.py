"""A character: a PC whom a Discord user plays, or an NPC of the campaign."""

from typing import Literal

from bot.campaigns.npcs import AutopilotSettings
from bot.db import Row, Statement
from bot.engine.frozen import Frozen
from bot.engine.release import unstamped
from bot.engine.skills import Sheet
from bot.errors import PlayerError
from bot.ledger import accounts

MOST_PCS_EVER = 100
MOST_NPCS = 200
NOBODY = 0
"""The owner of a PC that is nobody's: no Discord user has that id."""

CharacterKind = Literal["pc", "npc"]


class Character(Frozen):
    id: int
    campaign_id: int
    kind: CharacterKind
    owner_id: int | None
    """The Discord user who plays a PC; None for NPCs."""
    name: str
    sheet: Sheet
    """Skills of a dice system that the campaign no longer plays stay on it, unused."""
    template: str | None = None
    """What an NPC was made from."""
    retired_at: int | None = None
    """Seconds since the epoch."""
    pilot: AutopilotSettings | None = None
    """How an NPC plays by itself; None where the GM plays it."""
    resting: AutopilotSettings | None = None
    """How an NPC that the GM plays would play by itself, and what it would say, from when it last did."""

    @property
    def is_npc(self) -> bool:
        return self.kind == "npc"

    @property
    def is_unclaimed(self) -> bool:
        """Whether it is a player's character that is nobody's at the moment."""
        return self.owner_id == NOBODY

    @property
    def manner(self) -> AutopilotSettings | None:
        """How it plays by itself, or would."""
        return self.pilot or self.resting

    @property
    def purse(self) -> str:
        """The account that holds the character's money."""
        return accounts.purse(self.id)

    @classmethod
    def of(cls, row: Row) -> "Character":
        """Build the character from a row of the table. Raises NewerRelease for one of a newer release."""
        pilot = None if row["autopilot"] is None else AutopilotSettings.from_json(unstamped(row["autopilot"]))
        return cls(
            id=row["id"],
            campaign_id=row["campaign_id"],
            kind=row["kind"],
            owner_id=row["owner_id"],
            name=row["name"],
            sheet=Sheet.from_json(unstamped(row["sheet"])),
            template=row["template"],
            retired_at=row["retired_at"],
            pilot=pilot if pilot is not None and pilot.is_on else None,
            resting=pilot if pilot is not None and not pilot.is_on else None,
        )


def still_plays(character_id: int, otherwise: PlayerError) -> Statement:
    """Build a statement that changes nothing and fails its batch once the character has retired."""
    return Statement(
        "UPDATE characters SET name = name WHERE id = ? AND retired_at IS NULL", (character_id,), otherwise=otherwise
    )
