"""The table store: one lock per table, tables in play cached in memory, and every change one transaction. A table whose
record can't be read is put together again from the ledger and the log.
"""

import asyncio
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, TypedDict

from pydantic import JsonValue

from bot.campaigns import Bankroll, Campaign, Pace, Person, Right, is_gm
from bot.clock import Clock
from bot.db import Database, Ids, Row, Statement
from bot.engine.game import DEALER, Item, Seat
from bot.engine.release import unstamped
from bot.engine.rng import SEED_BYTES
from bot.engine.words import NO_PICTURES
from bot.errors import NotFound, PlayerError, TooLate
from bot.games import spec_of
from bot.ledger import Balance, accounts, balances, paid_into
from bot.ledger.items import items_at
from bot.shards import Shards
from bot.tables.events import Voided
from bot.tables.hand.ending import finish, void_hand
from bot.tables.hand.engine import FIRST_SOURCE, Cause, HandEngine, RngFactory, StepResult, committed_rng
from bot.tables.hand.log import LogRow
from bot.tables.hand.notes import log_note
from bot.tables.hand.timing import set_deadline, with_gms_clock
from bot.tables.model import Chair, Entered, HandRecord, How, Record, Seeds, Table
from bot.tables.rights import require, with_role_of
from bot.tables.store import (
    UnreadableState,
    deal_of,
    names_at,
    read_table,
    recent_rows,
    save_table,
    set_due,
    table_row,
    texts_of,
)

log = logging.getLogger(__name__)
MOST_CACHED = 2000
"""Tables in memory at a time; the others are read when they are needed."""


class CampaignSource(Protocol):
    """The source of a table's campaign."""

    async def get(self, campaign_id: int) -> Campaign: ...


@dataclass(frozen=True, slots=True)
class Click:
    """A person's action at a table: who, where, when, and Discord's id of the interaction."""

    person: Person
    guild_id: int
    channel_id: int
    key: str
    at: float
    turn: int | None = None
    """The turn that the message showed which was clicked; None for a command."""
    is_private: bool = False
    """Whether only this person sees where it was done: on a private message, or by a command for many tables."""

    def again(self, number: int) -> "Click":
        """Return the same click for one more seat, with a key of its own."""
        return replace(self, key=f"{self.key}.{number}")

    def cause(self, how: How = "click") -> Cause:
        """Return the cause that the click's action is logged with."""
        return Cause(self.key, self.key, how, self.at, self.person.user_id)


def new_seeds() -> Seeds:
    """Draw the two seeds of a hand."""
    return Seeds(open=secrets.token_hex(SEED_BYTES), closed=secrets.token_hex(SEED_BYTES))


class TableStore:
    """Loads, locks, saves and caches tables, and notifies listeners of changes."""

    def __init__(
        self,
        db: Database,
        campaigns: CampaignSource,
        clock: Clock,
        ids: Ids,
        *,
        chances: RngFactory = committed_rng,
        seeds: Callable[[], Seeds] = new_seeds,
        symbols: Mapping[str, str] = NO_PICTURES,
        shards: Shards | None = None,
    ) -> None:
        self.db, self.campaigns, self.clock, self.ids = db, campaigns, clock, ids
        self.shards = shards or Shards()
        self.dealer = HandEngine(chances)
        self.seeds = seeds
        self._symbols = symbols
        self.changed: list[Callable[[Table | None, Table], None]] = []
        """Called after each commit with the table before it (None for a new one) and as it is now."""
        self.forgotten: list[Callable[[int], None]] = []
        """Called with the id of a campaign whose settings have changed."""
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._forgotten = 0
        self._locks: dict[int, asyncio.Lock] = {}
        self._waiting: dict[int, int] = {}

    async def look(self, table_id: int) -> Table:
        """Return the table as it is now, for reading. Raises NotFound."""
        if kept := self._kept.get(table_id):
            return kept
        async with self.locked(table_id) as table:
            return table

    @asynccontextmanager
    async def locked(self, table_id: int) -> AsyncGenerator[Table, None]:
        """Yield the table, locked until the end of the block. Raises NotServed for a table of a server that another
        process serves.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        self._waiting[table_id] = self._waiting.get(table_id, 0) + 1
        try:
            async with lock:
                yield self._kept.get(table_id) or await self._load(table_id)
        finally:
            self._waiting[table_id] -= 1
            if not self._waiting[table_id]:
                del self._waiting[table_id], self._locks[table_id]

    @asynccontextmanager
    async def clicked(
        self, table_id: int, click: Click, right: Right | None = None, seat: Seat | None = None
    ) -> AsyncGenerator[Table, None]:
        """Yield the table locked for a person with that right, and for the seat they name, as `admitted` returns it."""
        async with self.locked(table_id) as table:
            known = admitted(table, click, seat)
            if known.record.keeper_is_gm != table.record.keeper_is_gm:
                # Also where the click is refused: a choice would wait for a host who is gone.
                known = await self.commit(table, with_gms_clock(known, self.clock.now()))
            if right is not None:
                require(right, click.person, known)
            try:
                yield known
            except PlayerError as refusal:
                # The channel may belong to another campaign by now, with another currency.
                refusal.write(table.money_voice.money, table.money_voice.fill_escaped)
                raise

    async def meet(self, table_id: int, click: Click, seat: Seat | None = None) -> Table:
        """Bring a person's role at the table up to date with a click that changes nothing else, and return the
        table.
        """
        async with self.clicked(table_id, click, seat=seat) as table:
            return table

    async def commit(
        self,
        before: Table,
        after: Table,
        *statements: Statement,
        rows: tuple[LogRow, ...] = (),
        state: str | None = None,
    ) -> Table:
        """Write the change in one transaction and remember it. Raises the refusals of its statements, and then nothing
        has changed.

        A cancelled caller waits until the change is written or refused, so the next one to lock the table sees the
        truth.
        """
        after = after.written(before.record.version + 1, rows)
        logged = [row.insert() for row in rows]
        writing = asyncio.ensure_future(self.db.apply(save_table(before, after, state), *logged, *statements))
        writing.add_done_callback(partial(self._written, before, after))
        await _wait_to_the_end(writing)
        return after

    def _written(self, before: Table, after: Table, writing: asyncio.Future[None]) -> None:
        """Update the cache after a write: the caller may be gone, and after a failed batch the table has to be read
        again.
        """
        if writing.cancelled() or writing.exception():
            self._kept.pop(before.id, None)
        else:
            self._remember(before, after)

    async def finished(self, before: Table, turn: StepResult, cause: Cause) -> StepResult:
        """Commit a step with all that follows from it."""
        done = finish(before, turn, cause, dealer=self.dealer, seeds=self.seeds)
        return done.at(await self.commit(before, done.table, *done.statements, rows=done.rows, state=done.state))

    def began(self, table: Table) -> None:
        """Remember a table that was just written for the first time."""
        self._remember(None, table)

    async def refresh(self, table_id: int) -> Table:
        """Read again what a table shows besides its record: names and typed text, which others may have changed."""
        async with self.locked(table_id) as table:
            return await self.commit(table, await self._remembering(table))

    async def release(self, shards: frozenset[int]) -> None:
        """Drop the tables of these shards, which this process no longer serves. When this returns, no block has one
        locked: blocks that begin later are refused.
        """
        self._drop(shards)
        await self.shards.rest(shards)
        for table_id, lock in list(self._locks.items()):
            kept = self._kept.get(table_id)
            if kept is None or self.shards.of(kept.record.guild_id) in shards:
                async with lock:
                    pass
        # What was read before the first drop has been kept after it.
        self._drop(shards)

    def _drop(self, shards: frozenset[int]) -> None:
        for table_id, table in list(self._kept.items()):
            if self.shards.of(table.record.guild_id) in shards:
                del self._kept[table_id]

    def forget_campaign(self, campaign_id: int) -> None:
        """Drop the cached tables of a campaign whose settings have changed."""
        for table_id in [key for key, table in self._kept.items() if table.record.campaign_id == campaign_id]:
            del self._kept[table_id]
        self._forgotten += 1
        for listener in self.forgotten:
            listener(campaign_id)

    async def replan(self, table_id: int) -> Table:
        """Store again when the clock acts at the table, after its campaign's idle days or the host's rights may have
        changed.
        """
        async with self.locked(table_id) as table:
            after = with_gms_clock(table, self.clock.now())
            if after.record != table.record:
                return await self.commit(table, after, set_due(after))
            await self.db.apply(set_due(table))
            return table

    def _remember(self, before: Table | None, table: Table) -> None:
        # What was forgotten while it was being written stays forgotten: its campaign has changed.
        if before is None or before.id in self._kept:
            self._keep(table)
        for listener in self.changed:
            try:
                listener(before, table)
            except Exception:
                log.exception("a listener failed at a change of table %s", table.id)

    def _keep(self, table: Table) -> None:
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        if not table.is_open:
            del self._kept[table.id]
        while len(self._kept) > MOST_CACHED:
            self._kept.popitem(last=False)

    def pictured(self, table: Table) -> Table:
        """Return a table that was just made or read, with Discord's pictures."""
        return replace(table, symbols=self._symbols)

    async def _load(self, table_id: int) -> Table:
        forgotten = self._forgotten
        row = await table_row(self.db, table_id)
        if row is None:
            raise NotFound("That table is gone.")
        with self.shards.working(row["guild_id"]):
            return await self._read(row, forgotten)

    async def _read(self, row: Row, forgotten: int) -> Table:
        """Read a table of a server that this process serves, and keep it unless its campaign has changed meanwhile."""
        campaign = await self.campaigns.get(row["campaign_id"])
        record = await self._record(row)
        deal = await deal_of(self.db, record)
        try:
            table = await self._remembering(read_table(record, row["state"], campaign, deal))
        except UnreadableState as error:
            return await self._without_hand(error, campaign)
        if forgotten == self._forgotten:
            self._keep(table)
        return table

    async def _remembering(self, table: Table) -> Table:
        """Return a table that was just read, with images, its names, its latest events and the hand's typed text."""
        hand = table.record.hand
        typed = {} if hand is None else await texts_of(self.db, table.id, hand.number)
        names, rows = await names_at(self.db, table.id), await recent_rows(self.db, table.id)
        return replace(self.pictured(table), names=names, recent=rows, typed=typed)

    async def _record(self, row: Row) -> Record:
        try:
            return Record.from_json(unstamped(row["record"]))
        except ValueError:
            log.exception("the record of table %s can't be read: nothing more is played there", row["id"])
            return await _salvage_record(self.db, row, self.seeds(), self.clock.now())

    async def _without_hand(self, error: UnreadableState, campaign: Campaign) -> Table:
        """Void a hand that nobody can read any more: the seats keep the chips they had before it."""
        table = await self._remembering(Table.without_state(error.record, campaign))
        if table.in_hand:
            log.error("the hand is void: %s", error, exc_info=error)
            cause = Cause(f"void:{table.hand_id}", "void", "clock", self.clock.now())
            ended = void_hand(table, self.seeds(), cause)
            after, row = log_note(ended.table, cause, Voided(by="unreadable"), *ended.events)
            table = await self.commit(table, set_deadline(table, after, None, cause.at), *ended.statements, rows=(row,))
        self._keep(table)
        return table


async def _wait_to_the_end(writing: asyncio.Future[None]) -> None:
    """Wait for a write to end, however often the caller is cancelled, and only then raise the cancellation."""
    cancelled: asyncio.CancelledError | None = None
    while not writing.done():
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError as error:
            cancelled = error
        except Exception:  # noqa: BLE001  # raised again below
            break
    if cancelled is not None:
        raise cancelled
    writing.result()


def is_here(table: Table, click: Click, seat: Seat | None = None) -> bool:
    """Tell whether a click reaches the table: it comes from the table's server and channel. A GM also reaches it from
    the GM channel and from private messages, and the host reaches the GM's own seat (`seat`) from the GM channel.
    """
    if table.record.guild_id != click.guild_id:
        return False
    if table.record.channel_id == click.channel_id:
        return True
    is_gms = click.channel_id == table.campaign.settings.gm_channel_id
    return (is_gms and seat == DEALER) or ((is_gms or click.is_private) and is_gm(table.campaign, click.person))


def admitted(table: Table, click: Click, seat: Seat | None = None) -> Table:
    """Return the table that a click reaches (`is_here`), with the clicker's role there brought up to date. Raises
    NotFound for any other, and TooLate for a closed one: a button's id is no secret.
    """
    if not is_here(table, click, seat):
        raise NotFound("That table isn't in this channel.")
    if not table.is_open:
        raise TooLate("This table is closed.")
    return with_role_of(table, click.person)


async def _salvage_record(database: Database, row: Row, seeds: Seeds, now: float) -> Record:
    """Build a record from a row of `tables`, the ledger and the log; `seeds` are those of a next hand, which there
    won't be.
    """
    table_id = int(row["id"])
    book = [held for held in await balances(database, row["campaign_id"]) if held.table_id == table_id]
    seats = {accounts.seat_in(held.account): held for held in book if held.kind == "seat"}
    goods = await items_at(database, table_id)
    logged = await database.fetch(
        "SELECT max(sequence) AS sequence, max(turn) AS turn, max(at) AS at FROM actions WHERE table_id = ?", table_id
    )
    last = logged[0]
    at = now if last["at"] is None else float(last["at"])
    return Record(
        id=table_id,
        campaign_id=row["campaign_id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        rules="{}",
        pace=Pace(),
        status=row["status"],
        version=row["version"],
        turn=last["turn"] or 0,
        sequence=last["sequence"] or 0,
        hand=await _salvage_hand(database, table_id),
        seeds=seeds,
        bank=sum(held.balance for held in book if held.kind == "bank"),
        bankroll=await _salvage_backer(database, table_id, row["game"]),
        reserve=sum(held.balance for held in book if held.kind == "reserve"),
        prize=sum(held.balance for held in book if held.kind == "prize"),
        entered=await _salvage_entrants(database, table_id),
        chairs=tuple(
            [
                await _salvage_chair(database, seat, held, tuple(goods.get(seat, ())))
                for seat, held in sorted(seats.items(), key=lambda item: item[0])
                if held.balance or seat in goods
            ]
        ),
        next_seat=max(seats, default=0) + 1,
        opened_at=at,
        touched_at=at,
        is_lost=True,
        **_salvage_ids(row["record"]),
    )


async def _salvage_chair(database: Database, seat: Seat, held: Balance, wager: tuple[Item, ...]) -> Chair:
    """Build the chair of an account at a table, with all its money as the stack."""
    who = await database.fetch("SELECT id, owner_id FROM characters WHERE id = ?", held.character_id)
    return Chair(
        seat=seat,
        character_id=who[0]["id"],
        user_id=who[0]["owner_id"],
        stack=held.balance,
        wager=wager,
    )


async def _salvage_backer(database: Database, table_id: int, game: str) -> Bankroll | None:
    """Return the bank's owner, by the source of its coins, or None where there was no bank.

    A limited bank is filled as its table opens: a bank with coins only from the seats was endless.
    """
    rows = await database.fetch(
        """
        SELECT kind FROM transfers JOIN accounts ON accounts.id = transfers.source
        WHERE transfers.target = ? AND kind <> 'seat' ORDER BY transfers.id LIMIT 1
        """,
        accounts.bank(table_id),
    )
    backers: dict[str, Bankroll] = {"house": "house", "party": "party", "reserve": "endless"}
    if rows:
        return backers.get(rows[0]["kind"])
    try:
        return "endless" if spec_of(game).game.is_banked else None
    except NotFound:
        return None


async def _salvage_entrants(database: Database, table_id: int) -> tuple[Entered, ...]:
    """Return the characters who have paid into the prize that lies there: it returns to them."""
    payers = await paid_into(database, accounts.prize(table_id))
    return tuple(
        Entered(seat=payer.seat, character_id=payer.character_id) for payer in payers if payer.seat is not None
    )


async def _salvage_hand(database: Database, table_id: int) -> HandRecord | None:
    rows = await database.fetch(
        "SELECT * FROM hands WHERE table_id = ? ORDER BY number DESC, revision DESC LIMIT 1", table_id
    )
    if not rows:
        return None
    hand = rows[0]
    return HandRecord(
        number=hand["number"],
        revision=hand["revision"],
        seeds=Seeds(open=hand["open_seed"], closed=hand["closed_seed"]),
        source=FIRST_SOURCE.hex(),
        status=hand["status"],
        version=hand["version"],
        by_hand=bool(hand["by_hand"]),
    )


class _SalvagedIds(TypedDict):
    message_id: int | None
    keeper: int


def _salvage_ids(text: str) -> _SalvagedIds:
    """Return the message's id and the host's id, where they can still be read."""
    try:
        stored: JsonValue = json.loads(text)
    except ValueError:
        stored = None
    found: dict[str, JsonValue] = stored if isinstance(stored, dict) else {}
    message, keeper = (found.get(name) for name in ("message_id", "keeper"))
    return {"message_id": message if type(message) is int else None, "keeper": keeper if type(keeper) is int else 0}
