"""Opening a table with a slash command: presets, options, the place, and the rules."""

import pytest

from bot import games
from playground.discord.world import ChannelKind
from playground.discord.world.core import BOT_INVITED_WITH
from playground.discord.world.permissions import Permission
from playground.people import Player
from tests.ui.tables.evening import Evening, labels, told


async def test_open_without_arguments_plays_for_ordinary_pockets(evening: Evening, han: Player):
    answer = await han.slash(evening.channel, "pilok open")
    assert answer.shown.lines == [
        "## Three Street Pi'Lok",
        "Three dice on three streets, then the Jump: the best two dice take the pot.",
        "-# Ante 10 cr · bets from 1 cr to 25 cr · 120 seconds a turn",
        answer.shown.lines[-1],
    ]
    assert answer.shown.lines[-1].startswith("-# next rolls sealed ")
    assert labels(answer.shown) == ["Sit", "Rules", "More…"]
    assert (await evening.table()).rules == games.spec_of("pilok").game.presets["ordinary"]


async def test_every_argument_of_open_counts(evening: Evening):
    await evening.open(ante="20", smallest="5 cr", largest="0", clock="12 hours", auto_deal=True, preset="Long")
    table = await evening.table()
    assert (table.rules.ante, table.rules.min_bet, table.rules.max_bet) == (20, 5, 0)
    assert table.rules.variant == "long"
    assert table.record.auto_deal
    assert "-# Ante 20 cr · bets from 5 cr, no limit · 12 hours a turn" in evening.message.lines


@pytest.mark.parametrize(
    "typed, refusal",
    [
        ({"ante": "0"}, "Ante must be between 1 cr and 1,000,000,000,000 cr."),
        ({"ante": "ten"}, "I can't read that amount. Write it like this: 1,000 cr."),
        ({"ante": "5 gp"}, "This campaign counts in credits, not gp."),
        ({"largest": "-1"}, "An amount can't be negative."),
        ({"smallest": "50", "largest": "20"}, "The largest bet, 20 cr, can't be below the smallest, 50 cr."),
        ({"clock": "a while"}, "I can't read that clock. Write it like this: 90s, 12 hours, 2 days or off."),
        ({"clock": "1s"}, "Choose 15 to 3,600 seconds for a turn."),
        ({"preset": "penny ante"}, "There is no preset called penny ante here."),
    ],
)
async def test_pilok_open_refuses_bad_options_and_opens_nothing(evening: Evening, typed: dict[str, str], refusal: str):
    await evening.cast.campaign()
    async with evening.nothing_changes():
        assert told(await evening.gm.slash(evening.channel, "pilok open", options=typed)) == refusal


async def test_presets_are_offered_while_they_are_typed(evening: Evening, han: Player):
    offered = await han.autocomplete(evening.channel, "pilok open", "preset", "")
    assert [name for name, _ in offered] == ["ordinary", "high stakes", "long"]
    offered = await han.autocomplete(evening.channel, "pilok open", "preset", "HI")
    assert [name for name, _ in offered] == ["high stakes"]


async def test_a_server_has_twenty_tables(evening: Evening):
    for number in range(20):
        await evening.elsewhere(f"room-{number}").open()
    async with evening.nothing_changes():
        refused = await evening.gm.slash(evening.channel, "pilok open")
        assert told(refused) == "20 tables are open on this server already: close one first."


async def test_the_rules_are_told_with_the_choices_of_the_table_here(evening: Evening, han: Player):
    usual = (await han.slash(evening.channel, "pilok rules")).shown
    assert "Everyone pays 10 cr into the pot" in told(await han.click(usual, "A hand"))
    await evening.open(ante="75")
    here = (await evening.privately(han, "Rules")).shown
    assert "Everyone pays 75 cr into the pot" in told(await han.click(here, "A hand"))


async def test_missing_permissions_are_named_when_a_table_opens(evening: Evening):
    role = evening.local.world.bot_role(evening.guild)
    everyone = evening.guild.roles[evening.guild.id]
    evening.local.world.change_role(role, permissions=BOT_INVITED_WITH & ~Permission.SEND_MESSAGES)
    evening.local.world.change_role(everyone, permissions=everyone.permissions & ~Permission.SEND_MESSAGES)
    answer = await evening.gm.slash(evening.channel, "pilok open")
    hint = await evening.gm.until_sees(evening.channel, "I lack")
    assert hint.ephemeral
    assert hint.text == ("I lack the permission **Send Messages** here, so I can't remind players or repost the table.")
    assert answer.messages[0].text.startswith("## Three Street Pi'Lok")


async def test_a_table_is_played_in_threads_forum_posts_and_spoken_channels(
    evening: Evening, han: Player, lando: Player
):
    world = evening.local.world
    thread = world.add_thread(evening.channel, "a side room", owner=evening.gm.user)
    post = world.add_thread(
        world.add_channel(evening.guild, "forum", ChannelKind.FORUM), "a post", owner=evening.gm.user
    )
    news = world.add_thread(
        world.add_channel(evening.guild, "news", ChannelKind.NEWS), "tonight", owner=evening.gm.user
    )
    voice = world.add_channel(evening.guild, "voice", ChannelKind.VOICE)
    stage = world.add_channel(evening.guild, "stage", ChannelKind.STAGE)
    for place in (thread, post, news, voice, stage):
        room = evening.at(place)
        await room.open()
        for player in (han, lando):
            await player.click(room.message, "Sit")
            name = {"Your character's name": player.user.display_name}
            await player.submit(None, {"Buy-in": "100 cr"} | (name if place is thread else {}))
            await room.drawn()
        await room.does(han, "Deal")
        assert (await room.table()).in_hand
        await room.clock.advance(60)


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_the_bot_says_that_it_may_not_connect(evening: Evening, kind: ChannelKind):
    world = evening.local.world
    place = world.add_channel(evening.guild, "hall", kind)
    world.set_overwrite(place, evening.guild.members[world.bot.id], deny=int(Permission.CONNECT))
    await evening.gm.slash(place, "pilok open")
    assert "**Connect**" in (await evening.gm.until_sees(place, "I lack")).text


async def test_a_table_closes_when_its_channel_is_deleted(evening: Evening, han: Player):
    await evening.open()
    han_solo = await evening.cast.pc(han, "Han")
    await evening.seats(han, han_solo)
    table = await evening.table()
    evening.local.world.delete_channel(evening.channel)
    await evening.eventually(lambda: evening.is_closed(table.id))
    assert await evening.purse(han_solo) == 1000


async def test_a_table_closes_when_its_thread_is_deleted(evening: Evening):
    thread = evening.local.world.add_thread(evening.channel, "a side room", owner=evening.gm.user)
    room = evening.at(thread)
    await room.open()
    table = await room.table()
    evening.local.world.delete_channel(evening.channel)
    await evening.eventually(lambda: evening.is_closed(table.id))
