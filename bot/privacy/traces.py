"""Where a Discord user is found in the database: the only list of it, for the export, for being forgotten, and for
restoring an older backup.
"""

import asyncio
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from bot.db import Database, Row
from bot.privacy.redaction import USER_KEYS

_OF_GUILD = "campaign_id IN (SELECT id FROM campaigns WHERE guild_id = ?)"
_TABLES_OF_GUILD = "SELECT id FROM tables WHERE guild_id = ?"
_GUILDS = """
SELECT campaigns.guild_id FROM characters JOIN campaigns ON campaigns.id = characters.campaign_id WHERE owner_id = ?
UNION SELECT campaigns.guild_id FROM claims JOIN campaigns ON campaigns.id = claims.campaign_id WHERE user_id = ?
UNION SELECT campaigns.guild_id FROM entries JOIN campaigns ON campaigns.id = entries.campaign_id WHERE actor = ?
UNION SELECT campaigns.guild_id FROM presets JOIN campaigns ON campaigns.id = presets.campaign_id WHERE saved_by = ?
UNION SELECT campaigns.guild_id FROM card_file_changes JOIN campaigns ON campaigns.id = card_file_changes.campaign_id
    WHERE changed_by = ?
UNION SELECT guild_id FROM pending_imports WHERE user_id = ?
UNION SELECT tables.guild_id FROM actions JOIN tables ON tables.id = actions.table_id WHERE actor = ?
"""
_CHARACTERS = f"""
SELECT characters.* FROM characters
LEFT JOIN claims ON claims.campaign_id = characters.campaign_id AND claims.character_id = characters.id
WHERE characters.{_OF_GUILD} AND (characters.owner_id = ? OR claims.user_id = ?) ORDER BY characters.id
"""  # noqa: S608  # only fixed parts are joined
_PLAYED_AT = """
SELECT table_id FROM accounts WHERE kind = 'seat' AND character_id IN (
    SELECT character_id FROM erased_characters WHERE erasure_id = ?
)
UNION SELECT table_id FROM actions WHERE actor = ? AND table_id IN (SELECT id FROM tables WHERE guild_id = ?)
"""
_USERS = f"""
SELECT owner_id AS user_id FROM characters WHERE owner_id IS NOT NULL AND {_OF_GUILD}
UNION SELECT user_id FROM claims WHERE {_OF_GUILD}
UNION SELECT actor FROM entries WHERE actor IS NOT NULL AND {_OF_GUILD}
UNION SELECT saved_by FROM presets WHERE {_OF_GUILD}
UNION SELECT changed_by FROM card_file_changes WHERE {_OF_GUILD}
UNION SELECT user_id FROM pending_imports WHERE guild_id = ?
UNION SELECT actor FROM actions WHERE actor IS NOT NULL AND table_id IN ({_TABLES_OF_GUILD})
"""  # noqa: S608  # as above
_HOST_LINE = re.compile(r"\*\*(.+?)\*\* (?:keeps this table now|plays here)")


@dataclass(frozen=True, slots=True)
class Traces:
    """The tables that tell of a user on a server, and what the user was called there (not their characters)."""

    tables: tuple[int, ...]
    names: tuple[str, ...]


async def guilds_of(database: Database, user_id: int) -> tuple[int, ...]:
    """Return the servers on which anything is stored of the user."""
    rows = await database.fetch(_GUILDS, *[user_id] * _GUILDS.count("?"))
    kept = {int(row["guild_id"]) for row in rows if row["guild_id"] > 0}
    for row in await _mentions(database, user_id):
        if row["guild_id"] > 0 and names_user(row["record"], user_id):
            kept.add(int(row["guild_id"]))
    for row in await database.fetch("SELECT offer FROM offers"):
        offer = _object(row["offer"])
        if offer.get("user_id") == user_id:
            kept.add(int(offer["guild_id"]))
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


async def offers_of(database: Database, guild_id: int, user_id: int) -> tuple[int, ...]:
    """Return the banked tables that the user was offered there and hasn't opened yet."""
    found = ((row["id"], _object(row["offer"])) for row in await database.fetch("SELECT id, offer FROM offers"))
    return tuple(key for key, one in found if (one.get("user_id"), one.get("guild_id")) == (user_id, guild_id))


async def traces_of(database: Database, erasure_id: int, guild_id: int, user_id: int) -> Traces:
    """Return the tables where the user played or acted, or which they host or opened, and their names there.

    The erasure knows their characters.
    """
    rows = await database.fetch(_PLAYED_AT, erasure_id, user_id, guild_id)
    tables, names = {int(row["table_id"]) for row in rows}, dict[str, None]()
    for row in await _mentions(database, user_id, guild_id):
        if names_user(row["record"], user_id):
            tables.add(int(row["id"]))
            names |= dict.fromkeys(_host_names(row["record"], user_id))
    for row in await database.fetch(
        f"SELECT said FROM actions WHERE actor = ? AND action LIKE '%\"keeper\"%' AND table_id IN ({_TABLES_OF_GUILD})",  # noqa: S608  # as above
        user_id,
        guild_id,
    ):
        names |= dict.fromkeys(re.sub(r"\\(.)", r"\1", name) for name in _HOST_LINE.findall(row["said"]))
    return Traces(tuple(sorted(tables)), tuple(names))


async def users_of(database: Database, guild_id: int) -> frozenset[int]:
    """Return every user of whom anything is stored on the server."""
    rows = await database.fetch(_USERS, *[guild_id] * _USERS.count("?"))
    kept = {int(row["user_id"]) for row in rows}
    records = await database.fetch("SELECT record FROM tables WHERE guild_id = ?", guild_id)
    kept |= await asyncio.to_thread(lambda: {user for row in records for user in _users_in(_object(row["record"]))})
    for row in await database.fetch("SELECT offer FROM offers"):
        offer = _object(row["offer"])
        if offer.get("guild_id") == guild_id and isinstance(offer.get("user_id"), int):
            kept.add(offer["user_id"])
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


def _host_names(record: str, user_id: int) -> Iterable[str]:
    found = _object(record)
    if found.get("keeper") == user_id and isinstance(found.get("keeper_name"), str) and found["keeper_name"]:
        yield found["keeper_name"]


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
