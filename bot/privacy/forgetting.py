"""Forgetting a user on a server: their characters retire and lose their names, their seats get up, and nothing that is
kept names them any more. The book and the log stay as they add up, done by nobody that is known.

What was asked for is a row first. All that follows can be broken off anywhere and begun again, and is done at once but
for hands that are on: those end first.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.campaigns import NOBODY, name_key
from bot.clock import Clock
from bot.db import Database, Row, Statement, log_unexpected
from bot.engine.skills import Sheet
from bot.privacy.erasures import (
    Erasure,
    asked,
    called_otherwise,
    finished,
    mentioned,
    named,
    named_in_bold,
    names_in,
    tells_apart,
    under_way,
)
from bot.privacy.forgotten_log import forget_entries
from bot.privacy.forgotten_purse import is_waiting, left_behind
from bot.privacy.forgotten_table import ForgottenTables
from bot.privacy.forgotten_words import forget_words, tables_that_tell
from bot.privacy.traces import characters_of, guilds_of, offers_of, traces_of
from bot.tables.service import TableService

log = logging.getLogger(__name__)
_OF_GUILD = "campaign_id IN (SELECT id FROM campaigns WHERE guild_id = ?)"


class Forgetting:
    """Registers whom to forget, and does it; one user after the other."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock
        self._pages = ForgottenTables(db, tables, clock)
        self._lock = asyncio.Lock()

    async def ask(self, user_id: int, guild_ids: Iterable[int], *, known_as: Collection[str] = ()) -> bool:
        """Forget the user on these servers, and do at once what can be done now. `known_as` is what they are called
        on Discord at the moment. Whether all is done; the rest is done when the hands that are on have ended.
        """
        at, guilds = self._clock.now(), tuple(dict.fromkeys(guild_ids))
        wishes = () if guilds else await self._preferences(user_id)
        await self._db.apply(*(asked(guild_id, user_id, at) for guild_id in guilds), *wishes)
        return await self.go_on(user_id=user_id, known_as=known_as)

    async def go_on(self, *, user_id: int | None = None, known_as: Collection[str] = ()) -> bool:
        """Do what can be done now for everybody who is to be forgotten, or for that user; whether nothing is left."""
        async with self._lock:
            meant = [one for one in await under_way(self._db) if user_id in {None, one.user_id}]
            done = [await self._forgotten(erasure, known_as) for erasure in meant]
            if meant:
                # What was overwritten is to go from the files, not only from the tables in them; the caretaker sees to
                # it that it does, where somebody reads just now.
                await self._db.settle()
        return all(done)

    async def waiting_at(self) -> frozenset[int]:
        """The tables at which something is left to be done."""
        return frozenset(row["table_id"] for row in await self._db.fetch("SELECT table_id FROM erased_tables"))

    async def _forgotten(self, erasure: Erasure, known_as: Collection[str]) -> bool:
        if not erasure.is_gathered:
            erasure = await self._gathered(erasure, known_as)
        rows = await self._db.fetch("SELECT table_id FROM erased_tables WHERE erasure_id = ?", erasure.id)
        left = [row["table_id"] for row in rows if not await self._tried(erasure, row["table_id"])]
        for row in await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", erasure.guild_id):
            names = await names_in(self._db, erasure, row["id"])
            await forget_entries(self._db, erasure, row["id"], names)
            await forget_words(self._db, row["id"], names)
        for row in await self._characters(erasure):
            await left_behind(self._db, self._clock, row)
            left += [row["id"]] if await is_waiting(self._db, row["id"]) else []
        if left:
            return False
        await self._db.apply(*finished(erasure, self._clock.now()))
        return True

    async def _tried(self, erasure: Erasure, table_id: int) -> bool:
        """Whether the table is done with; one that makes trouble holds up none of the others."""
        try:
            if not await self._pages.forget(erasure, table_id):
                return False
        except Exception as error:  # noqa: BLE001  # the others are gone through, and this one is tried again
            log_unexpected(log, error, "table %s still names a person who asked to be forgotten", table_id)
            return False
        gone = "DELETE FROM erased_tables WHERE erasure_id = ? AND table_id = ?"
        await self._db.apply(Statement(gone, (erasure.id, table_id), touches=None))
        return True

    async def _characters(self, erasure: Erasure) -> list[Row]:
        return await self._db.fetch(
            "SELECT id, campaign_id FROM characters WHERE id IN ("
            "SELECT character_id FROM erased_characters WHERE erasure_id = ?)",
            erasure.id,
        )

    async def _gathered(self, erasure: Erasure, known_as: Collection[str]) -> Erasure:
        """Note what there is of the user, and take away at once what is theirs alone."""
        user_id, guild_id, at = erasure.user_id, erasure.guild_id, self._clock.now()
        rows = await characters_of(self._db, guild_id, user_id)
        first = len(erasure.characters) + 1
        parting: list[Statement] = []
        for number, row in enumerate(rows, first):
            parting += _parted(erasure, row, erasure.character(number), int(at))
        await self._db.apply(*parting)
        traces = await traces_of(self._db, erasure.id, guild_id, user_id)
        campaigns = await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", guild_id)
        known = next(one for one in await under_way(self._db) if one.id == erasure.id)
        called: list[Statement] = []
        for row in campaigns:
            others = await called_otherwise(self._db, known, row["id"])
            called += mentioned(erasure, row["id"])
            for name in filter(None, dict.fromkeys((*traces.names, *known_as))):
                told = named if tells_apart(name, others) else named_in_bold
                called += told(erasure, row["id"], name, erasure.pseudonym)
        await self._db.apply(
            *called,
            *(_gone("offers", "id = ?", offer) for offer in await offers_of(self._db, guild_id, user_id)),
            *_theirs(guild_id, user_id),
            *await self._preferences(user_id),
        )
        tables = dict.fromkeys(traces.tables)
        for row in campaigns:
            names = await names_in(self._db, known, row["id"])
            tables |= dict.fromkeys(await tables_that_tell(self._db, row["id"], names))
        await self._db.apply(
            *(_told_at(erasure, table_id) for table_id in tables),
            Statement("UPDATE erasures SET gathered_at = ? WHERE id = ?", (at, erasure.id)),
        )
        return replace(known, is_gathered=True)

    async def _preferences(self, user_id: int) -> tuple[Statement, ...]:
        """What they wish for everywhere goes once they are forgotten everywhere."""
        asked_at = {one.guild_id for one in await under_way(self._db) if one.user_id == user_id}
        if set(await guilds_of(self._db, user_id)) - asked_at:
            return ()
        return (_gone("preferences", "user_id = ?", user_id),)


def _parted(erasure: Erasure, row: Row, pseudonym: str, at: int) -> tuple[Statement, ...]:
    """A character that is nobody's from now on: retired, without name, sheet or kits."""
    return (
        Statement(
            "INSERT INTO erased_characters (erasure_id, character_id, name, pseudonym) VALUES (?, ?, ?, ?)",
            (erasure.id, row["id"], row["name"], pseudonym),
        ),
        *named(erasure, row["campaign_id"], row["name"], pseudonym),
        _gone("active_characters", "character_id = ?", row["id"]),
        _gone("claims", "character_id = ?", row["id"]),
        _gone("kits", "character_id = ?", row["id"]),
        Statement(
            "UPDATE characters SET owner_id = ?, name = ?, name_key = ?, sheet = ?, template = NULL, "
            "retired_at = coalesce(retired_at, ?) WHERE id = ?",
            (NOBODY, pseudonym, name_key(pseudonym), Sheet().to_json(), at, row["id"]),
        ),
    )


def _theirs(guild_id: int, user_id: int) -> tuple[Statement, ...]:
    """What says on whose word something was kept, and what was kept for them alone."""
    return (
        _gone("claims", f"user_id = ? AND {_OF_GUILD}", user_id, guild_id),
        _gone("arrivals", "user_id = ? AND guild_id = ?", user_id, guild_id),
        Statement(f"UPDATE presets SET saved_by = 0 WHERE saved_by = ? AND {_OF_GUILD}", (user_id, guild_id), None),  # noqa: S608  # fixed parts
        Statement(
            f"UPDATE materials_changes SET changed_by = 0 WHERE changed_by = ? AND {_OF_GUILD}",  # noqa: S608  # as above
            (user_id, guild_id),
            None,
        ),
    )


def _told_at(erasure: Erasure, table_id: int) -> Statement:
    sql = "INSERT INTO erased_tables (erasure_id, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    return Statement(sql, (erasure.id, table_id), touches=None)


def _gone(relation: str, which: str, *args: int) -> Statement:
    return Statement(f"DELETE FROM {relation} WHERE {which}", args, touches=None)  # noqa: S608  # names from above
