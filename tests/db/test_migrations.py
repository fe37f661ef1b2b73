"""Each step whole or not at all, with a way back."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import CannotOpen, Migration, Statement, damage_of, known_migrations, open_database
from bot.db.migrations import statements
from bot.ledger import audit
from tests.db.conftest import Put
from tests.db.engines import BOXES
from tests.sqlite_file import url_of
from tests.tables.table_fixtures import ANN, TableHarness

COLOURS = Migration(2, "0002_colours.sql", "ALTER TABLE boxes ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';")
BROKEN = Migration(3, "0003_broken.sql", "CREATE TABLE lids (id INTEGER);\nINSERT INTO nowhere VALUES (1);")
LABEL = Statement("INSERT INTO labels (box_id) VALUES (1)")


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def test_a_new_database_gets_every_step_and_no_backup(path: Path) -> None:
    async with await open_database(url_of(path), migrations=[BOXES, COLOURS]):
        pass
    assert version(path) == 2
    assert not list(path.parent.glob("*.bak"))


async def test_an_existing_database_keeps_its_rows_and_a_copy_from_before(path: Path, put: Put) -> None:
    async with await open_database(url_of(path), migrations=[BOXES]) as database:
        await database.apply(put(1, 5))
    async with await open_database(url_of(path), migrations=[BOXES, COLOURS]) as database:
        (row,) = await database.fetch("SELECT coins, colour FROM boxes")
        assert (row["coins"], row["colour"]) == (5, "grey")
    backup = path.with_name("book.db.v1.bak")
    async with await open_database(url_of(backup), read_only=True, migrations=[BOXES]) as before:
        assert [row["coins"] for row in await before.fetch("SELECT coins FROM boxes")] == [5]


async def test_an_up_to_date_database_is_not_copied(path: Path) -> None:
    for _ in range(2):
        async with await open_database(url_of(path), migrations=[BOXES]):
            pass
    assert not list(path.parent.glob("*.bak"))


async def test_a_failing_step_leaves_the_database_at_the_step_before(path: Path, put: Put) -> None:
    async with await open_database(url_of(path), migrations=[BOXES]) as database:
        await database.apply(put(1))
    with pytest.raises(CannotOpen, match=r"couldn't be updated by 0003_broken\.sql, and is unchanged"):
        await open_database(url_of(path), migrations=[BOXES, COLOURS, BROKEN])
    assert version(path) == 2
    assert "lids" not in tables(path)
    async with await open_database(url_of(path), migrations=[BOXES, COLOURS]) as database:
        assert len(await database.fetch("SELECT id FROM boxes")) == 1


async def test_a_second_copy_does_not_replace_the_first(path: Path) -> None:
    async with await open_database(url_of(path), migrations=[BOXES, COLOURS]):
        pass
    for _ in range(2):
        with pytest.raises(CannotOpen):
            await open_database(url_of(path), migrations=[BOXES, COLOURS, BROKEN])
    assert {file.name for file in path.parent.glob("*.bak")} == {"book.db.v2.bak", "book.db.v2-2.bak"}


async def test_a_table_can_be_rebuilt_under_what_refers_to_it(path: Path, put: Put) -> None:
    rebuild = Migration(
        2,
        "0002_rebuild.sql",
        """
        CREATE TABLE new_boxes (id INTEGER PRIMARY KEY, name TEXT NOT NULL, coins INTEGER NOT NULL) STRICT;
        INSERT INTO new_boxes SELECT id, name, coins FROM boxes;
        DROP TABLE boxes;
        ALTER TABLE new_boxes RENAME TO boxes;
        """,
    )
    async with await open_database(url_of(path), migrations=[BOXES]) as database:
        await database.apply(put(1), LABEL)
    async with await open_database(url_of(path), migrations=[BOXES, rebuild]) as database:
        assert len(await database.fetch("SELECT 1 FROM labels JOIN boxes ON boxes.id = labels.box_id")) == 1


async def test_a_step_that_leaves_rows_pointing_nowhere_is_undone(path: Path, put: Put) -> None:
    emptying = Migration(2, "0002_emptying.sql", "DELETE FROM boxes;")
    async with await open_database(url_of(path), migrations=[BOXES]) as database:
        await database.apply(put(1), LABEL)
    with pytest.raises(CannotOpen, match="rows that refer to missing rows"):
        await open_database(url_of(path), migrations=[BOXES, emptying])
    async with await open_database(url_of(path), migrations=[BOXES]) as database:
        assert len(await database.fetch("SELECT id FROM boxes")) == 1


def test_script_is_split_into_whole_statements() -> None:
    found = list(statements(BOXES.sql))
    assert [re.findall(r"CREATE (\w+)", statement) for statement in found] == [["TABLE"], ["TABLE"], ["TRIGGER"]]
    with pytest.raises(sqlite3.OperationalError, match="ends in the middle"):
        list(statements("CREATE TABLE a (b TEXT)"))


@pytest.mark.parametrize("migration", known_migrations(), ids=lambda migration: migration.name)
def test_every_migration_says_why_and_waits_for_no_commit(migration: Migration) -> None:
    assert migration.sql.startswith("-- ")
    assert "DEFERR" not in migration.sql.upper()


async def test_stored_database_with_play_in_it_is_migrated(path: Path) -> None:
    """A file that this version has written becomes the next one's, with every row and a ledger that adds up."""
    known = known_migrations()
    following = Migration(
        len(known) + 1,
        "following.sql",
        """
        -- A column that a campaign gets, and a table that is built again without a column.
        ALTER TABLE campaigns ADD COLUMN motto TEXT NOT NULL DEFAULT 'none';
        CREATE TABLE new_offers (id INTEGER NOT NULL PRIMARY KEY, made_at REAL NOT NULL) STRICT;
        INSERT INTO new_offers SELECT id, made_at FROM offers;
        DROP TABLE offers;
        ALTER TABLE new_offers RENAME TO offers;
        """,
    )
    async with TableHarness(path) as place:
        await place.opened()
        await place.characters.create(place.campaign, ANN, "Han")
    assert version(path) & 0xFFFF == len(known), "the oldest code that it works with stands above"
    with closing(sqlite3.connect(path)) as connection:
        before = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables(path)}
    assert before["tables"] == before["characters"] == 1
    async with await open_database(url_of(path), migrations=[*known, following]) as database:
        found = {name: (await database.fetch(f"SELECT count(*) FROM {name}"))[0][0] for name in before}
        assert found == before
        assert [row["motto"] for row in await database.fetch("SELECT motto FROM campaigns")] == ["none"]
        assert (await audit(database)).problems == ()
    assert damage_of(path.with_name(f"book.db.v{len(known)}.bak")) == ()
    with pytest.raises(CannotOpen, match="newer Shadowport"):
        await open_database(url_of(path))


@pytest.mark.parametrize("read_only", [False, True])
async def test_database_from_before_the_first_release_is_refused(path: Path, read_only: bool) -> None:
    with closing(sqlite3.connect(path)) as old:
        old.execute("CREATE TABLE campaigns (id INTEGER PRIMARY KEY)")
        old.execute("PRAGMA application_id = 1397772884")
        old.execute("PRAGMA user_version = 16")
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match="before Shadowport's first release"):
        await open_database(url_of(path), read_only=read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
async def test_database_of_another_layout_is_refused(path: Path, read_only: bool) -> None:
    await (await open_database(url_of(path))).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE offers ADD COLUMN price INTEGER")
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match="the table offers is another one"):
        await open_database(url_of(path), read_only=read_only)
    assert path.read_bytes() == before
