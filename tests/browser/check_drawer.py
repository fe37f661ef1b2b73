"""The drawer for developers: what the bot asked for and heard of, with its JSON, and never a token."""

import json
import re

import pytest
from playwright.async_api import Locator, expect

from playground.discord.world.core import Event
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab


@pytest.fixture
def tokens(playground: Playground) -> list[str]:
    """Collect every secret that goes over the wire in the test."""
    heard = [playground.local.token]

    def listen(event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            heard.append(event.data["token"])

    playground.local.world.listeners.append(listen)
    return heard


async def with_drawer(tab: Tab) -> Locator:
    """Open the drawer, which must be closed, and return its list."""
    await tab.page.get_by_role("button", name="Requests and events").click()
    return tab.page.get_by_role("list", name=re.compile("^Requests and events"))


async def test_requests_and_events_are_told_with_their_json_and_no_token(
    playground: Playground, tab: OpenTab, tokens: list[str]
):
    await playground.table("Lando", "Han", deal=True)
    lando = await tab("Lando")
    entries = await with_drawer(lando)
    await lando.click("My seat")
    await expect(lando.message("500 cr in the wallet")).to_be_visible()

    for kind in ("event INTERACTION_CREATE seat:", "request POST /interactions/"):
        await entries.get_by_role("button", name=kind).last.click()
        shown = lando.page.get_by_role("region", name="JSON").locator("pre")
        assert json.loads(await shown.inner_text())["data"]
    await expect(lando.page.get_by_role("region", name="JSON")).to_contain_text("Status200")

    told = [frame for frame in lando.frames if '"trace"' in frame]
    assert len(tokens) > 5
    for token in tokens:
        assert [frame for frame in lando.frames if token in frame] == []
        assert token not in await lando.page.content()
    assert any("[redacted]" in frame for frame in told)


async def test_nothing_is_told_before_the_drawer_opens_and_after_it_closes(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")
    playground.person("Han").say(playground.channel, "One")
    await expect(lando.message("One")).to_be_visible()
    assert [frame for frame in lando.frames if '"trace"' in frame] == []

    await with_drawer(lando)
    await lando.page.get_by_role("button", name="Close", exact=True).click()
    await expect(lando.page.get_by_role("complementary")).to_have_count(0)
    await lando.write("Two")
    await expect(lando.message("Two")).to_be_visible()
    told = len([frame for frame in lando.frames if '"trace"' in frame])
    await lando.write("Three")
    await expect(lando.message("Three")).to_be_visible()

    assert len([frame for frame in lando.frames if '"trace"' in frame]) == told


async def test_entries_are_filtered_by_kind_and_text_paused_and_cleared(playground: Playground, tab: OpenTab):
    await playground.table("Lando")
    lando = await tab("Lando")
    entries = await with_drawer(lando)
    drawer = lando.page.get_by_role("complementary")
    await expect(entries.get_by_text("READY", exact=False).first).to_be_visible()

    await drawer.get_by_role("button", name="Events", exact=True).click()
    await expect(entries.get_by_text(re.compile("^READY"))).to_have_count(0)
    await drawer.get_by_role("searchbox").fill("take a seat")
    await expect(entries.get_by_role("button")).to_have_count(1)
    await drawer.get_by_role("searchbox").fill("")
    before = await entries.get_by_role("button").count()

    await drawer.get_by_role("button", name="Pause").click()
    await lando.click("My seat")
    await expect(drawer.get_by_role("button", name=re.compile(r"^Resume \(\d+\)"))).to_be_visible()
    await expect(entries.get_by_role("button")).to_have_count(before)
    await drawer.get_by_role("button", name=re.compile("^Resume")).click()
    await expect(entries.get_by_role("button")).to_have_count(before + 1)

    await drawer.get_by_role("button", name="Clear").click()
    await expect(entries.get_by_role("button")).to_have_count(0)


async def test_the_drawer_stays_open_over_a_reload(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")
    await with_drawer(lando)

    await lando.page.reload()

    await expect(lando.page.get_by_role("complementary", name="Requests and events")).to_be_visible()
