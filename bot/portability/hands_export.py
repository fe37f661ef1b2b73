"""The history for a campaign's file and the file of one table's hands: ledger entries and finished hands.

Both come newest first. They hold nothing of a hand in play, in none of its revisions, and never the seeds of a next
hand. They tell no more than the GM's log: of hands that the exporting person's own characters were in, only what
everyone saw. No Discord user is named.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.campaigns import Fact, Person, Right
from bot.db import Database, Row
from bot.errors import NotFound
from bot.portability.hands_file import ALONE, FORMAT, VERSION, compact_json, with_sum, write_revision
from bot.portability.reading import MOST_BYTES
from bot.tables.gm_log import has_gm_log, were_in
from bot.tables.model import Table
from bot.tables.rights import require

_ENTRIES_AT_ONCE = 500
HANDS_AT_ONCE = 32
"""Hands that one query reads."""
PIECE = 65_536
"""Bytes that are written without a rest, in some 5 ms. A click that comes meanwhile waits for no more than that."""
REST = 0.01
"""Seconds of the machine's own time between two of these: the processor belongs to the clicks."""
LINES = ",\n"
"""Between the values of a list in the file."""
_FRAME = 250
"""Bytes that the file takes besides."""
_ENTRIES = """
SELECT told.*, transfers.amount, transfers.source, transfers.target, sources.character_id AS source_of,
    targets.character_id AS target_of
FROM (
    SELECT id, at, kind, reason, table_id, hand FROM entries WHERE campaign_id = ? AND id <= ? ORDER BY id DESC LIMIT ?
) AS told LEFT JOIN transfers ON transfers.entry_id = told.id
LEFT JOIN accounts AS sources ON sources.id = transfers.source
LEFT JOIN accounts AS targets ON targets.id = transfers.target
ORDER BY told.id DESC, transfers.line
"""
_TOLD = ("at", "kind", "reason", "table_id", "hand")
_HANDS = """
SELECT table_id, number, max(revision) AS revision, max(ended_at) AS ended_at,
    count(*) - count(ended_at) AS running
FROM hands WHERE table_id IN (SELECT id FROM tables WHERE campaign_id = ?) GROUP BY table_id, number
ORDER BY max(ended_at) DESC, table_id DESC, number DESC
"""
_REVISIONS = "SELECT * FROM hands WHERE {hands} ORDER BY revision"
# The bound of `revision` and the sign keep SQLite from going through the whole log of a table.
_ACTIONS = """
SELECT table_id, hand, revision, sequence, key, turn, how, seat, action, cause, at, draws, digest, events, seals, typed
FROM actions WHERE {hands} ORDER BY +sequence
"""
_OTHERS = """
SELECT sequence FROM actions WHERE table_id = ? AND sequence > ? AND sequence < ? AND (hand IS NULL OR hand <> ?)
ORDER BY sequence
"""
_SEATS = """
SELECT accounts.table_id, accounts.seat, tables.status FROM accounts
JOIN characters ON characters.id = accounts.character_id JOIN tables ON tables.id = accounts.table_id
WHERE accounts.campaign_id = ? AND accounts.kind = 'seat' AND characters.owner_id = ?
"""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry or a hand, as it stands in the file; `at` in seconds since the epoch."""

    at: float
    of: str
    """"entries" or "hands"."""
    text: str
    """JSON, of a hand all its revisions."""
    is_hidden: bool = False
    """Of a hand: True if the text has only what everyone saw."""


Seats = Mapping[int, frozenset[int] | None]
"""The seats of a person's characters by table, now or once; None for an open table, whose hands are all hidden."""


@dataclass(frozen=True, slots=True)
class HandsExport:
    """The file, and what is told beside it. `since` is the moment (seconds since the epoch) before which nothing had
    room any more; None where all hands are there.
    """

    content: bytes
    name: str
    hands: int
    hidden: int
    """Of how many of them it has only what everybody was told."""
    since: float | None


async def require_may_export(database: Database, table: Table, by: Person) -> None:
    """Refuse whoever may not know all of its hands, with what they can do."""
    is_secret = table.keeps_secrets or await has_gm_log(database, table)
    require(Right.EXPORT, by, table, known=() if is_secret else (Fact.NEVER_HIDDEN,))


async def export_hands(
    database: Database, table: Table, by: Person, at: float, *, most: int = MOST_BYTES
) -> HandsExport:
    """Export the table's finished hands in at most `most` bytes; the oldest are left out first.

    Raises NotAllowed, and NotFound where no hand is over.
    """
    await require_may_export(database, table, by)
    campaign = table.campaign
    own = {} if campaign.settings.keeper_may_play else await seats_of(database, campaign.id, by.user_id)
    played = [hand for hand in await hands_of(database, campaign.id) if hand["table_id"] == table.id]
    playing = in_play(played, at)
    begun = compact_json({"format": FORMAT, "version": VERSION, "exported_at": int(at)}).removesuffix("}") + ","
    room = most - len(begun) - len(compact_json(playing)) - _FRAME
    told, since = await read_until_full(hands(database, played, at, own), room, at)
    if not told and since is None:
        raise NotFound(f"No {table.hand_word} has been played to its end here.")
    content = await asyncio.to_thread(with_happenings, begun, told, since, playing, ("hands",), ALONE)
    return HandsExport(
        content=content,
        name=f"{table.spec.game.key}-{table.id}.json",
        hands=len(told),
        hidden=sum(hand.is_hidden for hand in told),
        since=since,
    )


def with_happenings(
    begun: str,
    told: Sequence[Happening],
    since: float | None,
    playing: Sequence[tuple[int, int]],
    kinds: Sequence[str],
    end: str,
) -> bytes:
    """Return a file of which `begun` is written: the lists of these kinds, each with its oldest first."""
    about = compact_json({"complete": since is None, "since": since, "in_play": playing})[1:-1]
    lists = (f'"{of}":[{LINES.join(one.text for one in reversed(told) if one.of == of)}]' for of in kinds)
    return with_sum(LINES.join((f"{begun}{about}", *lists)), end)


async def seats_of(database: Database, campaign_id: int, user_id: int) -> Seats:
    """Return the seats that keep a user from reading what only the GM knows."""
    found: dict[int, frozenset[int] | None] = {}
    for row in await database.fetch(_SEATS, campaign_id, user_id):
        seats = found.get(row["table_id"], frozenset())
        found[row["table_id"]] = None if row["status"] == "open" or seats is None else seats | {row["seat"]}
    return found


async def entries(
    database: Database, campaign_id: int, last: int, numbers: Mapping[int, int]
) -> AsyncIterator[Happening]:
    """Yield the ledger's entries from the `last` one back. Characters go by their numbers in the file."""
    while rows := await database.fetch(_ENTRIES, campaign_id, last, _ENTRIES_AT_ONCE):
        for _, found in groupby(rows, lambda row: row["id"]):
            first, *others = found
            told = {name: first[name] for name in _TOLD if first[name] is not None}
            moves = [
                [_account(row["source"], row["source_of"], numbers), _account(row["target"], row["target_of"], numbers),
                 row["amount"]]
                for row in (first, *others) if row["amount"] is not None
            ]  # fmt: skip
            yield Happening(first["at"], "entries", compact_json(told | {"moves": moves}))
        last = rows[-1]["id"] - 1


def _account(account: str, character_id: int | None, numbers: Mapping[int, int]) -> str:
    """Return the account's name with its character's number in the file, without the campaign's id."""
    kind, _, rest = account.partition(":")
    if kind == "purse":
        return f"purse:{numbers.get(character_id or 0, 0)}"
    return kind if kind in {"party", "house", "mint"} else f"{kind}:{rest}"


async def read_until_full(
    stream: AsyncIterator[Happening], room: int, at: float
) -> tuple[list[Happening], float | None]:
    """Return the latest of a stream that fit into so many bytes, and the moment before which nothing had room; None
    where all fit. `at` is the moment of the export.
    """
    told: list[Happening] = []
    rests_at = room - PIECE
    async for happening in stream:
        room -= len(happening.text.encode()) + len(LINES)
        if room < 0:
            return told, told[-1].at if told else at
        told.append(happening)
        if room < rests_at:
            rests_at = room - PIECE
            await asyncio.sleep(REST)
    return told, None


async def hands_of(database: Database, campaign_id: int) -> list[Row]:
    """Return all hands of the campaign, the last one first: each with its table, its last revision and its end."""
    return await database.fetch(_HANDS, campaign_id)


def in_play(played: Sequence[Row], until: float) -> tuple[tuple[int, int], ...]:
    """Return table and number of each hand that wasn't over at that moment, or was reopened."""
    return tuple(sorted((row["table_id"], row["number"]) for row in played if not _is_over(row, until)))


def _is_over(row: Row, until: float) -> bool:
    return not row["running"] and row["ended_at"] <= until


async def hands(database: Database, played: Sequence[Row], until: float, seats: Seats) -> AsyncIterator[Happening]:
    """Yield the hands that were over at that moment from the last one back, each with its log."""
    over = [row for row in played if _is_over(row, until)]
    for at in range(0, len(over), HANDS_AT_ONCE):
        asked = over[at : at + HANDS_AT_ONCE]
        stored = await _read(database, _REVISIONS, "number", asked)
        logs = await _read(database, _ACTIONS, "hand", asked)
        for row in asked:
            hand = (row["table_id"], row["number"])
            revisions = stored[hand]
            if not revisions:
                # Its campaign was deleted meanwhile.
                continue
            hides, texts = _hides(revisions[-1], seats), list[str]()
            for revision in revisions:
                actions = [action for action in logs[hand] if action["revision"] == revision["revision"]]
                others = [] if hides else await _others(database, revision, logs[hand])
                texts.append(write_revision(revision, actions, others, hides=hides))
            yield Happening(row["ended_at"], "hands", LINES.join(texts), hides)


async def _read(database: Database, sql: str, number: str, asked: Sequence[Row]) -> Mapping[tuple[int, int], list[Row]]:
    """Return the rows of the asked hands up to their revisions, by table and hand. `number` is the column with the
    number of the hand.

    One read for many: each wakes another thread, and thousands in a row take the processor from those who wait for it.
    """
    condition = " OR ".join([f"(table_id = ? AND {number} = ? AND revision <= ?)"] * len(asked))
    values = [row[name] for row in asked for name in ("table_id", "number", "revision")]
    found: dict[tuple[int, int], list[Row]] = {(row["table_id"], row["number"]): [] for row in asked}
    for row in await database.fetch(sql.format(hands=condition), *values):
        found[row["table_id"], row[number]].append(row)
    return found


async def _others(database: Database, row: Row, log: Sequence[Row]) -> list[int]:
    """List the log rows between the rows of a hand that belong to something else, up to its revision's last row. `log`
    has the rows of the hand in all its revisions.
    """
    last = max((one["sequence"] for one in log if one["revision"] == row["revision"]), default=0)
    before = [one["sequence"] for one in log if one["revision"] < row["revision"]]
    first = max(before) if before else min((one["sequence"] for one in log), default=last)
    if sum(first < one["sequence"] < last for one in log) >= last - first - 1:
        return []
    found = await database.fetch(_OTHERS, row["table_id"], first, last, row["number"])
    return [int(other["sequence"]) for other in found]


def _hides(row: Row, seats: Seats) -> bool:
    """Return True if the exporting person was in the hand, or still sits at its table."""
    own = seats.get(row["table_id"], frozenset())
    return own is None or were_in(row["deal"], own)
