"""Baldur Hold'em in two tabs: a table is tried, somebody is frightened, the GM decides, and the best five dice win."""

import re

import pytest
from playwright.async_api import Locator, expect

from bot.engine.cheating.wrapper import CLAIM_LABEL
from bot.ledger import audit
from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded

NPCS, OWN, FLOP, VOID = (14, 5, 8, 1), (20, 3, 9), (2, 7, 10), (11, 19)
FRIGHTENS, IS_FRIGHTENED = (6, 6, 6), (1, 1, 1)


@pytest.fixture
def chances() -> RngFactory:
    return loaded(NPCS, OWN, FRIGHTENS, IS_FRIGHTENED, FLOP, VOID)


async def picks(tab: Tab, label: str, option: str) -> None:
    """Choose in one of the menus of the form that is open."""
    await tab.to_front()
    await tab.form.get_by_role("combobox", name=re.compile(f"^{re.escape(label)}")).click()
    await tab.page.get_by_role("option", name=option, exact=True).click()


def private(tab: Tab) -> Locator:
    """Return the last message that only this person sees."""
    return tab.message("Only you can see this")


async def test_a_tried_table_is_played_to_the_showdown_and_the_gm_decides(playground: Playground, tab: OpenTab):
    gm, han = await tab("Lady Proxima"), await tab("Han")
    await gm.click("Choose a table")
    await gm.form.get_by_label(re.compile("^Game")).select_option("baldur")
    await gm.form.get_by_label("Han").check()
    await gm.click("Open the table", within=gm.form)
    await expect(han.table).to_contain_text("Han sits down")

    await han.click("Deal", within=han.table)
    await han.click("Up my sleeve", within=han.table)
    await expect(private(han)).to_contain_text("Roll three dice.")
    await han.click("Roll your dice", within=han.table)
    for one in (han, gm):
        await expect(one.table).to_contain_text("20 high")
    await expect(private(han)).to_contain_text("20 high")
    await han.click("Influence…", within=private(han))
    await picks(han, "How?", "Intimidate them")
    await picks(han, "Influence whom?", "The NPCs")
    await picks(han, CLAIM_LABEL, "A strong hand")
    await han.form.get_by_role("button", name="Submit").click()

    luck = "Until the next hand is over, anyone who influences Han has disadvantage."
    for one in (han, gm):
        await expect(one.table).to_contain_text("is shaken.")
        await expect(one.table).to_contain_text(luck)
    await gm.click("GM page", within=gm.table)
    await expect(private(gm)).to_contain_text("14 · 5 · 8 · 1")
    await gm.click("The NPC folds")
    await expect(private(gm)).to_contain_text("The NPC leaves the hand?")
    await gm.click("The NPC folds")
    await expect(han.table).to_contain_text("An NPC is shaken, and folds.")
    for price in ("Stay in", "Stay in 200 cr", "Stay in 300 cr"):
        await han.click(price, within=han.table)
    for one in (han, gm):
        await expect(one.table).to_contain_text("Han takes the pot with a straight to 11")
        await expect(one.table).to_contain_text(luck)
    assert not [frame for frame in han.frames if "14 · 5" in frame]
    assert (await audit(playground.services.db)).is_clean
