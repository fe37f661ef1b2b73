"""Recaps and stats of a campaign's tables, over a time range: a day as people type it, or the last session."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import cache
from math import floor
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.db import Database
from bot.errors import Unreadable
from bot.reports.hands import FOREVER, hands_at, latest_hands, standing_at, turns_at
from bot.reports.money import cast_of, moves_at, seats_at
from bot.reports.recap import Recap, ReportFold
from bot.reports.stats import StatsReport, read_stats
from bot.reports.tables import TableSpan, rooms_of

PAUSE = 6 * 3600.0
"""Seconds without a hand that end a session."""
LONGEST_ZONE = 40
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-\u2212])\s*([0-9]{1,2})(?::?([0-5][0-9]))?", re.IGNORECASE)
_MOST_OFFSET = 14
_UTC_WORDS = frozenset({"utc", "gmt", "z", "zulu"})
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})|([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")


@dataclass(frozen=True, slots=True)
class Span:
    """From `since` on and before `until`, in seconds since the epoch."""

    since: float = 0.0
    until: float = FOREVER


ALWAYS = Span()


class SessionReports:
    """Reads reports about the tables of a campaign."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.db = db.background

    async def rooms(
        self, campaign_id: int, channel_id: int | None = None, most: int | None = None
    ) -> tuple[TableSpan, ...]:
        """Return the tables of a campaign, or of one of its channels, the newest first; at most `most`."""
        return await rooms_of(self.db if most is None else self._db, campaign_id, channel_id, most)

    async def last_evening(self, rooms: Iterable[TableSpan]) -> Span | None:
        """Return the time range of the last session at these tables; None if no hand was ever played there."""
        ends: list[tuple[float, float]] = []
        latest: float | None = None
        for room in rooms:
            if latest is not None and not room.was_played(latest, latest + 1):
                continue
            async for portion in latest_hands(self.db, room.id):
                ends += ((hand.started_at, hand.ended_at) for hand in portion if not hand.is_idle)
                session = last_session(ends)
                if session is not None:
                    latest = session.until - 1
                    if portion[-1].ended_at < session.since:
                        break
        return last_session(ends)

    async def recap(self, rooms: Iterable[TableSpan], span: Span) -> Recap:
        """Build the recap of these tables in that time range."""
        fold = ReportFold()
        for room in rooms:
            if room.was_played(span.since, span.until):
                await self._add_table(fold, room, span)
        return fold.told(await cast_of(self.db, fold.characters))

    async def fared(
        self, campaign_id: int, rooms: Iterable[TableSpan], characters: Collection[int], game: str | None = None
    ) -> StatsReport:
        """Return the stats of these characters at these tables."""
        return await read_stats(self.db, campaign_id, rooms, characters, game)

    async def _add_table(self, fold: ReportFold, room: TableSpan, span: Span) -> None:
        """Add what was played at the table in that time range."""
        async for portion in hands_at(self.db, room.id, span.since, span.until, with_pots=True):
            if not fold.knows(room) and not all(hand.is_idle for hand in portion):
                fold.room(room, await seats_at(self.db, room.id))
            fold.hands(room, portion)
            fold.long(room, portion, await turns_at(self.db, room.id, portion[0].number, portion[-1].number))
        async for moves in moves_at(self.db, room.id, span.since, span.until):
            if not fold.knows(room):
                fold.room(room, await seats_at(self.db, room.id))
            fold.moves(room, moves)
        paid = {number: await standing_at(self.db, room.id, number) for number in fold.paid_after}
        fold.leave(room, {number: standing for number, standing in paid.items() if standing is not None})


def zone_named(text: str) -> tzinfo:
    """Read a time zone as people type it: Europe/Berlin, UTC+2, -03:30. Raises Unreadable."""
    written = " ".join(text.split())
    if not written or written.casefold() in _UTC_WORDS:
        return UTC
    if found := _OFFSET.fullmatch(written):
        offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if offset <= timedelta(hours=_MOST_OFFSET):
            return timezone(offset if found[1] == "+" else -offset)
    elif len(written) <= LONGEST_ZONE and re.fullmatch(r"[A-Za-z0-9_+\-]+(?:/[A-Za-z0-9_+\-]+)*", written):
        try:
            return ZoneInfo(_zones().get(written.casefold(), written))
        except (ZoneInfoNotFoundError, OSError, ValueError):
            # OSError: a folder of zones, such as Europe.
            pass
    raise Unreadable("I don't know that time zone. Write it like Europe/Berlin or UTC+2.")


def zones() -> tuple[str, ...]:
    """Return the names of all known time zones, in their order."""
    return tuple(_zones().values())


@cache
def _zones() -> Mapping[str, str]:
    """Return the names of the time zones by the same in lower case."""
    return {name.casefold(): name for name in sorted(available_timezones())}


def day_named(text: str, zone: tzinfo, now: float) -> date:
    """Read a day as people type it: today, yesterday, 2026-11-22, 22.11.2026. Raises Unreadable."""
    written, today = text.strip().casefold(), datetime.fromtimestamp(now, zone).date()
    if written in {"", "today"}:
        return today
    if written == "yesterday":
        return today - timedelta(days=1)
    if found := _DATE.fullmatch(written):
        year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            pass
    raise Unreadable("I can't read that day. Write today, yesterday, or a date like 2026-11-22.")


def day_span(day: date, zone: tzinfo) -> Span:
    """Return the day from midnight to midnight in that zone; it may have 23 or 25 hours."""
    try:
        begins = datetime(day.year, day.month, day.day, tzinfo=zone)
        after = day + timedelta(days=1)
        ends = datetime(after.year, after.month, after.day, tzinfo=zone)
        return Span(begins.timestamp(), ends.timestamp())
    except (OverflowError, ValueError):
        raise Unreadable("That day is too far away. Choose another one.") from None


def last_session(hands: Iterable[tuple[float, float]]) -> Span | None:
    """Return the time range of the last session in `hands` (begin, end): hands without a long pause between them.

    None without any hand.
    """
    since, until = FOREVER, 0.0
    for begun, ended in sorted(hands, key=lambda one: -one[1]):
        if until and ended + PAUSE < since:
            break
        since, until = min(since, begun), max(until, ended)
    # The hands of a session are those that ended in it, the last one included; the ledger counts whole seconds.
    return Span(float(floor(since)), until + 1) if until else None
