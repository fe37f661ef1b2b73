"""Backups of the database: making, checking and restoring them.

A forgotten user stays forgotten. Only a salted digest of their id is left; it is compared with every user in the
restored backup, and the bot forgets the matching ones again at its next start.
"""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from bot.campaigns import AutopilotSettings, CampaignSettings
from bot.db import (
    CannotOpen,
    Database,
    Statement,
    copy_database,
    examine,
    lock_database,
    mend,
    open_database,
    publish,
    put_in_place,
    unused,
    write_into,
)
from bot.engine.release import NewerRelease, unstamped
from bot.engine.skills import Sheet
from bot.engine.words import counted, listed
from bot.ledger import audit
from bot.privacy.forgetting import digest_of
from bot.privacy.traces import users_of, users_with_preferences
from bot.tables.model import Record

_ERASURES = "SELECT guild_id, user_id, salt, digest, asked_at FROM erasures"
_ERASE_AGAIN = (
    "INSERT INTO erasures (id, guild_id, user_id, salt, digest, asked_at) "
    "SELECT next_number(coalesce(max(id), 0), 1), ?, ?, ?, ?, ? FROM erasures WHERE TRUE ON CONFLICT DO NOTHING"
)
_STORED: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "campaign": ("SELECT settings FROM campaigns", CampaignSettings.from_json),
    "sheet": ("SELECT sheet FROM characters", Sheet.from_json),
    "autopilot": ("SELECT autopilot FROM characters WHERE autopilot IS NOT NULL", AutopilotSettings.from_json),
    "table": ("SELECT record FROM tables", Record.from_json),
}


@dataclass(frozen=True, slots=True)
class Copy:
    """A database file that was looked through. `problems` are what the audit found in its book; None where the file
    is from an older version, whose book can't be audited before it is brought up to date. `unreadable` are the records
    that this code can't read, as in "2 tables".
    """

    file: str
    bytes: int
    version: int
    is_older: bool
    problems: tuple[str, ...] | None
    unreadable: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """Triggers and indexes that it should have."""

    @property
    def is_clean(self) -> bool:
        return not self.problems and not self.missing

    @property
    def told(self) -> tuple[str, ...]:
        """Facts about it besides its ledger, in sentences."""
        unreadable = (f"This version can't read {listed(self.unreadable)} in it.",) if self.unreadable else ()
        return (f"In it {_summarize(self.missing)}.", *unreadable) if self.missing else unreadable


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put in the place of the database, and where the one that was there is now."""

    copy: Copy
    database: str
    kept: str | None
    forgotten_again: int = 0
    """How many users of the copy asked to be forgotten since it was made: the bot forgets them when it starts."""

    def to_json(self) -> str:
        """One object: the fields of the copy, `database`, `kept` and `forgotten_again`."""
        own = {"database": self.database, "kept": self.kept, "forgotten_again": self.forgotten_again}
        return json.dumps({**asdict(self.copy), **own})


def back_up_to(database: Path, wanted: str | None, now: float) -> Copy:
    """Copy the database as of one moment, look through the copy and give it its name: `wanted`, in that folder if it
    names one, else with the time beside the database.

    Raises CannotOpen and leaves nothing behind where the copy can't be made or can't be opened by this code. A copy of
    a book that doesn't balance is kept: it is as good as what it was made of.
    """
    real = database.resolve()
    target = Path(wanted) if wanted else real.parent
    if os.path.isdir(target):  # noqa: PTH112  # a Path raises for a name that is too long
        target = unused(target / f"{database.stem}-{_stamp(now)}{database.suffix}")
    elif wanted and wanted.endswith(os.sep):
        raise CannotOpen(f"The copy could not be made: there is no folder {target}.")
    with copy_database(real, target, shown=str(database)) as unfinished:
        found = _inspect(unfinished, target, str(database))
        publish(unfinished, target)
    return found


def restore_from(file: Path, database: Path, now: float, *, anyway: bool = False) -> Restored:
    """Put a copy of `file` in the place of the database, once it was looked through; the file stays as it is.

    Raises CannotOpen while a bot runs on the database, for a file that isn't there, is damaged, foreign, empty or of a
    newer version, and unless `anyway` for one whose book doesn't balance. Then nothing has changed.
    """
    real = database.resolve()
    # The functions of `os.path` say of a name that is too long that nothing is there, where those of Path raise.
    if os.path.exists(file) and os.path.exists(real) and os.path.samefile(file, real):  # noqa: PTH110, PTH121  # as above
        raise CannotOpen(f"{file} is the database itself.")
    if not os.path.isdir(real.parent):  # noqa: PTH112  # as above
        raise CannotOpen(f"There is no folder {real.parent} for {real.name}.")
    kept = unused(real.with_name(f"{real.stem}-replaced-{_stamp(now)}{real.suffix}"))
    with lock_database(real), copy_database(file, kept) as unfinished:
        found = _inspect(unfinished, file, str(file))
        if found.problems and not anyway:
            raise CannotOpen(
                f"The ledger in {file} doesn't balance: {_summarize(found.problems)} --anyway restores it."
            )
        if found.missing:
            _mend(unfinished, found, anyway=anyway)
            found = replace(found, missing=())
        again = 0 if found.is_older or not real.exists() else _reapply_erasures(real, unfinished)
        before = put_in_place(unfinished, real, kept)
    return Restored(found, str(database), str(before) if before else None, again)


def _inspect(copy: Path, shown: Path, source: str) -> Copy:
    """`source` is what is told of where something is wrong with what the copy was made of."""
    found = examine(copy, source)
    if found.wrong:
        raise CannotOpen(f"{source} isn't built like a database of version {found.version}: {_summarize(found.wrong)}.")
    try:
        problems, unreadable = (None, ()) if found.is_older else asyncio.run(_audit_copy(copy))
    except CannotOpen:
        raise
    except Exception as error:  # in a damaged file anything may stand where a number should be
        raise CannotOpen(f"{source} can't be read: {error}.") from error
    size = copy.stat().st_size
    return Copy(str(shown), size, found.version, found.is_older, problems, unreadable, found.missing)


def _mend(copy: Path, found: Copy, *, anyway: bool) -> None:
    """Put back what keeps a book true, if that is agreed to; raises CannotOpen if it isn't, and where it can't be."""
    version, lack = found.version, _summarize(found.missing)
    if not anyway:
        raise CannotOpen(
            f"{found.file} isn't built like a database of version {version}: {lack}. "
            "--anyway restores it, and puts back what is missing."
        )
    mend(copy, found.file)


def _summarize(sentences: tuple[str, ...]) -> str:
    first, *others = sentences
    return f"{first} (and {len(others)} more)" if others else first


async def _audit_copy(copy: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    async with await open_database(f"sqlite:///{copy}", read_only=True) as opened:
        return (await audit(opened)).problems, await _unreadable_in(opened)


async def _unreadable_in(database: Database) -> tuple[str, ...]:
    """Count the records that this code can't read, as in "2 tables"."""
    found: Counter[str] = Counter()
    for word, (sql, read) in _STORED.items():
        for row in await database.fetch(sql):
            try:
                read(unstamped(row[0]))
            except (ValidationError, ValueError, NewerRelease):
                found[word] += 1
    return tuple(counted(number, word) for word, number in found.items())


def _reapply_erasures(present: Path, copy: Path) -> int:
    """Register in the copy whom the present database has forgotten since; how many of them the copy knows.

    Nothing is done where the present database can't be read any more.
    """
    try:
        known = asyncio.run(_read_erasures(present))
    except Exception:  # noqa: BLE001  # in a damaged file anything may stand where an erasure should be
        return 0
    there = {row[3] for row in asyncio.run(_read_erasures(copy))}
    missing = [row for row in known if row[3] not in there]
    again = asyncio.run(_known_to(copy, missing)) if missing else []
    write_into(copy, (Statement(_ERASE_AGAIN, row, touches=None) for row in again))
    return len(again)


_Erasure = tuple[int, int | None, str, str, float]
"""Server, user if known, salt, digest, and moment."""


async def _read_erasures(present: Path) -> list[_Erasure]:
    async with await open_database(f"sqlite:///{present}", read_only=True) as opened:
        return [tuple(row[at] for at in range(5)) for row in await opened.fetch(_ERASURES)]


async def _known_to(copy: Path, missing: list[_Erasure]) -> list[_Erasure]:
    """Return the erasures of users that the copy knows, with the ids that they are about."""
    async with await open_database(f"sqlite:///{copy}", read_only=True) as opened:
        wishing = await users_with_preferences(opened)
        users = {guild_id: wishing | await users_of(opened, guild_id) for guild_id in {row[0] for row in missing}}
    return [
        (guild_id, user_id, salt, digest, at)
        for guild_id, _, salt, digest, at in missing
        for user_id in users[guild_id]
        if digest_of(salt, guild_id, user_id) == digest
    ]


def _stamp(now: float) -> str:
    """Format a moment as in 20270115-080000Z, which sorts by time."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%SZ")
