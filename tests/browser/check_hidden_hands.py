"""Cards that only their owner sees, in two tabs: a draw at Golem, and a side card at Pazaak."""

import re

import pytest
from playwright.async_api import Locator, expect

from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded

FROM_THE_TOP = (1,) * 60
"""Every card is the first that is left in its deck."""
SIDE_CARDS, LANDO_BEGINS = (1,) * 8, (40, 1)


@pytest.fixture
def chances(faces: tuple[int, ...]) -> RngFactory:
    return loaded(faces)


@pytest.fixture
def faces() -> tuple[int, ...]:
    """Return the numbers that chance yields."""
    return FROM_THE_TOP


async def opened(tab: OpenTab, command: str) -> tuple[Tab, Tab]:
    """Lando opens a table, and sits down there with Han."""
    lando, han = await tab("Lando"), await tab("Han")
    await lando.command(command)
    for one in (lando, han):
        name = str(one.player.user.display_name)
        await one.click("Sit")
        await one.fill(your_character=name)
        for each in (lando, han):
            await expect(each.table).to_contain_text(f"{name} sits down")
    return lando, han


def private(tab: Tab) -> Locator:
    """Return the last message that only this person sees."""
    return tab.message("Only you can see this")


async def picks(tab: Tab, *options: str) -> None:
    """Choose in the menu of their hand."""
    await tab.to_front()
    tab.clock.skip(1)
    await private(tab).get_by_role("combobox").click()
    for option in options:
        await tab.page.get_by_role("option", name=option).click()
    if len(options) > 1:
        await tab.page.keyboard.press("Escape")


async def test_cards_are_thrown_away_unseen_at_golem(playground: Playground, tab: OpenTab):
    lando, han = await opened(tab, "/golem open clock:off")
    await lando.click("Deal")
    await expect(private(lando)).to_contain_text("10 of iron, 9 of iron, 8 of iron, 7 of iron and 6 of iron")
    for one, name in ((han, "Han"), (lando, "Lando")):
        await expect(one.table).to_contain_text(f"▸ {name}")
        await one.click("Check", within=one.table)

    await expect(han.table).to_contain_text("to choose")
    await han.click("My hand", within=han.table)
    await expect(private(han)).to_contain_text("5 of iron, 4 of iron, 3 of iron, 2 of iron and 1 of iron")
    await picks(han, "1 of iron", "3 of iron")
    await han.click("Discard: 3 of iron, 1 of iron")
    await expect(han.table).not_to_contain_text(re.compile("Han.*to choose"))
    await lando.click("Keep all five")
    await expect(lando.table).to_contain_text("Han draws 2")

    await expect(private(han)).to_contain_text("12 of iron, 11 of iron, 5 of iron, 4 of iron and 2 of iron")
    for one in (lando, han):
        await expect(one.table).not_to_contain_text("of iron")
    assert not [frame for frame in lando.frames if "12 of iron" in frame or "3 of iron" in frame]


async def undrawn(one: Tab) -> list[str]:
    """Words of the table that are there and aren't drawn."""
    await one.to_front()
    return await one.table.evaluate(
        """(table) => [...table.querySelectorAll(".text-display *")]
          .filter((element) => element.textContent.trim() && !element.getClientRects().length)
          .map((element) => element.outerHTML)"""
    )


@pytest.mark.parametrize("faces", [(*SIDE_CARDS, *LANDO_BEGINS, *FROM_THE_TOP)], ids=["Lando begins"])
async def test_a_table_that_changes_behind_another_tab_is_drawn_whole(playground: Playground, tab: OpenTab):
    lando, han = await opened(tab, "/pazaak open decks:The standard deck sets:1 clock:off")
    await lando.click("Deal", within=lando.table)
    for at in range(5):
        one, other = (lando, han) if at % 2 == 0 else (han, lando)
        for each in (lando, han):
            await expect(each.table).to_contain_text(f"▸ {'Lando' if one is lando else 'Han'}")
        await one.click("End turn", within=one.table)
        await other.table.inner_text()
    assert [await undrawn(one) for one in (lando, han)] == [[], []]
