"""Channels, threads, forums, direct messages and the rights in them, as the real client meets them."""

from typing import Any

import discord
import pytest

from playground.discord.world import ChannelKind, Permission
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina, Rest
from tests.playground.tiny_bot import TinyBot, table

VIEW, SEND = int(Permission.VIEW_CHANNEL), int(Permission.SEND_MESSAGES)


def text_channel(bot: TinyBot, cantina: Cantina) -> discord.TextChannel:
    channel = bot.get_channel(cantina.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def refused(coroutine: Any) -> int:
    """Return the code with which Discord refuses it."""
    with pytest.raises(discord.HTTPException) as caught:
        await coroutine
    return caught.value.code


async def test_a_message_is_sent_read_edited_and_deleted(cantina: Cantina, bot: TinyBot):
    channel = text_channel(bot, cantina)
    message = await channel.send("hello")
    assert (await channel.fetch_message(message.id)).content == "hello"
    await message.edit(content="bye")
    assert [seen.text for seen in cantina.han.sees(cantina.channel)] == ["bye"]
    await message.delete()
    assert cantina.han.sees(cantina.channel) == []
    assert await refused(message.edit(content="late")) == 10008


async def test_history_comes_latest_first_and_in_pages(cantina: Cantina, bot: TinyBot):
    for number in range(3):
        cantina.local.world.say(cantina.local.world.bot, cantina.channel, str(number))
    channel = text_channel(bot, cantina)
    latest = [message async for message in channel.history(limit=2)]
    assert [message.content for message in latest] == ["2", "1"]
    earlier = [message async for message in channel.history(before=latest[-1])]
    assert [message.content for message in earlier] == ["0"]


async def test_a_file_goes_up_and_comes_down_again(cantina: Cantina, bot: TinyBot):
    from io import BytesIO

    sent = await text_channel(bot, cantina).send(file=discord.File(BytesIO(b"a ledger"), "ledger.txt"))
    assert await sent.attachments[0].read() == b"a ledger"
    assert cantina.han.sees(cantina.channel)[0].files == {"ledger.txt": b"a ledger"}


async def test_without_the_right_to_send_nothing_is_sent(cantina: Cantina, bot: TinyBot):
    world, role = cantina.local.world, cantina.local.world.bot_role(cantina.guild)
    everyone = cantina.guild.roles[cantina.guild.id]
    channel = text_channel(bot, cantina)
    world.set_overwrite(cantina.channel, role, deny=SEND)
    assert await refused(channel.send("hello")) == 50013
    world.set_overwrite(cantina.channel, role, deny=VIEW)
    assert await refused(channel.send("hello")) == 50001
    world.set_overwrite(cantina.channel, cantina.guild.members[world.bot.id], allow=VIEW | SEND)
    world.set_overwrite(cantina.channel, everyone, deny=VIEW)
    await channel.send("hello")


async def test_administrators_and_the_owner_may_do_everything(cantina: Cantina):
    world = cantina.local.world
    everyone = cantina.guild.roles[cantina.guild.id]
    world.set_overwrite(cantina.channel, everyone, deny=VIEW)
    boss = world.add_role(cantina.guild, "Boss", int(Permission.ADMINISTRATOR))
    assert not world.sees(cantina.han.user, cantina.channel)
    world.change_member(cantina.guild.members[cantina.han.id], roles=[boss])
    assert world.sees(cantina.han.user, cantina.channel)
    assert world.sees(cantina.owner.user, cantina.channel)


async def test_a_role_gives_what_everybody_is_denied(cantina: Cantina):
    world = cantina.local.world
    gm = world.add_role(cantina.guild, "GM")
    world.set_overwrite(cantina.channel, cantina.guild.roles[cantina.guild.id], deny=VIEW)
    world.set_overwrite(cantina.channel, gm, allow=VIEW)
    world.change_member(cantina.guild.members[cantina.han.id], roles=[gm])
    assert world.sees(cantina.han.user, cantina.channel)
    assert not world.sees(cantina.lando.user, cantina.channel)
    world.set_overwrite(cantina.channel, cantina.guild.members[cantina.han.id], deny=VIEW)
    assert not world.sees(cantina.han.user, cantina.channel)


async def test_only_messages_of_its_own_are_edited(cantina: Cantina, rest: Rest, tolerated: list[str]):
    said = cantina.han.say(cantina.channel, "mine")
    where = f"/channels/{cantina.channel.id}/messages/{said.id}"
    assert (await rest("PATCH", where, {"content": "yours"}))[1]["code"] == 50005
    assert (await rest("DELETE", where))[1]["code"] == 50013
    manage = int(Permission.MANAGE_MESSAGES)
    cantina.local.world.change_role(cantina.local.world.bot_role(cantina.guild), permissions=manage)
    assert (await rest("DELETE", where))[0] == 204


async def test_a_message_brings_an_archived_thread_back(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    thread = world.add_thread(cantina.channel, "a side room", owner=cantina.han.user)
    world.archive_thread(thread)
    found = await bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    assert found.archived
    await found.send("anybody here?")
    assert not thread.archived


async def test_in_an_archived_thread_nothing_is_edited(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    thread = world.add_thread(cantina.channel, "a side room", owner=cantina.han.user)
    opened = (await cantina.han.slash(thread, "pilok open")).message
    assert opened is not None
    found = await bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    message = await found.fetch_message(opened.id)
    world.archive_thread(thread)
    assert await refused(message.edit(view=table("Pot 99"))) == 50083


async def test_a_locked_thread_stays_shut(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    thread = world.add_thread(cantina.channel, "a side room", owner=cantina.han.user)
    found = await bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    world.lock_thread(thread)
    assert await refused(found.send("let me in")) == 160005
    world.archive_thread(thread, locked=True)
    assert await refused(found.send("let me in")) == 50083


async def test_a_thread_that_nobody_writes_in_is_archived(cantina: Cantina, clock: ManualClock):
    world = cantina.local.world
    thread = world.add_thread(cantina.channel, "quiet", owner=cantina.han.user, auto_archive_minutes=60)
    await clock.advance(3599)
    world.archive_idle_threads()
    assert not thread.archived
    await clock.advance(1)
    world.archive_idle_threads()
    assert thread.archived


async def test_a_private_thread_is_for_its_members(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    thread = world.add_thread(cantina.channel, "secrets", owner=cantina.han.user, private=True)
    assert not world.sees(cantina.lando.user, thread)
    assert await refused(bot.fetch_channel(thread.id)) == 50001
    world.join_thread(thread, world.bot)
    await bot.until_heard("thread_create")
    assert (await bot.fetch_channel(thread.id)).id == thread.id


async def test_the_bot_opens_threads_and_posts(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    role = world.bot_role(cantina.guild)
    world.change_role(role, permissions=role.permissions | int(Permission.CREATE_PRIVATE_THREADS))
    thread = await text_channel(bot, cantina).create_thread(name="table two", type=discord.ChannelType.private_thread)
    assert cantina.guild.threads[thread.id].owner_id == world.bot.id
    forum = world.add_channel(cantina.guild, "games", ChannelKind.FORUM)
    await bot.until_heard("guild_channel_create")
    found = bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    post = await found.create_thread(name="Pi'Lok tonight", view=table("Pot 0"))
    assert cantina.guild.threads[post.thread.id].name == "Pi'Lok tonight"
    assert post.message.id == post.thread.id


async def test_threads_of_an_announcement_channel_are_of_their_own_kind(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    news = world.add_channel(cantina.guild, "news", ChannelKind.NEWS)
    await bot.until_heard("guild_channel_create")
    found = bot.get_channel(news.id)
    assert isinstance(found, discord.TextChannel)
    for kind in (discord.ChannelType.public_thread, discord.ChannelType.private_thread):
        assert await refused(found.create_thread(name="no", type=kind)) == 50024
    elsewhere = text_channel(bot, cantina).create_thread(name="no", type=discord.ChannelType.news_thread)
    assert await refused(elsewhere) == 50024
    cantina.local.problems.clear()
    thread = await found.create_thread(name="tonight", type=discord.ChannelType.news_thread)
    assert (thread.type, thread.is_private()) == (discord.ChannelType.news_thread, False)
    world.archive_thread(cantina.guild.threads[thread.id])
    assert [old.id async for old in found.archived_threads()] == [thread.id]


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_spoken_channel_is_read_by_those_who_may_connect(cantina: Cantina, bot: TinyBot, kind: ChannelKind):
    world, everyone = cantina.local.world, cantina.guild.roles[cantina.guild.id]
    place = world.add_channel(cantina.guild, "hall", kind)
    await bot.until_heard("guild_channel_create")
    found = bot.get_channel(place.id)
    assert isinstance(found, discord.VoiceChannel | discord.StageChannel)
    await found.send("welcome")
    assert [seen.text for seen in cantina.han.sees(place)] == ["welcome"]
    world.set_overwrite(place, everyone, deny=int(Permission.CONNECT))
    assert cantina.han.sees(place) == []
    assert await refused(found.send("nobody hears it")) == 50001


async def test_a_table_works_in_chats_of_spoken_channels_and_in_posts(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    voice = world.add_channel(cantina.guild, "Voice", ChannelKind.VOICE)
    stage = world.add_channel(cantina.guild, "Stage", ChannelKind.STAGE)
    forum = world.add_channel(cantina.guild, "games", ChannelKind.FORUM)
    post = world.add_thread(forum, "a game", owner=cantina.han.user)
    for place in (voice, stage, post):
        opened = (await cantina.han.slash(place, "pilok open")).message
        assert opened is not None
        await cantina.han.click(opened, "Call")
        assert opened.text == "Pot 80"


async def test_a_direct_message_reaches_whoever_allows_it(cantina: Cantina, bot: TinyBot):
    user = await bot.fetch_user(cantina.han.id)
    await user.send("your turn")
    assert [seen.text for seen in cantina.han.sees(cantina.han.dm)] == ["your turn"]
    cantina.han.user.accepts_dms = False
    assert await refused(user.send("still your turn")) == 50007


async def test_commands_work_in_direct_messages(cantina: Cantina, bot: TinyBot):
    answer = await cantina.han.slash(cantina.han.dm, "pilok seat", name="roark")
    assert answer.text == "roark sits down"


async def test_a_deleted_channel_is_gone_for_everybody(cantina: Cantina, bot: TinyBot):
    opened = await cantina.opened()
    channel = text_channel(bot, cantina)
    cantina.local.world.delete_channel(cantina.channel)
    await bot.until_heard("guild_channel_delete")
    assert cantina.han.sees(cantina.channel) == []
    assert await refused(channel.send("hello")) == 10003
    with pytest.raises(Exception, match="channel"):
        cantina.han.click(opened, "Call")


async def test_a_bot_is_kicked_and_invited_again(cantina: Cantina, bot: TinyBot):
    world = cantina.local.world
    channel = text_channel(bot, cantina)
    world.kick_bot(cantina.guild)
    await bot.until_heard("guild_remove")
    assert await refused(channel.send("hello")) == 50001
    assert cantina.han.commands(cantina.channel) == []
    world.invite_bot(cantina.guild)
    await bot.until_heard("guild_join")
    await text_channel(bot, cantina).send("back again")
    assert cantina.han.commands(cantina.channel) == ["pilok", "give"]


async def test_member_who_left_can_no_longer_act_in_the_server(cantina: Cantina, bot: TinyBot):
    opened = await cantina.opened()
    cantina.local.world.remove_member(cantina.guild, cantina.guild.members[cantina.han.id])
    assert cantina.han.sees(cantina.channel) == []
    with pytest.raises(Exception, match="see"):
        cantina.han.click(opened, "Call")
    guild = bot.get_guild(cantina.guild.id)
    assert guild is not None
    assert await refused(guild.fetch_member(cantina.han.id)) == 10007


async def test_threads_of_a_channel_that_came_into_sight_are_told(cantina: Cantina, bot: TinyBot):
    world, role = cantina.local.world, cantina.local.world.bot_role(cantina.guild)
    world.set_overwrite(cantina.channel, role, deny=VIEW)
    thread = world.add_thread(cantina.channel, "unheard of", owner=cantina.han.user)
    world.set_overwrite(cantina.channel, role)
    await bot.until_heard("guild_channel_update", 2)
    await bot.fetch_user(cantina.han.id)
    assert bot.get_channel(thread.id) is not None


async def test_pings_are_only_those_that_are_allowed(cantina: Cantina, bot: TinyBot):
    channel = text_channel(bot, cantina)
    text = f"<@{cantina.han.id}> <@{cantina.lando.id}> @everyone"
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    await channel.send(text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(cantina.han.id)]))
    assert [seen.pings for seen in cantina.han.sees(cantina.channel)] == [[], ["han"]]
