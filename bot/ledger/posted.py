"""Reading back what was posted: one entry, what moved an account since, and the goods that an entry has moved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.db import Database, Row
from bot.engine.game import Good
from bot.ledger.entries import Entry, Transfer

_OF_ENTRIES = """
SELECT entries.id, entries.key, entries.campaign_id, entries.kind, entries.reason, entries.actor, entries.at,
    entries.table_id, entries.hand, transfers.source, transfers.target, transfers.amount
FROM entries LEFT JOIN transfers ON transfers.entry_id = entries.id
"""
_STANDING = """
    entries.reverses IS NULL AND NOT EXISTS (SELECT 1 FROM entries AS back WHERE back.reverses = entries.id)
"""
_BY_KEY = f"{_OF_ENTRIES} WHERE entries.key = ? AND {_STANDING} ORDER BY transfers.line"
_SINCE = f"""
{_OF_ENTRIES} WHERE entries.id IN (
    SELECT entry_id FROM transfers WHERE source = ? AND entry_id > ?
    UNION SELECT entry_id FROM transfers WHERE target = ? AND entry_id > ?
) AND {_STANDING} ORDER BY entries.id DESC, transfers.line
"""  # noqa: S608  # only fixed parts are joined


@dataclass(frozen=True, slots=True)
class Posted:
    """An entry as it stands in the book; `id` rises with time."""

    id: int
    entry: Entry


class Handed(NamedTuple):
    """A good that an entry has moved, by the names of its holders: from whom, to whom, and who has it now."""

    good: Good
    source: str
    target: str
    holder: str


async def posted(database: Database, key: str) -> Posted | None:
    """The entry with that key; None where there is none, or it was taken back."""
    found = _entries(await database.fetch(_BY_KEY, key))
    return found[0] if found else None


async def posted_since(database: Database, account: str, entry_id: int) -> tuple[Posted, ...]:
    """The entries after that one that have moved the account, the latest first. What was taken back isn't among them,
    nor what took it back.
    """
    return _entries(await database.fetch(_SINCE, account, entry_id, account, entry_id))


async def handed_on_by(database: Database, entry_id: int) -> tuple[Handed, ...]:
    """The goods that an entry has moved."""
    rows = await database.fetch(
        """
        SELECT goods.id, goods.kind, goods_moves.source, goods_moves.target, goods.holder
        FROM goods_moves JOIN goods ON goods.id = goods_moves.good_id WHERE goods_moves.entry_id = ? ORDER BY goods.id
        """,
        entry_id,
    )
    return tuple(
        Handed(Good(id=str(row["id"]), kind=row["kind"]), row["source"], row["target"], row["holder"]) for row in rows
    )


async def holders_of(database: Database, goods: Iterable[str]) -> Mapping[str, str]:
    """Who holds each of these goods (ids) now."""
    wanted = [int(good) for good in goods]
    rows = await database.fetch(
        f"SELECT id, holder FROM goods WHERE id IN ({', '.join('?' * len(wanted))})",  # noqa: S608  # question marks
        *wanted,
    )
    return {str(row["id"]): row["holder"] for row in rows}


def _entries(rows: Iterable[Row]) -> tuple[Posted, ...]:
    """One for each entry, in the order of the rows."""
    of_entry: dict[int, list[Row]] = {}
    for row in rows:
        of_entry.setdefault(row["id"], []).append(row)
    return tuple(Posted(entry_id, _entry(lines)) for entry_id, lines in of_entry.items())


def _entry(lines: list[Row]) -> Entry:
    first = lines[0]
    moved = (Transfer(row["source"], row["target"], row["amount"]) for row in lines if row["amount"] is not None)
    return Entry(
        key=first["key"],
        campaign_id=first["campaign_id"],
        kind=first["kind"],
        reason=first["reason"],
        actor=first["actor"],
        at=first["at"],
        transfers=tuple(moved),
        table_id=first["table_id"],
        hand=first["hand"],
    )
