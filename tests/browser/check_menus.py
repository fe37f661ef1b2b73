"""Select menus: one value goes at once, several when the list closes, and the keyboard is enough for all of it."""

import json
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.posting import row, shown
from tests.browser.tab import Tab

Json = dict[str, Any]
TEXTS, USERS, MENTIONABLES, CHANNELS = 3, 5, 7, 8
PRIVATE_THREAD = 12


def menu(kind: int = TEXTS, *, low: int = 1, high: int = 1, **more: Any) -> Json:
    """Build a menu of the bot's. The bot says that it has no use for the choice."""
    base = {"type": kind, "custom_id": "menu:of:nothing", "placeholder": "Pick", "min_values": low, "max_values": high}
    return {**base, **more}


def options(*labels: str, chosen: tuple[str, ...] = ()) -> list[Json]:
    return [{"label": label, "value": label.lower(), "default": label in chosen} for label in labels]


def box(tab: Tab) -> Locator:
    return tab.log.get_by_role("combobox", name="Pick")


def option(tab: Tab, label: str) -> Locator:
    return tab.page.get_by_role("option", name=label, exact=True)


def chosen(tab: Tab) -> list[list[str]]:
    """Return the values that the page sent for each use of a menu."""
    asked = [json.loads(text) for text in tab.sent]
    return [ask["values"] for ask in asked if ask["do"] == "select"]


async def test_one_value_is_sent_as_soon_as_it_is_chosen(playground: Playground, tab: OpenTab):
    await shown(playground.local, playground.channel, row(menu(options=options("Red", "Blue"))))
    han = await tab("Han")

    await box(han).click()
    await option(han, "Blue").click()

    await han.shows("Only you can see this")
    assert chosen(han) == [["blue"]]
    await expect(box(han)).to_have_value("Blue")


async def test_several_values_are_sent_when_the_list_closes(playground: Playground, tab: OpenTab):
    rows = row(menu(low=1, high=2, options=options("Red", "Blue", "Green", chosen=("Red",))))
    await shown(playground.local, playground.channel, rows)
    han = await tab("Han")

    await box(han).click()
    await option(han, "Green").click()
    await expect(option(han, "Blue")).to_be_disabled()
    assert chosen(han) == []
    await han.page.keyboard.press("Escape")

    await han.shows("Only you can see this")
    assert chosen(han) == [["red", "green"]]


async def test_fewer_than_are_asked_for_are_not_sent(playground: Playground, tab: OpenTab):
    rows = row(menu(low=2, high=3, options=options("Red", "Blue", "Green", chosen=("Red", "Blue"))))
    await shown(playground.local, playground.channel, rows)
    han = await tab("Han")

    await box(han).click()
    await option(han, "Red").click()
    await han.page.keyboard.press("Tab")

    await expect(box(han)).to_have_accessible_description("Red Blue")
    assert chosen(han) == []


async def test_a_menu_that_may_be_empty_can_be_emptied(playground: Playground, tab: OpenTab):
    rows = row(menu(low=0, options=options("Red", "Blue", chosen=("Red",))))
    await shown(playground.local, playground.channel, rows)
    han = await tab("Han")

    await han.log.get_by_role("button", name="Clear").click()

    await han.shows("Only you can see this")
    assert chosen(han) == [[]]


async def test_the_keyboard_opens_filters_and_chooses(playground: Playground, tab: OpenTab):
    await shown(playground.local, playground.channel, row(menu(options=options("Rot", "Blau", "Gelb", "Grün"))))
    han = await tab("Han")

    await box(han).focus()
    await han.page.keyboard.type("g")
    await expect(han.page.get_by_role("option")).to_have_text(["Gelb", "Grün"])
    await han.page.keyboard.type("ru")
    await expect(han.page.get_by_role("option")).to_have_text(["Grün"])
    await han.page.keyboard.press("Enter")

    await han.shows("Only you can see this")
    assert chosen(han) == [["grün"]]
    await expect(box(han)).to_be_focused()


@pytest.mark.parametrize("kind", [USERS, MENTIONABLES])
async def test_people_go_by_their_ids(playground: Playground, tab: OpenTab, kind: int):
    await shown(playground.local, playground.channel, row(menu(kind)))
    han = await tab("Han")

    await box(han).click()
    await han.page.get_by_role("option", name="Lando").click()

    await expect(box(han)).to_have_value("Lando")
    assert chosen(han) == [[str(playground.person("Lando").user.id)]]


async def test_channels_go_by_their_ids(playground: Playground, tab: OpenTab):
    await shown(playground.local, playground.channel, row(menu(CHANNELS)))
    han = await tab("Han")

    await box(han).click()
    await han.page.get_by_role("option", name=playground.channel.name).click()

    await expect(box(han)).to_have_value(playground.channel.name)
    assert chosen(han) == [[str(playground.channel.id)]]


async def test_only_channels_of_the_wanted_kinds_are_offered(playground: Playground, tab: OpenTab):
    await shown(playground.local, playground.channel, row(menu(CHANNELS, channel_types=[PRIVATE_THREAD])))
    han = await tab("Han")

    await box(han).click()

    await expect(han.page.get_by_text("Nothing matches.")).to_be_visible()


async def test_a_menu_that_is_disabled_stays_shut(playground: Playground, tab: OpenTab):
    await shown(playground.local, playground.channel, row(menu(disabled=True, options=options("Red"))))
    han = await tab("Han")
    await expect(box(han)).to_be_disabled()
