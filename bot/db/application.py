"""The application of Discord that a database belongs to.

Another bot isn't on the servers of this one. It would take all of them for servers that have removed it, pause their
tables and delete what they have after 30 days. So the first start notes the application of the token, and the token of
another one is refused before any service starts.
"""

import logging

from bot.db.failures import CannotOpen
from bot.db.statement import Database, Statement

log = logging.getLogger(__name__)
_CLAIM = "INSERT INTO application (slot, id) VALUES (1, ?) ON CONFLICT (slot) DO UPDATE SET id = excluded.id"


async def application_of(db: Database) -> int | None:
    """Return the id of the application that the database belongs to; None before a bot has started on it."""
    rows = await db.fetch("SELECT id FROM application")
    return int(rows[0]["id"]) if rows else None


async def claim(db: Database, application_id: int) -> None:
    """Note the application of a database that belongs to none yet. Raises CannotOpen where it belongs to another."""
    owner = await application_of(db)
    if owner is None:
        await db.apply(Statement(_CLAIM, (application_id,)))
        log.info("the database belongs to application %s from now on", application_id)
    elif owner != application_id:
        raise CannotOpen(
            f"The database belongs to application {owner}, and DISCORD_TOKEN is a token of application "
            f"{application_id}: use the other token, or move the database with `move-application`."
        )


async def move(db: Database, application_id: int) -> None:
    """Give the database to another application. It can't edit the old one's messages and commands, so what is known of
    these is forgotten: screens are posted again.
    """
    await db.apply(
        Statement(_CLAIM, (application_id,)),
        Statement("DELETE FROM command_servers", touches=None),
        Statement("UPDATE screens SET looks = ''", touches=None),
    )
