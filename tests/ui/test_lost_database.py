"""Whoever does something once the database is lost reads that nothing has changed, and what to do."""

from contextlib import suppress
from pathlib import Path

import pytest

from bot.app import connected, opened_services
from bot.db import DatabaseLost, SqliteDatabase, WatchedDatabase
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.db.threads import end_at_the_next_job, writing
from tests.local_discord import running
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out
from tests.ui.conftest import BOOK, settings_of

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
