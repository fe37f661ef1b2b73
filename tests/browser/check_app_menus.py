"""The bot's commands in the menus of messages and people: by mouse, keyboard and touch, answered as on Discord."""

import re

import pytest
from playwright.async_api import Locator, expect

from playground.discord.world import Permission
from tests.browser.axe import serious_findings
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
ON_MESSAGES, ON_PEOPLE = ["Rules of this table", "Verify this hand"], ["Challenge", "Pay", "Wallet"]
MORE = "More for this message"


def more(message: Locator) -> Locator:
    return message.get_by_role("button", name=MORE)


def author(message: Locator, name: str) -> Locator:
    return message.get_by_role("button", name=f"Apps for {name}")


def menu(tab: Tab) -> Locator:
    return tab.page.get_by_role("menu", name="Apps")


async def entries(tab: Tab) -> list[str]:
    await expect(menu(tab)).to_be_visible()
    return sorted(await menu(tab).get_by_role("menuitem").all_inner_texts())


async def chosen(tab: Tab, name: str) -> None:
    tab.clock.skip(1)
    await menu(tab).get_by_role("menuitem", name=name).click()
    await expect(menu(tab)).to_have_count(0)


async def test_the_menu_of_a_message_is_in_sight_only_under_the_mouse(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han")
    lando = await tab("Lando")
    tools = lando.table.locator(".message-tools")
    await expect(tools).to_have_css("opacity", "0")

    await lando.table.hover()
    await expect(tools).to_have_css("opacity", "1")
    await more(lando.table).click()

    assert await entries(lando) == ON_MESSAGES
    await chosen(lando, "Rules of this table")
    rules = lando.message("The game in one minute")
    await expect(rules).to_contain_text("Only you can see this")
    await expect(rules).to_contain_text("Lando used Rules of this table")
    await expect(more(rules)).to_have_count(0)


async def test_the_menu_of_a_person_leads_to_a_private_page_and_a_form(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han")
    playground.person("Han").say(playground.channel, "Deal me in")
    lando = await tab("Lando")
    said = lando.message("Deal me in")

    await author(said, "Han").click()
    assert await entries(lando) == ON_PEOPLE
    await chosen(lando, "Wallet")
    await expect(lando.message("isn't yours to play.")).to_contain_text("Only you can see this")
    await author(said, "Han").click()
    await chosen(lando, "Pay")
    await lando.fill(Amount="50", Reason="a debt")
    await expect(lando.message("pays")).to_contain_text("a debt")


async def test_both_menus_need_no_mouse(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han")
    playground.person("Lando").say(playground.channel, "Deal me in")
    lando = await tab("Lando")
    said, keyboard = lando.message("Deal me in"), lando.page.keyboard
    await expect(said).to_be_visible()

    await said.focus()
    await keyboard.press("Tab")
    await expect(more(said)).to_be_focused()
    await expect(said.locator(".message-tools")).to_have_css("opacity", "1")
    await keyboard.press("Enter")
    await expect(menu(lando).get_by_role("menuitem").first).to_be_focused()
    await keyboard.press("ArrowUp")
    await expect(menu(lando).get_by_role("menuitem").last).to_be_focused()
    await keyboard.press("Escape")
    await expect(menu(lando)).to_have_count(0)
    await expect(more(said)).to_be_focused()

    await keyboard.press("Tab")
    await expect(author(said, "Lando")).to_be_focused()
    await keyboard.press("Space")
    wallet = menu(lando).get_by_role("menuitem", name="Wallet")
    await expect(menu(lando).get_by_role("menuitem").first).to_be_focused()
    while not await wallet.evaluate("(item) => item === document.activeElement"):
        await keyboard.press("ArrowDown")
    lando.clock.skip(1)
    await keyboard.press("Enter")
    await expect(lando.message("in the wallet")).to_contain_text("Lando used Wallet")
    await expect(author(said, "Lando")).to_be_focused()
    stops = await lando.log.locator("[aria-haspopup=menu]").evaluate_all("(all) => all.map((one) => one.tabIndex)")
    assert stops.count(0) == 2


async def test_a_person_who_has_written_nothing_has_a_menu_in_the_list(playground: Playground, tab: OpenTab):
    gm = await tab("Lady Proxima")
    han = gm.page.get_by_role("link", name="Han", exact=True)

    await han.click(button="right")
    assert await entries(gm) == ON_PEOPLE
    await gm.page.keyboard.press("Escape")
    button = gm.page.get_by_role("navigation", name="Playing as").get_by_role("button", name="Apps for Han")
    await expect(button).to_be_focused()
    await gm.page.keyboard.press("Enter")
    await expect(menu(gm).get_by_role("menuitem").first).to_be_focused()
    await chosen(gm, "Wallet")

    await expect(gm.message("That person plays no character")).to_contain_text("Only you can see this")


async def test_without_the_permission_a_menu_is_empty_and_an_old_one_refuses(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han")
    lando = await tab("Lando")
    await more(lando.table).click()
    await expect(menu(lando)).to_be_visible()

    everyone = playground.demo.guild.roles[playground.demo.guild.id]
    bits = int(Permission.USE_APPLICATION_COMMANDS)
    playground.local.world.set_overwrite(playground.channel, everyone, deny=bits)
    await chosen(lando, "Rules of this table")
    await expect(lando.table.get_by_role("alert")).to_have_text("There is no such command here.")

    await more(lando.table).click()
    assert await entries(lando) == ["No commands here"]
    await expect(lando.table.get_by_role("alert")).to_have_count(0)


async def test_a_message_that_is_no_table_says_so(playground: Playground, tab: OpenTab):
    playground.person("Han").say(playground.channel, "Deal me in")
    lando = await tab("Lando")

    await more(lando.message("Deal me in")).click()
    await chosen(lando, "Rules of this table")

    await expect(lando.message("isn't the message of an open table")).to_contain_text("Only you can see this")


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_menus_fit_a_phone_and_a_finger(playground: Playground, tab: OpenTab, scheme: str):
    await playground.table("Lando", "Han")
    for text in ("Deal me in", "Or not"):
        playground.person("Han").say(playground.channel, text)
    lando = await tab("Lando", color_scheme=scheme, bypass_csp=True, **PHONE)
    said = lando.message("Or not")

    for button in (more(said), more(lando.table), author(lando.message("Deal me in"), "Han")):
        await button.tap()
        await expect(menu(lando)).to_be_visible()
        box, face = await menu(lando).bounding_box(), await button.bounding_box()
        assert box is not None
        assert face is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 780
        assert face["height"] >= 44
        assert await serious_findings(lando.page) == []
        await lando.page.keyboard.press("Escape")
    await lando.page.get_by_role("button", name=re.compile("^Playing as")).click()
    await lando.form.get_by_role("button", name="Apps for Lando").tap()
    assert await entries(lando) == ON_PEOPLE
    assert await serious_findings(lando.page) == []
    await chosen(lando, "Wallet")
    await expect(lando.form).to_have_count(0)
    await expect(lando.message("in the wallet")).to_be_visible()
