"""One live copy of a table, however often people ask for it, and whatever becomes of the old one."""

import asyncio
from collections.abc import Collection

import pytest
from aiohttp import web

from bot.ui.render.renderer import PAUSE
from playground.discord.refusals import Refusal
from playground.discord.world.permissions import Permission
from playground.people import Answer, Player, Seen
from tests.ui.tables.evening import Evening, told


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Seat Han and Lando; no hand has begun."""
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.clock.advance(10)
    return evening


def copies(evening: Evening) -> list[Seen]:
    """Return every message of the table that has a button."""
    return [seen for seen in evening.gm.sees(evening.channel) if not seen.ephemeral and seen.find("More…")]


def posted(evening: Evening) -> list[Seen]:
    """Return every message of the bot that everyone sees."""
    bot = evening.local.world.bot.id
    return [s for s in evening.gm.sees(evening.channel) if not s.ephemeral and s.message.author.id == bot]


async def until_one_is_left(evening: Evening) -> Seen:
    """Wait for the only live copy, once the others are folded."""
    await evening.passes_until(lambda: len(copies(evening)) <= 1)
    return copies(evening)[0]


async def pressed(evening: Evening, *people: Player, times: int) -> list[Answer]:
    """Let all of them press the button that brings the table down, so often and all at once."""
    pages = {who: (await evening.privately(who, "More…")).message for who in people}
    answers = [who.click(page, "Repost") for _ in range(times) for who, page in pages.items() if page]
    return [await answer.done() for answer in answers]


@pytest.mark.parametrize("several", [False, True])
async def test_many_presses_leave_one_live_copy(two: Evening, han: Player, lando: Player, several: bool):
    old = two.message
    answers = await pressed(two, *((han, lando, two.gm) if several else (han,)), times=4 if several else 10)
    shown = await until_one_is_left(two)
    assert shown.id != old.id
    assert len(posted(two)) == 2
    assert sum(str(shown.id) in told(answer) for answer in answers) == len(answers) - 1
    await two.gm.until_sees(two.channel, "goes on here")
    two.local.world.delete_message(old.message)
    await two.does(han, "Deal")
    assert posted(two) == [shown]


async def test_a_press_soon_after_another_gets_a_link_and_a_later_one_a_message(
    two: Evening, han: Player, lando: Player
):
    await pressed(two, han, times=1)
    first = await until_one_is_left(two)
    await two.clock.advance(PAUSE - 2)
    (answer,) = await pressed(two, lando, times=1)
    assert str(first.id) in told(answer)
    assert copies(two) == [first]
    await two.clock.advance(PAUSE)
    await pressed(two, lando, times=1)
    assert (await until_one_is_left(two)).id > first.id


async def test_a_table_that_is_wanted_in_two_channels_ends_in_one(two: Evening):
    there, further = two.elsewhere("cantina"), two.elsewhere("docks")
    table = str((await two.table()).id)
    asked = [two.gm.slash(place.channel, "table here", table=table) for place in (there, further, there, further)]
    for answer in asked:
        await answer.done()
    await two.passes_until(lambda: sum(len(copies(place)) for place in (two, there, further)) <= 1)
    record = (await two.services.tables.look(int(table))).record
    (shown,) = [seen for place in (two, there, further) for seen in copies(place)]
    assert (record.message_id, record.channel_id) == (shown.id, shown.message.channel_id)


async def test_an_old_copy_that_could_not_be_folded_is_folded_later(two: Evening, han: Player):
    old, refused = two.message, 0

    async def refuse(request: web.Request) -> None:
        nonlocal refused
        if request.method == "PATCH" and request.path.endswith(f"/messages/{old.id}") and refused < 3:
            refused += 1
            request.transport.abort() if refused == 1 and request.transport else None
            raise Refusal(503 if refused < 3 else 403, 0 if refused < 3 else 50013, "not now")

    two.local.on_call.append(refuse)
    await pressed(two, han, times=1)
    await two.passes_until(lambda: not old.buttons, by=60)
    assert refused == 3
    assert [seen.id for seen in copies(two)] == [two.message.id]


async def test_an_old_copy_that_is_gone_is_let_be(two: Evening, han: Player):
    old, tried = two.message, 0

    async def count(request: web.Request) -> None:
        nonlocal tried
        if request.method == "PATCH" and request.path.endswith(f"/messages/{old.id}"):
            tried += 1
            raise Refusal(404, 10008, "Unknown Message")

    two.local.on_call.append(count)
    await pressed(two, han, times=1)
    await two.quiet()
    assert tried == 1
    await two.clock.advance(3600)
    assert tried == 1


@pytest.mark.parametrize("in_bulk", [False, True])
async def test_a_deleted_message_is_posted_again_at_once_after_repeated_events(
    two: Evening, han: Player, in_bulk: bool
):
    old, world = two.message, two.local.world
    chatter = han.say(two.channel, "chatter")
    if not in_bulk:
        world.delete_message(old.message)
    world.delete_messages(two.channel, [chatter.message, old.message])
    shown = await two.gm.until_sees(two.channel, lambda seen: seen.id > old.id and seen.find("More…"))
    assert await two.drawn() == shown
    await two.quiet()
    assert copies(two) == [shown]
    assert not any("goes on here" in seen.text for seen in posted(two))


async def test_the_message_of_a_closed_table_is_not_posted_again(two: Evening, han: Player):
    shown, (heard, deaf) = two.message, (asyncio.Event(), two.client.renderer.deleted)

    async def hear(channel_id: int, message_ids: Collection[int]) -> None:
        await deaf(channel_id, message_ids)
        heard.set()

    two.client.renderer.deleted = hear
    page = (await two.gm.slash(two.channel, "table close")).shown
    await (await two.gm.click(page, "Close the table")).done()
    await two.quiet()
    two.local.world.delete_message(shown.message)
    await two.clock.advance(10)
    assert heard.is_set()
    assert posted(two) == []


async def test_a_deleted_table_waits_until_the_bot_may_write_there(two: Evening, han: Player):
    world, bot, old = two.local.world, two.guild.members[two.local.world.bot.id], two.message
    world.set_overwrite(two.channel, bot, deny=Permission.SEND_MESSAGES)
    world.delete_message(old.message)
    await two.quiet()
    assert copies(two) == []
    world.set_overwrite(two.channel, bot)
    await two.clock.advance(600)
    await two.gm.until_sees(two.channel, lambda seen: seen.find("More…"))
    assert len(copies(two)) == 1


async def test_failed_post_in_another_channel_is_repeated_and_the_old_copy_folded(two: Evening):
    there, old, table = two.elsewhere("docks"), two.message, str((await two.table()).id)
    failed = 0

    async def fail(request: web.Request) -> None:
        nonlocal failed
        if request.method == "POST" and request.path.endswith(f"/channels/{there.channel.id}/messages") and not failed:
            failed += 1
            if request.transport is not None:
                request.transport.abort()
            raise Refusal(500, 0, "nobody reads this")

    two.local.on_call.append(fail)
    await (await two.gm.slash(there.channel, "table here", table=table)).done()
    assert failed
    shown = await there.drawn()
    await two.quiet()
    assert (copies(two), copies(there)) == ([], [shown])
    assert old.buttons == []


async def test_a_table_whose_message_is_always_deleted_is_posted_once_in_a_while(two: Evening):
    deleted, began = 0, two.clock.now()
    for _ in range(10):
        for shown in copies(two):
            two.local.world.delete_message(shown.message)
            deleted += 1
        await two.quiet()
    assert deleted <= 2 + (two.clock.now() - began) / PAUSE
    await two.clock.advance(PAUSE)
    assert copies(two) == [two.message]


async def test_a_table_that_is_missing_is_posted_when_somebody_asks_for_it(two: Evening, han: Player):
    await pressed(two, han, times=1)
    two.local.world.delete_message((await until_one_is_left(two)).message)
    await two.clock.settle()
    assert copies(two) == []
    answer = await (await han.slash(two.channel, "table here")).done()
    assert "already" not in told(answer)
    await two.clock.advance(10 * PAUSE)
    assert copies(two) == [two.message]
