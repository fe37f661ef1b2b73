"""People who do something while the database is lost read what has changed, and what to do."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.app import connected, opened_services
from bot.db import DatabaseLost, SqliteDatabase, WatchedDatabase
from bot.ui.errors import UNKNOWN
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.db.threads import end_at_the_next_job, writing
from tests.local_discord import running
from tests.manual_clock import ManualClock
from tests.postgresql import NEEDS_POSTGRESQL
from tests.sqlite_file import lay_out, url_of
from tests.ui.conftest import BOOK, settings_of

AWAY = "The bot's database can't be reached, so nothing changed. Try again in a minute."
OUT_OF_ORDER = "I've lost my database, so nothing was changed. I restart now. Try again in a minute."


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_a_command_and_a_click_are_answered_in_a_sentence_once_the_database_is_lost(
    local: LocalDiscord, clock: ManualClock, guild: Guild, gm: Player, channel: Channel, tmp_path: Path
):
    await lay_out(tmp_path / BOOK)
    settings = settings_of(local, tmp_path)
    # Closing tells of the loss, too, once all else is closed.
    number = 0
    with suppress(DatabaseLost):
        async with (
            opened_services(settings, clock) as services,
            connected(services, settings) as client,
            running(client),
        ):
            assert isinstance(services.db, WatchedDatabase)
            assert isinstance(services.db.within, SqliteDatabase)
            table = (await gm.slash(channel, "pilok open")).shown
            shown = table.text
            answer = ""
            while not writing(services.db.within).lost.done():
                number += 1
                await end_at_the_next_job(writing(services.db.within))
                answer = (await gm.slash(channel, "campaign rename", name=f"Tatooine {number}")).text
                await clock.advance(10)
            assert answer == OUT_OF_ORDER
            form = (await gm.click(table, "Sit")).modal
            assert (await gm.submit(form, {"name": "Lando"})).text == OUT_OF_ORDER
            assert table.text == shown
    async with opened_services(settings, clock) as services:
        assert (await services.campaigns.at(guild.id)).name != f"Tatooine {number}"


@asynccontextmanager
async def out_of_reach(beside: Any, name: str) -> AsyncIterator[None]:
    """End the bot's connections to its database, and let none come before the block ends."""
    await beside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    await beside.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
    yield
    await beside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


@NEEDS_POSTGRESQL
async def test_people_read_a_sentence_while_the_server_is_out_of_reach_and_play_on_afterwards(
    local: LocalDiscord,
    clock: ManualClock,
    gm: Player,
    channel: Channel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    import psycopg

    monkeypatch.setattr("tests.sqlite_file._engines", ["postgresql"])
    await lay_out(tmp_path / BOOK)
    name = url_of(tmp_path / BOOK).partition("?")[0].rpartition("/")[2]
    settings = settings_of(local, tmp_path)
    async with (
        await psycopg.AsyncConnection.connect(
            settings.database_url.replace(name, "postgres"), autocommit=True
        ) as beside,
        opened_services(settings, clock) as services,
        connected(services, settings) as client,
        running(client),
    ):
        database: Any = services.db
        table = (await gm.slash(channel, "pilok open")).shown
        form = (await gm.click(table, "Sit")).modal
        async with out_of_reach(beside, name):
            await database.within._session.end.over
            assert (await gm.slash(channel, "campaign rename", name="Tatooine")).text == AWAY
            assert (await gm.click(table, "Sit")).text == AWAY
            assert (await gm.submit(form, {"name": "Lando"})).text == AWAY
            assert "can't be reached" in (await database.trouble() or "")
        await database.within.leases.reached()
        assert await database.trouble() is None
        await gm.submit((await gm.click(table, "Sit")).modal, {"name": "Lando"})
        assert "Lando" in table.text


@NEEDS_POSTGRESQL
async def test_people_read_that_an_outcome_is_unknown(
    local: LocalDiscord,
    clock: ManualClock,
    gm: Player,
    channel: Channel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """A trigger that a commit fires ends the connection of that commit."""
    import psycopg

    monkeypatch.setattr("tests.sqlite_file._engines", ["postgresql"])
    await lay_out(tmp_path / BOOK)
    settings = settings_of(local, tmp_path)
    async with await psycopg.AsyncConnection.connect(settings.database_url, autocommit=True) as beside:
        await beside.execute(
            """
            CREATE FUNCTION end_session() RETURNS TRIGGER LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_terminate_backend(pg_backend_pid());
                RETURN NULL;
            END
            $$;
            CREATE CONSTRAINT TRIGGER commits_end AFTER UPDATE ON campaigns DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW WHEN (NEW.name = 'Tatooine') EXECUTE FUNCTION end_session()
            """
        )
    async with (
        opened_services(settings, clock) as services,
        connected(services, settings) as client,
        running(client),
    ):
        database: Any = services.db
        assert "Pi'Lok" in (await gm.slash(channel, "pilok open")).shown.text
        assert (await gm.slash(channel, "campaign rename", name="Tatooine")).text == UNKNOWN
        await database.within.leases.reached()
        assert len((await gm.slash(channel, "pilok rules")).text) > len(UNKNOWN)
