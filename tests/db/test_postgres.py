"""PostgreSQL's own ways: processes on one database, a connection that is lost, the lock of a campaign, and values."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.db import (
    CannotOpen,
    DatabaseAway,
    DatabaseClosed,
    DatabaseLost,
    Fault,
    Migration,
    NotWritten,
    OpenedDatabase,
    OutcomeUnknown,
    Refused,
    Statement,
    WatchedDatabase,
    fault_of,
    open_database,
    passwords_in,
    shown_database,
)
from tests import postgresql
from tests.db.conftest import Put
from tests.db.engines import SERVER_BOXES, Gate, Postgresql
from tests.db.test_group_commits import boxes, hold, waiting
from tests.manual_clock import ManualClock
from tests.postgresql import NEEDS_POSTGRESQL

pytestmark = NEEDS_POSTGRESQL
MORE = Migration(2, "0002_more.sql", "ALTER TABLE boxes ADD COLUMN colour TEXT;")
WRONG = Migration(2, "0002_wrong.sql", "CREATE TABLE lids (id BIGINT); ALTER TABLE nowhere ADD COLUMN colour TEXT;")


@pytest.fixture
def engine(path: Path) -> Postgresql:
    return Postgresql(path)


@pytest.fixture
async def beside(engine: Postgresql) -> AsyncIterator[Any]:
    """A connection of the test's own."""
    import psycopg

    async with await psycopg.AsyncConnection.connect(engine.url, autocommit=True) as connection:
        yield connection


def connections(database: Any) -> dict[str, Any]:
    """Return the database's connections by what they do."""
    session = database._session
    return {
        "locks": database.leases._locks._raw,
        "writes": session.writer._raw,
        "reads": session.short._idle[-1],
    }


async def cut(beside: Any, database: OpenedDatabase, which: str) -> None:
    """End a connection of the bot, as an operator can."""
    pid = connections(database)[which].info.backend_pid
    await beside.execute("SELECT pg_terminate_backend(%s)", (pid,))


async def connected_again(database: OpenedDatabase) -> None:
    """Return when the database has connected again."""
    async with asyncio.timeout(60):
        await database.leases.reached()


async def test_each_process_has_a_number_of_its_own_while_others_may_look(
    database: OpenedDatabase, engine: Postgresql
) -> None:
    async with await engine.open() as second:
        assert (database.leases.worker, second.leases.worker) == (0, 1)
    async with await open_database(engine.url, migrations=[SERVER_BOXES], read_only=True) as looking:
        assert await looking.fetch("SELECT id FROM boxes") == []
        with pytest.raises(DatabaseClosed):
            await looking.apply(Statement("DELETE FROM boxes", touches=None))


async def test_fetch_cannot_write(database: OpenedDatabase, put: Put) -> None:
    import psycopg

    await database.apply(put(1))
    for of in (database, database.background):
        with pytest.raises(psycopg.Error):
            await of.fetch("DELETE FROM boxes RETURNING id")
    assert await boxes(database) == {1}


async def test_the_lock_of_a_killed_bot_is_gone(engine: Postgresql) -> None:
    script = (
        "import asyncio, sys\nfrom bot.db import open_database\nasync def main():\n"
        "    await open_database(sys.argv[1])\n    print('held', flush=True)\n    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, engine.url, stdout=asyncio.subprocess.PIPE, cwd=postgresql.ROOT
    )
    try:
        assert bot.stdout
        assert await bot.stdout.readline()
    finally:
        bot.kill()
        await bot.communicate()
    async with await open_database(engine.url) as database:
        assert await database.fetch("SELECT id FROM campaigns") == []


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://bot:not-for-the-log@127.0.0.1:1/name",
        "postgresql://127.0.0.1:1/name?user=bot&password=not-for-the-log",
        "postgresql://bot:not-for-the-log%zz@127.0.0.1/name",
        "postgres://bot:not-for-the-log@127.0.0.1:many/name",
    ],
)
async def test_a_server_that_cannot_be_reached_is_named_without_the_password(url: str) -> None:
    with pytest.raises(CannotOpen) as refused:
        await open_database(url)
    assert "not-for-the-log" not in str(refused.value)
    assert shown_database(url).endswith("/name")
    assert any("not-for-the-log" in word for word in passwords_in(url))


async def test_an_empty_database_is_not_read(path: Path) -> None:
    with pytest.raises(CannotOpen, match="is empty"):
        await open_database(postgresql.url_of(path), read_only=True)


async def test_a_server_without_the_driver_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("bot.db.postgres", "bot.db.server"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("bot.db.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CannotOpen, match="shadowport\\[postgres\\]"):
        await open_database("postgresql://host/name")


async def test_a_database_in_another_encoding_is_refused() -> None:
    postgresql.server().do("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII'")
    try:
        with pytest.raises(CannotOpen, match="UTF8"):
            await open_database(postgresql.server().url("ascii"))
    finally:
        postgresql.server().drop("ascii")


async def test_a_database_of_another_program_is_refused_and_left_alone(engine: Postgresql, beside: Any) -> None:
    await beside.execute("CREATE TABLE theirs (id BIGINT)")
    with pytest.raises(CannotOpen, match="another program"):
        await engine.open()
    found = await (await beside.execute("SELECT relname FROM pg_class WHERE relname IN ('boxes', 'theirs')")).fetchall()
    assert found == [("theirs",)]


async def test_missing_migrations_run_and_newer_ones_are_refused(engine: Postgresql, put: Put) -> None:
    async with await engine.open() as database:
        await database.apply(put(1))
    with pytest.raises(CannotOpen, match="older Shadowport"):
        await open_database(engine.url, migrations=[SERVER_BOXES, MORE], read_only=True)
    async with await open_database(engine.url, migrations=[SERVER_BOXES, MORE]) as database:
        (row,) = await database.fetch("SELECT id, colour FROM boxes")
        assert (row["id"], row["colour"]) == (1, None)
    with pytest.raises(CannotOpen, match="newer Shadowport"):
        await engine.open()


async def test_a_migration_that_fails_leaves_nothing_behind(engine: Postgresql) -> None:
    async with await engine.open():
        pass
    with pytest.raises(CannotOpen, match=r"0002_wrong\.sql, and is unchanged"):
        await open_database(engine.url, migrations=[SERVER_BOXES, WRONG])
    async with await engine.open() as database:
        assert await database.fetch("SELECT relname FROM pg_class WHERE relname = 'lids'") == []


@pytest.mark.parametrize(
    "change, part",
    [
        ("DROP TRIGGER labels_stay ON labels", "trigger labels.labels_stay"),
        ("ALTER TABLE labels DISABLE TRIGGER labels_stay", "trigger labels.labels_stay"),
        ("ALTER TABLE boxes DROP CONSTRAINT never_negative", "constraint boxes.never_negative"),
        ("ALTER TABLE boxes ALTER name DROP NOT NULL", "column boxes.name text not null"),
        ("ALTER TABLE boxes DROP CONSTRAINT box_names", "constraint boxes.box_names"),
    ],
)
async def test_a_database_that_lacks_a_part_is_refused(engine: Postgresql, beside: Any, change: str, part: str) -> None:
    async with await engine.open():
        pass
    await beside.execute(change)
    with pytest.raises(CannotOpen, match=f"the {part} is missing"):
        await engine.open()


@pytest.mark.parametrize("which", ["locks", "writes", "reads"])
async def test_a_connection_that_ends_takes_the_others_with_it_until_the_database_connects_again(
    database: Any, beside: Any, put: Put, which: str
) -> None:
    await database.apply(put(1))
    session = database._session
    await cut(beside, database, which)
    if which == "reads":
        with pytest.raises(DatabaseAway):
            await database.fetch("SELECT 1")
    async with asyncio.timeout(30):
        await session.end.over
    for work in (database.apply(put(2)), database.settle(), database.fetch("SELECT 1"), database.leases.survey()):
        with pytest.raises(DatabaseAway):
            await work
    await connected_again(database)
    await database.apply(put(2))
    assert await boxes(database) == {1, 2}
    assert database.leases.worker == 0


async def test_waiting_batches_are_answered_when_the_connection_ends(
    database: Any, beside: Any, put: Put, gate: Gate
) -> None:
    await database.apply(put(1))
    held = await hold(database, gate)
    tasks = await waiting((put(2),), (put(3),), database=database)
    reading = asyncio.create_task(database.background.fetch("SELECT hold() AS held"))
    await gate.entered()
    await cut(beside, database, "writes")
    ends = await asyncio.gather(held, *tasks, return_exceptions=True)
    assert [type(end) for end in ends] == [DatabaseAway] * 3
    with pytest.raises(DatabaseAway):
        await reading
    await gate.open()
    await connected_again(database)
    assert await boxes(database) == {1}


async def test_a_commit_whose_answer_is_lost_has_an_unknown_outcome(
    database: Any, beside: Any, put: Put, gate: Gate
) -> None:
    await beside.execute(
        """
        CREATE FUNCTION wait_at_the_commit() RETURNS TRIGGER LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM hold();
            RETURN NULL;
        END
        $$;
        CREATE CONSTRAINT TRIGGER commits_wait AFTER INSERT ON boxes DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_at_the_commit()
        """
    )
    committing = asyncio.create_task(database.apply(put(1)))
    await gate.entered()
    (later,) = await waiting((put(2),), database=database)
    await cut(beside, database, "writes")
    ends = await asyncio.gather(committing, later, return_exceptions=True)
    assert [type(end) for end in ends] == [OutcomeUnknown, DatabaseAway]
    assert [fault_of(end) for end in ends if end] == [Fault.AWAY] * 2
    await gate.open()
    await connected_again(database)
    await database.apply(put(2))
    assert await boxes(database) == {2}


async def test_a_database_for_reading_is_lost_for_good(engine: Postgresql, beside: Any) -> None:
    async with await engine.open():
        pass
    async with await open_database(engine.url, migrations=[SERVER_BOXES], read_only=True) as looking:
        session = looking._session  # type: ignore[attr-defined]
        await beside.execute("SELECT pg_terminate_backend(%s)", (session.short._idle[-1].info.backend_pid,))
        with pytest.raises(DatabaseLost):
            await looking.fetch("SELECT 1")
        assert isinstance(await looking.until_lost(), DatabaseLost)


async def test_a_database_that_is_closed_is_not_lost(engine: Postgresql) -> None:
    async with await engine.open() as database:
        noticed = asyncio.create_task(database.until_lost())
    await asyncio.sleep(0)
    assert not noticed.done()
    noticed.cancel()


async def test_all_that_waits_goes_into_one_commit(database: OpenedDatabase, put: Put, gate: Gate) -> None:
    held = await hold(database, gate)
    tasks = await waiting(*[(put(box),) for box in range(1, 41)], database=database)
    await gate.open()
    await asyncio.gather(held, *tasks)
    found = await database.fetch("SELECT CAST(xmin AS TEXT) AS transaction FROM boxes WHERE id < 100")
    assert len(found) == 40
    assert len({row["transaction"] for row in found}) == 1


async def test_groups_with_and_without_failures_keep_what_is_right(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    nothing = Statement("UPDATE boxes SET coins = coins + 1 WHERE id = ?", (0,))
    for number in range(1, 100, 4):
        name = f"box {number}"
        batches = [(put(number),), (put(number + 1), nothing), (put(number + 2, name=name),), (put(number + 3, -1),)]
        outcomes = await asyncio.gather(*(database.apply(*batch) for batch in batches), return_exceptions=True)
        named = [getattr(outcome, "constraint", type(outcome).__name__) for outcome in outcomes]
        assert named == ["NoneType", "WrongRows", "box_names", "never_negative"]
    assert await boxes(database) == set(range(1, 100, 4))


async def test_a_statement_behind_a_failure_is_written_however_often_it_came_before(
    database: OpenedDatabase, put: Put
) -> None:
    """The server skips what follows an error in a pipeline, and so the preparing of a statement that often comes."""
    wrong = Statement("UPDATE boxes SET coins = -1")
    for number in range(1, 25):
        ends = await asyncio.gather(
            *(database.apply(one) for one in (put(100 + number), wrong, put(number))), return_exceptions=True
        )
        assert [getattr(end, "constraint", end) for end in ends] == [None, "never_negative", None]
    assert await boxes(database) == {*range(1, 25), *range(101, 125)}


async def test_a_batch_waits_while_another_process_writes_in_its_campaign(
    database: OpenedDatabase, beside: Any, put: Put
) -> None:
    def of(campaign: int, box: int) -> Statement:
        return Statement("INSERT INTO boxes (id, name) VALUES (?, ?)", (box, f"box {box}"), campaign=campaign)

    await beside.execute("SELECT pg_advisory_lock(5)")
    await database.apply(of(4, 1))
    held = [asyncio.create_task(database.apply(of(campaign, campaign))) for campaign in (6, 5)]
    sql = """
        SELECT objid, granted FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1 AND pid <> pg_backend_pid()
        """
    while (locks := await (await beside.execute(sql)).fetchall()) != [(5, False)]:
        assert len(locks) <= 1  # those of the higher campaign come later
    assert not any(task.done() for task in held)
    await beside.execute("SELECT pg_advisory_unlock(5)")
    await asyncio.gather(*held)
    assert await boxes(database) == {1, 5, 6}


async def test_a_server_that_takes_no_writes_is_a_disk_error_until_it_does(
    database: Any, put: Put, caplog: pytest.LogCaptureFixture
) -> None:
    watched = WatchedDatabase(database, "postgresql://host/name", ManualClock())
    raw = database._session.writer._raw
    await raw.execute("SET default_transaction_read_only = on")
    ends = await asyncio.gather(*(watched.apply(put(box)) for box in (1, 2)), return_exceptions=True)
    assert [(type(end), fault_of(end)) for end in ends if end] == [(NotWritten, Fault.READ_ONLY)] * 2
    assert await watched.fault() is Fault.READ_ONLY
    await raw.execute("SET default_transaction_read_only = off")
    assert await watched.fault() is None
    await watched.apply(put(3))
    assert await boxes(database) == {3}
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1


async def test_values_come_back_as_sqlite_gives_them(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1, 2**62), put(2, 2**62, name="naïve “name” 🎲"))
    (row,) = await database.fetch(
        "SELECT sum(coins) AS total, avg(id) AS middle, min(id) = ? AS same, max(name) AS name, ? AS given FROM boxes",
        1,
        "text",
    )
    assert dict(row) == {"total": 2**63, "middle": 1.5, "same": 1, "name": "naïve “name” 🎲", "given": "text"}
    assert [type(row[at]) for at in range(5)] == [int, float, int, str, str]
    assert (row[1], row.keys()[1]) == (1.5, "middle")


@pytest.mark.parametrize("name, error", [("a\0b", ValueError), ("\ud800", UnicodeEncodeError)])
async def test_a_text_that_cannot_be_stored_undoes_only_its_batch(
    database: OpenedDatabase, put: Put, name: str, error: type[Exception]
) -> None:
    ends = await asyncio.gather(
        database.apply(put(1), put(2, name=name)), database.apply(put(3)), return_exceptions=True
    )
    assert [type(end) for end in ends] == [error, type(None)]
    assert await boxes(database) == {3}


async def test_texts_are_ordered_byte_by_byte_whatever_the_language_of_the_database(path: Path) -> None:
    name = postgresql.url_of(path).partition("?")[0].rpartition("/")[2]
    server = postgresql.server()
    server.drop(name)
    server.do(f"CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C.UTF-8'")
    insert = "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, 1, ?, ?, '{}', 0)"
    async with await open_database(postgresql.url_of(path)) as database:
        names = ("b", "B", "ä", "a")
        await database.apply(*(Statement(insert, (number, name, name)) for number, name in enumerate(names, start=1)))
        rows = await database.fetch("SELECT name FROM campaigns ORDER BY name")
    assert [row["name"] for row in rows] == ["B", "a", "b", "ä"]


async def test_a_refusal_of_the_bots_own_schema_has_its_sentence(engine: Postgresql) -> None:
    insert = "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, 1, 'A', 'a', '', 0)"
    async with await engine.open_laid_out() as database:
        await database.apply(Statement(insert, (1,)))
        with pytest.raises(KeyError):
            await database.apply(Statement(insert, (2,), refusals={"campaign_names": KeyError}))
        with pytest.raises(Refused, match="campaigns_pkey"):
            await database.apply(Statement(insert, (1,), refusals={"campaign_names": KeyError}))
