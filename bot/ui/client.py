"""The bot's client: its parts, Discord's events, and the registered slash commands."""

import asyncio
import functools
import hashlib
import json
import logging
import sys
from collections import OrderedDict, deque
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
from bot.ui.answer import Callbacks
from bot.ui.background import BackgroundWork
from bot.ui.channels import meet_person
from bot.ui.command_links import CommandLinks
from bot.ui.connection import RequestPace, ShardedBot, in_background
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
ANSWERABLE = 2.8
"""Seconds from its arrival for which an interaction can wait for its shard to be served: Discord takes an answer for
3."""
OVERDUE = 2.0
"""Seconds for which one waits while the database is away. Another process that serves the shard would have answered."""
_LATELY = 5.0
"""Seconds for which the next process that serves a shard has to know what was handled here."""
_BY_SERVER = "0"
"""The kind of installation on a server, among the owners that an interaction names."""
_ROUTED = {discord.InteractionType.component.value, discord.InteractionType.modal_submit.value}
_EPHEMERAL = discord.MessageFlags(ephemeral=True).value
TAKEN_UP = "taken_up"
"""The key in the data of an interaction that has waited for its shard: another process may have acted on it."""


class _Click(discord.Interaction[Any]):
    """A click or a sent form, read as far as handlers ask: the library's reading took 3% of a click.

    Locales, context, entitlements, version and the limit for files are missing. Where the bot doesn't know the server
    or the channel, the library reads all but the message.
    """

    __slots__ = ()

    def _from_data(self, data: Any) -> None:
        """Take in what the gateway sent, in place of the library's own method."""
        message: dict[str, Any] | None = data.pop("message", None)
        guild = self.client.get_guild(int(data.get("guild_id") or 0))
        channel = None if guild is None else guild.get_channel_or_thread(int(data.get("channel", {}).get("id", 0)))
        if guild is None or channel is None or "member" not in data:
            super()._from_data(data)
        else:
            self.id, self.token, self.application_id = int(data["id"]), data["token"], int(data["application_id"])
            self.type, self.data = discord.InteractionType(data["type"]), data.get("data")
            self.guild_id, self.channel, self.user = guild.id, channel, _Member(data["member"], guild)
            owners = data.get("authorizing_integration_owners", {})
            self._integration_owners = {int(kind): int(owner) for kind, owner in owners.items()}
            self._permissions = int(data["member"].get("permissions", 0))
            self._app_permissions = int(data.get("app_permissions", 0))
        self.message = None
        if message is not None:
            data.setdefault("data", {})[ON_MESSAGE] = message.get("components", [])
            self.message = _Message(message)


class _Member(discord.Member):
    """The member who clicked: their id, name and roles, and until when they may not speak."""

    __slots__ = ("_unread", "display_name", "id")

    def __init__(self, data: Mapping[str, Any], guild: discord.Guild) -> None:
        user, self.guild, self.nick = data["user"], guild, data.get("nick")
        self._unread, self.id = user, int(user["id"])
        called: Any = self.nick or user.get("global_name") or user["username"]
        self.display_name = called  # pyright: ignore[reportAttributeAccessIssue]  # set just once, here
        self._roles = discord.utils.SnowflakeList(map(int, data["roles"]))
        self.timed_out_until = discord.utils.parse_time(data.get("communication_disabled_until"))

    @property
    def _user(self) -> discord.User:  # pyright: ignore[reportIncompatibleVariableOverride]  # nothing sets it
        """The library's user, made once somebody asks for more of them."""
        # A user is made of JSON only by the library's state, which also keeps one object for each of them.
        return self.guild._state.store_user(self._unread)  # noqa: SLF001  # the state has no public name


class _Message(discord.Message):
    """The message whose control was used: its id, and whether only one person sees it. Its components stay JSON, in the
    interaction's data.
    """

    __slots__ = ()

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.id = int(data["id"])
        self.flags = discord.MessageFlags(ephemeral=bool(data.get("flags", 0) & _EPHEMERAL))


def _read_less(client: "Shadowport") -> None:
    """Have the library build less of what the gateway sends.

    It keeps no view and no form of the bot, so clicks and forms are routed past those that it knows. The components of
    a message that was clicked stay JSON, in the interaction's data. Interactions of a shard that isn't served yet wait
    as they came.
    """
    state = client._connection  # noqa: SLF001  # the library has no public way to build less
    # Edits whose text doesn't begin as usual aren't passed over unread.
    del state.parsers["MESSAGE_UPDATE"]
    parse = state.parsers["INTERACTION_CREATE"]

    def parse_interaction(data: Any) -> None:
        if not client.admits(data):
            return
        if data["type"] not in _ROUTED:
            parse(data)
            return
        interaction = _Click(data=data, state=state)
        if not client.is_closed():
            # An error of the routing itself ends in `on_error`.
            client._schedule_event(client.route, "interaction", interaction)  # noqa: SLF001  # as the library does

    state.parsers["INTERACTION_CREATE"] = parse_interaction


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


class Shadowport(ShardedBot):
    """The bot. Its services and parts are found by the interactions that it receives.

    It answers those of servers that this process serves (`services.shards`). A shard may be connected before it is
    served: what comes meanwhile waits as long as it can be answered. Nothing else is taken in of other servers.
    """

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
            services.clock,
            services.shards.count,
            functools.partial(services.leases.identify, clock=services.clock),
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
        self.route: Callable[[discord.Interaction[Any]], Coroutine[Any, Any, None]]
        """The function that answers clicks and forms; the tree sets it."""
        self.flood = Flood(services.clock)
        self.callbacks = Callbacks(self.http.user_agent)
        self.background = BackgroundWork()
        self.command_links = CommandLinks()
        # Where a shard is released there may not be time for all, so the tables come first.
        self.renderer = Renderer(self, services, self.command_links)
        self.pages = PrivatePages(services, self.command_links, functools.partial(meet_person, self))
        self.reminders = Reminders(self, services)
        self.voices = Voices(self, services)
        self.gm_channel = GmChannel(self, services, self.command_links)
        self.screen = GmScreen(self, services, self.command_links)
        self.finish_within = FINISH_WITHIN
        self._sync_guilds = sync_guilds
        self._running: dict[asyncio.Task[object], int] = {}
        """The answers under way, and the shard of each."""
        self._waiting: dict[int, deque[tuple[float, dict[str, Any]]]] = {}
        """By shard, what came while it wasn't served, and when."""
        self._handled: deque[tuple[float, int, str]] = deque()
        """When, the shard, and the id of each interaction that was handled lately."""

    async def setup_hook(self) -> None:
        await super().setup_hook()
        for extension in extensions():
            await self.load_extension(extension)
        for command in self.tree.walk_commands():
            if isinstance(command, app_commands.Command):
                _offer_faults_as_choices(command)
        await self._sync()
        await self.screen.take(self.services.shards.held)

    async def _sync(self) -> None:
        async with self.services.leases.exclusively("commands"):
            await register_commands(self.tree, self.services.db, self._sync_guilds, self.command_links)

    async def close(self) -> None:
        self.background.close()
        self.pages.close()
        self.callbacks.close()
        await super().close()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect and serve the shards that are held. Return when the client is closed. Raises an error that ends the
        connection of any shard for good.
        """
        for shard in sorted(self.services.shards.held):
            self.begin_shard(shard)
            await self.serve_shard(shard)
        await super().connect(reconnect=reconnect)

    async def connect_shard(self, shard: int) -> None:
        """Connect the shard, if it isn't connected yet, and return when all its servers are known. Another process may
        have sessions of the same shard. Unless the shard is held, interactions wait until `serve_shard`.

        Raises an error that ends the connection for good.
        """
        if shard not in self.services.shards.held:
            self._waiting.setdefault(shard, deque())
        await super().connect_shard(shard)

    async def serve_shard(self, shard: int, handled: Collection[str] = ()) -> None:
        """Answer interactions of the shard from now on. Those that have waited come first, if they can still be
        answered. On those in `handled`, by their ids, the process that served the shard before has acted already.

        Raises ValueError unless the shard is held.
        """
        if shard not in self.services.shards.held:
            raise ValueError(f"shard {shard} isn't held")
        waiting, now = self._waiting.pop(shard, ()), self.services.clock.now()
        for came_at, data in waiting:
            if data["id"] not in handled and now - came_at < ANSWERABLE:
                self._take_up(data)
        self.dispatch("shard_served", shard)

    async def leave_shard(self, shard: int, *, is_lost: bool = False) -> frozenset[str]:
        """Close the shard's session, bring to its end what is under way for its servers, and have the services release
        them. Return the ids of the interactions that were handled in the last seconds before the session was closed.

        When this returns, nothing more is written for these servers, and the library knows none of them. Where the
        shard `is_lost`, nothing more is drawn either: another process may serve it.
        """
        await self.disconnect_shard(shard)
        since = self.services.clock.now() - _LATELY
        self._waiting.pop(shard, None)
        handled = frozenset(key for at, of, key in self._handled if of == shard and at >= since)
        await self._within(self._answers(shard))
        await self.services.release(frozenset({shard}), is_lost=is_lost)
        self.forget_servers(shard)
        return handled

    @property
    def connected_shards(self) -> frozenset[int]:
        """The shards that are connected, whether they are served or not."""
        return frozenset(self._lines)

    def answer_overdue(self, shards: Collection[int]) -> None:
        """Answer what has waited for these shards nearly as long as it can. The services say why they can't do it."""
        late = self.services.clock.now() - OVERDUE
        for waiting in filter(None, map(self._waiting.get, shards)):
            while waiting and waiting[0][0] <= late:
                self._take_up(waiting.popleft()[1])

    def _take_up(self, data: dict[str, Any]) -> None:
        data.setdefault("data", {})[TAKEN_UP] = True
        self._connection.parsers["INTERACTION_CREATE"](data)

    def admits(self, data: dict[str, Any]) -> bool:
        """Return True for an interaction that is to be answered now. One of a connected shard that isn't served waits,
        and any other is another process's.
        """
        shards, now = self.services.shards, self.services.clock.now()
        if _BY_SERVER not in data.get("authorizing_integration_owners", {_BY_SERVER: ""}):
            # A person has brought the bot to a server that it isn't on: no shard of its own serves that one.
            return True
        guild_id = data.get("guild_id")
        shard = shards.of(None if guild_id is None else int(guild_id))
        is_served = shard in shards.held and shard not in self._waiting
        if is_served or TAKEN_UP in data.get("data", {}):
            while self._handled and self._handled[0][0] < now - _LATELY:
                self._handled.popleft()
            self._handled.append((now, shard, data["id"]))
            return True
        if shard in self._lines:
            waiting = self._waiting.setdefault(shard, deque())
            while waiting and waiting[0][0] <= now - ANSWERABLE:
                waiting.popleft()
            waiting.append((now, data))
        return False

    def count_as_running(self, guild_id: int | None = None) -> None:
        """Count the current task among the answers under way for that server: the bot doesn't stop before it is done.
        What it saves is counted from here on.
        """
        count_saves()
        task = asyncio.current_task()
        if task is not None:
            self._running[task] = self.services.shards.of(guild_id)
            task.add_done_callback(lambda done: self._running.pop(done, None))

    async def finish(self) -> None:
        """Let the clicks that are being answered come to their end, and draw what they have changed; for
        `finish_within` seconds at most.
        """
        await self._within(self._finish())

    async def _within(self, work: Coroutine[object, object, None]) -> None:
        """Do the work for `finish_within` seconds at most."""
        finishing = asyncio.create_task(work, name="finishing")
        # A write is never broken off: what waits for one wouldn't heed a timeout that cancels it.
        await asyncio.wait({finishing}, timeout=self.finish_within)
        if finishing.done():
            finishing.result()
        else:
            finishing.cancel()
            log.warning("the bot stops before all answers are sent")

    async def _finish(self) -> None:
        await self._answers()
        await self.renderer.finish()
        await self.screen.finish()
        await self.gm_channel.finish()
        await self.pages.finish()

    async def _answers(self, shard: int | None = None) -> None:
        """Wait for the answers under way on servers of that shard, or on all."""
        # What came last has to begin before it can be waited for.
        await asyncio.sleep(0)
        running = [task for task, of in self._running.items() if shard in {None, of}]
        await asyncio.gather(*running, return_exceptions=True)

    def dispatch(self, event_name: str, /, *args: object, **kwargs: object) -> None:
        """Tell of an event; not once the bot is closed, for the library says "ready" even then to no loop. Nobody asks
        for the kinds of all events, which the library tells besides.
        """
        if event_name != "socket_event_type" and not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """Count messages, which are never read: a table that is pushed away moves to the bottom."""
        if message.guild is not None and self._serves(message.guild.id):
            self.renderer.counted(message)
            self.screen.counted(message)

    def _serves(self, guild_id: int | None) -> bool:
        """Return True if what happens on the server is this process's to notice."""
        return self.services.shards.serves(guild_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        await super().on_shard_ready(shard_id)
        await self._notice_departures(shard_id)

    async def on_shard_served(self, shard_id: int) -> None:
        await self._notice_departures(shard_id)

    async def _notice_departures(self, shard: int) -> None:
        """Notice servers that removed the bot in the meantime, once the shard is served and its servers are listed.
        Servers in an outage are listed too.
        """
        line = self._lines.get(shard)
        if shard not in self.services.shards.held or line is None or not line.is_ready.is_set():
            return
        departures, here = self.services.maintenance.departures, {guild.id for guild in self.guilds}
        with in_background():
            await retried(lambda: departures.seen(here, self._is_on, {shard}), self.services.clock)

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
        if self._serves(guild.id):
            await retried(lambda: self._note_presence(guild.id), self.services.clock)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self._serves(guild.id):
            await retried(lambda: self._note_presence(guild.id), self.services.clock)

    async def _note_presence(self, guild_id: int) -> None:
        """Note whether the bot is on the server now: what failed may be tried again when it has left or come back."""
        departures = self.services.maintenance.departures
        await (departures.left if self.get_guild(guild_id) is None else departures.came_back)(guild_id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        if self._serves(payload.guild_id):
            self.screen.deleted(payload.channel_id, {payload.message_id})
            await self.renderer.deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        if self._serves(payload.guild_id):
            self.screen.deleted(payload.channel_id, payload.message_ids)
            await self.renderer.deleted(payload.channel_id, payload.message_ids)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Check the GM channel again: everyone may be able to read it by now."""
        self.screen.changed_channel(after.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._close_table_in(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._close_table_in(payload.guild_id, payload.thread_id)

    async def _close_table_in(self, guild_id: int, channel_id: int) -> None:
        """Close the table of a channel that is gone; everyone gets their chips back."""
        table = await self.services.tables.in_channel(channel_id) if self._serves(guild_id) else None
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
    """Offer a sentence about a disk error instead of choices that can't be read, and nothing where a command would be
    refused. The library would log what autocomplete raises, and answer nothing.
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
        except PlayerError:
            return []
        except Exception as error:
            if (fault := fault_of(error)) is None:
                raise
            is_text = isinstance(args[-1], str)
            sentence = f"The bot's {fault.state}, so there is nothing to choose."
            return [app_commands.Choice(name=sentence, value=sentence)] if is_text else []

    completed.tells_faults = True  # pyright: ignore[reportAttributeAccessIssue]
    return completed
