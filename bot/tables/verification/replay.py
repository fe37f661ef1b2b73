"""The replay of a stored hand by the rules, from its exact input, its actions and its draws. Pure."""

from collections.abc import Iterator
from typing import Any

from bot.engine.cards import Seal
from bot.engine.game import AnyOutcome, AnyStep
from bot.engine.rng import ReplayRng, committed_salt
from bot.errors import PlayerError
from bot.tables.events import is_tables, read_event
from bot.tables.hand.engine import events_of
from bot.tables.hand.log import LogRow, changed_seals, digest
from bot.tables.verification.evidence import Evidence, first_draw, is_undo, seed_bytes


class Replay:
    """Plays one row after the other. `state` is the state after those so far, None before the deal; `step` is the
    rules' result of the last row.
    """

    def __init__(self, hand: Evidence) -> None:
        self.state: Any = None
        self.step: AnyStep | None = None
        self._hand, self._game, self._drawn = hand, hand.spec.game, 0

    def play(self, row: LogRow, source: bytes) -> bool:
        """Play a row, and tell whether the rules have asked for all of its draws.

        Raises PlayerError where the rules refuse it, LookupError where they ask for more draws, and any other error
        where the row is forged.
        """
        if is_undo(row):
            # The undone rows aren't among those that are played.
            self._drawn, self.step = first_draw(row, self._drawn), None
            return not row.draws
        chance = _LoggedDraws(self._hand, row, source, self._drawn)
        self._drawn += len(row.draws)
        if self.state is None:
            step = self._game.start(self._game.Deal.from_json(self._hand.deal), chance)
        else:
            step = self._game.act(self.state, _acting_seat(row), self._game.action_from_json(row.action), chance)
        self.state, self.step = step.state, step
        return not chance.left


def last_state(hand: Evidence) -> Any:
    """Return the state after the whole hand; None unless the replay agrees with the log."""
    replay = Replay(hand)
    return None if any(_faults(hand, replay)) else replay.state


def play_faults(hand: Evidence) -> Iterator[str]:
    """Yield the first point where the rules' replay of the stored input, actions and draws differs from the log."""
    return _faults(hand, Replay(hand))


def _faults(hand: Evidence, replay: Replay) -> Iterator[str]:
    game, at = hand.spec.game, 0
    seals: tuple[Seal, ...] = ()
    try:
        for at, (row, source) in enumerate(zip(hand.rows, hand.sources, strict=True)):
            if not replay.play(row, source):
                yield f"In {hand.label(at)}, the log has draws that the rules don't ask for."
                return
            before, seals = seals, game.seals(replay.state, None)
            if digest(replay.state.to_json()) != row.digest:
                yield f"After {hand.label(at)}, the rules lead to another table than the log."
                return
            if changed_seals(before, seals) != row.seals:
                yield f"In {hand.label(at)}, the sealed cards in the log aren't those that the rules make."
                return
            if not _tells(hand, row, replay.step):
                yield f"In {hand.label(at)}, the events in the log aren't those that the rules make."
                return
    except LookupError:
        yield f"In {hand.label(at)}, the rules ask for draws that the log doesn't have."
    except PlayerError as refusal:
        yield f"The rules refuse {hand.label(at)}: {refusal}"
    except Exception:  # noqa: BLE001 - rules that are fed a forged hand may fail anywhere, and that is the finding
        yield f"The rules can't replay {hand.label(at)} from the file."
    else:
        yield from _end_faults(hand, game.outcome(replay.state) if replay.state is not None else None)


def _tells(hand: Evidence, row: LogRow, step: AnyStep | None) -> bool:
    """Tell whether the log has the events of a step (None is an undo), each for the same readers."""
    if step is None:
        return True
    rules = hand.spec.game.Deal.from_json(hand.deal).rules
    told = [(one.audience, read_event(hand.spec, rules, one.event)) for one in row.events if not is_tables(one.event)]
    return told == [(one.audience, one.event) for one in events_of(step)]


def _end_faults(hand: Evidence, outcome: AnyOutcome | None) -> Iterator[str]:
    if hand.status == "void":
        if outcome is not None or hand.outcome is not None:
            yield f"The {hand.word} is marked void, but it has an outcome."
    elif outcome is None:
        yield f"The log ends before the {hand.word} does."
    elif outcome.to_json() != hand.outcome:
        yield "The outcome in the file isn't the one that the rules lead to."


class _LoggedDraws(ReplayRng):
    """The draws of one row; the salts of face-down cards follow from the closed seed."""

    def __init__(self, hand: Evidence, row: LogRow, source: bytes, first: int) -> None:
        super().__init__(row.draws, first=first)
        self._closed, self._hand, self._source = seed_bytes(hand.seeds_of(row).closed), hand.hand_id(row), source

    def _salt(self, number: int, sealed: int) -> str:
        return committed_salt(self._closed, self._hand, number, sealed, self._source)


def _acting_seat(row: LogRow) -> int:
    if row.seat is None:
        raise ValueError("nobody acts there")
    return row.seat
