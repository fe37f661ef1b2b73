"""Channels, threads, forums, direct messages and the rights in them, as the real client meets them."""

from typing import Any

import discord
import pytest

from playground.discord.world import ChannelKind, Permission
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina, Rest
from tests.playground.tiny_bot import TinyBot, table

VIEW, SEND = int(Permission.VIEW_CHANNEL), int(Permission.SEND_MESSAGES)


def text_channel(bot: TinyBot, demo: Cantina) -> discord.TextChannel:
    channel = bot.get_channel(demo.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def refused(coroutine: Any) -> int:
    """Return the code with which Discord refuses it."""
    with pytest.raises(discord.HTTPException) as caught:
        await coroutine
    return caught.value.code


async def test_history_comes_latest_first_and_in_pages(demo: Cantina, bot: TinyBot):
    for number in range(3):
        demo.local.world.say(demo.local.world.bot, demo.channel, str(number))
    channel = text_channel(bot, demo)
    latest = [message async for message in channel.history(limit=2)]
    assert [message.content for message in latest] == ["2", "1"]
    earlier = [message async for message in channel.history(before=latest[-1])]
    assert [message.content for message in earlier] == ["0"]


async def test_a_file_goes_up_and_comes_down_again(demo: Cantina, bot: TinyBot):
    from io import BytesIO

    sent = await text_channel(bot, demo).send(file=discord.File(BytesIO(b"a ledger"), "ledger.txt"))
    assert await sent.attachments[0].read() == b"a ledger"
    assert demo.han.sees(demo.channel)[0].files == {"ledger.txt": b"a ledger"}


async def test_without_the_right_to_send_nothing_is_sent(demo: Cantina, bot: TinyBot):
    world, role = demo.local.world, demo.local.world.bot_role(demo.guild)
    everyone = demo.guild.roles[demo.guild.id]
    channel = text_channel(bot, demo)
    world.set_overwrite(demo.channel, role, deny=SEND)
    assert await refused(channel.send("hello")) == 50013
    world.set_overwrite(demo.channel, role, deny=VIEW)
    assert await refused(channel.send("hello")) == 50001
    world.set_overwrite(demo.channel, demo.guild.members[world.bot.id], allow=VIEW | SEND)
    world.set_overwrite(demo.channel, everyone, deny=VIEW)
    await channel.send("hello")


async def test_a_role_gives_what_everybody_is_denied_and_administrators_and_the_owner_see_everything(demo: Cantina):
    world = demo.local.world
    gm = world.add_role(demo.guild, "GM")
    world.set_overwrite(demo.channel, demo.guild.roles[demo.guild.id], deny=VIEW)
    world.set_overwrite(demo.channel, gm, allow=VIEW)
    assert not world.sees(demo.han.user, demo.channel)
    world.change_member(demo.guild.members[demo.han.id], roles=[gm])
    assert world.sees(demo.han.user, demo.channel)
    assert world.sees(demo.owner.user, demo.channel)
    assert not world.sees(demo.lando.user, demo.channel)
    boss = world.add_role(demo.guild, "Boss", int(Permission.ADMINISTRATOR))
    world.change_member(demo.guild.members[demo.lando.id], roles=[boss])
    assert world.sees(demo.lando.user, demo.channel)
    world.set_overwrite(demo.channel, demo.guild.members[demo.han.id], deny=VIEW)
    assert not world.sees(demo.han.user, demo.channel)


async def test_only_messages_of_its_own_are_edited(demo: Cantina, rest: Rest, tolerated: list[str]):
    said = demo.han.say(demo.channel, "mine")
    where = f"/channels/{demo.channel.id}/messages/{said.id}"
    assert (await rest("PATCH", where, {"content": "yours"}))[1]["code"] == 50005
    assert (await rest("DELETE", where))[1]["code"] == 50013
    manage = int(Permission.MANAGE_MESSAGES)
    demo.local.world.change_role(demo.local.world.bot_role(demo.guild), permissions=manage)
    assert (await rest("DELETE", where))[0] == 204


async def test_a_message_brings_an_archived_thread_back(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    thread = world.add_thread(demo.channel, "a side room", owner=demo.han.user)
    world.archive_thread(thread)
    found = await bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    assert found.archived
    await found.send("anybody here?")
    assert not thread.archived


async def test_in_an_archived_thread_nothing_is_edited(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    thread = world.add_thread(demo.channel, "a side room", owner=demo.han.user)
    opened = (await demo.han.slash(thread, "pilok open")).shown
    found = await bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    message = await found.fetch_message(opened.id)
    world.archive_thread(thread)
    assert await refused(message.edit(view=table("Pot 99"))) == 50083


async def test_a_locked_thread_stays_shut(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    thread = world.add_thread(demo.channel, "a side room", owner=demo.han.user)
    found = await bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    world.lock_thread(thread)
    assert await refused(found.send("let me in")) == 160005
    world.archive_thread(thread, locked=True)
    assert await refused(found.send("let me in")) == 50083


async def test_a_thread_that_nobody_writes_in_is_archived(demo: Cantina, clock: ManualClock):
    world = demo.local.world
    thread = world.add_thread(demo.channel, "quiet", owner=demo.han.user, auto_archive_minutes=60)
    await clock.advance(3599)
    world.archive_idle_threads()
    assert not thread.archived
    await clock.advance(1)
    world.archive_idle_threads()
    assert thread.archived


async def test_a_private_thread_is_for_its_members(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    thread = world.add_thread(demo.channel, "secrets", owner=demo.han.user, private=True)
    assert not world.sees(demo.lando.user, thread)
    assert await refused(bot.fetch_channel(thread.id)) == 50001
    world.join_thread(thread, world.bot)
    await bot.until_heard("thread_create")
    assert (await bot.fetch_channel(thread.id)).id == thread.id


async def test_the_bot_opens_threads_and_posts(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    role = world.bot_role(demo.guild)
    world.change_role(role, permissions=role.permissions | int(Permission.CREATE_PRIVATE_THREADS))
    thread = await text_channel(bot, demo).create_thread(name="table two", type=discord.ChannelType.private_thread)
    assert demo.guild.threads[thread.id].owner_id == world.bot.id
    forum = world.add_channel(demo.guild, "games", ChannelKind.FORUM)
    await bot.until_heard("guild_channel_create")
    found = bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    post = await found.create_thread(name="Pi'Lok tonight", view=table("Pot 0"))
    assert demo.guild.threads[post.thread.id].name == "Pi'Lok tonight"
    assert post.message.id == post.thread.id


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_spoken_channel_is_read_by_those_who_may_connect(demo: Cantina, bot: TinyBot, kind: ChannelKind):
    world, everyone = demo.local.world, demo.guild.roles[demo.guild.id]
    place = world.add_channel(demo.guild, "hall", kind)
    await bot.until_heard("guild_channel_create")
    found = bot.get_channel(place.id)
    assert isinstance(found, discord.VoiceChannel | discord.StageChannel)
    await found.send("welcome")
    assert [seen.text for seen in demo.han.sees(place)] == ["welcome"]
    world.set_overwrite(place, everyone, deny=int(Permission.CONNECT))
    assert demo.han.sees(place) == []
    assert await refused(found.send("nobody hears it")) == 50001


async def test_a_table_works_in_chats_of_spoken_channels_and_in_posts(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    voice = world.add_channel(demo.guild, "Voice", ChannelKind.VOICE)
    stage = world.add_channel(demo.guild, "Stage", ChannelKind.STAGE)
    forum = world.add_channel(demo.guild, "games", ChannelKind.FORUM)
    post = world.add_thread(forum, "a game", owner=demo.han.user)
    for place in (voice, stage, post):
        opened = (await demo.han.slash(place, "pilok open")).shown
        await demo.han.click(opened, "Call")
        assert opened.text == "Pot 80"


async def test_a_direct_message_reaches_whoever_allows_it(demo: Cantina, bot: TinyBot):
    user = await bot.fetch_user(demo.han.id)
    await user.send("your turn")
    assert [seen.text for seen in demo.han.sees(demo.han.dm)] == ["your turn"]
    demo.han.user.accepts_dms = False
    assert await refused(user.send("still your turn")) == 50007


async def test_a_bot_is_kicked_and_invited_again(demo: Cantina, bot: TinyBot):
    world = demo.local.world
    channel = text_channel(bot, demo)
    world.kick_bot(demo.guild)
    await bot.until_heard("guild_remove")
    assert await refused(channel.send("hello")) == 50001
    assert demo.han.commands(demo.channel) == []
    world.invite_bot(demo.guild)
    await bot.until_heard("guild_join")
    await text_channel(bot, demo).send("back again")
    assert demo.han.commands(demo.channel) == ["pilok", "give"]


async def test_member_who_left_can_no_longer_act_in_the_server(demo: Cantina, bot: TinyBot):
    opened = await demo.opened()
    demo.local.world.remove_member(demo.guild, demo.guild.members[demo.han.id])
    assert demo.han.sees(demo.channel) == []
    with pytest.raises(Exception, match="see"):
        demo.han.click(opened, "Call")
    guild = bot.get_guild(demo.guild.id)
    assert guild is not None
    assert await refused(guild.fetch_member(demo.han.id)) == 10007


async def test_threads_of_a_channel_that_came_into_sight_are_told(demo: Cantina, bot: TinyBot):
    world, role = demo.local.world, demo.local.world.bot_role(demo.guild)
    world.set_overwrite(demo.channel, role, deny=VIEW)
    thread = world.add_thread(demo.channel, "unheard of", owner=demo.han.user)
    world.set_overwrite(demo.channel, role)
    await bot.until_heard("guild_channel_update", 2)
    await bot.fetch_user(demo.han.id)
    assert bot.get_channel(thread.id) is not None


async def test_pings_are_only_those_that_are_allowed(demo: Cantina, bot: TinyBot):
    channel = text_channel(bot, demo)
    text = f"<@{demo.han.id}> <@{demo.lando.id}> @everyone"
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    await channel.send(text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(demo.han.id)]))
    assert [seen.pings for seen in demo.han.sees(demo.channel)] == [[], ["han"]]
