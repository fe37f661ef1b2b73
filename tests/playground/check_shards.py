"""Shards: each gets the events of its own servers, in as many sessions as it has, and starts within the limits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from playground.discord.gateway.sessions import IDENTIFY_APART, STALE_AT_MOST
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.local_discord import running as connected
from tests.manual_clock import ManualClock
from tests.playground.conftest import Rest
from tests.playground.tiny_bot import Heard

COUNT = 4
INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
RESUME = 6


class Raw:
    """One session as a client without a library has it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket, self._token = socket, token
        self.ready: dict[str, Any] = {}
        self.sequence = 0

    async def send(self, opcode: int, **data: Any) -> None:
        await self.socket.send_json({"op": opcode, "d": {"token": self._token, **data}})

    async def next(self) -> dict[str, Any]:
        payload = await asyncio.wait_for(self.socket.receive_json(), 10)
        self.sequence = payload.get("s") or self.sequence
        return payload

    async def until(self, name: str) -> dict[str, Any]:
        """Return the data of the next event of that name."""
        while (payload := await self.next()).get("t") != name:
            pass
        return payload["d"]

    async def identify(self, shard: int = 0, count: int = COUNT) -> None:
        """Start a session, and take in READY and all servers."""
        await self.send(2, intents=INTENTS.value, shard=[shard, count])
        self.ready = await self.until("READY")
        for _ in self.ready["guilds"]:
            await self.until("GUILD_CREATE")

    @property
    def servers(self) -> set[int]:
        return {int(guild["id"]) for guild in self.ready["guilds"]}

    async def close_code(self) -> int | None:
        while not self.socket.closed:
            await asyncio.wait_for(self.socket.receive(), 10)
        return self.socket.close_code


class Sockets:
    """Raw connections of one test."""

    def __init__(self, local: LocalDiscord, stack: AsyncExitStack, client: aiohttp.ClientSession) -> None:
        self.local, self._stack, self._client = local, stack, client

    async def connect(self, shard: int | None = None, count: int = COUNT) -> Raw:
        """Connect, and identify as that shard if one is given."""
        socket = await self._stack.enter_async_context(self._client.ws_connect(self.local.gateway_url))
        raw = Raw(socket, self.local.token)
        assert (await raw.next())["op"] == 10
        if shard is not None:
            await raw.identify(shard, count)
        return raw


@pytest.fixture
async def sockets(local: LocalDiscord) -> AsyncIterator[Sockets]:
    async with AsyncExitStack() as stack:
        yield Sockets(local, stack, await stack.enter_async_context(aiohttp.ClientSession()))


@pytest.fixture
def guilds(local: LocalDiscord) -> list[Guild]:
    """Return a server with a channel on each of four shards, in their order."""
    made = [local.world.add_guild(f"Cantina {shard}", shard=(shard, COUNT)) for shard in range(COUNT)]
    for guild in made:
        local.world.add_channel(guild, "tables")
    return made


def channel_of(guild: Guild) -> Channel:
    return next(iter(guild.channels.values()))


def say(local: LocalDiscord, guild: Guild, text: str) -> None:
    Player(local, local.world.users[guild.owner_id]).say(channel_of(guild), text)


class Sharded(Heard, discord.AutoShardedClient):
    """The library's own client with several shards."""

    def __init__(self, count: int | None = None, ids: list[int] | None = None) -> None:
        super().__init__(
            intents=INTENTS,
            shard_count=count,
            shard_ids=ids,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
        )


@asynccontextmanager
async def running(client: discord.Client, local: LocalDiscord) -> AsyncIterator[None]:
    await client.login(local.token)
    async with connected(client):
        yield


async def test_ready_lists_the_servers_of_the_shard_alone(guilds: list[Guild], sockets: Sockets):
    for shard, guild in enumerate(guilds):
        raw = await sockets.connect(shard)
        assert (raw.ready["shard"], raw.servers) == ([shard, COUNT], {guild.id})


async def test_events_of_a_server_reach_its_shard_alone(local: LocalDiscord, guilds: list[Guild], sockets: Sockets):
    raws = [await sockets.connect(shard) for shard in range(COUNT)]
    for guild in guilds:
        say(local, guild, guild.name)
    for raw, guild in zip(raws, guilds, strict=True):
        assert (await raw.until("MESSAGE_CREATE"))["guild_id"] == str(guild.id)
    local.world.rename_channel(channel_of(guilds[2]), "casino")
    assert (await raws[2].until("CHANNEL_UPDATE"))["guild_id"] == str(guilds[2].id)


async def test_direct_messages_reach_shard_zero_alone(local: LocalDiscord, guilds: list[Guild], sockets: Sockets):
    first, other = await sockets.connect(0), await sockets.connect(3)
    world = local.world
    person = Player(local, world.users[guilds[3].owner_id])
    person.say(world.dm(person.user), "hello")
    say(local, guilds[3], "here")
    assert "guild_id" not in await first.until("MESSAGE_CREATE")
    assert (await other.until("MESSAGE_CREATE"))["guild_id"] == str(guilds[3].id)


async def test_each_session_of_a_shard_gets_each_event(local: LocalDiscord, guilds: list[Guild], sockets: Sockets):
    old, new = await sockets.connect(1), await sockets.connect(1)
    assert old.ready["session_id"] != new.ready["session_id"]
    say(local, guilds[1], "once")
    messages = [await raw.until("MESSAGE_CREATE") for raw in (old, new)]
    assert messages[0] == messages[1]
    await old.socket.close(code=1000)
    await local.world.until(lambda: len(local.gateway.sessions_of(1)) == 1)
    say(local, guilds[1], "again")
    assert (await new.until("MESSAGE_CREATE"))["id"] != messages[0]["id"]


async def test_sessions_of_another_count_of_shards_live_side_by_side(
    local: LocalDiscord, guilds: list[Guild], sockets: Sockets
):
    few, many = await sockets.connect(1, 2), await sockets.connect(3, 4)
    assert few.servers == {guilds[1].id, guilds[3].id}
    say(local, guilds[3], "to both")
    assert await few.until("MESSAGE_CREATE") == await many.until("MESSAGE_CREATE")


async def test_a_session_is_resumed_beside_another_of_its_shard(
    local: LocalDiscord, guilds: list[Guild], sockets: Sockets
):
    old, new = await sockets.connect(1), await sockets.connect(1)
    (broken, _) = local.gateway.sessions_of(1)
    assert (await asyncio.gather(old.close_code(), local.gateway.drop_connections([broken])))[0] == 4000
    say(local, guilds[1], "meanwhile")
    assert await new.until("MESSAGE_CREATE")

    third, back = await sockets.connect(1), await sockets.connect()
    await back.send(RESUME, session_id=old.ready["session_id"], seq=old.sequence)
    assert (await back.next())["t"] == "MESSAGE_CREATE"
    assert (await back.next())["t"] == "RESUMED"
    say(local, guilds[1], "to all")
    for raw in (back, new, third):
        assert await raw.until("MESSAGE_CREATE")


async def test_sessions_that_nobody_resumes_are_dropped_at_last(
    local: LocalDiscord, guilds: list[Guild], sockets: Sockets
):
    for _ in range(STALE_AT_MOST + 2):
        raw = await sockets.connect(1)
        await asyncio.gather(raw.close_code(), local.gateway.drop_connections())
        await local.gateway.until_disconnected(shard=1)
    alive = await sockets.connect(1)
    kept = [session.id for session in local.gateway.sessions_of(1)]
    assert len(kept) == STALE_AT_MOST + 1
    assert kept[-1] == alive.ready["session_id"]


async def test_levers_work_for_single_sessions(local: LocalDiscord, guilds: list[Guild], sockets: Sockets):
    raws = [await sockets.connect(shard) for shard in range(COUNT)]
    sessions = [local.gateway.sessions_of(shard) for shard in range(COUNT)]
    await local.gateway.ask_to_reconnect(sessions[0])
    assert (await raws[0].next())["op"] == 7
    await local.gateway.invalidate_sessions(sessions[1])
    await local.gateway.invalidate_sessions(sessions[2], resumable=True)
    answers = [await raw.next() for raw in raws[1:3]]
    assert [(answer["op"], answer["d"]) for answer in answers] == [(9, False), (9, True)]
    assert [len(local.gateway.sessions_of(shard)) for shard in range(COUNT)] == [1, 0, 1, 1]
    say(local, guilds[3], "undisturbed")
    assert await raws[3].until("MESSAGE_CREATE")


@pytest.mark.parametrize("shard", [[4, 4], [-1, 4], [0, 0], [1], "0", [0, "4"], None])
async def test_a_shard_that_there_is_not_is_refused(local: LocalDiscord, sockets: Sockets, shard: object):
    raw = await sockets.connect()
    await raw.send(2, intents=0, shard=shard)
    assert await raw.close_code() == 4010


async def test_a_session_with_too_many_servers_is_refused(local: LocalDiscord, guilds: list[Guild], sockets: Sockets):
    local.gateway.starts.servers_at_most = 1
    for shard in range(COUNT):
        assert len((await sockets.connect(shard)).servers) == 1
    raw = await sockets.connect()
    await raw.send(2, intents=INTENTS.value, shard=[1, 2])
    assert await raw.close_code() == 4011


async def test_start_limits_count_down_and_are_reset_after_a_day(
    local: LocalDiscord, clock: ManualClock, sockets: Sockets, rest: Rest
):
    starts = local.gateway.starts
    starts.shards, starts.max_concurrency = 3, 16
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
    described = {"url": local.gateway_url, "shards": 3, "session_start_limit": limit}
    assert await rest("GET", "/gateway/bot") == (200, described)
    await sockets.connect(0)
    await clock.advance(3600)
    await sockets.connect(1)
    limit |= {"remaining": 998, "reset_after": 23 * 3_600_000}
    assert (await rest("GET", "/gateway/bot"))[1]["session_start_limit"] == limit
    await clock.advance(23 * 3600)
    limit |= {"remaining": 1000, "reset_after": 0}
    assert (await rest("GET", "/gateway/bot"))[1]["session_start_limit"] == limit


async def test_more_identifies_than_a_day_has_end_all_sessions(
    local: LocalDiscord, sockets: Sockets, tolerated: list[str]
):
    local.gateway.starts.total = 2
    sessions = [await sockets.connect(shard) for shard in (0, 1)]
    one_more = await sockets.connect()
    closing = asyncio.gather(*(raw.close_code() for raw in (*sessions, one_more)))
    await one_more.send(2, intents=0, shard=[2, COUNT])
    assert await closing == [4004] * 3
    assert local.gateway.sessions == {}
    assert tolerated == ["the bot sent more IDENTIFYs than Discord takes in a day"]


async def test_an_identify_too_soon_in_its_bucket_is_no_session(
    local: LocalDiscord, clock: ManualClock, sockets: Sockets, tolerated: list[str]
):
    starts = local.gateway.starts
    starts.apart, starts.max_concurrency = IDENTIFY_APART, 2
    for shard in (0, 1):
        await sockets.connect(shard)
    hasty = await sockets.connect()
    await clock.advance(IDENTIFY_APART - 0.1)
    await hasty.send(2, intents=0, shard=[2, COUNT])
    answer = await hasty.next()
    assert (answer["op"], answer["d"]) == (9, False)
    assert tolerated == ["shard 2 sent an IDENTIFY too soon after another one of its bucket"]
    await clock.advance(0.1)
    await hasty.identify(2)
    assert len(local.gateway.sessions) == 3


async def test_the_library_starts_as_many_shards_as_are_recommended(local: LocalDiscord, guilds: list[Guild]):
    local.gateway.starts.shards = COUNT
    client = Sharded()
    async with running(client, local):
        assert client.shard_count == COUNT
        assert {guild.id: guild.shard_id for guild in client.guilds} == {
            guild.id: shard for shard, guild in enumerate(guilds)
        }
        for guild in guilds:
            say(local, guild, guild.name)
        await client.until_heard("message", COUNT)
        assert {message.guild.id for message in client.heard_of("message")} == {guild.id for guild in guilds}


async def test_the_library_resumes_one_shard_while_others_go_on(local: LocalDiscord, guilds: list[Guild]):
    client = Sharded(COUNT)
    async with running(client, local):
        await local.gateway.drop_connections(local.gateway.sessions_of(2))
        for guild in guilds:
            say(local, guild, guild.name)
        await client.until_heard("message", COUNT)
        await client.until_heard("shard_resumed")
        assert client.heard_of("shard_resumed") == [2]
        assert len(client.heard_of("message")) == COUNT


async def test_two_clients_of_the_library_share_a_shard(local: LocalDiscord, guilds: list[Guild]):
    old, new = Sharded(COUNT, [1, 2]), Sharded(COUNT, [2, 3])
    async with running(old, local), running(new, local):
        assert [{guild.id for guild in client.guilds} for client in (old, new)] == [
            {guilds[1].id, guilds[2].id},
            {guilds[2].id, guilds[3].id},
        ]
        for guild in guilds:
            say(local, guild, guild.name)
        for client in (old, new):
            await client.until_heard("message", 2)
        assert [[message.guild.id for message in client.heard_of("message")] for client in (old, new)] == [
            [guilds[1].id, guilds[2].id],
            [guilds[2].id, guilds[3].id],
        ]


async def test_the_library_ends_where_shards_are_required(local: LocalDiscord, guilds: list[Guild]):
    local.gateway.starts.servers_at_most = 3
    client = Sharded(1)
    with pytest.raises(discord.ConnectionClosed) as refused:
        await client.start(local.token)
    assert refused.value.code == 4011
