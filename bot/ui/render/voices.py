"""NPCs that speak under their own name and image, where the bot has the permission Manage Webhooks.

The table's message has each line in any case, so nothing is lost where the bot lacks the permission or Discord refuses.
A channel needs one webhook. It is found again after a restart, by the user
who made it, and made where there is none.
"""

import asyncio
import logging

import discord

from bot.db import log_unexpected
from bot.engine.words import escape
from bot.services import Services
from bot.tables.events import Spoke
from bot.tables.model import Chair, Table
from bot.ui.background import Tasks
from bot.ui.live_message import UNDRAWN

log = logging.getLogger(__name__)
Home = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel
_MOST_WAITING = 3
"""Lines that wait for a channel's webhook. Others aren't said: chatter of a minute ago helps nobody."""
_REFUSED_FOR = 600.0
"""Seconds for which a channel isn't tried again whose webhook could neither be found nor made."""
_LONGEST_NAME = 80
_NO_NAMES = ("clyde", "discord")
"""Words that Discord takes in no webhook's name."""
_UNKNOWN_WEBHOOK = 10015


class Voices:
    """Says the lines of NPCs, in each channel one after the other."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client, self._clock = client, services.clock
        self._hooks: dict[int, discord.Webhook] = {}
        self._refused: dict[int, float] = {}
        """The moment at which a channel's webhook was refused."""
        self._turns: dict[int, asyncio.Lock] = {}
        self._waiting: dict[int, int] = {}
        self.tasks = Tasks()
        services.tables.store.changed.append(self._changed)

    def _changed(self, before: Table | None, after: Table) -> None:
        if before is None:
            return
        for row in after.recent:
            if row.sequence > before.record.sequence and row.text:
                for logged in row.events:
                    chair = after.chair(logged.event.seat) if isinstance(logged.event, Spoke) else None
                    if chair is not None and self._waiting.get(after.record.channel_id, 0) < _MOST_WAITING:
                        self.tasks.start(self._speak_in_turn(after, chair, row.text), after.record.guild_id)

    async def _speak_in_turn(self, table: Table, chair: Chair, text: str) -> None:
        channel_id = table.record.channel_id
        self._waiting[channel_id] = self._waiting.get(channel_id, 0) + 1
        try:
            # The clock of the tables runs before the bot is connected.
            await self._client.wait_until_ready()
            async with self._turns.setdefault(channel_id, asyncio.Lock()):
                await self._speak(table, chair, text)
        except UNDRAWN as failed:
            log.info("an NPC's line at table %s is only on the table: %s", table.id, failed)
        except Exception as error:  # noqa: BLE001  # nobody awaits this task
            log_unexpected(log, error, "an NPC's line at table %s is only on the table", table.id)
        finally:
            self._waiting[channel_id] -= 1
            if not self._waiting[channel_id]:
                del self._waiting[channel_id], self._turns[channel_id]

    async def _speak(self, table: Table, chair: Chair, text: str) -> None:
        guild, name = self._client.get_guild(table.record.guild_id), table.names.get(chair.seat, "")[:_LONGEST_NAME]
        place = guild and guild.get_channel_or_thread(table.record.channel_id)
        home = place.parent if isinstance(place, discord.Thread) else place
        if guild is None or not isinstance(home, Home) or not name or any(no in name.casefold() for no in _NO_NAMES):
            return
        if not home.permissions_for(guild.me).manage_webhooks:
            self._hooks.pop(home.id, None)
            return
        for _ in range(2):
            hook = await self._hook(home)
            if hook is None:
                return
            try:
                await hook.send(
                    escape(text),
                    username=name,
                    avatar_url=(chair.pilot.avatar or None) if chair.pilot is not None else None,
                    thread=place if isinstance(place, discord.Thread) else discord.utils.MISSING,
                    allowed_mentions=discord.AllowedMentions.none(),
                    suppress_embeds=True,
                )
            except discord.NotFound as gone:
                if gone.code != _UNKNOWN_WEBHOOK:
                    raise
                # Someone has deleted it: the next try makes another.
                del self._hooks[home.id]
            else:
                return

    async def _hook(self, home: Home) -> discord.Webhook | None:
        """Return the channel's webhook of the bot: found, or made. None for a while after Discord has refused that."""
        if (kept := self._hooks.get(home.id)) is not None:
            return kept
        if self._clock.now() - self._refused.get(home.id, float("-inf")) < _REFUSED_FOR:
            return None
        own = self._client.user
        try:
            for hook in await home.webhooks():
                if hook.token is not None and hook.user is not None and own is not None and hook.user.id == own.id:
                    self._hooks[home.id] = hook
                    return hook
            self._hooks[home.id] = await home.create_webhook(name="NPCs", reason="NPCs speak under their own names")
        except discord.HTTPException as refused:
            self._refused[home.id] = self._clock.now()
            log.info("channel %s gets no webhook for NPCs: %s", home.id, refused)
            return None
        return self._hooks[home.id]
