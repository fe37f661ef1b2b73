"""Code of today on a database that tomorrow's migration has changed: it goes on where the file says so, or refuses."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import CannotOpen, Migration, damage_of, examine, known_migrations, open_database
from bot.db.migrations import oldest_code
from bot.ledger import audit_file
from bot.portability.service import CampaignFiles
from bot.privacy.forgetting import Forgetting
from bot.tables.verification.verify import verify_hand
from tests import sqlite_file
from tests.postgresql import NEEDS_POSTGRESQL
from tests.tables.table_fixtures import ANN, BEN, GM, GUILD, HAN, TableHarness

ENGINES = pytest.mark.parametrize("dialect", ["sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRESQL)])
TODAY = len(known_migrations())
MORE = """
-- Parts that code of today knows nothing of.
ALTER TABLE tables ADD COLUMN mood TEXT;
ALTER TABLE characters ADD COLUMN luck {integer} NOT NULL DEFAULT 0;
ALTER TABLE actions ADD COLUMN mood TEXT CONSTRAINT action_mood CHECK (mood <> '');
CREATE TABLE moods (id {integer} NOT NULL PRIMARY KEY, mood TEXT NOT NULL);
CREATE INDEX tables_by_mood ON tables (mood);
"""


def tomorrows(dialect: str, *, works_with: int | None) -> Sequence[Migration]:
    """Return the migrations of tomorrow's code; None for a step that older code can't work with."""
    header = f"-- works with code of version {works_with}\n" if works_with else ""
    sql = header + MORE.format(integer={"sqlite": "INTEGER", "postgresql": "BIGINT"}[dialect]).lstrip()
    return *known_migrations(dialect), Migration(TODAY + 1, f"{TODAY + 1:04}_moods.sql", sql)


@pytest.fixture
def url(dialect: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("tests.sqlite_file._engines", [dialect])
    return sqlite_file.url_of(path)


async def expand(url: str, dialect: str, works_with: int | None = TODAY) -> None:
    """Start tomorrow's code once."""
    async with await open_database(url, migrations=tomorrows(dialect, works_with=works_with)):
        pass


@ENGINES
async def test_todays_code_works_on_a_schema_that_has_grown(dialect: str, path: Path, url: str) -> None:
    async with TableHarness(path) as place:
        await place.opened()
        await place.sits(ANN, "Han")
        await place.sits(BEN, "Lando")
        await place.lively_hand()
        await place.close_doors()
        await expand(url, dialect)
        await place.open_doors()
        await place.lively_hand()
        await place.undoes_hand()
        await place.play_out()
        await place.deals()
        await place.quiet_turn()
        await place.undoes_action()
        await place.play_out()
        found = await verify_hand(place.database, place.table_id, 1, as_gm=True)
        assert (found.ok, found.faults) == (True, ())
        await place.adds_up()
        files = CampaignFiles(place.database, place.campaigns, place.ids, place.clock)
        exported = await files.export(place.campaign, GM, history=True)
        assert {one.name for one in exported.campaign_file.characters} == {"Han", "Lando"}
        assert (await files.export_hands(await place.table(), GM)).hands
        assert await Forgetting(place.database, place.tables, place.clock).ask(ANN.user_id, [GUILD])
        await place.adds_up()
        assert (await place.table()).chair(HAN) is None
    report = await audit_file(url)
    assert (report.damage, report.ledger and report.ledger.problems) == ((), ())
    await expand(url, dialect)


@ENGINES
async def test_todays_code_refuses_a_schema_that_is_not_made_for_it(dialect: str, url: str) -> None:
    async with await open_database(url):
        pass
    await expand(url, dialect, works_with=None)
    for read_only in (False, True):
        with pytest.raises(CannotOpen, match=f"written by a newer Shadowport \\(its version is {TODAY + 1}, this one"):
            await open_database(url, read_only=read_only)
    await expand(url, dialect, works_with=None)


@ENGINES
async def test_code_from_before_the_version_that_works_with_it_is_refused(dialect: str, url: str) -> None:
    await expand(url, dialect)
    async with await open_database(url), await open_database(url, read_only=True):
        pass
    with pytest.raises(CannotOpen, match="written by a newer Shadowport"):
        await open_database(url, migrations=known_migrations(dialect)[: TODAY - 1])


def test_the_oldest_code_is_that_which_works_with_every_step() -> None:
    steps = [
        Migration(1, "", "-- The baseline."),
        Migration(2, "", "-- works with code of version 1\n-- A table."),
        Migration(3, "", "-- Another table.\n-- works with code of version 1"),
        Migration(4, "", "-- works with code of version 2\n-- An index."),
    ]
    assert [oldest_code(steps[:count]) for count in range(5)] == [0, 1, 1, 3, 3]


async def test_a_file_that_has_grown_is_not_damaged_unless_a_part_is_missing(path: Path) -> None:
    url = f"sqlite:///{path}"
    await expand(url, "sqlite")
    assert damage_of(path) == ()
    assert await asyncio.to_thread(lambda: examine(path, "it").wrong) == ()
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE offers DROP COLUMN taken_at")
    assert "the table offers is another one" in str(damage_of(path))
    with pytest.raises(CannotOpen, match="the table offers is another one"):
        await open_database(url)


@NEEDS_POSTGRESQL
@pytest.mark.parametrize("dialect", ["postgresql"])
async def test_a_step_that_running_processes_cannot_work_with_waits_until_they_have_ended(
    dialect: str, url: str
) -> None:
    async with await open_database(url) as running:
        with pytest.raises(CannotOpen, match="Stop all that run on it first"):
            await expand(url, dialect, works_with=None)
        await expand(url, dialect)
        assert await running.fetch("SELECT mood FROM moods") == []


@NEEDS_POSTGRESQL
@pytest.mark.parametrize("dialect", ["postgresql"])
async def test_processes_that_start_together_migrate_once(dialect: str, url: str) -> None:
    steps = tomorrows(dialect, works_with=None)
    opened = await asyncio.gather(*(open_database(url, migrations=steps) for _ in range(4)))
    assert sorted(one.leases.worker for one in opened) == [0, 1, 2, 3]
    await asyncio.gather(*(one.close() for one in opened))
