"""A hand that somebody walks into, or out of: a reload, a tab that comes late, a click on what is no longer."""

import re

import pytest
from playwright.async_api import expect

from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.e2e.conftest import loaded


@pytest.fixture
def chances() -> RngFactory:
    """Lando leads."""
    return loaded((2,), (5, 2), (1, 1), (1, 3))


async def test_a_reload_in_the_middle_of_a_hand_loses_and_doubles_nothing(playground: Playground, tab: OpenTab):
    table = await playground.table("Lando", "Han", deal=True)
    lando = await tab("Lando")
    await lando.click("My seat")
    await expect(lando.message("500 cr in the wallet")).to_be_visible()
    await lando.composer.fill("half a sent")

    await lando.page.reload()

    await lando.is_ready()
    await expect(lando.composer).to_have_value("half a sent")
    await expect(lando.log.get_by_role("heading", name="The Lift")).to_have_count(1)
    await expect(lando.message("500 cr in the wallet")).to_have_count(1)
    await lando.click("Check")
    await expect(lando.table).to_contain_text("▸ Han")
    assert table.text.count("**Lando** checks.") == 1


async def test_a_click_and_a_reload_at_once_count_once(playground: Playground, tab: OpenTab):
    table = await playground.table("Lando", "Han", deal=True)
    lando = await tab("Lando")
    await lando.button("Check").click()
    await lando.page.reload()

    await expect(lando.table).to_contain_text("▸ Han")
    assert table.text.count("**Lando** checks.") == 1


async def test_player_out_of_turn_alone_sees_the_refusal(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han", deal=True)
    lando, han = await tab("Lando"), await tab("Han")

    await han.click("Check")

    await expect(han.message("It isn't your turn.")).to_contain_text("Only you can see this")
    assert [frame for frame in lando.frames if "your turn" in frame] == []


async def test_mention_in_another_channel_marks_that_channel(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")
    high_stakes = playground.demo.channels[1]

    playground.person("Han").say(high_stakes, f"<@{lando.player.id}> come over")

    entry = lando.page.get_by_role("button", name=re.compile("high-stakes.*1 mention"))
    await expect(entry).to_be_visible()
    await expect(lando.page).to_have_title(re.compile(r"^\(1\)"))
    await entry.click()
    await expect(lando.message("@Lando come over")).to_be_visible()
    await expect(lando.page).to_have_title(re.compile("^#high-stakes"))


async def test_three_hundred_messages_are_read_back_to_the_first(playground: Playground, tab: OpenTab):
    for number in range(300):
        playground.person("Han").say(playground.channel, f"Line {number}")
    lando = await tab("Lando")
    await expect(lando.message("Line 299")).to_be_visible()
    first = lando.log.get_by_text("Line 0", exact=True)

    for _ in range(30):
        if await first.count():
            break
        await lando.log.hover()
        await lando.page.mouse.wheel(0, -20_000)
        await expect(lando.log).not_to_have_attribute("aria-busy", "true")

    await expect(first).to_be_visible()
    await lando.page.get_by_role("button", name="Jump to the newest").click()
    await expect(lando.message("Line 299")).to_be_in_viewport()
