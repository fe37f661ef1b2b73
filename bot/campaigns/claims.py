"""Characters that came with an imported campaign: whom they are kept for, until their users claim them.

Until then they are nobody's: nobody plays them or spends their money, and a GM may hand one to somebody.
"""

from dataclasses import dataclass

from bot.campaigns.character import MOST_PCS, NOBODY, Character
from bot.campaigns.characters import room_for_pc
from bot.campaigns.model import Campaign
from bot.campaigns.permissions import Person, require_gm
from bot.db import Database, Statement
from bot.engine.speech import escape
from bot.errors import NotAllowed, NotFound

_KEPT = """
SELECT characters.*, claims.user_id, claims.plays FROM characters
LEFT JOIN claims ON claims.campaign_id = characters.campaign_id AND claims.character_id = characters.id
WHERE characters.campaign_id = ? AND characters.kind = 'pc' AND characters.owner_id = ?
    AND characters.retired_at IS NULL ORDER BY characters.name_key
"""
_NOW_PLAYED = """
INSERT INTO active_characters (campaign_id, user_id, character_id) VALUES (?, ?, ?)
ON CONFLICT (campaign_id, user_id) DO UPDATE SET character_id = excluded.character_id
"""
_PLAYED_IF_NOBODY_IS = """
INSERT INTO active_characters (campaign_id, user_id, character_id) VALUES (?, ?, ?)
ON CONFLICT (campaign_id, user_id) DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A character that nobody has claimed, and for whom it is kept (a Discord user); None for nobody in particular."""

    character: Character
    user_id: int | None
    plays: bool
    """Whether it is whom that user played of several."""


class Claims:
    """Who gets which of the characters that are nobody's."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kept(self, campaign_id: int) -> tuple[Kept, ...]:
        """All that nobody has claimed, by name."""
        rows = await self._database.fetch(_KEPT, campaign_id, NOBODY)
        return tuple(Kept(Character.of(row), row["user_id"], bool(row["plays"])) for row in rows)

    async def kept_for(self, campaign_id: int, user_id: int) -> tuple[Kept, ...]:
        """Those that are kept for the user, by name."""
        return tuple(kept for kept in await self.kept(campaign_id) if kept.user_id == user_id)

    async def claim(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Make it the character of the user whom it is kept for. They play it if it is whom they played, or if they
        play nobody here.

        Raises NotFound where it isn't kept for them (any more), NotAllowed above the limit.
        """
        kept = {one.character.id: one for one in await self.kept_for(campaign.id, by.user_id)}
        if character.id not in kept:
            raise NotFound(f"{escape(character.name)} isn't kept for you.")
        await self._database.apply(
            Statement(
                "DELETE FROM claims WHERE campaign_id = ? AND character_id = ? AND user_id = ?",
                (campaign.id, character.id, by.user_id),
                otherwise=NotFound(f"{escape(character.name)} isn't kept for you."),
            ),
            *_given(character, by.user_id, _full("You have", "retire one first"), plays=kept[character.id].plays),
        )

    async def hand(self, campaign: Campaign, by: Person, character: Character, user_id: int) -> None:
        """Give an unclaimed character to somebody, whoever it is kept for; by a GM.

        Raises NotAllowed for players, for a character that is somebody's, and where they have as many as they may.
        """
        require_gm(campaign, by)
        if character.campaign_id != campaign.id:
            raise NotFound("There is no such character in this campaign.")
        require_unclaimed(character)
        forgotten = Statement(
            "DELETE FROM claims WHERE campaign_id = ? AND character_id = ?", (campaign.id, character.id), touches=None
        )
        full = _full("They have", "one has to retire first")
        await self._database.apply(forgotten, *_given(character, user_id, full, plays=False))


def require_unclaimed(character: Character) -> None:
    """Refuse what is somebody's, or the campaign's own."""
    if not character.is_unclaimed:
        raise NotAllowed(f"{escape(character.name)} isn't unclaimed.")


def _full(who: str, what: str) -> str:
    return f"{who} {MOST_PCS} characters in this campaign already: {what}."


def _given(character: Character, user_id: int, full: str, *, plays: bool) -> tuple[Statement, ...]:
    return (
        room_for_pc(character.campaign_id, user_id, full),
        Statement(
            "UPDATE characters SET owner_id = ? WHERE id = ? AND owner_id = ? AND kind = 'pc' AND retired_at IS NULL",
            (user_id, character.id, NOBODY),
            otherwise=NotAllowed(f"{escape(character.name)} isn't unclaimed."),
        ),
        Statement(
            _NOW_PLAYED if plays else _PLAYED_IF_NOBODY_IS, (character.campaign_id, user_id, character.id), touches=None
        ),
    )
