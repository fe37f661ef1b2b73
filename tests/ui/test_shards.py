"""Shards of the real bot: tables on each, lines that drop, and processes that hand a shard over."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket

from bot.app import connected, opened_services, serve
from bot.db.leases import IDENTIFY_EVERY
from bot.settings import SettingsError
from bot.ui.client import ANSWERABLE
from bot.ui.connection import RECONNECTED_WITHIN
from bot.ui.routing import COUNTED_BEFORE
from playground.discord.gateway.sessions import IDENTIFY_APART
from playground.discord.server import LocalDiscord
from tests.local_discord import Tolerated
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out
from tests.ui.conftest import BOOK, settings_of
from tests.ui.shards import ALL, COUNT, Line, Processes, Room, processes_on
from tests.workers import AtOnce

IDENTIFY, RESUME = 2, 6


@pytest.fixture
async def processes(local: LocalDiscord, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Processes]:
    async with processes_on(local, clock, tmp_path) as opened:
        yield opened


@pytest.fixture
def rooms(local: LocalDiscord, clock: ManualClock) -> list[Room]:
    """Return a server on each shard, in their order."""
    return [Room(local, clock, shard) for shard in ALL]


def sent(local: LocalDiscord, opcode: int) -> int:
    return [code for code, _ in local.gateway_log].count(opcode)


async def test_tables_play_on_every_shard(processes: Processes, rooms: list[Room]):
    async with processes.begun(*ALL) as client:
        assert {guild.id: guild.shard_id for guild in client.guilds} == {room.guild.id: room.shard for room in rooms}
        for room in rooms:
            await room.open()
        deals = [room.deals() for room in rooms]
        for room, deal in zip(rooms, deals, strict=True):
            assert not (await deal).failed
            await room.sees_a_deal()
            assert await processes.acted(deal) == 1


async def test_a_dropped_shard_loses_no_click_while_others_go_on(
    local: LocalDiscord, processes: Processes, rooms: list[Room]
):
    async with processes.begun(*ALL):
        for room in rooms:
            await room.open()
        await local.gateway.drop_connections(local.gateway.sessions_of(2))
        deals = [room.deals() for room in rooms]
        for room, deal in zip(rooms, deals, strict=True):
            assert not (await deal).failed
            await room.sees_a_deal()
            assert await processes.acted(deal) == 1
        assert (sent(local, IDENTIFY), sent(local, RESUME)) == (COUNT, 1)


async def test_a_session_that_is_over_starts_again_in_its_turn_without_servers_that_left(
    local: LocalDiscord, clock: ManualClock, processes: Processes, rooms: list[Room]
):
    async with processes.begun(*ALL) as client:
        for room in rooms[:2]:
            await room.open()
            room.guild.has_bot = False
        (session,) = local.gateway.sessions_of(1)
        del local.gateway.sessions[session.id]
        await local.gateway.drop_connections([session])
        await local.world.until(lambda: sent(local, RESUME) == 1)
        await clock.advance(IDENTIFY_EVERY)
        await local.gateway.until_connected(shard=1)
        await local.world.until(lambda: "/guilds/{guild_id}" in [request.route for request in local.requests])
        await clock.settle()
        assert {guild.shard_id for guild in client.guilds} == {0, 2, 3}
        assert await processes.departed() == [rooms[1].guild.id]


async def test_shards_identify_in_the_turns_of_their_buckets(
    local: LocalDiscord, clock: ManualClock, tmp_path: Path, rooms: list[Room]
):
    starts = local.gateway.starts
    starts.max_concurrency, starts.apart, starts.shards = 2, IDENTIFY_APART, COUNT
    settings = settings_of(local, tmp_path).model_copy(update={"shard_count": COUNT})
    begun, identified = clock.now(), list[tuple[float, int]]()
    local.gateway.on_opcode.append(
        lambda code, data: identified.append((clock.now() - begun, data["shard"][0])) if code == IDENTIFY else None
    )
    await lay_out(tmp_path / BOOK)
    async with (
        opened_services(settings, clock, workers=AtOnce()) as services,
        connected(services, settings) as client,
    ):
        connection = asyncio.create_task(client.connect())
        await local.world.until(lambda: len(local.gateway.sessions) == 2)
        assert sorted(identified) == [(0, 0), (0, 1)]
        await clock.advance(IDENTIFY_EVERY - 0.1)
        assert len(identified) == 2
        await clock.advance(0.1)
        await local.world.until(lambda: len(local.gateway.sessions) == COUNT)
        assert sorted(identified[2:]) == [(IDENTIFY_EVERY, 2), (IDENTIFY_EVERY, 3)]
        await client.close()
        await connection


async def test_no_connection_is_open_while_its_shard_waits_for_its_turn(
    processes: Processes, rooms: list[Room], monkeypatch: pytest.MonkeyPatch
):
    steps, from_client = list[str](), vars(DiscordWebSocket)["from_client"].__func__

    async def turn(_: int) -> None:
        steps.append("turn")

    async def opened(cls: type[DiscordWebSocket], *args: Any, **how: Any) -> DiscordWebSocket:
        steps.append("opened")
        return await from_client(cls, *args, **how)

    monkeypatch.setattr(DiscordWebSocket, "from_client", classmethod(opened))
    async with processes.begun(_turn=turn) as client:
        await client.connect_shard(3)
        assert steps == ["turn", "opened"]


async def test_a_turn_that_fails_is_waited_for_again(
    local: LocalDiscord, processes: Processes, rooms: list[Room], caplog: pytest.LogCaptureFixture
):
    asked: list[int] = []

    async def turn(bucket: int) -> None:
        asked.append(bucket)
        if len(asked) == 1:
            raise RuntimeError("the database is away")

    async with processes.begun(_turn=turn) as client:
        await client.connect_shard(3)
        assert asked == [3, 3]
        assert "the database is away" in caplog.text


async def test_only_the_process_that_holds_a_shard_answers_and_notices(
    local: LocalDiscord, processes: Processes, rooms: list[Room]
):
    room = rooms[1]
    async with processes.begun(*ALL), processes.begun() as other:
        await other.connect_shard(1)
        assert {guild.id for guild in other.guilds} == {room.guild.id}
        assert other.lifeline.trouble() is None
        await room.open()
        deal = await room.deals()
        assert (deal.failed, await processes.acted(deal)) == (False, 1)
        await room.sees_a_deal()
        local.world.delete_message(local.world.messages[room.channel.id][room.table.id])
        await processes.clock.advance(10)
        await room.sees_a_deal()
        assert len(room.gm.sees(room.channel)) == 1
        local.world.kick_bot(room.guild)
        await processes.clock.settle()
        assert other.get_guild(room.guild.id) is None
        assert await processes.departed() == [room.guild.id]


async def test_servers_of_a_shard_are_missed_only_where_it_is_served(
    local: LocalDiscord, processes: Processes, rooms: list[Room]
):
    async with processes.begun(*ALL):
        for room in rooms:
            await room.open()
            room.guild.has_bot = False
    async with processes.begun(0) as client:
        await client.connect_shard(1)
        await client.connect_shard(2)
        await processes.clock.settle()
        assert await processes.departed() == [rooms[0].guild.id]
        await processes.take(client, 2)
        await processes.clock.settle()
        assert await processes.departed() == [rooms[0].guild.id, rooms[2].guild.id]


async def test_clicks_that_fall_into_a_handover_are_answered_once(
    local: LocalDiscord, processes: Processes, rooms: list[Room]
):
    """Before it, while the old process finishes, and when nobody holds the shard."""
    first, second, third = rooms[1], Room(local, processes.clock, 1), Room(local, processes.clock, 1)
    line = Line(local)
    async with processes.begun(*ALL) as old, processes.begun() as new:
        for room in (first, second, third, rooms[0]):
            await room.open()
        await new.connect_shard(1)
        line.hold()
        deals = [first.deals()]
        await line.until_held()
        leaving = asyncio.create_task(old.leave_shard(1))
        await local.world.until(lambda: len(local.gateway.sessions_of(1)) == 1)
        deals.append(second.deals())
        assert not leaving.done()
        line.release()
        handled = await leaving
        assert handled == {str(deals[0].interaction.id)}
        assert old.services.shards.held == {0, 2, 3}
        deals.append(third.deals())
        await processes.take(new, 1, handled)
        for room, deal in zip((first, second, third), deals, strict=True):
            assert not (await deal).failed
            await room.sees_a_deal()
            assert await processes.acted(deal) == 1
        assert not (await rooms[0].deals()).failed
        assert {guild.shard_id for guild in old.guilds} == {0, 2, 3}


async def test_a_shard_comes_back_to_a_process_that_left_it(
    local: LocalDiscord, clock: ManualClock, processes: Processes, rooms: list[Room]
):
    room = rooms[1]
    async with processes.begun(*ALL) as first, processes.begun() as second:
        await room.open()
        await second.connect_shard(1)
        await processes.take(second, 1, await first.leave_shard(1))
        assert not (await room.deals()).failed
        await clock.advance(IDENTIFY_EVERY)
        await first.connect_shard(1)
        await processes.take(first, 1, await second.leave_shard(1))
        assert first.get_guild(room.guild.id) is not None
        assert second.get_guild(room.guild.id) is None
        await room.sees_a_deal()
        assert not (await room.gm.click(room.table, "More…")).failed


async def test_pages_of_a_shard_that_is_left_say_that_they_no_longer_follow(processes: Processes, rooms: list[Room]):
    async with processes.begun(*ALL) as client:
        pages = []
        for room in rooms[:2]:
            await room.open()
            pages.append((await (await room.gm.click(room.table, "More…")).done()).shown)
        await client.leave_shard(1)
        assert ["no longer follows" in page.text for page in pages] == [False, True]


async def test_a_click_that_waited_too_long_is_not_acted_on(
    processes: Processes, clock: ManualClock, rooms: list[Room]
):
    room = rooms[1]
    async with processes.begun(*ALL) as old, processes.begun() as new:
        await room.open()
        await new.connect_shard(1)
        handled = await old.leave_shard(1)
        deal = room.deals()
        await clock.advance(ANSWERABLE + 0.1)
        await processes.take(new, 1, handled)
        await clock.advance(1)
        assert (await deal).failed
        assert await processes.acted(deal) == 0
        assert not (await room.deals()).failed


async def test_a_click_that_counted_before_a_crash_is_drawn_and_not_acted_on_again(
    local: LocalDiscord, processes: Processes, rooms: list[Room]
):
    room, line = rooms[1], Line(local)
    async with processes.begun(1) as old, processes.begun() as new:
        await room.open()
        await new.connect_shard(1)
        line.hold()
        deal = room.deals()
        await line.until_held()
        assert await processes.acted(deal) == 1
        old.services.shards.held = frozenset()
        line.cut()
        await processes.clock.settle()
        await processes.take(new, 1)
        assert not (await deal).failed
        await processes.clock.advance(1)
        await room.sees_a_deal()
        assert await processes.acted(deal) == 1


async def test_a_command_that_counted_before_a_crash_is_answered_with_a_sentence(
    local: LocalDiscord, processes: Processes, rooms: list[Room]
):
    room, line = rooms[1], Line(local)
    async with processes.begun(1) as old, processes.begun() as new:
        await room.open()
        await new.connect_shard(1)
        line.hold()
        given = room.gm.slash(room.channel, "table pause")
        await line.until_held()
        assert await processes.acted(given) == 1
        old.services.shards.held = frozenset()
        line.cut()
        await processes.clock.settle()
        await processes.take(new, 1)
        assert (await given).text == COUNTED_BEFORE
        assert await processes.acted(given) == 1


async def test_an_answer_that_another_process_has_given_is_no_error(
    local: LocalDiscord, processes: Processes, rooms: list[Room], caplog: pytest.LogCaptureFixture
):
    room = rooms[1]
    local.problems = Tolerated()
    async with processes.begun(1) as old, processes.begun() as new:
        await room.open()
        await new.connect_shard(1)
        page = await room.gm.click(room.table, "More…")
        old.services.shards.held = frozenset()
        await processes.clock.settle()
        await processes.take(new, 1)
        await processes.clock.settle()
        assert 40060 in [request.code for request in local.requests]
        assert (page.failed, len(page.messages)) == (False, 1)
        assert [
            record for record in caplog.records if record.name.startswith("bot.") and record.levelname == "ERROR"
        ] == []


@pytest.mark.parametrize("code", [4010, 4011])
async def test_a_shard_that_discord_does_not_take_ends_the_bot_with_the_name_of_the_setting(
    local: LocalDiscord, clock: ManualClock, tmp_path: Path, rooms: list[Room], code: int
):
    local.gateway.starts.max_concurrency = COUNT
    settings = settings_of(local, tmp_path).model_copy(update={"shard_count": COUNT})
    run = asyncio.create_task(serve(settings, clock, asyncio.Event()))
    await local.world.until(lambda: len(local.gateway.sessions) == COUNT)
    await local.gateway.drop_connections(local.gateway.sessions_of(2), code=code)
    with pytest.raises(SettingsError, match="SHARD_COUNT: "):
        await run
    assert not local.gateway.connected


async def test_a_shard_with_too_many_servers_is_refused_to_those_who_wait_for_it(
    local: LocalDiscord, clock: ManualClock, processes: Processes, rooms: list[Room]
):
    Room(local, clock, 3)
    local.gateway.starts.servers_at_most = 1

    async def until_it_ends() -> None:
        async with processes.begun(0, 1) as client:
            with pytest.raises(SettingsError, match="4 is too few"):
                await client.connect_shard(3)

    with pytest.raises(SettingsError, match="4 is too few"):
        await until_it_ends()


async def test_the_bot_starts_as_many_shards_as_discord_recommends(
    local: LocalDiscord, clock: ManualClock, tmp_path: Path, rooms: list[Room]
):
    local.gateway.starts.shards = local.gateway.starts.max_concurrency = COUNT
    stop = asyncio.Event()
    run = asyncio.create_task(serve(settings_of(local, tmp_path), clock, stop))
    await local.world.until(lambda: len(local.gateway.sessions) == COUNT)
    assert {session.shard for session in local.gateway.sessions.values()} == {(shard, COUNT) for shard in ALL}
    await rooms[3].open()
    stop.set()
    await run
    assert local.gateway.sessions == {}


async def test_health_tells_of_each_shard(processes: Processes, clock: ManualClock, rooms: list[Room]):
    async with processes.begun() as client:
        assert client.lifeline.trouble() is None
        client.begin_shard(0)
        assert "isn't connected" in str(client.lifeline.trouble())
        await client.connect_shard(0)
        await client.connect_shard(1)
        assert client.lifeline.trouble() is None
        client.lifeline.note_lost(1)
        await clock.advance(RECONNECTED_WITHIN + 1)
        assert "lost Discord's gateway" in str(client.lifeline.trouble())
        await client.leave_shard(1)
        assert client.lifeline.trouble() is None


async def test_the_bot_is_ready_when_the_shards_are_that_it_has_not_left(processes: Processes, rooms: list[Room]):
    async def turn(bucket: int) -> None:
        if bucket == 1:
            await asyncio.Event().wait()

    async with processes.begun(_turn=turn) as client:
        never = asyncio.create_task(client.connect_shard(1))
        await asyncio.sleep(0)
        await client.connect_shard(0)
        assert not client.is_ready()
        await client.leave_shard(1)
        assert client.is_ready()
        with pytest.raises(asyncio.CancelledError):
            await never


async def test_the_library_knows_the_shards_that_are_connected(processes: Processes, rooms: list[Room]):
    """The names that the client uses of the library's own: a new release may call them otherwise."""
    async with processes.begun(0, 1) as client:
        assert {shard for shard, _ in client.latencies} == {0, 1}
        assert client.shards[1].shard_count == COUNT
        await client.leave_shard(1)
        assert {shard for shard, _ in client.latencies} == {0}
        assert {"_ready_tasks", "_ready_states", "_guilds"} <= vars(client._connection).keys()
