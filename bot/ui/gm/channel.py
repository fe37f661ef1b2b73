"""The GM channel: reports of what happened at tables without the GMs, their secrets, and decisions to make.

A request for a decision stands there until it is decided, wherever that happens, by the clock too, or is void. Then one
line is left of it. The table keeps the message's id, so a restart changes nothing.
"""

import asyncio
import logging
from typing import Any
from zlib import crc32

import aiohttp
import discord

from bot.campaigns import Campaign
from bot.db import log_unexpected
from bot.engine.game import DEALER
from bot.errors import NotAllowed, PlayerError
from bot.services import Services
from bot.shards import NotServed
from bot.tables.events import Audience
from bot.tables.gm_log import notices
from bot.tables.model import GmRequest, Table
from bot.tables.rights import has_host, hides_from_gms
from bot.ui.background import Tasks
from bot.ui.channels import lacking_in, reads
from bot.ui.command_links import CommandLinks, linked
from bot.ui.live_message import may_pass
from bot.ui.panels import MOST_TEXT, Component, FixedView, button, control_id, page
from bot.ui.render.buttons import AS_BUTTONS, move_buttons

log = logging.getLogger(__name__)

Channel = discord.abc.GuildChannel | discord.Thread
_UNSENT = (discord.DiscordException, aiohttp.ClientError, OSError)


class GmChannel:
    """Posts as tables change, of each campaign in the order in which they do, however long Discord takes. What can't be
    posted is logged, and everything of it stands in the table's log.
    """

    def __init__(self, client: discord.Client, services: Services, links: CommandLinks) -> None:
        self._client, self._services, self._links = client, services, links
        self.tasks = Tasks()
        self._turns: dict[int, asyncio.Lock] = {}
        services.tables.store.changed.append(self._changed)
        services.parts.append(self)

    async def post(self, campaign: Campaign, text: str) -> None:
        """Tell the GMs of the campaign, if they have chosen a channel and not everybody can read it by now."""
        shown = text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"
        self._links.read_in(campaign.guild_id)
        await self._send(campaign, content=linked(shown, MOST_TEXT))

    async def _send(self, campaign: Campaign, **message: Any) -> discord.Message | None:
        """Send a message, and return it. None where that isn't possible."""
        if campaign.settings.gm_channel_id is None:
            return None
        self._links.read_in(campaign.guild_id)
        # The clock of the tables runs before the bot is connected.
        await self._client.wait_until_ready()
        if self._client.get_guild(campaign.guild_id) is None:
            return None
        try:
            return await (await private_channel(self._client, campaign)).send(**message)
        except (PlayerError, *_UNSENT) as failed:
            log.warning("the GM channel of campaign %s could not be written to: %s", campaign.id, failed)
            return None

    async def take(self, _: frozenset[int]) -> None:
        """Begin nothing: GMs read of a table as it changes."""

    async def finish(self, shards: frozenset[int] | None = None) -> None:
        """Post what is still to be posted on the servers of these shards, or on all."""
        if self._client.is_ready():
            await self.tasks.finish(self._services.shards.has_in(shards) if shards is not None else lambda _: True)

    async def forget(self, shards: frozenset[int]) -> None:
        """Post nothing more on the servers of these shards."""
        self.tasks.cancel(self._services.shards.has_in(shards))
        self._turns = {campaign_id: turn for campaign_id, turn in self._turns.items() if turn.locked()}

    def _changed(self, before: Table | None, after: Table) -> None:
        if before is None or (after.campaign.settings.gm_channel_id is None and after.record.gm_request is None):
            return
        if after.record.sequence > before.record.sequence:
            self.tasks.start(self._report_in_turn(before, after), after.record.guild_id)

    async def _report_in_turn(self, before: Table, after: Table) -> None:
        async with self._turns.setdefault(after.campaign.id, asyncio.Lock()):
            try:
                await self._report(before, after)
            except NotServed:
                log.info("the next process tells the GMs of campaign %s about its tables", after.campaign.id)
            except Exception as error:  # noqa: BLE001  # nobody awaits this task, and the next change is told again
                log_unexpected(log, error, "could not tell the GMs of campaign %s about a table", after.campaign.id)

    async def _report(self, before: Table, after: Table) -> None:
        where = _where(after)
        # Who leaves with the end of a hand was in it.
        is_hidden = hides_from_gms(before) or hides_from_gms(after)
        for notice in await notices(self._services.db, before, after):
            is_told = notice.how == "gm" or not notice.has_secrets
            who = f" (<@{notice.actor}>)" if notice.actor is not None and is_told else ""
            readers: tuple[Audience, ...] = ("all", "gms") if is_told else ()
            said = after.narrator.tell(notice, *readers, *(() if is_hidden else ("host",)))
            if said:
                await self.post(after.campaign, f"{where}: {' '.join(said)}{who}")
        if is_hidden and _has_ended(before, after) and after.is_open:
            await self._point_to_log(after, where)
        await self._keep_request(after.id)

    async def _keep_request(self, table_id: int) -> None:
        """Close a request that is decided or void, post a new one, and keep its buttons current. It is looked at as the
        table is now: what is stored of the message counts, and not what was stored when the table changed.
        """
        table = await self._services.tables.look(table_id)
        request, asked = table.record.gm_request, decision_of(table)
        if request is not None and request.mark != asked:
            await self._close(table, request)
            request = None
        if asked is not None and (request is not None or not table.is_paused):
            request = await self._ask_for_decision(table, asked, request)
        if request != table.record.gm_request:
            await self._services.tables.playing.requested(table.id, request)

    async def _close(self, table: Table, request: GmRequest) -> None:
        if request.message_id:
            await self._edit(table, request, page(f"-# {_where(table)} no longer waits for the GM."))

    async def _edit(self, table: Table, request: GmRequest, view: FixedView) -> bool:
        """Return False if that may be possible later."""
        await self._client.wait_until_ready()
        channel = self._client.get_partial_messageable(request.channel_id, guild_id=table.record.guild_id)
        try:
            await channel.get_partial_message(request.message_id).edit(view=view)
        except _UNSENT as failed:
            log.info("a request to the GMs of table %s could not be edited: %s", table.id, failed)
            return not may_pass(failed)
        return True

    async def _point_to_log(self, table: Table, where: str) -> None:
        """Point to the log without quoting it: once a hand and whatever happened, so that a GM who plays there learns
        nothing from it.
        """
        if not (table.is_crooked or table.spec.game.has_dealer):
            return
        hand = table.record.hand
        over = f"{table.hand_word} {hand.number} is over" if hand is not None else ""
        told = page(
            f"{where}: {over}. A GM plays there, so its secrets are only in the GM's log.",
            rows=[[button("GM's log", control_id("gmlog", table.id, 0))]],
        )
        await self._send(table.campaign, view=told)

    async def _ask_for_decision(self, table: Table, mark: str, request: GmRequest | None) -> GmRequest:
        """Post the decision that the hand waits for, and the way to the page with all that is secret. A few choices are
        buttons. A `request` that is there is edited, if it looks otherwise now.
        """
        keeper, wanted = table.record.keeper, self._services.preferences.wants_reminders
        users = [discord.Object(keeper)] if has_host(table) and await wanted(keeper) else []
        until = f"deadline <t:{int(table.record.deadline)}:R>" if table.record.deadline is not None else ""
        note = "" if has_host(table) else "this table has no GM: take it over to decide"
        parts = " · ".join(filter(None, (*(f"<@{user.id}>" for user in users), note, until)))
        asked = page(
            f"{_where(table)} waits for the GM: {_decision_title(table)}",
            f"-# {parts}" if parts else "",
            rows=[_decision_buttons(table)],
        )
        looks = asked.looks[:16]
        if request is not None:
            is_current = not request.message_id or request.looks == looks or not await self._edit(table, request, asked)
            return request if is_current else request.evolve(looks=looks)
        # Where the bot ends before it has stored the message, Discord gives it the same one again.
        nonce = f"{table.id}-{table.record.dealer_asked}"
        mentions = discord.AllowedMentions(users=users)
        sent = await self._send(table.campaign, view=asked, allowed_mentions=mentions, nonce=nonce[-25:])
        # One that couldn't be sent isn't sent at every change.
        return GmRequest(
            channel_id=sent.channel.id if sent else 0, message_id=sent.id if sent else 0, mark=mark, looks=looks
        )


def decision_of(table: Table) -> str | None:
    """Return a mark for the decision that the hand needs from the GM; None for none. NPCs on autopilot decide without
    the GM, until someone takes them over.
    """
    if not table.is_open or DEALER not in table.to_act or table.spokesman is not None:
        return None
    asked = f"{table.hand_id} {table.spec.game.asks(table.state, DEALER)!r}"
    return f"{crc32(asked.encode()):x}"


def _decision_buttons(table: Table) -> list[Component]:
    """Build a button for each choice where there are at most four, and one that leads to the page. The ids name the
    turn since which the choices are what they are.
    """
    table = table.evolve(turn=table.record.dealer_asked)
    plain = (
        move
        for move in table.moves(DEALER)
        if not move.aside and (not move.fields or (move.single_pick is not None and move.confirm is None))
    )
    choices = move_buttons(table, [move.evolve(style="plain") for move in plain], DEALER, verb="own")
    decide = button("Decide", control_id("hand", table.id, DEALER), discord.ButtonStyle.primary)
    return [*choices, decide] if len(choices) <= AS_BUTTONS else [decide]


def _where(table: Table) -> str:
    return f"**{table.title}** in <#{table.record.channel_id}>"


def _has_ended(before: Table, after: Table) -> bool:
    """Return whether a hand is over now that was in play, or wasn't dealt yet."""
    return not after.in_hand and (before.in_hand or before.hand_id != after.hand_id)


def _decision_title(table: Table) -> str:
    """Name the decision by the heading of its page, without the page's contents."""
    title = table.spec.hand(table.state, DEALER, table.voice.in_letters()).title
    return title if title.endswith("?") else f"{title}."


async def private_channel(client: discord.Client, campaign: Campaign) -> discord.abc.Messageable:
    """Return the channel of the campaign's GMs. Raises NotAllowed if none was chosen or the bot isn't on the server any
    more, and as `require_private`; discord.HTTPException if the channel is gone.
    """
    channel_id, guild = campaign.settings.gm_channel_id, client.get_guild(campaign.guild_id)
    if channel_id is None or guild is None:
        raise NotAllowed("There is no GM channel. Choose one in /campaign setup.")
    return require_private(guild, guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id))


def everyone_reads(guild: discord.Guild, channel: Channel) -> bool:
    """Return whether everyone on the server can read a channel."""
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return not is_private and reads(channel, channel.permissions_for(guild.default_role))


def require_private(guild: discord.Guild, channel: Channel) -> discord.abc.Messageable:
    """Return the channel, if the bot can write there and not everyone can read along. Raises NotAllowed."""
    if not isinstance(channel, discord.abc.Messageable):
        raise NotAllowed("Choose a channel that I can write in, not a whole category or forum.")
    if everyone_reads(guild, channel):
        raise NotAllowed(f"Everyone can read {channel.mention}. Choose a channel that only GMs see.")
    if any(need.is_vital for need in lacking_in(channel, channel.permissions_for(guild.me))):
        raise NotAllowed(f"I can't write in {channel.mention}. Let me read and write there first.")
    return channel
