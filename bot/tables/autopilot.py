"""NPCs on autopilot at a table: when one decides, how a GM takes it over in mid-hand and gives it back, and how new
autopilot settings reach its seat.

A takeover lasts until the GM gives the NPC back. Only a person who may play the NPC anyway can take it over, so nobody
gains hidden knowledge or changes what they play against.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.campaigns import Character, Person
from bot.engine.game import Seat
from bot.errors import NotAllowed, PlayerError, TooLate
from bot.tables.events import AutopilotSet, TakenOver
from bot.tables.hand.engine import Cause
from bot.tables.hand.notes import log_note
from bot.tables.hand.timing import set_closing
from bot.tables.model import Chair, Table
from bot.tables.rights import decides_for, require, right_to_play
from bot.tables.table_store import Click, TableStore

NpcLine = Callable[[Table, Table | None], str | None]
"""Returns the sentence that an NPC says with its action, or None. It is called twice: with the table before the action,
for a sentence that comes first, and with the table after it too, for one that comes last.
"""


class Moment(NamedTuple):
    """The hand and the turn that an NPC decides for: a decision for another moment comes too late."""

    hand: str
    asked: int


def moment_of(table: Table, chair: Chair) -> Moment:
    """Return the moment that the chair decides for now."""
    return Moment(table.hand_id, chair.asked)


class AutopilotSeats:
    """Lets GMs take over NPCs on autopilot, give them back, and change their settings at a table."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    async def hand_over(self, table_id: int, click: Click, seat: Seat, *, on: bool) -> tuple[Table, Chair]:
        """Give an NPC back to its autopilot (`on`), or take it over from there. Raises a PlayerError for anyone who
        doesn't play the NPC, and where nothing would change.
        """
        async with self._store.clicked(table_id, click) as table:
            chair = table.chair(seat)
            if chair is None or chair.is_dealer:
                raise TooLate("Nobody sits there now.")
            if not chair.is_npc:
                raise NotAllowed("That is a player's character, not an NPC.")
            require(right_to_play(chair), click.person, table, chair)
            name = table.name(chair.seat)
            if chair.pilot is None:
                raise PlayerError(f"{name} isn't on autopilot. Use /npc autopilot first.")
            if chair.is_taken_over != on:
                raise PlayerError(f"{name} is on autopilot already." if on else f"You play {name} already.")
            changed = chair.evolve(is_taken_over=not on)
            taken_over = TakenOver(seat=seat, back=on)
            cause = replace(click.cause(), events=(taken_over,), is_shown=False)
            after, row = log_note(table.with_chair(changed), cause, seat=seat)
            after = set_closing(table, after, None, click.at)
            return await self._store.commit(table, after, rows=(row,)), changed

    async def appoint(self, table_id: int, cause: Cause, by: Person, npc: Character) -> Table | None:
        """Apply an NPC's new autopilot settings at a table at once. Returns None where nothing changes, and where that
        GM doesn't decide for the NPC. An NPC that a GM has taken over stays theirs.
        """
        async with self._store.locked(table_id) as table:
            chair = table.chair_of(npc.id)
            if chair is None or not table.is_open or chair.pilot == npc.pilot or not decides_for(table, by, chair):
                return None
            is_taken_over = chair.is_taken_over and npc.pilot is not None
            changed = chair.evolve(pilot=npc.pilot, is_taken_over=is_taken_over)
            appointed = AutopilotSet(seat=chair.seat, style=npc.pilot.temper.style if npc.pilot else None)
            cause = replace(cause, events=(appointed,), is_shown=False)
            after, row = log_note(table.with_chair(changed), cause, seat=chair.seat)
            after = set_closing(table, after, None, cause.at)
            return await self._store.commit(table, after, rows=(row,))
