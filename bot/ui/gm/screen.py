"""The GM's screen of each campaign, kept current: one message in the GM channel.

It is edited as tables change, at most once a second, with at most one edit in flight, and only when it looks different.
A digest of what it shows outlives a restart. A screen that was deleted while the bot was away is missed at its next
change. It is posted again where it was deleted, pushed away, or where GMs have chosen another channel, and found again
after a restart. Where everyone reads along by now it is folded. Tables don't tell of all changes, so once a minute the
bot checks whether only GMs can read it, and what time alone has changed.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

import discord

from bot.campaigns import Campaign
from bot.db import fault_of, log_unexpected, retried
from bot.errors import NotFound, PlayerError
from bot.services import Services
from bot.shards import NotServed
from bot.tables.gm_log import GmScreens, ScreenMessage
from bot.tables.model import Table
from bot.ui.background import Tasks
from bot.ui.channels import UNSEEN
from bot.ui.command_links import CommandLinks
from bot.ui.connection import in_background
from bot.ui.gm.channel import private_channel
from bot.ui.gm.screen_pages import Places, public_screen
from bot.ui.live_message import UNDRAWN, Drawing, is_out_of_reach
from bot.ui.panels import page

log = logging.getLogger(__name__)
WINDOW = 1.0
"""Seconds in which changes are gathered into one edit."""
LOOK_AGAIN = 60.0
"""Seconds after which a screen is looked at although nothing has happened."""
AT_ONCE = 8
"""Screens that are drawn at the same time: after a start all want to be, and what people click waits for none of it."""
PUSHED_AWAY = 12
"""Messages below the screen after which its next drawing moves to the bottom."""
_UNKNOWN_MESSAGE, _ANOTHER_BOTS, _ARCHIVED = 10008, 50005, 50083
NO_CHANNEL = "Choose a GM channel in /campaign setup, and I keep the screen current there."


@dataclass
class _Screen:
    """A campaign's screen, as far as this process knows it."""

    drawing: Drawing = field(default_factory=lambda: Drawing(0))
    place: ScreenMessage | None = None
    is_read: bool = False
    """True once that was read from the database."""
    guild_id: int | None = None
    """The campaign's server, once it was."""


class GmScreen:
    """The screens of all campaigns. `client` is the bot that the messages belong to."""

    def __init__(self, client: discord.Client, services: Services, links: CommandLinks) -> None:
        self._client, self._services, self._screens = client, services, GmScreens(services.db)
        self._links = links
        self._by_campaign: defaultdict[int, _Screen] = defaultdict(_Screen)
        self._by_channel: dict[int, dict[int, _Screen]] = {}
        """The screens whose message is there, by campaign: every message of every channel is looked up here."""
        self._starting = Tasks()
        self._looking: asyncio.Task[None] | None = None
        self._room = asyncio.Semaphore(AT_ONCE)
        services.tables.store.changed.append(self._changed)
        services.tables.store.forgotten.append(self.want)
        services.parts.append(self)

    async def take(self, shards: frozenset[int]) -> None:
        """Draw every screen on the servers of these shards once the bot is ready: much may have happened since the last
        drawing.
        """
        self._starting.start(self._draw_all(shards))

    async def forget(self, shards: frozenset[int]) -> None:
        """Drop the screens on the servers of these shards."""
        for campaign_id, screen in list(self._by_campaign.items()):
            if screen.guild_id is not None and self._services.shards.of(screen.guild_id) in shards:
                self._drop(campaign_id, screen)

    def _drop(self, campaign_id: int, screen: _Screen) -> None:
        if screen.drawing.task is not None:
            screen.drawing.task.cancel()
        self._put(campaign_id, screen, None)
        self._by_campaign.pop(campaign_id, None)

    async def post(self, campaign: Campaign) -> discord.Message:
        """Post the screen at the bottom of the channel of the GMs; an older one goes.

        Raises NotAllowed where no channel was chosen, or it isn't the GMs' alone or not to be written in any more.
        """
        screen = await self._load(campaign.id)
        async with screen.drawing.pen:
            return await self._post(screen, campaign, await self.tables(campaign))

    async def put_away(self, campaign_id: int) -> None:
        """Delete the screen, until someone asks for it again."""
        screen = await self._load(campaign_id)
        async with screen.drawing.pen:
            if (place := screen.place) is not None:
                await self._forget(screen, campaign_id)
                await self._delete(place)

    def want(self, campaign_id: int) -> None:
        """See that the screen shows the campaign's tables as they are, at the end of the window."""
        screen = self._by_campaign[campaign_id]
        if screen.is_read and screen.place is None:
            return
        with in_background():
            screen.drawing.want(lambda: self._draw_until_current(campaign_id, screen), f"screen-{campaign_id}")

    def counted(self, message: discord.Message) -> None:
        """Count a message in a channel: it may push a screen away."""
        for screen in self._by_channel.get(message.channel.id, {}).values():
            if screen.place is not None:
                screen.drawing.pushed += message.id > screen.place.message_id

    def deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Post a screen again whose message was deleted."""
        for campaign_id, screen in self._by_channel.get(channel_id, {}).items():
            if screen.place is not None and screen.place.message_id in message_ids:
                screen.drawing.shown = ""
                self.want(campaign_id)

    def changed_channel(self, channel_id: int) -> None:
        """Check a changed channel: others may be able to read it now."""
        for campaign_id in self._by_channel.get(channel_id, ()):
            self.want(campaign_id)

    async def finish(self, shards: frozenset[int] | None = None) -> None:
        """Draw at once what waits for the end of its window on the servers of these shards. Without them the bot stops,
        and draws nothing more.
        """
        if shards is None:
            self._starting.cancel()
            if self._looking is not None:
                self._looking.cancel()
                await asyncio.gather(self._looking, return_exceptions=True)
        if not self._client.is_ready():
            return
        for campaign_id, screen in list(self._by_campaign.items()):
            if shards is not None and self._services.shards.of(screen.guild_id) not in shards:
                continue
            screen.drawing.is_last = True
            if (task := screen.drawing.task) is None or task.done():
                continue
            if screen.drawing.wanted and not screen.drawing.pen.locked():
                task.cancel()
                await self._draw_now(campaign_id, screen)
            await asyncio.gather(task, return_exceptions=True)

    async def tables(self, campaign: Campaign) -> list[Table]:
        """Return the open tables of a campaign, oldest first."""
        return await self._services.tables.of_campaign(campaign.id)

    def places(self, campaign: Campaign) -> Places:
        """Return a function that names the channels of the campaign's server."""
        guild = self._client.get_guild(campaign.guild_id)

        def named(channel_id: int) -> str:
            channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
            return f"#{channel.name}" if channel is not None else UNSEEN

        return named

    def _changed(self, before: Table | None, after: Table) -> None:
        self.want(after.record.campaign_id)

    async def _load(self, campaign_id: int) -> _Screen:
        screen = self._by_campaign[campaign_id]
        if not screen.is_read:
            guild_id, place = await self._screens.get(campaign_id)
            if not screen.is_read:
                screen.is_read, screen.guild_id = True, guild_id
                self._put(campaign_id, screen, place)
        return screen

    def _put(self, campaign_id: int, screen: _Screen, place: ScreenMessage | None) -> None:
        """Note where the screen's message is and what it shows, or that there is none."""
        if screen.place is not None:
            self._by_channel[screen.place.channel_id].pop(campaign_id, None)
            if not self._by_channel[screen.place.channel_id]:
                del self._by_channel[screen.place.channel_id]
        if place is not None:
            self._by_channel.setdefault(place.channel_id, {})[campaign_id] = screen
        screen.place, screen.drawing.shown = place, place.looks if place is not None else ""

    async def _draw_all(self, shards: frozenset[int]) -> None:
        services = self._services
        await self._client.wait_until_ready()
        for campaign_id in await retried(lambda: self._screens.all(services.shards, shards), services.clock):
            self.want(campaign_id)

    async def _draw_until_current(self, campaign_id: int, screen: _Screen) -> None:
        if (await retried(lambda: self._load(campaign_id), self._services.clock)).place is None:
            screen.drawing.wanted = False
            return
        if not self._services.shards.serves(screen.guild_id):
            self._drop(campaign_id, screen)
            return
        # The clock of the tables runs before the bot is connected.
        await self._client.wait_until_ready()
        self._look_again()
        await screen.drawing.until_current(self._services.clock, WINDOW, lambda: self._draw_now(campaign_id, screen))

    def _look_again(self) -> None:
        """See that the screens are looked at from time to time, while there is one."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_at_times(), name="screens-looked-at")

    async def _look_at_times(self) -> None:
        while self._by_channel:
            await self._services.clock.sleep(LOOK_AGAIN)
            for campaign_id in [one for there in self._by_channel.values() for one in there]:
                self.want(campaign_id)

    async def _draw_now(self, campaign_id: int, screen: _Screen) -> None:
        async with self._room, screen.drawing.pen:
            screen.drawing.wanted = False
            try:
                if screen.place is not None:
                    await self._draw(screen, screen.place, await self._services.campaigns.get(campaign_id))
                screen.drawing.note_success()
            except NotServed:
                screen.drawing.is_last = True
            except NotFound:
                await self._forget(screen, campaign_id)
            except UNDRAWN as failed:
                log.info("the screen of campaign %s could not be drawn: %s", campaign_id, failed)
                screen.drawing.note_failure(failed, self._services.clock.now())
            except Exception as error:  # noqa: BLE001  # the next change is drawn again
                log_unexpected(log, error, "the screen of campaign %s could not be drawn", campaign_id)
                if fault_of(error) is not None:
                    screen.drawing.note_failure(error, self._services.clock.now())

    async def _draw(self, screen: _Screen, place: ScreenMessage, campaign: Campaign) -> None:
        if self._client.get_guild(campaign.guild_id) is None or not self._services.shards.serves(campaign.guild_id):
            return
        if campaign.settings.gm_channel_id is None or campaign.archived_at is not None:
            await self._forget(screen, campaign.id)
            await self._delete(place)
            return
        try:
            channel = await private_channel(self._client, campaign)
        except PlayerError as refused:
            await self._fold(screen, place, campaign, f"The GM's screen is removed. {refused}")
            return
        except discord.NotFound:
            await self._fold(screen, place, campaign, "The GM's screen is removed, because the GM channel is gone.")
            return
        tables, drawing, now = await self.tables(campaign), screen.drawing, self._services.clock.now()
        self._links.read_in(campaign.guild_id)
        view = public_screen(campaign, tables, now, self.places(campaign))
        is_elsewhere = getattr(channel, "id", None) != place.channel_id
        is_pushed = drawing.pushed >= PUSHED_AWAY
        if view.looks == drawing.shown and not (is_elsewhere or is_pushed):
            return
        drawing.last = now
        if is_elsewhere or is_pushed or drawing.is_worn_out(place.message_id, now):
            await self._post(screen, campaign, tables)
            return
        try:
            await self._message(place).edit(view=view)
        except discord.HTTPException as failed:
            if failed.code not in {_UNKNOWN_MESSAGE, _ANOTHER_BOTS, _ARCHIVED}:
                raise
            await self._post(screen, campaign, tables)
        else:
            await self._note_shown(screen, campaign.id, place.evolve(looks=view.looks))

    async def _note_shown(self, screen: _Screen, campaign_id: int, place: ScreenMessage) -> None:
        await self._screens.put(campaign_id, place)
        screen.is_read = True
        self._put(campaign_id, screen, place)

    async def _post(self, screen: _Screen, campaign: Campaign, tables: list[Table]) -> discord.Message:
        channel, now, before = await private_channel(self._client, campaign), self._services.clock.now(), screen.place
        self._links.read_in(campaign.guild_id)
        view = public_screen(campaign, tables, now, self.places(campaign))
        sent = await channel.send(view=view)
        place = ScreenMessage(channel_id=sent.channel.id, message_id=sent.id, looks=view.looks)
        try:
            await self._note_shown(screen, campaign.id, place)
        except Exception:
            # A screen that isn't noted would stand there for ever.
            await self._delete(place)
            raise
        screen.drawing.note_posted(now)
        self._look_again()
        if before is not None:
            await self._delete(before)
        return sent

    async def _fold(self, screen: _Screen, place: ScreenMessage, campaign: Campaign, why: str) -> None:
        """Take everything off a screen that isn't the GMs' alone any more."""
        try:
            await self._message(place).edit(view=page(why))
        except UNDRAWN as failed:
            if not is_out_of_reach(failed):
                raise
            log.info("the old screen of campaign %s could not be edited: %s", campaign.id, failed)
        await self._forget(screen, campaign.id)

    async def _forget(self, screen: _Screen, campaign_id: int) -> None:
        self._put(campaign_id, screen, None)
        await self._screens.forget(campaign_id)

    async def _delete(self, place: ScreenMessage) -> None:
        """Delete a screen's message, which may be gone already, or its channel."""
        try:
            await self._message(place).delete()
        except UNDRAWN as failed:
            log.info("an old screen could not be deleted: %s", failed)

    def _message(self, place: ScreenMessage) -> discord.PartialMessage:
        return self._client.get_partial_messageable(place.channel_id).get_partial_message(place.message_id)
