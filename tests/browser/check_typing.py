"""Messages being typed: kept for each channel and person, sent with their mentions, refused when they are too long."""

import re

from playwright.async_api import expect

from playground.discord.world import Permission
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab


async def go_to(tab: Tab, channel: str) -> None:
    await tab.page.get_by_role("navigation", name="Channels").get_by_text(channel).click()
    await expect(tab.composer).to_have_attribute("aria-label", re.compile(f"^Message #{channel}"))


async def test_typed_text_is_kept_per_channel_and_over_a_reload(tab: OpenTab):
    han = await tab("Han")
    await han.composer.fill("I'll be right back")
    await go_to(han, "high-stakes")
    await expect(han.composer).to_have_value("")
    await han.composer.fill("/roll 2d6")
    await han.page.keyboard.press("Tab")
    await expect(han.page.get_by_label("dice", exact=True)).to_have_value("2d6")
    await han.page.reload()
    await expect(han.composer).to_be_visible()
    await go_to(han, "high-stakes")
    await expect(han.page.get_by_label("dice", exact=True)).to_have_value("2d6")
    await go_to(han, "the-back-room")
    await expect(han.composer).to_have_value("I'll be right back")


async def test_a_composer_that_is_gone_hears_nothing(tab: OpenTab):
    """Not even in the frame in which the channel changes."""
    han = await tab("Han")
    await han.stop_time()
    await go_to(han, "high-stakes")
    await han.page.evaluate("document.activeElement.blur()")
    await han.page.keyboard.type("here")
    await expect(han.composer).to_have_value("here")
    await han.page.clock.resume()
    await go_to(han, "the-back-room")
    await expect(han.composer).to_have_value("")


async def test_mentions_are_shown_as_names_and_sent_as_ids(tab: OpenTab, playground: Playground):
    han = await tab("Han")
    await han.composer.press_sequentially("pay @lan")
    await expect(han.page.get_by_role("option")).to_have_count(1)
    await han.page.keyboard.press("Enter")
    await han.page.keyboard.type("in #high")
    await expect(han.page.get_by_role("option")).to_have_count(1)
    await han.page.keyboard.press("Tab")
    await han.page.keyboard.press("Shift+Enter")
    await han.page.keyboard.type("now")
    await expect(han.composer).to_have_value("pay @Lando in #high-stakes \nnow")
    await han.page.keyboard.press("Enter")
    await han.shows("now")
    lando, channel = playground.person("Lando"), playground.demo.channels[1]
    sent = [seen.message.content for seen in lando.sees(playground.channel)]
    assert sent == [f"pay <@{lando.user.id}> in <#{channel.id}> \nnow"]


async def test_typing_where_nothing_else_takes_it_reaches_the_composer(tab: OpenTab):
    han = await tab("Han")
    await han.page.evaluate("document.activeElement.blur()")
    await han.page.keyboard.type("/he")
    await expect(han.composer).to_have_value("/he")
    await expect(han.page.get_by_role("option", name="/help")).to_have_count(1)
    await han.page.keyboard.press("Escape")
    await expect(han.page.get_by_role("option")).to_have_count(0)
    await han.page.get_by_role("button", name="Try a table").first.focus()
    await han.page.keyboard.type("lp")
    await expect(han.composer).to_have_value("/help")
    await expect(han.page.get_by_role("option")).to_have_count(1)


async def test_a_message_over_the_limit_is_counted_and_stays(tab: OpenTab, playground: Playground):
    han = await tab("Han")
    await han.composer.fill("x" * 1990)
    await expect(han.page.get_by_text("10 characters left")).to_be_visible()
    await han.composer.fill("x" * 2005)
    await han.page.keyboard.press("Enter")
    await expect(han.page.get_by_text("this one has 5 too many.")).to_be_visible()
    await expect(han.composer).to_have_value("x" * 2005)
    await han.composer.fill("x" * 2000)
    await han.page.keyboard.press("Enter")
    await han.shows(re.compile("x{2000}"))
    await expect(han.composer).to_have_value("")


async def test_where_one_may_not_write_it_says_so(tab: OpenTab, playground: Playground):
    han, guild = await tab("Han"), playground.demo.guild
    world = playground.local.world
    world.set_overwrite(playground.channel, guild.roles[guild.id], deny=int(Permission.SEND_MESSAGES))
    await expect(han.page.get_by_text(f"You can't write in #{playground.channel.name}.")).to_be_visible()
    await expect(han.composer).to_have_count(0)
    world.set_overwrite(playground.channel, guild.roles[guild.id])
    await expect(han.composer).to_be_visible()
