"""What is kept of a user, as one JSON file for them alone: the documents of their campaigns restricted to their
characters, and what they did and typed, and when.

Nobody else is in it by name or id: of what others did only what moved the user's own money is there, without their
words.
"""

import asyncio
import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from bot.db import Database, Row
from bot.errors import PlayerError
from bot.portability.parts import read_parts, snapshot_of
from bot.privacy.traces import characters_of, guilds_to_cover, names_user
from bot.tables.events import events_from_json, is_tables
from bot.tables.hand.log import texts_from_json

MOST_BYTES = 8 << 20
"""What a file may hold, so that Discord takes it everywhere."""
_HISTORY = """
SELECT entries.at, entries.kind, CASE WHEN entries.actor = ? THEN entries.reason ELSE '' END AS reason,
    entries.table_id, entries.hand, accounts.kind AS account,
    CASE WHEN transfers.target = accounts.id THEN transfers.amount ELSE -transfers.amount END AS amount
FROM accounts JOIN transfers ON transfers.source = accounts.id OR transfers.target = accounts.id
JOIN entries ON entries.id = transfers.entry_id
WHERE accounts.character_id = ? ORDER BY transfers.id
"""
_DONE: Mapping[str, str] = {
    "actions": """
        SELECT actions.at, actions.table_id, tables.game, actions.hand, actions.seat, actions.how, actions.action,
            actions.events, actions.typed
        FROM actions JOIN tables ON tables.id = actions.table_id
        WHERE actions.actor = ? AND tables.guild_id = ? ORDER BY actions.at, actions.table_id, actions.sequence
        """,
    "money_you_moved": """
        SELECT entries.at, entries.kind, entries.reason, entries.table_id FROM entries
        JOIN campaigns ON campaigns.id = entries.campaign_id WHERE entries.actor = ? AND campaigns.guild_id = ?
        ORDER BY entries.id
        """,
    "presets_you_saved": """
        SELECT presets.game, presets.name, presets.saved_at AS at FROM presets
        JOIN campaigns ON campaigns.id = presets.campaign_id WHERE saved_by = ? AND campaigns.guild_id = ?
        ORDER BY saved_at
        """,
    "tables_that_you_were_written_about": """
        SELECT nudges.table_id, tables.game FROM nudges JOIN tables ON tables.id = nudges.table_id
        WHERE user_id = ? AND tables.guild_id = ? ORDER BY nudges.table_id
        """,
    "files_you_loaded": """
        SELECT game, deed, changed_at AS at FROM card_file_changes
        JOIN campaigns ON campaigns.id = card_file_changes.campaign_id WHERE changed_by = ? AND campaigns.guild_id = ?
        ORDER BY changed_at
        """,
    "skills_and_coins_you_proposed": """
        SELECT proposal, made_at AS at FROM proposals WHERE user_id = ? AND guild_id = ? ORDER BY made_at
        """,
}
"""The rows about what a user did on a server."""
_TABLES = "SELECT id, game, status, record FROM tables WHERE guild_id = ? AND record LIKE ? ORDER BY id"


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
    preferences = await database.fetch("SELECT reminders, direct FROM preferences WHERE user_id = ?", user_id)
    told = {
        "user": str(user_id),
        "made_at": _time(now),
        "mentioned_when_it_is_your_turn": bool(preferences[0]["reminders"]) if preferences else True,
        "written_to_when_a_table_waits": bool(preferences[0]["direct"]) if preferences else False,
        "servers": [await _server(database, user_id, one, now) for one in guilds],
    }
    return await asyncio.to_thread(_write, told)


def _write(told: object) -> OwnFile:
    content = json.dumps(told, ensure_ascii=False, indent=1).encode()
    if len(content) <= MOST_BYTES:
        return OwnFile("shadowport-about-you.json", content)
    content = gzip.compress(content)
    if len(content) > MOST_BYTES:
        raise PlayerError("Your data is too large for a file on Discord. Ask the person who runs this bot for it.")
    return OwnFile("shadowport-about-you.json.gz", content)


async def _server(database: Database, user_id: int, guild_id: int, now: float) -> dict[str, object]:
    own = sorted(await characters_of(database, guild_id, user_id), key=lambda row: row["campaign_id"])
    characters: list[dict[str, object]] = []
    for campaign_id, rows in groupby(own, key=lambda row: int(row["campaign_id"])):
        characters += await _characters(database, user_id, campaign_id, list(rows), now)
    names = {row["id"]: row["name"] for row in own}
    tables = await database.fetch(_TABLES, guild_id, f"%{user_id}%")
    done = {name: await database.fetch(sql, user_id, guild_id) for name, sql in _DONE.items()}
    offers = await database.fetch(
        "SELECT id FROM offers WHERE guild_id = ? AND (user_id = ? OR offer LIKE ?)", guild_id, user_id, f"%{user_id}%"
    )
    return {
        "server": str(guild_id),
        "characters": characters,
        "tables": [_table(row, user_id, names) for row in tables if names_user(row["record"], user_id)],
        **{name: [_plain(row) for row in rows] for name, rows in done.items()},
        "offers_open_to_you": len(offers),
    }


async def _characters(
    database: Database, user_id: int, campaign_id: int, rows: Sequence[Row], now: float
) -> list[dict[str, object]]:
    """Return the user's part of a campaign's document, each character with its money over time."""
    snapshot = await asyncio.to_thread(snapshot_of, await read_parts(database, campaign_id), now)
    return [
        {
            **snapshot.people[row["id"]],
            "campaign": snapshot.document["name"],
            "is_kept_for_you": row["owner_id"] != user_id,
            "money": [_plain(line) for line in await database.fetch(_HISTORY, user_id, row["id"])],
        }
        for row in rows
        if row["id"] in snapshot.people
    ]


def _table(row: Row, user_id: int, names: Mapping[int, str]) -> dict[str, object]:
    record = json.loads(row["record"])
    seats = [chair for chair in record.get("chairs", ()) if chair.get("user_id") == user_id]
    return {
        "table": str(row["id"]),
        "game": row["game"],
        "status": row["status"],
        "opened_at": _time(record["opened_at"]),
        "you_keep_it": record.get("keeper") == user_id,
        "you_opened_it": (record.get("opened_by") or record.get("keeper")) == user_id,
        "seats": [
            {"seat": one["seat"], "character": names.get(one["character_id"], ""), "chips": one["stack"]}
            for one in seats
        ],
    }


def _plain(row: Row) -> dict[str, object]:
    """Return the row by its columns: times as text, and large ids too, since many programs round them."""
    return {name: _written(name, value) for name, value in dict(row).items()}


def _written(name: str, value: Any) -> object:
    """Return a column's value as the file has it; None where it can't be read."""
    if value is None or name == "table_id":
        return None if value is None else str(value)
    try:
        match name:
            case "at":
                return _time(value)
            case "action" | "proposal":
                return json.loads(value)
            case "typed":  # a deal has texts of all loadouts too, by "seat.token"
                return {token: text for token, text in texts_from_json(value).items() if "." not in token}
            case "events":  # the moves of a hand are in `action`
                return [one.event.to_dict()["event"] for one in events_from_json(value) if is_tables(one.event)]
            case _:
                return value
    except (TypeError, ValueError):
        return None


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
