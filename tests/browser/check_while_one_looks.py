"""What changes while somebody looks at it: answers that never come, messages that are taken back, new roles."""

from datetime import UTC, datetime

import pytest
from discord import app_commands
from playwright.async_api import expect

from bot.ui.client import Interaction
from tests.browser.conftest import OpenTab, OpenTabAt
from tests.browser.playground import Playground, opened_with
from tests.local_discord import discord_put_back
from tests.playground.tiny_bot import TinyBot

THINKING, NO_ANSWER = "is thinking…", "The application did not respond"
A_QUARTER = 15 * 60

_LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector(".unseen[aria-live=polite]");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) heard.push(...[...addedNodes].map((node) => node.textContent));
  }).observe(region, { childList: true });
}"""

_HEARD_UNTIL = """(last) => new Promise((resolve) => {
  const look = () => heard.includes(last) ? resolve(heard) : requestAnimationFrame(look);
  look();
})"""


async def ponder(interaction: Interaction) -> None:
    await interaction.response.defer(thinking=True)


@pytest.mark.parametrize("looks", ["all the while", "later"])
async def test_a_bot_that_thinks_for_too_long_did_not_respond(tab_at: OpenTabAt, looks: str):
    client = TinyBot()
    client.tree.add_command(app_commands.Command(name="ponder", description="Never ends", callback=ponder))
    with discord_put_back():
        async with opened_with(client) as rooms:
            assert (await rooms.person("Han").slash(rooms.channel, "ponder")).message is not None
            han = await tab_at(rooms, "Han", locale="en-GB")
            han.is_spent = True
            await han.shows(THINKING)
            rooms.clock.skip(A_QUARTER - 60)
            await han.page.reload()
            await han.shows(THINKING)

            if looks == "later":
                rooms.clock.skip(120)
                await han.page.reload()
            else:
                await han.page.clock.set_fixed_time(datetime.now(UTC).timestamp() * 1000 + 120_000)

            await han.shows(NO_ANSWER)
            await expect(han.log).not_to_contain_text(THINKING)


async def test_message_deleted_at_once_is_not_read_aloud(playground: Playground, tab: OpenTab):
    lando, world = await tab("Lando"), playground.local.world
    await lando.page.evaluate(_LISTEN)

    playground.person("Han").say(playground.channel, "First")
    slip = playground.person("Han").say(playground.channel, "A slip of the tongue")
    await expect(lando.message("A slip of the tongue")).to_be_visible()
    world.delete_message(slip.message)
    playground.person("Han").say(playground.channel, "Last")

    assert await lando.page.evaluate(_HEARD_UNTIL, "Han: Last") == ["Han: First", "Han: Last"]


async def test_a_new_role_is_offered_at_once(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")

    playground.local.world.add_role(playground.demo.guild, "High rollers")
    await lando.composer.press_sequentially("@high")

    await expect(lando.page.get_by_role("option", name="High rollers")).to_be_visible()
