"""A fresh start of the playground: what it wipes, whom it tells, and what may come in between."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.clock import SystemClock
from bot.db import CannotOpen
from bot.db.lock import FileLock
from bot.settings import Settings
from playground.database import PlaygroundDatabase
from playground.main import OPEN_WITHIN, RETRIED_AFTER, opened_playground
from playground.people import ClientRefused
from tests.e2e.at_the_page import OWN, address_told, at_the_page, is_clean, rows_of
from tests.e2e.process import PATIENCE, bot_process
from tests.manual_clock import ManualClock
from tests.sqlite_file import url_of


async def test_a_fresh_start_wipes_what_was_played_and_no_other_database(tmp_path: Path):
    real = tmp_path / "shadowport.db"
    others = (real, tmp_path / "shadowport-playground-2.db", tmp_path / "shadowport-playground.db.old")
    for number, other in enumerate(others):
        with closing(sqlite3.connect(other)) as book, book:
            book.execute(f"CREATE TABLE kept AS SELECT {number} AS number")
    before = [other.read_bytes() for other in others]

    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot:
        address = await address_told(bot)
        async with at_the_page(address) as page, at_the_page(address, "lady_proxima") as other_tab:
            hello = page.told[0]
            tried = await page.asks("try")
            assert tried["ok"], tried
            await page.asks("say", channel=hello["channels"][2]["id"], text="Nobody will remember this")
            assert rows_of(tmp_path / OWN, "characters") == 5

            fresh = await page.asks("fresh")
            assert fresh["ok"], fresh
            assert rows_of(tmp_path / OWN, "characters") == 0
            anew = next(frame for frame in reversed(page.told) if frame.get("type") == "hello")
            assert anew["bot_here"]
            assert [channel | {"last": None} for channel in anew["channels"]] == hello["channels"]
            assert (await other_tab.until("hello"))["bot_here"]
            for channel in anew["channels"]:
                assert (await page.asks("look", channel=channel["id"]))["messages"] == []

            assert (await page.asks("try"))["channel"] == tried["channel"]
        assert await bot.stopped() == 0
    assert [other.read_bytes() for other in others] == before
    assert await is_clean(tmp_path / OWN)


@pytest.mark.parametrize("moment", ["at once", "bot gone", "bot back"])
async def test_a_stop_in_the_middle_of_a_fresh_start_is_a_good_end_too(
    tmp_path: Path, discord_put_back: None, moment: str
):
    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot, at_the_page(await address_told(bot)) as page:
        await page.asks("try")
        await page.ask("fresh")
        if moment != "at once":
            await page.until("bot", here=False)
        if moment == "bot back":
            await page.until("bot", here=True)
        assert await bot.stopped() == 0
    assert "Traceback" not in bot.logged
    assert not (tmp_path / OWN).exists() or await is_clean(tmp_path / OWN)
    await plays_on(tmp_path)


async def plays_on(folder: Path) -> None:
    """Check that the next start finds a database on which a table can be tried."""
    clock, book = SystemClock(), PlaygroundDatabase.beside(url_of(folder / "shadowport.db"))
    async with opened_playground(0, clock) as playground:
        playing = asyncio.create_task(playground.running.play(playground.demo.settings(Settings(), book), book, clock))
        async with at_the_page(playground.page.address) as page:
            assert (await page.asks("try"))["ok"]
        playground.running.end()
        await playing


async def test_a_bot_that_cant_start_again_says_why_at_the_page_and_ends_with_one(tmp_path: Path):
    (tmp_path / f"{OWN}.v1.bak").mkdir()
    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot, at_the_page(await address_told(bot)) as page:
        refused = await page.asks("fresh")
        assert not refused["ok"]
        assert refused["why"].startswith("Shadowport can't start again. ")
        assert f"{OWN}.v1.bak can't be deleted" in refused["why"]
        assert await bot.ended() == 1
    assert bot.logged.splitlines()[-1].startswith("shadowport: ")
    assert f"{OWN}.v1.bak can't be deleted" in bot.logged.splitlines()[-1]


async def test_fresh_start_waits_while_another_process_locks_the_database(tmp_path: Path):
    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot, at_the_page(await address_told(bot)) as page:
        await page.asks("try")
        taken = taken_from_a_bot(tmp_path / OWN)
        asked = await page.ask("fresh")
        await page.until("bot", here=False)
        taken.release()
        assert (await page.answer(asked))["ok"]
        assert rows_of(tmp_path / OWN, "characters") == 0
        assert await bot.stopped() == 0


def taken_from_a_bot(book: Path) -> FileLock:
    """Take the database's lock as soon as the bot that runs on it looks for it again."""
    book.with_name(book.name + ".lock").unlink()
    return FileLock.take(book)


async def test_fresh_start_leaves_a_locked_database_and_resumes_with_it_later(
    tmp_path: Path, discord_put_back: None, caplog: Any
):
    clock, book = ManualClock(), PlaygroundDatabase.beside(url_of(tmp_path / "shadowport.db"))
    async with opened_playground(0, clock) as playground:
        running, demo = playground.running, playground.demo
        playing = asyncio.create_task(running.play(demo.settings(Settings(), book), book, clock))
        await demo.local.gateway.until_connected()
        said = demo.local.world.say(demo.gm.user, demo.tables[0], "hello")
        taken = taken_from_a_bot(book.path)
        fresh = asyncio.create_task(running.start_fresh())
        async with asyncio.timeout(PATIENCE):
            while "nothing is deleted" not in caplog.text:
                await clock.advance(RETRIED_AFTER)
        with pytest.raises(ClientRefused, match=r"^The playground is being reset already\."):
            await running.start_fresh()
        assert not playing.done()
        taken.release()
        await clock.advance(OPEN_WITHIN / 2)
        with pytest.raises(ClientRefused, match=r"^Nothing was deleted\. Another bot is already running on .*\.$"):
            await fresh
        assert demo.local.gateway.connected
        assert (book.path.exists(), said.deleted) == (True, False)

        await running.start_fresh()
        assert said.deleted
        running.end()
        await playing


async def test_fresh_start_gives_up_on_a_database_that_stays_locked(tmp_path: Path, discord_put_back: None):
    clock, book = ManualClock(), PlaygroundDatabase.beside(url_of(tmp_path / "shadowport.db"))
    async with opened_playground(0, clock) as playground:
        running, demo = playground.running, playground.demo
        playing = asyncio.create_task(running.play(demo.settings(Settings(), book), book, clock))
        await demo.local.gateway.until_connected()
        taken = taken_from_a_bot(book.path)
        fresh = asyncio.create_task(running.start_fresh())
        async with asyncio.timeout(PATIENCE):
            while not playing.done():
                await clock.advance(RETRIED_AFTER)
        with pytest.raises(ClientRefused, match=r"^Shadowport can't start again\. Another bot is already running on "):
            await fresh
        with pytest.raises(CannotOpen):
            await playing
        taken.release()


async def test_one_fresh_start_at_a_time_and_none_at_the_end(tmp_path: Path, discord_put_back: None):
    clock, book = ManualClock(), PlaygroundDatabase.beside(url_of(tmp_path / "shadowport.db"))
    async with opened_playground(0, clock) as playground:
        running, demo = playground.running, playground.demo
        playing = asyncio.create_task(running.play(demo.settings(Settings(), book), book, clock))
        await demo.local.gateway.until_connected()
        first = asyncio.create_task(running.start_fresh())
        await asyncio.sleep(0)
        with pytest.raises(ClientRefused, match=r"^The playground is being reset already\."):
            await running.start_fresh()
        await first
        assert demo.local.gateway.connected

        running.end()
        with pytest.raises(ClientRefused, match=r"^The playground is closing\.$"):
            await running.start_fresh()
        await playing
        assert not demo.local.gateway.connected


async def test_person_waiting_for_a_fresh_start_sees_that_the_playground_closes(tmp_path: Path, discord_put_back: None):
    clock, book = ManualClock(), PlaygroundDatabase.beside(url_of(tmp_path / "shadowport.db"))
    async with opened_playground(0, clock) as playground:
        running, demo = playground.running, playground.demo
        playing = asyncio.create_task(running.play(demo.settings(Settings(), book), book, clock))
        await demo.local.gateway.until_connected()
        waiting = asyncio.create_task(running.start_fresh())
        await asyncio.sleep(0)
        running.end()
        with pytest.raises(ClientRefused, match=r"^The playground is closing\.$"):
            await waiting
        await playing
