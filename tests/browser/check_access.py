"""Nothing stands in the way of somebody who sees badly or not at all, or has a small screen: axe and a ruler."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.browser.axe import CONTRAST, serious_findings
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.posting import button, emoji, picture, row, shown, text
from tests.browser.tab import Tab

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALLEST = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
TOUCHED = 44


async def nothing_more(tab: Tab) -> None:
    await expect(tab.log).to_be_visible()


async def a_form(tab: Tab) -> None:
    await tab.click("Sit")
    await expect(tab.form).to_be_visible()
    await tab.form.get_by_label("Buy-in").fill("")
    await tab.form.get_by_role("button", name="Submit").click()
    await expect(tab.form.get_by_text("This field is required.").first).to_be_visible()


async def the_commands(tab: Tab) -> None:
    await tab.composer.fill("/")
    await expect(tab.page.get_by_role("option").first).to_be_visible()


async def a_command_half_typed(tab: Tab) -> None:
    await tab.composer.fill("/pilok open")
    await expect(tab.page.get_by_role("option", name="/pilok open")).to_be_visible()
    await tab.composer.press("Enter")
    await expect(tab.page.get_by_role("group", name="/pilok open")).to_be_visible()


async def the_drawer(tab: Tab) -> None:
    await tab.page.get_by_role("button", name="Requests and events").click()
    await tab.page.get_by_role("button", name="request GET").first.click()
    await expect(tab.page.get_by_role("region", name="JSON")).to_be_visible()


async def a_menu(tab: Tab) -> None:
    await tab.page.get_by_role("combobox", name="Add an NPC…").click()
    await expect(tab.page.get_by_role("option").first).to_be_visible()


async def a_table_to_choose(tab: Tab) -> None:
    await tab.page.get_by_role("button", name="Choose a table").click()
    await expect(tab.form).to_be_visible()


async def the_question_before_a_fresh_start(tab: Tab) -> None:
    await tab.page.get_by_role("button", name="Reset the playground").click()
    await expect(tab.form).to_be_visible()


async def every_component(playground: Playground) -> None:
    die = await emoji(playground.local, "die_six", 0xDDDDDD)
    select = {"type": 3, "custom_id": "s", "placeholder": "Choose", "options": [{"label": "One", "value": "1"}]}
    parts = [
        text(f"# Heading {die}\n## Second\n- a list\n> a quote with `code`\n-# small print\n||hidden||"),
        {"type": 14, "divider": True, "spacing": 2},
        {"type": 9, "components": [text("Beside")], "accessory": button("Open")},
        row(*(button(name, number) for number, name in enumerate(("Blurple", "Grey", "Green", "Red"), start=1))),
        row(button("No", disabled=True), button("Website", 5, url="https://example.org/")),
        row(select),
        row({"type": 5, "custom_id": "u", "placeholder": "Who"}),
        {"type": 12, "items": [{"media": {"url": "attachment://art.png"}, "description": "A landing bay"}]},
    ]
    container = {"type": 17, "accent_color": 0xB5884D, "components": parts}
    await shown(playground.local, playground.channel, container, files={"art.png": picture(0x336699)})
    playground.person("Han").say(playground.channel, f"<@{playground.person('Lando').id}> **bold** https://example.org")


# axe measures with styles of its own, which the page's policy would refuse: hence bypass_csp below.
Opening = Callable[[Tab], Awaitable[None]]
IN_PLAY, BETWEEN_HANDS = True, False
PLACES: list[tuple[bool, Opening]] = [
    (IN_PLAY, nothing_more),
    (IN_PLAY, a_command_half_typed),
    (IN_PLAY, the_commands),
    (BETWEEN_HANDS, a_form),
    (BETWEEN_HANDS, a_menu),
    (BETWEEN_HANDS, a_table_to_choose),
    (BETWEEN_HANDS, the_question_before_a_fresh_start),
    (BETWEEN_HANDS, the_drawer),
]


async def in_both_schemes(tab: Tab) -> list[str]:
    """List the page's violations, in dark and light: only colours can differ between them."""
    tab.is_spent = True
    await tab.page.emulate_media(color_scheme="dark")
    found = await serious_findings(tab.page)
    await tab.page.emulate_media(color_scheme="light")
    return found + await serious_findings(tab.page, CONTRAST)


async def test_axe_finds_nothing_serious_wherever_one_goes(playground: Playground, tab: OpenTab):
    qira = await tab("Qi'ra", bypass_csp=True)
    found = {"an empty channel": await in_both_schemes(qira)}
    table = await playground.table("Lando", "Han")
    await every_component(playground)
    for in_play, opening in sorted(PLACES, key=lambda place: place[0]):
        if in_play and table.find("Deal"):
            await playground.person("Han").click(table, "Deal")
            await playground.shows(table, "to move")
        await qira.page.reload()
        await qira.is_ready()
        await opening(qira)
        found[opening.__name__] = await in_both_schemes(qira)
        await qira.page.evaluate("sessionStorage.clear(); localStorage.clear()")

    assert {place: findings for place, findings in found.items() if findings} == {}


async def test_axe_finds_nothing_serious_on_a_phone(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han", deal=True)
    await every_component(playground)
    han = await tab("Han", bypass_csp=True, **PHONE)
    found = {"the table": await in_both_schemes(han)}
    for name in ("Channels", "Playing as Han. Change", "More"):
        await han.page.get_by_role("button", name=name, exact=True).click()
        await expect(han.page.get_by_role("dialog").or_(han.page.get_by_role("menu"))).to_be_visible()
        found[name] = await in_both_schemes(han)
        await han.page.keyboard.press("Escape")

    assert {place: findings for place, findings in found.items() if findings} == {}


_WIDER = """() => {
  const room = document.documentElement.clientWidth;
  const isClipped = (element) => {
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  const wide = [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.right > room + 1 || box.left < -1) && !isClipped(element);
  });
  const sideways = [...document.querySelectorAll("*")].filter(
    (box) => /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1,
  );
  const page = document.scrollingElement;
  const told = [...wide, ...sideways].map((element) => element.outerHTML.slice(0, 120));
  return page.scrollWidth > page.clientWidth ? ["the page", ...told] : told;
}"""


@pytest.mark.parametrize("name", ["Roark", "Lady Proxima"])
async def test_nothing_scrolls_sideways_at_320_pixels(playground: Playground, tab: OpenTab, name: str):
    await playground.table("Lando", "Han", deal=True)
    await every_component(playground)
    playground.person("Han").say(playground.channel, "W" * 300 + " https://example.org/" + "x" * 300)
    one = await tab(name, **SMALLEST)
    await expect(one.message("https://example.org/")).to_be_visible()
    found = {"the messages": await one.page.evaluate(_WIDER)}

    await one.click("Sit")
    await expect(one.form).to_be_visible()
    found["a form"] = await one.page.evaluate(_WIDER)
    await one.page.keyboard.press("Escape")
    await one.click("My seat")
    await the_commands(one)
    found["the commands"] = await one.page.evaluate(_WIDER)
    await a_command_half_typed(one)
    found["a command"] = await one.page.evaluate(_WIDER)

    assert {place: wide for place, wide in found.items() if wide} == {}


async def test_touch_targets_are_large_enough_for_a_finger(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han", deal=True)
    han = await tab("Han", **SMALLEST)
    controls = han.page.locator("header button, .action-row button, [data-region=composer] button")
    sizes = {
        await one.inner_text() or str(await one.get_attribute("aria-label")): await one.bounding_box()
        for one in await controls.all()
        if await one.is_visible()
    }

    assert len(sizes) > 5
    small = {
        name: box for name, box in sizes.items() if box is None or box["height"] < TOUCHED or box["width"] < TOUCHED
    }
    assert small == {}
