"""Turns are noticed: one short message mentions whoever is to move, and goes when they have."""

import pytest

from playground.people import Player, Seen
from tests.ui.tables.evening import Begun, Evening, note

HAN_LEADS = (2, 6, 1, 5, 1, 5, 2)


@pytest.fixture
async def live(evening: Evening, han: Player, lando: Player) -> Evening:
    """Deal a hand in which Han is to move, with two minutes a turn."""
    await begin(evening, han, lando, "2 min")
    return evening


async def begin(evening: Evening, han: Player, lando: Player, clock: str) -> None:
    evening.roll(*HAN_LEADS)
    await evening.open(preset="high stakes", clock=clock)
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")


def reminders(evening: Evening) -> list[Seen]:
    return [seen for seen in evening.gm.sees(evening.channel) if "your turn" in seen.text]


async def until_gone(evening: Evening, reminder: Seen) -> None:
    await evening.local.world.until(lambda: reminder.deleted)


async def test_a_live_table_reminds_after_half_the_clock(live: Evening, han: Player):
    await live.clock.advance(50)
    assert reminders(live) == []
    await live.clock.advance(10)
    reminder = await live.gm.until_sees(live.channel, "your turn")
    link = f"https://discord.com/channels/{live.guild.id}/{live.channel.id}/{live.message.id}"
    deadline = (await live.table()).record.deadline
    assert deadline is not None
    assert reminder.text == (
        f"<@{han.id}>, your turn at [Three Street Pi'Lok]({link}) (deadline <t:{int(deadline)}:R>)."
    )
    assert reminder.pings == ["han"]


async def test_reminders_are_absent_without_a_clock(evening: Evening, han: Player, lando: Player):
    await begin(evening, han, lando, "off")
    await evening.clock.advance(24 * 3600)
    assert reminders(evening) == []


async def test_play_by_post_reminds_at_once_until_they_act_and_then_the_next(
    evening: Evening, han: Player, lando: Player
):
    await begin(evening, han, lando, "12 hours")
    reminder = await evening.gm.until_sees(evening.channel, "your turn")
    assert reminder.pings == ["han"]
    await evening.does(han, "Check")
    await until_gone(evening, reminder)
    await evening.gm.until_sees(evening.channel, lambda seen: seen.pings == ["lando"])
    assert len(reminders(evening)) == 1


@pytest.mark.parametrize("ending", ["the hand ends", "a pause", "more time", "time is up", "the table closes"])
async def test_the_reminder_goes_whatever_ends_the_waiting(live: Evening, han: Player, ending: str):
    await live.clock.advance(60)
    reminder = await live.gm.until_sees(live.channel, "your turn")
    match ending:
        case "the hand ends":
            await live.privately(han, "Fold", "Fold")
        case "a pause":
            await live.privately(live.gm, "More…", "Pause")
        case "time is up":
            await live.passes(60)
        case "more time":
            await live.privately(han, "More…", "More time")
        case _:
            await live.privately(live.gm, "More…", "Close", "Close the table")
    await until_gone(live, reminder)


async def test_player_who_wants_no_reminder_gets_none(live: Evening, han: Player, lando: Player):
    off = await live.privately(han, "My seat", "Don't remind me")
    assert note(off) == "I no longer mention you when it is your turn, at any table."
    await live.clock.advance(60)
    await live.passes(60)
    await live.clock.advance(60)
    await live.gm.until_sees(live.channel, lambda seen: seen.pings == ["lando"])
    assert [seen.pings for seen in reminders(live)] == [["lando"]]
    on = await live.privately(han, "My seat", "Remind me")
    assert note(on) == "I mention you when it is your turn, at any table."


async def test_several_who_are_to_move_are_mentioned_together(evening: Evening, han: Player, lando: Player):
    await evening.open(preset="high stakes", clock="12 hours")
    await evening.changes_rules(dice="typed", first_dealer="host")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    reminder = await evening.gm.until_sees(evening.channel, "your turn")
    assert reminder.text.startswith(f"<@{han.id}> and <@{lando.id}>, your turn at ")
    assert reminder.pings == ["han", "lando"]


async def _six_to_move(evening: Evening, clock: str) -> list[Player]:
    """Ask six at once, more than a handful."""
    await evening.open(preset="high stakes", clock=clock)
    await evening.changes_rules(dice="typed", first_dealer="host")
    guests = [evening.guest(f"Guest {number}") for number in range(6)]
    for guest in guests:
        await evening.sits(guest, guest.user.display_name or "")
    await evening.does(guests[0], "Deal")
    return guests


async def test_crowd_at_a_slow_table_is_counted_after_half_the_time(evening: Evening):
    await _six_to_move(evening, "12 hours")
    await evening.clock.advance(6 * 3600 - 60)
    assert not [seen for seen in evening.gm.sees(evening.channel) if "may still act" in seen.text]
    await evening.clock.advance(120)
    shown = await evening.gm.until_sees(evening.channel, "may still act")
    link = f"https://discord.com/channels/{evening.guild.id}/{evening.channel.id}/{evening.message.id}"
    assert shown.text.startswith(f"6 players may still act at [Three Street Pi'Lok]({link}) (deadline <t:")
    assert shown.pings == []


async def test_last_handful_of_a_crowd_is_mentioned_at_a_live_table(evening: Evening):
    first, *others = await _six_to_move(evening, "2 min")
    await evening.clock.advance(70)
    assert reminders(evening) == []
    await evening.fills(first, "Type your die…", {"Number on your die": "6"})
    assert (await evening.gm.until_sees(evening.channel, "your turn")).pings == [guest.user.name for guest in others]


async def test_reminder_for_an_npc_mentions_a_host_who_is_a_gm(evening: Evening, han: Player, lando: Player):
    evening.roll(1, *(1, 6))
    await evening.open(preset="high stakes", clock="12 hours")
    await evening.adds_npc()
    await evening.sits(han, "Han")
    await evening.does(han, "Deal")
    await evening.gm.until_sees(evening.channel, lambda seen: seen.pings == ["lady_proxima"])


async def test_a_player_who_opened_the_table_is_not_mentioned_for_its_npcs(
    evening: Evening, han: Player, lando: Player
):
    evening.roll(2, *(6, 1))
    await evening.open(by=han, preset="high stakes", clock="2 min")
    await evening.adds_npc()
    await evening.sits(lando, "Lando")
    await evening.does(lando, "Deal")
    await evening.clock.advance(60)
    await evening.eventually(lambda: _is_reminder_due(evening))
    await evening.passes(60)
    await evening.clock.advance(60)
    await evening.gm.until_sees(evening.channel, lambda seen: seen.pings == ["lando"])
    assert [seen.pings for seen in reminders(evening)] == [["lando"]]


async def _is_reminder_due(evening: Evening) -> bool:
    return (await evening.table()).record.reminder is not None


async def test_reminders_go_on_when_the_host_has_left_the_server(evening: Evening, han: Player, lando: Player):
    await evening.open(by=lando, preset="high stakes", clock="12 hours")
    await evening.changes_rules(dice="typed", first_dealer="host")
    await evening.adds_npc()
    await evening.sits(han, "Han")
    evening.local.world.remove_member(evening.guild, evening.guild.members[lando.id])
    await evening.does(han, "Deal")
    assert (await evening.gm.until_sees(evening.channel, "your turn")).pings == ["han"]


async def test_a_reminder_that_fell_due_while_the_bot_was_away_is_sent_when_it_is_back(
    begun: Begun, han: Player, lando: Player
):
    async with begun() as evening:
        await begin(evening, han, lando, "2 min")
    await evening.clock.advance(70)
    async with begun() as evening:
        reminder = await evening.gm.until_sees(evening.channel, "your turn")
        assert reminder.pings == ["han"]
        evening.roll(5, 1, 5, 2)
        await evening.does(han, "Check")
        await until_gone(evening, reminder)


async def test_a_reminder_of_before_a_restart_still_goes(begun: Begun, han: Player, lando: Player):
    async with begun() as evening:
        await begin(evening, han, lando, "12 hours")
        reminder = await evening.gm.until_sees(evening.channel, "your turn")
        await evening.eventually(lambda: _is_noted(evening))
    async with begun() as evening:
        await evening.does(han, "Check")
        await until_gone(evening, reminder)


async def _is_noted(evening: Evening) -> bool:
    reminder = (await evening.table()).record.reminder
    return reminder is not None and reminder.message_id is not None
