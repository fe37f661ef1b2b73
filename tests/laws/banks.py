"""The bank of a banked table: it takes no bet that it couldn't pay, whatever comes."""

import random
from collections.abc import Callable
from typing import Any

from bot.engine.banked.limits import bank_means
from bot.engine.moves import Amount, Field, Move, Numbers, Pick
from bot.engine.rng import Rng, SeededRng
from tests.laws.hands import CAP, Hand, capped

TRIES = 4
"""How often each hand is played anew with everybody betting all that they may."""
BETS = 5
"""Moves that a seat makes at most before it only does what the clock would do."""
_LEANS = 60
"""Draws that lean before they fall as they like: nobody's rules may wait for ever for another number."""

Lean = Callable[[int, int], int]
"""What a draw shows: the number of the draw and how many outcomes it has go in."""


class Leaning(SeededRng):
    """Chance that favours whoever has bet on extremes: all draws first, all last, or one and the other in turn."""

    def __init__(self, lean: Lean) -> None:
        super().__init__(5)
        self._lean = lean

    def _value(self, number: int, bound: int, secret: bool) -> int:
        return self._lean(number, bound) if number < _LEANS else super()._value(number, bound, secret)


LEANS: tuple[Lean, ...] = (
    lambda number, bound: 0,
    lambda number, bound: bound - 1,
    lambda number, bound: number % 2 * (bound - 1),
    lambda number, bound: (number + 1) % 2 * (bound - 1),
    lambda number, bound: bound // 2,
    lambda number, bound: min(1, bound - 1),
)


def no_bet_is_taken_that_the_bank_could_not_pay(hand: Hand) -> None:
    """Everybody bets as much as they are allowed to, much of it on the same, and then just that comes."""
    if not hand.game.is_banked:
        return
    dice = random.Random(hand.seeds.open)
    for _ in range(TRIES):
        chance = dice.choice((Leaning(dice.choice(LEANS)), SeededRng(dice.random().hex())))
        end = hand.game.outcome(_played_boldly(hand, chance, dice))
        assert end is not None
        assert end.bank >= -hand.deal.reserve, f"the bank had {bank_means(hand.deal)} and ends with {end.bank}"


def the_usual_bank_takes_bets(hand: Hand) -> None:
    """Require that the default bank isn't empty, unless hands are dealt with an empty one too.

    Where there is no bank, none is asked for.
    """
    game, rules = hand.game, hand.deal.rules
    usual = game.usual_bank(rules)
    assert usual > 0 or not game.least_bank(rules) if game.is_banked else usual == 0


def _played_boldly(hand: Hand, chance: Rng, dice: random.Random) -> Any:
    game, bets = hand.game, dict.fromkeys(hand.seats, BETS)
    favoured = dice.randrange(3)
    state, actions = game.start(hand.deal, chance).state, 0
    while waiting := sorted(game.to_act(state)):
        actions += 1
        assert actions < CAP
        seat = dice.choice(waiting)
        bold = [move for move in game.moves(state, seat) if _stakes(move)] if bets.get(seat) else []
        if bold:
            bets[seat] -= 1
            move = dice.choice(bold)
            action = game.action(move.key, _as_much_as_allowed(move, favoured, dice))
        else:
            action = game.on_timeout(state, seat)
        state = game.act(state, seat, action, chance).state
    return state


def _stakes(move: Move) -> bool:
    return move.price is not None or any(isinstance(field, Amount) for field in move.fields)


def _as_much_as_allowed(move: Move, favoured: int, dice: random.Random) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in sorted(move.fields, key=lambda field: isinstance(field, Amount)):
        if isinstance(field, Amount):
            values[field.name] = (capped(field, values[field.by]) if field.by is not None else field).high
        else:
            values[field.name] = _favourite(field, favoured, dice)
    return values


def _favourite(field: Field, favoured: int, dice: random.Random) -> Any:
    """Its first value, its last, or any."""
    bounds = field.bounds()
    if favoured < len(bounds):
        return bounds[favoured]
    if isinstance(field, Pick) and field.is_single:
        return dice.choice(field.choices).value
    if isinstance(field, Numbers):
        return tuple(dice.sample(range(field.low, field.high + 1), field.at_most))
    return dice.choice(bounds)
