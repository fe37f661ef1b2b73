"""Where a Discord user is found in the database: the only list of it, for the export, for being forgotten, and for
restoring an older backup.
"""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from pydantic import JsonValue

from bot.db import Database, Row

USER_KEYS = frozenset({"keeper", "opened_by", "wagered_by", "user_id", "people"})
"""The fields of a table's record that hold Discord users."""
OF_GUILD = "campaign_id IN (SELECT id FROM campaigns WHERE guild_id = ?)"
_GUILDS = """
SELECT campaigns.guild_id FROM characters JOIN campaigns ON campaigns.id = characters.campaign_id WHERE owner_id = ?
UNION SELECT campaigns.guild_id FROM claims JOIN campaigns ON campaigns.id = claims.campaign_id WHERE user_id = ?
UNION SELECT campaigns.guild_id FROM entries JOIN campaigns ON campaigns.id = entries.campaign_id WHERE actor = ?
UNION SELECT campaigns.guild_id FROM presets JOIN campaigns ON campaigns.id = presets.campaign_id WHERE saved_by = ?
UNION SELECT campaigns.guild_id FROM card_file_changes JOIN campaigns ON campaigns.id = card_file_changes.campaign_id
    WHERE changed_by = ?
UNION SELECT guild_id FROM pending_imports WHERE user_id = ?
UNION SELECT guild_id FROM offers WHERE user_id = ?
UNION SELECT guild_id FROM proposals WHERE user_id = ?
UNION SELECT campaigns.guild_id FROM nudges JOIN campaigns ON campaigns.id = nudges.campaign_id WHERE user_id = ?
UNION SELECT tables.guild_id FROM actions JOIN tables ON tables.id = actions.table_id WHERE actor = ?
"""
_CHARACTERS = f"""
SELECT characters.* FROM characters
LEFT JOIN claims ON claims.campaign_id = characters.campaign_id AND claims.character_id = characters.id
WHERE characters.{OF_GUILD} AND (characters.owner_id = ? OR claims.user_id = ?) ORDER BY characters.id
"""  # noqa: S608  # only fixed parts are joined
_USERS = f"""
SELECT owner_id AS user_id FROM characters WHERE owner_id IS NOT NULL AND {OF_GUILD}
UNION SELECT user_id FROM claims WHERE {OF_GUILD}
UNION SELECT actor FROM entries WHERE actor IS NOT NULL AND {OF_GUILD}
UNION SELECT saved_by FROM presets WHERE {OF_GUILD}
UNION SELECT changed_by FROM card_file_changes WHERE {OF_GUILD}
UNION SELECT user_id FROM pending_imports WHERE guild_id = ?
UNION SELECT user_id FROM offers WHERE guild_id = ?
UNION SELECT user_id FROM proposals WHERE guild_id = ?
UNION SELECT user_id FROM nudges WHERE {OF_GUILD}
UNION SELECT actor FROM actions WHERE actor IS NOT NULL
    AND table_id IN (SELECT id FROM tables WHERE {OF_GUILD})
"""  # noqa: S608  # as above


async def guilds_of(database: Database, user_id: int) -> tuple[int, ...]:
    """Return the servers on which anything is stored of the user."""
    rows = await database.fetch(_GUILDS, *[user_id] * _GUILDS.count("?"))
    kept = {int(row["guild_id"]) for row in rows if row["guild_id"] > 0}
    for row in await _mentions(database, user_id):
        if row["guild_id"] > 0 and names_user(row["record"], user_id):
            kept.add(int(row["guild_id"]))
    return tuple(sorted(kept))


async def guilds_to_cover(
    database: Database, user_id: int, guild_id: int | None, *, everywhere: bool
) -> tuple[int, ...]:
    """Return this server (None in direct messages) alone, or with all on which anything is kept of the user."""
    here = () if guild_id is None else (guild_id,)
    return tuple(sorted({*here, *(await guilds_of(database, user_id) if everywhere else ())}))


async def characters_of(database: Database, guild_id: int, user_id: int) -> list[Row]:
    """Return the user's characters on the server, retired or not, and those that are kept for them."""
    return await database.fetch(_CHARACTERS, guild_id, user_id, user_id)


async def tables_naming(database: Database, guild_id: int, user_id: int, characters: Iterable[int]) -> tuple[int, ...]:
    """Return the tables where one of these characters has or had a seat, or which name the user in their record."""
    found = {
        int(row["id"]) for row in await _mentions(database, user_id, guild_id) if names_user(row["record"], user_id)
    }
    for character_id in characters:
        rows = await database.fetch(
            "SELECT table_id FROM accounts WHERE kind = 'seat' AND character_id = ?", character_id
        )
        found |= {int(row["table_id"]) for row in rows}
    return tuple(sorted(found))


async def users_of(database: Database, guild_id: int) -> frozenset[int]:
    """Return every user of whom anything is stored on the server."""
    rows = await database.fetch(_USERS, *[guild_id] * _USERS.count("?"))
    kept = {int(row["user_id"]) for row in rows}
    records = await database.fetch("SELECT record FROM tables WHERE guild_id = ?", guild_id)
    kept |= await asyncio.to_thread(lambda: {user for row in records for user in _users_in(_object(row["record"]))})
    return frozenset(kept - {0})


async def users_with_preferences(database: Database) -> frozenset[int]:
    """Return the users who have preferences, which hold everywhere, even if they don't play."""
    return frozenset(int(row["user_id"]) for row in await database.fetch("SELECT user_id FROM preferences"))


def names_user(record: str, user_id: int) -> bool:
    """Return True if a table's record names the user: as its host or opener, at a seat, or in the last hand."""
    return user_id in set(_users_in(_object(record)))


async def _mentions(database: Database, user_id: int, guild_id: int | None = None) -> list[Row]:
    """Tables whose record may name the user: the digits stand there."""
    digits = f"%{user_id}%"
    if guild_id is None:
        return await database.fetch("SELECT id, guild_id, record FROM tables WHERE record LIKE ?", digits)
    return await database.fetch(
        "SELECT id, guild_id, record FROM tables WHERE guild_id = ? AND record LIKE ?", guild_id, digits
    )


def _users_in(value: JsonValue, key: str = "") -> Iterable[int]:
    match value:
        case dict():
            for name, one in value.items():
                yield from _users_in(one, str(name))
        case list():
            for one in value:
                yield from _users_in(one, key)
        case bool():
            return
        case int() if key in USER_KEYS:
            yield value
        case _:
            return


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
