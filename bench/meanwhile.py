"""The slowest work of a bot for one server, all at once and again and again, while clicks are measured elsewhere.

NPCs on autopilot play, at tables where the GM deals. The GM exports the campaign with its history. A player has the
wallets charted. Others bet at tables with boards, where each click makes a new one. A campaign is deleted, and its rows
are purged. Both histories are one hand of the NPCs, copied thousands of times.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self

from bench.room import BETS, Room, roulette_table, the_message
from playground.people import Answer, Form, Player, Seen

NPC_TABLES, NPCS, BOARDS = 4, 3, 3
"""Tables of NPCs, NPCs at each of them, and tables with boards."""
LOG_ROWS = 20_000
"""Rows of the log in the campaign that is exported."""
PURGED_ROWS = 6_000
"""Rows of the log in each campaign that is deleted. It has a third as many entries of the ledger."""
_ROWS_OF_AN_ENTRY = 3
_APART = 0.5
"""Seconds between two of a kind: the bot refuses people who ask for more than three things a second."""
_BUSY_SECONDS = 30.0
_ENDED_WITHIN = 120.0
"""Seconds; a safety net."""
_OLD = "The old campaign"
_REMOVES = "Remove bets"
_DEALS = ("Deal", "Next hand")
_NPC_MOVES = """
SELECT count(*) AS rows FROM actions
WHERE how = 'npc' AND table_id IN (SELECT id FROM tables WHERE campaign_id = ? AND status = 'open')
"""
_ROWS = """
SELECT (SELECT count(*) FROM actions WHERE table_id IN (SELECT id FROM tables WHERE campaign_id = :campaign))
    + (SELECT count(*) FROM hands WHERE table_id IN (SELECT id FROM tables WHERE campaign_id = :campaign))
    + (SELECT count(*) FROM transfers WHERE campaign_id = :campaign)
    + (SELECT count(*) FROM entries WHERE campaign_id = :campaign) AS rows
"""


@dataclass
class Done:
    """How much was done, and in how many seconds."""

    seconds: float = 0.0
    exports: int = 0
    charts: int = 0
    boards: int = 0
    npc_moves: int = 0
    purged_rows: int = 0
    export_bytes: int = 0


@dataclass
class Meanwhile:
    """A context in which all of it goes on, in the first server of the room."""

    here: Room
    campaign: int
    boards: list[Seen]
    npc_tables: list[Seen]
    hand: sqlite3.Row
    """The hand that is copied."""
    purged_rows: int
    done: Done = field(default_factory=Done)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])
    _ends: bool = False
    _began: float = 0.0
    _moves: int = 0
    _old: int = 0
    """The campaign that is deleted."""
    _rows: int = 0

    @classmethod
    async def prepared(cls, here: Room, log_rows: int = LOG_ROWS, purged_rows: int = PURGED_ROWS) -> Self:
        """Open the tables, wait for a hand of the NPCs to be over, and copy it into the campaign's history."""
        await _done(here.gm.slash(here.channel, "campaign setup", look="boards"))
        boards = [
            await roulette_table(here, f"board {number}", here.players[number : number + 1]) for number in range(BOARDS)
        ]
        npc_tables = [await _npc_table(here, number) for number in range(NPC_TABLES)]
        (campaign,) = _read(here.database, "SELECT id FROM campaigns WHERE guild_id = ?", here.guilds[0].id)
        settled = "SELECT * FROM hands WHERE status = 'settled' AND campaign_id = ?"
        async with asyncio.timeout(_ENDED_WITHIN):
            while not (hands := _read(here.database, settled, campaign["id"])):
                await _deal(here.gm, npc_tables)
                await asyncio.sleep(_APART)
        await asyncio.to_thread(_fill, here.database, hands[0], campaign["id"], log_rows)
        # A wallet that never changed has no chart.
        await _done(here.gm.slash(here.channel, "bank grant", amount="5", to="The whole party", reason="for the chart"))
        return cls(here, campaign["id"], boards, npc_tables, hands[0], purged_rows)

    async def __aenter__(self) -> Self:
        """Begin with everything. The rows of a campaign are on their way when this returns."""
        form = await self._old_campaign()
        self._rows = await self._count(_ROWS, self._old)
        self._moves = await self._count(_NPC_MOVES, self.campaign)
        self._began, self._ends = time.perf_counter(), False
        kinds = [self._export, self._chart, self._npcs, *(partial(self._bet, *each) for each in enumerate(self.boards))]
        self._tasks = [asyncio.create_task(self._again(kind)) for kind in kinds]
        await _done(self.here.gm.submit(form, {form.fields[0].label: _OLD}))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Count what was done, and let the rest come to its end."""
        self.done.seconds += time.perf_counter() - self._began
        self.done.npc_moves += await self._count(_NPC_MOVES, self.campaign) - self._moves
        self.done.purged_rows += self._rows - await self._count(_ROWS, self._old)
        self._ends = True
        await asyncio.gather(*self._tasks)
        until = time.perf_counter() + _ENDED_WITHIN
        while time.perf_counter() < until:
            if not await self._count("SELECT count(*) AS rows FROM campaigns WHERE id = ?", self._old):
                return
            await asyncio.sleep(_APART)
        raise RuntimeError("the deleted campaign is still there")

    async def _again(self, kind: Callable[[], Awaitable[object]]) -> None:
        while not self._ends:
            began = time.perf_counter()
            await kind()
            await asyncio.sleep(max(0.0, began + _APART - time.perf_counter()))

    async def _export(self) -> None:
        answer = await _done(self.here.gm.slash(self.here.channel, "campaigns export", history=True))
        if not self._ends:
            self.done.exports += 1
            self.done.export_bytes = len(_file(answer))

    async def _chart(self) -> None:
        answer = await _done(self.here.players[0].slash(self.here.channel, "wallet chart"))
        self.done.charts += bool(_file(answer)) and not self._ends

    async def _bet(self, number: int, table: Seen) -> None:
        """Bet, or remove the bets: the board is another one each time."""
        images = set(table.files)
        bet = next(one for label in (_REMOVES, BETS) for one in table.buttons if one.label.startswith(label))
        await self.here.players[number].press(table, bet.custom_id)
        await asyncio.sleep(_APART)
        self.done.boards += len(set(table.files) - images) * (not self._ends)

    async def _npcs(self) -> None:
        await _deal(self.here.gm, self.npc_tables)

    async def _old_campaign(self) -> Form:
        """Return the form that deletes a campaign with a long history, filled with all but its name."""
        here = self.here
        await _done(here.gm.slash(here.channel, "campaigns create", name=_OLD))
        (old,) = _read(
            here.database, "SELECT id FROM campaigns WHERE guild_id = ? AND name = ?", here.guilds[0].id, _OLD
        )
        self._old = old["id"]
        await asyncio.to_thread(_fill, here.database, self.hand, self._old, self.purged_rows)
        page = the_message((await _done(here.gm.slash(here.channel, "campaigns delete", campaign=_OLD))).message)
        form = (await here.gm.click(page, "Delete it for good…")).modal
        if form is None:
            raise RuntimeError("no form opened")
        return form

    async def _count(self, sql: str, campaign: int) -> int:
        (row,) = await asyncio.to_thread(_read, self.here.database, sql, campaign)
        return row["rows"]


async def _done(answer: Answer) -> Answer:
    """Wait for the whole answer. Raises RuntimeError for one that failed."""
    async with asyncio.timeout(_ENDED_WITHIN):
        await answer.interaction.concluded
    if answer.failed:
        raise RuntimeError("a command failed")
    return answer


def _file(answer: Answer) -> bytes:
    if answer.message is None or not answer.message.message.attachments:
        raise RuntimeError(f"there was no file: {answer.text}")
    return answer.message.message.attachments[0].content


async def _npc_table(here: Room, number: int) -> Seen:
    """Return a table of NPCs that take as little time as they ever do."""
    channel = here.add_channel(f"npcs-{number}")
    answer = await here.gm.slash(channel, "pilok open", preset="high stakes", clock="15s")
    for name in (f"Npc {number}.{seat}" for seat in range(NPCS)):
        await _done(here.gm.slash(channel, "npc new", template="shark", name=name))
        await _done(here.gm.slash(channel, "npc seat", npc=name))
        await _done(here.gm.slash(channel, "npc autopilot", npc=name, style="reckless", skill="expert"))
        await asyncio.sleep(2 * _APART)
    return the_message(answer.message)


async def _deal(gm: Player, tables: list[Seen]) -> None:
    for table in tables:
        if any(table.find(label) for label in _DEALS):
            await gm.click(table, next(label for label in _DEALS if table.find(label)))


def _read(file: Path, sql: str, *args: Any) -> list[sqlite3.Row]:
    with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS)) as database:
        database.row_factory = sqlite3.Row
        return database.execute(sql, args).fetchall()


def _fill(file: Path, hand: sqlite3.Row, campaign: int, rows: int) -> None:
    """Copy a hand with its rows of the log to a closed table of the campaign, and give the ledger entries.

    One table is the worst case: an export may read only the part of its log that a hand has.
    """
    with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS)) as database, database:
        database.row_factory = sqlite3.Row
        place = (hand["table_id"], hand["number"])
        table = database.execute("SELECT * FROM tables WHERE id = ?", place[:1]).fetchone()
        actions = database.execute("SELECT * FROM actions WHERE table_id = ? AND hand = ?", place).fetchall()
        (first,) = database.execute("SELECT min(id) FROM tables").fetchone()
        (guild,) = database.execute("SELECT guild_id FROM campaigns WHERE id = ?", (campaign,)).fetchone()
        copy, hands = first - 1, rows // len(actions)
        closed = {"guild_id": guild, "status": "closed", "due_at": None, "state": None}
        _insert(database, "tables", {**table, "id": copy, "campaign_id": campaign, **closed})
        for number in range(1, hands + 1):
            own = {"table_id": copy, "campaign_id": campaign}
            ended = hand["ended_at"] - hands + number
            _insert(database, "hands", {**hand, **own, "number": number, "ended_at": ended})
            for sequence, action in enumerate(actions, start=(number - 1) * len(actions) + 1):
                again = {"sequence": sequence, "key": f"copy {copy} {sequence}", "hand": number}
                _insert(database, "actions", {**action, **own, **again})
        _pay(database, campaign, rows // _ROWS_OF_AN_ENTRY, int(hand["ended_at"]))
        database.commit()
        # Else the bot's next commit would have to move all of this into the file.
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _pay(database: sqlite3.Connection, campaign: int, entries: int, at: int) -> None:
    """Pay a coin from the mint to the house, so many times."""
    for kind in ("mint", "house"):
        owner = (f"{kind}:{campaign}", campaign, kind)
        database.execute("INSERT INTO accounts (id, campaign_id, kind) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", owner)
    ids = [f"{kind}:{campaign}" for kind in ("mint", "house")]
    (mint, house) = (database.execute("SELECT balance FROM accounts WHERE id = ?", (one,)).fetchone()[0] for one in ids)
    (entry,) = database.execute("SELECT coalesce(max(id), 0) FROM entries").fetchone()
    (transfer,) = database.execute("SELECT coalesce(max(id), 0) FROM transfers").fetchone()
    for number in range(1, entries + 1):
        about = {"key": f"copy {campaign} {number}", "kind": "grant", "reason": "", "at": at, "size": 1}
        _insert(database, "entries", {"id": entry + number, "campaign_id": campaign, **about})
        way = {"source": ids[0], "target": ids[1], "amount": 1, "line": 1}
        after = {"source_after": mint - number, "target_after": house + number}
        row = {"id": transfer + number, "entry_id": entry + number, "campaign_id": campaign}
        _insert(database, "transfers", {**row, **way, **after})


def _insert(database: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
