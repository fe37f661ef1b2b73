"""Has boards painted by a worker process, which knows only what a board shows."""

import logging
import pickle
from dataclasses import dataclass, field
from importlib.util import find_spec

from bot.engine.drawings.boards import Board
from bot.processes import WorkerLost, WorkerPool

log = logging.getLogger(__name__)
_PROGRAM = "from bot.images.painting import main; main()"
_GIVEN_UP_AFTER = 20.0
"""Seconds for a board. A text is there long before that."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A painted board: a PNG, and its description. The name changes with the content."""

    name: str
    content: bytes = field(repr=False)
    alt: str


class BoardPainter:
    """Paints boards, one at a time. To be used on one event loop; `close` ends the worker."""

    def __init__(self, program: str = _PROGRAM, library: str = "PIL") -> None:
        """Paint in a process that runs `program`, if the package `library` is installed."""
        self.is_able = find_spec(library) is not None
        """True if Pillow, the extra `images`, is installed."""
        self._pool = WorkerPool(program, size=1, given_up_after=_GIVEN_UP_AFTER)

    async def paint(self, board: Board, table_id: int) -> bytes | None:
        """Return the board as a PNG; None if it can't be painted. Tables take turns."""
        try:
            content = await self._pool.ask(pickle.dumps(board, pickle.HIGHEST_PROTOCOL), table_id)
        except WorkerLost as lost:
            log.warning("a board of table %s is given up: %s", table_id, lost)
            return None
        if not content:
            log.warning("a board of table %s could not be painted", table_id)
        return content or None

    async def close(self) -> None:
        await self._pool.close()
