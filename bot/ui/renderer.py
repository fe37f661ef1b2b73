"""One renderer for all tables: at most one edit of a table's message in flight.

The first click of a quiet window answers with the new message; the next ones are acknowledged at once and made into
one edit at the end of the window, with the freshest token. What the clock does is drawn with such a token while it is
young, else with an ordinary edit. A table that the channel has pushed away is posted anew at the bottom.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord

from bot.tables.model import Table
from bot.ui.answering import answering
from bot.ui.house import House
from bot.ui.panels import page
from bot.ui.table_view import table_view

if TYPE_CHECKING:
    from bot.ui.client import Shadowport

log = logging.getLogger(__name__)
WINDOW = 0.4
"""Seconds in which clicks are gathered into one edit."""
TOKEN_LIFE = 14 * 60.0
"""Seconds for which a click's token may edit the message; Discord allows 15 minutes."""
PUSHED_AWAY = 10
"""Messages below a table after which its next drawing moves to the bottom."""
_TOKEN_IS_OLD, _UNKNOWN_MESSAGE, _TOO_OLD_TO_EDIT = 50027, 10008, 30046
_GONE = {10003, 50001, 50013, 50083}
"""Channel unknown, no access, no permission, archived: nothing to be drawn there now."""

@dataclass
class Drawing:
    """What is known of a table's message."""

    drawn: int = -1
    """The version that the message shows."""
    last: float = float("-inf")
    busy: bool = False
    wanted: bool = False
    pushed: int = 0
    token: tuple[discord.Interaction, float] | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Renderer:
    """Draws tables. `client` is the bot that the messages belong to."""

    def __init__(self, client: "Shadowport", house: House) -> None:
        self._client, self._house = client, house
        self._drawings: dict[int, Drawing] = {}
        self._channels: dict[int, int] = {}
        house.tables.desk.changed.append(self._changed)

    async def answer(self, interaction: discord.Interaction, table: Table) -> None:
        """Acknowledge a click on the table's message, or a form that it opened, and see that it is redrawn."""
        drawing, now = self._drawing(table), self._house.clock.now()
        if not _is_on(interaction, table):
            await interaction.response.defer()
            self.want(table)
            return
        if drawing.busy or now - drawing.last < WINDOW or drawing.pushed >= PUSHED_AWAY:
            await interaction.response.defer()
            drawing.token = (interaction, now)
            self.want(table)
            return
        drawing.busy, drawing.last = True, now
        try:
            shown = await self._house.tables.look(table.id)
            await interaction.response.edit_message(view=table_view(shown))
            drawing.token, drawing.drawn = (interaction, now), shown.record.version
        finally:
            drawing.busy = False

    def want(self, table: Table) -> None:
        """See that the message shows the table as it is now, at the end of the window."""
        drawing = self._drawing(table)
        drawing.wanted = True
        if drawing.task is None or drawing.task.done():
            drawing.task = asyncio.create_task(self._draw_until_current(table.id, drawing), name=f"draw-{table.id}")

    async def opened(self, interaction: discord.Interaction, table: Table) -> None:
        """Answer the command that opened the table with its message."""
        sent = await interaction.response.send_message(view=table_view(table))
        message_id = sent.message_id
        if message_id is None:
            message_id = (await interaction.original_response()).id
        await self._posted(table, message_id)

    async def bring_down(self, table: Table) -> None:
        """Post the table anew at the bottom of its channel."""
        await self._post(table, self._drawing(table))

    def counted(self, message: discord.Message) -> None:
        """A message came into a channel: perhaps it pushes a table away."""
        table_id = self._channels.get(message.channel.id)
        if table_id is not None and message.author.id != getattr(self._client.user, "id", None):
            self._drawings[table_id].pushed += 1

    def _drawing(self, table: Table) -> Drawing:
        self._channels[table.record.channel_id] = table.id
        return self._drawings.setdefault(table.id, Drawing())

    def _changed(self, before: Table | None, after: Table) -> None:
        if before is None or answering.get() or _shows_the_same(before, after):
            return
        self.want(after)

    async def _draw_until_current(self, table_id: int, drawing: Drawing) -> None:
        while drawing.wanted:
            await self._house.clock.sleep(drawing.last + WINDOW - self._house.clock.now())
            drawing.wanted = False
            table = await self._house.tables.look(table_id)
            if drawing.drawn == table.record.version and drawing.pushed < PUSHED_AWAY:
                continue
            drawing.busy, drawing.last = True, self._house.clock.now()
            try:
                await self._draw(table, drawing)
                drawing.drawn = max(drawing.drawn, table.record.version)
            except (discord.HTTPException, OSError) as failed:
                log.warning("table %s could not be drawn: %s", table_id, failed)
            finally:
                drawing.busy = False
            if not table.is_open:
                self._forget(table)

    async def _draw(self, table: Table, drawing: Drawing) -> None:
        if table.record.message_id is None or (drawing.pushed >= PUSHED_AWAY and table.is_open):
            await self._post(table, drawing)
            return
        view = table_view(table)
        if drawing.token is not None:
            interaction, since = drawing.token
            if self._house.clock.now() - since < TOKEN_LIFE:
                try:
                    await interaction.edit_original_response(view=view)
                except discord.HTTPException as failed:
                    if failed.code not in {_TOKEN_IS_OLD, 10015}:
                        raise
                else:
                    return
            drawing.token = None
        await self._edit(table, drawing, view)

    async def _edit(self, table: Table, drawing: Drawing, view: discord.ui.LayoutView) -> None:
        try:
            await self._message(table).edit(view=view)
        except discord.HTTPException as failed:
            if failed.code in {_UNKNOWN_MESSAGE, _TOO_OLD_TO_EDIT} and table.is_open:
                await self._post(table, drawing)
            elif failed.code not in {*_GONE, _UNKNOWN_MESSAGE}:
                raise

    async def _post(self, table: Table, drawing: Drawing) -> None:
        old = table.record.message_id
        sent = await self._channel(table).send(view=table_view(table))
        drawing.token, drawing.pushed, drawing.drawn = None, 0, table.record.version
        await self._posted(table, sent.id)
        if old is not None:
            await self._fold(table, old, sent)

    async def _fold(self, table: Table, old: int, now_at: discord.Message) -> None:
        """The old message says where the table went; it may be gone, or too old to change."""
        folded = page(f"{table.entry.game.title} goes on further down: {now_at.jump_url}")
        try:
            await self._channel(table).get_partial_message(old).edit(view=folded)
        except discord.HTTPException as failed:
            log.info("the old message of table %s stays as it is: %s", table.id, failed)

    async def _posted(self, table: Table, message_id: int) -> None:
        token = answering.set(True)
        try:
            after = await self._house.tables.opening.posted(table.id, message_id, table.record.channel_id)
        finally:
            answering.reset(token)
        self._drawing(after).drawn = after.record.version

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.record.channel_id, guild_id=table.record.guild_id)

    def _message(self, table: Table) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(table.record.message_id or 0)

    def _forget(self, table: Table) -> None:
        self._drawings.pop(table.id, None)
        if self._channels.get(table.record.channel_id) == table.id:
            del self._channels[table.record.channel_id]


def _is_on(interaction: discord.Interaction, table: Table) -> bool:
    return interaction.message is not None and interaction.message.id == table.record.message_id


def _shows_the_same(before: Table, after: Table) -> bool:
    """Whether only what nobody sees has changed: where the message is, who was reminded."""
    unseen: dict[str, Any] = {"version": 0, "message_id": None, "reminder": None}
    return before.record.evolve(**unseen) == after.record.evolve(**unseen)


async def refresh_table(interaction: discord.Interaction, table: Table) -> None:
    """See that a table's message is redrawn after a command has changed it."""
    interaction.client.renderer.want(table)  # pyright: ignore[reportAttributeAccessIssue]


def renderer_of(interaction: discord.Interaction) -> Renderer:
    return interaction.client.renderer  # pyright: ignore[reportAttributeAccessIssue]
