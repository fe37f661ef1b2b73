"""A hand of Baldur Hold'em in three tabs: a die is palmed unseen, an NPC is frightened, and the GM decides."""

import pytest
from playwright.async_api import Locator, expect

from bot.ledger import audit
from bot.tables.hands import Chances
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded

NPC_DICE, FLOP, VOID = (14, 5, 8, 1), (9, 2, 13), (4, 4)
WINS, LOSES = (5, 5, 4), (1, 2, 3)
"""What three dice of whoever has no sheet show, the last of them wild."""
LANDO, HAN = (3, 9, 20), (7, 11, 4)
AGAIN = 9
"""What Lando's lowest die shows when it is thrown again."""


@pytest.fixture
def chances() -> Chances:
    return loaded(NPC_DICE, WINS, LOSES, LANDO, (AGAIN,), HAN, WINS, LOSES, FLOP, VOID)


def private(tab: Tab) -> Locator:
    """The last thing that only this person sees."""
    return tab.message("Only you can see this")


async def picks(tab: Tab, label: str, option: str) -> None:
    await tab.form.get_by_role("combobox", name=label).click()
    await tab.page.get_by_role("option", name=option, exact=True).click()


async def test_a_hand_is_played_with_a_helping_hand(playground: Playground, tab: OpenTab):
    gm, lando, han = await tab("Lady Proxima"), await tab("Lando"), await tab("Han")
    await gm.command("/baldur open ante:10 clock:off")
    await gm.click("Open the table")
    for one in (lando, han):
        name = str(one.player.user.display_name)
        await one.click("Sit")
        await one.fill(your_character=name)
        await expect(one.table).to_contain_text(f"{name} sits down with 500 cr.")
    await lando.click("Deal")
    await expect(lando.table).to_contain_text("Three NPCs are in, with four dice that only the GM sees.")

    await lando.click("Up my sleeve", within=lando.table)
    await lando.click("Palm one of your dice…", within=private(lando))
    await picks(lando, "Which one falls again?", "The lowest")
    await lando.fill()
    await expect(private(lando)).to_contain_text("Nobody has noticed: of your own dice the lowest is thrown again")
    await lando.click("Roll your dice", within=private(lando))
    await expect(han.table).to_contain_text("Lando 9 · 9 · 20 pair of 9s")
    await han.click("Roll your dice", within=han.table)

    await han.click("Up my sleeve", within=han.table)
    await han.click("Influence…", within=private(han))
    for label, option in (
        ("How?", "Intimidate them"),
        ("Influence whom?", "The NPCs without a seat"),
        ("What you claim", "A weak hand"),
    ):
        await picks(han, label, option)
    await han.fill()
    await expect(lando.table).to_contain_text("An NPC is shaken: the GM decides.")
    await expect(lando.table).to_contain_text("whoever influences Han has disadvantage")
    await lando.click("The GM decides", within=lando.table)
    await expect(private(lando)).not_to_contain_text("14 · 5 · 8 · 1")
    await gm.click("The GM decides", within=gm.table)
    await expect(private(gm)).to_contain_text("14 · 5 · 8 · 1")
    await expect(private(gm)).to_contain_text("Cheated unseen in this hand: Lando.")
    await gm.click("The NPC folds", within=private(gm))
    await expect(lando.table).to_contain_text("An NPC is shaken, and folds.")

    for button in ("Stay in", "Stay in 20 cr", "Stay in 30 cr"):
        for one in (lando, han):
            await expect(one.button(button, within=one.table)).to_be_visible()
            await expect(one.table).to_contain_text(f"▸ {one.player.user.display_name}")
            await one.click(button, within=one.table)
    for one in (lando, han, gm):
        await expect(one.table).to_contain_text("Lando takes the pot with a full house, 9s over 4s: 200 cr.")
        await expect(one.table).to_contain_text(
            "Until the end of the next hand whoever influences Han has disadvantage."
        )
    assert not [frame for one in (lando, han) for frame in one.frames if "cheated unseen" in frame.lower()]
    assert (await audit(playground.house.db)).is_clean
