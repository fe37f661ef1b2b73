"""What is kept for a game: a character's loadout and a campaign's card file. And the preferences of users."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.campaigns.model import Campaign
from bot.campaigns.rights import Person, Right, require
from bot.clock import Clock
from bot.db import Database, Statement
from bot.engine.release import stamped, unstamped
from bot.errors import TooLate

_CHANGED = "This has just been changed elsewhere. Look again."
_INSERT = "INSERT INTO loadouts (campaign_id, character_id, game, loadout, version) VALUES (?, ?, ?, ?, 1)"
_UPDATE = """
UPDATE loadouts SET loadout = ?, version = version + 1
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
        """Return the loadout that the character has for the game, if any. Raises NewerRelease for one of a newer
        release.
        """
        rows = await self._database.fetch(
            "SELECT loadout, version FROM loadouts WHERE campaign_id = ? AND character_id = ? AND game = ?",
            campaign_id,
            character_id,
            game,
        )
        return StoredLoadout(unstamped(rows[0]["loadout"]), rows[0]["version"]) if rows else None

    async def put(self, campaign_id: int, character_id: int, game: str, text: str, version: int = 0) -> StoredLoadout:
        """Store this loadout in place of the one of `version`, 0 for none.

        Raises TooLate if it was changed since that version was read; then it stays as it is.
        """
        place = (campaign_id, character_id, game)
        late = TooLate(_CHANGED)
        if version:
            await self._database.apply(Statement(_UPDATE, (stamped(text), *place, version), otherwise=late))
        else:
            clash: dict[str, Exception] = {"loadouts_pkey": late}
            await self._database.apply(Statement(_INSERT, (*place, stamped(text)), refusals=clash))
        return StoredLoadout(text, version + 1)


class Preferences:
    """The reminders that a user wants, and the direct messages that they have got."""

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

    async def wants_direct(self, user_id: int) -> bool:
        """Return True if a direct message may say that a play-by-post table waits for them. False until they ask."""
        rows = await self._database.fetch("SELECT direct FROM preferences WHERE user_id = ?", user_id)
        return bool(rows) and bool(rows[0]["direct"])

    async def set_direct(self, user_id: int, wanted: bool) -> None:
        await self._database.apply(
            Statement(
                """
                INSERT INTO preferences (user_id, direct) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET direct = excluded.direct
                """,
                (user_id, int(wanted)),
            )
        )

    async def nudged(self, table_id: int) -> frozenset[int]:
        """Return the users who have got a direct message about the table and haven't moved there since."""
        rows = await self._database.fetch("SELECT user_id FROM nudges WHERE table_id = ?", table_id)
        return frozenset(int(row["user_id"]) for row in rows)

    async def note_nudge(self, campaign_id: int, table_id: int, user_id: int) -> None:
        """Note that the user gets such a message. Raises TooLate if they have one already."""
        told: dict[str, Exception] = {"nudges_pkey": TooLate("They have got a message already.")}
        sql = "INSERT INTO nudges (table_id, user_id, campaign_id) VALUES (?, ?, ?)"
        await self._database.apply(Statement(sql, (table_id, user_id, campaign_id), refusals=told))

    async def forget_nudges(self, table_id: int, user_ids: Iterable[int]) -> None:
        """Forget it for users who have moved, or whose table has closed."""
        await self._database.apply(
            *(Statement.delete("nudges", "table_id = ? AND user_id = ?", table_id, user_id) for user_id in user_ids)
        )


_CHANGE = """
INSERT INTO card_file_changes (key, campaign_id, game, version, deed, changed_by, changed_at)
SELECT ?, ?, ?, coalesce(max(version), 0) + 1, ?, ?, ? FROM card_file_changes WHERE campaign_id = ? AND game = ?
"""
_LOAD = """
INSERT INTO card_files (campaign_id, game, version, text)
SELECT campaign_id, game, version, ? FROM card_file_changes WHERE key = ?
ON CONFLICT (campaign_id, game) DO UPDATE SET version = excluded.version, text = excluded.text
"""
_SELECT = """
SELECT text, version FROM card_files WHERE campaign_id = ? AND game = ?
"""


@dataclass(frozen=True, slots=True)
class CardFile:
    """A loaded text; the version rises with each change."""

    text: str
    version: int


class CardFiles:
    """Stores one text per campaign and game. Only GMs load and remove."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, campaign_id: int, game: str) -> CardFile | None:
        """Return the card file that the campaign has loaded for the game, if any."""
        rows = await self._database.fetch(_SELECT, campaign_id, game)
        if not rows:
            return None
        return CardFile(rows[0]["text"], rows[0]["version"])

    async def load(self, campaign: Campaign, by: Person, game: str, text: str, key: str) -> None:
        """Keep this text, in place of what was loaded before; of two at once the later one stays.

        `key` is the interaction's. Raises NotAllowed for players, and TooLate where that interaction has been answered.
        """
        require(Right.CARD_FILES, by, campaign)
        await self._database.apply(self._change(campaign, by, game, "load", key), Statement(_LOAD, (text, key)))

    async def remove(self, campaign: Campaign, by: Person, game: str, version: int, key: str) -> None:
        """Forget the text of that version. Raises NotAllowed for players, and TooLate where it isn't loaded any more or
        another one is.
        """
        require(Right.CARD_FILES, by, campaign)
        gone = Statement(
            "DELETE FROM card_files WHERE campaign_id = ? AND game = ? AND version = ?",
            (campaign.id, game, version),
            otherwise=TooLate(_CHANGED),
        )
        await self._database.apply(self._change(campaign, by, game, "remove", key), gone)

    def _change(self, campaign: Campaign, by: Person, game: str, deed: str, key: str) -> Statement:
        done: dict[str, Exception] = {"card_file_changes_pkey": TooLate("That has been done already.")}
        values = (key, campaign.id, game, deed, by.user_id, self._clock.now(), campaign.id, game)
        return Statement(_CHANGE, values, refusals=done)
