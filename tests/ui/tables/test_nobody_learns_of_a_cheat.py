"""What nobody noticed is nowhere to be found: in everything that was sent, only its owner and the GM read of it.

Two evenings are played alike, but for one cheat.
"""

import json
from typing import Any

import pytest

from playground.discord.server import Request
from playground.people import Player
from tests.ui.tables.crooked_evening import begun, loads, opened, seen_by_all, sleeve
from tests.ui.tables.evening import Evening
from tests.ui.tables.judged_evening import with_gm_channel

WORDS = ("Nobody has noticed", "toward 6", "tries something", "loaded")


@pytest.fixture
async def playing(evening: Evening, han: Player, lando: Player) -> Evening:
    return await begun(await opened(evening), han, lando)


def texts_of(request: Request) -> str:
    """Return all texts in the body of a request."""
    return json.dumps(request.body, ensure_ascii=False) if request.body is not None else ""


async def test_unseen_cheat_is_told_on_the_cheats_page_and_in_the_gm_channel_only(
    playing: Evening, han: Player, lando: Player
):
    backroom = await with_gm_channel(playing)
    since = len(playing.local.requests)
    own = await loads(playing, han)
    await playing.gm.until_sees(backroom, "tries something")
    for who in (lando, playing.guest("Greedo"), playing.gm):
        await playing.privately(who, "More…")
        await playing.privately(who, "Up my sleeve")
        await playing.clock.advance(10)
    made = playing.local.requests[since:]
    telling = [request for request in made if any(word in texts_of(request) for word in WORDS)]
    to_the_gms = [request for request in telling if request.names.get("channel_id") == str(backroom.id)]
    others = [request for request in telling if request not in to_the_gms]
    assert to_the_gms
    assert len(others) == 1, "the page of whoever did it"
    assert any(word in own.shown.text for word in WORDS)


async def what_all_see(evening: Evening) -> dict[str, Any]:
    """Return the table as it is drawn, the seats it waits for and the deadline."""
    table = await evening.table()
    record = table.record
    return {
        "text": evening.message.text,
        "buttons": [(button.label, button.custom_id, button.style) for button in evening.message.buttons],
        "versions": seen_by_all(evening),
        "turn": record.turn,
        "deadline": record.deadline,
        "reminder": (record.reminder, record.remind_again_at),
        "said": table.said,
    }


async def test_the_table_stands_as_if_nothing_had_been_done(evening: Evening, han: Player, lando: Player):
    await opened(evening, clock="2 min")
    await begun(evening, han, lando)
    await evening.quiet()
    page, before = await sleeve(evening, han), await what_all_see(evening)
    await loads(evening, han, page=page)
    await evening.quiet()
    evening.client.renderer.want(await evening.table())
    await evening.quiet()
    assert await what_all_see(evening) == before


async def test_the_clock_runs_out_when_it_would_have(evening: Evening, han: Player, lando: Player):
    await opened(evening, clock="2 min")
    await begun(evening, han, lando)
    deadline = (await evening.table()).record.deadline
    await evening.clock.advance(50)
    await loads(evening, han)
    assert (await evening.table()).record.deadline == deadline
    await evening.clock.advance(20)
    assert (await evening.gm.until_sees(evening.channel, "your turn")).pings


async def test_a_cheat_past_ones_own_page_changes_no_message_either(playing: Evening, han: Player):
    """Ids are no secret: somebody may send the form of a move as if the table's own button had opened it."""
    await playing.quiet()
    table, before = await playing.table(), seen_by_all(playing)
    opened_form = await han.click(playing.message, f"act:{table.id}:{table.record.turn}:1:load", unchecked=True)
    await han.submit(opened_form.form, {"Toward which face?": "6"})
    await playing.quiet()
    assert seen_by_all(playing) == before
    assert (await playing.table()).record.turn == table.record.turn
