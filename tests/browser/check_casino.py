"""The casino floor in two tabs: the house edge is told before a table opens, and bets lie there for all to see.

Each step replaces the buttons of a table, so nobody clicks before their page shows the step before.
"""

import pytest
from playwright.async_api import expect

from bot.ledger import audit
from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded

HAN_SHOOTS, POINT, DEALER, SECOND = (2,), (15,), (2, 4, 2), (3,)
EIGHTEEN = (18,)


@pytest.fixture
def faces() -> tuple[tuple[int, ...], ...]:
    """Return the numbers that chance yields."""
    return ()


@pytest.fixture
def chances(faces: tuple[tuple[int, ...], ...]) -> RngFactory:
    return loaded(*faces)


async def opened(tab: OpenTab, command: str, *edges: str) -> tuple[Tab, Tab]:
    """Lando is shown what the house keeps of each bet, opens the table, and sits down there with Han."""
    lando, han = await tab("Lando"), await tab("Han")
    await lando.command(command)
    offer = lando.message("Open the table")
    for edge in edges:
        await expect(offer).to_contain_text(edge)
    await lando.click("Open the table")
    for one in (lando, han):
        name = str(one.player.user.display_name)
        await one.click("Sit")
        await one.fill(your_character=name)
        for each in (lando, han):
            await expect(each.table).to_contain_text(f"{name} sits down")
    return lando, han


async def picked(tab: Tab, option: str) -> None:
    """Choose in the menu of the form that is open."""
    await tab.form.get_by_role("combobox").click()
    await tab.page.get_by_role("option", name=option, exact=True).click()


@pytest.mark.parametrize("faces", [(HAN_SHOOTS, POINT, DEALER, SECOND)], ids=["Han bounds the dealer"])
async def test_a_round_of_bounder_is_bet_on_and_settled(playground: Playground, tab: OpenTab):
    lando, han = await opened(tab, "/bounder open clock:off", "18.5%", "75%")
    await lando.click("First round")
    await expect(han.table).to_contain_text("▸ Han")
    await han.click("Stake…")
    await han.fill(how_much="20")
    await han.click("Keep the stake")
    await expect(lando.table).to_contain_text("Point 15")

    await lando.click("Bet…")
    await lando.fill(how_much="30")
    await expect(lando.table).to_contain_text("30 cr on the point")
    await lando.click("Bet…")
    await picked(lando, "All even: 5 cr to 220 cr")
    await lando.fill(how_much="10")
    for one in (lando, han):
        await expect(one.table).to_contain_text("10 cr on even")
    await lando.click("Done")
    await expect(han.table).to_contain_text("done")
    await han.click("Roll")
    for one in (lando, han):
        await expect(one.table).to_contain_text("Next round")
        await expect(one.table).to_contain_text("Lando +40 cr · 290 cr")
        await expect(one.table).to_contain_text("+20 cr")
    assert (await audit(playground.services.db)).is_clean


@pytest.mark.parametrize("faces", [(EIGHTEEN,)], ids=["18"])
async def test_numbers_and_red_are_bet_on_at_roulette(playground: Playground, tab: OpenTab):
    lando, han = await opened(tab, "/roulette open clock:off", "2.7%")
    await lando.click("First spin")
    await lando.click("Numbers…")
    await lando.fill(which="17-20", how_much="5")
    await expect(han.table).to_contain_text("17-20")
    await han.click("Red, odd, dozens…")
    await picked(han, "Red")
    await han.fill(how_much="20")
    await expect(lando.table).to_contain_text("20 cr on red")
    await lando.click("Done")
    await expect(han.table).to_contain_text("17-20 · done")
    await han.click("Done")
    for one in (lando, han):
        await expect(one.table).to_contain_text("Han wins 20 cr with red. Lando loses 5 cr.")
        await expect(one.table).to_contain_text("Lando −5 cr · 245 cr")
        await expect(one.table).to_contain_text("+20 cr")
    assert (await audit(playground.services.db)).is_clean
