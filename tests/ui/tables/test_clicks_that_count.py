"""Clicks that have counted: drawn at the table whatever becomes of their acknowledgement, and never denied."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web

from playground.discord.refusals import Refusal
from playground.people import Player
from tests.ui.tables.check_house_rules_of_a_table import asked
from tests.ui.tables.evening import Evening

Fault = Callable[[web.Request], Awaitable[None]]


class Line:
    """The line between the bot and Discord, on which callbacks go wrong."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.broken = 0

    def breaks(self, fault: Fault, times: int) -> None:
        """Let that many of the next callbacks fail in this way."""

        async def meet(request: web.Request) -> None:
            if request.path.endswith("/callback") and self.broken < times:
                self.broken += 1
                await fault(request)

        self._evening.local.on_call.append(meet)

    def is_whole(self) -> None:
        self._evening.local.on_call.clear()


async def too_late(_: web.Request) -> None:
    raise Refusal(404, 10062, "Unknown interaction")


async def cut_before(request: web.Request) -> None:
    """Break the connection before the request arrives."""
    assert request.transport is not None
    request.transport.abort()
    raise Refusal(500, 0, "nobody reads this")


async def cut_after(request: web.Request) -> None:
    """Break the connection after the request arrives, so that its reply is lost."""
    assert request.transport is not None
    request.transport.abort()


FAULTS = pytest.mark.parametrize(
    "fault, times",
    [(too_late, 99), (cut_before, 1), (cut_before, 2), (cut_before, 99), (cut_after, 1)],
    ids=["too late", "cut once", "cut twice", "cut off", "reply lost"],
)


@pytest.fixture
def line(evening: Evening) -> Line:
    return Line(evening)


def wrongs(evening: Evening, *players: Player) -> list[str]:
    """Return the messages that tell these players that something went wrong."""
    seen = [one.text for player in players for one in player.sees(evening.channel)]
    return [text for text in seen if "went wrong" in text]


async def until_drawn(evening: Evening, what: str) -> None:
    """Let time pass until the table's message says so."""
    await evening.passes_until(lambda: what in evening.message.text, by=5)


@FAULTS
async def test_a_click_that_the_edit_answers_is_drawn(
    three: Evening, line: Line, han: Player, fault: Fault, times: int
):
    three.local.problems.clear()
    three.roll(3)
    line.breaks(fault, times)
    han.click(three.message, "Roll for me")
    await until_drawn(three, "Waiting for **Qi'ra** and **Lando** to roll.")
    assert line.broken
    assert wrongs(three, han) == []
    line.is_whole()


@FAULTS
async def test_a_click_that_is_deferred_is_drawn(
    three: Evening, line: Line, han: Player, lando: Player, fault: Fault, times: int
):
    three.roll(3, 4)
    await han.click(three.message, "Roll for me")
    line.breaks(fault, times)
    lando.click(three.message, "Roll for me")
    await until_drawn(three, "Waiting for **Qi'ra** to roll.")
    assert line.broken
    assert wrongs(three, han, lando) == []
    line.is_whole()


@FAULTS
async def test_a_click_on_a_private_page_is_drawn_at_the_table(
    three: Evening, line: Line, han: Player, fault: Fault, times: int
):
    page = (await three.privately(han, "My seat")).shown
    line.breaks(fault, times)
    han.click(page, "Sit out")
    await until_drawn(three, "**Han** sits out.")
    assert line.broken
    assert not any("Something went wrong" in text for text in wrongs(three, han))
    line.is_whole()


@FAULTS
async def test_a_click_on_the_page_of_a_hand_is_drawn_at_the_table(
    dealt: Evening, line: Line, han: Player, fault: Fault, times: int
):
    page = (await han.click(dealt.message, "My hand")).shown
    turn = (await dealt.table()).record.turn
    line.breaks(fault, times)
    han.click(page, next(button.label for button in page.buttons if button.custom_id.startswith(("own:", "send:"))))
    await dealt.eventually(lambda: _has_moved_on(dealt, turn))
    await dealt.drawn()
    assert line.broken
    assert not any("Something went wrong" in text for text in wrongs(dealt, han))
    line.is_whole()


async def _has_moved_on(evening: Evening, turn: int) -> bool:
    return (await evening.table()).record.turn > turn


async def test_a_form_whose_private_answer_is_lost_is_drawn_at_the_table(evening: Evening, line: Line):
    """The handler answers first, and never comes to drawing the table."""
    await evening.open()
    form = await asked(evening, evening.gm, "Ante")
    line.breaks(too_late, 99)
    evening.gm.submit(form, {"Ante": "25"})
    await until_drawn(evening, "The house rules change: Ante")
    assert line.broken
    line.is_whole()


async def test_a_table_whose_opening_is_not_heard_is_posted(evening: Evening, line: Line):
    line.breaks(too_late, 99)
    evening.gm.slash(evening.channel, "pilok open", preset="high stakes", clock="off")
    await evening.gm.until_sees(evening.channel, lambda seen: seen.find("More…"))


async def test_a_payer_reads_that_a_payment_counted_when_its_answer_is_lost(
    three: Evening, line: Line, han: Player, lando: Player
):
    line.breaks(cut_before, 2)
    paying = han.slash(three.channel, "wallet pay", amount="100", to="Lando")
    assert (await han.until_sees(three.channel, "That counted.")).ephemeral
    assert not paying.failed
    assert "**600 cr** in the wallet" in (await lando.slash(three.channel, "wallet show")).text
    assert not any("Something went wrong" in text for text in wrongs(three, han))


async def test_a_player_reads_that_a_command_went_wrong_when_nothing_counted(three: Evening, line: Line, han: Player):
    line.breaks(cut_before, 2)
    han.slash(three.channel, "wallet show")
    await han.until_sees(three.channel, "Something went wrong")


async def test_a_click_is_drawn_when_it_comes_while_the_table_is_posted(three: Evening, han: Player, lando: Player):
    arrived, go_on = asyncio.Event(), asyncio.Event()

    async def hold(request: web.Request) -> None:
        if request.method == "POST" and request.path.endswith(f"/channels/{three.channel.id}/messages"):
            arrived.set()
            await go_on.wait()

    old = three.message
    page = (await lando.click(old, "More…")).shown
    three.local.on_call.append(hold)
    lando.click(page, "Repost")
    await three.clock.settle()
    assert arrived.is_set()
    three.roll(3)
    await han.click(old, "Roll for me")
    go_on.set()
    await until_drawn(three, "Waiting for **Qi'ra** and **Lando** to roll.")
    assert three.message.id > old.id
