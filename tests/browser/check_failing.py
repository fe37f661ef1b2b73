"""What a person sees of a bot that is late, silent, or gone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from playground.people import Seen
from tests.browser.conftest import OpenTab, OpenTabAt
from tests.browser.playground import Playground, Rooms, joined, opened_with
from tests.local_discord import discord_put_back
from tests.playground.tiny_bot import TinyBot

FAILED = "This interaction failed"


@pytest_asyncio.fixture(loop_scope="session")
async def rooms() -> AsyncIterator[Rooms]:
    """Open a playground with the tiny bot, which can keep silent."""
    with discord_put_back():
        async with opened_with(TinyBot()) as opened:
            yield opened


async def table(rooms: Rooms) -> Seen:
    answer = await rooms.gm.slash(rooms.channel, "pilok open")
    return answer.shown


async def test_a_click_that_nobody_answers_fails_after_three_seconds(rooms: Rooms, tab_at: OpenTabAt):
    await table(rooms)
    han = await tab_at(rooms, "Han")
    button = han.button("Silent")

    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await expect(han.page.get_by_text(FAILED)).to_have_count(0)
    rooms.clock.skip(3)

    await expect(han.message("Pot 30")).to_contain_text(FAILED)
    await expect(button).to_have_attribute("aria-busy", "false")
    await expect(button).to_be_enabled()


async def test_failure_is_shown_only_to_the_clicker_until_their_next_click(rooms: Rooms, tab_at: OpenTabAt):
    await table(rooms)
    han, lando = await tab_at(rooms, "Han"), await tab_at(rooms, "Lando")
    await han.to_front()
    await han.button("Silent").click()
    await expect(han.button("Silent")).to_have_attribute("aria-busy", "true")
    rooms.clock.skip(3)
    await expect(han.message("Pot 30")).to_contain_text(FAILED)

    await han.button("Call").click()

    await expect(han.message("Pot 80")).not_to_contain_text(FAILED)
    await expect(lando.message("Pot 80")).not_to_contain_text(FAILED)
    assert [frame for frame in lando.frames if "failed" in frame] == []


@pytest.mark.parametrize("wish,moves", [("no-preference", True), ("reduce", False)])
async def test_waiting_is_shown_without_movement_to_who_wants_none(
    rooms: Rooms, tab_at: OpenTabAt, wish: str, moves: bool
):
    await table(rooms)
    han = await tab_at(rooms, "Han", reduced_motion=wish)
    await han.button("Silent").click()
    await expect(han.button("Silent")).to_have_attribute("aria-busy", "true")

    moving = await han.page.evaluate("document.getAnimations().map((one) => one.animationName)")
    smooth = await han.page.evaluate(
        "[...document.querySelectorAll('*')].some((box) => getComputedStyle(box).scrollBehavior === 'smooth')"
    )

    assert (moving != []) == moves
    assert not (smooth and not moves)


async def test_an_answer_that_takes_its_time_says_so_until_it_is_there(rooms: Rooms, tab_at: OpenTabAt):
    await table(rooms)
    han = await tab_at(rooms, "Han")

    await han.button("Later").click()

    await expect(han.message("Thought about it")).to_contain_text("Only you can see this")
    await expect(han.page.get_by_text("is thinking")).to_have_count(0)
    assert [frame for frame in han.frames if '"flags":192' in frame.replace(" ", "")] != []


async def test_the_page_is_there_before_the_bot_and_says_so(tmp_path: Path, tab_at: OpenTabAt):
    with discord_put_back():
        async with opened_with(None) as rooms:
            han = await tab_at(rooms, "Han")
            starting = han.page.get_by_text("Shadowport is starting…")
            await expect(starting).to_be_visible()

            async with joined(TinyBot(), rooms.local):
                await expect(starting).to_have_count(0)


async def test_a_connection_that_breaks_comes_back_and_nothing_that_was_typed_is_lost(
    playground: Playground, tab: OpenTab
):
    han = await tab("Han")
    cut = await han.cuttable()
    await han.composer.fill("I was about to say")
    playground.person("Lando").say(playground.channel, "Before")
    await expect(han.message("Before")).to_be_visible()

    await cut()
    playground.person("Lando").say(playground.channel, "Meanwhile")

    await expect(han.message("Meanwhile")).to_be_visible()
    await expect(han.log.get_by_text("Before")).to_have_count(1)
    await expect(han.composer).to_have_value("I was about to say")
    await han.composer.press("Enter")
    await expect(han.message("I was about to say")).to_be_visible()


async def test_a_page_of_an_earlier_run_says_where_to_look(tab_at: OpenTabAt):
    async with opened_with(None) as before:
        han = await tab_at(before, "Han")
        port = before.local.guard.port
    han.tolerate(r"ERR_CONNECTION_REFUSED|404|WebSocket connection to")

    async with opened_with(None, port=port):
        await expect(han.page.get_by_role("alert").filter(has_text="an earlier run")).to_be_visible()
