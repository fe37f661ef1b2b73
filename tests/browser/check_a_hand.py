"""A whole hand of Pi'Lok by two people in two tabs, from the command that opens the table to the purses after it."""

import pytest
from playwright.async_api import expect

from bot.ledger import audit
from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded

HAN_DEALS, THE_LIFT, ORBIT, THE_DEEP = (2,), (5, 2), (1, 1), (1, 3)


@pytest.fixture
def chances() -> RngFactory:
    """Lando leads all the way."""
    return loaded(HAN_DEALS, THE_LIFT, ORBIT, THE_DEEP)


async def sits(tab: Tab, other: Tab) -> None:
    name = str(tab.player.user.display_name)
    await tab.click("Sit")
    await tab.fill(your_character=name)
    await expect(tab.form).to_have_count(0)
    for each in (tab, other):
        await expect(each.table).to_contain_text(f"{name} sits down with 500 cr")


async def leaves(tab: Tab) -> None:
    name = str(tab.player.user.display_name)
    await tab.click("My seat")
    await tab.click("Leave", within=tab.message("in the purse"))
    await expect(tab.table).not_to_contain_text(f"◦ {name}")


async def test_two_people_play_a_hand_in_two_tabs(playground: Playground, tab: OpenTab):
    lando, han = await tab("Lando"), await tab("Han")

    await lando.command("/pilok open preset:high stakes clock:off")
    await sits(lando, han)
    await sits(han, lando)
    await han.click("Deal")
    await expect(lando.table.get_by_role("heading")).to_have_text("Three Street Pi'Lok · The Lift")

    await lando.click("Bet…")
    await lando.fill(bet="50")
    await expect(han.table).to_contain_text("Pot 70 cr · bet 50 cr")
    await han.click("Call 50 cr")
    for street in ("Orbit", "The Deep"):
        for one in (lando, han):
            await expect(one.table.get_by_role("heading")).to_have_text(f"Three Street Pi'Lok · {street}")
            await expect(one.table).to_contain_text("▸ Lando")
        await lando.click("Check")
        await expect(han.table).to_contain_text("▸ Han")
        await han.click("Check")
    for one in (lando, han):
        await expect(one.table).to_contain_text("Lando may jump.")
    await lando.click("Pass")
    await expect(han.table).to_contain_text("▸ Han")
    await han.click("Pass")

    for one in (lando, han):
        await expect(one.table).to_contain_text("Lando takes the pot with 6: 120 cr.")
        await expect(one.table).to_contain_text("Lando ⚄⚀⚀ 6 · 560 cr")
        await expect(one.table).to_contain_text("Han ⚁⚀⚂ 5 · 440 cr")

    await leaves(lando)
    await leaves(han)
    for one, amount in ((lando, "1,060 cr"), (han, "940 cr")):
        await one.command("/wallet show")
        await expect(one.message("used /wallet show")).to_contain_text(amount)
    assert await playground.purses() == {"Lando": 1060, "Han": 940}
    assert (await audit(playground.services.db)).is_clean
