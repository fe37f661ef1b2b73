"""What messages hold fits the smallest screens, and fingers."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.axe import serious_findings
from tests.browser.conftest import OpenTabAt
from tests.browser.playground import Rooms, opened_with
from tests.browser.posting import Json, button, row, shown, text

TOUCHED = 44
SMALLEST = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
LONG = "A label as long as a label of Discord can ever be, which is eighty characters..."

_BEYOND = """() => [...document.querySelectorAll("[data-message] *")]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.outerHTML.slice(0, 120))"""


@pytest_asyncio.fixture(loop_scope="session")
async def rooms() -> AsyncIterator[Rooms]:
    """Open a playground without a bot: its messages were posted by the test."""
    async with opened_with(None) as opened:
        yield opened


def menu(placeholder: str, *, all_chosen: bool = False) -> Json:
    options = [
        {"label": f"{LONG[:60]} {number}", "value": str(number), "description": LONG, "default": all_chosen}
        for number in range(3)
    ]
    most = len(options) if all_chosen else 1
    return {"type": 3, "custom_id": placeholder, "placeholder": placeholder, "options": options, "max_values": most}


async def test_nothing_in_a_message_ends_right_of_the_window(rooms: Rooms, tab_at: OpenTabAt):
    parts = [
        row(menu(LONG)),
        row(menu("Several", all_chosen=True)),
        row({"type": 5, "custom_id": "who", "placeholder": "Who " * 30}),
        {"type": 9, "components": [text("W" * 200)], "accessory": button(LONG)},
        text("```\n" + "x" * 200 + "\n```"),
        row(button(LONG[:79], 3), button("A link", 5, url="https://example.org/")),
    ]
    await shown(rooms.local, rooms.channel, *parts)
    await shown(rooms.local, rooms.channel, {"type": 17, "accent_color": 0xB5884D, "components": parts})
    han = await tab_at(rooms, "Han", **SMALLEST)
    await expect(han.log.get_by_role("article")).to_have_count(2)

    assert await han.page.evaluate(_BEYOND) == []


async def test_a_long_label_leaves_the_text_beside_it_half_of_the_room(rooms: Rooms, tab_at: OpenTabAt):
    await shown(
        rooms.local,
        rooms.channel,
        {"type": 9, "components": [text("Half of the room is for words")], "accessory": button(LONG)},
        {"type": 9, "components": [text("All that is left is for words")], "accessory": button("Go")},
    )
    han = await tab_at(rooms, "Han", **SMALLEST)
    await expect(han.message("Half of the room")).to_be_visible()

    sections = await han.log.locator(".section").evaluate_all(
        "(all) => all.map((section) => [...section.children].map((part) => part.offsetWidth))"
    )

    (words, label), (more_words, go) = sections
    assert words >= 0.8 * label
    assert more_words > 2 * go


async def test_buttons_and_menus_in_messages_are_large_enough_for_a_finger(rooms: Rooms, tab_at: OpenTabAt):
    await shown(
        rooms.local,
        rooms.channel,
        row(button("Go"), button("No", 4, disabled=True), button("Link", 5, url="https://example.org/")),
        row(menu("Choose")),
        {"type": 9, "components": [text("Beside")], "accessory": button("X")},
    )
    han = await tab_at(rooms, "Han", viewport={"width": 1000, "height": 700}, has_touch=True, is_mobile=True)
    controls = han.log.locator(".button, .picker-face")
    await expect(controls).to_have_count(5)

    sizes = await controls.evaluate_all("(all) => all.map((one) => [one.innerText, one.offsetWidth, one.offsetHeight])")

    assert [size for size in sizes if min(size[1:]) < TOUCHED] == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("name", ["Lady Proxima", "Han"])
async def test_axe_finds_nothing_serious_at_any_width(tab_at: OpenTabAt, rooms: Rooms, name: str, scheme: str):
    rooms.person("Roark").say(rooms.channel, f"Well, <@{rooms.person(name).id}>?")
    one = await tab_at(rooms, name, color_scheme=scheme, bypass_csp=True)
    found: dict[int, list[str]] = {}
    for width in (900, 360, 320):
        await one.page.set_viewport_size({"width": width, "height": 700})
        await expect(one.composer).to_be_visible()
        found[width] = await serious_findings(one.page)

    assert {width: findings for width, findings in found.items() if findings} == {}
