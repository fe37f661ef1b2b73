"""`move` between SQLite files and PostgreSQL databases: everything or nothing, and play goes on where it stopped."""

import asyncio
import itertools
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.db import CannotOpen, Statement, known_migrations, known_tables, open_database
from bot.portability.moving import OF_PROCESSES, move_database
from bot.portability.proof import verify_file
from bot.tables.model import Seeds
from tests import postgresql
from tests.portability.campaign_file_fixtures import archive_of, furnish
from tests.privacy.copying import Run, folder, run
from tests.tables.table_fixtures import ANN, BEN, CID, GM, TableHarness
from tests.tampering import tamper

__all__ = ["folder", "run"]
pytestmark = pytest.mark.usefixtures("logging_put_back")
ROOT = Path(__file__).parents[1]
SERVER = pytest.param("postgresql", marks=postgresql.NEEDS_POSTGRESQL)
ENGINES = ("sqlite", SERVER)
EACH_TO_EACH = [
    pytest.param(source, target, marks=[] if source == target == "sqlite" else [postgresql.NEEDS_POSTGRESQL])
    for source in ("sqlite", "postgresql")
    for target in ("sqlite", "postgresql")
]
INSERT = "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, 9, ?, ?, '{}', 0)"
CUT_OFF = """
import asyncio, sys
from bot.portability import moving

pages = moving._pages

async def slow(database, table):
    async for page in pages(database, table):
        yield page
        if page:
            print(table.name, flush=True)
            if table.name == "actions":
                await asyncio.sleep(600)

moving._pages = slow
asyncio.run(moving.move_database(*sys.argv[1:]))
"""
"""Stands still once rows of the log have been written."""


@pytest.fixture
def url(tmp_path: Path) -> Callable[[str, str], str]:
    """Return a function that names a database of this engine."""

    def named(engine: str, name: str) -> str:
        path = tmp_path / f"{name}.db"
        return postgresql.url_of(path) if engine == "postgresql" else f"sqlite:///{path}"

    return named


Named = Callable[[str, str], str]


async def in_mid_hand(url: str, path: Path) -> TableHarness:
    """Play until the second hand, and close the database."""
    place, number = TableHarness(path), itertools.count()
    place.url, place.seeds = url, lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        await place.lively_hand()
        await place.deals()
        await furnish(place)
    return place


async def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables that are moved."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    async with await open_database(url, read_only=True) as database:
        for table in [one for one in known_tables() if one.name not in OF_PROCESSES]:
            rows = await database.fetch(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}")
            found[table.name] = [tuple(row[column] for column in table.columns) for row in rows]
    return found


async def with_a_campaign(url: str, number: int = 1) -> None:
    async with await open_database(url) as database:
        await database.apply(Statement(INSERT, (number, f"campaign {number}", f"campaign {number}")))


def refusal_of(source: str, target: str) -> str:
    """Return why a move is refused. Nothing of the target has changed."""
    with pytest.raises(CannotOpen) as refused:
        asyncio.run(move_database(source, target))
    return str(refused.value)


@pytest.mark.parametrize("source, target", EACH_TO_EACH)
async def test_everything_is_in_the_new_database_and_play_goes_on_there(
    source: str, target: str, url: Named, tmp_path: Path
) -> None:
    old, new = url(source, "old"), url(target, "new")
    place = await in_mid_hand(old, tmp_path / "place.db")
    before = await rows_of(old)
    moved = await move_database(old, new)
    assert moved.rows == {name: len(rows) for name, rows in before.items()}
    assert (moved.balances, moved.hands) == (len(before["accounts"]), 2)
    assert await rows_of(new) == before == await rows_of(old)

    files: list[bytes] = []
    for place.url in (old, new):
        async with place:
            files.append((await archive_of(place).export_hands(await place.table(), GM)).content)
    here, there = map(verify_file, files)
    assert here.to_json() == there.to_json()
    assert here.passed

    async with place:
        running = await place.table()
        assert running.in_hand
        await place.quiet_turn()
        await place.undoes_action()
        await place.play_out()
        await place.lively_hand()
        await place.undoes_hand()
        await place.characters.create(place.campaign, ANN, "Greedo")
        await place.adds_up()
        after = await place.everything()
    assert {row[0] for row in before["entries"]} < {row[0] for row in after["entries"]}


@pytest.mark.parametrize("engine", ENGINES)
def test_both_databases_and_what_was_compared_are_printed(engine: str, url: Named, run: Run, monkeypatch: Any) -> None:
    old, new = url("sqlite", "old"), url(engine, "new")
    asyncio.run(with_a_campaign(old))
    monkeypatch.setenv("DATABASE_URL", old)
    status, said, _ = run("move", "--to", new, "--json")
    printed: dict[str, Any] = json.loads(said)
    assert (status, printed["balances"], printed["hands"], printed["rows"]["campaigns"]) == (0, 0, 0, 1)
    assert asyncio.run(rows_of(new)) == asyncio.run(rows_of(old))
    status, said, _ = run("move", "--to", url(engine, "third"))
    assert status == 0
    assert "1 rows" in said


@postgresql.NEEDS_POSTGRESQL
async def test_rows_about_processes_stay_where_they_are(url: Named) -> None:
    old, new = url("postgresql", "old"), url("postgresql", "new")
    for one, shard in ((old, 1), (new, 2)):
        async with await open_database(one) as database:
            await database.leases.join(4)
            await database.leases.take(shard)
    await move_database(old, new)
    async with await open_database(new, read_only=True) as database:
        assert [row["shard"] for row in await database.fetch("SELECT shard FROM shards")] == [2]


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_source_on_which_a_bot_runs_is_refused(engine: str, url: Named) -> None:
    old = url(engine, "old")
    async with await open_database(old):
        with pytest.raises(CannotOpen, match="Stop it first"):
            await move_database(old, url("sqlite", "new"))


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_target_on_which_a_bot_runs_is_refused(engine: str, url: Named) -> None:
    new = url(engine, "new")
    await with_a_campaign(url("sqlite", "old"))
    async with await open_database(new) as running:
        with pytest.raises(CannotOpen, match="Stop it first"):
            await move_database(url("sqlite", "old"), new)
        assert await running.fetch("SELECT id FROM campaigns") == []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_target_that_is_the_source_is_refused_under_every_name(engine: str, url: Named, folder: Path) -> None:
    old = url(engine, "old")
    asyncio.run(with_a_campaign(old))
    if engine == "sqlite":
        (folder / "link.db").symlink_to(folder / "old.db")
        again = "sqlite:///link.db"
    else:
        again = f"{old}&application_name=other"
    for same in (old, again):
        assert refusal_of(old, same).endswith("is the database itself.")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_target_that_has_rows_is_refused_and_keeps_them(engine: str, url: Named) -> None:
    old, new = url("sqlite", "old"), url(engine, "new")
    asyncio.run(with_a_campaign(old))
    asyncio.run(with_a_campaign(new, 2))
    assert "isn't empty: it has campaigns" in refusal_of(old, new)
    assert [row[0] for row in asyncio.run(rows_of(new))["campaigns"]] == [2]


def test_a_damaged_source_is_refused(url: Named, folder: Path) -> None:
    asyncio.run(with_a_campaign(url("sqlite", "old")))
    content = bytearray((folder / "old.db").read_bytes())
    content[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    (folder / "old.db").write_bytes(content)
    assert "old.db" in refusal_of(url("sqlite", "old"), url("sqlite", "new"))
    assert not (folder / "new.db").exists()


def test_a_source_that_is_missing_or_of_another_program_is_refused(url: Named, folder: Path) -> None:
    assert "There is no database" in refusal_of(url("sqlite", "old"), url("sqlite", "new"))
    with closing(sqlite3.connect(folder / "old.db")) as other:
        other.execute("CREATE TABLE theirs (id INTEGER)")
    assert "another program" in refusal_of(url("sqlite", "old"), url("sqlite", "new"))


@pytest.mark.parametrize("engine", ENGINES)
def test_an_older_source_is_refused_and_stays_as_it_is(engine: str, url: Named) -> None:
    old, first = url(engine, "old"), known_migrations(engine)[:1]

    async def opened() -> None:
        async with await open_database(old, migrations=first):
            pass

    asyncio.run(opened())
    assert "older Shadowport" in refusal_of(old, url("sqlite", "new"))
    asyncio.run(opened())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_source_out_of_balance_is_refused(engine: str, url: Named) -> None:
    old = url(engine, "old")
    asyncio.run(with_a_campaign(old))
    tamper(
        old,
        "INSERT INTO accounts (id, campaign_id, kind, balance) VALUES ('party:1', 1, 'party', 7)",
    )
    refusal = refusal_of(old, url("sqlite", "new"))
    assert "doesn't balance: party:1 holds 7, but its transfers add up to 0." in refusal


@pytest.mark.parametrize(
    "address, words",
    [
        ("postgresql://bot:not-for-the-log@127.0.0.1:1/name", "can't be opened"),
        ("sqlite:////proc/here.db", "here.db"),
    ],
)
def test_a_target_that_cannot_be_reached_ends_with_status_1(
    address: str, words: str, url: Named, run: Run, monkeypatch: Any
) -> None:
    asyncio.run(with_a_campaign(url("sqlite", "old")))
    monkeypatch.setenv("DATABASE_URL", url("sqlite", "old"))
    status, said, refusal = run("move", "--to", address)
    assert (status, said) == (1, "")
    assert words in refusal
    assert refusal.count("\n") == 1
    assert "not-for-the-log" not in refusal


@pytest.mark.parametrize(
    "address, words",
    [
        ("mysql://host/name", "must begin with"),
        ("sqlite:///no/folder/new.db", "no folder"),
        ("sqlite:///:memory:", "file"),
    ],
)
def test_a_wrong_target_ends_with_status_2_and_a_line(
    address: str, words: str, url: Named, run: Run, monkeypatch: Any
) -> None:
    monkeypatch.setenv("DATABASE_URL", url("sqlite", "old"))
    status, said, refusal = run("move", "--to", address)
    assert (status, said) == (2, "")
    assert refusal.startswith("shadowport: --to: ")
    assert words in refusal


@postgresql.NEEDS_POSTGRESQL
def test_a_text_that_the_target_cannot_store_is_refused_with_its_table(url: Named) -> None:
    old, new = url("sqlite", "old"), url("postgresql", "new")
    asyncio.run(with_a_campaign(old))
    tamper(old, "UPDATE campaigns SET name = 'a' || char(0) || 'b'")
    assert "Rows of campaigns don't fit" in refusal_of(old, new)
    assert asyncio.run(rows_of(new))["campaigns"] == []


@postgresql.NEEDS_POSTGRESQL
def test_rows_that_come_back_otherwise_are_noticed_and_rolled_back(url: Named) -> None:
    """A server may be set up to shorten the numbers that it gives out."""
    old, new = url("sqlite", "old"), url("postgresql", "new")

    async def departed() -> None:
        async with await open_database(old) as database:
            await database.apply(
                Statement("INSERT INTO departures (guild_id, left_at) VALUES (9, ?)", (1.8e9 + 1 / 3,))
            )

    asyncio.run(departed())
    name = new.partition("?")[0].rpartition("/")[2]
    postgresql.server().do(f"ALTER DATABASE {name} SET extra_float_digits = -8")
    assert "Rows of departures aren't the same" in refusal_of(old, new)
    postgresql.server().do(f"ALTER DATABASE {name} RESET extra_float_digits")
    assert asyncio.run(rows_of(new))["departures"] == []
    asyncio.run(move_database(old, new))


@pytest.mark.parametrize("source, target", EACH_TO_EACH)
async def test_a_killed_move_leaves_an_empty_database_and_is_repeated(
    source: str, target: str, url: Named, tmp_path: Path
) -> None:
    old, new = url(source, "old"), url(target, "new")
    await in_mid_hand(old, tmp_path / "place.db")
    command = (sys.executable, "-c", CUT_OFF, old, new)
    mover = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
    assert mover.stdout
    async for line in mover.stdout:
        if line == b"actions\n":
            break
    mover.kill()
    await mover.communicate()
    async with await open_database(new) as begun:
        assert all([not await begun.fetch(f"SELECT 1 FROM {one.name}") for one in known_tables()])
    await move_database(old, new)
    assert await rows_of(new) == await rows_of(old)
