"""`backup` and `restore` by the command line, on real files."""

import asyncio
import errno
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.campaigns import Preferences
from bot.db import Migration, Statement, known_migrations, open_database
from bot.privacy.forgetting import Forgetting
from tests.privacy.copying import NAME, Run, Said, changed, folder, make_database, names, run
from tests.sqlite_file import url_of
from tests.tables.table_fixtures import ANN, GUILD, TableHarness

__all__ = ["folder", "run"]
pytestmark = pytest.mark.usefixtures("logging_put_back")


def test_a_backup_is_whole_and_says_where_it_is(folder: Path, run: Run):
    make_database(folder / NAME)
    status, said, _ = run("backup", "copy.db")
    assert (status, names(folder / "copy.db")) == (0, ["Han"])
    assert said == f"copy.db: {(folder / 'copy.db').stat().st_size:,} bytes\n"


def test_without_a_name_it_has_the_time_and_lies_beside_the_database(folder: Path, run: Run):
    make_database(folder / NAME)
    status, said, _ = run("backup", "--json")
    made: dict[str, Any] = json.loads(said)
    (copy,) = folder.glob("shadowport-2*Z.db")
    assert (status, Path(made["file"]), made["bytes"]) == (0, copy, copy.stat().st_size)
    assert (made["version"], made["is_older"], made["problems"]) == (len(known_migrations()), False, [])


async def test_backup_is_made_while_the_bot_runs(folder: Path, run: Run):
    async with TableHarness(folder / NAME) as place:
        await place.characters.create(place.campaign, ANN, "Han")
        assert (await asyncio.to_thread(run, "backup", "copy.db"))[0] == 0
        await place.characters.create(place.campaign, ANN, "Lando")
    assert names(folder / "copy.db") == ["Han"]


@pytest.mark.parametrize("there", ["a file", "a link to a file", "a link to nothing"])
def test_backup_never_overwrites_a_file(folder: Path, run: Run, there: str):
    make_database(folder / NAME)
    copy, precious = folder / "copy.db", folder / "precious"
    if there == "a link to a file":
        precious.write_text("precious")
    if there == "a file":
        copy.write_text("precious")
    else:
        copy.symlink_to(precious)
    status, said, refusal = run("backup", "copy.db")
    assert (status, said) == (1, "")
    assert refusal == "shadowport: copy.db already exists. Give the backup another name.\n"
    assert {file.name for file in folder.iterdir()} - {NAME, f"{NAME}.lock"} == {
        "a file": {"copy.db"},
        "a link to a file": {"copy.db", "precious"},
        "a link to nothing": {"copy.db"},
    }[there]
    assert there == "a link to nothing" or copy.read_text() == "precious"


def test_a_link_to_the_database_is_followed(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    (folder / "volume").mkdir()
    make_database(folder / "volume" / "real.db")
    (folder / NAME).symlink_to(folder / "volume" / "real.db")
    assert run("backup", "copy.db")[0] == 0
    changed(folder / "volume" / "real.db", "UPDATE characters SET name = 'Greedo'")
    assert run("restore", "copy.db")[0] == 0
    assert (folder / NAME).is_symlink()
    assert names(folder / "volume" / "real.db") == ["Han"]


def test_a_damaged_database_gives_no_backup(folder: Path, run: Run):
    make_database(folder / NAME)
    damage(folder / NAME)
    status, _, refusal = run("backup", "copy.db")
    assert (status, refusal.count("\n")) == (1, 1)
    assert sorted(file.name for file in folder.glob("copy*")) == []


def test_backup_of_an_unbalanced_ledger_is_made_and_reported(folder: Path, run: Run):
    make_database(folder / NAME)
    unbalance(folder / NAME)
    status, said, _ = run("backup", "copy.db")
    assert status == 1
    assert "add up to" in said
    assert names(folder / "copy.db") == ["Han"]


def test_a_full_disk_leaves_nothing_behind(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    make_database(folder / NAME)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    status, _, refusal = run("backup", "copy.db")
    assert (status, "No space left on device" in refusal) == (1, True)
    assert [file.name for file in folder.iterdir() if "copy" in file.name] == []


def test_restore_puts_the_backup_in_place_and_keeps_the_old_database(folder: Path, run: Run):
    make_database(folder / NAME)
    run("backup", "copy.db")
    before = (folder / "copy.db").read_bytes()
    changed(folder / NAME, "UPDATE characters SET name = 'Greedo'")
    status, said, _ = run("restore", "copy.db", "--json")
    done: dict[str, Any] = json.loads(said)
    assert (status, names(folder / NAME), names(Path(done["kept"]))) == (0, ["Han"], ["Greedo"])
    assert (folder / "copy.db").read_bytes() == before
    assert done["problems"] == []


def test_where_nothing_was_the_backup_is_simply_put(folder: Path, run: Run):
    make_database(folder / "copy.db")
    (folder / f"{NAME}-wal").write_bytes(b"the log of another database")
    status, said, _ = run("restore", "copy.db")
    size = (folder / NAME).stat().st_size
    assert (status, said) == (0, f"{NAME} is restored from copy.db ({size:,} bytes).\n")
    assert names(folder / NAME) == ["Han"]


def test_restore_keeps_the_write_ahead_log_of_a_killed_bot(folder: Path, run: Run):
    make_database(folder / "copy.db")
    make_database(folder / NAME, "Greedo")
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("UPDATE characters SET name = 'Bossk'")
        left = {end: (folder / f"{NAME}{end}").read_bytes() for end in ("", "-wal")}
    for end, content in left.items():
        (folder / f"{NAME}{end}").write_bytes(content)
    assert run("restore", "copy.db")[0] == 0
    (kept,) = folder.glob("shadowport-replaced-*.db")
    assert (names(folder / NAME), names(kept)) == (["Han"], ["Bossk"])


async def test_nothing_is_restored_while_the_bot_runs(folder: Path, run: Run):
    await asyncio.to_thread(make_database, folder / "copy.db")
    async with TableHarness(folder / NAME):
        status, _, refusal = await asyncio.to_thread(run, "restore", "copy.db")
    assert (status, refusal) == (1, "shadowport: Another bot is already running on shadowport.db. Stop it first.\n")
    assert names(folder / NAME) == []


@pytest.mark.parametrize(
    "what, told",
    [
        ("nothing", "There is no database copy.db."),
        ("a letter", "not a database"),
        ("empty", "copy.db is empty: it has no ledger."),
        ("foreign", "copy.db is a database of another program."),
        ("newer", "copy.db was written by a newer Shadowport"),
        ("damaged", "copy.db"),
        ("unbalanced", "The ledger in copy.db doesn't balance"),
        ("itself", "is the database itself."),
        ("a folder", "There is no database copy.db."),
    ],
)
def test_restore_refuses_a_file_that_cannot_be_opened(folder: Path, run: Run, what: str, told: str):
    make_database(folder / NAME, "Greedo")
    copy = folder / "copy.db"
    match what:
        case "nothing":
            pass
        case "a letter":
            copy.write_text("a letter home, which is no database, however long it may be\n" * 100)
        case "empty":
            copy.touch()
        case "foreign":
            changed(copy, "CREATE TABLE songs (title TEXT)")
        case "itself":
            copy.symlink_to(folder / NAME)
        case "a folder":
            copy.mkdir()
        case _:
            make_database(copy)
    if what == "newer":
        changed(copy, "PRAGMA user_version = 4000")
    if what == "damaged":
        damage(copy)
    if what == "unbalanced":
        unbalance(copy)
    status, said, refusal = run("restore", "copy.db")
    assert (status, said, refusal.count("\n")) == (1, "", 1)
    assert told in refusal
    assert names(folder / NAME) == ["Greedo"]
    assert not list(folder.glob("*.part")) + list(folder.glob("*replaced*"))


def test_restore_anyway_accepts_a_ledger_that_does_not_balance(folder: Path, run: Run):
    make_database(folder / "copy.db")
    unbalance(folder / "copy.db")
    assert run("restore", "copy.db", "--anyway")[0] == 0
    assert names(folder / NAME) == ["Han"]


def test_an_older_backup_is_brought_up_to_date_when_the_bot_starts(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
):
    make_database(folder / "copy.db")
    following = Migration(len(known_migrations()) + 1, "motto.sql", "ALTER TABLE campaigns ADD COLUMN motto TEXT;")
    both = (*known_migrations(), following)
    for reads in ("bot.db", "bot.db.migrations", "bot.db.inspection"):
        monkeypatch.setattr(f"{reads}.known_migrations", lambda: both)
    status, said, _ = run("restore", "copy.db")
    assert (status, said.endswith("It is from an older version, and is brought up to date when the bot starts.\n")) == (
        0,
        True,
    )
    assert run("audit")[0] == 1

    async def started() -> None:
        await (await open_database(url_of(folder / NAME))).close()

    asyncio.run(started())
    assert run("audit")[0] == 0


def test_restored_file_keeps_the_permissions_of_the_old_one(folder: Path, run: Run):
    make_database(folder / NAME)
    run("backup", "copy.db")
    (folder / NAME).chmod(0o660)
    (folder / "copy.db").chmod(0o600)
    run("restore", "copy.db")
    assert (folder / NAME).stat().st_mode & 0o777 == 0o660


def test_restore_forgets_users_again_who_were_erased_since(folder: Path, run: Run):
    make_database(folder / NAME)
    run("backup", "copy.db")

    async def forgets() -> None:
        async with TableHarness(folder / NAME) as place:
            assert await Forgetting(place.database, place.tables, place.clock).ask(ANN.user_id, [GUILD])

    async def starts() -> None:
        async with TableHarness(folder / NAME) as place:
            assert await Forgetting(place.database, place.tables, place.clock).go_on()

    asyncio.run(forgets())
    status, said, _ = run("restore", "copy.db")
    assert (status, said.splitlines()[1:], names(folder / NAME)) == (
        0,
        ["At its next start, the bot again deletes the data of users who asked for it since the backup."],
        ["Han"],
    )
    asyncio.run(starts())
    assert names(folder / NAME) == ["a former player"]


def test_wishes_and_offers_of_a_forgotten_user_do_not_come_back(folder: Path, run: Run):
    asker, wisher = 2, 3

    async def plays() -> None:
        async with TableHarness(folder / NAME) as place:
            for user in (asker, wisher):
                await Preferences(place.database).set_reminders(user, wanted=False)
            offer = json.dumps({"user_id": asker, "guild_id": GUILD})
            sql = """
                INSERT INTO offers (id, guild_id, campaign_id, user_id, version, offer, made_at)
                VALUES (1, ?, ?, ?, 1, ?, ?)
                """
            await place.file.apply(Statement(sql, (GUILD, place.campaign.id, asker, offer, place.clock.now())))

    async def forgets() -> None:
        async with TableHarness(folder / NAME) as place:
            for user in (asker, wisher):
                assert await Forgetting(place.database, place.tables, place.clock).ask(user, [GUILD])
            assert not await place.file.fetch("SELECT 1 FROM preferences UNION ALL SELECT 1 FROM offers")

    async def starts() -> None:
        async with TableHarness(folder / NAME) as place:
            assert len(await place.file.fetch("SELECT 1 FROM preferences UNION ALL SELECT 1 FROM offers")) == 3
            assert await Forgetting(place.database, place.tables, place.clock).go_on()
            assert not await place.file.fetch("SELECT 1 FROM preferences UNION ALL SELECT 1 FROM offers")

    asyncio.run(plays())
    run("backup", "copy.db")
    asyncio.run(forgets())
    assert run("restore", "copy.db")[0] == 0
    asyncio.run(starts())


@pytest.mark.parametrize("words", [["restore"], ["restore", "a", "b"], ["backup", "a", "b"], ["backup", "--jsn"]])
def test_wrong_arguments_end_with_two(words: list[str], capsys: Said):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def damage(path: Path) -> None:
    """Overwrite the middle of the file, past its schema."""
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 3 * 4096] = b"\x5a" * (3 * 4096)
    path.write_bytes(content)


def unbalance(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        (trigger,) = file.execute("SELECT sql FROM sqlite_master WHERE name = 'balances_move_by_transfers'").fetchone()
    changed(
        path,
        "DROP TRIGGER balances_move_by_transfers",
        "UPDATE accounts SET balance = balance + 7 WHERE kind = 'purse'",
        trigger,
    )
