"""Slash commands as a Discord user types them: found, filled in option by option, checked, sent."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import FileChooser, Locator, expect

from tests.browser.axe import serious_findings
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground, opened_playground
from tests.browser.tab import Tab
from tests.local_discord import discord_put_back

_ENTER_TWICE = """(box) => {
  for (let time = 0; time < 2; time += 1)
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}"""
EVERY_KIND = [
    {"type": 3, "name": "word", "description": "A short word", "required": True, "min_length": 2, "max_length": 5},
    {"type": 10, "name": "rate", "description": "How fast", "min_value": 0.5},
    {"type": 5, "name": "flag", "description": "Yes or no"},
    {"type": 6, "name": "who", "description": "Somebody"},
    {"type": 7, "name": "where", "description": "A place for text", "channel_types": [0]},
    {"type": 8, "name": "rank", "description": "A role"},
    {"type": 9, "name": "anyone", "description": "Somebody or a role"},
    {"type": 11, "name": "file", "description": "A picture"},
    {"type": 4, "name": "pick", "description": "A number", "choices": [{"name": "Two", "value": 2}]},
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def playground(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Playground]:
    """One for all of them: what is typed in one tab is nothing to another."""
    with discord_put_back():
        async with opened_playground(tmp_path_factory.mktemp("commands")) as opened:
            world, guild = opened.local.world, opened.demo.guild
            world.add_role(guild, "High rollers")
            command = {"name": "kinds", "description": "Every kind of option", "type": 1, "options": EVERY_KIND}
            await opened.bot.http.upsert_guild_command(world.application_id, guild.id, command)
            secret = {"name": "secret", "description": "For the GM", "type": 1, "default_member_permissions": 8}
            await opened.bot.http.upsert_guild_command(world.application_id, guild.id, secret)
            yield opened
    assert opened.local.problems == []


async def typed(tab: Tab, text: str) -> None:
    """Click into the composer and type, key by key, once the commands are there."""
    await tab.composer.click()
    await tab.page.keyboard.type("/")
    await expect(options(tab)).not_to_have_count(0)
    await tab.page.keyboard.type(text.removeprefix("/"))


async def test_a_command_in_a_text_of_the_bot_fills_the_composer(playground: Playground, tab: OpenTab):
    han = await tab("Han")
    await han.command("/help")
    await han.log.get_by_role("article").last.get_by_role("button", name="/wallet pay", exact=True).click()
    await expect(field(han, "amount")).to_be_focused()
    await expect(han.page.locator('[data-region="composer"]')).to_contain_text("/wallet pay")


async def press(tab: Tab, *keys: str) -> None:
    for key in keys:
        await tab.page.keyboard.press(key)


def options(tab: Tab) -> Locator:
    """Return the entries of the list above the composer."""
    return tab.page.get_by_role("listbox").get_by_role("option")


def marked(tab: Tab) -> Locator:
    return tab.page.get_by_role("option", selected=True)


def field(tab: Tab, name: str) -> Locator:
    return tab.page.get_by_label(name, exact=True)


def heard(playground: Playground) -> "asyncio.Future[Any]":
    """Return the next command that the bot receives."""
    return asyncio.ensure_future(
        playground.bot.wait_for("interaction", check=lambda it: it.type is discord.InteractionType.application_command)
    )


async def values(interaction: "asyncio.Future[Any]") -> dict[str, Any]:
    """Return the options as Discord sends them, of a command without subcommands."""
    data: Any = (await interaction).data
    return {option["name"]: option["value"] for option in data["options"]}


async def test_the_list_shows_every_command_and_typing_narrows_it(tab: OpenTab):
    han = await tab("Han")
    await typed(han, "/")
    await expect(options(han).filter(has_text="/bank grant")).to_be_visible()
    await expect(options(han).filter(has_text="Open a table of Three Street Pi'Lok in this channel")).to_have_count(1)
    await han.page.keyboard.type("r")
    await expect(options(han).first).to_contain_text("/recap")
    await expect(options(han).filter(has_text="/campaign rename")).to_be_visible()
    await han.page.keyboard.type("oll")
    await expect(options(han)).to_have_count(1)
    await expect(han.page.get_by_role("status").filter(has_text="1 command.")).to_have_count(1)
    await han.page.keyboard.type("x")
    await expect(han.page.get_by_text("No command matches.")).not_to_have_count(0)


async def test_the_list_is_moved_through_by_keyboard_and_picked_from_by_mouse(tab: OpenTab):
    han = await tab("Han")
    await typed(han, "/pilok")
    await expect(marked(han)).to_contain_text("/pilok open")
    active = await marked(han).get_attribute("id")
    assert active
    await expect(han.composer).to_have_attribute("aria-activedescendant", active)
    await press(han, "ArrowDown")
    await expect(marked(han)).to_contain_text("/pilok challenge")
    await press(han, "ArrowDown")
    await expect(marked(han)).to_contain_text("/pilok rules")
    await press(han, "Escape")
    await expect(options(han)).to_have_count(0)
    await expect(han.composer).to_have_value("/pilok")
    await han.page.keyboard.type(" ")
    await options(han).filter(has_text="Read how to play Three Street Pi'Lok").click()
    await expect(han.page.get_by_text("/pilok rules", exact=True)).to_be_visible()
    await press(han, "Enter")
    await han.shows("Jump")
    await expect(han.composer).to_be_focused()


async def test_only_those_who_may_use_a_command_are_offered_it(tab: OpenTab):
    han, gm = await tab("Han"), await tab("Lady Proxima")
    await typed(gm, "/sec")
    await expect(options(gm)).to_have_count(1)
    await typed(han, "/sec")
    await expect(options(han)).to_have_count(0)


async def test_a_required_option_is_asked_for_before_anything_is_sent(tab: OpenTab):
    han = await tab("Han")
    await typed(han, "/roll")
    await press(han, "Enter")
    await expect(field(han, "dice")).to_be_focused()
    await expect(han.page.get_by_text("your campaign's dice: 9D+2")).not_to_have_count(0)
    await press(han, "Enter")
    await expect(han.page.get_by_text("This option is required.", exact=True).first).to_be_visible()
    await expect(field(han, "dice")).to_have_attribute("aria-invalid", "true")
    await han.page.keyboard.type("3d6+2")
    await press(han, "Enter")
    await han.shows("rolls 3d6 + 2")
    await expect(han.composer).to_have_value("")
    await expect(han.composer).to_be_focused()


async def test_enter_leads_through_the_required_options_without_a_reproach(tab: OpenTab):
    gm = await tab("Lady Proxima")
    await typed(gm, "/bank grant ")
    await gm.page.keyboard.type("250")
    await press(gm, "Enter")
    await expect(field(gm, "to")).to_be_focused()
    await expect(gm.page.locator("[aria-invalid=true]")).to_have_count(0)
    await gm.page.get_by_role("button", name="Send").click()
    await expect(gm.page.locator("[aria-invalid=true]")).to_have_count(2)
    await expect(field(gm, "to")).to_be_focused()


async def test_a_number_out_of_range_is_refused_with_its_bounds(tab: OpenTab):
    han = await tab("Han")
    await typed(han, "/table verify hand:0")
    await expect(han.page.get_by_text("a whole number between 1 and 1,000,000", exact=True)).to_be_visible()
    await press(han, "Enter")
    await expect(han.page.locator("#composer-option-hand-why")).to_have_text(
        "Type a whole number between 1 and 1,000,000."
    )
    await expect(field(han, "hand")).to_be_focused()
    await press(han, "Backspace")
    await han.page.keyboard.type("7")
    await press(han, "Enter")
    await han.shows("There is no")


async def test_choices_are_filtered_and_picked(tab: OpenTab):
    gm = await tab("Lady Proxima")
    await typed(gm, "/npc new ")
    await expect(options(gm)).to_have_count(3)
    third = await options(gm).nth(2).inner_text()
    await gm.page.keyboard.type(third[:4].lower())
    await expect(options(gm)).to_have_count(1)
    await press(gm, "Tab")
    await expect(field(gm, "template")).to_have_value(third)
    await gm.page.keyboard.type("name:Dengar")
    await press(gm, "Enter")
    await gm.shows("Dengar")


async def test_autocomplete_offers_what_the_bot_knows(tab: OpenTab):
    han = await tab("Han")
    await typed(han, "/pilok open ")
    await expect(han.page.get_by_role("button", name="+8 optional")).to_be_visible()
    await press(han, "ArrowDown", "Enter")
    await expect(field(han, "preset")).to_be_focused()
    await expect(options(han)).to_have_count(3)
    await han.page.keyboard.type("HIGH")
    await expect(options(han)).to_have_count(1)
    await press(han, "Enter")
    await expect(field(han, "preset")).to_have_value("high stakes")
    await expect(han.page.get_by_role("button", name="+7 optional")).to_be_visible()
    await han.page.keyboard.type("preset")
    await expect(options(han)).to_have_count(0)


async def test_a_pasted_command_becomes_a_chip_with_its_options(tab: OpenTab):
    han = await tab("Han", permissions=["clipboard-read", "clipboard-write"])
    await han.composer.click()
    await han.page.evaluate("navigator.clipboard.writeText('/pilok open preset:high stakes ante:30')")
    await press(han, "Control+v")
    await expect(field(han, "preset")).to_have_value("high stakes")
    await expect(field(han, "ante")).to_have_value("30")
    await press(han, "Enter")
    await han.shows("Ante 30 cr")


async def test_text_that_no_option_takes_is_reported_and_kept(tab: OpenTab):
    han = await tab("Han")
    await han.composer.fill("/table show me the money")
    await press(han, "Enter")
    await expect(han.page.get_by_text("/table show takes no options.").first).to_be_visible()
    await expect(han.page.locator(":focus")).to_have_value("me the money")


async def test_people_roles_channels_and_files_are_picked(tab: OpenTab, playground: Playground):
    han = await tab("Han")

    async def choose(chooser: FileChooser) -> None:
        await chooser.set_files({"name": "cards.png", "mimeType": "image/png", "buffer": b"not much of a picture"})

    han.page.on("filechooser", choose)
    await typed(han, "/kinds file:")
    await press(han, "Enter")
    await expect(han.page.get_by_role("button", name="file: cards.png")).to_be_focused()
    await press(han, "Shift+Tab")
    await han.page.keyboard.type("ab flag:fa")
    await press(han, "Tab")
    await han.page.keyboard.type("who:lan")
    await press(han, "Tab")
    await han.page.keyboard.type("where:high")
    await press(han, "Tab")
    await han.page.keyboard.type("rank:roll")
    await press(han, "Tab")
    await han.page.keyboard.type("anyone:proxima")
    await press(han, "Tab")
    await han.page.keyboard.type("pick:two rate:1.5")
    interaction = heard(playground)
    await press(han, "Enter")
    sent, world = await values(interaction), playground.local.world
    rank = next(role for role in playground.demo.guild.roles.values() if role.name == "High rollers")
    file = next(file for file in world.lent if str(file.id) == sent.pop("file"))
    assert (file.filename, file.content) == ("cards.png", b"not much of a picture")
    assert sent == {
        "word": "ab",
        "flag": False,
        "who": str(playground.person("Lando").user.id),
        "where": str(playground.demo.channels[1].id),
        "rank": str(rank.id),
        "anyone": str(playground.gm.user.id),
        "pick": 2,
        "rate": 1.5,
    }


async def test_an_option_is_taken_out_and_the_command_is_left_by_backspace_and_escape(tab: OpenTab):
    han = await tab("Han")
    await typed(han, "/roll secret:")
    await expect(field(han, "secret")).to_be_focused()
    await press(han, "Backspace")
    await expect(field(han, "secret")).to_have_count(0)
    await expect(field(han, "dice")).to_be_focused()
    await press(han, "Backspace")
    await expect(han.composer).to_have_value("/roll")
    await press(han, "Enter")
    await han.page.keyboard.type("2d8")
    await press(han, "Escape")
    await expect(han.composer).to_have_value("")
    await expect(han.composer).to_be_focused()
    await press(han, "ArrowUp")
    await expect(field(han, "dice")).to_have_value("2d8")


async def test_enter_pressed_twice_at_once_sends_a_command_once(tab: OpenTab):
    han = await tab("Han")
    await han.composer.fill("/help")
    await han.composer.evaluate(_ENTER_TWICE)
    await expect(han.composer).to_have_value("")
    await han.write("That was all")
    await han.shows("That was all")
    assert sum("help" in frame for frame in han.sent) == 1, han.sent


async def test_a_field_that_is_gone_asks_the_bot_nothing(tab: OpenTab):
    """Whenever one leaves it while the page waits to ask about what is typed."""
    han = await tab("Han")
    await typed(han, "/roll ")
    await expect(field(han, "dice")).to_be_focused()
    await han.stop_time()
    for milliseconds in range(0, 300, 5):
        await field(han, "dice").fill(f"{milliseconds}d8")
        await han.page.clock.run_for(milliseconds)
        await press(han, "Escape")
        await expect(han.composer).to_be_focused()
        await han.page.clock.run_for(300)
        await press(han, "ArrowUp")
    assert han.unexpected == []


async def test_the_last_command_comes_back_with_its_values(tab: OpenTab):
    han = await tab("Han")
    await han.composer.fill("/roll 5d12")
    await press(han, "Enter")
    await han.shows("rolls 5d12")
    await press(han, "ArrowUp")
    await expect(field(han, "dice")).to_have_value("5d12")
    await press(han, "ArrowLeft", "End")
    await han.page.keyboard.type("+4")
    await press(han, "Enter")
    await han.shows("rolls 5d12 + 4")


async def test_a_command_in_a_message_goes_into_the_composer(tab: OpenTab):
    han = await tab("Han")
    await han.page.evaluate("document.dispatchEvent(new CustomEvent('compose', {detail: {words: 'character skills'}}))")
    await expect(han.page.get_by_role("group", name="/character skills")).to_be_visible()
    await expect(han.composer).to_be_focused()


async def test_the_composer_with_a_command_in_it_is_accessible(tab: OpenTab):
    han = await tab("Han", bypass_csp=True)
    await typed(han, "/")
    assert await serious_findings(han.page) == []
    await han.page.keyboard.type("kinds word:x flag:maybe who:")
    await expect(options(han)).not_to_have_count(0)
    assert await serious_findings(han.page) == []
