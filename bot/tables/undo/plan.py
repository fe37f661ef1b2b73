"""The last action of a hand: finding it, naming it, replaying the hand to before it, and the plan that a GM confirms.

That is the last decision of a person; the moves of the clock, leavers and NPCs after it are undone with it. A quiet
step at a crooked table is no last action, and nothing shows that there was one.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.campaigns import Person, Right
from bot.db import Database
from bot.engine.game import Event, Seat
from bot.engine.moves import find
from bot.errors import RuleError
from bot.tables import rights
from bot.tables.events import Lacking
from bot.tables.gm_log import was_in
from bot.tables.hand.engine import StepResult
from bot.tables.hand.log import LogRow, digest
from bot.tables.model import PEOPLE, Table
from bot.tables.store import hand_rows
from bot.tables.stored_rules import game_of_hand
from bot.tables.verification.evidence import Evidence, is_undo
from bot.tables.verification.replay import Replay
from bot.tables.words import name_action

_UNREADABLE = "This {word} can't be played again from its log, so nothing in it can be taken back."


@dataclass(frozen=True, slots=True)
class Known:
    """Knowledge that people have gained by what is undone, and keep."""

    shown: bool = False
    """Whether something was turned up for everyone."""
    seen: bool = False
    """Whether a player saw something that only they may see."""


@dataclass(frozen=True, slots=True)
class LastAction:
    """A person's last decision, and the hand before it."""

    row: LogRow
    label: str | None
    """The label of the button; None for a move that isn't public."""
    kept: tuple[LogRow, ...]
    undone: tuple[LogRow, ...]
    source: bytes
    """The source of what was kept."""
    state: Any
    known: Known

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats whose moves are undone."""
        return frozenset(row.seat for row in self.undone if row.seat is not None)

    def told(self, table: Table) -> str:
        """Describe the action, as in "Lando's call"."""
        return name_action(table.voice, self.row.seat, self.label)


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """One way to undo something; nothing of it is written yet."""

    what: str
    """As in "**Lando**'s call", "hand 12"."""
    turn: StepResult
    """The table after it, with all that is written."""
    known: Known
    """The knowledge that people keep of the undone rows."""
    number: int
    """Of the hand that it is about."""
    revision: int
    kept_until: int = 0
    """Up to which row of the log the hand counts from then on; 0 for one that doesn't count at all."""
    voids: int | None = None
    """The number of the hand in play that is given up for it."""
    reopens: bool = False
    """Whether a hand that was over is in play again."""
    lacks: tuple[Lacking, ...] = ()
    events: tuple[Event, ...] = ()
    """More public events: who is back, which items lie where again."""

    @property
    def mark(self) -> str:
        """A digest of what a GM sees of the plan: any other plan has another one."""
        about = (self.what, self.number, self.revision, self.kept_until, self.voids, self.reopens)
        return hashlib.sha256(repr((*about, self.lacks, self.events)).encode()).hexdigest()[:12]

    @property
    def asks(self) -> bool:
        """Whether it takes a confirmation: a hand is given up, or the mint pays."""
        return self.voids is not None or bool(self.lacks)


async def quiet_rows(database: Database, hand: Evidence) -> frozenset[int]:
    """Return the sequence numbers of quiet steps: each has the turn of a row before it."""
    if not hand.rows:
        return frozenset()
    rows = await database.fetch(
        "SELECT sequence, turn FROM actions WHERE table_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence",
        hand.table_id,
        hand.rows[0].sequence,
        hand.rows[-1].sequence,
    )
    turns, quiet = set[int](), set[int]()
    for row in rows:
        if row["turn"] in turns:
            quiet.add(row["sequence"])
        turns.add(row["turn"])
    return frozenset(quiet)


def last_action(hand: Evidence, quiet: Collection[int]) -> LastAction:
    """Return the last decision, with the hand replayed up to it. Raises RuleError where nothing was decided yet, and
    where the rules don't make of the log what it says.
    """
    at = _last_decision(hand.rows, quiet)
    if at is None:
        raise RuleError(f"Nobody has decided anything in this {hand.word} yet.")
    if not hand.has_these_rules:
        raise RuleError(f"This {hand.word} was dealt by other rules than today's: nothing in it can be taken back.")
    replay, steps = Replay(hand), tuple(zip(hand.rows, hand.sources, strict=True))
    if not at or not all(_replays(replay, *step) for step in steps[:at]):
        raise RuleError(_UNREADABLE.format(word=hand.word))
    row, state = hand.rows[at], replay.state
    move = find(hand.spec.game.moves(state, row.seat or 0), _move_key(hand, row))
    return LastAction(
        row=row,
        label=move.label if move is not None and move.place == "table" and not move.aside else None,
        kept=hand.rows[:at],
        undone=hand.rows[at:],
        source=steps[at - 1][1],
        state=state,
        known=knowledge_gained(replay, steps[at:], quiet),
    )


def knowledge_gained(replay: Replay, steps: Iterable[tuple[LogRow, bytes]], quiet: Collection[int]) -> Known:
    """Return the knowledge that people gained by these rows (each with its source), the next ones of the replay. Quiet
    steps don't count.
    """
    known = Known()
    for row, source in steps:
        if not _replays(replay, row, source):
            return known
        step = replay.step
        if step is not None and row.sequence not in quiet:
            shown = any(event.reveals for event in step.events)
            known = Known(known.shown or shown, known.seen or bool(step.private))
    return known


def _replays(replay: Replay, row: LogRow, source: bytes) -> bool:
    """Tell whether the rules make of that row what the log says."""
    try:
        return replay.play(row, source) and digest(replay.state.to_json()) == row.digest
    except Exception:  # noqa: BLE001 - rules that are fed a log they can't play may fail anywhere, and that is the answer
        return False


def _last_decision(rows: Sequence[LogRow], quiet: Collection[int]) -> int | None:
    """Return the position of the last decision of a person that everyone noticed."""
    decided = (
        at
        for at, row in reversed([*enumerate(rows)])
        if row.how in PEOPLE and row.seat is not None and not is_undo(row) and row.sequence not in quiet
    )
    return next(decided, None)


def _move_key(hand: Evidence, row: LogRow) -> str:
    """Return the key of the row's move, or "" if it can't be read."""
    try:
        return hand.spec.game.action_from_json(row.action).kind
    except ValueError:
        return ""


async def require_was_not_in(database: Database, table: Table, person: Person, number: int) -> None:
    """Refuse a GM who was in the hand of that number, where something was hidden in it by its own house rules or is by
    today's.
    """
    if not await was_in(database, table, person, number):
        return
    for row in await hand_rows(database, table.id, number):
        by_rules, was_crooked = game_of_hand(row["game"], row["deal"])
        if table.keeps_secrets or was_crooked or by_rules.has_hands or by_rules.game.has_dealer:
            word = by_rules.game.hand_word
            rights.require(Right.UNDO_HIDDEN, person, table, hand=word, number=str(number))
