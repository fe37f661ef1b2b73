"""What the composer says when a command comes to nothing, and how one gets back what was typed."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import discord
import pytest_asyncio
from discord import app_commands
from playwright.async_api import expect

from bot.ui.client import Interaction
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground

Choices = list[app_commands.Choice[str]]
ANSWERED_WITHIN = 3.0


@dataclass
class Silence:
    """A command of the bot's that answers nothing before it is `over`; `asked` is set when the bot has heard of it."""

    playground: Playground
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def keeps(self) -> None:
        self.asked.set()
        await self.over.wait()

    async def passes(self) -> None:
        """Let the bot receive the command, and its time for an answer pass."""
        await self.asked.wait()
        self.asked.clear()
        self.playground.clock.skip(ANSWERED_WITHIN)


@pytest_asyncio.fixture(loop_scope="session")
async def silence(playground: Playground) -> AsyncIterator[Silence]:
    """Return the behavior of /hush."""
    made, guild = Silence(playground), playground.demo.guild

    @app_commands.command(description="Says nothing")
    async def hush(_: Interaction, word: str) -> None:
        await made.keeps()

    @hush.autocomplete("word")
    async def _words(_: Interaction, typed: str) -> Choices:
        await made.keeps()
        return []

    playground.bot.tree.add_command(hush, guild=discord.Object(guild.id))
    payload = hush.to_dict(playground.bot.tree)
    await playground.bot.http.upsert_guild_command(playground.local.world.application_id, guild.id, payload)
    yield made
    made.over.set()


async def test_a_command_that_is_never_answered_can_be_tried_again(tab: OpenTab, silence: Silence):
    han = await tab("Han")
    await han.composer.fill("/hush")
    await han.page.keyboard.press("Enter")
    await expect(han.page.get_by_text("Loading options…").first).to_be_visible()
    await silence.passes()
    await expect(han.page.get_by_text("Loading options failed.").first).to_be_visible()
    await han.page.keyboard.type("now")
    await expect(han.page.get_by_text("Loading options…").first).to_be_visible()
    await silence.passes()
    await expect(han.page.get_by_text("Loading options failed.").first).to_be_visible()
    await han.page.keyboard.press("Enter")
    await expect(han.composer).to_have_value("")
    await silence.passes()
    failure = han.page.get_by_role("alert").filter(has_text="The bot didn't answer.")
    await failure.get_by_role("button", name="Try again").click()
    await expect(failure).to_have_count(0)
    await expect(han.page.get_by_label("word", exact=True)).to_have_value("now")
    await expect(han.composer).to_be_focused()


async def test_a_command_that_is_gone_is_refused_with_what_was_typed_at_hand(tab: OpenTab, silence: Silence):
    han, world, guild = await tab("Han"), silence.playground.local.world, silence.playground.demo.guild
    await han.composer.fill("/hush now")
    await han.page.keyboard.press("Tab")
    await expect(han.page.get_by_label("word", exact=True)).to_have_value("now")
    world.commands[guild.id].clear()
    await han.page.keyboard.press("Enter")
    failure = han.page.get_by_role("alert").filter(has_text="/hush")
    await expect(failure).to_be_visible()
    await han.page.keyboard.type("never mind")
    await failure.get_by_role("button", name="Dismiss").click()
    await expect(failure).to_have_count(0)
    await expect(han.composer).to_have_value("never mind")
    await expect(han.composer).to_be_focused()
