"""NPCs on autopilot: they ask a worker for a decision, pause as a person would, speak, and move."""

import asyncio
import contextvars
import hmac
import json
import logging
import pickle
from collections.abc import Coroutine, Hashable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from bot.campaigns import AutopilotSettings
from bot.clock import Clock
from bot.db import fault_of, log_unexpected, retried
from bot.engine.ai.temper import Style
from bot.engine.cheating.wrapper import honestly, seen_honestly
from bot.engine.game import DEALER, Seat
from bot.engine.moves import Amount, AnyAction, Move, Pick, find
from bot.engine.rng import SeededRng
from bot.errors import NotFound, PlayerError, RuleError, TooLate, TryAgain
from bot.processes import TookTooLong, WorkerLost, WorkerPool
from bot.shards import NotServed
from bot.tables.autopilot import Moment, moment_of
from bot.tables.model import Chair, Table
from bot.tables.service import TableService
from bot.tables.store import tables_with_autopilot
from bot.worker import DecisionQuestion

log = logging.getLogger(__name__)
BUDGET = 20_000
"""The largest budget of a decision, in hands with a game's own cards; a temper uses only a part of it."""
CHEAP = 200
"""The budget after a worker has been given up."""
LAST_CALL = 2.0
"""Seconds before the end of the clock at which an NPC that lets the others go first moves all the same."""
RETRY_AFTER = 30.0
"""Seconds after which an NPC tries again where something failed that shouldn't."""
MOST_OF_ONE_CHOICE = 30
"""Moves in a row within the same choice after which the rules end it: an NPC could bet and take back without end."""
_PAUSE_SECONDS: dict[Style, tuple[float, float]] = {
    "cautious": (4, 8),
    "steady": (3, 6),
    "reckless": (2, 3.5),
    "shark": (3, 7),
    "drunk": (2, 8),
}
_PRICED_FACTOR = 1.3
"""How much longer a move with a price takes."""
_BETS_FACTOR = 0.05
"""How much shorter it takes while bets are open to all: they bet at once there, each move in a fraction of a second."""
_FAST_TABLE = 60
"""Seconds of a table's clock below which NPCs move faster."""
_MOST_OF_CLOCK = 0.5
"""The part of the time left that an NPC takes at most."""
_PAUSE_STEPS = 1000
_LINES_SPOKEN, _LINES_OF = 2, 5
"""How often an NPC says something where it fits, as a fraction. Checks and secret choices pass in silence."""


class Instead(Enum):
    """What an NPC does instead of a move of its own."""

    LETS_OTHERS_GO_FIRST = "lets the others go first"
    LEAVES_IT_TO_THE_RULES = "leaves it to the rules"


Decision = AnyAction | Instead


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


class NpcAutopilots:
    """Plays the NPCs on autopilot at all open tables that this process serves."""

    def __init__(self, tables: TableService, clock: Clock, workers: WorkerPool) -> None:
        self._tables, self._clock = tables, clock
        self._workers = workers
        self._thoughts: dict[int, dict[Seat, _Thought]] = {}
        self._servers: dict[int, int] = {}
        """The server of each table that is remembered here."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._spoken: dict[tuple[int, Seat], tuple[str, str]] = {}
        """The hand in which a seat said something last, and what."""
        self._choices: dict[tuple[int, Seat], tuple[Hashable, int]] = {}
        """What a seat was asked last, and how often it has moved since without the table's waiting for anybody else."""
        self._is_running = False
        tables.store.changed.append(self._changed)

    async def start(self) -> None:
        """Begin to play."""
        self._is_running = True
        await self.take(self._tables.store.shards.held)

    async def take(self, shards: frozenset[int]) -> None:
        """Play in the hands that are in play at the tables of these shards."""
        self._begin(self._take_up(shards), "npcs-take-up")

    async def finish(self, shards: frozenset[int]) -> None:
        """Think no more at the tables of these shards; a move that is being written is written to its end."""
        for table_id in self._tables_of(shards):
            for thought in self._thoughts.pop(table_id, {}).values():
                if thought.task is not None and not thought.is_acting:
                    thought.task.cancel()

    async def forget(self, shards: frozenset[int]) -> None:
        """Drop what is remembered of the tables of these shards."""
        await self.finish(shards)
        for table_id in self._tables_of(shards):
            self._forget_table(table_id)

    def _tables_of(self, shards: frozenset[int]) -> list[int]:
        of = self._tables.store.shards.of
        return [table_id for table_id, guild_id in self._servers.items() if of(guild_id) in shards]

    async def stop(self) -> None:
        """Think no more; a move that is being written is written to its end."""
        self._is_running = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thoughts.clear()

    async def _take_up(self, shards: frozenset[int]) -> None:
        store = self._tables.store
        left = await retried(lambda: tables_with_autopilot(store.db, store.shards, shards), self._clock)
        while left := [table_id for table_id in left if not await self._try_take_up(table_id)]:
            await self._clock.sleep(RETRY_AFTER)

    async def _try_take_up(self, table_id: int) -> bool:
        """Return True if there is nothing to try again. A disk error may keep the bot from reading the table."""
        try:
            self._changed(None, await self._tables.look(table_id))
        except TryAgain as refused:
            return isinstance(refused, NotServed)
        except Exception as error:  # noqa: BLE001  # one table's trouble must not keep the others' NPCs from playing
            log_unexpected(log, error, "the NPCs at table %s can't play on autopilot", table_id)
            return fault_of(error) is None
        return True

    def _changed(self, _: Table | None, after: Table) -> None:
        if self._is_running and self._tables.store.shards.begins_for(after.record.guild_id):
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
                self._servers[table.id] = table.record.guild_id
                thoughts[seat] = thought = _Thought(moment)
                thought.task = self._begin(self._think(table.id, seat, thought), f"npc-{table.id}-{seat}")
        if not thoughts:
            self._thoughts.pop(table.id, None)
        if not table.is_open:
            self._forget_table(table.id)

    def _begin(self, work: Coroutine[object, object, None], name: str) -> asyncio.Task[None]:
        # In a context of its own: what follows is no part of the click that made the NPC's turn come.
        task = asyncio.create_task(work, name=name, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _think(self, table_id: int, seat: Seat, thought: _Thought) -> None:
        try:
            while True:
                try:
                    if await self._decide_and_act(table_id, seat, thought):
                        return
                except (TooLate, NotFound, NotServed):
                    return
                except Exception as error:  # noqa: BLE001  # whatever fails here, the NPC must not stand still for ever
                    if not isinstance(error, TryAgain):
                        log_unexpected(log, error, "an NPC in seat %s of table %s could not move", seat, table_id)
                    # A move that wasn't written is none that it has made.
                    self._choices.pop((table_id, seat), None)
                    await self._clock.sleep(RETRY_AFTER)
        finally:
            thoughts = self._thoughts.get(table_id, {})
            if thoughts.get(seat) is thought:
                del thoughts[seat]

    async def _decide_and_act(self, table_id: int, seat: Seat, thought: _Thought) -> bool:
        """Decide while the pause passes, then move; return False if another decision is needed.

        Raises TooLate once the moment has passed.
        """
        table, chair = await self._require_moment(table_id, seat, thought)
        thought.stirred.clear()
        deciding = asyncio.create_task(decide(self._workers, table, chair))
        try:
            await self._clock.sleep(0 if thought.refusals else pause_before_move(table, chair, self._clock.now()))
            decided = await deciding
        finally:
            deciding.cancel()
        if decided is Instead.LETS_OTHERS_GO_FIRST:
            thought.passed_at = table.record.turn
            if await self._others_go_first(table_id, seat, thought):
                return False
            decided = Instead.LEAVES_IT_TO_THE_RULES
        table, chair = await self._require_moment(table_id, seat, thought)
        if isinstance(decided, Instead) or thought.refusals > 1 or self._repeats_choice(table, chair):
            await self._act(table, chair, thought, None)
            return True
        try:
            await self._act(table, chair, thought, decided)
        except TooLate:
            raise
        except PlayerError as refused:
            log.info("an NPC at table %s decides again: %s", table_id, refused)
            thought.refusals += 1
            return False
        return True

    async def _require_moment(self, table_id: int, seat: Seat, thought: _Thought) -> tuple[Table, Chair]:
        """Return the table and the chair now. Raises TooLate if the table doesn't wait for that decision."""
        table = await self._tables.look(table_id)
        chair = next((chair for chair in table.piloted if chair.seat == seat), None)
        if chair is None or moment_of(table, chair) != thought.moment:
            raise TooLate("The table has moved on.")
        return table, chair

    async def _others_go_first(self, table_id: int, seat: Seat, thought: _Thought) -> bool:
        """Wait until something has happened. Return False if nothing would, or time is nearly up.

        Nothing would happen if all seats that the table waits for let the others go first.
        """
        table, _ = await self._require_moment(table_id, seat, thought)
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
        """Play the action, or the rules' own for None. From here on the thought isn't canceled: it is being written."""
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
            return line

        thought.is_acting = True
        try:
            await self._tables.playing.pilot(table.id, seat, thought.moment, action, saying)
        finally:
            thought.is_acting = False

    def _repeats_choice(self, table: Table, chair: Chair) -> bool:
        """Whether the chair has moved so often within one choice that it would never come to an end."""
        asked = (table.hand_id, table.spec.game.asks(table.state, chair.seat))
        before, moves = self._choices.get((table.id, chair.seat), (None, 0))
        moves = moves + 1 if asked == before else 1
        self._choices[table.id, chair.seat] = asked, moves
        return moves > MOST_OF_ONE_CHOICE

    def _forget_table(self, table_id: int) -> None:
        """Forget the spoken lines and choices of a table that has closed or is another process's."""
        self._servers.pop(table_id, None)
        for kept in (self._spoken, self._choices):
            for key in [key for key in kept if key[0] == table_id]:
                del kept[key]


def question_for(table: Table, chair: Chair, most: int = BUDGET) -> DecisionQuestion:
    """Build the question for an NPC's chair, from what the seat can see.

    Only the seed of the NPC's own chance comes from elsewhere: it is derived from the hand's closed seed, so nobody
    foresees the decision. The closed seed can't be derived from it.
    """
    if chair.pilot is None or table.record.hand is None:
        raise LookupError("that seat isn't on autopilot")
    temper, game = chair.pilot.temper, table.spec.game
    honest, state = honestly(game, table.state)
    key = f"npc|{table.hand_id}|{table.record.turn}|{chair.seat}"
    return DecisionQuestion(
        game=game.key,
        view=seen_honestly(game.view(table.state, chair.seat)),
        moves=tuple(_without_readers(move) for move in honest.moves(state, chair.seat) if move.place != "clock"),
        temper=temper,
        seed=hmac.digest(table.record.hand.seeds.closed.encode(), key.encode(), "sha256").hex(),
        budget=max(round(most * temper.traits.effort), 1),
    )


def _without_readers(move: Move) -> Move:
    """Return the move without the functions that read typed text."""
    fields = tuple(field.evolve(reads=None) if isinstance(field, Pick) else field for field in move.fields)
    return move.evolve(fields=fields)


async def decide(workers: WorkerPool, table: Table, chair: Chair) -> Decision:
    """Return the chair's decision now.

    A worker that takes too long is replaced by one with a smaller budget; one that is gone is replaced first for the
    same question. If that fails too, or the autopilot raises an error, the rules decide as for a player who doesn't
    act.
    """
    tries = [BUDGET, BUDGET, CHEAP]
    while tries:
        most = tries.pop(0)
        try:
            sent = question_for(table, chair, most).packed()
        except (pickle.PicklingError, TypeError, AttributeError):
            log.exception("an NPC's view of a table of %s can't be sent to a worker", table.spec.game.key)
            break
        try:
            answer: dict[str, str | None] = json.loads(await workers.ask(sent, table.id))
        except WorkerLost as lost:
            log.warning("an NPC's decision at table %s is given up: %s", table.id, lost)
            if isinstance(lost, TookTooLong):
                tries = [cheaper for cheaper in tries if cheaper < most]
            continue
        if "error" in answer:
            log.error("the autopilot of %s failed: %s", table.spec.game.key, answer["error"])
            break
        return _read_action(table, answer["answer"])
    return Instead.LEAVES_IT_TO_THE_RULES


def _read_action(table: Table, action: str | None) -> Decision:
    if action is None:
        return Instead.LETS_OTHERS_GO_FIRST
    try:
        read: AnyAction = table.spec.game.action_from_json(action)
    except (ValueError, RuleError) as failed:
        # Not what is wrong with it: that would repeat what the seat has chosen.
        key, why = table.spec.game.key, type(failed).__name__
        log.error("the autopilot of %s chose an impossible move: %s", key, why)  # noqa: TRY400  # a traceback could show cards
        return Instead.LEAVES_IT_TO_THE_RULES
    return read


def pause_before_move(table: Table, chair: Chair, now: float) -> float:
    """Return the seconds from `now` until the chair moves; always before its time is up."""
    pilot = chair.pilot
    style = pilot.temper.style if pilot is not None else "steady"
    rng = SeededRng(f"pause|{table.id}|{table.hand_id}|{table.record.turn}|{chair.seat}")
    share = rng.below(_PAUSE_STEPS + 1) / _PAUSE_STEPS
    if style == "drunk":
        # Either blurted out or long in coming, seldom in between.
        share = share / 5 if rng.below(2) else 1 - share / 5
    low, high = _PAUSE_SECONDS[style]
    seconds = low + (high - low) * share
    if table.window is not None:
        seconds *= _BETS_FACTOR
    elif _has_a_price(table, chair):
        seconds *= _PRICED_FACTOR
    if pace := table.record.pace.seconds:
        seconds *= min(1, pace / _FAST_TABLE)
    if (deadline := table.acts_at) is not None:
        seconds = min(seconds, max(deadline - now, 0) * _MOST_OF_CLOCK)
    return seconds


def _has_a_price(table: Table, chair: Chair) -> bool:
    """Whether a move at the table costs something, as everybody can see."""
    return any(move.price for move in table.moves(chair.seat) if move.place == "table" and not move.aside)


def line_for(
    pilot: AutopilotSettings, before: Table, after: Table | None, seat: Seat, move: Move | None, last: str | None = None
) -> str | None:
    """Return one of the NPC's lines, not the `last` one again, or None for silence.

    Without a table `after` the move, the line goes with the seat's `move`; with it, with a win.
    """
    fits = _is_spoken_about(move) if after is None else _has_won(before, after, seat)
    if not (fits and pilot.speaks and pilot.lines):
        return None
    rng = SeededRng(f"line|{before.id}|{before.hand_id}|{before.record.turn}|{seat}")
    if rng.below(_LINES_OF) >= _LINES_SPOKEN:
        return None
    others = [line for line in pilot.lines if line != last]
    return rng.pick(others) if others else None


def _is_spoken_about(move: Move | None) -> bool:
    """Whether the move is an open bet, payment or fold."""
    if move is None or move.place != "table" or move.aside:
        return False
    return move.style == "danger" or bool(move.price) or any(isinstance(field, Amount) for field in move.fields)


def _has_won(before: Table, after: Table, seat: Seat) -> bool:
    result = after.spec.game.outcome(after.state)
    chair = before.chair(seat)
    if result is None or chair is None:
        return False
    return dict(result.stacks).get(seat, 0) > before.stack_of(chair)
