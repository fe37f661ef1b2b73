"""The bot's two ways to Discord: requests, which are paced, and the gateway, which is watched."""

import asyncio
import logging
import math
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NoReturn

import aiohttp
import discord
import yarl
from discord.backoff import ExponentialBackoff
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route

from bot.clock import Clock
from bot.metrics import meter
from bot.settings import SettingsError

log = logging.getLogger(__name__)
ACKNOWLEDGED_WITHIN = 110.0
"""Seconds after which an unacknowledged gateway counts as lost. Discord asks for a heartbeat every 41 seconds."""
RECONNECTED_WITHIN = 60.0
"""Seconds after which a lost connection is trouble. Discord asks bots to reconnect now and then, which takes a few."""
_EXEMPT = re.compile(r"/(?:interactions/|webhooks/\d+/.)")
"""Paths whose own token says which interaction they answer: Discord doesn't count them."""
_OPENED_WITHIN = 60.0
_CLOSED_WITHIN = 2.0
_SILENT_FOR, _LOOKED_EVERY = 60.0, 5.0
"""Seconds without an event or an acknowledged heartbeat after which a connection is dead, and between two looks."""
_CUT_OFF = 4000
"""The code with which the bot closes a dead connection, and keeps its session."""
_FAILURES = (OSError, discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed, aiohttp.ClientError)
"""Failures after which it is tried again, unless Discord has closed the connection for good."""
_RESETS = {54, 10054}
"""Error numbers of a connection that the other side has reset."""
_GOODBYE = 1000
"""The code with which Discord closes a connection that may be opened again."""
_SHORT_CUT = re.compile(r'{"t":"(INTERACTION_CREATE|MESSAGE_UPDATE)","s":(\d+),')
"""The beginning of an event that doesn't take the library's way. The groups are its kind and its number."""
_library_log = logging.getLogger("discord.gateway")
_ASKED = "Leave it unset, and the bot takes the count that Discord recommends"
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


@dataclass
class _Pulse:
    """The state of one shard's connection, as far as the library tells it."""

    acknowledged_at: float
    latency: float = math.inf
    lost_at: float | None = None
    is_ready: bool = False


class Lifeline:
    """The state of a client's gateway, by what the library makes public: its events, and the latency of each shard's
    last heartbeat that was acknowledged.

    `is_ready()` stays true while the library reconnects forever, and nothing public says when the last acknowledgement
    came. But each brings another latency, so a latency that doesn't change is one that nobody renews.
    """

    def __init__(self, client: discord.AutoShardedClient, clock: Clock) -> None:
        self._client, self._clock = client, clock
        self._pulses: dict[int, _Pulse] = {}

    def expect(self, shard: int) -> None:
        """Watch the shard from now on."""
        self._pulses[shard] = _Pulse(self._clock.now())

    def forget(self, shard: int) -> None:
        """Watch a shard no longer that was left."""
        self._pulses.pop(shard, None)

    def note_ready(self, shard: int) -> None:
        if shard in self._pulses:
            self._pulses[shard].is_ready = True

    def note_connected(self, shard: int) -> None:
        if shard in self._pulses:
            self._pulses[shard].lost_at = None

    def note_lost(self, shard: int) -> None:
        pulse = self._pulses.get(shard)
        if pulse is not None and pulse.lost_at is None:
            pulse.lost_at = self._clock.now()

    def trouble(self) -> str | None:
        """Say in a sentence why the gateway can't be relied on; None while it can, and while no shard is wanted. Call
        it at least every 15 s.
        """
        now = self._clock.now()
        for shard, latency in self._client.latencies:
            pulse = self._pulses.get(shard)
            if pulse is not None:
                if math.isfinite(latency) and latency != pulse.latency:
                    pulse.acknowledged_at = now
                pulse.latency = latency
        if self._client.is_closed() or not all(pulse.is_ready for pulse in self._pulses.values()):
            return "The bot isn't connected to Discord yet."
        lost = max((now - pulse.lost_at for pulse in self._pulses.values() if pulse.lost_at is not None), default=0.0)
        if lost > RECONNECTED_WITHIN:
            return f"The bot lost Discord's gateway {lost:.0f} seconds ago, and is reconnecting."
        silent = max((now - pulse.acknowledged_at for pulse in self._pulses.values()), default=0.0)
        if silent > ACKNOWLEDGED_WITHIN:
            return f"Discord hasn't acknowledged a heartbeat for {silent:.0f} seconds."
        return None


class _Gateway(DiscordWebSocket):
    """The library's WebSocket, with less to do for a click.

    The library sets a timer for each event, which costs as much as reading a small one. Here one task looks for all.
    Events about edited messages are mostly the bot's own, nobody asks for them, and they aren't read. Interactions go
    straight to what parses them, past listeners of which there are none.
    """

    _received = 0

    async def poll_events(self) -> NoReturn:
        """Take in events until the connection ends. Raises what the library's `poll_event` raises."""
        # No timer: aiohttp's own limit is none. The thread that sends the heartbeats has had the library's 60 s.
        self._max_heartbeat_timeout = 0.0
        limit = asyncio.timeout(None)
        try:
            async with limit:
                watching = asyncio.create_task(self._end_when_silent(limit))
                try:
                    while True:
                        await self.poll_event()
                finally:
                    watching.cancel()
        except TimeoutError:
            if not limit.expired():
                raise
            await self.close(_CUT_OFF)
            raise ReconnectWebSocket(self.shard_id) from None

    async def _end_when_silent(self, limit: asyncio.Timeout) -> None:
        """End the time limit once nothing has come for a minute."""
        loop = asyncio.get_running_loop()
        seen, since = self._received, loop.time()
        while seen != self._received or loop.time() - since < _SILENT_FOR:
            if seen != self._received:
                seen, since = self._received, loop.time()
            await asyncio.sleep(_LOOKED_EVERY)
        limit.reschedule(loop.time())

    async def received_message(self, msg: Any, /) -> None:
        self._received += 1
        if type(msg) is bytes:
            msg = self._decompressor.decompress(msg)
            if msg is None:
                return
        found = _SHORT_CUT.match(msg)
        is_interaction = found is not None and found[1] == "INTERACTION_CREATE"
        if found is None or (is_interaction and _library_log.isEnabledFor(logging.DEBUG)):
            await super().received_message(msg)
            return
        self.sequence = int(found[2])
        if self._keep_alive is not None:
            self._keep_alive.tick()
        if is_interaction:
            # The library reads all other events with this one: orjson where that is installed, and json elsewhere.
            event = discord.utils._from_json(msg)  # noqa: SLF001  # the library's choice has no public name
            self._discord_parsers[found[1]](event["d"])


@dataclass(eq=False)
class _ShardLine:
    """One shard's way to the gateway."""

    id: int
    ws: DiscordWebSocket | None = None
    task: asyncio.Task[None] | None = None
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def resuming(self) -> dict[str, Any]:
        """How the library resumes the session, as long as there is one."""
        if self.ws is None or self.ws.session_id is None:
            return {}
        session = {"session": self.ws.session_id, "sequence": self.ws.sequence}
        return {"resume": True, "gateway": self.ws.gateway, **session}

    async def close(self) -> None:
        """Take in no further event, and end the session."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.ws is not None and self.ws.open:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSED_WITHIN):
                    await self.ws.close(code=1000)


class ShardedBot(commands.AutoShardedBot):
    """A client whose shards are connected and left one by one while it runs, beginning with none.

    The library's own client connects all of them at once. It also starts another session where a second attempt to
    connect fails, and what happened meanwhile is lost. So each shard has a task here, which keeps its session as the
    library keeps the session of a client without shards.

    Shards identify one after the other, unless they belong to different buckets. Discord gives the number of buckets as
    `max_concurrency`, and the bucket of a shard is its own number modulo that.
    """

    def __init__(self, clock: Clock, shard_count: int, turn: Callable[[int], Awaitable[None]], **options: Any) -> None:
        super().__init__(shard_count=shard_count, **options)
        self.lifeline = Lifeline(self, clock)
        self.max_concurrency = 1
        self._turn = turn
        self._lines: dict[int, _ShardLine] = {}
        self._opening: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._over = asyncio.Event()
        self._failed: BaseException | None = None
        # The library fills in these two when it connects all shards. It is ready when all `shard_ids` are.
        self._connection.shard_count, self._connection.shard_ids = shard_count, []
        parse_ready = self._connection.parsers["READY"]

        def parse(data: Any) -> None:
            # The library keeps the servers of a session that is over.
            self.forget_servers(data["shard"][0], {int(guild["id"]) for guild in data["guilds"]})
            parse_ready(data)

        self._connection.parsers["READY"] = parse

    @property
    def _library_shards(self) -> dict[int, Any]:
        """The library's own shards, by which it finds their latencies and WebSockets, and closes them."""
        return vars(self)["_AutoShardedClient__shards"]

    async def setup_hook(self) -> None:
        if self.shard_count != 1:
            self.max_concurrency = (await self.fetch_session_start_limits()).max_concurrency

    async def connect(self, *, reconnect: bool = True) -> None:
        """Return when the client is closed. Raises an error that ends the connection of any shard for good."""
        await self._over.wait()
        if self._failed is not None:
            await self.close()
            raise self._failed

    async def connect_shard(self, shard: int) -> None:
        """Connect the shard, if it isn't connected yet, and return when all its servers are known. Another process may
        have sessions of the same shard.

        Raises an error that ends the connection for good.
        """
        line = self.begin_shard(shard)
        ready = asyncio.create_task(line.is_ready.wait())
        ending = {ready} if line.task is None else {ready, line.task}
        await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if line.task is not None and line.task.done():
            line.task.result()

    def begin_shard(self, shard: int) -> _ShardLine:
        """Begin to connect the shard."""
        line = self._lines.get(shard)
        if line is None:
            line = self._lines[shard] = _ShardLine(shard)
            self._connection.shard_ids = [*self._lines]
            self.lifeline.expect(shard)
            line.task = asyncio.create_task(self._keep(line), name=f"shard {shard}")
            line.task.add_done_callback(self._note_end)
        return line

    async def disconnect_shard(self, shard: int) -> None:
        """Close the shard's session: none of its events is taken in from now on."""
        line, state = self._lines.pop(shard, None), self._connection
        if line is None:
            return
        state.shard_ids = [*self._lines]
        self._library_shards.pop(shard, None)
        self.lifeline.forget(shard)
        await line.close()
        if (listing := state._ready_tasks.pop(shard, None)) is not None:  # noqa: SLF001  # it would come to be ready
            listing.cancel()
        state._ready_states.pop(shard, None)  # noqa: SLF001  # as above
        if self._lines and not self.is_ready() and all(other.is_ready.is_set() for other in self._lines.values()):
            state.call_handlers("ready")

    async def hang_up(self) -> None:
        """Close the sessions of all shards."""
        await asyncio.gather(*map(self.disconnect_shard, list(self._lines)))

    def forget_servers(self, shard: int, kept: Collection[int] = ()) -> None:
        """Drop the servers of a shard from the library's cache, except for those that are kept."""
        for guild in self.guilds:
            if guild.shard_id == shard and guild.id not in kept:
                self._connection._remove_guild(guild)  # noqa: SLF001  # the library does it for a server that left

    async def close(self) -> None:
        await self.hang_up()
        await super().close()
        self._over.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing, as the library would: `_open` has waited for the turn."""

    async def on_shard_ready(self, shard_id: int) -> None:
        self.lifeline.note_ready(shard_id)
        if shard_id in self._lines:
            self._lines[shard_id].is_ready.set()

    async def on_shard_connect(self, shard_id: int) -> None:
        self.lifeline.note_connected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.lifeline.note_connected(shard_id)

    async def _keep(self, line: _ShardLine) -> None:
        """Keep the shard's session: resume it whenever that is possible, otherwise start another one."""
        backoff, how = ExponentialBackoff(), dict[str, Any]()
        while True:
            try:
                line.ws = ws = await self._open(line.id, how)
                self._library_shards[line.id] = line
                await ws.poll_events()
            except ReconnectWebSocket as asked:
                self._note_lost(line.id)
                how = line.resuming if asked.resume else {}
            except _FAILURES as failed:
                self._note_lost(line.id)
                if isinstance(failed, discord.ConnectionClosed) and failed.code != _GOODBYE:
                    raise self._explain(failed, line.id) from None
                how = line.resuming
                if not (isinstance(failed, OSError) and failed.errno in _RESETS):
                    pause = backoff.delay()
                    log.warning("shard %s connects again in %.1f s: %r", line.id, pause, failed)
                    await asyncio.sleep(pause)

    async def _open(self, shard: int, how: dict[str, Any]) -> _Gateway:
        """Open a connection and resume on it, or identify. The turn to identify comes first. Where many processes start
        it may be minutes away, and no connection stays open so long. Of a bucket, one shard at a time waits.
        """
        async with AsyncExitStack() as line:
            if "resume" not in how:
                bucket = shard % self.max_concurrency
                await line.enter_async_context(self._opening[bucket])
                await self._take_turn(bucket)
            async with asyncio.timeout(_OPENED_WITHIN):
                return await _Gateway.from_client(self, shard_id=shard, **how)

    async def _take_turn(self, bucket: int) -> None:
        try:
            await self._turn(bucket)
        except Exception as failed:
            raise ConnectionError(f"there was no turn to identify: {failed}") from failed

    def _explain(self, closed: discord.ConnectionClosed, shard: int) -> Exception:
        """Return what the operator reads about a connection that Discord doesn't want again."""
        match closed.code:
            case 4014:
                return discord.PrivilegedIntentsRequired(shard)
            case 4010:
                return SettingsError(f"SHARD_COUNT: Discord knows no shard {shard} of {self.shard_count}. {_ASKED}")
            case 4011:
                return SettingsError(f"SHARD_COUNT: {self.shard_count} is too few for the bot's servers. {_ASKED}")
            case _:
                return closed

    def _note_lost(self, shard: int) -> None:
        self.lifeline.note_lost(shard)
        self.dispatch("disconnect")
        self.dispatch("shard_disconnect", shard)

    def _note_end(self, ended: asyncio.Task[None]) -> None:
        if not ended.cancelled() and (failed := ended.exception()) is not None and self._failed is None:
            self._failed = failed
            self._over.set()
