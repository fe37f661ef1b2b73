"""Forgetting a user on a server: a request is a row, and every batch after it may be the last one before a kill.

No name and no typed text is in a deal, a state, a digest or an event. So forgetting empties the characters' rows, the
columns that the user typed into, and their id wherever it stands; what happened stays. A salted digest of the id is
kept, by which a backup from before is made to forget again when it is restored.

A user may ask for many servers at once. The process that serves a server does the work there: it finds the row within
seconds, or when it takes the server's shard.
"""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from bot.campaigns import NOBODY, name_key
from bot.clock import Clock
from bot.db import Database, Row, Statement, log_unexpected
from bot.engine.game import Item
from bot.engine.skills import Sheet
from bot.errors import TryAgain
from bot.ledger import Entry, Transfer, accounts, items, post
from bot.privacy.traces import OF_GUILD, characters_of, guilds_of, tables_naming
from bot.shards import NotServed
from bot.tables.hand.log import texts_from_json
from bot.tables.hand.timing import with_gms_clock
from bot.tables.model import Table
from bot.tables.service import TableService

log = logging.getLogger(__name__)
FORMER_PLAYER = "a former player"
"""The name of a character whose player was forgotten."""
_PAGE = 200
"""Rows that are changed in one transaction."""
_KIND = "forgotten"
_REASON = "Left behind by a former player"
_AT_ONCE = 500
_ASK = """
INSERT INTO erasures (id, guild_id, user_id, salt, digest, asked_at)
VALUES ((SELECT next_number(coalesce(max(id), 0), 1) FROM erasures), ?, ?, ?, ?, ?)
ON CONFLICT (guild_id, user_id) WHERE user_id IS NOT NULL DO NOTHING
"""
_ACTIONS = """
SELECT actions.table_id, actions.sequence FROM actions JOIN tables ON tables.id = actions.table_id
WHERE actions.actor = ? AND tables.guild_id = ? ORDER BY actions.table_id, actions.sequence LIMIT ?
"""
_DEALS = """
SELECT actions.table_id, actions.sequence, actions.typed, accounts.seat FROM accounts
JOIN characters ON characters.id = accounts.character_id
JOIN campaigns ON campaigns.id = characters.campaign_id
JOIN actions ON actions.table_id = accounts.table_id
WHERE characters.owner_id = ? AND campaigns.guild_id = ? AND accounts.kind = 'seat' AND actions.seat IS NULL
    AND actions.typed IS NOT NULL AND actions.hand IS NOT NULL
"""
_SEATS = """
SELECT accounts.table_id FROM characters
JOIN campaigns ON campaigns.id = characters.campaign_id
JOIN accounts ON accounts.character_id = characters.id AND accounts.kind = 'seat'
JOIN tables ON tables.id = accounts.table_id AND tables.status = 'open'
WHERE characters.owner_id = ? AND campaigns.guild_id = ?
"""
_ENTRIES = """
SELECT entries.id FROM entries JOIN campaigns ON campaigns.id = entries.campaign_id
WHERE actor = ? AND guild_id = ? ORDER BY entries.id LIMIT ?
"""
_UNDER_WAY = """
SELECT id, guild_id, user_id FROM erasures WHERE user_id IS NOT NULL AND served(guild_id) ORDER BY id
"""
_LEFT_BEHIND = """
SELECT characters.campaign_id, characters.id, campaigns.guild_id FROM characters
JOIN campaigns ON campaigns.id = characters.campaign_id
WHERE characters.name = ? AND characters.campaign_id NOT IN (SELECT campaign_id FROM purges) AND (
    EXISTS (SELECT 1 FROM accounts WHERE character_id = characters.id AND kind = 'purse' AND balance > 0)
    OR EXISTS (SELECT 1 FROM items WHERE holder = 'character:' || characters.id)
) AND served(campaigns.guild_id)
"""
_PRESETS = """
SELECT campaign_id, game, presets.name_key, saved_by FROM presets JOIN campaigns ON campaigns.id = campaign_id
WHERE guild_id = ?
"""
_UNSIGNED = """
UPDATE card_file_changes SET changed_by = 0
WHERE changed_by = ? AND campaign_id IN (SELECT id FROM campaigns WHERE guild_id = ?)
"""
_NO_TEXT = "UPDATE actions SET typed = NULL WHERE table_id = ? AND sequence = ?"
_NO_TEXT_OR_ACTOR = "UPDATE actions SET actor = NULL, typed = NULL WHERE table_id = ? AND sequence = ?"


@dataclass(frozen=True, slots=True)
class Erasure:
    """A user who is being forgotten on a server."""

    id: int
    guild_id: int
    user_id: int


def digest_of(salt: str, guild_id: int, user_id: int) -> str:
    """Return the salted hash by which an erased user's id is recognized in an older backup."""
    return hashlib.sha256(f"{salt}:{guild_id}:{user_id}".encode()).hexdigest()


class Forgetting:
    """Registers users to be forgotten, and forgets them on the servers that this process serves, one after the
    other.
    """

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock
        self._shards = tables.store.shards
        self._lock = asyncio.Lock()
        self._tried: frozenset[int] = frozenset()
        """The erasures that this process has begun with."""

    async def ask(self, user_id: int, guild_ids: Iterable[int]) -> bool:
        """Forget the user on these servers, as far as this process can do that now. Return True if all of that is
        done; the rest waits for hands and tournaments that they are in.
        """
        guilds = tuple(dict.fromkeys(guild_ids))
        if not guilds:
            await self._db.apply(Statement.delete("preferences", "user_id = ?", user_id))
        await self._db.apply(*(_request(guild_id, user_id, self._clock.now()) for guild_id in guilds))
        return await self.go_on(user_id=user_id)

    async def go_on(self, *, user_id: int | None = None) -> bool:
        """Do what can be done now for all who are to be forgotten, or for that user. Return True if nothing is left."""
        async with self._lock:
            meant = [one for one in await self._under_way() if user_id in {None, one.user_id}]
            self._tried |= {one.id for one in meant}
            done = [await self._try_to_forget(erasure) for erasure in meant]
            await self._clear_up()
            if meant:
                # What was overwritten goes from the files too; maintenance asks again while a reader holds that up.
                await self._db.settle()
        return all(done)

    async def _clear_up(self) -> None:
        """Take what an undone hand may have given back to a character whose player was forgotten long ago."""
        for row in await self._db.fetch(*self._shards.limited(_LEFT_BEHIND, FORMER_PLAYER)):
            with suppress(NotServed), self._shards.working(row["guild_id"]):
                await _take_money(self._db, self._clock, row["campaign_id"], row["id"])
                await _take_items(self._db, self._clock, row["campaign_id"], row["id"])

    async def is_asked_for(self) -> bool:
        """Return True if a server of this process has an erasure that it hasn't begun with."""
        return any(one.id not in self._tried for one in await self._under_way())

    async def elsewhere(self, user_id: int) -> int:
        """Count the servers on which another process has still to forget the user."""
        rows = await self._db.fetch("SELECT guild_id FROM erasures WHERE user_id = ?", user_id)
        return sum(not self._shards.serves(row["guild_id"]) for row in rows)

    def forget_tries(self) -> None:
        """Forget what this process has begun with: another one may have gone on with it."""
        self._tried = frozenset()

    async def waiting_at(self) -> frozenset[int]:
        """Return the tables at which something is left to do."""
        found = [await self._db.fetch(_SEATS, one.user_id, one.guild_id) for one in await self._under_way()]
        return frozenset(row["table_id"] for rows in found for row in rows)

    async def _under_way(self) -> list[Erasure]:
        rows = await self._db.fetch(*self._shards.limited(_UNDER_WAY))
        return [Erasure(row["id"], row["guild_id"], row["user_id"]) for row in rows]

    async def _try_to_forget(self, erasure: Erasure) -> bool:
        """Return True if the user is forgotten; an error there doesn't hold up the others."""
        try:
            return await self._forget(erasure)
        except TryAgain:
            return False
        except Exception as error:  # noqa: BLE001  # the others are gone through, and this one is tried again
            log_unexpected(log, error, "erasure %s could not be finished", erasure.id)
            return False

    async def _forget(self, erasure: Erasure) -> bool:
        """Forget a user. Every step may be repeated, and finds what the last one has left."""
        await self._apply(erasure, *await self._retirement(erasure), *await self._own_rows(erasure))
        ids = frozenset(int(row["id"]) for row in await characters_of(self._db, erasure.guild_id, erasure.user_id))
        tables = await tables_naming(self._db, erasure.guild_id, erasure.user_id, ids)
        waits = [table_id for table_id in tables if not await self._try_table(erasure, table_id, ids)]
        await self._forget_typed(erasure)
        if waits or any([await _still_at_a_table(self._db, character_id) for character_id in ids]):
            return False
        await self._apply(
            erasure, *(Statement("UPDATE characters SET owner_id = ? WHERE id = ?", (NOBODY, one)) for one in ids)
        )
        # Looked for only now: of two processes that finish the last two servers, the later one finds nothing left.
        await self._apply(
            erasure,
            *await self._preferences(erasure),
            Statement("UPDATE erasures SET user_id = NULL, done_at = ? WHERE id = ?", (self._clock.now(), erasure.id)),
        )
        return True

    async def _apply(self, erasure: Erasure, *statements: Statement) -> None:
        """Write for the erasure's server. Raises NotServed once another process serves it, which goes on then."""
        with self._shards.working(erasure.guild_id):
            await self._db.apply(*statements)

    async def _retirement(self, erasure: Erasure) -> list[Statement]:
        """Return the statements that take the characters' names, sheets and loadouts. The owner goes last of all."""
        statements: list[Statement] = []
        former = (erasure.user_id, FORMER_PLAYER, name_key(FORMER_PLAYER), Sheet().to_json())
        for row in await characters_of(self._db, erasure.guild_id, erasure.user_id):
            if row["name"] == FORMER_PLAYER and row["owner_id"] == erasure.user_id:
                continue
            statements += [
                Statement.delete("active_characters", "character_id = ?", row["id"]),
                Statement.delete("claims", "character_id = ?", row["id"]),
                Statement.delete("loadouts", "character_id = ?", row["id"]),
                *(
                    Statement.delete(relation, "campaign_id = ? AND character_id = ?", row["campaign_id"], row["id"])
                    for relation in ("rolls", "proposals")
                ),
                Statement(
                    "UPDATE characters SET owner_id = ?, name = ?, name_key = ?, sheet = ?, template = NULL, "
                    "retired_at = coalesce(retired_at, ?) WHERE id = ?",
                    (*former, int(self._clock.now()), row["id"]),
                ),
            ]
        return statements

    async def _own_rows(self, erasure: Erasure) -> list[Statement]:
        """Return the statements that delete the user's own rows and take their id from rows that others need."""
        user_id, guild_id = erasure.user_id, erasure.guild_id
        presets = await self._db.fetch(_PRESETS, guild_id)
        own = [row for row in presets if row["saved_by"] == user_id]
        taken = {str(row["name_key"]) for row in presets}
        free = (name for at in count(1) if name_key(name := f"House rules {at}") not in taken)
        return [
            *(_unnamed_preset(row, next(free)) for row in own),
            # An offer of another person may name the preset that they chose.
            *(
                Statement.delete("offers", "campaign_id = ?", campaign)
                for campaign in {int(row["campaign_id"]) for row in own}
            ),
            # Invitations and votes name other people too.
            Statement.delete(
                "offers", "guild_id = ? AND (user_id = ? OR offer LIKE ?)", guild_id, user_id, f"%{user_id}%"
            ),
            Statement.delete("nudges", f"user_id = ? AND {OF_GUILD}", user_id, guild_id),
            Statement.delete("claims", f"user_id = ? AND {OF_GUILD}", user_id, guild_id),
            Statement.delete("pending_imports", "user_id = ? AND guild_id = ?", user_id, guild_id),
            Statement.delete("proposals", "user_id = ? AND guild_id = ?", user_id, guild_id),
            Statement(_UNSIGNED, (user_id, guild_id), touches=None),
        ]

    async def _preferences(self, erasure: Erasure) -> tuple[Statement, ...]:
        """Return the statement that deletes the preferences, which hold on all servers, with the last of them."""
        if set(await guilds_of(self._db, erasure.user_id)) - {erasure.guild_id}:
            return ()
        return (Statement.delete("preferences", "user_id = ?", erasure.user_id),)

    async def _try_table(self, erasure: Erasure, table_id: int, characters: Collection[int]) -> bool:
        """Return True if the table is finished; an error there doesn't hold up the others."""
        try:
            return await self._leave(erasure, table_id, characters)
        except TryAgain:
            return False
        except Exception as error:  # noqa: BLE001  # the others are gone through, and this one is tried again
            log_unexpected(log, error, "table %s still names a user whose data was to be deleted", table_id)
            return False

    async def _leave(self, erasure: Erasure, table_id: int, characters: Collection[int]) -> bool:
        """Take the user from a table's seats and record. Return False while a hand or a tournament needs them."""
        store = self._tables.store
        if (await store.look(table_id)).is_open:
            await self._tables.seating.gone(table_id, characters)
        await store.refresh(table_id)
        async with store.locked(table_id) as table:
            is_waiting = _is_needed(table, erasure.user_id, characters)
            record = table.record.without_host(erasure.user_id)
            record = record if is_waiting else record.without_user(erasure.user_id)
            if record != table.record:
                await store.commit(table, with_gms_clock(table.evolve_to(record), self._clock.now()))
            return not is_waiting

    async def _forget_typed(self, erasure: Erasure) -> None:
        """Empty what the user typed into the log and the ledger, and their id there. Their actions stay."""
        user_id, guild_id = erasure.user_id, erasure.guild_id
        deals = await self._db.fetch(_DEALS, user_id, guild_id)
        named = [row for row in deals if _is_of_loadout(row["typed"], row["seat"])]
        for at in range(0, len(named), _PAGE):
            await self._empty_actions(erasure, _NO_TEXT, named[at : at + _PAGE])
        while rows := await self._db.fetch(_ACTIONS, user_id, guild_id, _PAGE):
            await self._empty_actions(erasure, _NO_TEXT_OR_ACTOR, rows)
        while rows := await self._db.fetch(_ENTRIES, user_id, guild_id, _PAGE):
            sql = "UPDATE entries SET actor = NULL, reason = '' WHERE id = ?"
            await self._apply(erasure, *(Statement(sql, (row["id"],)) for row in rows))

    async def _empty_actions(self, erasure: Erasure, sql: str, rows: list[Row]) -> None:
        await self._apply(erasure, *(Statement(sql, (row["table_id"], row["sequence"])) for row in rows))
        for table_id in {int(row["table_id"]) for row in rows}:
            await self._tables.store.refresh(table_id)


def _request(guild_id: int, user_id: int, at: float) -> Statement:
    """Register that the user is to be forgotten there; nothing if they are already."""
    salt = secrets.token_hex(16)
    return Statement(_ASK, (guild_id, user_id, salt, digest_of(salt, guild_id, user_id), at), touches=None)


def _unnamed_preset(row: Row, name: str) -> Statement:
    """Give a preset that the user saved a name of the bot's own; the house rules are the campaign's."""
    return Statement(
        "UPDATE presets SET name = ?, name_key = ?, saved_by = 0 WHERE campaign_id = ? AND game = ? AND name_key = ?",
        (name, name_key(name), row["campaign_id"], row["game"], row["name_key"]),
    )


def _is_of_loadout(typed: str, seat: int) -> bool:
    """Tell whether one of the typed texts of a deal is of that seat's loadout, or can't be read. The token of a reason
    has no point.
    """
    try:
        return any(token.startswith(f"{seat}.") for token in texts_from_json(typed))
    except ValueError:
        return True


def _is_needed(table: Table, user_id: int, characters: Collection[int]) -> bool:
    """Tell whether a user still sits there, is in the hand in play, or may still win a prize that they paid for."""
    hand, record = table.record.hand, table.record
    if any(chair.character_id in characters for chair in record.chairs):
        return True
    if table.is_open and record.prize > 0 and any(one.character_id in characters for one in record.entered):
        return True
    return table.in_hand and hand is not None and user_id in hand.people


async def _take_money(db: Database, clock: Clock, campaign_id: int, character_id: int) -> None:
    purse, house = accounts.purse(character_id), accounts.house(campaign_id)
    rows = await db.fetch("SELECT balance, last_transfer FROM accounts WHERE id = ?", purse)
    if not rows or not rows[0]["balance"]:
        return
    transfers = (Transfer(purse, house, int(rows[0]["balance"])),)
    key = f"forgotten:{character_id}:{rows[0]['last_transfer']}"
    await db.apply(*post(Entry(key, campaign_id, _KIND, _REASON, None, clock.now(), transfers)))


async def _take_items(db: Database, clock: Clock, campaign_id: int, character_id: int) -> None:
    holder = items.Holder.character(character_id)
    while rows := await db.fetch(
        "SELECT id, kind, last_move FROM items WHERE holder = ? AND campaign_id = ? ORDER BY id LIMIT ?",
        holder.name,
        campaign_id,
        _AT_ONCE,
    ):
        goods = [Item(id=str(row["id"]), kind=row["kind"]) for row in rows]
        key = f"forgotten:goods:{character_id}:{rows[0]['last_move']}"
        entry = Entry(key, campaign_id, _KIND, _REASON, None, clock.now(), ())
        await db.apply(*post(entry), *items.move_items(entry, goods, holder, items.NOBODY))


async def _still_at_a_table(db: Database, character_id: int) -> bool:
    """Return True if the character still has chips or items at a table."""
    rows = await db.fetch(
        """
        SELECT 1 FROM accounts WHERE character_id = ? AND kind = 'seat'
            AND (balance > 0 OR EXISTS (SELECT 1 FROM items WHERE items.holder = accounts.id)) LIMIT 1
        """,
        character_id,
    )
    return bool(rows)
