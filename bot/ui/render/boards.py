"""The boards of the tables: painted beside the play, and shown with a table's message while they fit it.

The text is there first. `fitting` returns the image to show now, and has a new board painted. A board that the
table has left behind goes with the edit that changes what it shows. An edit that removes an image is no upload.
"""

import asyncio
import contextvars
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.engine.drawings.boards import Board
from bot.images.boards import BoardPicture
from bot.services import Services
from bot.tables.model import Table

log = logging.getLogger(__name__)
APART, AGAIN_AFTER = 3.0, 1.0
"""Seconds between two uploads of a table, and between two paintings if the first one came too late to be uploaded."""
MOST_KEPT = 500
"""Tables whose latest image is kept, some 30 KiB each; the others' are painted again when they are drawn."""


@dataclass
class _Easel:
    """A table's board, wanted and painted. Times are in seconds since the epoch."""

    table: Table
    wanted: Board | None = None
    """The board that the table makes now."""
    painted: Board | None = None
    picture: BoardPicture | None = None
    refused: Board | None = None
    """A board that could not be painted or sent."""
    not_before: float = float("-inf")
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def drop(self) -> None:
        self.painted = self.picture = None


class Boards:
    """Has boards painted. `redraw` is called when a table's board has changed."""

    def __init__(self, client: discord.Client, services: Services, redraw: Callable[[Table], None]) -> None:
        self._client, self._services, self._redraw = client, services, redraw
        self._easels: OrderedDict[int, _Easel] = OrderedDict()

    def fitting(self, table: Table) -> BoardPicture | None:
        """Return the image to show with the table as it is now, or None. Begin to paint a new board."""
        easel, wanted = self._easels.get(table.id), self._wanted(table)
        if wanted is None:
            if easel is not None:
                easel.wanted = None
                easel.drop()
            return None
        if easel is None:
            easel = self._easels[table.id] = _Easel(table)
            self._limit()
        easel.table, easel.wanted = table, wanted
        self._easels.move_to_end(table.id)
        if wanted != easel.painted:
            easel.drop()
        if wanted not in {easel.painted, easel.refused} and (easel.task is None or easel.task.done()):
            # In a context of its own: what is painted is no part of the click that has changed the table.
            painting = self._paint(table.id, easel)
            easel.task = asyncio.create_task(painting, name=f"board-{table.id}", context=contextvars.Context())
        return easel.picture

    def sent(self, table_id: int) -> None:
        """Note that the board was uploaded just now."""
        if (easel := self._easels.get(table_id)) is not None:
            easel.not_before = self._services.clock.now() + APART

    def refuse(self, table_id: int) -> None:
        """Note that Discord didn't take the board: the table is shown without it until it has changed."""
        if (easel := self._easels.get(table_id)) is not None:
            easel.refused = easel.painted
            easel.drop()

    def forget(self, table_id: int) -> None:
        """Forget a table that is closed."""
        easel = self._easels.pop(table_id, None)
        if easel is not None and easel.task is not None:
            easel.task.cancel()

    def close(self) -> None:
        """Paint nothing more."""
        for table_id in list(self._easels):
            self.forget(table_id)

    def _limit(self) -> None:
        while len(self._easels) > MOST_KEPT:
            self.forget(next(iter(self._easels)))

    def _wanted(self, table: Table) -> Board | None:
        """Return the board that the table makes now, from the public view alone."""
        spec, hand = table.spec, table.record.hand
        if table.campaign.settings.look != "boards" or spec.board is None or not self._services.painter.is_able:
            return None
        if table.state is None or hand is None or hand.status == "void" or not table.is_open:
            return None
        try:
            return spec.board(spec.game.view(table.state, None), table.voice.in_letters())
        except Exception:  # the table is played without a board too
            log.exception("a board of table %s could not be laid out", table.id)
            return None

    async def _paint(self, table_id: int, easel: _Easel) -> None:
        """Paint until the table's board is the one that was painted last."""
        clock = self._services.clock
        while easel.wanted not in {None, easel.painted, easel.refused}:
            if (wait := easel.not_before - clock.now()) > 0:
                await clock.sleep(wait)
                continue
            board = easel.wanted
            easel.not_before = clock.now() + AGAIN_AFTER
            content = None
            if board is not None and self._may_upload(easel.table):
                content = await self._services.painter.paint(board, table_id)
            if board is None or easel.wanted != board:
                continue
            easel.not_before = clock.now() + APART
            if content is None:
                easel.refused = board
                easel.drop()
            else:
                name = f"board-{hashlib.sha256(content).hexdigest()[:8]}.png"
                easel.painted, easel.picture = board, BoardPicture(name, content, board.alt)
            self._redraw(easel.table)

    def _may_upload(self, table: Table) -> bool:
        """Return whether the bot may attach files in the table's channel."""
        guild = self._client.get_guild(table.record.guild_id)
        channel = guild.get_channel_or_thread(table.record.channel_id) if guild is not None else None
        return guild is not None and channel is not None and channel.permissions_for(guild.me).attach_files
