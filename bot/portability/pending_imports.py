"""Files of campaigns that somebody has sent in, kept until they are imported or declined, for a day at most.

The button below what an import would do imports exactly the file that was looked at: so the file is kept, compressed,
and whoever sends in another one gives up the one before.
"""

import zlib
from dataclasses import dataclass

from bot.campaigns import Person
from bot.db import Database, Statement
from bot.errors import NotFound, TooLate

LASTS = 24 * 3600
"""Seconds from when a file was sent in until it is gone."""
_QUICK = 1
"""How hard the file is compressed: it is kept for a day."""


@dataclass(frozen=True, slots=True)
class PendingImport:
    """A file that was sent in, and where its campaign is to be played; `content` is compressed."""

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


def compress(content: bytes) -> bytes:
    """Compress a file for storage."""
    return zlib.compress(content, _QUICK)


def store(arrival: PendingImport) -> tuple[Statement, ...]:
    """Keep the file in place of what the same person has sent in before on that server; what is a day old goes."""
    return (
        too_old(arrival.made_at),
        Statement(
            "DELETE FROM pending_imports WHERE guild_id = ? AND user_id = ?",
            (arrival.guild_id, arrival.user_id),
            touches=None,
        ),
        Statement(
            "INSERT INTO pending_imports (id, guild_id, user_id, place_id, content, made_at) VALUES (?, ?, ?, ?, ?, ?)",
            (
                arrival.id,
                arrival.guild_id,
                arrival.user_id,
                arrival.place_id,
                arrival.content,
                arrival.made_at,
            ),
        ),
    )


def too_old(now: float) -> Statement:
    """Forget the files that nobody has decided on within a day, and that others were imported."""
    return Statement("DELETE FROM pending_imports WHERE made_at <= ?", (now - LASTS,), touches=None)


async def find_pending(database: Database, arrival_id: int, guild_id: int, by: Person, now: float) -> PendingImport:
    """Return the file for the user who sent it in, on the server where they did.

    Raises NotFound for everyone else and once it has expired, TooLate when it was imported already.
    """
    rows = await database.fetch("SELECT * FROM pending_imports WHERE id = ?", arrival_id)
    if not rows or (rows[0]["guild_id"], rows[0]["user_id"]) != (guild_id, by.user_id):
        raise _expired()
    row = rows[0]
    if row["taken_at"] is not None:
        raise TooLate("That file has been imported already.")
    if row["made_at"] + LASTS <= now:
        raise _expired()
    return PendingImport(row["id"], row["guild_id"], row["user_id"], row["place_id"], row["content"], row["made_at"])


def mark_imported(arrival: PendingImport, now: float) -> Statement:
    """Note that the file is imported, in the batch that imports it; of two that do so, one does."""
    return Statement(
        "UPDATE pending_imports SET taken_at = ?, content = NULL WHERE id = ? AND taken_at IS NULL",
        (now, arrival.id),
        otherwise=TooLate("That file has been imported already."),
    )


def discard(arrival: PendingImport) -> Statement:
    """Forget the file."""
    return Statement("DELETE FROM pending_imports WHERE id = ? AND taken_at IS NULL", (arrival.id,), touches=None)


def _expired() -> NotFound:
    return NotFound("I don't have that file any more: send it in again with /campaign import.")
