"""Loadouts: what a character brings to a game and keeps between hands. And the preferences of users."""

from dataclasses import dataclass

from bot.db import Database, Statement
from bot.errors import TooLate

_INSERT = "INSERT INTO kits (campaign_id, character_id, game, kit, version) VALUES (?, ?, ?, ?, 1)"
_UPDATE = """
UPDATE kits SET kit = ?, version = version + 1
WHERE campaign_id = ? AND character_id = ? AND game = ? AND version = ?
"""


@dataclass(frozen=True, slots=True)
class StoredLoadout:
    """A stored loadout; the version rises with each change."""

    text: str
    version: int


class Loadouts:
    """Stores one loadout per character and game, as JSON of the game's own model."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, campaign_id: int, character_id: int, game: str) -> StoredLoadout | None:
        """Return the loadout that the character has for the game, if any."""
        rows = await self._database.fetch(
            "SELECT kit, version FROM kits WHERE campaign_id = ? AND character_id = ? AND game = ?",
            campaign_id,
            character_id,
            game,
        )
        return StoredLoadout(rows[0]["kit"], rows[0]["version"]) if rows else None

    async def put(self, campaign_id: int, character_id: int, game: str, text: str, version: int = 0) -> StoredLoadout:
        """Store this loadout in place of the one of `version`, 0 for none.

        Raises TooLate if it was changed since that version was read; then it stays as it is.
        """
        place = (campaign_id, character_id, game)
        late = TooLate("This has been changed in the meantime; please look again.")
        if version:
            await self._database.apply(Statement(_UPDATE, (text, *place, version), otherwise=late))
        else:
            clash: dict[str, Exception] = {"kits.campaign_id, kits.character_id, kits.game": late}
            await self._database.apply(Statement(_INSERT, (*place, text), refusals=clash))
        return StoredLoadout(text, version + 1)


class Preferences:
    """Whether a user wants to be reminded of their turn."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wants_reminders(self, user_id: int) -> bool:
        """Whether a message may mention them when it is their turn: yes, until they say otherwise."""
        rows = await self._database.fetch("SELECT reminders FROM preferences WHERE user_id = ?", user_id)
        return bool(rows[0]["reminders"]) if rows else True

    async def set_reminders(self, user_id: int, wanted: bool) -> None:
        await self._database.apply(
            Statement(
                """
                INSERT INTO preferences (user_id, reminders) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET reminders = excluded.reminders
                """,
                (user_id, int(wanted)),
            )
        )
