"""Has plots drawn: each in a process of its own, which takes a second and leaves no memory behind.

The bot itself never imports what draws them. A process that takes too long is killed; one that dies is told of.
"""

import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress

from bot.errors import PlayerError
from bot.processes import environment_of_a_process, kill
from bot.reports.charts import Plot
from bot.reports.plotting import ABSENT

AT_ONCE = 2
"""Processes at the most."""
MOST_WAITING = 20
GIVEN_UP_AFTER = 40.0
"""Seconds for a picture, the library's own start included; the first one looks through the machine's fonts."""
_PROGRAM = ("-m", "bot.reports.plotting")
_TOLD = 2000

log = logging.getLogger(__name__)


class Plotter:
    """Draws charts. To be used on one event loop; `close` ends what is being drawn."""

    def __init__(self, given_up_after: float = GIVEN_UP_AFTER, program: Sequence[str] = _PROGRAM) -> None:
        """`given_up_after` is in seconds of the machine's own time. `program` is what Python runs for each picture."""
        self._limit, self._program = given_up_after, tuple(program)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._drawing: set[asyncio.Task[bytes]] = set()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._is_closed = False

    async def draw(self, plot: Plot) -> bytes:
        """Return the plot as a PNG.

        Raises PlayerError with a sentence if it can't: without the extra, for a process that took too long or died, and
        while too many wait.
        """
        if self._is_closed or len(self._drawing) >= MOST_WAITING:
            raise PlayerError("Many charts are being drawn just now. Try again in a moment.")
        task = asyncio.create_task(self._in_turn(plot.written()), name="chart")
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)
        return await task

    async def close(self) -> None:
        """End all processes; whoever still waits is cancelled."""
        self._is_closed = True
        drawing = tuple(self._drawing)
        for task in drawing:
            task.cancel()
        await asyncio.gather(*drawing, return_exceptions=True)
        if self._folder is not None:
            self._folder.cleanup()

    async def _in_turn(self, written: bytes) -> bytes:
        async with self._turns:
            try:
                process = await self._started()
                code, picture, said = await self._answered(process, written)
            except TimeoutError:
                log.warning("a chart took longer than %g seconds", self._limit)
                raise _not_drawn() from None
            except OSError as failed:
                log.warning("a chart could not be started: %s", type(failed).__name__)
                raise _not_drawn() from failed
        if code == ABSENT:
            raise PlayerError(
                "This bot was installed without charts. The person who runs it can add them with `make charts`. "
                "Until then, choose a file (CSV)."
            )
        if code or not picture:
            log.warning("a chart was not drawn (%s): %s", code, said.decode(errors="replace")[-_TOLD:])
            raise _not_drawn()
        return picture

    async def _answered(self, process: asyncio.subprocess.Process, written: bytes) -> tuple[int, bytes, bytes]:
        """How it ended, the picture, and what it said. The process is gone afterwards, however this ends."""
        try:
            async with asyncio.timeout(self._limit):
                picture, said = await process.communicate(written)
        except BaseException:  # cancelled too: no process is left behind, and what was raised goes on
            kill(process)
            # Reads what is left in the pipes and closes them.
            with suppress(OSError):
                await process.communicate()
            raise
        return process.returncode or 0, picture, said

    async def _started(self) -> asyncio.subprocess.Process:
        """Start a new interpreter in a session of its own, so that no Ctrl-C reaches it.

        The library's font cache is kept for the next one.
        """
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="shadowport-charts-")
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment_of_a_process(MPLCONFIGDIR=self._folder.name, OPENBLAS_NUM_THREADS="1"),
            start_new_session=True,
        )


def _not_drawn() -> PlayerError:
    return PlayerError("The chart couldn't be drawn. Try again in a moment, or choose a file (CSV).")
