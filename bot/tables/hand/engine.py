"""The hand engine: deals hands and carries out actions, and logs what each one made of the table.

A quiet step at a crooked table changes nothing that anyone can see: the turn, the buttons and the clock stay. Only the
log has one more row, which the host alone may read.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bot.db import Statement
from bot.engine.frozen import made
from bot.engine.game import DEALER, AnyDeal, AnyGame, AnyStep, Event, HouseRules, Player, Seat, signature
from bot.engine.moves import AnyAction, find, in_menu, set_text_apart
from bot.engine.rng import CommittedRng, Rng, next_source
from bot.engine.skills import DEALT_ROLES, Sheet, dealt_sheet
from bot.engine.words import NO_TEXTS
from bot.errors import RuleError, TooLate
from bot.tables.events import Audience, Logged, logged
from bot.tables.hand.log import LogRow, changed_seals, digest
from bot.tables.model import PEOPLE, HandRecord, How, Record, Seeds, Table

FIRST_SOURCE = bytes(32)


@dataclass(frozen=True, slots=True)
class Cause:
    """The origin of an action. `key` is unique to it; `source` goes into the chain of the draws."""

    key: str
    source: str
    how: How
    at: float
    actor: int | None = None
    events: tuple[Event, ...] = ()
    """The events before those of the action."""
    is_shown: bool = True
    """Whether everyone may know those; otherwise only the GMs."""
    text: str = ""
    """The reason or line that was typed for it."""

    def logged(self) -> tuple[Logged, ...]:
        """Return the events before those of the action, as they are logged."""
        return logged(self.events, "all" if self.is_shown else "gms")

    def texts(self, sequence: int) -> Mapping[str, str]:
        """Return the typed text by its token, the number of its row."""
        return {str(sequence): self.text} if self.text else {}


class RngFactory(Protocol):
    """The source of a table's chance: the committed seeds, or a script in a test."""

    def __call__(self, seeds: Seeds, hand: str, source: bytes, first: int) -> Rng: ...


def committed_rng(seeds: Seeds, hand: str, source: bytes, first: int) -> Rng:
    """Return the draws that the committed seeds make for one action of a hand."""
    return CommittedRng(bytes.fromhex(seeds.open), bytes.fromhex(seeds.closed), hand, source, first)


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of one step of a table: everything that is written in its transaction, and who is told what."""

    table: Table
    rows: tuple[LogRow, ...] = ()
    statements: tuple[Statement, ...] = ()
    """What is written besides the table and its log."""
    seat: Seat | None = None
    """The seat that acted."""
    private: tuple[tuple[Seat, Event], ...] = ()
    state: str | None = None
    """The state after it, JSON."""
    is_quiet: bool = False
    """Whether nobody may notice it: then nothing that is shown of the table has changed."""

    def told(self, *audiences: Audience) -> tuple[str, ...]:
        """Return the sentences about the step for these readers; for everyone if none are named."""
        if not audiences:
            return tuple(line for row in self.rows for line in self.table.tell(row))
        return tuple(line for row in self.rows for line in self.table.narrator.tell(row, *audiences))

    def at(self, table: Table) -> "StepResult":
        """Return the same step with a later table."""
        return StepResult(table, self.rows, self.statements, self.seat, self.private, self.state, self.is_quiet)

    def with_events(self, *events: Event, text: str = "") -> "StepResult":
        """Return the step with more public events at its end. `text` was typed for them, in a row without one."""
        *before, last = self.rows
        typed = {**last.typed, str(last.sequence): text} if text else last.typed
        return replace(self, rows=(*before, last.with_events(*events).evolve(typed=typed)))


@dataclass
class HandEngine:
    """Carries out what happens in hands; `chances` makes the dice and cards."""

    chances: RngFactory = field(default=committed_rng)

    def deal(
        self, table: Table, players: Iterable[Player], cause: Cause, typed: Mapping[str, str] = NO_TEXTS
    ) -> StepResult:
        """Begin the next hand with `players` (clockwise). `typed` is text that stands in their loadouts, by tokens."""
        game, record = table.spec.game, table.record
        roles, system = table.campaign.settings.roles, table.campaign.settings.system
        number, standing = record.hand.number + 1 if record.hand else 1, table.tournament
        dealt: AnyDeal = game.Deal(
            rules=dealt_rules(table),
            players=tuple(player.evolve(sheet=dealt_sheet(roles, system, player.sheet)) for player in players),
            carry=table.handed_on(),
            bank=record.bank if standing is None else standing.middle,
            reserve=record.reserve if standing is None else 0,
            system=system,
            roles=DEALT_ROLES,
        )
        hand = HandRecord(
            number=number,
            seeds=record.seeds,
            source=FIRST_SOURCE.hex(),
            version=game.version,
            by_hand=not game.is_verifiable(table.rules),
            seats=tuple(player.seat for player in dealt.players),
            people=_user_ids(table, dealt.players),
        )
        begun = replace(table, typed=NO_TEXTS, deal=dealt.written).evolve(hand=hand)
        sealed = {"do": "deal", "open": hand.seeds.open_commitment, "closed": hand.seeds.closed_commitment}
        return self._stepped(
            begun, None, json.dumps(sealed), cause, lambda chance: game.start(dealt, chance), typed=typed
        )

    def act(self, table: Table, seat: Seat, action: AnyAction, cause: Cause) -> StepResult:
        """Carry out one action of one seat. Raises RuleError, and then nothing has happened."""
        game = table.spec.game
        if not table.in_hand:
            raise TooLate(f"The {table.hand_word} is over.")
        offered, token = table.moves(seat), str(table.record.sequence + 1)
        bare, text = set_text_apart(find(offered, action.kind), action, token)
        return self._stepped(
            table,
            seat,
            bare.written,
            cause,
            lambda chance: game.act(table.state, seat, bare, chance, offered=offered),
            typed=NO_TEXTS if text is None else {token: text},
        )

    def for_absent(self, table: Table, seats: Iterable[Seat], cause: Cause, *, left: bool = False) -> StepResult:
        """Play the rules' answer for seats that don't act, in order: each once, while the hand waits for it or, with
        `left`, while it has to leave.
        """
        rows: list[LogRow] = []
        private: list[tuple[Seat, Event]] = []
        state: str | None = None
        game = table.spec.game
        for seat in sorted(seats):
            if seat not in (table.leavers if left else table.to_act):
                continue
            action = _on_leave(table, seat) if left else game.on_timeout(table.state, seat)
            own = replace(cause, key=f"{cause.key}:{seat}", events=() if rows else cause.events)
            turn = self.act(table, seat, action, own)
            table, state = turn.table, turn.state
            rows.extend(turn.rows)
            private.extend(turn.private)
        return StepResult(table, tuple(rows), private=tuple(private), state=state)

    def _stepped(
        self,
        table: Table,
        seat: Seat | None,
        action: str,
        cause: Cause,
        step: Callable[[Rng], AnyStep],
        *,
        typed: Mapping[str, str] = NO_TEXTS,
    ) -> StepResult:
        record, hand = table.record, table.record.hand
        if hand is None:
            raise RuleError(f"No {table.hand_word} is in play.")
        source = next_source(bytes.fromhex(hand.source), cause.source)
        sealed = () if seat is None else table.spec.game.seals(table.state, None)
        chance = self.chances(hand.seeds, table.hand_id, source, hand.next_draw)
        done = step(chance)
        by_person = cause.how in PEOPLE
        quiet = (
            table.is_crooked
            and by_person
            and seat is not None
            and not (cause.events or done.events)
            and looks_the_same(table.spec.game, table.state, done.state)
        )
        turn = record.turn if quiet else record.turn + 1
        hand = hand.evolve(
            source=source.hex(),
            next_draw=chance.next_number,
            clicks=hand.clicks + by_person,
            attended=hand.attended or (by_person and seat is not None and not quiet),
        )
        sequence = record.sequence + 1
        after = table.stepped(
            done.state,
            turn=turn,
            hand=hand,
            sequence=sequence,
            touched_at=record.touched_at if quiet else touched_at(record, cause),
        )
        text = done.state.to_json()
        row = made(
            LogRow,
            table_id=record.id,
            sequence=sequence,
            key=cause.key,
            hand=hand.number,
            revision=hand.revision,
            turn=turn,
            how=cause.how,
            actor=cause.actor,
            seat=seat,
            action=action,
            cause=cause.source,
            at=cause.at,
            draws=tuple(chance.draws),
            digest=digest(text),
            events=(*cause.logged(), *events_of(done)),
            seals=changed_seals(sealed, table.spec.game.seals(done.state, None)),
            typed={**cause.texts(sequence), **typed},
        )
        if not quiet:
            after = _mark_asked_after_step(table, after, seat)
        return StepResult(after, (row,), seat=seat, private=done.private, state=text, is_quiet=quiet)


def dealt_rules(table: Table) -> HouseRules:
    """Return the house rules as a hand stores them: a sheet among them (the nameless NPCs' one) has no typed names."""
    rules: HouseRules = table.rules
    sheets = {name: value for name, value in rules.by_name().items() if isinstance(value, Sheet)}
    roles, system = table.campaign.settings.roles, table.campaign.settings.system
    return rules.evolve(**{name: dealt_sheet(roles, system, sheet) for name, sheet in sheets.items()})


def events_of(done: AnyStep) -> tuple[Logged, ...]:
    """Return everything that happened in a step, each event with its readers."""
    private = tuple([Logged(seat, event) for seat, event in done.private])
    return (*logged(done.events), *private, *logged(done.kept, "host"))


def _on_leave(table: Table, seat: Seat) -> AnyAction:
    """Return the rules' action for a seat that has left. One whose user is to be forgotten folds, where folding is
    offered.
    """
    chair, fold = table.chair(seat), find(table.moves(seat), "fold")
    if chair is not None and chair.is_forgotten and fold is not None and not fold.fields:
        return table.spec.game.action(fold.key, {})
    return table.spec.game.on_leave(table.state, seat)


def _user_ids(table: Table, players: Iterable[Player]) -> tuple[int, ...]:
    chairs = (table.chair(player.seat) for player in players)
    return tuple(chair.user_id for chair in chairs if chair is not None and chair.user_id is not None)


def _mark_asked_after_step(before: Table, after: Table, actor: Seat | None) -> Table:
    """Mark a new choice for the seat that acted and for each seat whose choice has changed; for all seats after
    a deal.
    """
    seats = {chair.seat for chair in after.record.chairs} | {DEALER}
    return mark_asked(before, after, seats if actor is None else {actor})


def mark_asked(before: Table, after: Table, seats: Collection[Seat]) -> Table:
    """Mark a new choice for these seats and for each seat whose choice has changed, so that older clicks don't
    count.
    """
    turn, record = after.record.turn, after.record

    def is_anew(seat: Seat) -> bool:
        return seat in seats or _has_another_choice(before, after, seat)

    chairs = tuple(chair.evolve(asked=turn) if is_anew(chair.seat) else chair for chair in record.chairs)
    asks_dealer = after.spec.game.has_dealer and is_anew(DEALER)
    return after.evolve(chairs=chairs, dealer_asked=turn if asks_dealer else record.dealer_asked)


def _has_another_choice(before: Table, after: Table, seat: Seat) -> bool:
    """Tell whether the seat's choice, or the label or price of a move, has changed. Moves of the same choice may come
    and go with what the bank can pay: a click on one that is left still counts.
    """
    was, now = before.moves(seat), after.moves(seat)
    if was == now or signature(was) == signature(now):
        return False
    game = after.spec.game
    if not (was and now) or game.asks(before.state, seat) != game.asks(after.state, seat):
        return True
    stay = {move.key for move in was} & {move.key for move in now}
    return signature(m for m in was if m.key in stay) != signature(m for m in now if m.key in stay)


def looks_the_same(game: AnyGame, was: Any, now: Any) -> bool:
    """Tell whether two states look the same to everyone: the hand waits for the same seats, and the public view is
    the same. At a crooked table a step between them that has no public events goes unnoticed.
    """
    return game.to_act(was) == game.to_act(now) and game.view(was, None) == game.view(now, None)


def touched_at(record: Record, cause: Cause) -> float:
    """Return when a person last did something at the table, `cause` included."""
    return cause.at if cause.how in PEOPLE else record.touched_at


def offers(table: Table, seat: Seat, key: str) -> bool:
    """Tell whether the seat may make the move of that key, or one of the menu of that label, now."""
    moves = table.moves(seat)
    return find(moves, key) is not None or bool(in_menu(moves, key))
