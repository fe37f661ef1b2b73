"""What `backup` and `restore` say of names, folders and files that they can't use, and how they name what they keep."""

import asyncio
import json
from pathlib import Path

import pytest

from bot.db import known_migrations
from bot.db.migrations import APPLICATION_ID
from bot.operating.backups import back_up_to, restore_from
from tests.privacy.copying import NAME, Run, changed, folder, make_database, names, run
from tests.tables.table_fixtures import ANN, TableHarness

__all__ = ["folder", "run"]
pytestmark = pytest.mark.usefixtures("logging_put_back")


@pytest.mark.parametrize(
    "edits, told",
    [
        (["DROP TABLE screens"], "the table screens is missing"),
        (["CREATE TABLE songs (title TEXT)"], "the table songs doesn't belong there"),
        (
            ["DROP INDEX claims_of_users", "CREATE INDEX claims_of_users ON claims (plays)"],
            "claims_of_users is another",
        ),
    ],
)
def test_a_file_that_is_built_otherwise_is_not_restored(folder: Path, run: Run, edits: list[str], told: str):
    make_database(folder / NAME, "Greedo")
    make_database(folder / "copy.db")
    changed(folder / "copy.db", *edits)
    status, said, refusal = run("restore", "copy.db", "--anyway")
    assert (status, said, refusal.count("\n")) == (1, "", 1)
    assert refusal.startswith(f"shadowport: copy.db isn't built like a database of version {len(known_migrations())}: ")
    assert told in refusal
    assert names(folder / NAME) == ["Greedo"]


def test_missing_triggers_are_put_back_or_nothing_is_restored(folder: Path, run: Run):
    make_database(folder / NAME, "Greedo")
    make_database(folder / "copy.db")
    changed(folder / "copy.db", "DROP TRIGGER entries_are_kept", "DROP TRIGGER actions_are_final")
    status, _, refusal = run("restore", "copy.db")
    assert (status, names(folder / NAME)) == (1, ["Greedo"])
    assert "the trigger actions_are_final is missing (and 1 more). --anyway restores it" in refusal
    assert run("restore", "copy.db", "--anyway")[0] == 0
    assert names(folder / NAME) == ["Han"]
    status, said, _ = run("backup", "--json", "again.db")
    assert (status, json.loads(said)["missing"]) == (0, [])


def test_a_hollow_file_with_our_mark_is_not_restored(folder: Path, run: Run):
    make_database(folder / NAME, "Greedo")
    version = len(known_migrations())
    changed(
        folder / "copy.db",
        "CREATE TABLE t (a)",
        f"PRAGMA user_version = {version}",
        f"PRAGMA application_id = {APPLICATION_ID}",
    )
    status, _, refusal = run("restore", "copy.db")
    assert (status, refusal.count("\n")) == (1, 1)
    assert names(folder / NAME) == ["Greedo"]


def test_records_that_cannot_be_read_are_counted(folder: Path, run: Run):
    async def opened() -> None:
        async with TableHarness(folder / NAME) as place:
            await place.opened()
            await place.characters.create(place.campaign, ANN, "Han")

    asyncio.run(opened())
    changed(folder / NAME, "UPDATE tables SET record = '{', status = 'closed'", "UPDATE characters SET sheet = '[]'")
    status, said, _ = run("backup", "copy.db")
    assert (status, said.splitlines()[1:]) == (0, ["This version can't read 1 sheet and 1 table in it."])
    status, said, _ = run("restore", "copy.db", "--json")
    assert (status, json.loads(said)["unreadable"]) == (0, ["1 sheet", "1 table"])


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_name_that_is_too_long_is_told_in_one_line(folder: Path, run: Run, command: str):
    make_database(folder / NAME)
    status, said, refusal = run(command, f"{'n' * 260}.db")
    assert (status, said, refusal.count("\n")) == (1, "", 1)
    assert "Traceback" not in refusal
    assert not [file for file in folder.iterdir() if "nnn" in file.name or file.suffix == ".part"]


@pytest.mark.parametrize("name", ["nowhere/copy.db", "nowhere/"])
def test_a_folder_that_is_missing_is_named(folder: Path, run: Run, name: str):
    make_database(folder / NAME)
    status, _, refusal = run("backup", name)
    assert status == 1
    assert refusal.endswith("could not be made: there is no folder nowhere.\n")


def test_refused_copy_names_the_damage(folder: Path, run: Run):
    make_database(folder / NAME)
    run("backup", "copy.db")
    (folder / "short.db").write_bytes((folder / "copy.db").read_bytes()[:20_000])
    assert run("restore", "short.db")[2].startswith("shadowport: short.db is damaged: ")
    (folder / "letter.db").write_text("a letter home\n" * 100)
    assert run("restore", "letter.db")[2] == "shadowport: letter.db is not a database.\n"


def test_two_restores_in_one_second_keep_both(folder: Path):
    make_database(folder / "copy.db")
    make_database(folder / NAME)
    for _ in range(3):
        restore_from(Path("copy.db"), Path(NAME), 1e9)
    kept = sorted(file.name for file in folder.glob("*replaced*.db"))
    assert [name.removeprefix("shadowport-replaced-20010909-014640Z") for name in kept] == ["-2.db", "-3.db", ".db"]
    made = [back_up_to(Path(NAME), None, 1e9).file for _ in range(2)]
    assert [Path(name).name for name in made] == ["shadowport-20010909-014640Z.db", "shadowport-20010909-014640Z-2.db"]
