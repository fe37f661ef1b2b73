"""One renderer for all tables: at most one edit of a table's message in flight.

The first click of a quiet window answers with the new message; the next ones are acknowledged at once and made into
one edit at the end of the window, with the freshest token. What the clock does is drawn with such a token while it is
young, else with an ordinary edit. A table that the channel has pushed away is posted anew at the bottom.
"""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Collection
from contextvars import ContextVar

import discord

from bot.db import fault_of, log_unexpected
from bot.errors import TryAgain
from bot.services import Services
from bot.tables.model import Table
from bot.tables.table_store import Click
from bot.ui.answer import ANSWERED, GONE
from bot.ui.background import Tasks
from bot.ui.command_links import CommandLinks
from bot.ui.connection import in_background
from bot.ui.live_message import UNDRAWN, Drawing, is_out_of_reach, may_pass
from bot.ui.panels import FixedView, page
from bot.ui.render.boards import Boards
from bot.ui.render.table_message import is_shown, table_view

log = logging.getLogger(__name__)
WINDOW = 0.4
"""Seconds in which clicks are gathered into one edit."""
PUSHED_AWAY = 10
"""Messages below a table after which its next drawing moves to the bottom."""
PAUSE = 5.0
"""Seconds for which a table that was posted again stays where it is, however often anyone asks for it or deletes it."""
_AT_ONCE = 20
"""Tables that are begun to be drawn in a second when all are."""
_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE, _ARCHIVED = 10003, 10008, 50083
_GONE = {_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE}


Undrawn = dict[int, tuple[Table, Table]]
"""By the table's id: the table before the click, and as it is now."""

answering: ContextVar[Undrawn | None] = ContextVar("answering", default=None)
"""None for code that belongs to no click: each change is drawn at once there. The answer to a click draws the table."""


class Renderer:
    """Draws tables. `client` is the bot that the messages belong to."""

    def __init__(self, client: discord.Client, services: Services, links: CommandLinks) -> None:
        self._client, self._services, self._links = client, services, links
        self._drawings: dict[int, Drawing] = {}
        self._channels: dict[int, int] = {}
        self._folding = Tasks()
        self.boards = Boards(client, services, self.draw_anew)
        services.tables.store.changed.append(self._changed)
        services.operator.noticed.append(self._draw_all)
        services.parts.append(self)

    @property
    def waiting(self) -> int:
        """How many tables wait to be drawn."""
        return sum(drawing.wanted for drawing in self._drawings.values())

    async def answer(self, interaction: discord.Interaction, table: Table) -> None:
        """Acknowledge a click on the table's message, or a form that it opened, and see that it is redrawn.

        The click has counted: it is drawn even if Discord doesn't take the acknowledgement, and nothing is raised then.
        """
        drawing, now = self._drawing(table), self._services.clock.now()
        is_on = _is_on(interaction, table)
        if not is_on or drawing.pen.locked() or now - drawing.last < WINDOW or drawing.pushed >= PUSHED_AWAY:
            self.want(table)
            if await _acknowledge(interaction) and is_on:
                drawing.token = (interaction, now)
            return
        async with drawing.pen:
            shown = await self._services.tables.look(table.id)
            view = self._view(shown)
            if is_shown(shown, view, drawing.shown, drawing.turn):
                _mark_drawn(table)
                await _acknowledge(interaction)
                return
            drawing.last = now
            try:
                await interaction.response.edit_message(view=view, attachments=_attachments(drawing, view))
            except UNDRAWN as failed:
                log.info("a click could not be answered with table %s: %s", table.id, failed)
                self.want(table)
                if getattr(failed, "code", 0) not in {GONE, ANSWERED}:
                    await _acknowledge(interaction)
                return
            _mark_drawn(table)
            drawing.token = (interaction, now)
            self._note_shown(shown, drawing, view)
        if not shown.is_open:
            self._forget(shown.id, shown.record.channel_id)

    def want(self, table: Table) -> None:
        """See that the message shows the table as it is now, at the end of the window."""
        _mark_drawn(table)
        drawing = self._drawing(table)
        drawing.want(lambda: self._draw_until_current(table.id, drawing), f"draw-{table.id}")

    def want_rest(self, undrawn: Undrawn) -> None:
        """See that everything is drawn that a click has changed, however its answer ended. A change that looks like
        nothing isn't drawn: an edit would tell of it.
        """
        for before, after in list(undrawn.values()):
            drawing, view = self._drawing(after), self._view(after)
            is_current = drawing.drawn == before.record.version
            looks = drawing.shown if is_current else table_view(before, view.board, self._notice).looks
            if not is_shown(after, view, looks, drawing.turn if is_current else before.last_asked):
                drawing.next = after, view
                self.want(after)
            elif is_current:
                drawing.drawn = after.record.version

    def draw_anew(self, table: Table) -> None:
        """Draw the table again though nothing has happened at it: how its campaign is played has changed, or its
        board.
        """
        drawing = self._drawing(table)
        drawing.is_outdated, drawing.next = True, None
        self.want(table)

    async def opened(
        self, interaction: discord.Interaction, table: Table, answer: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Answer the command that opened the table with its message. If a button opened it, `answer` does that, and the
        message comes after it.
        """
        async with self._drawing(table).pen:
            view = self._view(table)
            try:
                await self._note_message(table, await _answer_with_message(interaction, view, answer), view)
            except Exception:
                self.want(table)
                raise

    async def bring_down(self, table: Table, click: Click, places: tuple[int, ...]) -> str | None:
        """Post the table again at the bottom of the click's channel.

        It posts one message at a time. Clicks that come meanwhile, or within `PAUSE` of it, post nothing and get the
        link to the message that is there. Raises what `Opening.move` raises.
        """
        drawing = self._drawing(table)
        async with drawing.pen:
            before = await self._services.tables.look(table.id)
            token = answering.set({})
            try:
                moved = await self._services.tables.opening.move(table.id, click, places)
            finally:
                answering.reset(token)
            is_shown = moved.record.message_id is not None and not _is_lost(moved, drawing)
            if is_shown and self._services.clock.now() - drawing.posted < PAUSE:
                return self._message(moved).jump_url
            drawing.left = drawing.left or before
            try:
                await self._post(moved, drawing, self._view(moved))
            except Exception:
                self.want(moved)
                raise
            return None

    async def deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Post an open table again if its message is among the deleted ones."""
        table = await self._services.tables.in_channel(channel_id)
        if table is None or table.record.message_id not in message_ids:
            return
        drawing = self._drawing(table)
        drawing.lost, drawing.drawn = table.record.message_id, -1
        self.want(table)
        # Another bot may delete whatever is posted there.
        drawing.not_before = drawing.posted + PAUSE

    def counted(self, message: discord.Message) -> None:
        """Count a message in a channel: it may push a table away."""
        drawing = self._drawings.get(self._channels.get(message.channel.id, 0))
        if drawing is not None and message.author.id != getattr(self._client.user, "id", None):
            drawing.pushed += 1

    async def take(self, _: frozenset[int]) -> None:
        """Begin nothing: a table is drawn as it changes."""

    async def finish(self, shards: frozenset[int] | None = None) -> None:
        """Draw at once what waits for the end of its window at the tables of these shards. Without them the bot stops,
        and draws nothing more.
        """
        if self._client.user is None:
            return
        for table_id, drawing in list(self._drawings.items()):
            if shards is not None and self._services.shards.of(drawing.guild_id) not in shards:
                continue
            drawing.is_last = True
            if drawing.wanted and drawing.task is not None:
                drawing.task.cancel()
                await self._draw_now(table_id, drawing)
            elif drawing.task is not None:
                await asyncio.gather(drawing.task, return_exceptions=True)
        if shards is None:
            self._folding.cancel()
            self.boards.close()

    async def forget(self, shards: frozenset[int]) -> None:
        """Draw the tables of these shards no more: what their messages show isn't known."""
        for table_id, drawing in list(self._drawings.items()):
            if self._services.shards.of(drawing.guild_id) in shards:
                if drawing.task is not None:
                    drawing.task.cancel()
                self._forget(table_id, drawing.channel_id)

    def _drawing(self, table: Table) -> Drawing:
        channel_id = table.record.channel_id
        drawing = self._drawings.get(table.id)
        if drawing is None:
            drawing = self._drawings[table.id] = Drawing(channel_id)
        if drawing.channel_id != channel_id and self._channels.get(drawing.channel_id) == table.id:
            del self._channels[drawing.channel_id]
        drawing.channel_id, drawing.guild_id = channel_id, table.record.guild_id
        self._channels[channel_id] = table.id
        return drawing

    def _note_shown(self, table: Table, drawing: Drawing, view: FixedView) -> None:
        """Note what the message shows now."""
        if view.board is not None and view.board.name != drawing.board:
            self.boards.sent(table.id)
        drawing.note_shown(table, view)

    def _changed(self, before: Table | None, after: Table) -> None:
        if before is None or _shows_the_same(before, after):
            return
        undrawn = answering.get()
        if undrawn is None:
            self.want(after)
        else:
            first, _ = undrawn.get(after.id, (before, after))
            undrawn[after.id] = first, after

    async def _draw_until_current(self, table_id: int, drawing: Drawing) -> None:
        if self._client.user is None:
            # The clock of the tables runs before anybody has logged in.
            await self._client.wait_until_ready()
        await drawing.until_current(self._services.clock, WINDOW, lambda: self._draw_now(table_id, drawing))

    async def _draw_now(self, table_id: int, drawing: Drawing) -> None:
        async with drawing.pen:
            drawing.wanted = False
            table, view = None, None
            try:
                table = await self._services.tables.look(table_id)
                is_current = drawing.drawn == table.record.version and not drawing.is_outdated
                if is_current and drawing.pushed < PUSHED_AWAY:
                    return
                drawing.is_outdated = False
                ready, drawing.next = drawing.next, None
                view = ready[1] if ready is not None and ready[0] is table else self._view(table)
                is_lost = _is_lost(table, drawing)
                if is_shown(table, view, drawing.shown, drawing.turn) and drawing.pushed < PUSHED_AWAY and not is_lost:
                    drawing.drawn = max(drawing.drawn, table.record.version)
                else:
                    drawing.last = self._services.clock.now()
                    await self._draw(table, drawing, view)
                    if is_lost:
                        # No click began a window with this.
                        drawing.last = float("-inf")
                    self._note_shown(table, drawing, view)
                drawing.note_success()
                if not table.is_open:
                    self._forget(table.id, table.record.channel_id)
            except UNDRAWN as failed:
                has_new_board = view is not None and view.board is not None and view.board.name != drawing.board
                if has_new_board and not may_pass(failed):
                    log.info("table %s is drawn without its board: %s", table_id, failed)
                    self.boards.refuse(table_id)
                    drawing.wanted, drawing.is_outdated, drawing.next = True, True, None
                    return
                level = logging.INFO if is_out_of_reach(failed) else logging.WARNING
                log.log(level, "table %s could not be drawn: %s", table_id, failed)
                if table is not None and not table.is_open and is_out_of_reach(failed):
                    self._forget(table.id, table.record.channel_id)
                else:
                    drawing.note_failure(failed, self._services.clock.now())
            except Exception as error:  # noqa: BLE001  # the next change is drawn again
                self._note_trouble(table_id, drawing, error)

    def _note_trouble(self, table_id: int, drawing: Drawing, error: Exception) -> None:
        """Note an error of the bot's own in drawing. It is no error that another process serves the table now."""
        if isinstance(error, TryAgain):
            return
        log_unexpected(log, error, "table %s could not be drawn", table_id)
        if fault_of(error) is not None:
            drawing.note_failure(error, self._services.clock.now())

    async def _draw(self, table: Table, drawing: Drawing, view: FixedView) -> None:
        is_off = drawing.pushed >= PUSHED_AWAY or _is_lost(table, drawing)
        if table.record.message_id is None or (is_off and table.is_open):
            await self._post(table, drawing, view)
        elif not await self._edit_by_token(table, drawing, view):
            await self._edit(table, drawing, view)

    async def _edit_by_token(self, table: Table, drawing: Drawing, view: FixedView) -> bool:
        """Return whether the last click's token was good enough for an edit."""
        click = drawing.click_for_edits(self._services.clock.now())
        if click is None:
            return False
        try:
            await click.edit_original_response(view=view, attachments=_attachments(drawing, view))
        except discord.HTTPException as failed:
            log.info("table %s needs an ordinary edit: %s", table.id, failed)
            drawing.token = None
            return False
        return True

    async def _edit(self, table: Table, drawing: Drawing, view: FixedView) -> None:
        if table.is_open and drawing.is_worn_out(table.record.message_id or 0, self._services.clock.now()):
            await self._post(table, drawing, view)
            return
        try:
            await self._message(table).edit(view=view, attachments=_attachments(drawing, view))
        except discord.HTTPException as failed:
            # A message brings an archived thread back, an edit doesn't.
            if failed.code in {_UNKNOWN_MESSAGE, _ARCHIVED} and table.is_open:
                await self._post(table, drawing, view)
            elif failed.code == _UNKNOWN_CHANNEL and self._client.get_guild(table.record.guild_id) is not None:
                await self._services.tables.opening.close_lost(table.id)
            else:
                raise

    async def _post(self, table: Table, drawing: Drawing, view: FixedView) -> None:
        sent = await self._channel(table).send(view=view, files=_files(view))
        drawing.note_posted(self._services.clock.now())
        try:
            await self._note_message(table, sent.id, view)
        except Exception as error:
            if fault_of(error) is not None:
                # It is posted again once the disk takes where it is.
                await sent.delete()
            raise
        before, drawing.left = drawing.left or table, None
        if before.record.message_id is not None and not _is_lost(before, drawing):
            # Not under the pen: an old message may take no edit for a while, and the library waits for it.
            self._folding.start(self._fold(before, sent))

    async def _fold(self, before: Table, now_at: discord.Message) -> None:
        """Have the old message say where the table went, and try again until it does or is gone."""
        folded, drawing = page(f"{before.title} goes on here: {now_at.jump_url}"), Drawing(before.record.channel_id)
        while True:
            try:
                await self._message(before).edit(view=folded, attachments=[])
            except UNDRAWN as failed:
                log.info("the old message of table %s could not be edited now: %s", before.id, failed)
                drawing.wanted = False
                drawing.note_failure(failed, self._services.clock.now())
                if drawing.wanted and getattr(failed, "code", 0) not in _GONE:
                    await self._services.clock.sleep(drawing.not_before - self._services.clock.now())
                    continue
            return

    async def _note_message(self, table: Table, message_id: int, view: FixedView) -> None:
        token = answering.set({})
        try:
            after = await self._services.tables.opening.posted(table.id, message_id, table.record.channel_id)
        finally:
            answering.reset(token)
        drawing = self._drawing(after)
        # Something may have happened at the table while the message was sent.
        self._note_shown(table, drawing, view)

    def _view(self, table: Table) -> FixedView:
        """Draw the table for the readers of its server, with the board that fits it."""
        self._links.read_in(table.record.guild_id)
        return table_view(table, self.boards.fitting(table), self._notice)

    @property
    def _notice(self) -> str:
        return self._services.operator.notice

    def _draw_all(self) -> None:
        """Draw all tables again that have a message, as many a second as Discord takes."""
        with in_background():
            self._folding.start(self._draw_each())

    async def _draw_each(self) -> None:
        tables = self._services.tables
        for at, table_id in enumerate(await tables.all_open(), start=1):
            try:
                table = await tables.look(table_id)
            except Exception as error:  # noqa: BLE001  # the others are drawn
                log_unexpected(log, error, "table %s could not be drawn", table_id)
                continue
            if table.is_open and table.record.message_id is not None:
                self.draw_anew(table)
            if at % _AT_ONCE == 0:
                await self._services.clock.sleep(1.0)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.record.channel_id, guild_id=table.record.guild_id)

    def _message(self, table: Table) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(table.record.message_id or 0)

    def _forget(self, table_id: int, channel_id: int) -> None:
        self._drawings.pop(table_id, None)
        self.boards.forget(table_id)
        if self._channels.get(channel_id) == table_id:
            del self._channels[channel_id]


def _mark_drawn(table: Table) -> None:
    """Note that the answer to the running click has drawn the table, or had it drawn."""
    undrawn = answering.get()
    if undrawn is not None:
        undrawn.pop(table.id, None)


def _is_on(interaction: discord.Interaction, table: Table) -> bool:
    return interaction.message is not None and interaction.message.id == table.record.message_id


def _files(view: FixedView) -> list[discord.File]:
    """Return the board to be sent with a new message, read from its beginning."""
    return [] if view.board is None else [discord.File(io.BytesIO(view.board.content), view.board.name)]


def _attachments(drawing: Drawing, view: FixedView) -> list[discord.File]:
    """Return the attachments of an edit, which replace those that are there; MISSING leaves them as they are."""
    name = view.board.name if view.board is not None else ""
    return discord.utils.MISSING if name == drawing.board else _files(view)


def _is_lost(table: Table, drawing: Drawing) -> bool:
    """Return True if the table's message was deleted."""
    return drawing.lost is not None and table.record.message_id == drawing.lost


async def _acknowledge(interaction: discord.Interaction) -> bool:
    """Acknowledge a click that has counted. False if Discord didn't take it: there is nothing more to be done then."""
    try:
        await interaction.response.defer()
    except UNDRAWN as failed:
        log.info("a click that counted could not be acknowledged: %s", failed)
        return False
    return True


async def _answer_with_message(
    interaction: discord.Interaction, view: FixedView, answer: Callable[[], Awaitable[None]] | None
) -> int:
    """Answer with the table's message, or send it after the answer, and return its id."""
    if answer is not None:
        await answer()
        return (await interaction.followup.send(view=view, files=_files(view), wait=True)).id
    sent = await interaction.response.send_message(view=view, files=_files(view))
    return sent.message_id or (await interaction.original_response()).id


def _shows_the_same(before: Table, after: Table) -> bool:
    """Return whether only invisible things have changed: the message's place, or the reminder."""
    if before.record.turn != after.record.turn:
        return False
    was, now = (table.record.evolve(version=0, message_id=None, reminder=None) for table in (before, after))
    return was == now and before.names == after.names and before.recent == after.recent
