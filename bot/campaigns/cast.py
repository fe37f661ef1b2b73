"""Looking up characters, with the eyes of whoever asks: NPCs are for GMs, everybody sees the PCs of the campaign."""

from collections.abc import Iterable, Mapping

from bot.campaigns.character import Character
from bot.campaigns.model import Campaign
from bot.campaigns.names import name_key
from bot.campaigns.permissions import Person, may_gm, require_gm
from bot.db import Database
from bot.engine.speech import escape
from bot.errors import NotFound

MOST_CHOICES = 25
"""How many choices Discord shows at a time."""
RETIRED = "(retired)"
"""What stands behind the name of somebody who has retired: the name may be another's by now."""


class Cast:
    """Reads characters. A name that isn't for the eyes of whoever asks is as good as not there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, campaign_id: int, character_id: int) -> Character:
        """The character, retired or not; NotFound if the campaign has none of that number."""
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND id = ?", campaign_id, character_id
        )
        if not rows:
            raise NotFound("There is no such character in this campaign.")
        return Character.of(rows[0])

    async def active(self, campaign_id: int, user_id: int) -> Character | None:
        """Whom the user plays: the one they chose, else their newest; None without a character."""
        rows = await self._database.fetch(
            """
            SELECT characters.* FROM characters
            LEFT JOIN active_characters ON active_characters.character_id = characters.id
            WHERE characters.campaign_id = ? AND characters.owner_id = ? AND characters.retired_at IS NULL
            ORDER BY CASE WHEN active_characters.character_id IS NULL THEN 1 ELSE 0 END, characters.id DESC LIMIT 1
            """,
            campaign_id,
            user_id,
        )
        return Character.of(rows[0]) if rows else None

    async def mine(self, campaign_id: int, user_id: int) -> tuple[Character, ...]:
        """The user's characters in play, by name."""
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND owner_id = ? AND retired_at IS NULL ORDER BY name_key",
            campaign_id,
            user_id,
        )
        return tuple(Character.of(row) for row in rows)

    async def npcs(self, campaign: Campaign, by: Person) -> tuple[Character, ...]:
        """All NPCs in play, by name; for GMs."""
        require_gm(campaign, by)
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND kind = 'npc' AND retired_at IS NULL ORDER BY name_key",
            campaign.id,
        )
        return tuple(Character.of(row) for row in rows)

    async def in_play(self, campaign: Campaign, by: Person) -> tuple[Character, ...]:
        """Everybody in play, PCs and NPCs, by name; for GMs."""
        require_gm(campaign, by)
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND retired_at IS NULL ORDER BY name_key", campaign.id
        )
        return tuple(Character.of(row) for row in rows)

    async def party(self, campaign_id: int) -> tuple[Character, ...]:
        """The party: of every user with a character in play the one they play now, by name. What nobody has claimed is
        in no party.
        """
        rows = await self._database.fetch(
            """
            SELECT characters.* FROM characters
            LEFT JOIN active_characters ON active_characters.campaign_id = characters.campaign_id
                AND active_characters.user_id = characters.owner_id
            WHERE characters.campaign_id = ? AND characters.kind = 'pc' AND characters.retired_at IS NULL
                AND characters.owner_id <> 0
                AND characters.id = coalesce(active_characters.character_id, (
                    SELECT max(newest.id) FROM characters AS newest
                    WHERE newest.campaign_id = characters.campaign_id
                        AND newest.owner_id = characters.owner_id AND newest.retired_at IS NULL
                ))
            ORDER BY characters.name_key
            """,
            campaign_id,
        )
        return tuple(Character.of(row) for row in rows)

    async def named(self, campaign: Campaign, by: Person, text: str, *, retired: bool = False) -> Character:
        """The character in play of that name, or of the number that autocomplete stands for; NotFound otherwise.

        With `retired` a GM also reaches who has retired, the latest of that name, where nobody in play is called so;
        marked as such ("Han (retired)") in any case.
        """
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 17 else 0
        key, is_gm = name_key(text), may_gm(campaign, by)
        rows = await self._database.fetch(
            """
            SELECT * FROM characters
            WHERE campaign_id = ? AND (kind = 'pc' OR ? = 1) AND (
                (retired_at IS NULL AND (name_key = ? OR id = ?))
                OR (retired_at IS NOT NULL AND name_key = ? AND ? = 1)
            )
            ORDER BY CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END, CASE WHEN name_key = ? THEN 0 ELSE 1 END, id DESC
            LIMIT 1
            """,
            campaign.id,
            int(is_gm),
            key,
            number,
            key.removesuffix(RETIRED).strip(),
            int(retired and is_gm),
            key,
        )
        if not rows:
            raise NotFound(f"There is nobody called {escape(text[:40])} here." if text.strip() else "Name a character.")
        return Character.of(rows[0])

    async def search(
        self,
        campaign: Campaign,
        by: Person,
        beginning: str,
        *,
        mine: bool = False,
        npcs_only: bool = False,
        retired: bool = False,
    ) -> tuple[Character, ...]:
        """At most 25 characters in play with a word that begins so, by name: what autocomplete may show `by`.

        `mine` are only their own PCs; a GM's are the NPCs too. With `retired` a GM also sees, after the others, who has
        retired.
        """
        sought = name_key(beginning).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        is_gm = may_gm(campaign, by)
        rows = await self._database.fetch(
            """
            SELECT * FROM characters
            WHERE campaign_id = ? AND (retired_at IS NULL OR ? = 1)
                AND (name_key LIKE ? ESCAPE '\\' OR name_key LIKE ? ESCAPE '\\')
                AND (? = 1 OR kind = 'pc') AND (? = 0 OR owner_id = ? OR (kind = 'npc' AND ? = 1))
                AND (? = 0 OR kind = 'npc')
            ORDER BY CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END, name_key, id DESC LIMIT ?
            """,
            campaign.id,
            int(retired and is_gm),
            f"{sought}%",
            f"% {sought}%",
            int(is_gm),
            int(mine),
            by.user_id,
            int(is_gm),
            int(npcs_only),
            MOST_CHOICES,
        )
        return tuple(Character.of(row) for row in rows)

    async def names(self, character_ids: Iterable[int]) -> Mapping[int, str]:
        """What these characters are called, retired or not."""
        wanted = sorted(set(character_ids))
        if not wanted:
            return {}
        marks = ", ".join("?" * len(wanted))
        rows = await self._database.fetch(
            "SELECT id, name FROM characters WHERE id IN (" + marks + ")",  # noqa: S608  only marks are joined in
            *wanted,
        )
        return {int(row["id"]): str(row["name"]) for row in rows}
