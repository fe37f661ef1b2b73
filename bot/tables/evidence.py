"""What the file has of a hand, held against its seeds and the rules. Pure: each fault is one sentence."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from bot.catalog import Entry
from bot.engine.cards import Seal
from bot.engine.chance import ReplayChance, commitment, committed_salt, committed_value, next_source
from bot.engine.game import Outcome
from bot.engine.speech import escape
from bot.errors import PlayerError
from bot.tables.hands import FIRST_SOURCE
from bot.tables.log import LogRow, digest
from bot.tables.model import HandStatus, Seeds
from bot.tables.seals import logged

_DEAL = "the deal"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A hand as it was stored: its exact input, its seeds, every action, and how it is said to have ended."""

    hand_id: str
    entry: Entry
    status: HandStatus
    version: int
    deal: str
    seeds: Seeds
    outcome: str | None
    rows: tuple[LogRow, ...]

    @property
    def sealed(self) -> tuple[str, str]:
        """The commitments to the open and the closed seed as they were logged with the deal; "" for none."""
        try:
            noted: Any = json.loads(self.rows[0].action)
            return str(noted["open"]), str(noted["closed"])
        except (IndexError, KeyError, TypeError, ValueError):
            return "", ""

    @property
    def sources(self) -> tuple[bytes, ...]:
        """The source of each row's draws: the chain of causes up to it."""
        return tuple(accumulate((row.cause for row in self.rows), next_source, initial=FIRST_SOURCE))[1:]

    def label(self, at: int) -> str:
        """Row `at` in words: "the deal", "action 3 (Lando: raise)"."""
        if at == 0:
            return _DEAL
        row = self.rows[at]
        try:
            kind = str(json.loads(row.action)["kind"])
        except (KeyError, TypeError, ValueError):
            kind = "unreadable"
        return f"action {at} ({self._name(row.seat)}: {escape(kind[:24])})"

    def _name(self, seat: int | None) -> str:
        try:
            names = {player["seat"]: player["name"] for player in json.loads(self.deal)["players"]}
        except (KeyError, TypeError, ValueError):
            names = {}
        return escape(str(names.get(seat, f"seat {seat}")))


def seal_faults(hand: Evidence) -> Iterator[str]:
    """Whether the seeds are those that were sealed before the hand."""
    if not all(hand.sealed):
        yield "The log doesn't begin with a deal that seals the seeds."
        return
    kept = (hand.seeds.open, hand.seeds.closed)
    for kind, sealed, seed in zip(("open", "closed"), hand.sealed, kept, strict=True):
        made = commitment(_bytes(seed))
        if made != sealed:
            yield f"The {kind} seed isn't the one that was sealed: it makes {made[:16]}…, the log has {sealed[:16]}…."


def order_faults(hand: Evidence) -> Iterator[str]:
    """Whether the actions come one after the other, as they were numbered when they happened."""
    for at in range(1, len(hand.rows)):
        if hand.rows[at].turn <= hand.rows[at - 1].turn:
            yield f"The log is out of order: {hand.label(at)} comes before {hand.label(at - 1)}."


def draw_faults(hand: Evidence) -> Iterator[str]:
    """Whether the open seed and the causes in the log make every open draw. Only the closed seed makes the others."""
    seed, number = _bytes(hand.seeds.open), 0
    for at, (row, source) in enumerate(zip(hand.rows, hand.sources, strict=True)):
        for draw in row.draws:
            if draw.number != number:
                yield f"In {hand.label(at)}, draw {number} is missing: the log goes on with draw {draw.number}."
                number = draw.number
            number += 1
            if draw.secret:
                continue
            made = committed_value(seed, hand.hand_id, draw.number, source, draw.bound) if draw.bound > 0 else -1
            if made != draw.value:
                yield (
                    f"In {hand.label(at)}, draw {draw.number} is {draw.value + 1} of {draw.bound} in the log, "
                    f"but the open seed makes it {made + 1}."
                )


def card_faults(hand: Evidence) -> Iterator[str]:
    """Whether each card that was shown is the one that was sealed when it was drawn."""
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
                yield f"{card} is another one than was drawn."
            drawn[noted.at] = noted.seal
            if not noted.seal.holds:
                yield f"{card} is shown as {escape(str(noted.seal.card)[:24])}, which isn't what was sealed."


def play_faults(hand: Evidence) -> Iterator[str]:
    """Whether the rules make of the stored input, actions and draws what the log says; the first thing that differs."""
    game, state, at, drawn = hand.entry.game, None, 0, 0
    seals: tuple[Seal, ...] = ()
    try:
        for at, (row, source) in enumerate(zip(hand.rows, hand.sources, strict=True)):
            chance = _FromLog(hand, row, source, drawn)
            drawn += len(row.draws)
            if at == 0:
                step = game.start(game.Deal.from_json(hand.deal), chance)
            else:
                step = game.act(state, _seat(row), game.action_from_json(row.action), chance)
            before, state = seals, step.state
            seals = game.seals(state, None)
            if chance.left:
                yield f"In {hand.label(at)}, the log has draws that the rules don't ask for."
                return
            if digest(state.to_json()) != row.digest:
                yield f"After {hand.label(at)}, the rules come to another table than the log."
                return
            if logged(before, seals) != row.seals:
                yield f"In {hand.label(at)}, the log has other sealed cards than the rules make."
                return
    except LookupError:
        yield f"In {hand.label(at)}, the rules ask for other draws than the log has."
    except PlayerError as refusal:
        yield f"The rules refuse {hand.label(at)}: {refusal}"
    except Exception:  # noqa: BLE001 - rules that are fed a forged hand may fail anywhere, and that is the finding
        yield f"The rules can't make anything of {hand.label(at)} as it stands in the file."
    else:
        yield from _end_faults(hand, game.outcome(state) if state is not None else None)


def _end_faults(hand: Evidence, outcome: Outcome[Any] | None) -> Iterator[str]:
    if hand.status == "void":
        if outcome is not None or hand.outcome is not None:
            yield "The hand is called void, but it has an outcome."
    elif outcome is None:
        yield "The log ends before the hand does."
    elif outcome.to_json() != hand.outcome:
        yield "The outcome in the file isn't what the rules make of the hand."


class _FromLog(ReplayChance):
    """The draws of one row; the salts of face-down cards follow from the closed seed."""

    def __init__(self, hand: Evidence, row: LogRow, source: bytes, first: int) -> None:
        super().__init__(row.draws, first=first)
        self._closed, self._hand, self._source = _bytes(hand.seeds.closed), hand.hand_id, source

    def _salt(self, number: int, sealed: int) -> str:
        return committed_salt(self._closed, self._hand, number, sealed, self._source)


def _seat(row: LogRow) -> int:
    if row.seat is None:
        raise ValueError("nobody acts there")
    return row.seat


def _bytes(seed: str) -> bytes:
    """The seed, or nothing of one that was made unreadable: then it makes no commitment and no draw."""
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return b""
