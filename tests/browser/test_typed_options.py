"""Options typed with their names, `amount:500 to:Roark`, come to the same key by key, pasted, or in the whole text."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground, opened_playground
from tests.browser.tab import Tab
from tests.local_discord import discord_put_back


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def playground(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Playground]:
    """One for all of them: nothing is sent."""
    with discord_put_back():
        async with opened_playground(tmp_path_factory.mktemp("options")) as opened:
            yield opened


async def chosen(tab: Tab, words: str) -> None:
    """A command whose options can be typed now."""
    await tab.composer.fill(f"/{words}")
    await expect(tab.page.get_by_role("option", name=f"/{words}")).to_be_visible()
    await tab.page.keyboard.type(" ")
    await expect(tab.page.get_by_role("group", name=f"/{words}")).to_be_visible()


def fields(tab: Tab) -> Locator:
    return tab.page.get_by_role("group", name="/").locator("input[data-place]")


async def filled(tab: Tab) -> dict[str, str]:
    """What stands in each option's field; nothing may stand behind them."""
    found: dict[str, str] = await fields(tab).evaluate_all(
        "(all) => Object.fromEntries(all.map((one) => [one.dataset.place.replace('option:', ''), one.value]))"
    )
    assert found.pop("tail") == ""
    return found


GRANT = ("bank grant", {"amount": "500", "to": "Roark", "reason": "a song"})
TEXTS = [
    ("amount:500 to:Roark reason:a song", *GRANT),
    ("amount: 500 to: Roark reason: a song", *GRANT),
    ("500 to:Roark reason:a song", *GRANT),
    ("to:Roark amount:500 reason:a song", *GRANT),
    ("reason:a song to:Roark amount:500", *GRANT),
    ("AMOUNT:500 To:Roark reason:a song", *GRANT),
    ("500 to:Roark reason:a song reason:a dance", "bank grant", {**GRANT[1], "reason": "a song reason:a dance"}),
    (
        "amount:5 to:Roark reason:to:day amount:6",
        "bank grant",
        {"amount": "5", "to": "Roark", "reason": "to:day amount:6"},
    ),
    ("dice:2d20kh1+7", "roll", {"dice": "2d20kh1+7"}),
    ("secret:true dice:2d6", "roll", {"dice": "2d6", "secret": "true"}),
    ("2d6 secret:true", "roll", {"dice": "2d6", "secret": "true"}),
]


@pytest.mark.parametrize("text, words, meant", TEXTS)
async def test_typed_key_by_key(tab: OpenTab, text: str, words: str, meant: dict[str, str]):
    gm = await tab("Lady Proxima")
    await chosen(gm, words)

    await gm.page.keyboard.type(text)

    assert await filled(gm) == meant


@pytest.mark.parametrize("text, words, meant", TEXTS)
async def test_pasted_behind_the_command(tab: OpenTab, text: str, words: str, meant: dict[str, str]):
    gm = await tab("Lady Proxima")
    await chosen(gm, words)

    await gm.page.keyboard.insert_text(text)

    assert await filled(gm) == meant


@pytest.mark.parametrize("text, words, meant", TEXTS)
async def test_pasted_with_the_command(tab: OpenTab, text: str, words: str, meant: dict[str, str]):
    gm = await tab("Lady Proxima", permissions=["clipboard-read", "clipboard-write"])
    await gm.page.evaluate("(text) => navigator.clipboard.writeText(text)", f"/{words} {text}")
    await gm.composer.focus()

    await gm.page.keyboard.press("Control+v")

    await expect(gm.page.get_by_role("group", name=f"/{words}")).to_be_visible()
    assert await filled(gm) == meant


async def test_a_name_behind_the_fields_leads_to_the_field_that_is_empty(tab: OpenTab):
    gm = await tab("Lady Proxima")
    await chosen(gm, "bank grant")
    await gm.page.keyboard.press("Tab")
    await gm.page.keyboard.press("Tab")

    await gm.page.keyboard.type("amount:500")

    await expect(gm.page.get_by_label("amount", exact=True)).to_have_value("500")
    await expect(gm.page.get_by_label("amount", exact=True)).to_be_focused()
