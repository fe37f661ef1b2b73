"""Files of campaigns that were sent in, kept until they are imported or declined, for a day at most.

The button below the preview imports exactly the file that was looked at: so the file is kept, compressed, and a person
who sends in another one gives up the one before.
"""

import zlib
from dataclasses import dataclass

from bot.campaigns import Person
from bot.db import Database, Statement
from bot.errors import NotFound, TooLate
from bot.shards import Shards

LASTS = 24 * 3600
"""Seconds from when a file was sent in until it is gone."""


@dataclass(frozen=True, slots=True)
class PendingImport:
    """A file that was sent in, and the place where its campaign is to be played; `content` is compressed by zlib."""

    id: int
    guild_id: int
    user_id: int
    place_id: int | None
    content: bytes
    made_at: float

    @property
    def lasts_until(self) -> float:
        """Seconds since the epoch."""
        return self.made_at + LASTS

    def unpacked(self) -> bytes:
        """Return the file as it was sent in."""
        return zlib.decompress(self.content)

    def store(self) -> tuple[Statement, ...]:
        """Keep the file in place of the one that the same person sent in before on that server; old ones of it go."""
        own = (self.id, self.guild_id, self.user_id, self.place_id, self.content, self.made_at)
        insert = """
            INSERT INTO pending_imports (id, guild_id, user_id, place_id, content, made_at) VALUES (?, ?, ?, ?, ?, ?)
            """
        return (
            Statement.delete(
                "pending_imports",
                "guild_id = ? AND (user_id = ? OR made_at <= ?)",
                self.guild_id,
                self.user_id,
                self.made_at - LASTS,
            ),
            Statement(insert, own),
        )

    def mark_imported(self, now: float) -> Statement:
        """Note that the file is imported, in the batch that imports it; of two that do so, one does."""
        return Statement(
            "UPDATE pending_imports SET taken_at = ?, content = NULL WHERE id = ? AND taken_at IS NULL",
            (now, self.id),
            otherwise=_imported(),
        )

    def discard(self) -> Statement:
        """Forget the file."""
        return Statement("DELETE FROM pending_imports WHERE id = ? AND taken_at IS NULL", (self.id,), touches=None)


def too_old(now: float, shards: Shards) -> Statement:
    """Forget the files on servers of this process that nobody has decided on within a day, and those that were
    imported.
    """
    return Statement.delete("pending_imports", *shards.limited("made_at <= ? AND served(guild_id)", now - LASTS))


async def find_pending(database: Database, pending_id: int, guild_id: int, by: Person, now: float) -> PendingImport:
    """Return the file for the user who sent it in, on the server where they did.

    Raises NotFound for everyone else and once it has expired, TooLate when it was imported already.
    """
    rows = await database.fetch(
        "SELECT * FROM pending_imports WHERE id = ? AND guild_id = ? AND user_id = ? AND made_at > ?",
        pending_id,
        guild_id,
        by.user_id,
        now - LASTS,
    )
    if not rows:
        raise NotFound("I no longer have that file. Send it again with /campaigns import.")
    row = rows[0]
    if row["taken_at"] is not None:
        raise _imported()
    return PendingImport(row["id"], row["guild_id"], row["user_id"], row["place_id"], row["content"], row["made_at"])


def _imported() -> TooLate:
    return TooLate("That file has been imported already.")
