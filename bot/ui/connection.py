"""The bot's two ways to Discord: requests, which are paced, and the gateway, which is watched."""

import asyncio
import math
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp
import discord
import yarl
from discord.http import Route

from bot.clock import Clock
from bot.metrics import meter

ACKNOWLEDGED_WITHIN = 110.0
"""Seconds after which an unacknowledged gateway counts as lost. Discord asks for a heartbeat every 41 seconds."""
RECONNECTED_WITHIN = 60.0
"""Seconds after which a lost connection is trouble. Discord asks bots to reconnect now and then, which takes a few."""
_EXEMPT = re.compile(r"/(?:interactions/|webhooks/\d+/.)")
"""Paths whose own token says which interaction they answer: Discord doesn't count them."""
_yields = ContextVar("_yields", default=False)


@contextmanager
def in_background() -> Iterator[None]:
    """Let requests of other tasks go before those of the block, and of tasks that begin in it."""
    token = _yields.set(True)
    try:
        yield
    finally:
        _yields.reset(token)


class RequestPace:
    """Spaces the requests of one bot evenly, so that Discord never has to answer that there are too many.

    Discord takes 50 requests a second of a bot, except for answers to interactions. The library only waits once it has
    been refused, and gives a request up after five refusals. `trace` goes to the library's client as `http_trace`: its
    documented way to follow requests, which aiohttp awaits right before it sends one. So every try is counted, not just
    every call, and what waits for a route's own limit takes no turn meanwhile.
    """

    def __init__(self, clock: Clock, per_second: float) -> None:
        """Pace requests; `per_second` 0 lets every request pass."""
        self._clock, self._gap = clock, 1 / per_second if per_second else 0.0
        self._next = float("-inf")
        self._gate, self._background_gate = asyncio.Lock(), asyncio.Lock()
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._await_turn)
        if meter.is_on:
            self.trace.on_request_end.append(_measure)

    async def turn(self) -> None:
        """Return when a request may be sent. At most one request of the background stands in line with the others."""
        async with AsyncExitStack() as line:
            if _yields.get():
                await line.enter_async_context(self._background_gate)
            await line.enter_async_context(self._gate)
            # Nobody waits longer than that, also where the machine's clock was put back.
            wait = min(self._next - self._clock.now(), self._gap)
            if wait > 0:
                await self._clock.sleep(wait)
            self._next = self._clock.now() + self._gap

    async def _await_turn(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if self._gap and _is_counted(asked.url):
            await self.turn()


async def _measure(_: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
    if str(ended.url).startswith(str(yarl.URL(Route.BASE))):
        meter.responded(ended.response.status)


def _is_counted(url: yarl.URL) -> bool:
    """Return whether Discord counts a request against the limit of the bot: neither the gateway nor files."""
    # As aiohttp writes it: without a default port, and with the host in small letters.
    path = str(url).removeprefix(str(yarl.URL(Route.BASE)))
    return path != str(url) and not _EXEMPT.match(path)


class Lifeline:
    """The state of a client's gateway, by what the library makes public: its events, and the latency of the last
    heartbeat that was acknowledged.

    `is_ready()` stays true while the library reconnects forever, and nothing public says when the last acknowledgement
    came. But each brings another latency, so a latency that doesn't change is one that nobody renews.
    """

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client, self._clock = client, clock
        self._lost_at: float | None = None
        self._latency, self._acknowledged_at = math.inf, clock.now()

    def note_connected(self) -> None:
        self._lost_at = None

    def note_lost(self) -> None:
        if self._lost_at is None:
            self._lost_at = self._clock.now()

    def trouble(self) -> str | None:
        """Say in a sentence why the gateway can't be relied on; None while it can. Call it at least every 15 s."""
        now, latency = self._clock.now(), self._client.latency
        if math.isfinite(latency) and latency != self._latency:
            self._acknowledged_at = now
        self._latency = latency
        if self._client.is_closed() or not self._client.is_ready():
            return "The bot isn't connected to Discord yet."
        if self._lost_at is not None and now - self._lost_at > RECONNECTED_WITHIN:
            return f"The bot lost Discord's gateway {now - self._lost_at:.0f} seconds ago, and is reconnecting."
        if now - self._acknowledged_at > ACKNOWLEDGED_WITHIN:
            return f"Discord hasn't acknowledged a heartbeat for {now - self._acknowledged_at:.0f} seconds."
        return None
