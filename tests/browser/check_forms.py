"""Forms: what is wrong with them is said where it is wrong, and nothing that was typed is lost on the way."""

import re

from playwright.async_api import expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground


async def test_a_missing_answer_is_told_under_its_field_and_nothing_is_sent(playground: Playground, tab: OpenTab):
    await playground.table()
    han = await tab("Han")
    await han.click("Sit")
    name = han.form.get_by_label("Your character's name")
    await han.form.get_by_label("Skills").fill("Gambling 8D")

    await han.fill(buy_in="500 cr")

    await expect(name).to_have_accessible_description(re.compile("This field is required."))
    await expect(name).to_be_focused()
    await expect(han.form.get_by_label("Skills")).to_have_value("Gambling 8D")
    assert [asked for asked in han.sent if "submit" in asked] == []


async def test_a_mistake_that_only_the_bot_finds_costs_nothing(playground: Playground, tab: OpenTab):
    table = await playground.table("Lando", "Han", deal=True)
    to_move = "Lando" if "▸ **Lando**" in table.text else "Han"
    one = await tab(to_move)
    await one.click("Bet…")
    await one.fill(bet="5000")

    await expect(one.message("The largest bet is 490 cr.")).to_contain_text("Only you can see this")
    await expect(one.table).to_contain_text(f"▸ {to_move}")
    await expect(one.table).to_contain_text("Pot 20 cr")

    await one.click("Bet…")
    await one.fill(bet="all in")
    await expect(one.table).to_contain_text(re.compile(f"{to_move} .*all in for 500 cr", re.DOTALL))


async def test_a_form_that_is_closed_does_nothing(playground: Playground, tab: OpenTab):
    table = await playground.table("Lando")
    han = await tab("Han")
    before = table.text
    sit = han.button("Sit")

    await sit.click()
    await han.form.get_by_label("Your character's name").fill("Han")
    await han.page.keyboard.press("Escape")
    await expect(han.form).to_have_count(0)
    await expect(sit).to_be_focused()
    await sit.click()
    await han.form.get_by_role("button", name="Cancel").click()

    await expect(han.form).to_have_count(0)
    assert table.text == before


async def test_enter_submits_and_a_long_text_takes_new_lines(playground: Playground, tab: OpenTab):
    await playground.table()
    han = await tab("Han")
    await han.click("Sit")
    await expect(han.form.get_by_label("Your character's name")).to_be_focused()
    await han.page.keyboard.type("Han")
    await han.page.keyboard.press("Tab")
    await han.page.keyboard.type("Gambling 8D")
    await han.page.keyboard.press("Enter")
    await han.page.keyboard.type("Perception 3D")
    await expect(han.form.get_by_label("Skills")).to_have_value("Gambling 8D\nPerception 3D")

    await han.page.keyboard.press("Control+Enter")

    await expect(han.table).to_contain_text("Han sits down")
