"""The history for a campaign's file and the file of one table's hands: ledger entries and finished hands.

Both come newest first. They hold nothing of a hand in play, in none of its revisions, and never the seeds of a next
hand. They tell no more than the GM's log: of hands that the exporting person's own characters were in, only what
everyone saw. No Discord user is named.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from bot.campaigns import Fact, Person, Right
from bot.db import Database, Row
from bot.errors import NotFound
from bot.portability.hands_file import ALONE, FORMAT, VERSION, compact_json, with_sum, write_revision
from bot.portability.reading import MOST_BYTES
from bot.tables.gm_log import has_gm_log
from bot.tables.model import Table
from bot.tables.rights import require

_ENTRIES_AT_ONCE, _HANDS_AT_ONCE = 500, 1_000
_ANY_TABLE = 0
"""Instead of a table's id."""
_LAST = 2**53
LINES = ",\n"
"""Between the values of a list in the file."""
_FRAME = 200
"""Bytes that the file takes besides."""
_ENTRIES = """
SELECT id, at, kind, reason, table_id, hand FROM entries WHERE campaign_id = ? AND id <= ? ORDER BY id DESC LIMIT ?
"""
_TRANSFERS = """
SELECT entry_id, amount, source, target, sources.character_id AS source_of, targets.character_id AS target_of
FROM transfers JOIN accounts AS sources ON sources.id = transfers.source
JOIN accounts AS targets ON targets.id = transfers.target
WHERE transfers.campaign_id = ? AND entry_id BETWEEN ? AND ? ORDER BY entry_id, line
"""
# Each page goes through all hands of the campaign, so a page has many, and of each only where it is.
_HANDS = """
SELECT hands.table_id, hands.number, hands.revision, hands.ended_at FROM hands JOIN tables ON tables.id = hands.table_id
WHERE tables.campaign_id = ? AND hands.ended_at IS NOT NULL
    AND (hands.ended_at < ? OR (hands.ended_at = ? AND (hands.table_id < ? OR (hands.table_id = ?
        AND hands.number < ?))))
    AND (? = 0 OR hands.table_id = ?)
    AND NOT EXISTS (
        SELECT 1 FROM hands AS later
        WHERE later.table_id = hands.table_id AND later.number = hands.number AND later.revision > hands.revision
    )
ORDER BY hands.ended_at DESC, hands.table_id DESC, hands.number DESC LIMIT ?
"""
_REVISIONS = "SELECT * FROM hands WHERE table_id = ? AND number = ? AND revision <= ? ORDER BY revision"
# The bound of `sequence` and the signs before it keep SQLite from going through the whole log of the table.
_ACTIONS = """
SELECT sequence, key, turn, how, seat, action, cause, at, draws, digest, said, seals, kept FROM actions
WHERE table_id = ? AND hand = ? AND revision = ? AND sequence > 0 ORDER BY +sequence
"""
_OTHERS = """
SELECT sequence FROM actions WHERE table_id = ? AND (hand IS NULL OR hand <> ?)
    AND sequence > coalesce(
        (SELECT max(+sequence) FROM actions WHERE table_id = ? AND hand = ? AND revision < ?),
        (SELECT min(+sequence) FROM actions WHERE table_id = ? AND hand = ?)
    )
    AND sequence < (SELECT max(+sequence) FROM actions WHERE table_id = ? AND hand = ? AND revision = ?)
ORDER BY sequence
"""
_IN_PLAY = """
SELECT DISTINCT hands.table_id, hands.number FROM hands JOIN tables ON tables.id = hands.table_id
WHERE tables.campaign_id = ? AND (? = 0 OR hands.table_id = ?) AND (hands.ended_at IS NULL OR hands.ended_at > ?)
ORDER BY hands.table_id, hands.number
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


@dataclass(frozen=True, slots=True)
class Seats:
    """Where characters of somebody sit or sat, by table; `open_tables` are those that aren't closed."""

    at: Mapping[int, frozenset[int]]
    open_tables: frozenset[int]


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
    own = Seats({}, frozenset())
    if not campaign.settings.keeper_may_play:
        own = await seats_of(database, campaign.id, by.user_id)
    playing = await in_play(database, campaign.id, at, table.id)
    head = {"format": FORMAT, "version": VERSION, "exported_at": int(at), "in_play": playing}
    told, room, since = list[Happening](), most - len(compact_json(head)) - _FRAME, None
    async for hand in hands(database, campaign.id, at, own, table.id):
        room -= len(hand.text.encode()) + len(LINES)
        if room < 0:
            since = told[-1].at if told else at
            break
        told.append(hand)
    if not told and since is None:
        raise NotFound(f"No {table.hand_word} has been played to its end here.")
    content = await asyncio.to_thread(_write_file, head, told, since)
    return HandsExport(
        content=content,
        name=f"{table.spec.game.key}-{table.id}.json",
        hands=len(told),
        hidden=sum(hand.is_hidden for hand in told),
        since=since,
    )


def _write_file(head: dict[str, object], told: Sequence[Happening], since: float | None) -> bytes:
    """Write the file: oldest first, one line for each hand."""
    begun = compact_json(head | {"complete": since is None, "since": since}).removesuffix("}")
    texts = LINES.join(hand.text for hand in reversed(told))
    return with_sum(f'{begun},\n"hands":[{texts}]', ALONE)


async def seats_of(database: Database, campaign_id: int, user_id: int) -> Seats:
    """Return the seats that keep a user from reading what only the GM knows."""
    rows = await database.fetch(_SEATS, campaign_id, user_id)
    found: dict[int, set[int]] = {}
    for row in rows:
        found.setdefault(int(row["table_id"]), set()).add(int(row["seat"]))
    still = frozenset(int(row["table_id"]) for row in rows if row["status"] == "open")
    return Seats({table: frozenset(seats) for table, seats in found.items()}, still)


async def entries(
    database: Database, campaign_id: int, last: int, numbers: Mapping[int, int]
) -> AsyncIterator[Happening]:
    """Yield the ledger's entries from the `last` one back. Characters go by their numbers in the file."""
    while rows := await database.fetch(_ENTRIES, campaign_id, last, _ENTRIES_AT_ONCE):
        first, newest = int(rows[-1]["id"]), int(rows[0]["id"])
        moves: dict[int, list[list[JsonValue]]] = {}
        for row in await database.fetch(_TRANSFERS, campaign_id, first, newest):
            source = _account(row["source"], row["source_of"], numbers)
            target = _account(row["target"], row["target_of"], numbers)
            moves.setdefault(int(row["entry_id"]), []).append([source, target, row["amount"]])
        for row in rows:
            told = {name: row[name] for name in ("at", "kind", "reason", "table_id", "hand") if row[name] is not None}
            yield Happening(row["at"], "entries", compact_json(told | {"moves": moves.get(int(row["id"]), [])}))
        last = first - 1


def _account(account: str, character_id: int | None, numbers: Mapping[int, int]) -> str:
    """Return the account's name with its character's number in the file, without the campaign's id."""
    kind, _, rest = account.partition(":")
    if kind == "purse":
        return f"purse:{numbers.get(character_id or 0, 0)}"
    return kind if kind in {"party", "house", "mint"} else f"{kind}:{rest}"


async def hands(
    database: Database, campaign_id: int, until: float, seats: Seats, table_id: int = _ANY_TABLE
) -> AsyncIterator[Happening]:
    """Yield the hands that were over at that moment from the last one back, each with its log."""
    at, table, number = until, _LAST, 0
    while rows := await database.fetch(
        _HANDS, campaign_id, at, at, table, table, number, table_id, table_id, _HANDS_AT_ONCE
    ):
        for row in rows:
            revisions = await database.fetch(_REVISIONS, row["table_id"], row["number"], row["revision"])
            if not revisions:
                # Its server was purged meanwhile.
                continue
            hides, texts = _hides(revisions[-1], seats), list[str]()
            for revision in revisions:
                actions = await database.fetch(_ACTIONS, row["table_id"], row["number"], revision["revision"])
                others = [] if hides else await _others(database, revision)
                texts.append(write_revision(revision, actions, others, hides=hides))
            yield Happening(row["ended_at"], "hands", LINES.join(texts), hides)
        at, table, number = (rows[-1][name] for name in ("ended_at", "table_id", "number"))


async def in_play(
    database: Database, campaign_id: int, until: float, table_id: int = _ANY_TABLE
) -> tuple[tuple[int, int], ...]:
    """Return table and number of each hand that wasn't over at that moment, or was reopened."""
    rows = await database.fetch(_IN_PLAY, campaign_id, table_id, table_id, until)
    return tuple((int(row["table_id"]), int(row["number"])) for row in rows)


async def _others(database: Database, row: Row) -> list[int]:
    """List the log rows between the rows of a hand that belong to something else, up to its revision's last row."""
    hand = (row["table_id"], row["number"])
    found = await database.fetch(_OTHERS, *hand, *hand, row["revision"], *hand, *hand, row["revision"])
    return [int(other["sequence"]) for other in found]


def _hides(row: Row, seats: Seats) -> bool:
    """Return True if the exporting person was in the hand, or still sits at its table."""
    table = int(row["table_id"])
    if table in seats.open_tables:
        return True
    own = seats.at.get(table, frozenset[int]())
    return bool(own) and _were_in(row["deal"], own)


def _were_in(deal: str, own: Collection[int]) -> bool:
    """Return True if one of the seats was in the hand, or the hand can't be read."""
    try:
        players: list[dict[str, JsonValue]] = json.loads(deal)["players"]
        return any(player["seat"] in own for player in players)
    except (KeyError, TypeError, ValueError):
        return True
