"""The GM's screen: one message in the channel of the GMs with every table, kept current, and nobody else's."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.tables.hand.timing import close_at
from bot.tables.table_store import Click
from bot.ui.gm.screen import LOOK_AGAIN, PUSHED_AWAY, WINDOW
from playground.discord.world import Channel, ChannelKind
from playground.people import Player, Seen
from tests.local_discord import Tolerated
from tests.ui.tables.evening import Begun, Evening, labels, told
from tests.ui.tables.judged_evening import VIEW, with_gm_channel

SCREEN = "## The GM's screen"
ONLY_GM = "Only the GM can do that."


def screens(evening: Evening, backroom: Channel) -> list[Seen]:
    """Return the screens in the GM channel, oldest first."""
    return [seen for seen in evening.gm.sees(backroom) if SCREEN in seen.text]


@pytest.fixture
async def backroom(evening: Evening) -> Channel:
    return await with_gm_channel(evening)


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando in with two minutes a turn; Han is asked."""
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    return evening


@pytest.fixture
async def screen(two: Evening, backroom: Channel) -> Seen:
    """Return the screen as it was posted."""
    answer = await (await two.gm.slash(two.channel, "gm screen")).done()
    (shown,) = screens(two, backroom)
    assert told(answer).startswith(f"The screen is in <#{backroom.id}>, and I keep it current: https://")
    return shown


async def shows(evening: Evening, backroom: Channel, text: str) -> Seen:
    """Wait until the screen contains the text, and return it."""
    await evening.clock.advance(WINDOW)
    return await evening.gm.until_sees(backroom, lambda seen: SCREEN in seen.text and text in seen.text)


async def test_screen_tells_every_tables_turn_and_deadline(two: Evening, screen: Seen):
    table = await two.table()
    assert screen.lines[:2] == [SCREEN, "**The campaign** · 1 table open"]
    assert screen.lines[2:5] == [
        f"**Three Street Pi'Lok** in <#{two.channel.id}> · hand 1, The Lift",
        f"◦ waits for **Han** · deadline <t:{int(table.record.deadline or 0)}:R>",
        "-# Han 490 cr · Lando 490 cr",
    ]
    assert labels(screen) == ["Pause all", "Resume all", "Remove"]


async def test_screen_changes_with_the_tables(two: Evening, backroom: Channel, screen: Seen, han: Player):
    await two.does(han, "Check")
    assert (await shows(two, backroom, "waits for **Lando**")) == screen


async def test_a_second_screen_takes_the_place_of_the_first(two: Evening, backroom: Channel, screen: Seen):
    await (await two.gm.slash(backroom, "gm screen")).done()
    assert screens(two, backroom) != [screen]
    assert len(screens(two, backroom)) == 1
    assert screen.deleted


async def test_deleted_screen_is_posted_again(two: Evening, backroom: Channel, screen: Seen, han: Player):
    two.local.world.delete_message(screen.message)
    await two.does(han, "Check")
    assert (await shows(two, backroom, "waits for **Lando**")) != screen


async def test_screen_is_found_again_after_a_restart(begun: Begun, han: Player):
    async with begun() as evening:
        backroom = await with_gm_channel(evening)
        await evening.open()
        await (await evening.gm.slash(backroom, "gm screen")).done()
        (screen,) = screens(evening, backroom)
    async with begun() as again:
        await again.sits(han, "Han")
        assert await shows(again, backroom, "Han 500 cr") == screen


async def looked_at(evening: Evening) -> None:
    """Wait until every screen is drawn that differs since the start."""
    screen = evening.client.screen
    await screen._starting.finish()
    await asyncio.gather(*filter(None, (kept.drawing.task for kept in screen._by_campaign.values())))


async def test_a_restart_edits_only_a_screen_that_differs(begun: Begun, han: Player):
    async with begun() as evening:
        backroom = await with_gm_channel(evening)
        await evening.open()
        await (await evening.gm.slash(backroom, "gm screen")).done()
        (screen,) = screens(evening, backroom)
        await evening.sits(han, "Han")
        await shows(evening, backroom, "Han 500 cr")
    drawn = screen.message.version
    async with begun() as again:
        await looked_at(again)
        assert screen.message.version == drawn
        await again.services.campaigns.rename(await again.cast.campaign(), "Another name", again.boss)
    assert screen.message.version == drawn
    async with begun() as changed:
        await looked_at(changed)
        assert screen.message.version == drawn + 1
        assert "Another name" in screen.text


async def test_a_screen_of_another_bot_is_posted_again(two: Evening, backroom: Channel, screen: Seen, han: Player):
    screen.message.author = han.user
    two.local.problems = Tolerated()
    await two.does(han, "Check")
    assert (await shows(two, backroom, "waits for **Lando**")) != screen


async def test_a_storm_of_changes_makes_one_edit_a_second(two: Evening, backroom: Channel, screen: Seen):
    there, drawn = two.elsewhere("back-room"), screen.message.version
    await there.open()
    tables, opening = two.services.tables, two.services.tables.opening
    for at in range(40):
        for table in await tables.of_campaign((await two.table()).campaign.id):
            place = table.record.channel_id
            click = Click(two.boss, two.guild.id, place, f"storm {at} of {table.id}", two.clock.now())
            await (opening.resume if table.is_paused else opening.pause)(table.id, click)
    await shows(two, backroom, "2 tables open")
    for _ in range(5):
        await two.clock.advance(WINDOW)
    await two.client.screen.finish()
    assert screen.message.version - drawn <= 3, "one for opening, one or two for the storm"


async def test_pushed_away_it_comes_down_with_the_next_change(
    two: Evening, backroom: Channel, screen: Seen, han: Player
):
    two.client.screen.counted(await two.client.get_partial_messageable(backroom.id).fetch_message(screen.id))
    for at in range(PUSHED_AWAY):
        two.gm.say(backroom, f"message {at}")
    await two.gm.until_sees(backroom, f"message {PUSHED_AWAY - 1}")
    kept = two.client.screen._by_campaign[(await two.table()).campaign.id]
    await two.clock.settle()
    assert kept.drawing.pushed == PUSHED_AWAY
    await two.does(han, "Check")
    assert (await shows(two, backroom, "waits for **Lando**")) != screen
    await two.local.world.until(lambda: screen.deleted, 10)


async def test_put_away_it_is_gone_until_somebody_asks_for_it(
    two: Evening, backroom: Channel, screen: Seen, han: Player
):
    answer = await (await two.gm.click(screen, "Remove")).done()
    assert told(answer) == "The screen is removed. Post it again with /gm screen."
    await two.does(han, "Check")
    await two.clock.advance(WINDOW)
    assert screens(two, backroom) == []


async def test_screen_moves_with_the_gm_channel(two: Evening, backroom: Channel, screen: Seen):
    another = two.local.world.add_channel(two.guild, "vault")
    two.local.world.set_overwrite(another, two.guild.roles[two.guild.id], deny=VIEW)
    two.local.world.set_overwrite(another, two.guild.members[two.local.world.bot.id], allow=VIEW)
    await two.gm.slash(two.channel, "campaign setup", gm_channel=another)
    await shows(two, another, "1 table open")
    await two.local.world.until(lambda: screen.deleted, 10)


async def test_screen_is_folded_when_everyone_can_read_its_channel(
    two: Evening, backroom: Channel, screen: Seen, han: Player
):
    two.local.world.set_overwrite(backroom, two.guild.roles[two.guild.id], allow=VIEW)
    await two.does(han, "Check")
    await two.clock.advance(WINDOW)
    seen = await two.gm.until_sees(backroom, "is removed")
    assert seen.text == (
        f"The GM's screen is removed. Everyone can read <#{backroom.id}>. Choose a channel that only GMs see."
    )
    assert seen.buttons == []
    answer = await (await two.gm.slash(two.channel, "gm screen")).done()
    assert f"Everyone can read <#{backroom.id}>" in told(answer)


async def test_an_edit_that_fails_is_made_again(
    two: Evening, backroom: Channel, screen: Seen, han: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.ui.gm.screen.LOOK_AGAIN", 1e9)
    fails_for(monkeypatch, screen, times=3)
    await two.does(han, "Check")
    await once(two, lambda: "waits for **Lando**" in screen.text)
    assert screens(two, backroom) == [screen]


async def test_a_table_whose_edit_fails_is_drawn_again(two: Evening, han: Player, monkeypatch: pytest.MonkeyPatch):
    shown = two.message
    fails_for(monkeypatch, shown, times=2)
    table = await two.table()
    two.client.renderer._drawings[table.id].token = None
    click = Click(two.boss, two.guild.id, two.channel.id, "pauses", two.clock.now())
    await two.services.tables.opening.pause(table.id, click)
    await once(two, lambda: "paused" in shown.text)


async def once(evening: Evening, holds: Callable[[], bool]) -> None:
    """Let time pass, a window at a time, until that holds."""
    for _ in range(100):
        if holds():
            return
        await evening.clock.advance(WINDOW)
    raise AssertionError("it never holds")


def fails_for(monkeypatch: pytest.MonkeyPatch, shown: Seen, times: int) -> None:
    """Keep so many edits of a message from Discord."""
    left, edit = [*range(times)], discord.PartialMessage.edit

    async def edited(message: discord.PartialMessage, **changes: Any) -> Any:
        if message.id == shown.id and left:
            left.pop()
            raise aiohttp.ClientConnectionError("the line is down")
        return await edit(message, **changes)

    monkeypatch.setattr(discord.PartialMessage, "edit", edited)


async def test_open_channel_folds_the_screen_without_a_change_of_tables(two: Evening, backroom: Channel, screen: Seen):
    two.local.world.set_overwrite(backroom, two.guild.roles[two.guild.id], allow=VIEW)
    await two.clock.advance(LOOK_AGAIN)
    await two.clock.advance(WINDOW)
    assert (await two.gm.until_sees(backroom, "is removed")) == screen


async def test_a_deleted_one_comes_back_though_nothing_happens(two: Evening, backroom: Channel, screen: Seen):
    two.local.world.delete_message(screen.message)
    await two.clock.advance(LOOK_AGAIN)
    assert await shows(two, backroom, "waits for **Han**") != screen


async def test_screen_is_redrawn_when_only_time_changes_it(evening: Evening, backroom: Channel):
    await evening.open()
    closes = close_at(await evening.table())
    assert closes is not None
    await evening.clock.advance(closes - evening.clock.now() - 86_400 - LOOK_AGAIN)
    await (await evening.gm.slash(backroom, "gm screen")).done()
    assert "closes" not in screens(evening, backroom)[0].text
    await evening.clock.advance(2 * LOOK_AGAIN)
    await shows(evening, backroom, f"closes <t:{int(closes)}:R> if nobody uses it")


async def test_screen_is_private_and_dated_without_a_gm_channel(two: Evening, han: Player):
    answer = await (await two.gm.slash(two.channel, "gm screen")).done()
    assert told(answer).splitlines()[-2:] == [
        f"-# as of <t:{int(two.clock.now())}:T>, <t:{int(two.clock.now())}:R>",
        "-# Choose a GM channel in /campaign setup, and I keep the screen current there.",
    ]
    shown = answer.message
    assert shown is not None
    await two.does(han, "Check")
    assert "waits for **Han**" in shown.text
    await two.gm.click(shown, "Refresh")
    assert "waits for **Lando**" in shown.text
    assert f"as of <t:{int(two.clock.now())}:T>" in shown.text


async def test_all_tables_are_paused_and_go_on_at_once_each_with_a_row_in_its_log(
    two: Evening, backroom: Channel, screen: Seen
):
    there = two.elsewhere("back-room")
    await there.open()
    assert told(await two.gm.click(screen, "Pause all")) == (
        "2 tables are paused. No clock runs there, and nobody can act."
    )
    await shows(two, backroom, "2 tables open · 2 paused")
    assert "-# The GM pauses the table." in (await there.drawn()).lines
    assert told(await two.gm.slash(two.channel, "gm pause")) == "There is no table to pause."
    assert told(await two.gm.slash(two.channel, "gm resume")) == (
        "2 tables go on, with a full clock for the player to move."
    )
    assert (
        len(await two.services.db.fetch("SELECT DISTINCT table_id FROM actions WHERE events LIKE '%table.paused%'"))
        == 2
    )


async def test_players_see_none_of_it(two: Evening, backroom: Channel, screen: Seen, han: Player):
    campaign, table = (await two.table()).campaign.id, (await two.table()).id
    forged = (f"screen:{campaign}:0", f"screenall:{campaign}:pause", f"screenoff:{campaign}", f"gmtable:{table}",
        f"gmseat:{table}:0", f"screengo:{campaign}")  # fmt: skip
    async with two.nothing_changes():
        for command in ("screen", "pause", "resume"):
            assert told(await (await han.slash(two.channel, f"gm {command}")).done()) == ONLY_GM
        for custom_id in forged:
            assert told(await han.click(two.message, custom_id, unchecked=True)) in {ONLY_GM, "Only the GM seats NPCs."}
    assert screens(two, backroom) == [screen]


@pytest.fixture
async def waterdeep(two: Evening, backroom: Channel) -> Evening:
    """Make another campaign of the server, in a tavern of its own, with a role for its GMs and the same GM channel."""
    world = two.local.world
    faerun = world.add_channel(two.guild, "Faerun", ChannelKind.CATEGORY)
    there = two.at(world.add_channel(two.guild, "inn", category=faerun))
    role = world.add_role(two.guild, "Dungeon Master")
    await two.gm.slash(two.channel, "campaign create", name="Waterdeep", preset="D&D 5e")
    await two.gm.slash(two.channel, "campaign bind", campaign="Waterdeep", place=faerun)
    await two.clock.advance(10)
    await two.gm.slash(there.channel, "campaign setup", gm_channel=backroom, gm_role=role)
    world.set_overwrite(backroom, role, allow=VIEW)
    await there.open()
    await two.clock.advance(10)
    return there


async def test_campaigns_in_one_gm_channel_have_a_screen_each_and_pause_together(
    waterdeep: Evening, two: Evening, backroom: Channel
):
    await (await two.gm.slash(backroom, "gm screen")).done()
    assert [seen.lines[1] for seen in screens(two, backroom)] == [
        "**The campaign** · 1 table open",
        "**Waterdeep** · 1 table open",
    ]
    assert told(await (await two.gm.slash(waterdeep.channel, "gm pause")).done()) == (
        "1 table is paused. No clock runs there, and nobody can act."
    )
    assert told(await (await two.gm.slash(backroom, "gm pause")).done()).splitlines() == [
        "**The campaign**: 1 table is paused. No clock runs there, and nobody can act.",
        "**Waterdeep**: There is no table to pause.",
    ]


async def test_a_gm_of_another_campaign_is_a_player_in_this_one(waterdeep: Evening, two: Evening, backroom: Channel):
    role = next(role for role in two.guild.roles.values() if role.name == "Dungeon Master")
    volo = two.guest("Volo", roles=[role])
    async with two.nothing_changes():
        for command in ("screen", "pause", "resume"):
            assert told(await (await volo.slash(two.channel, f"gm {command}")).done()) == ONLY_GM
    await two.clock.advance(10)
    await (await volo.slash(backroom, "gm screen")).done()
    assert [seen.lines[1] for seen in screens(two, backroom)] == ["**Waterdeep** · 1 table open"]
    assert told(await (await volo.slash(backroom, "gm pause")).done()).startswith("1 table is paused")
    assert not (await two.table()).is_paused
