"""The sign of life that the bot leaves beside its database."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.health import EVERY, keep_signing, trouble
from tests.manual_clock import ManualClock


@asynccontextmanager
async def signing(database: Path, clock: ManualClock) -> AsyncIterator[None]:
    task = asyncio.create_task(keep_signing(database, clock, {}))
    await clock.advance(0)
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_a_sign_that_cannot_be_written_is_tried_again_and_logged_once(
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
