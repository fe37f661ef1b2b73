"""How NPCs play twenty-one by themselves. Steady players and sharks know the best play for the house rules by heart.

The cautious never risk going over; the reckless double and split what they can, and insure nothing; the drunk play like
the dealer, or as it comes. Whoever plays well by style still errs as often as their skill lets them.
"""

from collections.abc import Mapping, Sequence

from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens
from bot.engine.moves import Move
from bot.engine.rng import Rng
from cogs.twentyone.basic_strategy import Wish, basic_column
from cogs.twentyone.state import (
    BEST,
    TEN,
    Again,
    Bet,
    Decline,
    Done,
    Double,
    HandView,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
    TwentyOneAction,
    TwentyOneView,
    dealer_draws,
    value_of_worths,
    worth,
)

_SAME_AGAIN: Mapping[Style, float] = {"cautious": 0.8, "steady": 0.6, "shark": 0.5, "reckless": 0.2, "drunk": 0.2}
_INSURES: Mapping[Style, float] = {"cautious": 0.9, "steady": 0.1, "shark": 0.0, "reckless": 0.0, "drunk": 0.5}
"""How likely somebody insures: the cautious sleep better."""
_EVEN = 10
"""A stake of so many coins, or a multiple, can be halved, and paid 3 to 2 or 6 to 5, to the coin."""
_ACTIONS: Mapping[Wish, TwentyOneAction] = {
    "hit": Hit(),
    "stand": Stand(),
    "double": Double(),
    "split": Split(),
    "surrender": Surrender(),
}
_RAISING: frozenset[Wish] = frozenset({"double", "split"})
_HOT = range(9, 13)
"""What the reckless double."""


def decide(view: TwentyOneView, moves: Sequence[Move], temper: Temper, rng: Rng, _budget: int) -> TwentyOneAction:
    """Decide on a bet, insurance, or what is done with the hand in play."""
    offers = {move.key: move for move in moves}
    if "insure" in offers:
        return Insure() if happens(rng, _INSURES[temper.style]) else Decline()
    if "stand" in offers:
        return _played(view, offers, temper, rng)
    return _bet(view, offers, temper.style, rng)


def _bet(view: TwentyOneView, offers: Mapping[str, Move], style: Style, rng: Rng) -> TwentyOneAction:
    """Something for this hand, so that as much again is left for a double as far as they think of it."""
    stack = next(seat.stack + seat.bet for seat in view.seats if seat.seat == view.own)
    again = offers.get("again")
    if again is not None and affords(again.price or 0, stack, style) and happens(rng, _SAME_AGAIN[style]):
        return Again()
    field = amount_of(offers["bet"]) if "bet" in offers else None
    amount = choose_stake(field, stack, style, rng, unit=_EVEN) if field is not None else None
    return Done() if amount is None else Bet(amount=amount)


def _played(view: TwentyOneView, offers: Mapping[str, Move], temper: Temper, rng: Rng) -> TwentyOneAction:
    seat, hand = next((seat, hand) for seat in view.seats for hand in seat.hands if hand.is_active)
    able: list[Wish] = [wish for wish in _ACTIONS if wish in offers]
    if happens(rng, temper.traits.blunder):
        # even a slip of the mind doesn't give a hand up, or draws to what can't be better
        able = [wish for wish in able if wish == "stand" or (wish != "surrender" and hand.value.total < BEST - 2)]
        return _ACTIONS[rng.pick(able)]
    for wish in _wishes(view, hand, temper.style, rng):
        is_dear = wish in _RAISING and temper.style == "cautious" and not affords(hand.bet, seat.stack, "steady")
        if wish in able and not is_dear:
            return _ACTIONS[wish]
    return Stand()


def _wishes(view: TwentyOneView, hand: HandView, style: Style, rng: Rng) -> Sequence[Wish]:
    """List what an NPC of that style would do, the best first."""
    worths, value = tuple(map(worth, hand.cards)), hand.value
    match style:
        case "shark" | "steady":
            return basic_column(view.rules, worth(view.dealer[0])).wishes(worths)
        case "cautious":
            is_drawn = dealer_draws(value, "hits") if value.is_soft else value.total <= BEST - TEN
        case "reckless":
            if value_of_worths(worths).total in _HOT:
                return ("double", "hit")
            is_drawn = dealer_draws(value, "hits")
            return ("split", "hit" if is_drawn else "stand")
        case "drunk":
            is_drawn = dealer_draws(value, view.rules.soft_17)
            return ("split", "hit") if is_drawn and happens(rng, 0.5) else ("hit",) if is_drawn else ("stand",)
    return ("hit",) if is_drawn else ("stand",)
