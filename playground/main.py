"""`playground`: a local Discord with a small server in it, its web page, and the real bot on it, in one process."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.app import end_process_within, when_told_to_stop
from bot.catalog import games
from bot.clock import Clock, SystemClock
from bot.settings import THIS_MACHINE, Settings
from playground.database import OwnBook
from playground.demo import Rehearsal
from playground.demo.world import Cantina, furnished, listening
from playground.keeping import kept
from playground.page.site import Page
from playground.running import Running

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Playground:
    """All that is there beside the bot."""

    cantina: Cantina
    rehearsal: Rehearsal
    running: Running
    page: Page


@asynccontextmanager
async def opened_playground(port: int, clock: Clock, host: str = THIS_MACHINE) -> AsyncIterator[Playground]:
    """The local Discord and its page, listening on `host`; port 0 takes any free one. CannotOpen if it is taken.

    The bot is yet to come: `running.play` brings it.
    """
    cantina = furnished(port, clock, host)
    rehearsal, running = Rehearsal(cantina), Running(cantina.local.gateway, end_process_within)
    page = Page(
        cantina.local,
        people=cantina.people,
        guild=cantina.guild,
        games=[(game.key, game.title, game.tagline) for game in (entry.game for entry in games().values())],
        rehearse=rehearsal.try_table,
        start_fresh=running.start_fresh,
    )
    running.forgetting += [cantina.forget, rehearsal.forget]
    running.begun_anew.append(page.start_anew)
    async with listening(cantina.local, port):
        yield Playground(cantina, rehearsal, running, page)


def run(settings: Settings) -> None:
    """Play until SIGTERM or SIGINT. CannotOpen if the port or the database is taken."""
    asyncio.run(_play(settings))


async def _play(settings: Settings) -> None:
    clock, book = SystemClock(), OwnBook.beside(settings.database_url)
    async with opened_playground(settings.playground_port, clock, settings.playground_host) as playground:
        when_told_to_stop(playground.running.end)
        book.require_free()
        log.info("the playground has a database of its own: %s", book.path)
        own = playground.cantina.settings(settings, book)
        async with kept(playground.cantina.local.world, book.said):
            _tell_where(playground.page.address)
            await playground.running.play(own, book, clock)


def _tell_where(address: str) -> None:
    """The page answers from now on; until the bot is there too, it says so itself."""
    sys.stdout.write(f"Shadowport plays at {address}\n")
    sys.stdout.flush()
