"""The Discord client: lean, with every cog that is found, and one funnel for errors."""

import asyncio
import functools
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import bot.ui.handlers  # noqa: F401  # declares what buttons and forms do
from bot.catalog import extensions
from bot.db import fault_of, log_unexpected, retried
from bot.services import House
from bot.ui.answer import answer_of
from bot.ui.connection import Lifeline, Pace, in_background
from bot.ui.context import house_of
from bot.ui.control import begun, clicked, opens_form, running, submitted
from bot.ui.flood import Flood, flood_of
from bot.ui.gm.channel import GmChannel
from bot.ui.gm.screen import GmScreen
from bot.ui.late import Pages
from bot.ui.live_message import UNDRAWN
from bot.ui.options_check import can_be_completed, require_fitting
from bot.ui.reckoning import Reckoner
from bot.ui.registering import keep_registered
from bot.ui.reminders import Reminders
from bot.ui.render.renderer import Renderer
from bot.ui.report import report

log = logging.getLogger(__name__)
FINISH_WITHIN = 5.0
"""Seconds that answers under way get when the bot stops. Docker kills it after 10, closing the database included."""
_NOT_THERE = {10004, 50001}
"""Discord's codes for a server that is gone, or that the bot isn't on."""


class Tree(app_commands.CommandTree[Any]):
    """Slash commands behind the flood gate, a second look at their options, and the error funnel."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        answer = answer_of(interaction)
        try:
            if interaction.type is discord.InteractionType.application_command:
                begun()
                flood_of(interaction).admit(interaction.user.id)
                require_fitting(interaction)
                answer.watch(house_of(interaction).clock, opens_form=opens_form(interaction))
            elif not can_be_completed(interaction):
                await interaction.response.autocomplete([])
                return False
        except Exception as error:  # noqa: BLE001  # the funnel takes all; the library would only log it
            await report(interaction, error)
            return False
        return True

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log_unexpected(log, error, "autocomplete failed")
            return
        await report(interaction, error)


class Shadowport(commands.Bot):
    """The bot. Its house has all services; cogs and controls find them there."""

    def __init__(self, house: House, *, sync_guilds: tuple[int, ...] = (), requests_per_second: float = 0.0) -> None:
        """`requests_per_second` paces what Discord counts, which answers to interactions aren't; 0 doesn't."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            http_trace=Pace(house.clock, requests_per_second).trace,
        )
        self.house = house
        self.flood = Flood(house.clock)
        self.pages = Pages()
        self.reckoner = Reckoner()
        self.lifeline = Lifeline(self, house.clock)
        self.renderer = Renderer(self, house)
        self.reminders = Reminders(self, house)
        self.gm_channel = GmChannel(self, house)
        self.screen = GmScreen(self, house)
        self.finish_within = FINISH_WITHIN
        self._sync_guilds = sync_guilds

    async def setup_hook(self) -> None:
        for extension in extensions():
            await self.load_extension(extension)
        for command in self.tree.walk_commands():
            if isinstance(command, app_commands.Command):
                _tell_faults_in_choices(command)
        await self._sync()
        self.screen.begin()

    async def _sync(self) -> None:
        await keep_registered(self.tree, self.house.db, self._sync_guilds)

    async def close(self) -> None:
        self.reckoner.close()
        await super().close()

    async def finish(self) -> None:
        """Let the clicks that are being answered come to their end, and draw what they have changed; for
        `finish_within` seconds at most.
        """
        finishing = asyncio.create_task(self._finish(), name="finishing")
        # A write is never broken off: what waits for one wouldn't heed a timeout that cancels it.
        await asyncio.wait({finishing}, timeout=self.finish_within)
        if finishing.done():
            finishing.result()
        else:
            finishing.cancel()
            log.warning("the bot stops with answers under way")

    async def _finish(self) -> None:
        await asyncio.gather(*running(), return_exceptions=True)
        await self.renderer.finish()
        await self.screen.finish()
        await self.gm_channel.finish()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell of an event; not once the bot is closed, for the library says "ready" even then to no loop."""
        self.lifeline.heard(event_name)
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """Messages are counted, never read: a table that is pushed away moves to the bottom."""
        self.renderer.counted(message)
        self.screen.counted(message)

    async def on_ready(self) -> None:
        """Logged in, with the servers known, those in an outage too: who has left meanwhile is noticed."""
        with in_background():
            departures = self.house.caretaker.departures
            await retried(lambda: departures.seen({guild.id for guild in self.guilds}, self._is_on), self.house.clock)

    async def _is_on(self, guild_id: int) -> bool | None:
        """Ask Discord whether the bot is on a server; None where it doesn't say."""
        try:
            await self.fetch_guild(guild_id, with_counts=False)
        except UNDRAWN as failed:
            if isinstance(failed, discord.HTTPException) and failed.code in _NOT_THERE:
                return False
            log.warning("Discord doesn't say whether the bot is on server %s: %s", guild_id, failed)
            return None
        return True

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has removed the bot; an outage is another event."""
        await retried(lambda: self._note_presence(guild.id), self.house.clock)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await retried(lambda: self._note_presence(guild.id), self.house.clock)

    async def _note_presence(self, guild_id: int) -> None:
        """Note whether the bot is on the server now: what failed may be tried again when it has left or come back."""
        departures = self.house.caretaker.departures
        await (departures.left if self.get_guild(guild_id) is None else departures.came_back)(guild_id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.screen.deleted({payload.message_id})
        await self.renderer.deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        self.screen.deleted(payload.message_ids)
        await self.renderer.deleted(payload.channel_id, payload.message_ids)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Perhaps everybody reads along there by now."""
        self.screen.changed_channel(after.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._lost(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._lost(payload.thread_id)

    async def _lost(self, channel_id: int) -> None:
        """A channel is gone: its table closes, and everybody has their chips back."""
        table = await self.house.tables.in_channel(channel_id)
        if table is not None:
            await self.house.tables.opening.close_lost(table.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Clicks and forms come here, past the library's views: it would rebuild the whole message for each click."""
        if interaction.type is discord.InteractionType.component:
            await clicked(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await submitted(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an error in an event's own code. The library would log a traceback for each disk error."""
        error = sys.exc_info()[1]
        if error is not None:
            log_unexpected(log, error, "the event %s came to nothing", event_method)


Completion = Callable[..., Awaitable[list[app_commands.Choice[Any]]]]


def _tell_faults_in_choices(command: app_commands.Command[Any, Any, Any]) -> None:
    """Offer a sentence about a disk error instead of choices that can't be read. The library would log what
    autocomplete raises, and answer nothing.
    """
    # The library tells whether an option has autocomplete, but has no public name for what it calls.
    for option in command._params.values():  # noqa: SLF001  # as above
        complete: Any = option.autocomplete
        if complete is not None and not hasattr(complete, "tells_faults"):
            option.autocomplete = _telling_faults(complete)


def _telling_faults(complete: Completion) -> Any:
    @functools.wraps(complete)
    async def completed(*args: Any) -> list[app_commands.Choice[Any]]:
        try:
            return await complete(*args)
        except Exception as error:
            if (fault := fault_of(error)) is None:
                raise
            is_text = isinstance(args[-1], str)
            sentence = f"The bot's {fault.state}, so there is nothing to choose."
            return [app_commands.Choice(name=sentence, value=sentence)] if is_text else []

    completed.tells_faults = True  # pyright: ignore[reportAttributeAccessIssue]
    return completed
