"""What is kept of a user, as one JSON file for them alone: their characters, money, seats, and what they did, and when.

Nobody else is in it by name or id: of what others did only what moved the user's own money is told, without their
words.
"""

import asyncio
import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NotRequired, TypedDict

from bot.db import Database, Row
from bot.errors import PlayerError
from bot.privacy.traces import characters_of, guilds_to_cover, names_user, offers_of

MOST_BYTES = 8 << 20
"""What a file may hold, so that Discord takes it everywhere."""
_HISTORY = """
SELECT entries.at, entries.kind, entries.reason, entries.actor, entries.table_id, entries.hand,
    accounts.kind AS account,
    CASE WHEN transfers.target = accounts.id THEN transfers.amount ELSE -transfers.amount END AS amount
FROM accounts JOIN transfers ON transfers.source = accounts.id OR transfers.target = accounts.id
JOIN entries ON entries.id = transfers.entry_id
WHERE accounts.character_id = ? ORDER BY transfers.id
"""
_ACTIONS = """
SELECT actions.at, actions.table_id, tables.game, actions.hand, actions.seat, actions.how, actions.action, actions.typed
FROM actions JOIN tables ON tables.id = actions.table_id
WHERE actions.actor = ? AND tables.guild_id = ? ORDER BY actions.at, actions.table_id, actions.sequence
"""
_ENTRIES = """
SELECT entries.at, entries.kind, entries.reason, entries.table_id FROM entries
JOIN campaigns ON campaigns.id = entries.campaign_id WHERE entries.actor = ? AND campaigns.guild_id = ?
ORDER BY entries.id
"""
_PRESETS = """
SELECT presets.game, presets.name, presets.saved_at AS at FROM presets
JOIN campaigns ON campaigns.id = presets.campaign_id WHERE saved_by = ? AND campaigns.guild_id = ? ORDER BY saved_at
"""
_MATERIALS = """
SELECT game, deed, changed_at AS at FROM card_file_changes
JOIN campaigns ON campaigns.id = card_file_changes.campaign_id WHERE changed_by = ? AND campaigns.guild_id = ?
ORDER BY changed_at
"""


@dataclass(frozen=True, slots=True)
class OwnFile:
    """What is sent: the name of the file and what is in it."""

    name: str
    content: bytes


async def own_file(database: Database, user_id: int, guild_id: int | None, *, everywhere: bool, now: float) -> OwnFile:
    """Return what is kept of the user on this server (None in direct messages), or on all.

    Raises PlayerError for more than a file holds.
    """
    guilds = await guilds_to_cover(database, user_id, guild_id, everywhere=everywhere)
    preferences = await database.fetch("SELECT reminders FROM preferences WHERE user_id = ?", user_id)
    told = {
        "user": str(user_id),
        "made_at": _time(now),
        "mentioned_when_it_is_your_turn": bool(preferences[0]["reminders"]) if preferences else True,
        "servers": [await _server(database, user_id, one) for one in guilds],
    }
    return await asyncio.to_thread(_write, told)


def _write(told: object) -> OwnFile:
    content = json.dumps(told, ensure_ascii=False, indent=1).encode()
    if len(content) <= MOST_BYTES:
        return OwnFile("shadowport-about-you.json", content)
    content = gzip.compress(content)
    if len(content) > MOST_BYTES:
        raise PlayerError("There is more of you here than a file on Discord holds: ask whoever runs this bot for it.")
    return OwnFile("shadowport-about-you.json.gz", content)


async def _server(database: Database, user_id: int, guild_id: int) -> dict[str, object]:
    characters = await characters_of(database, guild_id, user_id)
    return {
        "server": str(guild_id),
        "characters": [await _character(database, row, user_id) for row in characters],
        "tables": await _tables(database, user_id, guild_id),
        "actions": [_action(row) for row in await database.fetch(_ACTIONS, user_id, guild_id)],
        "money_you_moved": [_plain(row) for row in await database.fetch(_ENTRIES, user_id, guild_id)],
        "presets_you_saved": [_plain(row) for row in await database.fetch(_PRESETS, user_id, guild_id)],
        "files_you_loaded": [_plain(row) for row in await database.fetch(_MATERIALS, user_id, guild_id)],
        "offers_open_to_you": len(await offers_of(database, guild_id, user_id)),
    }


async def _character(database: Database, row: Row, user_id: int) -> dict[str, object]:
    campaign = await database.fetch("SELECT name FROM campaigns WHERE id = ?", row["campaign_id"])
    purse = await database.fetch("SELECT balance FROM accounts WHERE id = ?", f"purse:{row['id']}")
    kits = await database.fetch("SELECT game, loadout FROM loadouts WHERE character_id = ?", row["id"])
    goods = await database.fetch(
        "SELECT game, kind, count(*) AS count FROM items WHERE character_id = ? GROUP BY game, kind ORDER BY 1, 2",
        row["id"],
    )
    return {
        "name": row["name"],
        "campaign": campaign[0]["name"],
        "is_kept_for_you": row["owner_id"] != user_id,
        "made_at": _time(row["created_at"]),
        "retired_at": None if row["retired_at"] is None else _time(row["retired_at"]),
        "sheet": json.loads(row["sheet"]),
        "purse": purse[0]["balance"] if purse else 0,
        "kits": [{"game": kit["game"], "kit": json.loads(kit["loadout"])} for kit in kits],
        "goods": [_plain(one) for one in goods],
        "money": [_line(line, user_id) for line in await database.fetch(_HISTORY, row["id"])],
    }


async def _tables(database: Database, user_id: int, guild_id: int) -> list[dict[str, object]]:
    rows = await database.fetch(
        "SELECT id, game, status, record FROM tables WHERE guild_id = ? AND record LIKE ? ORDER BY id",
        guild_id,
        f"%{user_id}%",
    )
    return [_table(row, user_id) for row in rows if names_user(row["record"], user_id)]


class _OwnChair(TypedDict):
    seat: int
    character_id: int
    stack: int
    user_id: int | None


class _OwnTable(TypedDict):
    opened_at: float
    chairs: NotRequired[list[_OwnChair]]
    keeper: NotRequired[int]
    opened_by: NotRequired[int]


def _table(row: Row, user_id: int) -> dict[str, object]:
    record: _OwnTable = json.loads(row["record"])
    seats = [chair for chair in record.get("chairs", ()) if chair.get("user_id") == user_id]
    return {
        "table": str(row["id"]),
        "game": row["game"],
        "status": row["status"],
        "opened_at": _time(record["opened_at"]),
        "you_keep_it": record.get("keeper") == user_id,
        "you_opened_it": (record.get("opened_by") or record.get("keeper")) == user_id,
        "seats": [{"seat": one["seat"], "character": str(one["character_id"]), "chips": one["stack"]} for one in seats],
    }


def _action(row: Row) -> dict[str, object]:
    return _plain(row) | {"action": json.loads(row["action"]), "typed": json.loads(row["typed"] or "{}")}


def _line(row: Row, user_id: int) -> dict[str, object]:
    """Return an entry of the ledger without the words that others typed."""
    line = _plain(row)
    is_own = line.pop("actor") == user_id
    return line if is_own else line | {"reason": ""}


def _plain(row: Row, numbers: Iterable[str] = ("table_id",)) -> dict[str, object]:
    """Return the row by its columns: times as text, large ids as text, since many programs round them."""
    plain = {name: row[name] for name in row.keys()}  # noqa: SIM118  # a row isn't a dict
    if "at" in plain:
        plain["at"] = _time(plain["at"])
    for name in numbers:
        if plain.get(name) is not None:
            plain[name] = str(plain[name])
    return plain


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
