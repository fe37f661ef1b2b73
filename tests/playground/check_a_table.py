"""A whole evening on the local Discord, with the real client."""

import pytest

from playground.discord.interactions import Response
from playground.people import ClientRefused, Seen
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina
from tests.playground.tiny_bot import TinyBot


async def test_a_command_puts_a_table_into_the_channel_for_all(cantina: Cantina, bot: TinyBot):
    answer = await cantina.han.slash(cantina.channel, "pilok open", preset="Ordinary pockets")
    assert answer.acknowledged is Response.MESSAGE
    seen = cantina.lando.sees(cantina.channel)
    assert [message.text for message in seen] == ["Pot 30 ordinary"]
    assert seen[0].buttons[0].label == "Call"


async def test_a_button_changes_the_message_that_carries_it(cantina: Cantina, bot: TinyBot):
    table = await cantina.opened()
    answer = await cantina.han.click(table, "Call")
    assert (answer.acknowledged, table.text) == (Response.UPDATE, "Pot 80")


async def test_an_ephemeral_is_seen_by_nobody_else(cantina: Cantina, bot: TinyBot):
    table = await cantina.opened()
    answer = await cantina.han.click(table, "Whisper")
    assert answer.message is not None
    assert (answer.message.ephemeral, answer.text) == (True, "Your hand: 6 6")
    assert answer.message in cantina.han.sees(cantina.channel)
    assert answer.message not in cantina.lando.sees(cantina.channel)


async def test_a_deferred_update_draws_the_table_later_and_whispers_after_it(cantina: Cantina, bot: TinyBot):
    table = await cantina.opened()
    answer = await cantina.han.click(table, "Defer")
    await answer.done()
    await cantina.han.until_sees(cantina.channel, "Only you see this")
    assert table.text == "Pot 130"
    assert [message.ephemeral for message in answer.messages] == [True]


async def test_the_first_word_after_thinking_takes_the_place_of_the_thinking(cantina: Cantina, bot: TinyBot):
    table = await cantina.opened()
    answer = await (await cantina.han.click(table, "Later")).done()
    assert answer.acknowledged is Response.DEFERRED_MESSAGE
    assert [(m.text, m.ephemeral, m.loading) for m in answer.messages] == [("Thought about it", True, False)]


async def test_a_form_brings_back_every_kind_of_field(cantina: Cantina, bot: TinyBot):
    table = await cantina.opened()
    answer = await cantina.han.click(table, "Form")
    assert answer.modal is not None
    assert cantina.han.modal is not None
    fields = {"Name": "Han", "Side": "Light", "Skills": ["Gambling", "Con"], "Run by the GM": True, "Game": "Pi'Lok"}
    told = await cantina.han.submit(answer.modal, fields)
    assert told.text == "Han Light Gambling,Con True pilok"
    assert cantina.han.modal is None


async def test_names_are_offered_while_they_are_typed(cantina: Cantina, bot: TinyBot):
    offered = await cantina.han.autocomplete(cantina.channel, "pilok seat", "name", "ro")
    assert offered == [("Roark", "roark"), ("Rosh", "rosh")]


async def test_members_are_given_as_such(cantina: Cantina, bot: TinyBot):
    answer = await cantina.han.slash(cantina.channel, "give", who=cantina.lando, amount=5)
    assert answer.text == "Lando gets 5 from main"


async def test_a_crash_reads_as_a_failed_interaction_after_three_seconds(
    cantina: Cantina, bot: TinyBot, clock: ManualClock
):
    table = await cantina.opened()
    answer = cantina.han.click(table, "Silent")
    await clock.advance(3)
    assert (await answer).failed


async def test_a_click_without_a_bot_fails(cantina: Cantina, clock: ManualClock):
    message = cantina.local.world.say(cantina.local.world.bot, cantina.channel, "hello")
    answer = cantina.han.click(Seen(message), "press:call", unchecked=True)
    await clock.advance(3)
    assert (await answer).failed


async def test_the_client_holds_ranges_and_a_hostile_one_does_not(cantina: Cantina, bot: TinyBot):
    with pytest.raises(ClientRefused):
        cantina.han.slash(cantina.channel, "give", who=cantina.lando, amount=0)
    answer = await cantina.han.slash(cantina.channel, "give", unchecked=True, who=cantina.lando, amount=7)
    assert answer.text == "Lando gets 7 from main"


async def test_acknowledging_twice_is_refused(cantina: Cantina, bot: TinyBot, tolerated: list[str]):
    table = await cantina.opened()
    await cantina.han.click(table, "Twice")
    await cantina.han.until_sees(cantina.channel, "refused 40060")
    assert len(tolerated) == 1
