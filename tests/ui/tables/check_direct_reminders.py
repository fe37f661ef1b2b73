"""Tables that wait for a player: /table mine, and direct messages about play by post."""

import logging

import pytest

from bot.tables.table_store import Click
from playground.people import Player, Seen
from tests.ui.tables.evening import Evening
from tests.ui.tables.test_operator import request
from tests.ui.tables.test_reminders import HAN_LEADS, begin


def written(player: Player) -> list[Seen]:
    return [seen for seen in player.sees(player.dm) if "Your turn" in seen.text]


async def asks_for_messages(evening: Evening, *players: Player) -> None:
    for player in players:
        answer = await player.slash(evening.channel, "character reminders", direct="on")
        assert "one until you have moved" in answer.text


async def test_a_player_who_asks_is_written_to_once_until_they_have_moved(evening: Evening, han: Player, lando: Player):
    await asks_for_messages(evening, han, lando)
    await begin(evening, han, lando, "12 hours")
    nudged, table = evening.services.preferences.nudged, await evening.table()
    (first,) = written(han)
    assert f"/{evening.channel.id}/" in first.text
    assert written(lando) == []
    await evening.privately(evening.gm, "More…", "Pause")
    await evening.privately(evening.gm, "More…", "Resume")
    await evening.clock.advance(3600)
    assert len(written(han)) == 1
    assert await nudged(table.id) == {han.id}
    await evening.does(han, "Check")
    await evening.clock.settle()
    assert (len(written(han)), len(written(lando))) == (1, 1)
    assert await nudged(table.id) == {lando.id}


async def test_a_player_who_is_away_is_written_to_once_however_often_others_move_for_them(
    evening: Evening, han: Player, lando: Player
):
    await asks_for_messages(evening, han)
    await begin(evening, han, lando, "12 hours")
    await evening.passes(12 * 3600)
    await evening.does(lando, "Check")
    await evening.gm.click((await evening.privately(evening.gm, "More…", "Act for…")).shown, "Check")
    await evening.drawn()
    await evening.does(lando, "Check")
    assert len(written(han)) == 1
    await evening.does(han, "Check")
    assert await evening.services.preferences.nudged((await evening.table()).id) == frozenset()


async def test_a_gm_who_moves_an_npc_by_its_time_has_moved(evening: Evening, han: Player):
    await asks_for_messages(evening, evening.gm)
    evening.roll(*HAN_LEADS)
    await evening.open(preset="high stakes", clock="12 hours")
    await evening.sits(han, "Han")
    npc = await evening.adds_npc()
    await evening.does(han, "Deal", "Check")
    table, nudged = await evening.table(), evening.services.preferences.nudged
    assert await nudged(table.id) == {evening.gm.id}
    click = Click(evening.boss, evening.guild.id, evening.channel.id, "time out", evening.clock.now())
    await evening.services.tables.playing.time_out(table.id, click, npc.seat)
    await evening.clock.settle()
    assert await nudged(table.id) == frozenset()


async def test_a_message_is_forgotten_with_its_table(evening: Evening, han: Player, lando: Player):
    await asks_for_messages(evening, han)
    await begin(evening, han, lando, "12 hours")
    table = await evening.table()
    await evening.passes(12 * 3600)
    await evening.privately(lando, "Fold", "Fold")
    assert await evening.services.preferences.nudged(table.id) == {han.id}
    await evening.privately(evening.gm, "More…", "Close", "Close the table")
    await evening.clock.settle()
    assert await evening.services.preferences.nudged(table.id) == frozenset()


async def test_a_blocked_player_gets_no_message_and_may_still_stop_them(evening: Evening, han: Player, lando: Player):
    await asks_for_messages(evening, han, lando)
    await begin(evening, han, lando, "12 hours")
    (message,) = written(han)
    for player in (han, lando):
        await evening.services.operator.carry_out(request("block", "user", player.id))
    await evening.passes(12 * 3600)
    assert written(lando) == []
    await han.click(message, "Stop these messages")
    assert message.text.startswith("I send you no more of these messages.")


async def test_the_button_stops_the_messages(evening: Evening, han: Player, lando: Player):
    await asks_for_messages(evening, han)
    await begin(evening, han, lando, "12 hours")
    (message,) = written(han)
    await han.click(message, "Stop these messages")
    assert message.text.startswith("I send you no more of these messages.")
    assert not await evening.services.preferences.wants_direct(han.id)


@pytest.mark.parametrize("pace", ["2 min", "off"])
async def test_nobody_is_written_to_about_other_tables(evening: Evening, han: Player, lando: Player, pace: str):
    await asks_for_messages(evening, han, lando)
    await begin(evening, han, lando, pace)
    await evening.clock.advance(100)
    assert written(han) == written(lando) == []


async def test_closed_direct_messages_are_no_trouble(
    evening: Evening, han: Player, lando: Player, caplog: pytest.LogCaptureFixture
):
    await asks_for_messages(evening, han)
    han.user.accepts_dms = False
    await begin(evening, han, lando, "12 hours")
    await evening.clock.advance(3600)
    assert written(han) == []
    assert len([one for one in evening.local.requests if one.code == 50007]) == 1
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_table_mine_lists_what_waits_for_the_player(evening: Evening, han: Player, lando: Player):
    await begin(evening, han, lando, "12 hours")
    mine = await han.slash(evening.channel, "table mine")
    link = f"https://discord.com/channels/{evening.guild.id}/{evening.channel.id}/{evening.message.id}"
    assert mine.shown.ephemeral
    assert f"[Three Street Pi'Lok]({link})" in mine.text
    assert "No table waits for you." in (await lando.slash(evening.channel, "table mine")).text
    await evening.privately(evening.gm, "More…", "Pause")
    assert "No table waits for you." in (await han.slash(evening.channel, "table mine")).text


async def test_a_message_is_in_the_players_file_and_goes_with_them(evening: Evening, han: Player, lando: Player):
    await asks_for_messages(evening, han)
    await begin(evening, han, lando, "12 hours")
    services = evening.services
    table_id = (await evening.table()).id
    assert await services.preferences.nudged(table_id) == {han.id}
    answer = await (await han.slash(evening.channel, "privacy export")).done()
    ((_, content),) = answer.shown.files.items()
    assert b'"written_to_when_a_table_waits": true' in content
    assert b'"tables_that_you_were_written_about"' in content
    await evening.privately(evening.gm, "More…", "Close", "Close the table")
    await evening.clock.settle()
    assert await services.preferences.nudged(table_id) == frozenset()
    await services.maintenance.forget_user(han.id, evening.guild.id)
    assert not await services.preferences.wants_direct(han.id)
