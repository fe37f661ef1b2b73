"""`playground`: a local Discord with a small server in it, its web page, and the real bot on it, in one process."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.app import end_process_within, serve, when_told_to_stop
from bot.clock import Clock, SystemClock
from bot.db import CannotOpen
from bot.games import games
from bot.settings import THIS_MACHINE, Settings
from playground.database import NotFree, PlaygroundDatabase
from playground.demo import DemoTables
from playground.demo.table import FIRST_GAME
from playground.demo.world import DemoWorld, build_demo_world, open_server
from playground.discord.gateway.sessions import Gateway
from playground.page.site import Page
from playground.page.stage import OfferedGame
from playground.people import ClientRefused
from playground.persistence import stored_world

log = logging.getLogger(__name__)
_BACK_WITHIN = 60.0
_TURNS = 50
RETRIED_AFTER = 0.1
WIPE_WITHIN, OPEN_WITHIN = 1.0, 10.0
_CLOSING = "The playground is closing."


class Running:
    """One bot at a time on one gateway.

    A fresh start stops the bot in good order, wipes its book, calls each of `forgetting` while no bot is there, starts
    the bot again and then calls each of `begun_anew`. Where somebody else has the book for a moment it waits; if that
    lasts longer than a second, nothing is wiped, and the bot goes on as before.
    """

    def __init__(self, gateway: Gateway, when_lost: Callable[[float], object] = lambda _: None) -> None:
        """`when_lost` as `serve` calls it."""
        self.forgetting: list[Callable[[], None]] = []
        self.begun_anew: list[Callable[[], None]] = []
        self._gateway, self._when_lost = gateway, when_lost
        self._stop = asyncio.Event()
        self._is_over = False
        self._fresh: asyncio.Future[None] | None = None
        self._refusal = ""

    async def start_fresh(self) -> None:
        """Return when the bot is there again with an empty book.

        Raises ClientRefused with a sentence: another fresh start is under way, or the bot can't start again.
        """
        if self._fresh is not None:
            raise ClientRefused("The playground is being reset already. Wait for it.")
        if self._is_over:
            raise ClientRefused(_CLOSING)
        self._fresh = asyncio.get_running_loop().create_future()
        self._stop.set()
        # Whoever asked may close their page meanwhile: what has begun comes to its end.
        await asyncio.shield(self._fresh)

    async def play(self, settings: Settings, book: PlaygroundDatabase, clock: Clock) -> None:
        """Run the bot until `end`, with every fresh start in between. Raises what the bot ends with."""
        try:
            await self._serve(settings, clock)
            while self._fresh is not None and not self._is_over:
                await self._forget(book, clock)
                await self._serve_again(settings, clock)
        except Exception as failed:
            self._conclude(f"Shadowport can't start again. {_reason(failed)}")
            # On its way to the page that sentence waits for nothing but its turn, and the server closes next.
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            raise
        finally:
            self._conclude(_CLOSING)

    def end(self) -> None:
        """Stop for good: clicks that are being answered are finished first."""
        self._is_over = True
        self._stop.set()

    async def _forget(self, book: PlaygroundDatabase, clock: Clock) -> None:
        """Wipe the book and the rest. Where it isn't free, `_refusal` tells whoever asked, once the bot is back."""
        self._refusal, until = "", clock.now() + WIPE_WITHIN
        while not self._is_over:
            try:
                book.wipe()
            except NotFree as taken:
                if clock.now() < until:
                    await clock.sleep(RETRIED_AFTER)
                    continue
                log.warning("no reset, and nothing is deleted: %s", taken)
                self._refusal = f"Nothing was deleted. {taken}"
                return
            log.info("reset: %s is deleted", book.path)
            for forget in self.forgetting:
                forget()
            return

    async def _serve_again(self, settings: Settings, clock: Clock) -> None:
        """While the bot was away somebody else may have taken the book for a moment."""
        until = clock.now() + OPEN_WITHIN
        while True:
            try:
                return await self._serve(settings, clock)
            except CannotOpen:
                if self._is_over or clock.now() >= until:
                    raise
                await clock.sleep(RETRIED_AFTER)

    async def _serve(self, settings: Settings, clock: Clock) -> None:
        """One bot, until it is told to stop."""
        self._stop = asyncio.Event()
        if self._is_over:
            return
        back = asyncio.create_task(self._welcome_back())
        try:
            await serve(settings, clock, self._stop, self._when_lost)
        finally:
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)

    async def _welcome_back(self) -> None:
        """Reload every tab after a fresh start, as soon as the bot is there."""
        if self._fresh is None:
            return
        try:
            await self._gateway.until_connected(_BACK_WITHIN)
            for begin in [] if self._refusal else self.begun_anew:
                begin()
        except Exception:
            log.exception("the reset was not finished")
            self._conclude("Shadowport didn't start again. The log says why.")
        self._conclude(self._refusal)

    def _conclude(self, why_not: str = "") -> None:
        """End the fresh start, and wake those who wait for it."""
        fresh, self._fresh = self._fresh, None
        if fresh is None:
            return
        if not why_not:
            fresh.set_result(None)
        else:
            fresh.set_exception(ClientRefused(why_not))
            fresh.exception()  # whoever asked may be gone, and then nobody else looks at it


def _reason(failed: Exception) -> str:
    return str(failed) if isinstance(failed, CannotOpen) else "The log says why."


@dataclass(frozen=True, slots=True)
class Playground:
    """All that is there beside the bot."""

    demo: DemoWorld
    rehearsal: DemoTables
    running: Running
    page: Page


@asynccontextmanager
async def opened_playground(port: int, clock: Clock, host: str = THIS_MACHINE) -> AsyncIterator[Playground]:
    """Open the local Discord and its page on `host`; port 0 takes any free one. Raises CannotOpen if it is taken.

    It has no bot yet: `running.play` starts one.
    """
    demo = build_demo_world(port, clock, host)
    rehearsal, running = DemoTables(demo), Running(demo.local.gateway, end_process_within)
    page = Page(
        demo.local,
        people=demo.people,
        guild=demo.guild,
        games=_offered_games(),
        rehearse=rehearsal.try_table,
        start_fresh=running.start_fresh,
    )
    running.forgetting += [demo.forget, rehearsal.forget]
    running.begun_anew.append(page.start_anew)
    async with open_server(demo.local, port):
        yield Playground(demo, rehearsal, running, page)


def _offered_games() -> list[OfferedGame]:
    """Return the games that people may try, the first one for newcomers at the head."""
    offered = [
        OfferedGame(game.key, game.title, game.tagline, spec.company, f"{game.seats[0]} to {game.seats[-1]} seats")
        for spec in games().values()
        for game in (spec.game,)
    ]
    return sorted(offered, key=lambda game: game.key != FIRST_GAME)


def run(settings: Settings) -> None:
    """Play until SIGTERM or SIGINT. CannotOpen if the port or the database is taken."""
    asyncio.run(_play(settings))


async def _play(settings: Settings) -> None:
    clock, book = SystemClock(), PlaygroundDatabase.beside(settings.database_url)
    async with opened_playground(settings.playground_port, clock, settings.playground_host) as playground:
        when_told_to_stop(playground.running.end)
        book.require_free()
        log.info("the playground has a database of its own: %s", book.path)
        own = playground.demo.settings(settings, book)
        async with stored_world(playground.demo.local.world, book.said):
            _tell_where(playground.page.address)
            await playground.running.play(own, book, clock)


def _tell_where(address: str) -> None:
    """Print the page's address. The page itself shows that the bot isn't there yet."""
    sys.stdout.write(f"Shadowport plays at {address}\n")
    sys.stdout.flush()
