"""Reminders: one short message mentions the players to move, and goes when they have moved.

A crowd that is asked all at once isn't mentioned: nobody's turn holds up the table, so one line says how many may still
act. At live tables it waits until only a handful are left (`bot.tables.hand.timing.remind_at`).
"""

import logging

import aiohttp
import discord

from bot.campaigns import is_gm
from bot.db import log_unexpected, retried
from bot.engine.game import DEALER
from bot.engine.words import listed
from bot.services import Services
from bot.shards import NotServed
from bot.tables.model import Reminder, Table
from bot.tables.rights import has_host
from bot.ui.background import Tasks
from bot.ui.channels import meet_person

log = logging.getLogger(__name__)


class Reminders:
    """Posts and deletes reminders as tables change."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client, self._services = client, services
        self.tasks = Tasks()
        services.tables.store.changed.append(self._changed)
        services.parts.append(self)

    async def take(self, _: frozenset[int]) -> None:
        """Begin nothing: a reminder is posted as its table changes."""

    async def finish(self, shards: frozenset[int]) -> None:
        """Post and delete what is still to be posted and deleted on the servers of these shards."""
        if self._client.is_ready():
            await self.tasks.finish(self._services.shards.has_in(shards))

    async def forget(self, shards: frozenset[int]) -> None:
        """Post nothing more on the servers of these shards."""
        self.tasks.cancel(self._services.shards.has_in(shards))

    def _changed(self, before: Table | None, after: Table) -> None:
        was, now = before and _current_reminder(before), _current_reminder(after)
        if before is not None and was is not None and was.message_id is not None and now != was:
            self.tasks.start(self._delete(before, was.message_id), before.record.guild_id)
        if now is not None and now.message_id is None and now != was:
            self.tasks.start(self._remind(after, now.turn), after.record.guild_id)

    async def _remind(self, table: Table, turn: int) -> None:
        # The clock of the tables runs before the bot is connected.
        await self._client.wait_until_ready()
        playing, clock = self._services.tables.playing, self._services.clock
        try:
            sent = await retried(lambda: self._send(table, turn), clock)
            # While it can't be noted, the message stands: nobody is mentioned twice.
            if sent is not None and not await retried(lambda: playing.reminded(table.id, turn, sent.id), clock):
                await sent.delete()
        except NotServed:
            log.info("the next process reminds the players at table %s", table.id)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
            log.warning("nobody could be reminded at table %s: %s", table.id, failed)
        except Exception as error:  # noqa: BLE001  # nobody awaits this task
            log_unexpected(log, error, "nobody could be reminded at table %s", table.id)

    async def _send(self, table: Table, turn: int) -> discord.Message | None:
        """Post a reminder for the players whose turn it is, and return the message. None if no player wants one."""
        standing, record = _current_reminder(await self._services.tables.look(table.id)), table.record
        if standing is None or standing.turn != turn or not (users := await self._people_to_mention(table)):
            return None
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in users])
        text = _describe_turn(table, users)
        if table.asks_a_crowd:
            mentions, text = discord.AllowedMentions.none(), _describe_crowd(table)
        channel = self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)
        return await channel.send(text, allowed_mentions=mentions)

    async def _people_to_mention(self, table: Table) -> list[int]:
        """List the people to mention: those to move who want reminders. For an NPC that is the table's host, if a GM,
        and for the GM's own seat the GM who holds it. Seats on autopilot need nobody.
        """
        asked = sorted(table.to_act - {DEALER} if not has_host(table) else table.to_act)
        chairs = [chair for seat in asked if (chair := table.chair(seat)) and not chair.is_leaving]
        alone = {chair.seat for chair in table.piloted}
        chairs = [chair for chair in chairs if not chair.plays_itself and chair.seat not in alone]
        users = dict.fromkeys(chair.user_id or table.record.keeper for chair in chairs)
        own = {chair.user_id for chair in chairs}
        return [
            user
            for user in users
            if await self._services.preferences.wants_reminders(user)
            and (user in own or await self._is_gm(table, user))
        ]

    async def _is_gm(self, table: Table, user_id: int) -> bool:
        return is_gm(table.campaign, await meet_person(self._client, table.record.guild_id, user_id))

    async def _delete(self, table: Table, message_id: int) -> None:
        await self._client.wait_until_ready()
        channel = self._client.get_partial_messageable(table.record.channel_id, guild_id=table.record.guild_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
            log.info("a reminder at table %s could not be deleted: %s", table.id, failed)


def _current_reminder(table: Table) -> Reminder | None:
    """Return the reminder while the table waits for someone."""
    return table.record.reminder if table.in_hand and table.is_open else None


def _describe_turn(table: Table, users: list[int]) -> str:
    return f"{listed(f'<@{user}>' for user in users)}, your turn at {_link_and_deadline(table)}."


def _describe_crowd(table: Table) -> str:
    return f"{len(table.to_act)} players may still act at {_link_and_deadline(table)}."


def _link_and_deadline(table: Table) -> str:
    record = table.record
    link = f"https://discord.com/channels/{record.guild_id}/{record.channel_id}/{record.message_id or ''}"
    until = f" (deadline <t:{int(record.deadline)}:R>)" if record.deadline is not None else ""
    return f"[{table.title}]({link}){until}"
