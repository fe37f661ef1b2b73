"""Items: single things that a character holds, that lie at a seat, or that are nobody's. The only SQL on them.

Like money they move only by entries of the ledger.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.db import Database, Statement
from bot.engine.game import Item, Seat
from bot.errors import TooLate
from bot.ledger.entries import Entry

_MAKE = """
INSERT INTO items (id, campaign_id, game, kind, entry_id)
WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
SELECT next_number((SELECT coalesce(max(id), 0) FROM items), number), entries.campaign_id, ?, ?, entries.id
FROM entries, numbers WHERE entries.key = ?
"""
_MOVE = """
INSERT INTO item_moves (id, entry_id, campaign_id, item_id, source, target, character_id, table_id, seat)
SELECT next_number((SELECT coalesce(max(id), 0) FROM item_moves), row_number() OVER (ORDER BY items.id)),
    entries.id, items.campaign_id, items.id, items.holder, ?, ?, ?, ?
FROM entries JOIN items ON items.campaign_id = entries.campaign_id
"""
_GIVE_MADE = _MOVE + " WHERE entries.key = ? AND items.entry_id = entries.id"
_MOVE_ONE = _MOVE + " WHERE entries.key = ? AND items.id = ? AND items.holder = ?"
_MOVE_SOME = _MOVE + (  # noqa: S608  # only fixed parts are joined
    " WHERE entries.key = ? AND items.id IN ("
    "SELECT id FROM items WHERE holder = ? AND campaign_id = ? AND game = ? AND kind = ? ORDER BY id LIMIT ?)"
)


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of an item: a character, a seat, or nobody."""

    character_id: int | None = None
    table_id: int | None = None
    seat: Seat | None = None

    @classmethod
    def character(cls, character_id: int) -> "Holder":
        return cls(character_id=character_id)

    @classmethod
    def at(cls, table_id: int, seat: Seat) -> "Holder":
        return cls(table_id=table_id, seat=seat)

    @property
    def name(self) -> str:
        if self.character_id is not None:
            return f"character:{self.character_id}"
        return "nobody" if self.table_id is None else f"seat:{self.table_id}:{self.seat}"

    @property
    def columns(self) -> tuple[str, int | None, int | None, int | None]:
        return self.name, self.character_id, self.table_id, self.seat


NOBODY = Holder()


def create_items(entry: Entry, game: str, counts: Mapping[str, int], holder: Holder) -> tuple[Statement, ...]:
    """Build the statements that create items, so many of each kind, for `holder`.

    The entry is in the same batch, before them.
    """
    make = (Statement(_MAKE, (count, game, kind, entry.key), touches=count) for kind, count in counts.items())
    return *make, Statement(_GIVE_MADE, (*holder.columns, entry.key), touches=sum(counts.values()))


def move_items(entry: Entry, goods: Iterable[Item], source: Holder, target: Holder) -> tuple[Statement, ...]:
    """Build the statements that hand these items on; the entry is in the same batch, before them.

    When applied: TooLate if `source` doesn't hold one of them (any more).
    """
    return tuple(
        Statement(_MOVE_ONE, (*target.columns, entry.key, int(good.id), source.name), otherwise=_gone())
        for good in goods
    )


def move_items_by_kind(
    entry: Entry, game: str, counts: Mapping[str, int], source: Holder, target: Holder
) -> tuple[Statement, ...]:
    """Build the statements as `move_items` does, for so many of each kind, the oldest first."""
    return tuple(
        Statement(
            _MOVE_SOME,
            (*target.columns, entry.key, source.name, entry.campaign_id, game, kind, count),
            touches=count,
            otherwise=_gone(),
        )
        for kind, count in counts.items()
    )


async def held_by(database: Database, campaign_id: int, holder: Holder, game: str) -> tuple[Item, ...]:
    """Return the holder's items of a game, ordered by kind, then the oldest first."""
    rows = await database.fetch(
        "SELECT id, kind FROM items WHERE holder = ? AND campaign_id = ? AND game = ? ORDER BY kind, id",
        holder.name,
        campaign_id,
        game,
    )
    return tuple(Item(id=str(row["id"]), kind=row["kind"]) for row in rows)


async def wagered_by(database: Database, campaign_id: int, character_id: int, game: str) -> tuple[Item, ...]:
    """Return the character's items of a game that lie on tables, in the same order."""
    rows = await database.fetch(
        """
        SELECT items.id, items.kind FROM items
        WHERE items.campaign_id = ? AND items.game = ? AND items.holder IN (
            SELECT id FROM accounts WHERE accounts.character_id = ? AND accounts.kind = 'seat'
        )
        ORDER BY items.kind, items.id
        """,
        campaign_id,
        game,
        character_id,
    )
    return tuple(Item(id=str(row["id"]), kind=row["kind"]) for row in rows)


async def items_at(database: Database, table_id: int) -> Mapping[Seat, Sequence[Item]]:
    """Return the items on a table, by seat."""
    rows = await database.fetch("SELECT id, kind, seat FROM items WHERE table_id = ? ORDER BY id", table_id)
    found: dict[Seat, list[Item]] = {}
    for row in rows:
        found.setdefault(int(row["seat"]), []).append(Item(id=str(row["id"]), kind=row["kind"]))
    return found


def _gone() -> TooLate:
    return TooLate("Those items have just changed hands. Look again.")
