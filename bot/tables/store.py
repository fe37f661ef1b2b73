"""The SQL of tables: one row a table, one a hand, one an action."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from bot.campaigns import Campaign
from bot.db import Database, Row, Statement, Value
from bot.engine import release
from bot.engine.game import Seat
from bot.engine.release import NewerRelease
from bot.errors import PlayerError, TooLate
from bot.shards import Shards
from bot.tables.hand.log import LogRow, texts_from_json
from bot.tables.hand.timing import due_at
from bot.tables.model import RECENT_ROWS, Record, Table
from bot.tables.stored_rules import MissingGame, game_of


class MovedOn(TooLate):
    """The refusal of a change of a table that isn't stored any more as it was read."""

    def __init__(self) -> None:
        super().__init__("The table has moved on. Look at its latest message.")


class UnreadableState(Exception):
    """The state of a hand that this version of its game can't read, although its record can be read."""

    def __init__(self, record: Record) -> None:
        super().__init__(f"table {record.id}: the state of hand {record.hand and record.hand.number} can't be read")
        self.record = record


def insert_table(table: Table, most: int) -> Statement:
    """Build the statement that writes a new table, unless that many are open on the server."""
    record = table.record
    return Statement(
        """
        INSERT INTO tables (id, campaign_id, guild_id, channel_id, game, status, version, due_at, record, state)
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
        WHERE (SELECT count(*) FROM tables WHERE guild_id = ? AND status = 'open') < ?
        """,
        (
            record.id,
            record.campaign_id,
            record.guild_id,
            record.channel_id,
            record.game,
            record.status,
            record.version,
            due_at(table),
            _stored(record),
            None,
            record.guild_id,
            most,
        ),
        otherwise=server_is_full(most),
        refusals={"one_open_table_a_channel": channel_is_taken()},
        campaign=record.campaign_id,
    )


def server_is_full(most: int) -> PlayerError:
    there_are = "1 table is" if most == 1 else f"{most} tables are"
    return PlayerError(f"{there_are} open on this server already: close one first.")


def channel_is_taken() -> PlayerError:
    return PlayerError(
        "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
    )


def save_table(before: Table, after: Table, state: str | None) -> Statement:
    """Build the statement that writes the table as its next version. `state` None keeps the stored state, unless that
    was of another game than is played there now.

    Columns that stay as they are aren't named, because naming one costs the upkeep of its indexes at every click.
    """
    record = after.record
    columns: dict[str, Value] = {"version": record.version, "record": _stored(record)}
    if state is not None:
        columns["state"] = without_deal(state, after.deal)
    elif after.state is None and after.spec.game is not before.spec.game:
        columns["state"] = None
    if (due := due_at(after)) != due_at(before):
        columns["due_at"] = due
    refusals: dict[str, Exception] = {}
    if (record.channel_id, record.status) != (before.record.channel_id, before.record.status):
        columns |= {"channel_id": record.channel_id, "status": record.status}
        refusals["one_open_table_a_channel"] = PlayerError("There is a table in that channel already.")
    changes = ", ".join(f"{name} = ?" for name in columns)
    return Statement(
        f"UPDATE tables SET {changes} WHERE id = ? AND version = ?",  # noqa: S608  # names of columns, from above
        (*columns.values(), record.id, before.record.version),
        otherwise=MovedOn,
        refusals=refusals,
        campaign=record.campaign_id,
    )


_IN_HANDS = '{"in":"hands"}'
"""The mark for a deal in a stored state. No state has a value that is written so."""


def without_deal(state: str, deal: str | None) -> str:
    """Return a state's JSON as its column has it: with `_IN_HANDS` for its deal, if that is the one in `hands`.

    Then the row fits into a page of SQLite, and a click writes fewer pages.
    """
    return state if deal is None else _replace_deal(state, deal, _IN_HANDS)


def with_deal(state: str, deal: str | None) -> str:
    """Return a state's JSON from its column, with its deal from `hands`. Rows of older databases have it already."""
    return state if deal is None else _replace_deal(state, _IN_HANDS, deal)


def _replace_deal(state: str, old: str, new: str) -> str:
    """Return a state's JSON with `new` for its first value of the name "deal", if that is `old`."""
    before, key, rest = state.partition('"deal":')
    return f"{before}{key}{new}{rest[len(old) :]}" if rest.startswith(old) else state


def _stored(record: Record) -> str:
    """Return the record's JSON, stamped as `bot/engine/release.py` does it. A click calls no other file for that."""
    text = record.to_json()
    return f"{release.MARK}{release.RELEASE},{text[1:]}" if release.RELEASE else text


def set_due(table: Table) -> Statement:
    """Build the statement that stores when the clock acts at an open table."""
    return Statement(
        "UPDATE tables SET due_at = ? WHERE id = ? AND status = 'open'", (due_at(table), table.id), touches=None
    )


def insert_hand(table: Table, at: float) -> Statement:
    """Build the statement that stores the exact input of a hand that begins."""
    record, hand = table.record, table.record.hand
    if hand is None or table.deal is None:
        raise LookupError("no hand begins here")
    return Statement(
        """
        INSERT INTO hands (campaign_id, table_id, number, revision, game, version, deal, open_seed, closed_seed,
            by_hand, status, started_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?)
        """,
        (
            record.campaign_id,
            record.id,
            hand.number,
            hand.revision,
            record.game,
            hand.version,
            table.deal,
            hand.seeds.open,
            hand.seeds.closed,
            int(hand.by_hand),
            at,
        ),
    )


def end_hand(table: Table, at: float, outcome: str | None) -> Statement:
    """Build the statement that ends a hand: settled with an outcome (JSON), or void. A table without the hand's deal
    found no row of it.
    """
    hand = table.record.hand
    if hand is None:
        raise LookupError("no hand ends here")
    return Statement(
        """
        UPDATE hands SET status = ?, ended_at = ?, outcome = ?
        WHERE table_id = ? AND number = ? AND revision = ? AND status = 'running'
        """,
        (hand.status, at, outcome, table.record.id, hand.number, hand.revision),
        touches=None if table.deal is None else 1,
    )


def insert_revision(table: Table, kept_until: int, at: float) -> tuple[Statement, ...]:
    """Build the statements that begin the hand in play again as its next revision, from the same input, with the rows
    of the one before up to a sequence number. A running revision before it is marked undone; a settled one has to be
    undone already.
    """
    hand = table.record.hand
    if hand is None:
        raise LookupError("no hand is taken up here")
    before = (table.id, hand.number, hand.revision - 1)
    undone = Statement(
        """
        UPDATE hands SET status = 'void', undone_at = ?, ended_at = ?
        WHERE table_id = ? AND number = ? AND revision = ? AND status = 'running'
        """,
        (at, at, *before),
        touches=None,
    )
    begun = Statement(
        """
        INSERT INTO hands (campaign_id, table_id, number, revision, game, version, deal, open_seed, closed_seed,
            by_hand, status, started_at, kept_until)
        SELECT campaign_id, table_id, number, ?, game, version, deal, ?, ?, by_hand, 'running', started_at, ?
        FROM hands WHERE table_id = ? AND number = ? AND revision = ? AND undone_at IS NOT NULL
        """,
        (hand.revision, hand.seeds.open, hand.seeds.closed, kept_until, *before),
    )
    return undone, begun


def read_table(record: Record, state: str | None, campaign: Campaign, deal: str | None) -> Table:
    """Build the table of a record, its stored state, and the deal of its hand. Raises UnreadableState for a hand of
    rules that are gone, and NewerRelease for one of rules that are newer than these.

    A finished hand is only shown, so an error in reading it never locks the table.
    """
    game, rules = game_of(record.game, record.rules, record.id, is_lost=record.is_lost)
    hand = record.hand
    written_by = max(hand.version if hand is not None else 0, record.carry_version or 0)
    if written_by > game.game.version and not isinstance(game.game, MissingGame):
        raise NewerRelease
    read: Any = None
    if hand is not None and (state is not None or hand.status == "running"):
        try:
            read = game.game.read(with_deal(state or "", deal), hand.version)
        except Exception as error:  # rules may fail anywhere; in a running hand it's raised
            if isinstance(error, ValueError) or hand.status != "running":
                raise UnreadableState(record) from error
            raise
    return Table(game, record, campaign, rules, read, deal=deal)


async def table_row(db: Database, table_id: int) -> Row | None:
    """Return the row of a table, if there is one."""
    rows = await db.fetch("SELECT * FROM tables WHERE id = ?", table_id)
    return rows[0] if rows else None


async def deal_of(db: Database, record: Record) -> str | None:
    """Return the stored deal (JSON) of a table's latest hand, if there is one."""
    hand = record.hand
    if hand is None:
        return None
    rows = await db.fetch(
        "SELECT deal FROM hands WHERE table_id = ? AND number = ? AND revision = ?",
        record.id,
        hand.number,
        hand.revision,
    )
    return rows[0]["deal"] if rows else None


async def open_table_in(db: Database, channel_id: int) -> int | None:
    """Return the id of the open table of a channel."""
    rows = await db.fetch("SELECT id FROM tables WHERE channel_id = ? AND status = 'open'", channel_id)
    return int(rows[0]["id"]) if rows else None


async def open_tables_of(db: Database, guild_id: int) -> list[int]:
    """Return the ids of the open tables of a server, oldest first."""
    rows = await db.fetch("SELECT id FROM tables WHERE guild_id = ? AND status = 'open' ORDER BY id", guild_id)
    return [int(row["id"]) for row in rows]


async def all_open_tables(db: Database, shards: Shards) -> tuple[int, ...]:
    """Return the ids of all open tables of servers that this process begins work for."""
    rows = await db.fetch(*shards.limited("SELECT id FROM tables WHERE status = 'open' AND served(guild_id)"))
    return tuple(sorted(int(row["id"]) for row in rows))


async def open_tables_in(db: Database, campaign_id: int) -> list[int]:
    """Return the ids of the open tables of a campaign."""
    rows = await db.fetch("SELECT id FROM tables WHERE campaign_id = ? AND status = 'open'", campaign_id)
    return [int(row["id"]) for row in rows]


async def due_tables(db: Database, shards: Shards, among: Collection[int]) -> list[tuple[float, int, int]]:
    """Return (moment, table, server) of every open table of these shards that the clock has something to do at."""
    sql = "SELECT due_at, id, guild_id FROM tables WHERE status = 'open' AND due_at IS NOT NULL AND served(guild_id)"
    rows = await db.fetch(*shards.limited(sql, among=among))
    return [(row["due_at"], row["id"], row["guild_id"]) for row in rows]


async def undue_tables(db: Database, shards: Shards, among: Collection[int]) -> list[tuple[int, int]]:
    """Return (table, server) of the open tables of these shards that the clock has nothing to do at: paused ones, and
    hands without a clock.
    """
    sql = "SELECT id, guild_id FROM tables WHERE status = 'open' AND due_at IS NULL AND served(guild_id)"
    rows = await db.fetch(*shards.limited(sql, among=among))
    return [(int(row["id"]), int(row["guild_id"])) for row in rows]


async def tables_with_autopilot(db: Database, shards: Shards, among: Collection[int]) -> list[int]:
    """Return the ids of the open tables of these shards with an NPC on autopilot. Quotes in what people write are
    escaped in JSON, so no name can imitate one.
    """
    sql = "SELECT id FROM tables WHERE status = 'open' AND record LIKE ? AND served(guild_id)"
    rows = await db.fetch(*shards.limited(sql, '%"pilot":{"temper"%', among=among))
    return sorted(int(row["id"]) for row in rows)


async def log_of(db: Database, table_id: int, hand: int) -> list[LogRow]:
    """Return every log row of one hand in order, undone ones included."""
    # By any other order SQLite walks through the whole log of the table instead of the hand's part of its index.
    rows = await db.fetch(
        "SELECT * FROM actions WHERE table_id = ? AND hand = ? ORDER BY hand, revision, sequence", table_id, hand
    )
    # A hand that was taken up again and again has hundreds: they are read beside the event loop.
    return await asyncio.to_thread(lambda: sorted(map(LogRow.of, rows), key=lambda row: row.sequence))


async def hand_rows(db: Database, table_id: int, number: int) -> list[Row]:
    """Return every revision of a hand, the first one first; none for a hand that never was."""
    return await db.fetch("SELECT * FROM hands WHERE table_id = ? AND number = ? ORDER BY revision", table_id, number)


async def names_at(db: Database, table_id: int) -> dict[Seat, str]:
    """Return the name of each character that has or had a seat at the table, by seat."""
    rows = await db.fetch(
        """
        SELECT accounts.seat, characters.name FROM accounts JOIN characters ON characters.id = accounts.character_id
        WHERE accounts.table_id = ? AND accounts.kind = 'seat'
        """,
        table_id,
    )
    return {row["seat"]: row["name"] for row in rows}


async def recent_rows(db: Database, table_id: int) -> tuple[LogRow, ...]:
    """Return the last rows of the log that everyone may know something of, oldest first. Those from before the last
    change of house rules are left out: they were by other rules.
    """
    rows = await db.fetch(
        "SELECT * FROM actions WHERE table_id = ? ORDER BY sequence DESC LIMIT ?", table_id, RECENT_ROWS
    )
    found: list[LogRow] = []
    for row in map(LogRow.shown, rows):
        if row.is_public:
            found.insert(0, row)
        if row.changes_rules:
            break
    return tuple(found)


async def texts_of(db: Database, table_id: int, hand: int) -> dict[str, str]:
    """Return the text that people typed for a hand, by tokens, as far as it can be read."""
    rows = await db.fetch(
        "SELECT typed FROM actions WHERE table_id = ? AND hand = ? AND typed IS NOT NULL", table_id, hand
    )
    found: dict[str, str] = {}
    for row in rows:
        with suppress(ValueError):
            found |= texts_from_json(row["typed"])
    return found
