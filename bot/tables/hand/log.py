"""The log of a table: one row per action with its draws, and the sealed cards that it drew or showed."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field, TypeAdapter
from pydantic_core import to_json

from bot.db import Row, Statement
from bot.engine.cards import Seal
from bot.engine.frozen import Frozen, fields_of
from bot.engine.game import Event, Seat
from bot.engine.rng import Draw
from bot.engine.words import NO_TEXTS
from bot.errors import TooLate
from bot.tables.events import Logged, UnknownEvent, events_from_json, events_to_json, kind_of, logged


class LoggedSeal(Frozen):
    """A card that was drawn face down by a row of the log, or that was shown by it."""

    at: int
    """Which of the hand's sealed cards, in the order drawn, from 0."""
    seal: Seal


class AlreadyDone(TooLate):
    """The refusal of a click that comes a second time: its action is done."""

    def __init__(self) -> None:
        super().__init__("That is done already.")


_TEXTS: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])
_JSON_COLUMNS = frozenset({"draws", "seals", "events", "typed"})


class LogRow(Frozen):
    """One action. Sequence numbers are never reused at a table, an undo is a row too."""

    table_id: int
    sequence: int
    key: str
    """Unique to the action: Discord's interaction id, or the actor and the turn."""
    hand: int | None
    revision: int | None
    turn: int
    """The turn that this action made; the one that stood where nobody noticed it."""
    how: str
    actor: int | None
    """The Discord user behind it; None for the clock."""
    seat: Seat | None
    action: str
    """The game's action as JSON, or what was done to the table (`{"do": "sit", ...}`); a deal names its commitments."""
    cause: str
    """The text that was mixed into the chain of sources: the interaction id, or `clock`, `leave`."""
    at: float
    draws: tuple[Draw, ...] = ()
    digest: str | None = None
    """SHA-256 of the state after it."""
    events: tuple[Logged, ...] = ()
    seals: tuple[LoggedSeal, ...] = ()
    """The cards that it drew face down, and those that it showed."""
    typed: Mapping[str, str] = Field(default=NO_TEXTS)
    """The text that people typed for it, by tokens: its own sequence number for a reason, a line or a claim."""

    @property
    def text(self) -> str:
        """The reason, line or claim that was typed for this row; "" for none."""
        return self.typed.get(str(self.sequence), "")

    @property
    def has_secrets(self) -> bool:
        """Whether something of it is for the table's host alone."""
        return any(one.audience == "host" for one in self.events)

    @property
    def is_public(self) -> bool:
        """Whether everyone may know something of it."""
        return any(one.audience == "all" for one in self.events)

    @property
    def changes_rules(self) -> bool:
        """Whether the house rules are others since then."""
        return any(kind_of(one.event) == "table.rules_changed" for one in self.events)

    def with_events(self, *events: Event) -> "LogRow":
        """Return the row with more public events at its end."""
        return self.evolve(events=(*self.events, *logged(events)))

    def insert(self) -> Statement:
        """Build the statement that writes the row."""
        return Statement(
            """
            INSERT INTO actions (campaign_id, table_id, sequence, key, hand, revision, turn, how, actor, seat, action,
                cause, at, draws, digest, seals, events, has_secrets, typed)
            SELECT campaign_id, id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM tables WHERE id = ?
            """,
            (
                self.sequence,
                self.key,
                self.hand,
                self.revision,
                self.turn,
                self.how,
                self.actor,
                self.seat,
                self.action,
                self.cause,
                self.at,
                to_json(self.draws).decode(),
                self.digest,
                _seals_to_json(self.seals),
                events_to_json(self.events),
                int(self.has_secrets),
                json.dumps(dict(self.typed), ensure_ascii=False) if self.typed else None,
                self.table_id,
            ),
            refusals={"action_once": AlreadyDone},
        )

    @classmethod
    def of(cls, row: Row) -> "LogRow":
        """Read the row from its columns."""
        columns = {name: row[name] for name in fields_of(cls) if name not in _JSON_COLUMNS}
        draws: list[tuple[int, int, int, bool]] = json.loads(row["draws"])
        return cls(
            **columns,
            draws=tuple(Draw(*draw) for draw in draws),
            events=events_from_json(row["events"]),
            seals=_seals_from_json(row["seals"]),
            typed=texts_from_json(row["typed"]),
        )

    @classmethod
    def shown(cls, row: Row) -> "LogRow":
        """Read the row for people. Where a column can't be read, it has one event that today's code can't read."""
        try:
            return cls.of(row)
        except (TypeError, ValueError):
            columns = {name: row[name] for name in fields_of(cls) if name not in _JSON_COLUMNS}
            unknown = logged([UnknownEvent()], "host" if row["has_secrets"] else "all")
            return cls(**columns, events=unknown, typed=NO_TEXTS)


def digest(state: str) -> str:
    """Return the SHA-256 (hex) by which a log row remembers a state (JSON)."""
    return hashlib.sha256(state.encode()).hexdigest()


def changed_seals(before: Sequence[Seal], after: Sequence[Seal]) -> tuple[LoggedSeal, ...]:
    """Return the cards that one step sealed or showed, from the public seals before and after it."""
    return tuple(
        LoggedSeal(at=at, seal=seal) for at, seal in enumerate(after) if at >= len(before) or seal != before[at]
    )


def public_seals(rows: Iterable[tuple[LoggedSeal, ...]]) -> tuple[Seal, ...]:
    """Return the public seals after these rows, in the order drawn; the latest row of a card counts."""
    return tuple(seal for _, seal in sorted({noted.at: noted.seal for row in rows for noted in row}.items()))


def _seals_to_json(seals: Iterable[LoggedSeal]) -> str:
    """Write the seals as JSON for their column."""
    parts = [[noted.at, seal.seat, seal.digest, seal.card, seal.salt] for noted in seals for seal in (noted.seal,)]
    return to_json(parts).decode()


def _seals_from_json(text: str) -> tuple[LoggedSeal, ...]:
    """Read seals from their column. Raises TypeError or ValueError for text that `_seals_to_json` didn't make."""
    return tuple(
        LoggedSeal(at=at, seal=Seal(seat=seat, digest=digest, card=card, salt=salt))
        for at, seat, digest, card, salt in json.loads(text)
    )


def texts_from_json(text: str | None) -> Mapping[str, str]:
    """Read typed texts from their column. Raises ValueError for anything else."""
    return _TEXTS.validate_json(text) if text else {}
