"""Sessions: identify, drop, resume, reconnect, and what a bot without an intent isn't told."""

import asyncio
import json
import sys

import aiohttp
import discord
import pytest

from playground.discord.gateway.connection import ZlibStream, compression
from playground.discord.server import LocalDiscord
from playground.people import Seen
from tests.playground.conftest import Cantina, running
from tests.playground.tiny_bot import TinyBot

IDENTIFY, RESUME = 2, 6


def opcodes(local: LocalDiscord) -> list[int]:
    return [opcode for opcode, _ in local.gateway_log if opcode in (IDENTIFY, RESUME)]


async def test_a_bot_learns_its_servers_and_channels(demo: Cantina, bot: TinyBot):
    guild = bot.get_guild(demo.guild.id)
    assert guild is not None
    assert [channel.name for channel in guild.text_channels] == ["tables"]
    assert guild.me.guild_permissions.send_messages
    assert opcodes(demo.local) == [IDENTIFY]


async def test_a_wrong_token_logs_nobody_in(demo: Cantina):
    client = TinyBot()
    with pytest.raises(discord.LoginFailure):
        await client.login("wrong")
    await client.close()


async def test_a_privileged_intent_must_be_allowed(demo: Cantina):
    client = TinyBot(discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(demo.local.token)
    await client.close()


async def test_resume_replays_events_of_the_dead_connection(demo: Cantina, bot: TinyBot):
    await demo.local.gateway.drop_connections()
    demo.han.say(demo.channel, "anybody there?")
    await bot.until_heard("resumed")
    assert opcodes(demo.local) == [IDENTIFY, RESUME]
    assert len(bot.heard_of("message")) == 1


async def test_a_click_during_a_dropped_line_is_answered_after_it(demo: Cantina, bot: TinyBot):
    table = await demo.opened()
    await demo.local.gateway.drop_connections()
    answer = await demo.han.click(table, "Call")
    assert (answer.failed, table.text) == (False, "Pot 80")


async def test_a_bot_that_is_asked_to_reconnect_resumes(demo: Cantina, bot: TinyBot):
    await demo.local.gateway.ask_to_reconnect()
    await bot.until_heard("resumed")
    assert opcodes(demo.local) == [IDENTIFY, RESUME]


async def test_invalid_session_starts_again(demo: Cantina, bot: TinyBot):
    await demo.local.gateway.invalidate_sessions()
    await bot.until_heard("connect", 2)
    assert opcodes(demo.local) == [IDENTIFY, IDENTIFY]


async def test_a_session_that_is_said_to_be_valid_is_resumed(demo: Cantina, bot: TinyBot):
    await demo.local.gateway.invalidate_sessions(resumable=True)
    await bot.until_heard("resumed")
    assert opcodes(demo.local) == [IDENTIFY, RESUME]


async def test_resume_of_a_forgotten_session_starts_again(demo: Cantina, bot: TinyBot):
    demo.local.gateway.sessions.clear()
    await demo.local.gateway.drop_connections()
    await bot.until_heard("connect", 2)
    assert opcodes(demo.local) == [IDENTIFY, RESUME, IDENTIFY]


async def test_messages_reach_only_bots_that_asked_for_them(demo: Cantina):
    client = TinyBot(discord.Intents(guilds=True))
    async with running(client, demo.local):
        demo.han.say(demo.channel, "hello")
        demo.local.world.rename_channel(demo.channel, "casino")
        await client.until_heard("guild_channel_update")
        assert client.heard_of("message") == []


async def test_content_is_kept_from_bots_without_the_intent(demo: Cantina, bot: TinyBot):
    demo.han.say(demo.channel, "my secret")
    demo.han.say(demo.channel, f"hey <@{bot.application_id}>")
    await bot.until_heard("message", 2)
    assert [message.content for message in bot.heard_of("message")] == ["", f"hey <@{bot.application_id}>"]


async def test_content_is_there_with_the_intent(demo: Cantina):
    demo.local.world.privileged_intents_allowed = 1 << 15
    client = TinyBot(discord.Intents(guilds=True, guild_messages=True, message_content=True))
    async with running(client, demo.local):
        demo.han.say(demo.channel, "no secret")
        await client.until_heard("message")
        assert client.heard_of("message")[0].content == "no secret"


async def test_members_are_told_only_with_their_intent(demo: Cantina, bot: TinyBot):
    demo.local.world.add_member(demo.guild, "Qi'ra")
    demo.local.world.add_role(demo.guild, "GM")
    await bot.until_heard("guild_role_create")
    assert bot.heard_of("member_join") == []


async def test_messages_of_channels_out_of_sight_are_not_told(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    everyone = demo.guild.roles[demo.guild.id]
    world.set_overwrite(demo.channel, world.bot_role(demo.guild), deny=1 << 10)
    world.set_overwrite(demo.channel, everyone, allow=0)
    demo.han.say(demo.channel, "unseen")
    world.rename_channel(demo.channel, "hidden")
    await bot.until_heard("guild_channel_update", 3)
    assert bot.heard_of("message") == []


async def test_a_silent_connection_is_a_zombie_and_is_replaced(clock, local: LocalDiscord, demo: Cantina):
    local.gateway.heartbeat_seconds = 0.1
    client = TinyBot(heartbeat_timeout=0.15)
    async with running(client, local):
        local.gateway.answers_heartbeats = False
        await local.world.until(lambda: RESUME in opcodes(local))


async def test_killed_bot_restarts_on_the_same_server(demo: Cantina):
    script = (
        "import sys\n"
        "from bot.app import point_discord_at\n"
        "from tests.playground.tiny_bot import TinyBot\n"
        "point_discord_at(sys.argv[1], sys.argv[2])\n"
        "TinyBot().run(sys.argv[3], log_handler=None)\n"
    )
    local = demo.local
    table: Seen | None = None
    for _ in range(2):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, local.api_url, local.gateway_url, local.token
        )
        await local.world.until(lambda: local.gateway.connected and bool(local.world.commands[None]), 20)
        table = table or await demo.opened()
        answer = await demo.han.click(table, "Call")
        assert not answer.failed
        process.kill()
        await process.wait()
        await local.gateway.until_disconnected()
    assert opcodes(local) == [IDENTIFY, IDENTIFY]


async def test_a_client_that_speaks_before_it_identifies_is_shut_out(local: LocalDiscord):
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 3, "d": {}})
        await socket.receive()
        assert socket.close_code == 4003


async def test_zlib_is_one_stream_over_the_connection(local: LocalDiscord):
    packing = compression("zlib-stream")
    assert isinstance(packing, ZlibStream)
    packed = [packing.pack(json.dumps({"n": n})) for n in range(3)]
    assert all(message.endswith(b"\x00\x00\xff\xff") for message in packed)
    assert compression("lzma") is None
