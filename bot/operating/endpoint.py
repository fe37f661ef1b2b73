"""The port for Prometheus and for programs that watch over the bot: `/metrics`, `/healthz`, `/readyz`.

`/healthz` answers while the event loop turns. `/readyz` answers 200 while the process is connected, serves shards and
can save, and otherwise 503 with the reason. It repeats what the sign of life says, and isn't older than that.
"""

import logging
import math
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web

from bot.db import log_unexpected
from bot.health import Readiness
from bot.metrics import Gauges, meter
from bot.services import Services
from bot.settings import SettingsError
from bot.tables.model import Table

log = logging.getLogger(__name__)
_LINES = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Sources:
    """Facts that only the parts above this one know, to be read with the measures."""

    latencies: Callable[[], Iterable[tuple[int, float]]]
    servers: Callable[[], int]
    drawings: Callable[[], int]
    backed_up_at: Callable[[], float | None]


@asynccontextmanager
async def listening(
    host: str, port: int, services: Services, readiness: Readiness, sources: Sources
) -> AsyncIterator[str]:
    """Answer at the port until the end of the block, and yield its URL. Hands are counted from now on.

    Raises SettingsError if the port is taken.
    """

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=meter.exposition(await _gauges(services, readiness, sources)), headers=_LINES)

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="The bot is alive.\n")

    async def readyz(_: web.Request) -> web.Response:
        trouble = readiness.trouble(is_serving=bool(services.shards.held))
        return web.Response(status=503 if trouble else 200, text=f"{trouble or 'The bot is ready.'}\n")

    application = web.Application()
    application.router.add_get("/metrics", metrics)
    application.router.add_get("/healthz", healthz)
    application.router.add_get("/readyz", readyz)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    services.tables.store.changed.append(_count_hand)
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as taken:
            raise SettingsError(f"METRICS_PORT: can't be opened on {host} ({taken.strerror})") from None
        url = f"http://{host}:{runner.addresses[0][1]}"
        log.info("measures are at %s/metrics", url)
        yield url
    finally:
        services.tables.store.changed.remove(_count_hand)
        await runner.cleanup()
        meter.stop()


async def _count_open_tables(services: Services) -> float:
    """Count the open tables on the servers of this process. While they can't be read, they are no number."""
    sql = "SELECT count(*) AS tables FROM tables WHERE status = 'open' AND served(guild_id)"
    try:
        return int((await services.db.background.fetch(*services.shards.limited(sql)))[0]["tables"])
    except Exception as error:  # noqa: BLE001  # the other measures say how the bot is
        log_unexpected(log, error, "open tables could not be counted")
        return math.nan


async def _gauges(services: Services, readiness: Readiness, sources: Sources) -> Gauges:
    return Gauges(
        queues={
            "writer": services.db.writing,
            "workers": services.workers.waiting,
            "renderer": sources.drawings(),
        },
        latencies=dict(sources.latencies()),
        shards=len(services.shards.held),
        servers=sources.servers(),
        open_tables=await _count_open_tables(services),
        is_ready=readiness.trouble(is_serving=bool(services.shards.held)) is None,
        backed_up_at=sources.backed_up_at(),
    )


def _count_hand(before: Table | None, after: Table) -> None:
    """Count a hand that a change has ended. One that is taken up again after an undo ends once more."""
    hand, was = after.record.hand, before.record.hand if before is not None else None
    if hand is None or hand.status == "running":
        return
    if was is None or (was.number, was.revision, was.status) != (hand.number, hand.revision, hand.status):
        meter.hand_ended(after.record.game, "undone" if hand.is_undone else hand.status)
