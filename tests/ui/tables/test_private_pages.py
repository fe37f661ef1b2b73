"""The one private page of a person and a table: it follows the game, and no other page of theirs acts."""

import asyncio
from types import MappingProxyType

import pytest
from discord import Permissions

from bot import games
from bot.campaigns import Person
from bot.tables.table_store import Click
from bot.ui.live_message import TOKEN_LIFE
from bot.ui.pages.own_page import OLD_PAGE, QUESTION_OVER
from bot.ui.pages.private_pages import FURTHER_DOWN, NO_LONGER_FOLLOWS, ROLES_HOLD, WINDOW
from playground.people import Player, Seen
from tests.tables.blind_draw import ENTRY
from tests.ui.tables.blind_evening import FROM_THE_TOP, hand, keeps, opened
from tests.ui.tables.evening import Begun, Evening, labels, note, told

HAN_HAS, HAN_NEXT = "# 1♣ 2♣ 3♣", "# 7♣ 8♣ 9♣"


def private(evening: Evening, who: Player) -> list[Seen]:
    """List the private messages that the person sees, oldest first."""
    return [seen for seen in who.sees(evening.channel) if seen.ephemeral]


async def test_page_follows_moves_result_and_next_hand(dealt: Evening, han: Player, lando: Player):
    mine = await hand(dealt, han)
    assert "Keep all three" in labels(mine)
    await han.click(mine, "Keep all three")
    await keeps(dealt, lando)
    assert labels(mine)[:2] == ["Show", "Fold"]
    await dealt.does(han, "Show")
    await dealt.does(lando, "Show")
    await dealt.quiet()
    assert "**Lando** takes the pot." in mine.lines
    await han.click(mine, "Next hand")
    await dealt.quiet()
    assert "Keep all three" in labels(mine)
    assert "-# hand 2" in mine.lines


def _click(evening: Evening, who: Player, key: str) -> Click:
    return Click(Person(who.id), evening.guild.id, evening.channel.id, key, evening.clock.now())


async def test_page_shows_an_undo_a_void_hand_and_a_closed_table(dealt: Evening, han: Player, lando: Player):
    mine, boss = await hand(dealt, han), Click(dealt.boss, dealt.guild.id, dealt.channel.id, "b", dealt.clock.now())
    table_id, opening = (await dealt.table()).id, dealt.services.tables.opening
    await opening.void(table_id, boss)
    await dealt.quiet()
    assert HAN_HAS not in mine.lines
    assert "**Han** holds nothing until the next hand is dealt." in mine.lines
    await opening.close(table_id, boss.again(1))
    await dealt.quiet()
    assert (mine.text, labels(mine)) == ("This table is closed.", [])


async def test_pressing_again_opens_a_new_page_and_shrinks_the_old_one(dealt: Evening, han: Player):
    first, second = await hand(dealt, han), await hand(dealt, han)
    await dealt.quiet()
    assert (first.text, labels(first)) == (FURTHER_DOWN, [])
    assert HAN_HAS in second.lines
    third = (await han.slash(dealt.channel, "table hand")).shown
    await dealt.quiet()
    assert (second.text, HAN_HAS in third.lines) == (FURTHER_DOWN, True)
    assert private(dealt, han) == [second, third]


async def test_line_of_a_page_that_was_made_current_again_is_not_removed(dealt: Evening, han: Player):
    first = await hand(dealt, han)
    old = first.frozen()
    second = await hand(dealt, han)
    await dealt.quiet()
    await han.click(old, "Keep all three")
    await dealt.quiet()
    third = await hand(dealt, han)
    await dealt.quiet()
    assert (first.text, second.text) == (FURTHER_DOWN, FURTHER_DOWN)
    assert HAN_HAS in third.lines


async def test_hand_seat_and_back_are_one_message(dealt: Evening, han: Player):
    mine = await hand(dealt, han)
    before = len(private(dealt, han))
    await han.click(mine, "My seat")
    assert "Leave" in labels(mine)
    await han.click(mine, "My hand")
    assert HAN_HAS in mine.lines
    assert len(private(dealt, han)) == before


async def test_old_button_does_nothing_and_brings_the_current_page(dealt: Evening, han: Player, lando: Player):
    first = await hand(dealt, han)
    old, second = first.frozen(), await hand(dealt, han)
    async with dealt.nothing_changes():
        assert note(await han.click(old, "Keep all three")) == OLD_PAGE
        await dealt.quiet()
    assert HAN_HAS in first.lines
    assert second.text == FURTHER_DOWN
    await han.click(first, "Keep all three")
    assert 1 not in (await dealt.table()).to_act


async def test_first_click_after_a_restart_only_shows_the_page(
    begun: Begun, monkeypatch: pytest.MonkeyPatch, han: Player, lando: Player
):
    monkeypatch.setattr(games, "games", lambda: MappingProxyType({ENTRY.game.key: ENTRY}))
    async with begun() as evening:
        await opened(evening)
        await evening.sits(han, "Han")
        await evening.sits(lando, "Lando")
        await han.click(evening.message, "Deal")
        await evening.drawn()
        mine = await hand(evening, han)
        old = mine.frozen()
    assert (labels(mine), mine.lines[-1]) == (["Show again"], NO_LONGER_FOLLOWS)
    async with begun() as evening:
        async with evening.nothing_changes():
            assert note(await han.click(old, "Keep all three")) == OLD_PAGE
        await han.click(mine, "Keep all three")
        assert 1 not in (await evening.table()).to_act


async def test_page_without_a_living_token_says_so_and_has_one_button(dealt: Evening, han: Player):
    mine = await hand(dealt, han)
    old = mine.frozen()
    await dealt.clock.advance(TOKEN_LIFE + 1)
    assert labels(mine) == ["Show again"]
    assert mine.lines[-1] == NO_LONGER_FOLLOWS
    assert HAN_HAS in mine.lines
    async with dealt.nothing_changes():
        assert note(await han.click(old, "Keep all three")) == OLD_PAGE
    assert "Keep all three" in labels(mine)
    await dealt.clock.advance(TOKEN_LIFE + 1)
    await han.click(mine, "Show again")
    assert "Keep all three" in labels(mine)


async def test_click_gives_a_page_another_quarter_of_an_hour(dealt: Evening, han: Player):
    mine = await hand(dealt, han)
    await dealt.clock.advance(TOKEN_LIFE - 60)
    await han.click(mine, "My seat")
    await dealt.clock.advance(TOKEN_LIFE - 60)
    assert "Leave" in labels(mine)


async def test_page_that_looks_the_same_is_not_sent(dealt: Evening, han: Player, lando: Player):
    mine = await hand(dealt, han)
    before = mine.message.version
    theirs = await hand(dealt, lando)
    await lando.select(theirs, "Exchange up to two", ["4♣"])
    await dealt.quiet()
    assert mine.message.version == before


async def test_several_changes_within_a_window_are_one_edit(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    mine = await hand(dealt, han)
    before, table_id = mine.message.version, (await dealt.table()).id
    act = dealt.services.tables.playing.act
    await act(table_id, _click(dealt, han, "1"), "show", {}, seat=1)
    await act(table_id, _click(dealt, lando, "2"), "show", {}, seat=2)
    await dealt.clock.advance(WINDOW)
    assert mine.message.version == before + 1


async def test_question_stays_until_it_cannot_be_answered(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    mine = await hand(dealt, han)
    await dealt.quiet()
    before = len(private(dealt, han))
    await han.click(dealt.message, "Fold")
    assert mine.text == "Fold for good?"
    theirs = await hand(dealt, lando)
    await lando.select(theirs, "Favour one card", "6♣")
    await dealt.quiet()
    assert mine.text == "Fold for good?"
    assert len(private(dealt, han)) == before
    boss = Click(dealt.boss, dealt.guild.id, dealt.channel.id, "b", dealt.clock.now())
    await dealt.services.tables.opening.void((await dealt.table()).id, boss)
    await dealt.quiet()
    assert mine.lines[0] == QUESTION_OVER


async def test_question_asked_again_moves_to_a_new_page(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    first = await hand(dealt, han)
    await han.click(dealt.message, "Fold")
    second = (await han.click(dealt.message, "Fold")).shown
    await dealt.quiet()
    assert (first.text, second.text) == (FURTHER_DOWN, "Fold for good?")
    await han.click(second, "Fold")
    assert 1 not in (await dealt.table()).to_act


async def test_two_presses_at_once_leave_one_page(dealt: Evening, han: Player, lando: Player):
    theirs = await hand(dealt, lando)
    answers = await asyncio.gather(*(han.click(dealt.message, "My hand") for _ in range(4)))
    await dealt.quiet()
    shown = {seen.text for seen in private(dealt, han) if HAN_HAS in seen.lines}
    current = [answer.shown for answer in answers if HAN_HAS in answer.shown.lines]
    assert (len(shown), len(current)) == (1, 1)
    await han.click(current[0], "Keep all three")
    assert 1 not in (await dealt.table()).to_act
    assert "# 4♣ 5♣ 6♣" in theirs.lines


async def test_gm_who_loses_the_role_is_shown_no_hand_of_an_npc(dealt: Evening, han: Player):
    role = dealt.local.world.add_role(dealt.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    dryden = dealt.guest("Dryden Vos", roles=[role])
    await dealt.privately(dealt.gm, "More…", "Void the hand", "Void the hand")
    npc = await dealt.adds_npc()
    await dealt.privately(dryden, "More…", "Take over")
    await dealt.does(han, "Next hand")
    page = await hand(dealt, dryden)
    assert page.lines[0] == f"-# **{npc.name}**"
    dealt.local.world.change_member(dealt.guild.members[dryden.id], roles=[])
    await dealt.clock.advance(ROLES_HOLD)
    await dealt.privately(dealt.gm, "More…", "Void the hand", "Void the hand")
    await dealt.drawn()
    await dealt.does(han, "Next hand")
    await dealt.quiet()
    assert "## Three cards" not in page.text
    assert (await dealt.table()).was_dealt_in(npc.seat)


async def test_page_shrinks_when_its_seat_goes_to_somebody_else(dealt: Evening, han: Player):
    mine = await hand(dealt, han)
    table = await dealt.table()
    away = Click(dealt.boss, dealt.guild.id, dealt.channel.id, "away", dealt.clock.now())
    await dealt.services.tables.opening.void(table.id, away)
    await dealt.services.tables.seating.stand_up(table.id, away.again(1), 1)
    await dealt.quiet()
    assert (mine.text, labels(mine)) == ("You don't sit at this table. Take a seat first.", [])


async def test_refusal_stands_above_the_page_and_no_message_is_added(dealt: Evening, han: Player):
    mine = await hand(dealt, han)
    before = len(private(dealt, han))
    assert note(await han.click(mine, f"hand:{(await dealt.table()).id}:2", unchecked=True)) != OLD_PAGE
    assert HAN_HAS in mine.lines
    assert len(private(dealt, han)) == before


async def test_refused_form_gives_way_to_the_next_hand(dealt: Evening, han: Player, lando: Player):
    mine = await hand(dealt, han)
    await han.click(mine, "My seat")
    await han.click(mine, "Top up…")
    refusal = await han.submit(None, {"More chips": "9,999 cr"})
    assert labels(refusal.shown) == labels(mine) == ["Try again", "Back"]
    await dealt.privately(dealt.gm, "More…", "Void the hand", "Void the hand")
    await dealt.does(lando, "Next hand")
    await dealt.quiet()
    assert "Leave" in labels(mine)
    await han.click(mine, "My hand")
    assert "Keep all three" in labels(mine)


async def test_ten_hands_leave_one_private_message_below_the_table(dealt: Evening, han: Player, lando: Player):
    dealt.roll(*FROM_THE_TOP * 10)
    mine = await hand(dealt, han)
    for _ in range(10):
        await han.click(mine, "Keep all three")
        await keeps(dealt, lando)
        await han.click(mine, "Show")
        await dealt.drawn()
        await dealt.does(lando, "Show")
        await dealt.does(lando, "Next hand")
        await dealt.quiet()
    seen = han.sees(dealt.channel)
    below = seen[seen.index(dealt.message) + 1 :]
    assert [one for one in below if one.text != FURTHER_DOWN] == [mine]
    assert told(await han.click(mine, "My seat"))


async def test_old_page_deals_nothing_and_seats_nobody(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, han, lando)
    await dealt.does(han, "Show")
    await dealt.does(lando, "Show")
    mine = (await han.slash(dealt.channel, "table hand")).shown
    old, more = mine.frozen(), (await dealt.privately(dealt.gm, "More…")).shown.frozen()
    await han.slash(dealt.channel, "table hand")
    await dealt.privately(dealt.gm, "More…")
    await dealt.quiet()
    async with dealt.nothing_changes():
        assert note(await han.click(old, "Next hand")) == OLD_PAGE
        assert note(await dealt.gm.select(more, "Add an NPC…", "Regular")) == OLD_PAGE
    await han.click(mine, "Next hand")
    assert (await dealt.table()).in_hand


async def test_choice_of_another_hand_sends_nobody_away_and_takes_nothing_over(dealt: Evening, han: Player):
    role = dealt.local.world.add_role(dealt.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    dryden = dealt.guest("Dryden Vos", roles=[role])
    await dealt.privately(dealt.gm, "More…", "Void the hand", "Void the hand")
    await dealt.adds_npc()
    asked = (await dealt.privately(dealt.gm, "More…", "Send away…")).shown.frozen()
    offered = (await dealt.privately(dryden, "More…")).shown.frozen()
    await dealt.does(han, "Next hand")
    async with dealt.nothing_changes():
        await dealt.gm.click(asked, "Han")
        await dryden.click(offered, "Take over")
    current = (await dealt.privately(dryden, "More…")).shown.frozen()
    await dryden.click(current, "Take over")
    assert (await dealt.table()).record.keeper == dryden.id
    async with dealt.nothing_changes():
        await dryden.click(current, "Take over")


async def test_old_confirmation_voids_nothing(dealt: Evening):
    asked = (await dealt.privately(dealt.gm, "More…", "Void the hand")).shown
    old = asked.frozen()
    await dealt.gm.click(asked, "Back")
    await dealt.privately(dealt.gm, "More…", "Void the hand")
    async with dealt.nothing_changes():
        await dealt.gm.click(old, "Void the hand")
    await dealt.privately(dealt.gm, "More…", "Void the hand", "Void the hand")
    assert not (await dealt.table()).in_hand
