"""A table's page behind the GM's screen: all that a GM does there, from the channel of the GMs; and nobody else."""

import pytest
from discord import Permissions

from bot.tables.model import Table
from bot.ui.pages.own_page import OLD_PAGE
from bot.ui.render.buttons import moment_of
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.ui.tables.evening import Evening, labels, names_at, told
from tests.ui.tables.judged_evening import VIEW, with_gm_channel
from tests.ui.tables.rights import NOT_HERE, ONLY_GM


@pytest.fixture
async def backroom(evening: Evening) -> Channel:
    return await with_gm_channel(evening)


@pytest.fixture
async def two(evening: Evening, backroom: Channel, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando in with two minutes a turn; Han is asked."""
    evening.roll(2, 6, 1, 5, 1, 5, 2, *(3,) * 20)
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    return evening


@pytest.fixture
async def screen(two: Evening, backroom: Channel) -> Seen:
    await (await two.gm.slash(backroom, "gm screen")).done()
    return await two.gm.until_sees(backroom, "The GM's screen")


async def table_page(evening: Evening, screen: Seen, who: Player | None = None) -> Seen:
    """Return the private page of the evening's table."""
    table_id = str((await evening.table()).id)
    answer = await (who or evening.gm).select(screen, "Go to a table…", table_id)
    assert answer.shown.ephemeral
    return answer.shown


async def test_table_page_shows_the_public_table_and_all_gm_actions(two: Evening, screen: Seen):
    page, table = await table_page(two, screen), two.message
    assert page.lines[:5] == table.lines[:5]
    assert page.lines[-1].startswith(f"-# in <#{two.channel.id}> · as of <t:")
    assert labels(page)[:2] == ["Act for Han", "Stop waiting for Han"]
    assert {"Act for…", "Send away…", "Pause", "Void the hand", "Close", "More time", "Seat an NPC…"} <= set(
        labels(page)
    )
    assert not {"Rules", "Odds", "Repost"} & set(labels(page)), "what belongs where it is played"


async def test_a_gm_acts_for_an_absent_player_from_there(two: Evening, screen: Seen):
    page = await table_page(two, screen)
    asked = await two.gm.click(page, "Act for Han")
    done = await two.gm.click(asked.shown, "Check")
    assert "**Han** checks." in told(done)
    assert labels(done.shown) == ["Back to the table"]
    said = (await two.drawn()).lines
    assert "-# The GM acts for **Han**." in said
    back = await two.gm.click(done.shown, "Back to the table")
    assert "▸ **Lando**" in told(back)


async def test_the_rules_act_for_whom_nobody_waits_any_longer(two: Evening, screen: Seen):
    await two.gm.click(await table_page(two, screen), "Stop waiting for Han")
    assert "-# The GM stops waiting for **Han**." in (await two.drawn()).lines


async def test_table_page_pauses_resumes_voids_and_closes_the_table(two: Evening, screen: Seen):
    page, table_id = await table_page(two, screen), (await two.table()).id
    for label, done in (("Pause", "The table is paused."), ("Resume", "The game goes on.")):
        assert told(await two.gm.click(page, label)) == done
        await two.gm.click(page, "Back to the table")
    for label, done in (("Void the hand", "The hand is void."), ("Close", "The table is closed.")):
        question = await two.gm.click(page, label)
        assert told(await two.gm.click(question.shown, labels(question.shown)[0])) == done
        page = await table_page(two, screen) if label != "Close" else question.shown
    assert await two.services.tables.in_channel(two.channel.id) is None
    refresh = f"gmtable:{table_id}"
    assert told(await two.gm.click(page, refresh, unchecked=True)) == "This table is closed."


async def test_table_page_seats_plays_and_sends_away_an_npc(two: Evening, screen: Seen):
    for name in ("Dryden", "Enfys"):
        await two.cast.npc(name)
    page = await table_page(two, screen)
    first = next(button for button in page.buttons if button.label == "Seat an NPC…")
    assert first.custom_id == f"gmseat:{(await two.table()).id}:0"
    seats = await two.gm.click(page, "Seat an NPC…")
    table = await two.table()
    usual = table.spec.game.buy_in(table.rules).usual
    await two.gm.select(seats.shown, "Seat with the usual buy-in…", "Dryden")
    await two.drawn()
    assert (await two.table()).record.chairs[-1].chips == usual
    again = await two.gm.click(await table_page(two, screen), "Seat an NPC…")
    assert [name for name, _ in again.shown.selects[0].options] == ["Enfys"], "Dryden sits there already"
    await two.gm.select(again.shown, "Seat with another buy-in…", "Enfys")
    assert told(await two.gm.submit(None, {"Buy-in": "77"})) == "**Enfys** sits down with 77 cr."
    await two.clock.advance(10)
    enfys = (await two.table()).record.chairs[-1]
    table = await two.table()
    away = f"up:{table.id}:{enfys.seat}:{enfys.character_id}:{moment_of(table)}"
    await two.gm.click(await table_page(two, screen), away, unchecked=True)
    assert names_at((await two.drawn(), await two.table())[1]) == [
        "Han",
        "Lando",
        "Dryden",
    ]


async def test_an_npc_to_move_is_played_from_there(evening: Evening, backroom: Channel, han: Player):
    evening.roll(2, 1, 6, *(3,) * 20)
    await evening.open()
    await evening.sits(han, "Han")
    npc = await evening.adds_npc()
    await evening.does(han, "Deal")
    await (await evening.gm.slash(backroom, "gm screen")).done()
    screen = await evening.gm.until_sees(backroom, "1 waits for a GM")
    assert f"▸ waits for **{npc.name}**" in screen.text
    moves = await evening.gm.click(await table_page(evening, screen), f"Play {npc.name}")
    await evening.gm.click(moves.shown, "Check")
    said = (await evening.drawn()).lines
    assert f"-# **{npc.name}** checks." in said
    assert "The GM acts" not in "".join(said), "it is the GM's own"


async def test_table_page_shows_npc_hands_to_the_host_only(blind: Evening, han: Player):
    backroom = await with_gm_channel(blind)
    role = blind.local.world.add_role(blind.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    blind.local.world.set_overwrite(backroom, role, allow=VIEW)
    dryden = blind.guest("Dryden", roles=[role])
    await blind.sits(han, "Han")
    npc = await blind.adds_npc()
    await han.click(blind.message, "Deal")
    await blind.drawn()
    await (await blind.gm.slash(backroom, "gm screen")).done()
    screen = await blind.gm.until_sees(backroom, "The GM's screen")
    hand = await blind.gm.click(await table_page(blind, screen), f"Play {npc.name}")
    assert f"-# **{npc.name}**" in told(hand)
    cards = told(hand).splitlines()[2]
    assert cards not in screen.text
    other = await table_page(blind, screen, dryden)
    assert f"Play {npc.name}" not in labels(other)
    assert "Take over" in labels(other)
    refused = await dryden.click(other, f"hand:{(await blind.table()).id}:{npc.seat}", unchecked=True)
    assert cards not in told(refused)


def gms_acts(table: Table) -> tuple[str, ...]:
    """List ids of controls for GMs only, to be forged."""
    seats = (f"gmtable:{table.id}", f"gmseat:{table.id}:0", f"gmsit:{table.id}", f"gmsitas:{table.id}")
    sure = f"{moment_of(table)}:yes"
    whole = (f"pause:{table.id}", f"void:{table.id}:{sure}", f"close:{table.id}:{sure}")
    send_han = f"up:{table.id}:1:{table.record.chairs[0].character_id}:{sure}"
    for_han = (f"absent:{table.id}:1", send_han, f"timeout:{table.id}:{table.record.turn}:1")
    return (*seats, *whole, *for_han, f"act:{table.id}:{table.record.turn}:1!:check")


async def sent(evening: Evening, who: Player, message: Seen, ids: tuple[str, ...]) -> list[str]:
    """Send all the ids, and return the answers."""
    answers: list[str] = []
    for at, custom_id in enumerate(ids):
        if at % 6 == 5:
            await evening.clock.advance(3)
        answers.append((await (await who.click(message, custom_id, unchecked=True)).done()).text)
    return answers


async def test_a_player_does_none_of_it_though_they_sent_the_ids_from_anywhere(
    two: Evening, screen: Seen, lando: Player
):
    table = await two.table()
    private = await lando.click(two.message, "More…")
    elsewhere = two.local.world.add_channel(two.guild, "elsewhere")
    lando.say(elsewhere, "hello")
    ids = gms_acts(table)
    async with two.nothing_changes():
        for message in (screen, private.shown, lando.sees(elsewhere)[-1]):
            refused = set(await sent(two, lando, message, ids))
            await two.clock.advance(3)
            assert {one.splitlines()[0] for one in refused if not one.startswith(OLD_PAGE)} <= {
                ONLY_GM, NOT_HERE, "Han isn't yours to play.", "Only the GM seats NPCs.",
                "Only the GM closes a table. The player who opened it can close it between hands."}  # fmt: skip


async def test_a_gm_who_has_lost_the_role_reaches_nothing_by_an_old_button(
    two: Evening, backroom: Channel, screen: Seen
):
    world = two.local.world
    role = world.add_role(two.guild, "Crime lord")
    world.set_overwrite(backroom, role, allow=VIEW)
    dryden = two.guest("Dryden", roles=[role])
    await two.gm.slash(two.channel, "campaign setup", gm_role=role)
    page = await table_page(two, screen, dryden)
    world.change_member(two.guild.members[dryden.id], roles=[])
    world.set_overwrite(backroom, two.guild.members[dryden.id], allow=VIEW)
    async with two.nothing_changes():
        for label in ("Act for Han", "Pause", "Seat an NPC…", "Refresh"):
            assert told(await dryden.click(page, label)) == NOT_HERE
        assert told(await dryden.click(screen, "Pause all")) == ONLY_GM


async def test_a_gm_of_another_campaign_of_the_server_reaches_nothing(two: Evening, backroom: Channel, screen: Seen):
    world, campaigns = two.local.world, two.services.campaigns
    role = world.add_role(two.guild, "Rival")
    world.set_overwrite(backroom, role, allow=VIEW)
    rival = two.guest("Rival", roles=[role])
    other = await campaigns.create(two.guild.id, "Another", (await two.cast.campaign()).settings, two.boss)
    await campaigns.change(other, other.settings.evolve(gm_role_id=role.id, gm_channel_id=backroom.id), two.boss)
    table = await two.table()
    async with two.nothing_changes():
        assert set(await sent(two, rival, screen, gms_acts(table)[:5])) == {NOT_HERE}
        assert told(await rival.select(screen, f"screengo:{other.id}", str(table.id), unchecked=True)) == NOT_HERE
        assert told(await rival.click(screen, "Pause all")) == ONLY_GM


async def test_table_page_is_out_of_reach_from_another_server(two: Evening, screen: Seen):
    world = two.local.world
    abroad = world.add_guild("Abroad", owner=world.add_user("Foreigner"))
    there, foreigner = world.add_channel(abroad, "abroad"), Player(two.local, world.users[abroad.owner_id])
    foreigner.say(there, "hello")
    table = await two.table()
    async with two.nothing_changes():
        assert set(await sent(two, foreigner, foreigner.sees(there)[-1], gms_acts(table)[:6])) == {NOT_HERE}
        forged = await foreigner.click(
            foreigner.sees(there)[-1], f"screenall:{table.campaign.id}:pause", unchecked=True
        )
        assert told(forged) == "There is no such campaign."


async def test_a_table_stays_its_campaigns_when_it_is_brought_into_anothers_channel(two: Evening, screen: Seen):
    there = two.elsewhere("annex")
    other = await two.services.campaigns.create(two.guild.id, "Another", (await two.cast.campaign()).settings, two.boss)
    await two.services.campaigns.bind(other, there.channel.id, two.boss)
    page = await table_page(two, screen)
    moved = await two.gm.slash(there.channel, "table here", table=str((await two.table()).id))
    await moved.done()
    await there.drawn()
    assert told(await two.gm.click(page, "Pause")) == "The table is paused."
    assert (await there.table()).is_paused
    found = await two.gm.slash(there.channel, "gm resume")
    assert told(found) == "No table is paused.", "of the campaign that is played in that channel"


async def test_old_question_from_the_gms_page_voids_no_later_hand(two: Evening, screen: Seen, han: Player):
    asked = (await two.gm.click(await table_page(two, screen), "Void the hand")).shown
    old = asked.frozen()
    await two.gm.click(asked, "Void the hand")
    assert not (await two.table()).in_hand
    await two.drawn()
    two.roll(2, *(3,) * 20)
    await two.does(han, "Next hand")
    async with two.nothing_changes():
        await two.gm.click(old, "Void the hand")
    again = (await two.gm.click(await table_page(two, screen), "Void the hand")).shown
    moment = moment_of(await two.table())
    await two.quiet()
    await two.gm.click(again, "Void the hand")
    assert (moment, (await two.table()).in_hand) == ("2+", False)


async def test_npc_given_back_from_the_gms_page_is_taken_over_by_the_next_press(
    two: Evening, screen: Seen, han: Player
):
    await two.gm.click((await two.gm.click(await table_page(two, screen), "Void the hand")).shown, "Void the hand")
    await two.drawn()
    npc = await two.adds_npc()
    await two.gm.slash(two.channel, "npc autopilot", npc=npc.name, style="steady")
    page = await table_page(two, screen)
    for label, is_taken in ((f"Take {npc.name} over", True), (f"Give {npc.name} back", False)) * 2:
        page = (await two.gm.click(page, label)).shown
        chair = (await two.table()).chair(npc.seat)
        assert chair is not None
        assert chair.is_taken_over is is_taken
