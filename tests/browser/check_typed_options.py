"""Options typed with their names, `amount:500 to:Roark`, come to the same key by key, pasted, or in the whole text."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.browser.playground import Playground, opened_playground
from tests.browser.profile import made_profile
from tests.browser.tab import Tab
from tests.local_discord import discord_put_back


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def playground(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Playground]:
    """One for all of them: nothing is sent."""
    with discord_put_back():
        async with opened_playground(tmp_path_factory.mktemp("options")) as opened:
            yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def store(browser: Browser, playground: Playground) -> AsyncIterator[Tab]:
    """One tab for all of them, in which things can be copied."""
    context = await made_profile(browser, permissions=["clipboard-read", "clipboard-write"])
    tab = await Tab.opened(await context.new_page(), playground.address, playground.gm, playground.clock)
    yield await tab.is_ready()
    assert tab.unexpected == []
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def gm(store: Tab) -> Tab:
    """With nothing in the composer."""
    for _ in range(await fields(store).count()):
        if await fields(store).count():
            await fields(store).last.press("Escape")
    await expect(fields(store)).to_have_count(0)
    await store.composer.fill("")
    return store


async def chosen(tab: Tab, words: str) -> None:
    """Choose a command, so that its options can be typed."""
    await tab.composer.fill(f"/{words}")
    await expect(tab.page.get_by_role("option", name=f"/{words}")).to_be_visible()
    await tab.page.keyboard.type(" ")
    await expect(tab.page.get_by_role("group", name=f"/{words}")).to_be_visible()


def fields(tab: Tab) -> Locator:
    return tab.page.get_by_role("group", name="/").locator("input[data-place]")


async def filled(tab: Tab) -> dict[str, str]:
    """Return the text in each option's field; nothing may stand behind them."""
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
async def test_typed_key_by_key(gm: Tab, text: str, words: str, meant: dict[str, str]):
    await chosen(gm, words)

    await gm.page.keyboard.type(text)

    assert await filled(gm) == meant


@pytest.mark.parametrize("text, words, meant", TEXTS)
async def test_pasted_behind_the_command(gm: Tab, text: str, words: str, meant: dict[str, str]):
    await chosen(gm, words)

    await gm.page.keyboard.insert_text(text)

    assert await filled(gm) == meant


@pytest.mark.parametrize("text, words, meant", TEXTS)
async def test_pasted_with_the_command(gm: Tab, text: str, words: str, meant: dict[str, str]):
    await gm.page.evaluate("(text) => navigator.clipboard.writeText(text)", f"/{words} {text}")
    await gm.composer.focus()

    await gm.page.keyboard.press("Control+v")

    await expect(gm.page.get_by_role("group", name=f"/{words}")).to_be_visible()
    assert await filled(gm) == meant


async def test_a_name_behind_the_fields_leads_to_the_field_that_is_empty(gm: Tab):
    await chosen(gm, "bank grant")
    await gm.page.keyboard.press("Tab")
    await gm.page.keyboard.press("Tab")

    await gm.page.keyboard.type("amount:500")

    await expect(gm.page.get_by_label("amount", exact=True)).to_have_value("500")
    await expect(gm.page.get_by_label("amount", exact=True)).to_be_focused()
