"""Files that are damaged at random: an audit finds it, unless the file is whole and the ledger in it as it was."""

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faulty_disk import PAGE
from tests.privacy.copying import NAME, Run, folder, run
from tests.tables.table_fixtures import ANN, BEN, CID, TableHarness

__all__ = ["folder", "run"]
pytestmark = pytest.mark.usefixtures("logging_put_back")
LEDGER = ("accounts", "entries", "transfers", "items", "item_moves")
FRAME = PAGE + 24
Files = dict[str, bytes]
"""A database by what its names end in: "" and, if it has a log, "-wal"."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Files, Files]]:
    """Return the files that a bot leaves after a few hands: one that was stopped, and one that was killed."""
    folder = tmp_path_factory.mktemp("evening")

    async def play() -> Files:
        async with TableHarness(folder / "book.db") as place:
            await place.opened()
            for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
                await place.sits(person, name)
            for _ in range(2):
                await place.deals()
                await place.play_out()
            return {end: (folder / f"book.db{end}").read_bytes() for end in ("", "-wal")}

    killed = asyncio.run(play())
    yield {"": (folder / "book.db").read_bytes()}, killed
    shutil.rmtree(folder)


def put(folder: Path, files: Files) -> None:
    for old in folder.glob(f"{NAME}*"):
        old.unlink()
    for end, content in files.items():
        (folder / f"{NAME}{end}").write_bytes(content)


def ledger(path: Path) -> list[list[Any]] | None:
    """Return the whole ledger; None if the file is damaged."""
    with closing(sqlite3.connect(path)) as file:
        try:
            if file.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                return None
            return [file.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in LEDGER]
        except (sqlite3.Error, UnicodeDecodeError):
            return None


def damaged_file(content: bytes, dice: random.Random) -> bytes:
    file, page, other = bytearray(content), dice.randrange(len(content) // PAGE), dice.randrange(len(content) // PAGE)
    where = slice(page * PAGE, (page + 1) * PAGE)
    match dice.choice(["garbage", "zeros", "another page", "cut off", "some bytes", "the header"]):
        case "garbage":
            file[where] = dice.randbytes(PAGE)
        case "zeros":
            file[where] = bytes(PAGE)
        case "another page":
            file[where] = file[other * PAGE : (other + 1) * PAGE]
        case "cut off":
            del file[dice.randrange(len(file)) :]
        case "some bytes":
            at = dice.randrange(len(file) - 64)
            file[at : at + 64] = dice.randbytes(64)
        case _:
            file[dice.randrange(100)] = dice.randrange(256)
    return bytes(file)


def damaged_log(content: bytes, dice: random.Random) -> bytes:
    log, at = bytearray(content), 32 + dice.randrange((len(content) - 32) // FRAME) * FRAME
    match dice.choice(["a frame", "some bytes", "all of it", "the header", "the end", "behind the end"]):
        case "a frame":
            log[at : at + FRAME] = dice.randbytes(FRAME)
        case "some bytes":
            at = dice.randrange(32, len(log) - 50)
            log[at : at + 50] = dice.randbytes(50)
        case "all of it":
            log[:] = dice.randbytes(len(log))
        case "the header":
            log[dice.randrange(32)] ^= dice.randrange(1, 256)
        case "the end":
            log[at:] = dice.randbytes(len(log) - at)
        case _:
            log += dice.randbytes(dice.randrange(1, 20_000))
    return bytes(log)


@pytest.mark.parametrize("seed", range(70))
def test_damage_at_random_is_found_unless_it_is_harmless(
    folder: Path, run: Run, evening: tuple[Files, Files], seed: int
):
    dice, (stopped, killed) = random.Random(seed), evening
    whole = stopped if seed < 40 else killed
    put(folder, whole)
    wanted = ledger(folder / NAME)
    assert wanted is not None
    if seed < 40:
        files = {"": damaged_file(stopped[""], dice)}
    else:
        files = {**killed, "-wal": damaged_log(killed["-wal"], dice)}
    put(folder, files)
    status, said, complaint = run("audit", "--json")
    report = json.loads(said)
    assert (complaint, list(report)[-1]) == ("", "problems")
    assert status == (1 if report["problems"] else 0)
    assert run("audit")[::2] == (status, "")
    copied, _, complaint = run("backup", "copy.db")
    assert complaint.count("\n") == copied
    put(folder, files)
    is_same = ledger(folder / NAME) == wanted
    assert status or is_same
    if not copied:
        assert ledger(folder / "copy.db") == wanted or status
    put(folder, files)
    (folder / NAME).rename(folder / "damaged.db")
    for log in folder.glob(f"{NAME}-wal"):
        log.rename(folder / "damaged.db-wal")
    restored, _, complaint = run("restore", "damaged.db")
    assert complaint.count("\n") == restored
    if not restored:
        assert ledger(folder / NAME) == wanted


@pytest.mark.parametrize("which", [0, 1])
def test_files_as_they_were_left_are_whole(folder: Path, run: Run, evening: tuple[Files, Files], which: int):
    put(folder, evening[which])
    assert run("audit")[0] == 0
