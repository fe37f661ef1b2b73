"""A stored hand as evidence, with one revision for each time that a GM undid an action of it, and the checks that need
no rules: seeds, order, causes, draws, cards and undos.

A revision begins with the rows of the one before it up to a sequence number, by the seeds that they were drawn with.
Then comes the row of the undo, which seals the new seeds. Nothing of the log is deleted, so undone rows can be checked
like the rest.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from pydantic import JsonValue

from bot.db import Row
from bot.engine.cards import Seal
from bot.engine.game import DEALER
from bot.engine.rng import MOST_OUTCOMES, commitment, committed_value, next_source
from bot.engine.spec import AnySpec
from bot.engine.words import escape
from bot.tables.hand.engine import FIRST_SOURCE
from bot.tables.hand.log import LogRow
from bot.tables.model import PEOPLE, HandStatus, Seeds
from bot.tables.stored_rules import MissingGame

_DEAL = "the deal"
_UNDONE = ", which was undone"
_AUTOMATIC = frozenset({"clock", "leave", "npc"})
"""Causes of actions without a person: only this word goes into the chance."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A row of `hands`: its seeds, and its recorded end."""

    number: int
    seeds: Seeds
    status: HandStatus = "running"
    outcome: str | None = None
    kept_until: int | None = None
    """Up to which sequence number the rows of the revision before it count; None for the first."""
    is_undone: bool = False
    """Whether its end, or the rest of it, was undone."""

    @classmethod
    def of(cls, row: Row) -> "Revision":
        return cls(
            number=row["revision"],
            seeds=Seeds(open=row["open_seed"], closed=row["closed_seed"]),
            status=row["status"],
            outcome=row["outcome"],
            kept_until=row["kept_until"],
            is_undone=row["undone_at"] is not None,
        )


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The part of an undo's row that says how the revision begins."""

    kept_until: int
    next_draw: int
    """The number of its first draw: none is drawn twice in a hand."""

    def detail(self) -> dict[str, object]:
        """Return the fields as they are logged."""
        return {"kept_until": self.kept_until, "next_draw": self.next_draw}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A hand as it was stored: its exact input, its seeds, every action, and its recorded end.

    A hand with several revisions is checked in its final form, and in the form that each earlier revision had.
    """

    table_id: int
    number: int
    spec: AnySpec
    version: int
    deal: str
    revisions: tuple[Revision, ...]
    """From the first on; the last one says what its seeds are and how it has ended."""
    rows: tuple[LogRow, ...]
    """The rows that count in the last of these revisions, in order: the deal, actions, and undos."""
    is_crooked: bool = False
    """Whether people could cheat in it: then its log may have steps that nobody noticed."""
    stands_until: int | None = None
    """Where this is how the hand was before an undo: up to which sequence number it still counts."""

    @property
    def last(self) -> Revision:
        """The revision that this is."""
        return self.revisions[-1]

    @property
    def status(self) -> HandStatus:
        """The recorded status of its end."""
        return self.last.status

    @property
    def outcome(self) -> str | None:
        """The outcome as JSON; None for a hand that is void or was undone before its end."""
        return self.last.outcome

    @property
    def seeds(self) -> Seeds:
        """The seeds of its last revision."""
        return self.last.seeds

    def hand_id(self, row: LogRow) -> str:
        """Return the id that the draws of a row are bound to."""
        return f"{self.table_id}.{self.number}.{row.revision}"

    def seeds_of(self, row: LogRow) -> Seeds:
        """Return the seeds that the draws of a row were made from."""
        return next(revision.seeds for revision in self.revisions if revision.number == row.revision)

    @property
    def word(self) -> str:
        """The word for a hand in this game."""
        return self.spec.game.hand_word

    @property
    def unplayable(self) -> str:
        """The reason why these rules can't replay it, as a part of a sentence; "" where they can."""
        game = self.spec.game
        if isinstance(game, MissingGame):
            return f"this bot has no game “{escape(game.key[:24])}”, so it can't be replayed"
        if self.version != game.version:
            return f"it was played under version {self.version} of the rules, and this bot has version {game.version}"
        return ""

    @property
    def has_these_rules(self) -> bool:
        """Tell whether the rules are still those that wrote it, and their input is still whole."""
        return not self.unplayable

    @property
    def undos(self) -> int:
        """The number of undone actions."""
        return len(self.revisions) - 1

    @property
    def sources(self) -> tuple[bytes, ...]:
        """The source of each row's draws: the chain of causes up to it."""
        return tuple(accumulate((row.cause for row in self.rows), next_source, initial=FIRST_SOURCE))[1:]

    def card(self, card: str | None) -> str:
        """Describe a card that was shown: its code in the log, and its name."""
        game = self.spec.game
        try:
            name = self.spec.card_name(card or "", game.Deal.from_json(self.deal).rules)
        except ValueError:
            name = None
        return f"{escape(str(card)[:24])}{f' ({name})' if name else ''}"

    @property
    def sealed(self) -> tuple[tuple[str, str], ...]:
        """The open seed of each revision with the commitment to it as it was logged, first revision first; "" for a
        commitment that isn't there.
        """
        begun = {row.revision: _sealed_by(row)[0] for row in reversed(self.rows)}
        return tuple((begun.get(revision.number, ""), revision.seeds.open) for revision in self.revisions)

    def label(self, at: int) -> str:
        """Describe row `at`: "the deal", "action 3 (Lando: raise)"."""
        if at == 0:
            return _DEAL
        row = self.rows[at]
        if is_undo(row):
            return f"the undo after {f'action {at - 1}' if at > 1 else _DEAL}"
        try:
            kind = str(json.loads(row.action)["kind"])
        except (KeyError, TypeError, ValueError):
            kind = "unreadable"
        is_taken_back = self.stands_until is not None and row.sequence > self.stands_until
        return f"action {at} ({self._name(row.seat)}: {escape(kind[:24])}){_UNDONE if is_taken_back else ''}"

    def _name(self, seat: int | None) -> str:
        return "the GM" if seat == DEALER else f"seat {seat}"


def _is_deal(row: LogRow) -> bool:
    """Tell whether a row of a hand is its beginning."""
    return row.seat is None and _parse_action(row).get("do") == "deal"


def is_undo(row: LogRow) -> bool:
    """Tell whether a row of a hand is an undo. An unreadable row isn't one."""
    return row.seat is None and _parse_action(row).get("do") == "undo"


def _read_taken_up(row: LogRow) -> TakenUp:
    """Read the beginning of a revision from the row of its undo. Raises ValueError where that can't be read."""
    noted = _parse_action(row)
    until, first = noted.get("kept_until"), noted.get("next_draw")
    if type(until) is not int or type(first) is not int or first < 0:
        raise ValueError(f"row {row.sequence} doesn't say what it undoes")
    return TakenUp(kept_until=until, next_draw=first)


def _sealed_by(row: LogRow) -> tuple[str, str]:
    """Return the commitments to the open and the closed seed that a deal or an undo has logged; "" for none."""
    noted = _parse_action(row)
    return str(noted.get("open", "")), str(noted.get("closed", ""))


def rows_that_count(rows: Iterable[LogRow], revisions: Sequence[Revision]) -> tuple[LogRow, ...]:
    """Return the rows of a hand that count in the last of these revisions, in order."""
    found, logged = list[LogRow](), defaultdict[int | None, list[LogRow]](list)
    for row in rows:
        logged[row.revision].append(row)
    until: int | None = None
    for revision in reversed(revisions):
        found += (row for row in logged[revision.number] if until is None or row.sequence <= until)
        if revision.kept_until is not None:
            until = revision.kept_until if until is None else min(until, revision.kept_until)
    return tuple(sorted(found, key=lambda row: row.sequence))


def _parse_action(row: LogRow) -> dict[str, JsonValue]:
    try:
        noted: JsonValue = json.loads(row.action)
    except ValueError:
        return {}
    return noted if isinstance(noted, dict) else {}


def seal_faults(hand: Evidence) -> Iterator[str]:
    """Yield problems where the seeds aren't those that were sealed before the hand, or before a revision of it."""
    rows = hand.rows
    if not rows or not _is_deal(rows[0]) or not all(_sealed_by(rows[0])):
        yield "The log doesn't begin with a deal that seals the seeds."
        return
    begun = {row.revision: row for row in reversed(rows)}
    for revision in hand.revisions:
        row = begun.get(revision.number)
        if row is None and revision is not hand.last:
            # Undone altogether: it is checked on its own.
            continue
        if row is None or (revision.kept_until is not None and not (is_undo(row) and all(_sealed_by(row)))):
            yield f"The log doesn't say which seeds the {hand.word} went on with after an undo."
            return
        for kind, sealed, seed in zip(
            ("open", "closed"), _sealed_by(row), (revision.seeds.open, revision.seeds.closed), strict=True
        ):
            made = commitment(seed_bytes(seed))
            if made != sealed:
                yield (
                    f"The {kind} seed isn't the one that was sealed: it makes {made[:16]}…, the log has {sealed[:16]}…."
                )


def undo_faults(ways: Sequence[Evidence]) -> Iterator[str]:
    """Yield problems where an undo keeps other rows than the hand says, or doesn't go on with the next draw's number.
    `ways` is the hand as each revision has it, in order.
    """
    for before, hand in pairwise(ways):
        at = next((at for at, row in enumerate(hand.rows) if row.revision == hand.last.number), None)
        if at is None or not is_undo(hand.rows[at]):
            # Another check reports that nothing seals its seeds.
            continue
        try:
            said = _read_taken_up(hand.rows[at])
        except ValueError:
            yield f"In {hand.label(at)}, the log doesn't say what was undone."
            continue
        if said.kept_until != hand.last.kept_until:
            yield f"In {hand.label(at)}, the log undoes another part of the {hand.word} than the file says."
        if said.next_draw != next_draw_of(before):
            yield f"In {hand.label(at)}, the draws don't go on with the next number."


def next_draw_of(hand: Evidence) -> int:
    """Return the number of the next draw after the whole hand."""
    number = 0
    for row in hand.rows:
        number = first_draw(row, number) + len(row.draws)
    return number


def first_draw(row: LogRow, number: int) -> int:
    """Return the number of a row's first draw after `number` of them: an undo may go on with a higher one."""
    try:
        return _read_taken_up(row).next_draw if is_undo(row) else number
    except ValueError:
        return number


def order_faults(hand: Evidence) -> Iterator[str]:
    """Yield problems where actions aren't in the order of their numbers. A quiet step makes no turn."""
    for at in range(1, len(hand.rows)):
        before, row = hand.rows[at - 1], hand.rows[at]
        is_quiet = hand.is_crooked and row.turn == before.turn and not row.is_public
        if row.sequence <= before.sequence or not (row.turn > before.turn or is_quiet):
            yield f"The log is out of order: {hand.label(at)} comes before {hand.label(at - 1)}."


def cause_faults(hand: Evidence) -> Iterator[str]:
    """Yield problems where the actor doesn't go with the cause that was mixed into the chance: a person's own click, or
    one and the same word for everyone else.
    """
    for at, row in enumerate(hand.rows):
        if row.how in _AUTOMATIC:
            fits = row.cause == row.how
        else:
            click = row.cause.removeprefix("undo:") if is_undo(row) else row.cause
            is_its_own = row.key == click or row.key.startswith(f"{click}:")
            fits = row.how in PEOPLE and bool(click) and click not in _AUTOMATIC and is_its_own
        if not fits:
            yield f"In {hand.label(at)}, the actor in the log doesn't match what was mixed into the draws."


def draw_faults(hand: Evidence, *, closed: bool = False) -> Iterator[str]:
    """Yield problems where the open seed and the causes in the log don't make an open draw. Only the closed seed makes
    the others: `closed` says whether they are checked, too.
    """
    number = 0
    for at, (row, source) in enumerate(zip(hand.rows, hand.sources, strict=True)):
        own, hand_id = hand.seeds_of(row), hand.hand_id(row)
        seeds = {False: seed_bytes(own.open), True: seed_bytes(own.closed)}
        number = first_draw(row, number)
        for draw in row.draws:
            if draw.number != number:
                yield f"In {hand.label(at)}, draw {number} is missing: the log goes on with draw {draw.number}."
                number = draw.number
            number += 1
            if draw.secret and not closed:
                continue
            can_be = 0 < draw.bound <= MOST_OUTCOMES
            made = committed_value(seeds[draw.secret], hand_id, draw.number, source, draw.bound) if can_be else -1
            if made != draw.value:
                yield (
                    f"In {hand.label(at)}, draw {draw.number} is {draw.value + 1} of {draw.bound} in the log, "
                    f"but the {'closed' if draw.secret else 'open'} seed makes it {made + 1}."
                )


def card_faults(hand: Evidence) -> Iterator[str]:
    """Yield problems where a card that was shown isn't the one that was sealed when it was drawn."""
    drawn: list[Seal] = []
    for at, row in enumerate(hand.rows):
        for noted in row.seals:
            card = f"In {hand.label(at)}, sealed card {noted.at + 1}"
            if noted.at == len(drawn):
                drawn.append(noted.seal)
            elif noted.at not in range(len(drawn)):
                yield f"{card} comes out of order."
                continue
            elif drawn[noted.at].is_open or drawn[noted.at] != noted.seal.evolve(card=None, salt=None):
                yield f"{card} isn't the card that was drawn."
            drawn[noted.at] = noted.seal
            if not noted.seal.holds:
                yield f"{card} is shown as {hand.card(noted.seal.card)}, which isn't the card that was sealed."


def seed_bytes(seed: str) -> bytes:
    """Return the seed, or no bytes for one that isn't written as seeds are: then it makes no commitment and no draw."""
    try:
        read = bytes.fromhex(seed)
    except ValueError:
        return b""
    return read if read.hex() == seed else b""
