"""NPCs that play by themselves: whom the tables wait for of them, each with a thought of its own.

A thought is worked out by a worker while the NPC seems to think, and played under the table's lock only then, if its
moment is still there. Nothing of it is kept: after a restart the tables say who is asked.
"""

import asyncio
import contextvars
import logging
from collections.abc import Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.db import fault_of, log_unexpected, retried
from bot.engine.game import DEALER, Seat
from bot.engine.moves import AnyAction, find
from bot.errors import NotFound, PlayerError, TooLate
from bot.npcs.crew import Crew
from bot.npcs.deciding import Instead, decision
from bot.npcs.hesitation import hesitation
from bot.npcs.speaking import line_for, told_line
from bot.tables.autopilot import Moment, moment_of
from bot.tables.model import Chair, Table
from bot.tables.service import TableService
from bot.tables.store import piloted_tables

log = logging.getLogger(__name__)
LAST_CALL = 2.0
"""Seconds before the end of the clock at which who lets the others go first goes all the same."""
RETRY_AFTER = 30.0
"""Seconds after which an NPC tries again where something failed that shouldn't."""
MOST_OF_ONE_CHOICE = 30
"""Moves in a row within one and the same choice, after which the rules end it: an NPC that bets and takes back without
end.
"""


@dataclass(eq=False)
class _Thought:
    moment: Moment
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something has happened at the table."""
    is_acting: bool = False
    passed_at: int | None = None
    """The turn at which it let the others go first."""
    refusals: int = 0
    """How many moves of its the rules have refused: the table had changed meanwhile."""
    task: asyncio.Task[None] | None = None


class Pilots:
    """Plays the NPCs of all open tables that have a pilot."""

    def __init__(self, tables: TableService, clock: Clock, crew: Crew | None = None) -> None:
        self._tables, self._clock = tables, clock
        self._crew = crew or Crew()
        self._thoughts: dict[int, dict[Seat, _Thought]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._spoken: dict[tuple[int, Seat], tuple[str, str]] = {}
        """The hand in which a seat said something last, and what."""
        self._choices: dict[tuple[int, Seat], tuple[Hashable, int]] = {}
        """What a seat was asked last, and how often it has moved since without the table's waiting for anybody else."""
        self._is_running = False
        tables.desk.changed.append(self._changed)

    async def start(self) -> None:
        """Begin to play, also where a hand was in play when the bot went."""
        self._is_running = True
        self._begin(self._take_up(), "npcs-take-up")

    async def stop(self) -> None:
        """Think no more; a move that is being written is written to its end."""
        self._is_running = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thoughts.clear()
        await self._crew.close()

    async def _take_up(self) -> None:
        left = await retried(lambda: piloted_tables(self._tables.db), self._clock)
        while left := [table_id for table_id in left if not await self._taken_up(table_id)]:
            await self._clock.sleep(RETRY_AFTER)

    async def _taken_up(self, table_id: int) -> bool:
        """Return True if there is nothing to try again. A disk error may keep the bot from reading the table."""
        try:
            self._consider(await self._tables.look(table_id))
        except Exception as error:  # noqa: BLE001  # one table's trouble must not keep the others' NPCs from playing
            log_unexpected(log, error, "the NPCs at table %s can't play on autopilot", table_id)
            return fault_of(error) is None
        return True

    def _changed(self, _: Table | None, after: Table) -> None:
        if self._is_running:
            self._consider(after)

    def _consider(self, table: Table) -> None:
        """Begin a thought for each NPC that is asked, and give up those whose moment has passed."""
        wanted = {chair.seat: moment_of(table, chair) for chair in table.piloted}
        thoughts = self._thoughts.setdefault(table.id, {}) if wanted else self._thoughts.get(table.id, {})
        for seat in (DEALER, *(chair.seat for chair in table.record.chairs)):
            if seat not in wanted:
                self._choices.pop((table.id, seat), None)
        for seat, thought in list(thoughts.items()):
            if wanted.get(seat) == thought.moment:
                thought.stirred.set()
                continue
            del thoughts[seat]
            if thought.task is not None and not thought.is_acting:
                thought.task.cancel()
        for seat, moment in wanted.items():
            if seat not in thoughts:
                thoughts[seat] = thought = _Thought(moment)
                thought.task = self._begin(self._think(table.id, seat, thought), f"npc-{table.id}-{seat}")
        if not thoughts:
            self._thoughts.pop(table.id, None)
        if not table.is_open:
            self._forget(table.id)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        # In a context of its own: what follows is no part of the click that made the NPC's turn come.
        task = asyncio.create_task(work, name=name, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _think(self, table_id: int, seat: Seat, thought: _Thought) -> None:
        try:
            while True:
                try:
                    if await self._thought_through(table_id, seat, thought):
                        return
                except (TooLate, NotFound):
                    return
                except Exception as error:  # noqa: BLE001  # whatever fails here, the NPC must not stand still for ever
                    log_unexpected(log, error, "an NPC in seat %s of table %s could not move", seat, table_id)
                    # A move that wasn't written is none that it has made.
                    self._choices.pop((table_id, seat), None)
                    await self._clock.sleep(RETRY_AFTER)
        finally:
            thoughts = self._thoughts.get(table_id, {})
            if thoughts.get(seat) is thought:
                del thoughts[seat]

    async def _thought_through(self, table_id: int, seat: Seat, thought: _Thought) -> bool:
        """One decision, worked out while time passes, and played; False if there has to be another one. Raises TooLate
        once the moment has passed.
        """
        table, chair = await self._asked(table_id, seat, thought)
        thought.stirred.clear()
        deciding = asyncio.create_task(decision(self._crew, table, chair))
        try:
            await self._clock.sleep(0 if thought.refusals else hesitation(table, chair, self._clock.now()))
            decided = await deciding
        finally:
            deciding.cancel()
        if decided is Instead.LETS_OTHERS_GO_FIRST:
            thought.passed_at = table.record.turn
            if await self._others_go_first(table_id, seat, thought):
                return False
            decided = Instead.LEAVES_IT_TO_THE_RULES
        table, chair = await self._asked(table_id, seat, thought)
        if isinstance(decided, Instead) or thought.refusals > 1 or self._dithers(table, chair):
            await self._act(table, chair, thought, None)
            return True
        try:
            await self._act(table, chair, thought, decided)
        except TooLate:
            raise
        except PlayerError as refused:
            log.info("an NPC at table %s thinks again: %s", table_id, refused)
            thought.refusals += 1
            return False
        return True

    async def _asked(self, table_id: int, seat: Seat, thought: _Thought) -> tuple[Table, Chair]:
        """The table and the chair as they are. Raises TooLate where the table doesn't wait for it to decide that."""
        table = await self._tables.look(table_id)
        chair = next((chair for chair in table.piloted if chair.seat == seat), None)
        if chair is None or moment_of(table, chair) != thought.moment:
            raise TooLate("The table has moved on.")
        return table, chair

    async def _others_go_first(self, table_id: int, seat: Seat, thought: _Thought) -> bool:
        """Wait until something has happened. False where nothing would: all who are asked let the others go first, or
        time is nearly up.
        """
        table, _ = await self._asked(table_id, seat, thought)
        if thought.stirred.is_set():
            return True
        thoughts = self._thoughts.get(table_id, {})
        passed = {one for one, other in thoughts.items() if other.passed_at == table.record.turn}
        if table.to_act <= passed:
            return False
        waits: list[asyncio.Future[Any]] = [asyncio.ensure_future(thought.stirred.wait())]
        if (deadline := table.record.deadline) is not None:
            waits.append(asyncio.ensure_future(self._clock.sleep(deadline - LAST_CALL - self._clock.now())))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        return thought.stirred.is_set()

    async def _act(self, table: Table, chair: Chair, thought: _Thought, action: AnyAction | None) -> None:
        """Play it, or what the rules do instead. From here on nobody cancels the thought: it is being written."""
        seat, pilot = chair.seat, chair.pilot
        move = find(table.moves(seat), action.kind) if action is not None else None

        def saying(before: Table, after: Table | None) -> str | None:
            # At the GM's own seat nobody speaks for all NPCs, and what is decided there isn't said aloud.
            if pilot is None or seat == DEALER:
                return None
            hand, last = self._spoken.get((before.id, seat), ("", None))
            # Who has a single line says it once a hand.
            last = last if len(pilot.lines) > 1 or hand == before.hand_id else None
            line = line_for(pilot, before, after, seat, move, last)
            if line is not None:
                self._spoken[before.id, seat] = before.hand_id, line
            return None if line is None else told_line(before, seat, line)

        thought.is_acting = True
        try:
            await self._tables.playing.pilot(table.id, seat, thought.moment, action, saying)
        finally:
            thought.is_acting = False

    def _dithers(self, table: Table, chair: Chair) -> bool:
        """Whether the chair has moved so often within one choice that it would never come to an end."""
        asked = (table.hand_id, table.entry.game.asks(table.state, chair.seat))
        before, moves = self._choices.get((table.id, chair.seat), (None, 0))
        moves = moves + 1 if asked == before else 1
        self._choices[table.id, chair.seat] = asked, moves
        return moves > MOST_OF_ONE_CHOICE

    def _forget(self, table_id: int) -> None:
        """A table has closed."""
        for kept in (self._spoken, self._choices):
            for key in [key for key in kept if key[0] == table_id]:
                del kept[key]
