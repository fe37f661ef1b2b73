"""The sign of life that the bot leaves beside its database."""

import asyncio
import logging
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.health import EVERY, STALE_AFTER, Condition, keep_signing, sign_of, trouble
from tests.manual_clock import ManualClock


@asynccontextmanager
async def signing(database: Path, clock: ManualClock, **conditions: Condition) -> AsyncIterator[None]:
    task = asyncio.create_task(keep_signing(database, clock, conditions))
    await clock.advance(0)
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_an_unwritable_sign_of_life_is_tried_again_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, clock = tmp_path / "disk" / "book.db", ManualClock()
    with caplog.at_level(logging.WARNING, "bot.health"):
        async with signing(database, clock):
            await clock.advance(EVERY)
            await clock.advance(EVERY)
            assert trouble(database, clock) == f"No bot is connected on {database}."
            database.parent.mkdir()
            await clock.advance(EVERY)
            assert trouble(database, clock) is None
    assert [record.message.partition(":")[0] for record in caplog.records] == ["the bot can't leave a sign of life"]


class Part:
    """A part of the bot that may be in trouble."""

    def __init__(self, sentence: str | None = None) -> None:
        self.sentence = sentence

    def __call__(self) -> str | None:
        return self.sentence


async def test_health_is_good_while_every_condition_holds_and_names_failed_ones(tmp_path: Path) -> None:
    database, clock = tmp_path / "book.db", ManualClock()
    gateway, writer = Part(), Part()
    async with signing(database, clock, gateway=gateway, writer=writer):
        assert trouble(database, clock) is None
        writer.sentence = "The writer has stopped."
        await clock.advance(EVERY)
        assert trouble(database, clock) == "The writer has stopped."
        gateway.sentence = "The gateway is lost."
        await clock.advance(EVERY)
        assert trouble(database, clock) == "The gateway is lost. The writer has stopped."
        gateway.sentence = writer.sentence = None
        await clock.advance(EVERY)
        assert trouble(database, clock) is None
    assert trouble(database, clock) == f"No bot is connected on {database}."


async def test_a_bot_that_has_not_connected_yet_leaves_no_sign_and_no_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, clock, gateway = tmp_path / "book.db", ManualClock(), Part("Not connected yet.")
    with caplog.at_level(logging.WARNING, "bot.health"):
        async with signing(database, clock, gateway=gateway):
            await clock.advance(5 * STALE_AFTER)
            assert not sign_of(database).exists()
            assert caplog.records == []
            gateway.sentence = None
            await clock.advance(EVERY)
            assert trouble(database, clock) is None
            gateway.sentence = "The gateway is lost."
            await clock.advance(3 * EVERY)
    assert [record.getMessage() for record in caplog.records] == ["not well (gateway): The gateway is lost."]


async def test_health_reports_trouble_of_the_disk_as_long_as_it_lasts(tmp_path: Path) -> None:
    database, clock = tmp_path / "book.db", ManualClock()
    told: list[str | None] = [None]

    async def disk() -> str | None:
        return told[0]

    async with signing(database, clock, disk=disk):
        assert trouble(database, clock) is None
        size = sign_of(database).stat().st_size
        for sentence in ("The disk is full.", "x" * 5000, None):
            told[0] = sentence
            await clock.advance(EVERY)
            # However much it tells, it takes no more room than it had: there may be none left.
            assert sign_of(database).stat().st_size == size
            assert (trouble(database, clock) or "") == (sentence or "")[:size]


async def test_a_sign_of_life_without_room_on_the_disk_is_removed(tmp_path: Path) -> None:
    database, clock = tmp_path / "book.db", ManualClock()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with signing(database, clock):
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            await clock.advance(EVERY)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert trouble(database, clock) == f"No bot is connected on {database}."
        await clock.advance(EVERY)
        assert trouble(database, clock) is None


def test_an_unreadable_sign_of_life_is_bad_health(tmp_path: Path) -> None:
    database, clock = tmp_path / "book.db", ManualClock()
    sign_of(database).mkdir()
    assert "can't be read" in (trouble(database, clock) or "")
