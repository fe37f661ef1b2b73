"""Who was forgotten stays forgotten: what an older backup still has of them is registered to go again.

Of whoever was forgotten only a salted digest of the id is left. It is held against every user of whom the backup has
anything; the bot forgets them at its next start.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.db import CannotOpen, open_database
from bot.privacy.erasures import digest_of
from bot.privacy.traces import users_of, users_with_wishes

_KNOWN = "SELECT guild_id, user_id, salt, digest, asked_at FROM erasures"
_AGAIN = (
    "INSERT INTO erasures (guild_id, user_id, salt, digest, asked_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)


def forget_again(present: Path, copy: Path) -> int:
    """Register in the copy whom the present database has forgotten since; how many of them the copy knows.

    Nothing is done where the present database can't be read any more.
    """
    try:
        known = asyncio.run(_read(present))
    except (CannotOpen, sqlite3.Error, UnicodeDecodeError):
        return 0
    with closing(sqlite3.connect(copy)) as file:
        there = {row[0] for row in file.execute("SELECT digest FROM erasures")}
    missing = [row for row in known if row[3] not in there]
    again = asyncio.run(_meant(copy, missing)) if missing else []
    if again:
        with closing(sqlite3.connect(copy)) as file, file:
            file.executemany(_AGAIN, again)
    return len(again)


async def _read(present: Path) -> list[tuple[Any, ...]]:
    async with await open_database(f"sqlite:///{present}", read_only=True) as opened:
        return [tuple(row[at] for at in range(5)) for row in await opened.fetch(_KNOWN)]


async def _meant(copy: Path, missing: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The erasures with the ids that they are about, of those users that the copy knows."""
    async with await open_database(f"sqlite:///{copy}", read_only=True) as opened:
        wishing = await users_with_wishes(opened)
        users = {guild_id: wishing | await users_of(opened, guild_id) for guild_id in {row[0] for row in missing}}
    return [
        (guild_id, user_id, salt, digest, at)
        for guild_id, _, salt, digest, at in missing
        for user_id in users[guild_id]
        if digest_of(salt, guild_id, user_id) == digest
    ]
