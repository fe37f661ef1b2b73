"""How NPCs and simulated players play Pi'Lok, and the counters of simulated hands.

NPCs play the hand out many times from the dice on the table. All dice are open, so a bet reveals nothing, and nobody
can be bluffed about their dice.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Literal

from bot.engine.ai.betting import Spot, answer, price_of, simple_bet, within_reach
from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.temper import Temper, Traits, estimate_rng, preferred
from bot.engine.game import Step
from bot.engine.moves import Choice, Move, Pick, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.pilok.chances import (
    SIDES,
    Outlook,
    Which,
    challenge_reroll,
    contest_weights,
    expected_share,
    jump_reroll,
    outlook,
    replace_die,
)
from cogs.pilok.state import (
    Challenge,
    Ended,
    Jump,
    Jumped,
    Keep,
    Pass,
    PilokAction,
    PilokRules,
    PilokState,
    PilokView,
    Reroll,
    Rolled,
    RollForMe,
    SeatView,
    TotalForMe,
    Variant,
    value,
)

_MOST_HANDS = 800
"""Hands that are played out for one decision, at most: more tell hardly more."""
_TARGETS = 3
_SCALE = 0.5
"""By how much of the pot somebody may be wrong about a jump, as a part of their error about a whole hand."""


_FAR_BEHIND = 4
"""A lively player who is more than this below the best hand doesn't call."""

Ways = Sequence[tuple[Outlook, int]]
"""The ways in which a choice can end, with their weights."""


class Simple(SimplePlayer):
    """The options of a simple player."""

    betting: Literal["patient", "lively"] = option(
        "patient",
        "Betting",
        "Patient players check and call, and never fold. Lively ones bet good hands and fold bad ones.",
        labels={"patient": "Checks and calls", "lively": "Bets and folds"},
    )
    jumping: Literal["behind", "never"] = option(
        "behind",
        "Jumping",
        "A player who doesn't lead alone jumps the best other hand, or nobody jumps.",
        labels={"behind": "Players who don't lead", "never": "Nobody"},
    )


def decide(
    look: Callable[[], PilokView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, budget: int
) -> PilokAction:
    """Choose one of the moves while the hand waits for this seat. The bot rolls the dice and totals that people would
    type. `budget` limits the hands that are played out.
    """
    keys = {move.key for move in moves}
    if "roll_for_me" in keys:
        return RollForMe()
    if "total_for_me" in keys:
        return TotalForMe()
    if isinstance(player, Simple):
        return _decide_simply(look, moves, player, rng)
    view, traits = look(), player.traits
    me = _seat_to_move(view)
    now, hands = outlook(view, me.seat), max(int(min(budget, _MOST_HANDS) * traits.effort), 1)
    if "keep" in keys:
        return _choose(_rerolls(view, moves, now), traits, rng, hands)
    if "pass" in keys:
        return _choose(_jumps(view, moves, now), traits, rng, hands)
    return answer(moves, _spot(view, moves, me, _expected([(now, 1)], estimate_rng(rng), hands)), player, rng)


def _decide_simply(look: Callable[[], PilokView], moves: Sequence[Move], player: Simple, rng: Rng) -> PilokAction:
    """Jump the best other hand unless it is worse, roll the die that gains most, and bet by the hands on the table."""
    may_pass, may_keep = find(moves, "pass") is not None, find(moves, "keep") is not None
    if may_pass and player.jumping == "never":
        return Pass()
    if player.betting == "patient" and not may_pass and not may_keep:
        return simple_bet(moves)
    view = look()
    me = _seat_to_move(view)
    if may_keep:
        return max(_rerolls(view, moves, outlook(view, me.seat)), key=lambda option: _lead(option[1]))[0]
    best = max((seat for seat in _live(view) if seat.seat != me.seat), key=lambda seat: seat.value)
    lead = me.value - best.value
    if may_pass:
        return Jump(target=str(best.seat)) if lead <= 0 and find(moves, "jump") else Pass()
    is_strong = lead > 0 or (lead == 0 and bool(rng.below(2)))
    return simple_bet(moves, is_strong=is_strong, is_weak=lead < -_FAR_BEHIND)


def _lead(ways: Ways) -> float:
    """Return the worth of the own hand above the sum of the others', on average."""
    return sum(weight * _lead_now(now) for now, weight in ways) / sum(weight for _, weight in ways)


def _lead_now(now: Outlook) -> int:
    worth = [value(dice, now.rules.variant) for dice in now.hands]
    return 2 * worth[now.me] - sum(worth)


def _expected(ways: Ways, rng: Rng, hands: int) -> float:
    """Return the expected part of the pot, from so many hands played out."""
    times = max(hands // len(ways), 1)
    return sum(weight * expected_share(way, rng, times) for way, weight in ways) / sum(weight for _, weight in ways)


def _choose(options: Sequence[tuple[PilokAction, Ways]], traits: Traits, rng: Rng, hands: int) -> PilokAction:
    """Choose the option that brings most."""
    hands, own_rng = max(hands // len(options), 1), estimate_rng(rng)
    worth = [(action, _expected(ways, own_rng, hands)) for action, ways in options]
    return preferred(worth, traits, rng, scale=_SCALE)


def _seat_to_move(view: PilokView) -> SeatView:
    """Return the seat to move: the seat that looks, or the one that the hand waits for."""
    seat = view.waiting[0] if view.own is None else view.own
    return next(one for one in view.seats if one.seat == seat)


def _spot(view: PilokView, moves: Sequence[Move], me: SeatView, equity: float) -> Spot:
    others = [seat for seat in view.seats if seat.seat != me.seat]
    price = price_of(moves)
    return Spot(
        equity=equity,
        pot=within_reach(view.pot, (seat.paid for seat in others), me.paid + price) if price == me.stack else view.pot,
        opponents=sum(not seat.is_folded for seat in others),
        stack=me.stack,
        bet=me.bet,
        hidden=0.0,
    )


def _live(view: PilokView) -> list[SeatView]:
    return [seat for seat in view.seats if not seat.is_folded]


def _rerolls(view: PilokView, moves: Sequence[Move], now: Outlook) -> list[tuple[PilokAction, Ways]]:
    """List the dice that may be rolled again, after none of them."""
    places = {seat.seat: at for at, seat in enumerate(_live(view))}
    options: list[tuple[PilokAction, Ways]] = [(Keep(), [(now, 1)])]
    for choice in _choices(moves, "reroll"):
        owner, face = (int(part) for part in choice.value.split("-"))
        at = places[owner]
        options.append((Reroll(die=choice.value), _ways(now, (at, now.hands[at].index(face)), 1)))
    return options


def _jumps(view: PilokView, moves: Sequence[Move], now: Outlook) -> list[tuple[PilokAction, Ways]]:
    """List the jumps of the best hands and the challenges, after a pass."""
    live = _live(view)
    places = {str(seat.seat): at for at, seat in enumerate(live)}
    best = sorted(live, key=lambda seat: -seat.value)[: _TARGETS + 1]
    targets = [one for one in _choices(moves, "jump") if int(one.value) in {seat.seat for seat in best}]
    rest = now._replace(jumpers=now.jumpers[1:])
    spent = rest._replace(jumpers=()) if now.rules.jumps == "one" else rest
    options: list[tuple[PilokAction, Ways]] = [(Pass(), [(rest, 1)])]
    options += [(Jump(target=one.value), _contested(spent, places[one.value], is_jump=True)) for one in targets]
    for one in _choices(moves, "challenge")[:_TARGETS]:
        options.append((Challenge(target=one.value), _contested(spent, places[one.value], is_jump=False)))
    return options


def _contested(now: Outlook, target: int, *, is_jump: bool) -> list[tuple[Outlook, int]]:
    """Return the ways of an even contest and their weights."""
    found: list[tuple[Outlook, int]] = []
    for winner, weight in contest_weights(now.me, target, now.rules).items():
        if winner is None:
            found.append((now, len(SIDES) * weight))
            continue
        loser = target if winner == now.me else now.me
        which = (
            jump_reroll(now.hands, winner, loser, now.rules)
            if is_jump
            else challenge_reroll(now.hands, winner, now.rules)
        )
        found += _ways(now, which, weight)
    return found


def _ways(now: Outlook, die: Which | None, weight: int) -> list[tuple[Outlook, int]]:
    """Return the ways of the die that is rolled again; without one the hand stays as it is."""
    if die is None:
        return [(now, len(SIDES) * weight)]
    return [(now._replace(hands=replace_die(now.hands, *die, face)), weight) for face in SIDES]


def _choices(moves: Sequence[Move], key: str) -> tuple[Choice, ...]:
    """List the choices of a move, if it is offered."""
    move = find(moves, key)
    return next((field.choices for field in move.fields if isinstance(field, Pick)), ()) if move else ()


NOTE = (
    "value_4 to value_24 (36 in Long Pi'Lok): the worth of every hand of three dice, before any jump. Simple players "
    "never fold, so no hand is missing. With betting=lively, hands that folded are missing."
)


def names(rules: PilokRules, _: Simple) -> tuple[str, ...]:
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


AI = Ai(decide, Counting(Simple, PilokRules(), lambda _: 3, NOTE, names, count))
