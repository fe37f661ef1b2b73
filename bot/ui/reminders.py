"""Reminders: one short message mentions the players to move, and goes when they have moved. Players who asked for it
get a direct message about a play-by-post table, at most one until they have moved there.

A crowd that is asked all at once isn't mentioned: nobody's turn holds up the table, so one line says how many may still
act. At live tables it waits until only a handful are left (`bot.tables.hand.timing.remind_at`).
"""

import asyncio
import logging
from collections.abc import Collection
from functools import partial

import aiohttp
import discord

from bot.campaigns import is_gm
from bot.db import log_unexpected, retried
from bot.engine.words import listed
from bot.services import Services
from bot.shards import NotServed
from bot.tables.model import Reminder, Table
from bot.tables.rights import awaited_users
from bot.ui.background import Tasks
from bot.ui.channels import meet_person
from bot.ui.panels import button, control_id, page

log = logging.getLogger(__name__)
STOP = "nodirect"
"""The verb of the button under a direct message."""


class Reminders:
    """Posts and deletes reminders as tables change."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client, self._services = client, services
        self.tasks = Tasks()
        self._order = asyncio.Lock()
        """Held while it is noted who is written to."""
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
        if before is not None and not after.record.pace.is_live and after.record.pace.seconds:
            moved, is_closed = _moved(before, after), before.is_open and not after.is_open
            if moved or is_closed or set(_waiting(before)) != set(_waiting(after)):
                self.tasks.start(self._tell_directly(after, moved), after.record.guild_id)
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
        """List the people to mention: those to move who want reminders."""
        wants = self._services.preferences.wants_reminders
        return [user for user in awaited_users(table) if await wants(user) and await self._may_move(table, user)]

    async def _may_move(self, table: Table, user_id: int) -> bool:
        """Return whether a user whom the table waits for plays there, or is still a GM, and isn't blocked."""
        if self._services.operator.blocks(table.record.guild_id, user_id) is not None:
            return False
        if table.seated(user_id):
            return True
        return is_gm(table.campaign, await meet_person(self._client, table.record.guild_id, user_id))

    async def _tell_directly(self, table: Table, moved: Collection[int]) -> None:
        """Forget who has moved, and write to those for whom the table waits now, if they want that and nobody has
        written to them before.
        """
        await self._client.wait_until_ready()
        try:
            async with self._order:
                with self._services.shards.working(table.record.guild_id):
                    new = await self._note_new(table, moved)
            for user in new:
                if await self._may_move(table, user):
                    await self._write_to(user, table)
        except NotServed:
            return
        except Exception as error:  # noqa: BLE001  # nobody awaits this task
            log_unexpected(log, error, "nobody could be written to about table %s", table.id)

    async def _note_new(self, table: Table, moved: Collection[int]) -> list[int]:
        """Return the users to write to, and note that they have a message."""
        preferences, clock = self._services.preferences, self._services.clock
        now, told = await self._services.tables.look(table.id), await preferences.nudged(table.id)
        if gone := told.intersection(moved) if now.is_open else told:
            await retried(lambda: preferences.forget_nudges(table.id, gone), clock)
        told -= gone
        new = [user for user in _waiting(now) if user not in told and await preferences.wants_direct(user)]
        for user in new:
            await retried(partial(preferences.note_nudge, now.campaign.id, now.id, user), clock)
        return new

    async def _write_to(self, user_id: int, table: Table) -> None:
        """Send the message. Closed direct messages are no error: a person may want none from anyone."""
        stop = button("Stop these messages", control_id(STOP, "all"))
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            await channel.send(view=page(f"Your turn at {link_and_deadline(table)}.", rows=[[stop]]))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
            log.info("user %s could not be written to about table %s: %s", user_id, table.id, failed)

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
    return f"{listed(f'<@{user}>' for user in users)}, your turn at {link_and_deadline(table)}."


def _describe_crowd(table: Table) -> str:
    return f"{len(table.to_act)} players may still act at {link_and_deadline(table)}."


def _moved(before: Table, after: Table) -> set[int]:
    """Return the users who no longer keep the table waiting, without those for whom the clock or a GM has moved. A
    pause isn't a move.
    """
    gone = set(awaited_users(before)) - set(awaited_users(after))
    new = [row for row in after.recent if row.sequence > before.record.sequence]
    return gone & {row.actor for row in new} if any(row.how in {"clock", "gm"} for row in new) else gone


def _waiting(table: Table) -> tuple[int, ...]:
    """Return the users whom an open table waits for; none while it is paused."""
    return awaited_users(table) if table.is_open and not table.is_paused else ()


def link_and_deadline(table: Table) -> str:
    record = table.record
    link = f"https://discord.com/channels/{record.guild_id}/{record.channel_id}/{record.message_id or ''}"
    until = f" (deadline <t:{int(record.deadline)}:R>)" if record.deadline is not None else ""
    return f"[{table.title}]({link}){until}"
