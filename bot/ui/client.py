"""The bot's client: its parts, Discord's events, and the registered slash commands."""

import asyncio
import functools
import hashlib
import json
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.clock import Clock
from bot.db import Database, Statement, count_saves, fault_of, log_unexpected, retried
from bot.errors import PlayerError
from bot.games import extensions
from bot.services import Services
from bot.ui.background import BackgroundWork
from bot.ui.channels import meet_person
from bot.ui.command_links import CommandLinks
from bot.ui.connection import Lifeline, RequestPace, in_background
from bot.ui.gm.channel import GmChannel
from bot.ui.gm.screen import GmScreen
from bot.ui.live_message import UNDRAWN
from bot.ui.pages.private_pages import PrivatePages
from bot.ui.panels import ON_MESSAGE
from bot.ui.reminders import Reminders
from bot.ui.render.renderer import Renderer
from bot.ui.render.voices import Voices

log = logging.getLogger(__name__)
_DEFAULTS: Mapping[str, object] = {
    "description": "",
    "options": [],
    "default_member_permissions": None,
    "nsfw": False,
    "required": False,
    "autocomplete": False,
    "choices": [],
    "type": 1,
}
_SHOWN = (
    "name", "type", "description", "options", "required", "choices", "value", "autocomplete", "min_value", "max_value",
    "min_length", "max_length", "channel_types", "default_member_permissions", "nsfw",
)  # fmt: skip
Command = Mapping[str, Any]
"""A command as Discord describes it."""
_SUBCOMMAND_GROUP = 2
_GLOBAL = ("contexts", "integration_types")
"""Properties that Discord keeps of global commands only."""
FINISH_WITHIN = 5.0
"""Seconds that answers under way get when the bot stops. Docker kills it after 10, closing the database included."""
BURST = 12.0
"""Interactions that may come at once."""
PER_SECOND = 3.0
_MOST_USERS = 10_000
_NOT_THERE = {10004, 50001}
"""Discord's codes for a server that is gone, or that the bot isn't on."""


def _read_less(client: discord.Client) -> None:
    """Have the library build less of what the gateway sends.

    Nobody asks for edited messages, which are mostly the bot's own. The components of a clicked message stay JSON, in
    the interaction's data.
    """
    parsers = client._connection.parsers  # noqa: SLF001  # the library has no public way to leave events out
    del parsers["MESSAGE_UPDATE"]
    parse = parsers["INTERACTION_CREATE"]

    def parse_interaction(data: Any) -> None:
        message: dict[str, Any] = data.get("message") or {}
        data.setdefault("data", {})[ON_MESSAGE] = message.get("components", [])
        message["components"] = []
        parse(data)

    parsers["INTERACTION_CREATE"] = parse_interaction


class TooFast(PlayerError):
    """More interactions than a person makes on purpose."""

    def __init__(self) -> None:
        super().__init__("That was too much at once. Wait a few seconds.")


class Flood:
    """Counts interactions by user."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def admit(self, user_id: int) -> None:
        """Count one interaction; raises TooFast when the user's bucket is empty."""
        now = self._clock.now()
        left, since = self._buckets.pop(user_id, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        self._buckets[user_id] = (max(left - 1.0, 0.0), now)
        if len(self._buckets) > _MOST_USERS:
            self._buckets.popitem(last=False)
        if left < 1.0:
            raise TooFast


class Shadowport(commands.Bot):
    """The bot. Its services and parts are found by the interactions that it receives."""

    def __init__(
        self,
        services: Services,
        tree: "type[app_commands.CommandTree[Shadowport]]",
        *,
        sync_guilds: tuple[int, ...] = (),
        requests_per_second: float = 0.0,
        counts_messages: bool = True,
    ) -> None:
        """Build the client. `requests_per_second` paces the requests that Discord counts, which answers to interactions
        aren't; 0 doesn't. Unless it `counts_messages`, Discord sends none: also none that people delete.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=tree,
            intents=discord.Intents(guilds=True, guild_messages=counts_messages),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            http_trace=RequestPace(services.clock, requests_per_second).trace,
        )
        _read_less(self)
        self.services = services
        self.flood = Flood(services.clock)
        self.background = BackgroundWork()
        self.lifeline = Lifeline(self, services.clock)
        self.command_links = CommandLinks()
        self.pages = PrivatePages(services, self.command_links, functools.partial(meet_person, self))
        self.renderer = Renderer(self, services, self.command_links)
        self.reminders = Reminders(self, services)
        self.voices = Voices(self, services)
        self.gm_channel = GmChannel(self, services, self.command_links)
        self.screen = GmScreen(self, services, self.command_links)
        self.finish_within = FINISH_WITHIN
        self._sync_guilds = sync_guilds
        self._running: set[asyncio.Task[object]] = set()

    async def setup_hook(self) -> None:
        for extension in extensions():
            await self.load_extension(extension)
        for command in self.tree.walk_commands():
            if isinstance(command, app_commands.Command):
                _offer_faults_as_choices(command)
        await self._sync()
        await self.screen.take(self.services.shards.held)

    async def _sync(self) -> None:
        await register_commands(self.tree, self.services.db, self._sync_guilds, self.command_links)

    async def close(self) -> None:
        self.background.close()
        self.pages.close()
        await super().close()

    def count_as_running(self) -> None:
        """Count the current task among the answers under way: the bot doesn't stop before it is done. What it saves is
        counted from here on.
        """
        count_saves()
        task = asyncio.current_task()
        if task is not None:
            self._running.add(task)
            task.add_done_callback(self._running.discard)

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
            log.warning("the bot stops before all answers are sent")

    async def _finish(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)
        await self.renderer.finish()
        await self.screen.finish()
        await self.gm_channel.finish()
        await self.pages.finish()

    def dispatch(self, event_name: str, /, *args: object, **kwargs: object) -> None:
        """Tell of an event; not once the bot is closed, for the library says "ready" even then to no loop."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_connect(self) -> None:
        self.lifeline.note_connected()

    async def on_resumed(self) -> None:
        self.lifeline.note_connected()

    async def on_disconnect(self) -> None:
        self.lifeline.note_lost()

    async def on_message(self, message: discord.Message, /) -> None:
        """Count messages, which are never read: a table that is pushed away moves to the bottom."""
        self.renderer.counted(message)
        self.screen.counted(message)

    async def on_ready(self) -> None:
        """Notice servers that removed the bot in the meantime. Servers in an outage are listed too."""
        with in_background():
            departures = self.services.maintenance.departures
            await retried(
                lambda: departures.seen({guild.id for guild in self.guilds}, self._is_on), self.services.clock
            )

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
        """Handle a server that removed the bot. An outage is another event."""
        await retried(lambda: self._note_presence(guild.id), self.services.clock)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await retried(lambda: self._note_presence(guild.id), self.services.clock)

    async def _note_presence(self, guild_id: int) -> None:
        """Note whether the bot is on the server now: what failed may be tried again when it has left or come back."""
        departures = self.services.maintenance.departures
        await (departures.left if self.get_guild(guild_id) is None else departures.came_back)(guild_id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.screen.deleted(payload.channel_id, {payload.message_id})
        await self.renderer.deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        self.screen.deleted(payload.channel_id, payload.message_ids)
        await self.renderer.deleted(payload.channel_id, payload.message_ids)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Check the GM channel again: everyone may be able to read it by now."""
        self.screen.changed_channel(after.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._close_table_in(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._close_table_in(payload.thread_id)

    async def _close_table_in(self, channel_id: int) -> None:
        """Close the table of a channel that is gone; everyone gets their chips back."""
        table = await self.services.tables.in_channel(channel_id)
        if table is not None:
            await self.services.tables.opening.close_lost(table.id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error in an event's own code. The library would log a traceback for each disk error."""
        error = sys.exc_info()[1]
        if error is not None:
            log_unexpected(log, error, "the event %s failed", event_method)


Interaction = discord.Interaction[Shadowport]
"""A click, a form or a command that the bot receives."""


async def register_commands(
    tree: app_commands.CommandTree, db: Database, guild_ids: Collection[int], links: CommandLinks
) -> None:
    """Register the tree's commands on these servers alone, or globally where none are named. Servers that have been
    named before lose theirs. A server that the bot isn't on is left out with a warning. `links` gets the ids.
    """
    kept = {int(row["guild_id"]) for row in await db.fetch("SELECT guild_id FROM command_servers")}
    for guild_id in guild_ids:
        tree.copy_global_to(guild=discord.Object(guild_id))
    if guild_ids:
        tree.clear_commands(guild=None)
    # At no moment a server that is to have the commands has none.
    for guild_id in guild_ids:
        try:
            links.note(guild_id, await _register_on(tree, db, guild_id, is_known=guild_id in kept))
        except (discord.Forbidden, discord.NotFound) as refused:
            log.warning("SYNC_GUILDS: server %s gets no commands because the bot isn't there (%s)", guild_id, refused)
    links.note(None, await _synchronize(tree, None, await _fetch_commands(tree, None)))
    for guild_id in sorted(kept.difference(guild_ids)):
        guild = discord.Object(guild_id)
        try:
            await _synchronize(tree, guild, await _fetch_commands(tree, guild))
        except (discord.Forbidden, discord.NotFound) as refused:
            # Should it invite the bot again, it may still have them.
            log.info("server %s keeps its commands because the bot isn't there (%s)", guild_id, refused)
        else:
            await db.apply(Statement("DELETE FROM command_servers WHERE guild_id = ?", (guild_id,)))


async def _register_on(
    tree: app_commands.CommandTree, db: Database, guild_id: int, *, is_known: bool
) -> Collection[Command]:
    guild = discord.Object(guild_id)
    there = await _fetch_commands(tree, guild)
    if not is_known:
        # Noted before it is done: what is broken off here can be taken away later.
        await db.apply(Statement("INSERT INTO command_servers (guild_id) VALUES (?)", (guild_id,)))
    return await _synchronize(tree, guild, there)


async def _fetch_commands(tree: app_commands.CommandTree, guild: discord.Object | None) -> Collection[Command]:
    """Return the commands as Discord describes them. The library's AppCommand drops permissions, and contexts too: it
    reads 0, which is a server, as none at all.
    """
    http, application_id = tree.client.http, tree.client.application_id or 0
    if guild is None:
        return await http.get_global_commands(application_id)
    return await http.get_guild_commands(application_id, guild.id)


async def _synchronize(
    tree: app_commands.CommandTree, guild: discord.Object | None, there: Collection[Command]
) -> Collection[Command]:
    """Make Discord's commands of a server, or the global ones, those of the tree, and return them. `there` are those
    that Discord has.
    """
    wanted = [command.to_dict(tree) for command in tree.get_commands(guild=guild)]
    shown = _SHOWN if guild is not None else _SHOWN + _GLOBAL
    if _digest(wanted, shown) != _digest(list(there), shown):
        await tree.sync(guild=guild)
        there = await _fetch_commands(tree, guild)
        log.info("registered %s commands%s", len(wanted), f" on server {guild.id}" if guild else "")
    return there


def _digest(found: object, shown: tuple[str, ...]) -> str:
    """Return a digest of what matters of commands: equal for what was sent and what Discord gives back."""
    return hashlib.sha256(json.dumps(_normalize(found, shown), sort_keys=True).encode()).hexdigest()


def _is_shown_in_order(found: list[object]) -> bool:
    """Return whether these are options or choices. Discord keeps no order of commands, subcommands and plain values."""
    return all(isinstance(one, dict) and ("value" in one or one.get("type", 1) > _SUBCOMMAND_GROUP) for one in found)


def _normalize(found: object, shown: tuple[str, ...]) -> object:
    if isinstance(found, list):
        plain = [_normalize(one, shown) for one in found]
        return plain if _is_shown_in_order(found) else sorted(plain, key=lambda one: json.dumps(one, sort_keys=True))
    if isinstance(found, dict):
        kept = {name: _normalize(found.get(name), shown) for name in shown}
        if kept["default_member_permissions"] is not None:
            kept["default_member_permissions"] = str(found["default_member_permissions"])
        return {
            name: value
            for name, value in kept.items()
            if value is not None and value != _DEFAULTS.get(name) and value != []
        }
    return float(found) if isinstance(found, int) else found


Completion = Callable[..., Coroutine[object, object, list[app_commands.Choice[str]]]]


def _offer_faults_as_choices(command: app_commands.Command[Any, ..., Any]) -> None:
    """Offer a sentence about a disk error instead of choices that can't be read. The library would log what
    autocomplete raises, and answer nothing.
    """
    # The library tells whether an option has autocomplete, but has no public name for what it calls.
    for option in command._params.values():  # noqa: SLF001  # as above
        complete: Any = option.autocomplete
        if complete is not None and not hasattr(complete, "tells_faults"):
            option.autocomplete = _with_faults_as_choices(complete)


def _with_faults_as_choices(complete: Completion) -> Completion:
    @functools.wraps(complete)
    async def completed(*args: object) -> list[app_commands.Choice[str]]:
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
