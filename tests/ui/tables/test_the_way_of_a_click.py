"""The way of a click: which project files take part, from the interaction's arrival to the commit.

A file under `bot` or `cogs` counts once any function of it is called in that time, in the event loop's thread or in the
thread that writes to the database: everything that has to be read to follow a click. The local Discord, the library and
the tests don't count.
"""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any, cast

import discord
import pytest

from bot.db import SqliteDatabase
from bot.tables.model import Table
from bot.ui.panels import ON_MESSAGE
from playground.people import Player
from tests.db.threads import writing
from tests.ui.conftest import BOOK
from tests.ui.tables.evening import Evening

ROOT = Path(__file__).parents[3]
COUNTED = (f"{ROOT / 'bot'}/", f"{ROOT / 'cogs'}/")
MOST_FILES = 32
PAGE, WAL_FRAME, MOST_PAGES = 4096, 24, 6


class Way:
    """The functions of the project that a click calls, by file, in the order of their first calls."""

    def __init__(self) -> None:
        self.calls: dict[str, dict[str, int]] = {}
        self._is_over = False

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(self.calls)

    @contextmanager
    def followed(self) -> Iterator[None]:
        sys.setprofile(self._called)
        try:
            yield
        finally:
            self.end()

    def end(self) -> None:
        self._is_over = True
        sys.setprofile(None)

    def follow_thread(self, _: sqlite3.Connection) -> None:
        """Follow the thread that this is called in too."""
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and not self._is_over and code.co_filename.startswith(COUNTED):
            of_file = self.calls.setdefault(str(Path(code.co_filename).relative_to(ROOT)), {})
            of_file[code.co_qualname] = of_file.get(code.co_qualname, 0) + 1


@pytest.fixture
async def checked(evening: Evening, han: Player, lando: Player) -> Way:
    """Follow Han's "Check" in the first round of a hand of Pi'Lok that two play."""
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    await evening.clock.advance(10)
    way, message = Way(), evening.message

    def committed(_: Table | None, __: Table) -> None:
        way.end()

    evening.services.tables.store.changed.insert(0, committed)
    database = evening.services.db.within
    assert isinstance(database, SqliteDatabase)
    await writing(database).run(way.follow_thread)
    with way.followed():
        await han.click(message, "Check")
    assert (await evening.table()).said[-1] == "**Han** checks."
    return way


async def test_a_click_passes_few_files(checked: Way):
    assert len(checked.files) <= MOST_FILES, "\n".join(checked.files)


async def test_a_click_writes_few_pages(evening: Evening, han: Player, lando: Player, tmp_path: Path):
    """A table's row fits into one page of SQLite, so a click writes no overflow page."""
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    log = tmp_path / f"{BOOK}-wal"
    before = log.stat().st_size
    for who in (han, lando) * 2:
        await evening.does(who, "Check")
    pages = (log.stat().st_size - before) / (PAGE + WAL_FRAME)
    assert 0 < pages <= 4 * MOST_PAGES


async def test_the_library_reads_one_event_of_a_click_and_builds_no_message(
    evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    """Pass over what the bot's own edit sends back through the gateway, and note its number."""
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    read: list[str] = []
    built: list[discord.Message] = []
    from_json, make = discord.utils._from_json, discord.Message.__init__

    def noted_event(text: str) -> Any:
        event = from_json(text)
        read.append(event.get("t", ""))
        return event

    def noted(self: discord.Message, *arguments: Any, **more: Any) -> None:
        make(self, *arguments, **more)
        built.append(self)

    monkeypatch.setattr(discord.utils, "_from_json", noted_event)
    monkeypatch.setattr(discord.Message, "__init__", noted)
    await han.click(evening.message, "Deal")
    await evening.drawn()
    assert (read, built) == (["INTERACTION_CREATE"], [])
    (session,) = evening.local.gateway.sessions.values()
    line = evening.client._lines[0]
    assert line.ws is not None
    assert line.ws.sequence == session.sequence


@pytest.fixture
async def arrived(evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return Han's last click at the table, as the gateway brought it."""
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    came: list[dict[str, Any]] = []
    parsers: Any = evening.client._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def noted(data: dict[str, Any]) -> None:
        came.append(deepcopy(data))
        parse(data)

    monkeypatch.setitem(parsers, "INTERACTION_CREATE", noted)
    await evening.does(han, "Deal")
    return came[-1]


@pytest.fixture
async def last_click(evening: Evening, arrived: dict[str, Any]) -> discord.Interaction:
    """Return the same click as the table keeps it."""
    drawing = evening.client.renderer._drawings[(await evening.table()).id]
    assert drawing.token is not None
    assert str(drawing.token[0].id) == arrived["id"]
    return drawing.token[0]


async def test_a_click_has_what_the_bot_reads_of_one_just_as_the_library_reads_it(
    evening: Evening, arrived: dict[str, Any], last_click: discord.Interaction
):
    """The bot reads the context of commands alone."""
    library = discord.Interaction(data=cast("Any", arrived), state=evening.client._connection)
    sources = [file.read_text(encoding="utf-8") for top in ("bot", "cogs") for file in (ROOT / top).rglob("*.py")]
    read = {name for source in sources for name in re.findall(r"\b(?:interaction|self\._parent)\.(\w+)", source)}
    assert {"user", "permissions", "channel_id", "is_guild_integration"} <= read
    assert [name for name in sorted(read - {"context"}) if not hasattr(last_click, name)] == []
    made_apart = {"_cs_response", "data", "followup", "message", "namespace", "response"}
    for name in sorted(read - made_apart - {"context"}):
        value = getattr(library, name)
        assert callable(value) or getattr(last_click, name) == value, name
    assert last_click.is_guild_integration() is library.is_guild_integration() is True
    assert isinstance(last_click.user, discord.Member)
    assert isinstance(library.user, discord.Member)
    for name in ("id", "display_name", "name", "nick", "roles", "guild", "guild_permissions", "timed_out_until"):
        assert getattr(last_click.user, name) == getattr(library.user, name), name
    assert {last_click.user} == {library.user}


async def test_a_table_keeps_no_components_with_its_last_click(evening: Evening, last_click: discord.Interaction):
    assert last_click.message is not None
    assert last_click.message.id == evening.message.id
    assert ON_MESSAGE not in (last_click.data or {})
