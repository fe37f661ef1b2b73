"""A real disk, of a few megabytes, that is filled up and emptied again while people play on it."""

import asyncio
import errno
import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.db import Fault
from bot.health import EVERY, keep_signing, sign_of, trouble
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.conftest import BOOK
from tests.ui.tables.evening import Evening, bot_up
from tests.ui.tables.test_faulty_disk import begin, is_told_to, lines

ROOT = Path(__file__).parents[3]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a file system of its own; only root can make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be made here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
async def evening(
    local: LocalDiscord, clock: ManualClock, channel: Channel, guild: Guild, gm: Player, disk: Path
) -> AsyncIterator[Evening]:
    async with bot_up(local, clock, channel, guild, gm, disk) as up:
        signing = asyncio.create_task(keep_signing(disk / BOOK, clock, {"disk": up.services.db.trouble}))
        yield up
        signing.cancel()
        with suppress(asyncio.CancelledError):
            await signing


def fill_up(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 4096, 1):
            with suppress(OSError):
                while True:
                    file.write(bytes(size))
    with pytest.raises(OSError, match=rf"Errno {errno.ENOSPC}"):
        (disk / "more").write_bytes(bytes(4096))
    (disk / "more").unlink()
    return filler


def asks_for_health(disk: Path) -> subprocess.CompletedProcess[str]:
    command, own = [sys.executable, "-m", "bot", "health"], {"DATABASE_URL": f"sqlite:///{disk / BOOK}", "PATH": ""}
    return subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)


async def health_says(evening: Evening, disk: Path, *, full: bool) -> None:
    async def is_so() -> bool:
        found = trouble(disk / BOOK, evening.clock)
        return found is not None and "disk is full" in found if full else found is None

    await evening.passes_until(is_so)


async def test_players_read_that_the_disk_is_full_and_play_on_when_there_is_room(
    evening: Evening, han: Player, lando: Player, disk: Path, caplog: pytest.LogCaptureFixture
):
    await begin(evening, han, lando, clock="2 min")
    await health_says(evening, disk, full=False)
    before, since = (await evening.table()).record.turn, evening.clock.now()
    filler = fill_up(disk)
    async with evening.nothing_changes():
        for _ in range(5):
            assert is_told_to(await han.click(evening.message, "Check"), Fault.FULL.refusal())
        assert is_told_to(await evening.fills(han, "Bet…", {"Bet": "50"}), Fault.FULL.refusal())
        assert is_told_to(await evening.gm.slash(evening.channel, "table pause"), Fault.FULL.refusal())
        assert sum("SQLITE_FULL" in line for line in lines(caplog)) == 1
        await health_says(evening, disk, full=True)
        for _ in range(20):
            await evening.clock.advance(EVERY)
            await asyncio.gather(*evening.services.tables.clockwork._looks)
    asked = await asyncio.to_thread(asks_for_health, disk)
    assert (asked.returncode, asked.stdout.count("\n"), asked.stderr) == (1, 1, "")
    assert "disk is full" in asked.stdout
    assert 1 <= len(lines(caplog)) <= 1 + (evening.clock.now() - since) / 60
    assert not any(record.exc_info for record in caplog.records if record.levelno >= logging.INFO)
    filler.unlink()

    async def goes_on() -> bool:
        return (await evening.table()).record.turn > before

    await evening.passes_until(goes_on)
    await health_says(evening, disk, full=False)
    await evening.gm.slash(evening.channel, "table pause")
    assert (await evening.table()).is_paused


async def test_a_disk_that_is_nearly_full_is_tried_before_anybody_clicks(evening: Evening, disk: Path):
    await health_says(evening, disk, full=False)
    filler = fill_up(disk)
    await health_says(evening, disk, full=True)
    filler.unlink()
    await health_says(evening, disk, full=False)


async def test_a_bot_comes_up_on_a_full_disk_and_health_is_no_better_for_it(
    local: LocalDiscord, clock: ManualClock, channel: Channel, guild: Guild, gm: Player, han: Player, disk: Path
):
    """A sign of life that finds no room is none."""
    async with bot_up(local, clock, channel, guild, gm, disk):
        pass
    filler = fill_up(disk)
    signing = asyncio.create_task(keep_signing(disk / BOOK, clock, {}))
    await clock.advance(EVERY)
    assert trouble(disk / BOOK, clock) is not None
    filler.unlink()
    await clock.advance(EVERY)
    assert trouble(disk / BOOK, clock) is None
    signing.cancel()
    with suppress(asyncio.CancelledError):
        await signing
    assert not sign_of(disk / BOOK).exists()
