"""Backups that the running bot makes, and the drill that tries one."""

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.db import CannotOpen
from bot.operating.schedule import RETRY_AFTER, BackupSchedule, newest_backup
from tests.manual_clock import ManualClock
from tests.privacy.copying import NAME, Run, changed, folder, make_database, names, run
from tests.tables.table_fixtures import ANN, BEN, TableHarness

__all__ = ["folder", "run"]
pytestmark = pytest.mark.usefixtures("logging_put_back")
HOUR = 3600.0


class Waking(ManualClock):
    """A clock that says when the schedule sleeps."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: asyncio.Queue[float] = asyncio.Queue()

    async def sleep(self, seconds: float) -> None:
        self.slept.put_nowait(seconds)
        await super().sleep(seconds)


class Scheduled:
    """A schedule at work: every hour, three are kept."""

    def __init__(self, database: Path, backups: Path, clock: Waking) -> None:
        self.clock, self.backups = clock, backups
        self.schedule = BackupSchedule(database, backups, HOUR, 3, clock)

    async def sleeps(self) -> float:
        """Return for how long it sleeps, once it does."""
        while (seconds := await asyncio.wait_for(self.clock.slept.get(), 60)) <= 0:
            pass
        return seconds

    @property
    def made(self) -> list[str]:
        return sorted(path.name for path in self.backups.iterdir())


def at(clock: ManualClock) -> str:
    return f"shadowport-{datetime.fromtimestamp(clock.now(), UTC):%Y%m%d-%H%M%SZ}.db"


@pytest.fixture
async def scheduled(folder: Path) -> AsyncIterator[Scheduled]:
    await asyncio.to_thread(make_database, folder / NAME)
    one = Scheduled(folder / NAME, folder / "backups", Waking())
    running = asyncio.create_task(one.schedule.run())
    yield one
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_backup_is_made_at_once_and_then_every_so_many_hours(scheduled: Scheduled):
    assert await scheduled.sleeps() == HOUR
    first = at(scheduled.clock)
    assert scheduled.made == [first]
    assert names(scheduled.backups / first) == ["Han"]
    assert scheduled.schedule.backed_up_at == scheduled.clock.now()
    await scheduled.clock.advance(HOUR)
    await scheduled.sleeps()
    assert scheduled.made == [first, at(scheduled.clock)]


async def test_the_oldest_goes_once_a_new_one_is_good_and_other_files_stay(scheduled: Scheduled):
    await scheduled.sleeps()
    other = scheduled.backups / "shadowport-before-the-move.db"
    other.write_text("precious")
    expected = [at(scheduled.clock)]
    for _ in range(3):
        await scheduled.clock.advance(HOUR)
        await scheduled.sleeps()
        expected.append(at(scheduled.clock))
    assert scheduled.made == [*expected[-3:], other.name]


async def test_a_backup_of_a_ledger_with_problems_is_not_kept_and_deletes_none(
    scheduled: Scheduled, folder: Path, caplog: pytest.LogCaptureFixture
):
    await scheduled.sleeps()
    good = scheduled.made
    changed(folder / NAME, "DROP TRIGGER entries_are_kept")
    await scheduled.clock.advance(HOUR)
    assert await scheduled.sleeps() == RETRY_AFTER
    assert scheduled.made == good
    assert "no backup was made: the database has problems, which `audit` lists." in caplog.text


async def test_a_restarted_bot_goes_on_where_the_last_backup_was(folder: Path):
    await asyncio.to_thread(make_database, folder / NAME)
    clock = Waking()
    (folder / "backups").mkdir()
    (folder / "backups" / at(clock)).touch()
    await clock.advance(HOUR / 4)
    again = Scheduled(folder / NAME, folder / "backups", clock)
    running = asyncio.create_task(again.schedule.run())
    assert await again.sleeps() == HOUR * 3 / 4
    running.cancel()


async def test_a_backup_of_the_future_and_a_time_that_never_was_hold_up_nothing(folder: Path):
    await asyncio.to_thread(make_database, folder / NAME)
    (folder / "backups").mkdir()
    for time in ("20990101-000000Z", "20270230-000000Z"):
        (folder / "backups" / f"shadowport-{time}.db").touch()
    again = Scheduled(folder / NAME, folder / "backups", Waking())
    running = asyncio.create_task(again.schedule.run())
    assert await again.sleeps() == HOUR
    running.cancel()


async def test_a_bot_that_stops_leaves_no_half_of_a_backup(folder: Path):
    await asyncio.to_thread(make_database, folder / NAME)
    begun = folder / "begun"
    os.mkfifo(begun)
    endless = f"open({str(begun)!r}, 'w').close(); __import__('threading').Event().wait()"
    schedule = BackupSchedule(folder / NAME, folder / "backups", HOUR, 3, ManualClock(), ("-c", endless))
    running = asyncio.create_task(schedule.run())
    await asyncio.to_thread(begun.read_text)
    assert list((folder / "backups").iterdir()) != []
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert list((folder / "backups").iterdir()) == []


def test_the_newest_backup_is_the_one_with_the_latest_time(folder: Path):
    (folder / "backups").mkdir()
    for name in ("shadowport-20270101-000000Z.db", "shadowport-20270102-000000Z-2.db", "other-20280101-000000Z.db"):
        (folder / "backups" / name).touch()
    (folder / "shadowport-20270101-120000Z.db").touch()
    newest = newest_backup(folder / NAME, folder / "backups")
    assert newest.name == "shadowport-20270102-000000Z-2.db"
    with pytest.raises(CannotOpen, match="There is no backup of book"):
        newest_backup(folder / "book.db", folder / "backups")


def play(path: Path) -> None:
    """Play two hands at a table."""

    async def played() -> None:
        async with TableHarness(path) as place:
            await place.opened()
            await place.sits(ANN, "Han")
            await place.sits(BEN, "Lando")
            await place.lively_hand()
            await place.lively_hand()

    asyncio.run(played())


def test_a_drill_restores_the_newest_backup_audits_it_and_verifies_hands(folder: Path, run: Run):
    play(folder / NAME)
    run("backup")
    before = (folder / NAME).read_bytes()
    status, said, _ = run("drill", "--json")
    found = json.loads(said)
    assert status == 0
    assert (found["passed"], found["hands"], found["verified"], found["unverified"]) == (True, 2, 2, 0)
    assert found["problems"] == []
    assert (folder / NAME).read_bytes() == before
    status, said, _ = run("drill", "--hands", "1")
    assert status == 0
    assert "Of a sample: 1 verified." in said
    assert said.endswith("The drill passed. Your database wasn't touched.\n")


def test_a_drill_fails_for_a_backup_with_a_changed_hand(folder: Path, run: Run):
    play(folder / NAME)
    run("backup", "copy.db")
    with closing(sqlite3.connect(folder / "copy.db")) as file:
        file.execute("UPDATE hands SET open_seed = closed_seed WHERE number = 1")
        file.commit()
    status, said, _ = run("drill", "copy.db")
    assert status == 1
    assert "hand 1:" in said
    assert said.endswith("The drill failed.\n")


def test_a_drill_without_a_backup_says_so(folder: Path, run: Run):
    make_database(folder / NAME)
    status, _, refusal = run("drill")
    assert (status, refusal) == (1, f"shadowport: There is no backup of {NAME} in backups or beside it. Name a file.\n")
