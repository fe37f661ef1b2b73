"""How NPCs play Pi'Lok: they play the hand out many times from the dice on the table.

All dice are open, so a bet reveals nothing, and nobody can be bluffed about their dice.
"""

from collections.abc import Sequence

from bot.engine.ai.betting import Spot, answer, price_of, within_reach
from bot.engine.ai.temper import Temper, Traits, preferred
from bot.engine.moves import Choice, Move, Pick, find
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
    Jump,
    Keep,
    Pass,
    PilokAction,
    PilokView,
    Reroll,
    RollForMe,
    SeatView,
    TotalForMe,
)

_MOST_HANDS = 800
"""Hands that are played out for one decision, at most: more tell hardly more."""
_TARGETS = 3
_SCALE = 0.5
"""By how much of the pot somebody may be wrong about a jump, as a part of their error about a whole hand."""


def decide(view: PilokView, moves: Sequence[Move], temper: Temper, rng: Rng, budget: int) -> PilokAction:
    """Choose one of the moves while the hand waits for this seat. The bot rolls the dice and totals that people would
    type. `budget` limits the hands that are played out.
    """
    keys = {move.key for move in moves}
    if "roll_for_me" in keys:
        return RollForMe()
    if "total_for_me" in keys:
        return TotalForMe()
    traits, me = temper.traits, _seat_to_move(view)
    now, mind = outlook(view, me.seat), _Mind(rng, max(int(min(budget, _MOST_HANDS) * traits.effort), 1))
    if "keep" in keys:
        return _choice_of_die(view, moves, now, mind, traits)
    if "pass" in keys:
        return _choice_of_jump(view, moves, now, mind, traits)
    return answer(moves, _spot(view, moves, me, mind.expects([(now, 1)])), temper, rng)


class _Mind:
    """What somebody can work out for one decision."""

    def __init__(self, rng: Rng, hands: int) -> None:
        self.rng, self._hands = rng, hands

    def expects(self, ways: Sequence[tuple[Outlook, int]]) -> float:
        """Return the expected part of the pot over these ways and their weights."""
        times = max(self._hands // len(ways), 1)
        return sum(weight * expected_share(way, self.rng, times) for way, weight in ways) / sum(way[1] for way in ways)

    def shared_by(self, count: int) -> "_Mind":
        """Split the budget among that many options."""
        return _Mind(self.rng, max(self._hands // count, 1))


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


def _choice_of_die(view: PilokView, moves: Sequence[Move], now: Outlook, mind: _Mind, traits: Traits) -> PilokAction:
    """Choose the die whose next face brings most, or none if that is better."""
    choices = _choices(moves, "reroll")
    places = {seat.seat: at for at, seat in enumerate(seat for seat in view.seats if not seat.is_folded)}
    mind = mind.shared_by(len(choices) + 1)
    worth: list[tuple[PilokAction, float]] = [(Keep(), mind.expects([(now, 1)]))]
    for choice in choices:
        owner, face = (int(part) for part in choice.value.split("-"))
        at = places[owner]
        die = (at, now.hands[at].index(face))
        worth.append((Reroll(die=choice.value), mind.expects(_ways(now, die, 1))))
    return preferred(worth, traits, mind.rng, scale=_SCALE)


def _choice_of_jump(view: PilokView, moves: Sequence[Move], now: Outlook, mind: _Mind, traits: Traits) -> PilokAction:
    """Choose a jump or a challenge, or pass: the best hands come into question, and all who may be challenged."""
    live = [seat for seat in view.seats if not seat.is_folded]
    places = {str(seat.seat): at for at, seat in enumerate(live)}
    best = sorted(live, key=lambda seat: -seat.value)[: _TARGETS + 1]
    targets = [one for one in _choices(moves, "jump") if int(one.value) in {seat.seat for seat in best}]
    options: list[Jump | Challenge] = [Jump(target=target.value) for target in targets]
    options += [Challenge(target=target.value) for target in _choices(moves, "challenge")[:_TARGETS]]
    rest = now._replace(jumpers=now.jumpers[1:])
    mind = mind.shared_by(len(options) + 1)
    worth: list[tuple[PilokAction, float]] = [(Pass(), mind.expects([(rest, 1)]))]
    spent = rest._replace(jumpers=()) if now.rules.jumps == "one" else rest
    for option in options:
        ways = _contested(spent, places[option.target], is_jump=isinstance(option, Jump))
        worth.append((option, mind.expects(ways)))
    return preferred(worth, traits, mind.rng, scale=_SCALE)


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
