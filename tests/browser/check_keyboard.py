"""A whole hand without a mouse: the focus is always somewhere, and always seen."""

import re
from dataclasses import dataclass

import pytest
from playwright.async_api import Locator, expect

from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded

# A focus that is lost for good is waited for in vain.
_FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  return {
    told: at.outerHTML.slice(0, 200),
    isRinged: (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none",
    isInView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""
_FARTHEST = 60


@pytest.fixture
def chances() -> RngFactory:
    """Lando leads all the way."""
    return loaded((2,), (5, 2), (1, 1), (1, 3))


@dataclass
class Keys:
    """Somebody who has only a keyboard."""

    tab: Tab

    async def press(self, key: str) -> None:
        """Press a key; wherever the focus goes by it, it must be seen there."""
        await self.tab.page.keyboard.press(key)
        await self.sees_where_they_are()

    async def sees_where_they_are(self) -> None:
        found = await self.tab.page.wait_for_function(_FOCUSED)
        focused = await found.json_value()
        assert focused["isInView"], focused
        is_written_in = await self.tab.page.evaluate("document.activeElement.matches('input, textarea')")
        assert focused["isRinged"] or is_written_in, focused

    async def go_to(self, wanted: Locator, key: str = "Shift+Tab") -> None:
        """Press a key until the focus is there; from the composer the table is upwards."""
        for _ in range(_FARTHEST):
            if await wanted.evaluate("(element) => element === document.activeElement"):
                return
            await self.press(key)
        raise AssertionError(f"{wanted} can't be reached by {key}")

    async def use(self, name: str) -> None:
        """Go to the table's button of that name from the composer, and press it."""
        self.tab.clock.skip(1)
        button = self.tab.button(name, within=self.tab.table)
        await expect(button).to_be_enabled()
        await self.tab.composer.focus()
        await self.go_to(button)
        await self.press("Enter")

    async def become(self, number: int, name: str) -> None:
        await self.tab.page.keyboard.press(f"Alt+{number}")
        await expect(self.tab.page.get_by_role("region", name="You")).to_contain_text(name)
        await expect(self.tab.table).to_be_visible()
        await self.sees_where_they_are()


async def test_a_whole_hand_is_played_without_a_mouse(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han")
    lando = await tab("Lando")
    keys = Keys(lando)

    await lando.composer.focus()
    await keys.use("Deal")
    await expect(lando.table.get_by_role("heading")).to_have_text("Pi'Lok · The Lift")
    await keys.sees_where_they_are()

    await keys.use("Bet…")
    await expect(lando.form.get_by_role("textbox")).to_be_focused()
    await lando.page.keyboard.press("Control+A")
    await lando.page.keyboard.type("50")
    await lando.page.keyboard.press("Enter")
    await expect(lando.table).to_contain_text("Pot 70 cr · bet 50 cr")
    await expect(lando.form).to_have_count(0)
    await keys.sees_where_they_are()

    await keys.become(4, "Han")
    await keys.use("Call 50 cr")
    for street in ("Orbit", "The Deep"):
        await expect(lando.table.get_by_role("heading")).to_have_text(f"Pi'Lok · {street}")
        await keys.become(3, "Lando")
        await keys.use("Check")
        await expect(lando.table).to_contain_text("▸ Han")
        await keys.sees_where_they_are()
        await keys.become(4, "Han")
        await keys.use("Check")
    await keys.become(3, "Lando")
    await keys.use("Pass")
    await expect(lando.table).to_contain_text("▸ Han")
    await keys.become(4, "Han")
    await keys.use("Pass")

    await expect(lando.table).to_contain_text("Lando takes the pot with 6: 120 cr.")
    await keys.sees_where_they_are()


async def test_a_table_is_found_sat_down_at_and_left_without_a_mouse(playground: Playground, tab: OpenTab):
    qira = await tab("Qi'ra")
    keys = Keys(qira)

    await keys.press("Tab")
    await keys.go_to(qira.composer, "Tab")
    await qira.page.keyboard.type("/pilok open")
    await expect(qira.page.get_by_role("option", name="/pilok open")).to_be_visible()
    await qira.page.keyboard.press("Enter")
    await qira.page.keyboard.press("Enter")
    await expect(qira.table).to_be_visible()
    await keys.use("Sit")
    await expect(qira.form.get_by_label("Your character's name")).to_be_focused()
    await qira.page.keyboard.type("Qi'ra")
    await keys.go_to(qira.form.get_by_role("button", name="Submit"), "Tab")
    await keys.press("Enter")
    await expect(qira.table).to_contain_text("Qi'ra sits down")
    await expect(qira.form).to_have_count(0)
    await keys.sees_where_they_are()

    await keys.use("My seat")
    page = qira.message("in the wallet")
    await expect(page).to_be_visible()
    await qira.composer.focus()
    await keys.go_to(qira.button("Leave", within=page))
    await keys.press("Enter")
    await expect(qira.table).to_contain_text("Qi'ra leaves")


async def test_a_focus_stays_on_its_button_while_the_table_is_redrawn(playground: Playground, tab: OpenTab):
    table = await playground.table("Lando", "Han", deal=True)
    qira = await tab("Qi'ra")
    seat = qira.button("My seat")
    await seat.focus()

    await playground.person("Lando").click(table, "Check")
    await expect(qira.table).to_contain_text("Lando checks.")

    await expect(seat).to_be_focused()


async def test_the_focus_goes_to_the_message_when_its_button_is_gone(playground: Playground, tab: OpenTab):
    table = await playground.table("Lando", "Han")
    qira = await tab("Qi'ra")
    await qira.button("Deal").focus()

    await playground.person("Lando").click(table, "Deal")
    await expect(qira.table).to_contain_text("to move")

    is_inside = "(article) => article.contains(document.activeElement)"
    assert await qira.table.evaluate(is_inside)


async def test_arrows_lead_through_the_messages_and_f6_through_the_page(playground: Playground, tab: OpenTab):
    for number in range(4):
        playground.person("Han").say(playground.channel, f"Line {number}")
    lando = await tab("Lando")
    await expect(lando.message("Line 3")).to_be_visible()
    keys = Keys(lando)
    await lando.message("Line 3").focus()

    await keys.press("ArrowUp")
    await keys.press("ArrowUp")
    await expect(lando.message("Line 1")).to_be_focused()
    await keys.press("ArrowDown")
    await expect(lando.message("Line 2")).to_be_focused()
    await keys.press("End")
    await expect(lando.message("Line 3")).to_be_focused()

    regions: list[str | None] = []
    for _ in range(4):
        await keys.press("F6")
        regions.append(await lando.page.evaluate("document.activeElement.closest('[data-region]')?.dataset.region"))
    assert len(set(regions)) == 4


async def test_escape_closes_what_is_open_and_the_focus_goes_back(playground: Playground, tab: OpenTab):
    await playground.table("Lando")
    lando = await tab("Lando")
    keys = Keys(lando)
    for name, opened in (
        ("Choose a table", lando.form),
        ("Reset the playground", lando.form),
        ("Colours", lando.page.get_by_role("menu")),
    ):
        opener = lando.page.get_by_role("button", name=name, exact=True)
        await opener.focus()
        await lando.page.keyboard.press("Enter")
        await expect(opened).to_be_visible()
        await keys.sees_where_they_are()
        await lando.page.keyboard.press("Escape")
        await expect(opened).to_have_count(0)
        await expect(opener).to_be_focused()


async def test_channels_are_switched_by_typing(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")
    await lando.page.keyboard.press("Control+k")
    await expect(lando.form).to_be_visible()

    await lando.page.keyboard.type("chat")
    await lando.page.keyboard.press("Enter")

    await expect(lando.form).to_have_count(0)
    await expect(lando.page.get_by_role("combobox", name="Message #chatter")).to_be_visible()
    await expect(lando.page).to_have_title(re.compile("^#chatter"))
