"""The bot's process: open the database, build the services, log in, and stop in good order."""

import asyncio
import ctypes
import gc
import logging
import math
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.ui.handlers  # noqa: F401  # declares what buttons and forms do
from bot.campaigns import UsageLimits
from bot.clock import Clock, SystemClock
from bot.db import (
    Database,
    DatabaseAway,
    Ids,
    WatchedDatabase,
    highest_id,
    is_server,
    local_path,
    open_database,
    shown_database,
)
from bot.db.application import claim
from bot.health import Condition, Readiness, keep_signing
from bot.host import Host
from bot.images.upload import keep_current
from bot.metrics import meter
from bot.operating.operator import About
from bot.operating.requests import folder_of
from bot.operating.schedule import BackupSchedule, default_folder
from bot.processes import WorkerPool
from bot.services import Services, build_services
from bot.settings import Settings, SettingsError
from bot.shards import Shards
from bot.ui.client import Shadowport
from bot.ui.connection import in_background
from bot.ui.routing import Tree


def point_discord_at(api_url: str, gateway_url: str) -> None:
    """Send every later request and connection of discord.py to another server.

    `api_url` ends with the version ("http://host:port/api/v10"), `gateway_url` is a ws or wss address. A RESUME goes
    to the address that the server names in its READY; a fresh session after an invalid one comes back to `gateway_url`.
    Holds for every client of this process.
    """
    Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


# The library would warn that it can't talk aloud.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

log = logging.getLogger(__name__)
LOST_WITHIN = 8.0
"""Seconds in which the process ends once the database is lost."""
_ANSWERED_WITHIN = 3.0
"""Seconds of those that answers under way get: they can only say so."""
_STOPPED_WITHIN = 25.0
"""Seconds from the signal to stop to the end of the process, whatever it waits for, such as a disk that hangs."""
_OBJECTS_A_COLLECTION = 10_000
"""Objects after which garbage is collected. Python would look for it every 700. A click leaves a dozen: the library's
interaction and its response refer to each other.
"""
_COLLECTIONS = 5
"""Collections after which one goes through older objects too. By the last clicks of tables, garbage gets old."""
_LARGE_PAGE = 2 << 20
"""Bytes of the larger of the two pages that Linux has on most processors."""
_COLLAPSE = 25
"""Linux's MADV_COLLAPSE: hold this memory in large pages. Python has no name for it."""
ID_TABLES = ("campaigns", "characters", "tables", "offers", "pending_imports", "proposals")
"""The tables whose rows get their numbers from `Ids`."""


@asynccontextmanager
async def opened_services(
    settings: Settings,
    clock: Clock,
    *,
    application: Callable[[], Awaitable["Application"]] | None = None,
    is_hosted: bool = False,
    workers: WorkerPool | None = None,
    **tables: object,
) -> AsyncIterator[Services]:
    """Yield the services on the database of the settings, with the clock of the tables running.

    Each service is closed in turn, even if closing another one fails. `application` gives the token's application,
    once the database has been read. The services hold the shards of the settings, or none if they are hosted: a `Host`
    takes them then. Raises CannotOpen before any service runs if the database belongs to another application, and
    SettingsError for shards that there aren't.
    """
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(await open_database(settings.database_url))
        url = settings.database_url
        db = WatchedDatabase(opened, shown_database(url) if is_server(url) else local_path(url), clock)
        leases = opened.leases
        ids = Ids(clock, await highest_id(db, clock, *ID_TABLES, worker=leases.worker), worker=leases.worker)
        recommended = 1
        if application is not None:
            own, recommended = await application()
            await claim(db, own)
        wanted = settings.shards(recommended)
        shards = Shards(settings.shard_count or recommended, () if is_hosted else wanted)
        services = build_services(db, clock, ids, workers, shards, leases, UsageLimits(**settings.limits), **tables)
        services.operator.about = About(
            settings.privacy_url, settings.terms_url, settings.support_url, settings.contact
        )
        await services.operator.read()
        stack.push_async_callback(services.workers.close)
        # The clock comes last: what falls due at once is heard by the bot, which listens before anything else runs.
        for service in (services.pilots, services.maintenance, services.tables.clockwork):
            stack.push_async_callback(service.stop)
            await service.start()
        stack.push_async_callback(services.plotter.close)
        stack.push_async_callback(services.painter.close)
        yield services


@asynccontextmanager
async def connected(services: Services, settings: Settings) -> AsyncIterator[Shadowport]:
    """Yield the bot, logged in and connecting. Leaving waits for clicks that are being answered."""
    bot = Shadowport(
        services,
        Tree,
        sync_guilds=settings.sync_guilds,
        requests_per_second=settings.requests_per_second,
        counts_messages=settings.count_messages,
    )
    try:
        await _log_in(bot, settings)
        yield bot
    finally:
        try:
            await bot.finish()
        finally:
            await bot.close()


class Application(NamedTuple):
    """The application that a token belongs to."""

    id: int
    shards: int
    """The count of shards that Discord recommends."""


async def own_application(settings: Settings) -> Application:
    """Ask Discord for the application that the token belongs to. Raises SettingsError, as a login does."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as visitor:
        await _log_in(visitor, settings)
        if visitor.application_id is None:
            raise RuntimeError("the library is logged in, and doesn't know as which application")
        shards, *_ = await visitor.http.get_bot_gateway()
        return Application(visitor.application_id, shards)


async def _log_in(client: discord.Client, settings: Settings) -> None:
    token = settings.discord_token
    if token is None:
        raise SettingsError("DISCORD_TOKEN: must be set")
    if settings.discord_api_url and settings.discord_gateway_url:
        point_discord_at(settings.discord_api_url, settings.discord_gateway_url)
    try:
        await client.login(token.get_secret_value())
    except discord.LoginFailure as refused:
        raise SettingsError("DISCORD_TOKEN: Discord doesn't know it") from refused


def when_told_to_stop(stop: Callable[[], object]) -> None:
    """Call `stop` at every SIGTERM and SIGINT from now on, instead of whatever was called before. The process ends soon
    after the first, in good order or not.
    """

    def told() -> None:
        end_process_within(_STOPPED_WITHIN)
        stop()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(name, told)


def end_process_within(seconds: float) -> None:
    """End this process with status 1 after so many seconds, unless it has come to its end by then. A thread that hangs
    in the system would keep it from that for good.
    """

    def end() -> None:
        log.critical("the bot doesn't stop in time, so its process ends now")
        os._exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


async def serve(
    settings: Settings,
    clock: Clock | None = None,
    stop: asyncio.Event | None = None,
    when_lost: Callable[[float], object] = lambda _: None,
) -> None:
    """Run until `stop` is set, without one until SIGTERM or SIGINT; running clicks are finished first, then the
    database is closed. Raises CannotOpen where the database belongs to another bot than the token's.

    If the database is lost meanwhile, calls `when_lost` with the seconds in which the process has to end. Then raises
    DatabaseLost in good order, if it can.
    """
    time = clock or SystemClock()
    if stop is None:
        stop = asyncio.Event()
        when_told_to_stop(stop.set)
    async with AsyncExitStack() as stack:
        _measure(settings)
        own, is_hosted = partial(own_application, settings), is_server(settings.database_url)
        opening = opened_services(settings, time, application=own, is_hosted=is_hosted)
        services = await stack.enter_async_context(opening)
        bot = await stack.enter_async_context(connected(services, settings))
        host: Host | None = None
        if is_hosted:
            named = None if settings.shard_ids == "auto" else settings.shards(services.shards.count)
            host = Host(services, bot, named)
        settle_memory()
        connection = asyncio.create_task(bot.connect(), name="gateway")
        with in_background():
            pictures = asyncio.create_task(_keep_images(bot, services), name="pictures")
        # The bot is well while each of these holds.
        conditions = {
            "gateway": bot.lifeline.trouble,
            "writer": partial(_writer_trouble, services.db),
            "disk": services.db.trouble,
        }
        upkeep = await _begin_upkeep(stack, settings, bot, conditions)
        waiting = asyncio.create_task(stop.wait())
        lost = asyncio.create_task(services.db.until_lost())
        ends: set[asyncio.Task[object]] = {connection, waiting, lost}
        hosting = asyncio.create_task(host.run(), name="host") if host else None
        if hosting:
            ends.add(hosting)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in (pictures, waiting, lost, *upkeep):
            task.cancel()
        if lost.done():
            log.critical("the bot can't go on, and ends: %s", lost.result())
            when_lost(LOST_WITHIN)
            bot.finish_within = _ANSWERED_WITHIN
            await _hang_up(bot, connection)
            raise lost.result()
        for task in (connection, hosting):
            if task and task.done():
                task.result()
        log.info("stopping")
        if host and hosting:
            hosting.cancel()
            await asyncio.wait({hosting})
            await host.leave()
        await _hang_up(bot, connection)


async def _keep_images(bot: Shadowport, services: Services) -> None:
    """Upload the images, one process after the other: the next finds what the first has uploaded."""
    with suppress(DatabaseAway):
        async with services.leases.exclusively("images"):
            await keep_current(bot, services.images, services.clock)


async def _begin_upkeep(
    stack: AsyncExitStack, settings: Settings, bot: Shadowport, conditions: Mapping[str, Condition]
) -> Sequence[asyncio.Task[None]]:
    """Begin with all that is done for the operator: the sign of life, the port for measures, requests, backups. The
    stack closes the port.
    """
    database, clock, readiness = local_path(settings.database_url), bot.services.clock, Readiness()
    backups = _backups(settings, clock)
    if settings.metrics_port is not None:
        await stack.enter_async_context(_listening(settings, bot, readiness, backups))
    sign = keep_signing(database, clock, conditions, readiness.note)
    work = [sign, bot.services.operator.run(folder_of(database)), *([backups.run()] if backups else ())]
    return [asyncio.create_task(one) for one in work]


def _measure(settings: Settings) -> None:
    """Begin to measure, if the settings ask for it. Raises SettingsError without the package for it."""
    if settings.metrics_port is None:
        return
    try:
        meter.start()
    except ImportError:
        raise SettingsError(
            "METRICS_PORT: needs the extra `metrics`. Install it with pip install 'shadowport[metrics]'"
        ) from None


def _listening(
    settings: Settings, bot: Shadowport, readiness: Readiness, backups: BackupSchedule | None
) -> AbstractAsyncContextManager[str]:
    """Return the port for measures and health, which is open within its block."""
    from bot.operating import endpoint

    sources = endpoint.Sources(
        latencies=lambda: [one for one in bot.latencies if math.isfinite(one[1])],
        servers=lambda: len(bot.guilds),
        drawings=lambda: bot.renderer.waiting,
        backed_up_at=lambda: backups and backups.backed_up_at,
    )
    return endpoint.listening(settings.metrics_host, settings.metrics_port or 0, bot.services, readiness, sources)


def _backups(settings: Settings, clock: Clock) -> BackupSchedule | None:
    """Return the schedule of backups that the settings ask for."""
    if not settings.backup_every:
        return None
    database = local_path(settings.database_url)
    folder = settings.backup_folder or default_folder(database)
    return BackupSchedule(database, folder, settings.backup_every * 3600, settings.backup_keep, clock)


def _writer_trouble(database: Database) -> str | None:
    return "The bot can't save anything: a write hangs. Look at its disk." if database.is_stuck() else None


async def _hang_up(bot: Shadowport, connection: asyncio.Task[None]) -> None:
    """Leave the gateway first: no click comes in any more that would be cut off half-way."""
    connection.cancel()
    with suppress(asyncio.CancelledError):
        await connection
    await bot.hang_up()


def run(settings: Settings) -> None:
    """Run the bot until a signal stops it, on uvloop if that is installed. Raises DatabaseLost if it can't go on."""
    gc.set_threshold(_OBJECTS_A_COLLECTION, _COLLECTIONS, _COLLECTIONS)
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(serve(settings, when_lost=end_process_within))


def settle_memory() -> None:
    """Prepare for memory that stays: modules and commands. Collections of garbage, during which no click is answered,
    pass over it from now on, and Linux holds it in large pages.

    Between clicks other processes use the processor, which then has to find each page of ours again. A click costs 5%
    less with large ones. Linux before 6.1 has no such request, and none is met for memory that was never touched.
    """
    gc.collect()
    gc.freeze()
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return
    advise = ctypes.CDLL(None).madvise
    for line in maps.read_text().splitlines():
        ends, access, _, _, _, *name = line.split()
        first, last = (int(end, 16) for end in ends.split("-"))
        first, last = -(-first // _LARGE_PAGE) * _LARGE_PAGE, last // _LARGE_PAGE * _LARGE_PAGE
        if access == "rw-p" and name in ([], ["[heap]"]) and first < last:
            advise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), _COLLAPSE)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes an event loop of the extra `speed`; None without it."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
