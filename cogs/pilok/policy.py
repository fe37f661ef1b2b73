"""The styles that play Pi'Lok in simulations, and the counters of their hands."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Choice, Move, Pick, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.pilok.state import (
    Bet,
    Call,
    Check,
    Ended,
    Fold,
    Jump,
    Jumped,
    Keep,
    Pass,
    PilokAction,
    PilokRules,
    PilokState,
    PilokView,
    Raise,
    Reroll,
    Rolled,
    RollForMe,
    SeatView,
    TotalForMe,
    Variant,
    value,
    with_face,
)

SEATS = 3
RULES = PilokRules()
FAR_BEHIND = 4
"""Who is more than this below the best hand doesn't call."""

Look = Callable[[], PilokView]
"""What the seat may know. It is built only when somebody looks."""


class Style(Frozen):
    """What distinguishes one player from another."""

    betting: Literal["patient", "lively"] = option(
        "patient",
        "Betting",
        "Patient players check and call, and never fold; lively ones bet good hands and fold bad ones.",
        labels={"patient": "Checks and calls", "lively": "Bets and folds"},
    )
    jumping: Literal["behind", "never"] = option(
        "behind",
        "Jumping",
        "Whoever doesn't lead alone jumps the best other hand, or nobody jumps.",
        labels={"behind": "Whoever is behind", "never": "Nobody"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, rng: Rng) -> PilokAction:
    """Choose one of the moves while the hand waits for this seat alone."""
    keys = {move.key for move in moves}
    if "roll_for_me" in keys:
        return RollForMe()
    if "total_for_me" in keys:
        return TotalForMe()
    if "pass" in keys:
        return _jump(look(), moves) if style.jumping == "behind" else Pass()
    if "keep" in keys:
        return _reroll(look(), moves)
    return _calm(keys) if style.betting == "patient" else _lively(look(), moves, rng)


def _calm(keys: set[str]) -> PilokAction:
    return Check() if "check" in keys else Call()


def _lively(view: PilokView, moves: Sequence[Move], rng: Rng) -> PilokAction:
    """Bet with the best hand on the table, with an equal one every other time; fold when far behind."""
    keys = {move.key for move in moves}
    mine, others = _hands(view)
    best = max(seat.value for seat in others)
    if mine.value > best or (mine.value == best and rng.below(2)):
        for kind in (Bet, Raise):
            move = find(moves, kind.model_fields["kind"].default)
            if move is not None and isinstance(move.fields[0], Amount):
                return kind(to=move.fields[0].low)
    if "call" in keys and mine.value < best - FAR_BEHIND:
        return Fold()
    return _calm(keys)


def _jump(view: PilokView, moves: Sequence[Move]) -> PilokAction:
    mine, others = _hands(view)
    best = max(others, key=lambda seat: seat.value)
    return Jump(target=str(best.seat)) if best.value >= mine.value and find(moves, "jump") else Pass()


def _reroll(view: PilokView, moves: Sequence[Move]) -> PilokAction:
    """Choose the die whose next face is worth most on average, or none if each would rather do harm."""
    mine, _ = _hands(view)
    (pick,) = (field for move in moves for field in move.fields if isinstance(field, Pick))
    gains = {choice.value: _gain(view, mine, choice) for choice in pick.choices}
    best = max(gains, key=gains.__getitem__)
    return Reroll(die=best) if gains[best] > 0 else Keep()


def _gain(view: PilokView, mine: SeatView, choice: Choice) -> int:
    """Return six times the average gain of rolling that die again: the seat's own rise, or another seat's fall."""
    owner, face = (int(part) for part in choice.value.split("-"))
    dice = next(seat.dice for seat in view.seats if seat.seat == owner)
    at = dice.index(face)
    rise = sum(value(with_face(dice, at, now), view.variant) - value(dice, view.variant) for now in range(1, 7))
    return rise if owner == mine.seat else -rise


def _hands(view: PilokView) -> tuple[SeatView, tuple[SeatView, ...]]:
    """Return the seat to move and all others still in."""
    (me,) = view.waiting
    live = [seat for seat in view.seats if not seat.is_folded]
    return next(seat for seat in live if seat.seat == me), tuple(seat for seat in live if seat.seat != me)


NOTE = (
    "value_4 to value_24 (36 in Long Pi'Lok): the worth of every hand of three dice, before any jump. Patient players, "
    "the default, never fold, so no hand is missing; with betting=lively those who folded are."
)


def names(rules: PilokRules, _: Style) -> tuple[str, ...]:
    """List all counters in reading order."""
    values = (f"value_{worth}" for worth in worths(rules.variant))
    return "hands", *values, "jumps", "jumps_won", "pots", "pots_split"


def worths(variant: Variant) -> tuple[int, ...]:
    """List the possible worths of three dice."""
    return tuple(sorted({value(dice, variant) for dice in product(range(1, 7), repeat=3)}))


def count(step: Step[PilokState], tally: Counter[str]) -> None:
    """Add what a step brought. The dice of the Deep are counted in the step that rolled them: no jump is over then."""
    for event in step.events:
        match event:
            case Rolled(street="deep"):
                tally.update(f"value_{step.state.value(seat)}" for seat in step.state.live)
            case Jumped():
                tally["jumps"] += 1
                tally["jumps_won"] += event.winner == event.jumper
            case Ended():
                tally["hands"] += 1
                tally["pots"] += sum(len(win.eligible) > 1 for win in event.result.wins) or 1
                tally["pots_split"] += sum(len(win.shares) > 1 for win in event.result.wins)
            case _:
                pass
