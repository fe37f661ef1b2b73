"""A whole evening on the local Discord, with the real client."""

import pytest

from playground.discord.interactions import Response
from playground.people import ClientRefused
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_command_puts_a_table_into_the_channel_for_all(demo: Cantina):
    answer = await demo.han.slash(demo.channel, "pilok open", preset="Ordinary pockets")
    assert answer.acknowledged is Response.MESSAGE
    seen = demo.lando.sees(demo.channel)
    assert [message.text for message in seen] == ["Pot 30 ordinary"]
    assert seen[0].buttons[0].label == "Call"


async def test_an_ephemeral_is_seen_by_nobody_else(demo: Cantina):
    table = await demo.opened()
    answer = await demo.han.click(table, "Whisper")
    assert (answer.shown.ephemeral, answer.text) == (True, "Your hand: 6 6")
    assert answer.shown in demo.han.sees(demo.channel)
    assert answer.shown not in demo.lando.sees(demo.channel)


async def test_a_deferred_update_draws_the_table_later_and_whispers_after_it(demo: Cantina):
    table = await demo.opened()
    answer = await demo.han.click(table, "Defer")
    await answer.done()
    await demo.han.until_sees(demo.channel, "Only you see this")
    assert table.text == "Pot 130"
    assert [message.ephemeral for message in answer.messages] == [True]


async def test_the_first_word_after_thinking_takes_the_place_of_the_thinking(demo: Cantina):
    table = await demo.opened()
    answer = await (await demo.han.click(table, "Later")).done()
    assert answer.acknowledged is Response.DEFERRED_MESSAGE
    assert [(m.text, m.ephemeral, m.loading) for m in answer.messages] == [("Thought about it", True, False)]


async def test_a_form_brings_back_every_kind_of_field(demo: Cantina):
    table = await demo.opened()
    answer = await demo.han.click(table, "Form")
    assert demo.han.modal is not None
    fields = {"Name": "Han", "Side": "Light", "Skills": ["Gambling", "Con"], "Run by the GM": True, "Game": "Pi'Lok"}
    assert (await demo.han.submit(answer.form, fields)).text == "Han Light Gambling,Con True pilok"
    assert demo.han.modal is None


async def test_names_are_offered_while_they_are_typed(demo: Cantina):
    offered = await demo.han.autocomplete(demo.channel, "pilok seat", "name", "ro")
    assert offered == [("Roark", "roark"), ("Rosh", "rosh")]


async def test_a_crash_reads_as_a_failed_interaction_after_three_seconds(demo: Cantina, clock: ManualClock):
    table = await demo.opened()
    answer = demo.han.click(table, "Silent")
    await clock.advance(3)
    assert (await answer).failed


async def test_the_client_holds_ranges_and_a_hostile_one_does_not(demo: Cantina):
    with pytest.raises(ClientRefused):
        demo.han.slash(demo.channel, "give", who=demo.lando, amount=0)
    answer = await demo.han.slash(demo.channel, "give", unchecked=True, who=demo.lando, amount=7)
    assert answer.text == "Lando gets 7 from main"


async def test_acknowledging_twice_is_refused(demo: Cantina, tolerated: list[str]):
    table = await demo.opened()
    await demo.han.click(table, "Twice")
    await demo.han.until_sees(demo.channel, "refused 40060")
    assert len(tolerated) == 1
