"""Numbers of the whole bot for the operator, read from the database beside the running bot."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from bot.db import Readable, open_database
from bot.engine.words import counted

_DAY = 86_400.0
_LAST = 10
"""Deeds of the operator that are listed."""
_COUNTS = {
    "servers": "SELECT count(DISTINCT guild_id) AS n FROM campaigns WHERE guild_id > 0",
    "departed": "SELECT count(*) AS n FROM departures",
    "users": "SELECT count(DISTINCT owner_id) AS n FROM characters WHERE owner_id > 0 AND retired_at IS NULL",
    "characters": "SELECT count(*) AS n FROM characters WHERE retired_at IS NULL",
    "open_tables": "SELECT count(*) AS n FROM tables WHERE status = 'open'",
    "hands": "SELECT count(*) AS n FROM hands WHERE status <> 'running'",
}
_SINCE = "SELECT count(*) AS n FROM hands WHERE ended_at >= ?"
_BLOCKS = "SELECT kind, subject_id, reason, blocked_at FROM blocks ORDER BY kind, subject_id"
_DEEDS = "SELECT at, operator, deed, kind, subject_id, typed FROM operator_actions ORDER BY id DESC LIMIT ?"


@dataclass(frozen=True, slots=True)
class BotNumbers:
    """The numbers, the blocks, the notice and the last deeds of the operator, the newest first."""

    counts: dict[str, int]
    notice: str
    blocks: tuple[dict[str, Any], ...]
    deeds: tuple[dict[str, Any], ...]

    def to_json(self) -> str:
        """One object: the counts, `notice`, `blocks` and `deeds`. Times are in seconds since the epoch."""
        found = asdict(self)
        return json.dumps({**found.pop("counts"), **found})

    def describe(self) -> str:
        counts = self.counts
        day, week = counts["hands_1d"], counts["hands_7d"]
        lines = [
            f"{counted(counts['servers'], 'server')}, {counts['departed']:,} of which removed the bot",
            f"{counted(counts['users'], 'user')}, {counted(counts['characters'], 'character')} in play with the NPCs",
            counted(counts["open_tables"], "open table"),
            f"{counted(counts['hands'], 'hand')}: {day:,} in the last day, {week:,} in the last week",
            f"Notice: {self.notice}" if self.notice else "No notice",
            f"{counted(len(self.blocks), 'block')}",
        ]
        lines += [
            f"  {one['kind']} {one['subject_id']}, since {_moment(one['blocked_at'])}{_about(one['reason'])}"
            for one in self.blocks
        ]
        lines.append("Last deeds" if self.deeds else "No deeds yet")
        for one in self.deeds:
            subject = f" {one['kind']} {one['subject_id']}" if one["kind"] else ""
            gone = " gone" if one["deed"] == "notice" and not one["typed"] else ""
            told = f"{one['deed']}{subject}{gone}{_about(one['typed'])}"
            lines.append(f"  {_moment(one['at'])} {told}, by {one['operator']}")
        return "\n".join(lines)


async def read_numbers(url: str, now: float) -> BotNumbers:
    """Read the numbers. Raises CannotOpen as opening the database does."""
    async with await open_database(url, read_only=True) as database:
        counts = {name: await _count(database, sql) for name, sql in _COUNTS.items()}
        counts |= {
            "hands_1d": await _count(database, _SINCE, now - _DAY),
            "hands_7d": await _count(database, _SINCE, now - 7 * _DAY),
        }
        notices = await database.fetch("SELECT notice FROM notices")
        blocks = tuple(_row(row) for row in await database.fetch(_BLOCKS))
        deeds = tuple(_row(row) for row in await database.fetch(_DEEDS, _LAST))
    return BotNumbers(counts, str(notices[0]["notice"]) if notices else "", blocks, deeds)


async def _count(database: Readable, sql: str, *values: float) -> int:
    return int((await database.fetch(sql, *values))[0]["n"])


def _row(row: Any) -> dict[str, Any]:
    return {name: row[name] for name in row.keys()}  # noqa: SIM118  # a row isn't a mapping


def _about(text: str) -> str:
    return f" ({text})" if text else ""


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
