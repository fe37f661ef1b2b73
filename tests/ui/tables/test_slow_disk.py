"""A disk that takes long: everything is acknowledged in time, carried out once, and answered when it is written."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.ui import routing
from bot.ui.answer import ACKNOWLEDGE_AFTER, FORM_WITHIN, TOO_LATE_FOR_FORM, answer_of
from bot.ui.client import Interaction
from bot.ui.forms import answer_here
from bot.ui.panels import page
from playground.discord.interactions import Response
from playground.people import Answer, ClientRefused, Player, Seen
from tests.ui.conftest import BOOK
from tests.ui.tables.evening import Evening, refused, told

PRIVATELY, UPDATE = Response.DEFERRED_MESSAGE, Response.DEFERRED_UPDATE
STILL = "The same payment is still under way. Wait for its answer."


class Disk:
    """The database's file, which somebody else holds on to."""

    def __init__(self, evening: Evening, path: Path) -> None:
        self._evening, self._path = evening, path

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold back all writes within the block, although everything can be read."""
        other = sqlite3.connect(self._path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        self._evening.clock.held_up.add("write")
        try:
            yield
        finally:
            other.close()
            self._evening.clock.held_up.clear()

    async def is_asked(self) -> None:
        """Wait until the bot has something to write."""
        await self._evening.clock.settle()

    async def acknowledged(self, answer: Answer) -> Response | None:
        """Return how the bot acknowledges a request that waits for the disk, once its patience is over and not
        before.
        """
        await self.is_asked()
        await self._evening.clock.advance(ACKNOWLEDGE_AFTER - 0.01)
        assert answer.acknowledged is None
        await self._evening.clock.advance(0.01)
        return (await answer).acknowledged


@pytest.fixture
def disk(evening: Evening, tmp_path: Path) -> Disk:
    return Disk(evening, tmp_path / BOOK)


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Seat Han and Lando; no hand has begun."""
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.clock.advance(10)
    return evening


async def test_a_payment_is_acknowledged_privately_made_once_and_shown_to_everyone(
    two: Evening, disk: Disk, han: Player, lando: Player
):
    async with disk.held():
        paying = han.slash(two.channel, "wallet pay", amount="100", to="Lando")
        assert await disk.acknowledged(paying) is PRIVATELY
        assert paying.interaction.original is not None
        assert paying.interaction.original.only_for == han.id
    await (await paying.done()).done()
    shown = await lando.until_sees(two.channel, "pays **Lando** 100 cr")
    assert shown.message in [seen.message for seen in paying.messages]
    assert not paying.messages[0].message.is_loading
    assert "**400 cr** in the wallet" in (await han.slash(two.channel, "wallet show")).text
    assert "**600 cr** in the wallet" in (await lando.slash(two.channel, "wallet show")).text


async def test_the_same_payment_is_refused_while_the_first_waits_and_another_one_is_not(
    two: Evening, disk: Disk, han: Player, lando: Player
):
    async with disk.held():
        first = han.slash(two.channel, "wallet pay", amount="100", to="Lando")
        await disk.is_asked()
        again = await han.slash(two.channel, "wallet pay", amount="100", to="Lando", reason="for the drinks")
        assert told(again) == STILL
        back = lando.slash(two.channel, "wallet pay", amount="100", to="Han")
        more = han.slash(two.channel, "wallet pay", amount="50", to="Lando")
        await disk.acknowledged(first)
    for answer in (first, back, more):
        assert not (await answer.done()).failed
    await lando.until_sees(two.channel, "pays **Lando** 50 cr")
    assert "**450 cr** in the wallet" in (await han.slash(two.channel, "wallet show")).text
    later = await han.slash(two.channel, "wallet pay", amount="100", to="Lando")
    assert "pays **Lando** 100 cr" in later.text


async def test_the_same_grant_or_top_up_is_refused_while_the_first_waits(two: Evening, disk: Disk, han: Player):
    async with disk.held():
        first = two.gm.slash(two.channel, "bank grant", amount="100", to="Han", reason="reward")
        await disk.is_asked()
        assert told(await two.gm.slash(two.channel, "bank grant", amount="100", to="Han", reason="again")) == STILL
        assert await disk.acknowledged(first) is PRIVATELY
    await two.gm.until_sees(two.channel, "The GM gives **Han** 100 cr")
    form = (await two.privately(han, "My seat", "Top up")).modal
    second = (await two.privately(han, "My seat", "Top up")).modal
    async with disk.held():
        first = han.submit(form, {"amount": "100"})
        await disk.is_asked()
        assert refused(await han.submit(second, {"amount": "100"})) == STILL
        assert await disk.acknowledged(first) is UPDATE
    await first.done()
    await two.drawn()
    seat = (await two.table()).record.chairs[0]
    assert (seat.chips, await two.chips(seat.seat)) == (600, 600)


async def test_a_click_on_the_table_is_acknowledged_and_drawn_when_it_is_written(two: Evening, disk: Disk, han: Player):
    async with disk.held():
        dealing = han.click(two.message, "Deal")
        assert await disk.acknowledged(dealing) is UPDATE
    await dealing.done()
    assert (await two.table()).in_hand
    await two.drawn()


async def test_a_click_on_a_private_page_is_acknowledged_and_answered_in_its_place(
    two: Evening, disk: Disk, han: Player
):
    seat = (await two.privately(han, "My seat")).shown
    async with disk.held():
        leaving = han.click(seat, "Leave")
        assert await disk.acknowledged(leaving) is UPDATE
    await leaving.done()
    assert [seen.id for seen in leaving.messages] == []
    assert "You leave with 500 cr" in seat.text
    assert len((await two.table()).record.chairs) == 1
    await two.drawn()


async def test_a_form_and_a_command_are_acknowledged_and_their_private_answers_stay_private(
    two: Evening, disk: Disk, han: Player, lando: Player
):
    form = (await han.slash(two.channel, "character new")).modal
    ways = {
        "Chewbacca": lambda: han.submit(form, {"name": "Chewbacca"}),
        "Roark": lambda: two.gm.slash(two.channel, "npc new", template="Regular", name="Roark"),
    }
    for name, makes in ways.items():
        async with disk.held():
            making = makes()
            assert await disk.acknowledged(making) is PRIVATELY
        await making.done()
        assert name in told(making)
        assert len(making.messages) == 1
        assert not any(name in seen.text for seen in lando.sees(two.channel))


async def test_a_private_answer_to_a_click_on_the_table_leaves_the_table_alone(
    two: Evening, disk: Disk, han: Player, lando: Player
):
    table = two.message
    async with disk.held():
        toggled = han.click((await two.privately(han, "My seat")).message or table, "Sit out")
        assert await disk.acknowledged(toggled) is UPDATE
    await toggled.done()
    await two.drawn()
    assert two.message == table
    assert not any(seen.text.startswith("You sit out") for seen in lando.sees(two.channel))


async def test_a_private_page_that_changes_later_is_never_shown_on_the_table(
    two: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    """Whatever acknowledged the click: the page is a message of its own, and is changed where it stands."""
    shown, begun = page("your hand"), asyncio.Event()

    async def slow(interaction: Interaction, *_: object) -> None:
        begun.set()
        await two.clock.sleep(ACKNOWLEDGE_AFTER + 0.5)
        await answer_here(interaction, shown)
        await answer_of(interaction).change(page("your hand, and your chances"))

    async def promising(interaction: Interaction, *_: object) -> None:
        begun.set()
        await two.clock.sleep(ACKNOWLEDGE_AFTER + 0.5)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await answer_of(interaction).change(shown)
        await answer_of(interaction).change(page("your hand, and your chances"))

    before = two.message.text
    for handler in (slow, promising):
        monkeypatch.setitem(routing._handlers, "more", handler)
        answer = han.click(two.message, "More…")
        await two.clock.settle()
        assert begun.is_set()
        begun.clear()
        await two.clock.advance(ACKNOWLEDGE_AFTER)
        assert (await answer).acknowledged is UPDATE
        await two.clock.advance(0.5)
        await answer.done()
        (seen,) = answer.messages
        assert seen.ephemeral
        await two.local.world.until(partial(_tells, seen, "your chances"), 10)
    assert two.message.text == before


def _tells(seen: Seen, what: str) -> bool:
    return what in seen.text


async def test_a_table_that_takes_long_to_open_is_shown_to_everyone(evening: Evening, disk: Disk, lando: Player):
    await evening.cast.campaign()
    async with disk.held():
        opening = evening.gm.slash(evening.channel, "pilok open", preset="high stakes", clock="off")
        assert await disk.acknowledged(opening) is PRIVATELY
    await evening.gm.until_sees(evening.channel, lambda seen: seen.find("More…"))
    shown = await evening.drawn()
    assert shown in lando.sees(evening.channel)
    assert (await evening.table()).record.message_id == shown.id
    assert [seen for seen in evening.gm.sees(evening.channel) if seen.message.is_loading] == []
    await evening.sits(lando, "Lando")


async def test_a_form_opens_without_an_acknowledgement_although_the_disk_is_slow(two: Evening, disk: Disk, han: Player):
    async with disk.held():
        paying = han.slash(two.channel, "wallet pay", amount="100", to="Lando")
        await disk.is_asked()
        assert (await han.slash(two.channel, "character new")).acknowledged is Response.MODAL
        assert (await two.privately(han, "My seat", "Top up")).acknowledged is Response.MODAL
    await paying.done()


async def test_a_form_that_waits_too_long_is_answered_with_a_sentence_in_time(
    evening: Evening, disk: Disk, han: Player
):
    async with disk.held():
        asking = han.slash(evening.channel, "character new")
        await disk.is_asked()
        await evening.clock.advance(ACKNOWLEDGE_AFTER)
        assert asking.acknowledged is None
        await evening.clock.advance(FORM_WITHIN - ACKNOWLEDGE_AFTER)
        assert told(await asking) == TOO_LATE_FOR_FORM
    assert (await han.slash(evening.channel, "character new")).modal is not None
    assert asking.modal is None
    assert len(asking.messages) == 1
    async with disk.held():
        asking = han.slash(evening.channel, "character new")
        await disk.is_asked()
        await evening.clock.advance(ACKNOWLEDGE_AFTER)
    assert (await asking).modal is not None, "just in time"


async def test_choices_that_come_too_late_are_dropped_without_a_word(evening: Evening, disk: Disk, han: Player):
    refused = asyncio.Event()
    evening.local.on_request.append(lambda request: refused.set() if request.code == 10062 else None)
    async with disk.held():
        typing = asyncio.create_task(han.autocomplete(evening.channel, "wallet pay", "to", "L"))
        await disk.is_asked()
        await evening.clock.advance(3)
        with pytest.raises(ClientRefused):
            await typing
    await evening.clock.settle()
    assert refused.is_set()
    assert han.sees(evening.channel) == []
    assert await han.autocomplete(evening.channel, "wallet pay", "to", "par") != []


async def test_a_handler_that_answers_while_the_acknowledgement_is_on_its_way_is_heard(
    two: Evening, disk: Disk, han: Player
):
    arrived, go_on = asyncio.Event(), asyncio.Event()

    async def hold(request: object) -> None:
        arrived.set()
        await go_on.wait()

    async with disk.held():
        making = two.gm.slash(two.channel, "npc new", template="Regular", name="Roark")
        await disk.is_asked()
        two.local.on_call.append(hold)
        await two.clock.advance(ACKNOWLEDGE_AFTER)
        assert arrived.is_set()
    await two.clock.settle()
    assert await two.services.db.fetch("SELECT 1 FROM characters WHERE name = 'Roark'") != []
    two.local.on_call.remove(hold)
    go_on.set()
    await making.done()
    assert making.acknowledged is PRIVATELY
    assert "Roark" in told(making)
