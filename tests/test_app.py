"""What the bot holds open is closed when it goes, whatever happens meanwhile."""

import asyncio
import gc
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.app import ID_TABLES, LOST_WITHIN, fast_loop, opened_services, serve
from bot.db import DatabaseClosed, DatabaseLost, OpenedDatabase, Statement, known_tables, open_database
from bot.health import EVERY, sign_of, trouble
from bot.reports.plotter import Plotter
from bot.settings import Settings
from bot.ui.client import Shadowport
from bot.ui.routing import Tree
from tests.db.threads import writing
from tests.local_discord import local_discord
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out, url_of
from tests.ui.conftest import BOOK, settings_of


class Jammed(Plotter):
    """Can't put its pens away."""

    async def close(self) -> None:
        raise OSError("the drawer is jammed")


def at_work() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()} & {"clockwork", "caretaker"}


async def test_a_service_that_fails_to_close_keeps_no_other_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.services.Plotter", Jammed)
    url = await lay_out(tmp_path / "shadowport.db")
    services = None
    with pytest.raises(OSError, match="jammed"):
        async with opened_services(Settings(database_url=url), ManualClock()) as services:
            assert at_work() == {"clockwork", "caretaker"}
    assert services is not None
    assert not at_work()
    with pytest.raises(DatabaseClosed):
        await services.db.fetch("SELECT 1")


def test_numbers_go_on_above_those_of_every_table_that_gets_them():
    """The ledger's rows, erasures and deeds are numbered in SQL, and an account by its name."""
    others = {"accounts", "entries", "erasures", "item_moves", "items", "operator_actions", "transfers"}
    assert set(ID_TABLES) == {table.name for table in known_tables() if table.key == ("id",)} - others


async def test_events_for_a_closed_bot_are_dropped(tmp_path: Path):
    url = await lay_out(tmp_path / "shadowport.db")
    async with opened_services(Settings(database_url=url), ManualClock()) as services:
        bot = Shadowport(services, Tree)
        async with bot:
            pass
        bot.dispatch("ready")
        assert bot.is_closed()


@asynccontextmanager
async def serving(
    folder: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, when_lost: Callable[[float], object]
) -> AsyncIterator[tuple[asyncio.Task[None], OpenedDatabase]]:
    """Run the whole bot on a local Discord; yield its task and its database."""
    opened: list[OpenedDatabase] = []
    clients: list[Shadowport] = []

    async def noted(url: str) -> OpenedDatabase:
        opened.append(await open_database(url))
        return opened[0]

    class Noted(Shadowport):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._connection.guild_ready_timeout = 0.05
            clients.append(self)

    monkeypatch.setattr("bot.app.open_database", noted)
    monkeypatch.setattr("bot.app.Shadowport", Noted)
    await lay_out(folder / BOOK)
    stop = asyncio.Event()
    async with local_discord(clock) as local:
        run = asyncio.create_task(serve(settings_of(local, folder), clock, stop, when_lost))
        await local.gateway.until_connected()
        await clients[0].wait_until_ready()
        yield run, opened[0]
        stop.set()
        await asyncio.wait([run])


async def test_a_lost_database_shuts_the_bot_down_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seconds: list[float] = []
    async with serving(tmp_path, ManualClock(), monkeypatch, seconds.append) as (run, database):
        writing(database).lose("somebody pulled the plug")
        with pytest.raises(DatabaseLost, match="somebody pulled the plug"):
            await run
    assert seconds == [LOST_WITHIN]
    assert not sign_of(tmp_path / BOOK).exists()
    assert not at_work()
    await (await open_database(url_of(tmp_path / BOOK))).close()


async def test_a_bot_whose_writes_hang_is_not_well_until_they_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    clock, path, hangs = ManualClock(), tmp_path / BOOK, threading.Event()
    async with serving(tmp_path, clock, monkeypatch, print) as (run, database):
        await clock.advance(EVERY)
        assert trouble(path, clock) is None
        clock.held_up = {"read", "write"}
        stuck = writing(database).start(lambda _: hangs.wait(30))
        write = asyncio.create_task(database.apply(Statement("DELETE FROM presets", touches=None)))
        await clock.advance(2 * EVERY)
        assert "a write hangs" in (trouble(path, clock) or "")
        clock.held_up = set()
        hangs.set()
        await asyncio.gather(stuck, write)
        await clock.advance(EVERY)
        assert trouble(path, clock) is None
    assert run.exception() is None


async def test_garbage_collection_passes_over_what_a_started_bot_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    gc.unfreeze()
    async with serving(tmp_path, ManualClock(), monkeypatch, print):
        kept, looked_at = gc.get_freeze_count(), len(gc.get_objects())
    gc.unfreeze()
    assert kept > looked_at


async def test_a_click_that_never_ends_holds_no_stop_up(tmp_path: Path):
    url = await lay_out(tmp_path / BOOK)
    over = asyncio.Event()

    async def stubborn(bot: Shadowport) -> None:
        bot.count_as_running()
        while not over.is_set():
            with suppress(asyncio.CancelledError):
                await over.wait()

    async with (
        opened_services(Settings(database_url=url), ManualClock()) as services,
        Shadowport(services, Tree) as bot,
    ):
        click = asyncio.create_task(stubborn(bot))
        await asyncio.sleep(0)
        bot.finish_within = 0.01
        await bot.finish()
        assert not click.done()
        over.set()
        await click


def test_event_loop_is_uvloop_where_it_is_installed():
    uvloop = pytest.importorskip("uvloop")
    make = fast_loop()
    assert make is not None
    with closing(make()) as loop:
        assert isinstance(loop, uvloop.Loop)


def test_event_loop_is_the_usual_one_without_uvloop(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert fast_loop() is None
