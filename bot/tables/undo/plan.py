"""The last decision of a hand, found and named by a replay of its log, and the plan that a GM confirms."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.campaigns import Person, Right
from bot.db import Database
from bot.engine.game import Event, Seat
from bot.engine.moves import find
from bot.errors import RuleError
from bot.tables import rights
from bot.tables.events import Lacking, kind_of
from bot.tables.gm_log import was_in
from bot.tables.hand.engine import StepResult, looks_the_same
from bot.tables.hand.log import LogRow, digest
from bot.tables.model import PEOPLE, Table
from bot.tables.store import hand_rows
from bot.tables.stored_rules import game_of_hand
from bot.tables.verification.evidence import Evidence
from bot.tables.verification.replay import Replay
from bot.tables.words import name_action


@dataclass(frozen=True, slots=True)
class Known:
    """Knowledge that people have gained by what is undone, and keep."""

    shown: bool = False
    """Whether something was turned up for everyone."""
    seen: bool = False
    """Whether a player saw something that only they may see."""


@dataclass(frozen=True, slots=True)
class LastAction:
    """The last decision of a hand, and the hand before it."""

    row: LogRow
    label: str | None
    """The label of the button; None for a move that isn't public."""
    timed_out: tuple[Seat, ...]
    """The seats that the clock decided for; none where a person decided."""
    kept: tuple[LogRow, ...]
    undone: tuple[LogRow, ...]
    source: bytes
    """The source of what was kept."""
    state: Any
    known: Known

    def told(self, table: Table) -> str:
        """Describe the action, as in "Lando's call", "the timeout of Lando"."""
        return name_action(table.voice, self.row.seat, self.label, self.timed_out)


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
    """More public events: who stays away, which items lie where again."""

    @property
    def mark(self) -> str:
        """A digest of what a GM sees of the plan: any other plan has another one."""
        about = (self.what, self.number, self.revision, self.kept_until, self.voids, self.reopens)
        return hashlib.sha256(repr((*about, self.lacks, self.events)).encode()).hexdigest()[:12]

    @property
    def asks(self) -> bool:
        """Whether it takes a confirmation: a hand is given up, or the mint pays."""
        return self.voids is not None or bool(self.lacks)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A row of a hand as the rules replay it."""

    row: LogRow
    source: bytes
    before: Any
    """The state before it."""
    known: Known
    is_quiet: bool
    """Whether nobody noticed it (at a crooked table): then it is no last action, and nothing shows that it was."""

    @property
    def is_decision(self) -> bool:
        """Whether it is a person's move that everyone noticed, or the first move of a choice that ran out of time."""
        if self.row.seat is None:
            return False
        by_person = self.row.how in PEOPLE and not self.is_quiet
        return by_person or any(kind_of(one.event) == "table.time_up" for one in self.row.events)


def replay(hand: Evidence) -> tuple[Replayed, ...]:
    """Return the rows of a hand up to the first one that the rules make something else of than the log."""
    played, found = Replay(hand), list[Replayed]()
    for row, source in zip(hand.rows, hand.sources, strict=True):
        before = played.state
        try:
            agrees = played.play(row, source) and digest(played.state.to_json()) == row.digest
        except Exception:  # noqa: BLE001 - rules that are fed a log they can't play may fail anywhere, and that is the answer
            agrees = False
        if not agrees:
            break
        is_quiet = (
            hand.is_crooked
            and row.seat is not None
            and row.how in PEOPLE
            and not any(one.audience in {"all", "gms"} for one in row.events)
            and looks_the_same(hand.spec.game, before, played.state)
        )
        step, known = played.step, Known()
        if step is not None and not is_quiet:
            known = Known(shown=any(event.reveals for event in step.events), seen=bool(step.private))
        found.append(Replayed(row, source, before, known, is_quiet))
    return tuple(found)


def knowledge_gained(rows: Iterable[Replayed]) -> Known:
    """Return the knowledge that people gained by these rows."""
    known = [row.known for row in rows]
    return Known(shown=any(one.shown for one in known), seen=any(one.seen for one in known))


def last_action(hand: Evidence) -> LastAction:
    """Return the last decision, with the hand before it. Raises RuleError where nothing was decided yet, and where the
    rules don't make of the log what it says.
    """
    if not hand.has_these_rules:
        raise RuleError(
            f"This {hand.word} was dealt under another version of the rules, so nothing in it can be undone."
        )
    rows = replay(hand)
    if len(rows) < len(hand.rows):
        raise RuleError(f"This {hand.word} can't be replayed from its log, so nothing in it can be undone.")
    at = next((at for at, row in reversed([*enumerate(rows)]) if row.is_decision), None)
    if at is None:
        raise RuleError(f"Nobody has decided anything in this {hand.word} yet.")
    row, before = rows[at].row, rows[at].before
    timed_out = () if row.how in PEOPLE else _seats_of_expiry(row, hand.rows[at:])
    move = None if timed_out else find(hand.spec.game.moves(before, row.seat or 0), _move_key(hand, row))
    return LastAction(
        row=row,
        label=move.label if move is not None and move.place == "table" and not move.aside else None,
        timed_out=timed_out,
        kept=hand.rows[:at],
        undone=hand.rows[at:],
        source=rows[at - 1].source,
        state=before,
        known=knowledge_gained(rows[at:]),
    )


def _seats_of_expiry(first: LogRow, rows: Iterable[LogRow]) -> tuple[Seat, ...]:
    """Return the seats that one expiry of the clock decided for: the keys of its rows differ by the seat alone."""
    expiry = first.key.rpartition(":")[0]
    return tuple(row.seat for row in rows if row.seat is not None and row.key.rpartition(":")[0] == expiry)


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
