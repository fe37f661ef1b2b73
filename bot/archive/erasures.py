"""What is known of a user who is to be forgotten on a server, as rows: it outlives a crash, and is gone when all is
done.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from bot.archive.forms import Redaction, Stand, forms_of
from bot.db import Database, Row, Statement

_ASK = """
INSERT INTO erasures (guild_id, user_id, salt, digest, asked_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (guild_id, user_id) WHERE user_id IS NOT NULL DO UPDATE SET gathered_at = NULL
"""
_NAME = """
INSERT INTO erased_names (erasure_id, campaign_id, form, pseudonym) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class Erasure:
    """A user who is being forgotten on a server. `characters` are theirs, by their ids."""

    id: int
    guild_id: int
    user_id: int
    is_gathered: bool
    characters: frozenset[int] = frozenset()

    @property
    def pseudonym(self) -> str:
        """What stands for the user from now on, and for no other."""
        return f"former player ({self.id})"

    def character(self, number: int) -> str:
        """What stands for their character of that number, 1 and up."""
        return f"former player ({self.id}-{number})"


def digest_of(salt: str, guild_id: int, user_id: int) -> str:
    """What is left of the user's id: enough to know it again in a backup from before."""
    return hashlib.sha256(f"{salt}:{guild_id}:{user_id}".encode()).hexdigest()


def asked(guild_id: int, user_id: int, at: float) -> Statement:
    """Register that the user is to be forgotten there; asking again looks anew for what there is of them."""
    salt = secrets.token_hex(16)
    return Statement(_ASK, (guild_id, user_id, salt, digest_of(salt, guild_id, user_id), at))


async def under_way(database: Database) -> list[Erasure]:
    """All that isn't done yet, whoever asked first comes first."""
    rows = await database.fetch("SELECT * FROM erasures WHERE user_id IS NOT NULL ORDER BY id")
    return [await _erasure(database, row) for row in rows]


async def _erasure(database: Database, row: Row) -> Erasure:
    found = await database.fetch("SELECT character_id FROM erased_characters WHERE erasure_id = ?", row["id"])
    known = frozenset(int(one["character_id"]) for one in found)
    return Erasure(row["id"], row["guild_id"], row["user_id"], row["gathered_at"] is not None, known)


async def names_in(database: Database, erasure: Erasure, campaign_id: int) -> Redaction:
    """What is taken out of the campaign's texts."""
    rows = await database.fetch(
        "SELECT form, pseudonym FROM erased_names WHERE erasure_id = ? AND campaign_id = ?", erasure.id, campaign_id
    )
    return Redaction({row["form"]: row["pseudonym"] for row in rows})


def named(erasure: Erasure, campaign_id: int, name: str, pseudonym: str) -> tuple[Statement, ...]:
    """Register a name, in all its forms, to be taken out of the campaign's texts."""
    return tuple(registered(erasure, campaign_id, (Stand(form, pseudonym) for form in forms_of(name))))


def registered(erasure: Erasure, campaign_id: int, stands: Iterable[Stand]) -> list[Statement]:
    """Register what stands in texts, so that the book and the log let it be replaced."""
    return [Statement(_NAME, (erasure.id, campaign_id, one.form, one.pseudonym), touches=None) for one in stands]


def finished(erasure: Erasure, at: float) -> tuple[Statement, ...]:
    """All is done: nothing is left of whom it was about."""
    gone = (
        Statement(f"DELETE FROM {name} WHERE erasure_id = ?", (erasure.id,), touches=None)  # noqa: S608  # from here
        for name in ("erased_names", "erased_characters", "erased_tables")
    )
    return *gone, Statement("UPDATE erasures SET user_id = NULL, done_at = ? WHERE id = ?", (at, erasure.id))
