"""Turns are noticed: one short message mentions whoever is to move, and goes when they have."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.tables.model import Table
from bot.ui.house import House

if TYPE_CHECKING:
    from bot.ui.client import Shadowport

log = logging.getLogger(__name__)


class Reminders:
    """Posts and deletes reminders as tables change."""

    def __init__(self, client: "Shadowport", house: House) -> None:
        self._client, self._house = client, house
        self._tasks: set[asyncio.Task[None]] = set()
        house.tables.desk.changed.append(self._changed)

    def _changed(self, before: Table | None, after: Table) -> None:
        if before is None or not self._client.is_ready():
            return
        was, now = before.record.reminder, after.record.reminder
        if was is not None and was.message_id is not None and now != was:
            self._run(self._delete(before, was.message_id))
        if now is not None and now.message_id is None and now != was:
            self._run(self._remind(after, now.turn))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _remind(self, table: Table, turn: int) -> None:
        users = await self._mentioned(table)
        if not users:
            return
        record = table.record
        link = f"https://discord.com/channels/{record.guild_id}/{record.channel_id}/{record.message_id}"
        names = " ".join(f"<@{user}>" for user in users)
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in users])
        try:
            channel = self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)
            sent = await channel.send(
                f"{names}, your turn at [{table.entry.game.title}]({link}).", allowed_mentions=mentions
            )
            if not await self._house.tables.playing.reminded(table.id, turn, sent.id):
                await sent.delete()
        except discord.HTTPException as failed:
            log.warning("nobody could be reminded at table %s: %s", table.id, failed)

    async def _mentioned(self, table: Table) -> list[int]:
        """Whoever is to move and wants to hear of it; for an NPC the keeper of the table."""
        chairs = (table.chair(seat) for seat in sorted(table.to_act))
        asked = dict.fromkeys(
            chair.user_id or table.record.keeper for chair in chairs if chair and not chair.is_leaving
        )
        return [user for user in asked if await self._house.preferences.wants_reminders(user)]

    async def _delete(self, table: Table, message_id: int) -> None:
        channel = self._client.get_partial_messageable(table.record.channel_id, guild_id=table.record.guild_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except discord.HTTPException as failed:
            log.info("a reminder at table %s stays: %s", table.id, failed)
