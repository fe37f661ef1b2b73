"""The tables of a campaign, open and closed, as reports name them: game, channel and time range."""

import json
import logging
from collections.abc import Iterable
from typing import Literal, TypedDict

from pydantic import JsonValue

from bot.db import Database, Row, with_marks
from bot.engine.frozen import Frozen
from bot.engine.tournament import Standing
from bot.errors import NotFound
from bot.games import spec_of
from bot.tables.stored_rules import read_rules

PORTION = 100
"""Tables that are in memory as they are stored at a time."""
_NEWEST = 2**63 - 1
"""No table's id is greater."""
_LONGEST_HAND = 30 * 86_400.0
"""Seconds that a hand may go on after anybody has last touched its table: clocks of days act for who is away."""
_GONE = "a game that is gone"

log = logging.getLogger(__name__)


class TableSpan(Frozen):
    """A table as it is told of afterwards. Times in seconds since the epoch."""

    id: int
    channel_id: int
    game: str
    title: str
    """What is or was played there, the variant included."""
    word: str
    """What a hand is called there."""
    is_banked: bool
    """Whether the house plays there."""
    status: Literal["open", "closed"]
    opened_at: float
    touched_at: float
    standing: Standing | None = None
    """How the last tournament there stands by now: it may have ended between two hands."""
    campaign_id: int = 0

    def was_played(self, since: float, until: float) -> bool:
        """Whether a hand may have ended there in that time."""
        return self.opened_at < until and (self.status == "open" or self.touched_at + _LONGEST_HAND >= since)


async def rooms_of(
    db: Database, campaign_id: int, channel_id: int | None = None, most: int | None = None
) -> tuple[TableSpan, ...]:
    """Return a campaign's tables, or those that are or were last in a channel; the newest first, at most `most`."""
    where, args = ("", ()) if channel_id is None else ("AND channel_id = ?", (channel_id,))
    found, before = list[TableSpan](), _NEWEST
    while most is None or len(found) < most:
        portion = PORTION if most is None else min(PORTION, most - len(found))
        rows = await db.fetch(
            f"""
            SELECT id, campaign_id, channel_id, game, status, record FROM tables
            WHERE campaign_id = ? AND id < ? {where} ORDER BY id DESC LIMIT ?
            """,  # noqa: S608  # one of two texts from above
            campaign_id,
            before,
            *args,
            portion,
        )
        found += map(_read_span, rows)
        if len(rows) < portion:
            break
        before = int(rows[-1]["id"])
    return tuple(found)


async def rooms_with(db: Database, campaign_id: int, character_ids: Iterable[int]) -> frozenset[int]:
    """Return the ids of the campaign's tables at which one of these characters has or had a seat."""
    wanted = sorted(set(character_ids))
    if not wanted:
        return frozenset()
    sql = "SELECT DISTINCT table_id FROM accounts WHERE campaign_id = ? AND kind = 'seat' AND character_id IN (...)"
    rows = await db.fetch(with_marks(sql, len(wanted)), campaign_id, *wanted)
    return frozenset(int(row["table_id"]) for row in rows)


def word_of(game: str) -> str:
    """Return the word for a hand of that game; a game that is gone has hands too."""
    try:
        return spec_of(game).game.hand_word
    except NotFound:
        return "hand"


def title_of(game: str, rules: str | None = None) -> str:
    """Return the title of a game by these house rules (JSON); for a game that is gone, its key."""
    try:
        found = spec_of(game).game
    except NotFound:
        return f"{_GONE} ({game})"
    if rules is None:
        return found.title
    try:
        return found.title_of(read_rules(found.HouseRules, rules)[0])
    except ValueError:
        return found.title


class _SpanRecord(TypedDict, total=False):
    rules: str
    opened_at: float | None
    touched_at: float | None
    bankroll: str | None
    carry: JsonValue


def _read_span(row: Row) -> TableSpan:
    record = _read_record(row)
    rules, opened, touched = record.get("rules"), record.get("opened_at"), record.get("touched_at")
    try:
        is_banked = spec_of(row["game"]).game.is_banked
    except NotFound:
        is_banked = record.get("bankroll") is not None
    return TableSpan(
        id=row["id"],
        channel_id=row["channel_id"],
        game=row["game"],
        title=title_of(row["game"], rules if isinstance(rules, str) else None),
        word=word_of(row["game"]),
        is_banked=is_banked,
        status=row["status"],
        opened_at=float(opened or 0.0),
        touched_at=float("inf") if touched is None else float(touched),
        standing=standing_in(record.get("carry")),
        campaign_id=row["campaign_id"],
    )


def standing_in(carry: JsonValue) -> Standing | None:
    """How a tournament stands by what a hand hands on (JSON, or what was read from it); None where there is none, or
    none that can be read.
    """
    try:
        handed: JsonValue = json.loads(carry) if isinstance(carry, str) else carry
        written = handed.get("standing") if isinstance(handed, dict) else None
        return None if written is None else Standing.from_json(json.dumps(written))
    except ValueError:
        return None


def _read_record(row: Row) -> _SpanRecord:
    """Return the table's stored record, which an older bot may have written; {} if it can't be read."""
    try:
        record: _SpanRecord = json.loads(row["record"])
    except ValueError:
        log.warning("table %s: its record can't be read, so the report uses what else is known", row["id"])
        return {}
    return record if isinstance(record, dict) else {}
