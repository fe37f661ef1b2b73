"""The first minutes at the page: a table to try, other people to be, and a fresh start."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot import games
from bot.ui.pages.odds import odds_of
from bot.ui.render.table_text import is_dealt
from playground.demo.table import FIRST_GAME as FIRST
from tests.browser.conftest import OpenTab, OpenTabAt
from tests.browser.playground import Playground, Rooms, opened_as_run
from tests.local_discord import discord_put_back


def begins(game: str) -> str:
    """Return the label of the button that begins the first hand, round or spin."""
    rules = games.games()[game].game
    if rules.terms(next(iter(rules.presets.values()))) is not None:
        return "Begin the tournament"
    return "Deal" if is_dealt(rules) else f"First {rules.hand_word}"


@pytest_asyncio.fixture(loop_scope="session")
async def rooms(tmp_path: Path) -> AsyncIterator[Rooms]:
    """Open a playground whose bot can be started again."""
    with discord_put_back():
        async with opened_as_run(tmp_path) as opened:
            yield opened


PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
async def test_the_first_hand_is_one_click_away_and_in_sight(playground: Playground, tab: OpenTab, screen: Any):
    lando = await tab("Lando", **screen)

    await expect(lando.log).to_contain_text(f"deals you a hand of {games.games()[FIRST].game.title} against an NPC.")
    await lando.click("Try a table")

    await expect(lando.table).to_contain_text("NPC: ")
    await expect(lando.table).to_contain_text("turn ends")
    await expect(lando.table).to_contain_text("Lando")
    await expect(lando.table.get_by_text("turn ends").last).to_be_in_viewport()
    for place in range(await lando.table.locator("button.button").count()):
        await expect(lando.table.locator("button.button").nth(place)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
async def test_page_opens_at_the_table_above_many_messages(playground: Playground, tab: OpenTab, screen: Any):
    await playground.table("Lando", "Han", deal=True)
    for number in range(9):
        await playground.person("Han").slash(playground.channel, "wallet show", options={})
        playground.person("Lando").say(playground.channel, f"What about {number}?")

    lando = await tab("Lando", **screen)

    await expect(lando.table).to_contain_text("to move")
    await expect(lando.button("More…", within=lando.table)).to_be_in_viewport(ratio=1)
    await expect(lando.table.get_by_text("to move").last).to_be_in_viewport()
    await lando.click("Jump to the newest")
    await expect(lando.message("What about 8?")).to_be_in_viewport(ratio=1)


async def test_part_of_a_name_finds_a_person_and_that_of_several_says_so(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")

    await lando.page.goto(f"{playground.address}?as=Proxima")
    await expect(lando.page.get_by_role("region", name="You")).to_contain_text("Lady Proxima")

    await lando.page.goto(f"{playground.address}?as=an")
    await expect(lando.page.get_by_text("could be Lando or Han")).to_be_visible()
    await expect(lando.page.get_by_role("region", name="You")).to_contain_text("Roark")


async def test_games_are_listed_by_the_company_they_suit(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")
    await lando.click("Choose a table")
    game = lando.form.get_by_label(re.compile("^Game"))
    groups = await game.locator("optgroup").evaluate_all(
        "all => all.map(group => [group.label, [...group.children].map(option => option.value)])"
    )

    assert await game.input_value() == FIRST
    assert {key: company for company, keys in groups for key in keys} == {
        key: spec.company for key, spec in games.games().items()
    }
    await game.select_option("pazaak")
    await expect(game.locator("xpath=..")).to_contain_text(games.spec_of("pazaak").company)


@pytest.mark.parametrize("game", sorted(games.games()))
async def test_every_game_can_be_chosen_with_its_presets_and_people(playground: Playground, tab: OpenTab, game: str):
    usual: Any = next(iter(games.games()[game].game.presets.values()))
    if games.spec_of(game).odds is not None:
        # Known beforehand: a busy machine may work on them for longer than anybody here waits.
        odds_of(game, usual)
    gm = await tab("Lady Proxima")
    await gm.click("Choose a table")
    await gm.form.get_by_label(re.compile("^Game")).select_option(game)
    await gm.form.get_by_label(re.compile("^Preset")).select_option(index=1)
    await gm.form.get_by_label("Roark").check()
    await gm.form.get_by_label("Qi'ra").check()

    await gm.click("Open the table", within=gm.form)

    await expect(gm.form).to_have_count(0)
    await expect(gm.table).to_contain_text("Roark")
    await expect(gm.table).to_contain_text("Qi'ra")
    await expect(gm.table).to_contain_text(games.games()[game].game.title)
    await expect(gm.button(begins(game))).to_be_enabled()


async def test_a_fresh_start_forgets_what_was_said_and_won(rooms: Rooms, tab_at: OpenTabAt):
    table = await rooms.table("Lando", "Han")
    lando, gm = await tab_at(rooms, "Lando"), await tab_at(rooms, "Lady Proxima")
    await expect(lando.message("Han sits down")).to_be_visible()

    await gm.click("Reset the playground")
    await expect(gm.form).to_contain_text("only the playground's own database")
    await gm.click("Reset", within=gm.form)

    await expect(gm.form).to_have_count(0)
    for one in (lando, gm):
        await expect(one.log.get_by_role("heading")).to_have_text("This is the beginning of #the-back-room")
        await expect(one.log.get_by_role("article")).to_have_count(0)
    await lando.command("/character list")
    await expect(lando.message(re.compile("no character"))).to_be_visible()
    assert rooms.local.world.message(table.message.channel_id, table.id) is None


async def test_a_fresh_start_asks_first(rooms: Rooms, tab_at: OpenTabAt):
    rooms.person("Han").say(rooms.channel, "Remember this")
    gm = await tab_at(rooms, "Lady Proxima")

    await gm.click("Reset the playground")
    await expect(gm.button("Cancel", within=gm.form)).to_be_focused()
    await gm.page.keyboard.press("Escape")

    await expect(gm.form).to_have_count(0)
    await expect(gm.button("Reset the playground")).to_be_focused()
    await expect(gm.message("Remember this")).to_be_visible()


async def test_everybody_can_be_played_from_one_tab(playground: Playground, tab: OpenTab):
    playground.person("Han").say(playground.demo.channels[1], "Over here")
    lando = await tab("Lando")
    await lando.page.get_by_role("button", name=re.compile("^high-stakes")).click()
    await expect(lando.message("Over here")).to_be_visible()

    await lando.page.get_by_role("link", name="Qi'ra", exact=True).click()
    await expect(lando.page.get_by_role("region", name="You")).to_contain_text("Qi'ra")
    await expect(lando.message("Over here")).to_be_visible()
    await lando.page.keyboard.press("Alt+1")
    await expect(lando.page.get_by_role("region", name="You")).to_contain_text("Lady Proxima")

    await expect(lando.page).to_have_url(re.compile(r"\?as=lady_proxima"))
    await lando.write("I am watching")
    await expect(lando.message("I am watching")).to_have_accessible_name(re.compile("^Lady Proxima"))


async def test_another_person_in_a_new_tab_is_in_the_same_channel(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")

    async with lando.page.context.expect_page() as opening:
        await lando.page.get_by_role("link", name="Han in a new tab").click()
    other = await opening.value

    await expect(other.get_by_role("region", name="You")).to_contain_text("Han")
    await expect(lando.page.get_by_role("region", name="You")).to_contain_text("Lando")


async def test_colours_stay_as_they_were_chosen(playground: Playground, tab: OpenTab):
    lando = await tab("Lando", color_scheme="light")
    background = "getComputedStyle(document.querySelector('main')).backgroundColor"
    light = await lando.page.evaluate(background)

    await lando.click("Colours")
    await lando.page.get_by_role("menuitemradio", name="Dark").click()
    await expect(lando.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = await lando.page.evaluate(background)
    await lando.page.reload()
    await lando.is_ready()

    assert light != dark
    assert await lando.page.evaluate(background) == dark
