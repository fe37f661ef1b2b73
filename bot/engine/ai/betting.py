"""How an NPC bets: what its chance to win, the price and its temper make of check, call, bet, raise and fold.

A game says how likely the seat is to win (`Spot`), and gets one of the offered bets. Calls are held against the price:
whoever has to pay a third of what will lie there calls with a third and `Traits.margin` more. Bets and raises are for
whoever thinks they are ahead, sized by the pot; some are bluffs.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.engine.ai.temper import Temper, Traits, believed, happens
from bot.engine.betting.events import Bet, BetAction, Call, Check, Fold, Raise
from bot.engine.moves import Amount, Move, find
from bot.engine.rng import Rng

_AHEAD = 0.16
"""How far above an even share of the pot a chance has to be for a bet, as a part of what is above it."""
_SURE = 0.62
"""From there on, reckoned in the same way, somebody bets whatever they have; the cautious later."""
_LIGHT, _HEAVY = 0.65, 0.4
"""What part of all hands a small bet is made with, and one as large as the pot."""
_NOTHING = 0.4
"""Of ten bets, about four are made with any hand at all: bluffs, errors, high spirits."""
_SIZES = (0.5, 0.8, 1.2)
"""Bets of a mind that is just ahead, well ahead, and sure, as parts of the pot."""
_BLUFF = 0.6
_MOST_RISKED = 0.3
"""The part of their chips that somebody bets at once who isn't sure."""
_MOST_FOOLED = 3
"""Nobody bluffs more opponents than that."""


class Spot(NamedTuple):
    """What a seat stands before that is asked for a bet. Amounts in smallest coins."""

    equity: float
    """The part of the pot it would win on average, 0 to 1, if all who are in stayed to the end: against any hands that
    it can't see, each as likely."""
    pot: int
    """All in the middle, this round's bets included."""
    opponents: int
    """Who is still in besides, all-in or not."""
    stack: int
    bet: int = 0
    """Its own chips, and what it has put in already in this round."""
    hidden: float = 1.0
    """How much the others know that it doesn't, 0 to 1. Where it isn't 0, a bet tells of a good hand."""
    raises: int = 0
    """How many bets and raises of others stand in this round; at least 1 is reckoned with where there is a price."""
    risk: float = 0.0
    """What is lost besides the price by staying in, on average: a penalty for whoever loses."""


def answer(moves: Sequence[Move], spot: Spot, temper: Temper, rng: Rng) -> BetAction:
    """The bet of that temper: one of `moves`, of which at least one is a check, call, bet, raise or fold. An amount
    lies within the bounds of its field. Raises LookupError where none is offered.
    """
    traits = temper.traits
    if happens(rng, traits.blunder):
        return _anything(moves, spot, rng)
    price = price_of(moves)
    told = traits.reading
    chance = believed(told * discounted(spot, price) + (1 - told) * spot.equity, traits, rng)
    amount = _amount(moves)
    if amount is not None:
        part = _raised_by(spot, price, chance, traits, rng)
        if part is not None:
            is_sure = _lead(chance, spot.opponents) >= _SURE + 3 * traits.margin
            to = _sized(amount, spot, price, part, sure=is_sure)
            if to is not None:
                return _raise(moves, to)
    if find(moves, "check") is not None:
        return Check()
    if find(moves, "call") is None:
        return _opened_or_folded(moves, amount, chance, spot)
    return Call() if is_worth(chance, price, spot.pot, traits, risk=spot.risk) else _given_up(moves)


def is_worth(chance: float, price: int, pot: int, traits: Traits, *, risk: float = 0.0) -> bool:
    """Whether somebody pays `price` to stay in for a `pot` that holds all but that, with that chance to win it."""
    return price == 0 or chance >= (price + risk) / (pot + price) + traits.margin


def discounted(spot: Spot, price: int) -> float:
    """The equity against hands that were bet with.

    Of one opponent for each bet or raise that stands it is taken that they hold one of their better hands, the fewer
    the higher the price was; the others hold anything.
    """
    if not spot.hidden or not price or spot.opponents < 1:
        return spot.equity
    single = spot.equity ** (1 / spot.opponents)
    size = min(price / max(spot.pot - price, 1), 1.0)
    part = _LIGHT + (_HEAVY - _LIGHT) * size
    chance, bettors = spot.equity, min(max(spot.raises, 1), 2)
    for _ in range(bettors):
        against = max((single - (1 - part)) / part, 0.0)
        chance *= (_NOTHING * single + (1 - _NOTHING) * against) / single if single else 0.0
    return spot.hidden * chance + (1 - spot.hidden) * spot.equity


def price_of(moves: Sequence[Move]) -> int:
    """What a call costs; 0 where there is nothing to call."""
    call = find(moves, "call")
    return call.price or 0 if call else 0


def within_reach(pot: int, paid: Iterable[int], most: int) -> int:
    """The part of a pot that a seat can win that will have paid `most` in this hand: of what each of the others has
    paid no more than that.
    """
    return pot - sum(max(amount - most, 0) for amount in paid)


def _lead(chance: float, opponents: int) -> float:
    """How far a chance is above an even share of the pot: 0 is even, 1 sure to win."""
    even = 1 / (opponents + 1)
    return (chance - even) / (1 - even)


def _raised_by(spot: Spot, price: int, chance: float, traits: Traits, rng: Rng) -> float | None:
    """The part of the pot that is bet or raised by; None for neither."""
    lead = _lead(chance, spot.opponents)
    # each raise that stands asks for more than the one before
    least = _AHEAD + (0.2 + 0.1 * spot.raises if price else 0.0) * (spot.hidden or 0.5)
    if lead >= least:
        small, middle, large = _SIZES
        part = large if lead >= _SURE else middle if lead >= (least + _SURE) / 2 else small
        return part if happens(rng, traits.boldness if lead < _SURE else (1 + traits.boldness) / 2) else None
    able = 0 < spot.opponents <= _MOST_FOOLED and spot.hidden > 0 and price * 3 <= spot.pot
    return _BLUFF if able and happens(rng, traits.bluff / spot.opponents) else None


def _sized(amount: Amount, spot: Spot, price: int, part: float, *, sure: bool) -> int | None:
    """What the bet comes to, within its bounds; None where even the least is more than they would risk."""
    to = spot.bet + price + int(part * (spot.pot + price))
    if not sure:
        risked = spot.bet + price + int(_MOST_RISKED * spot.stack)
        if amount.low > risked:
            return None
        to = min(to, risked)
    return _within(amount, to)


def _within(amount: Amount, to: int) -> int:
    """The nearest that is offered, not more than asked for where that can be."""
    to = min(max(to, amount.low), amount.high)
    return to if to == amount.high else to - (to - amount.low) % amount.step


def _opened_or_folded(moves: Sequence[Move], amount: Amount | None, chance: float, spot: Spot) -> BetAction:
    """Where nobody may check, the least is bet by whoever would have called that."""
    if amount is not None and chance >= amount.low / (spot.pot + amount.low * (spot.opponents + 1)):
        return _raise(moves, amount.low)
    return _given_up(moves)


def _given_up(moves: Sequence[Move]) -> BetAction:
    if find(moves, "fold") is not None:
        return Fold()
    raise LookupError("no bet is offered")


def _anything(moves: Sequence[Move], spot: Spot, rng: Rng) -> BetAction:
    """Any of the bets, each as likely: but a bet that is made without a thought is no more than the pot, and nobody
    folds without a thought what costs nothing.
    """
    keys = [move.key for move in moves if move.key in _KINDS]
    if "check" in keys:
        keys = [key for key in keys if key != "fold"]
    match rng.pick(keys) if keys else "fold":
        case "check":
            return Check()
        case "call":
            return Call()
        case "bet" | "raise":
            amount = _amount(moves)
            if amount is None:
                raise LookupError("a bet has an amount")
            most = spot.bet + price_of(moves) + min(spot.pot, spot.stack // 4)
            return _raise(moves, _within(amount, amount.low + rng.below(max(most - amount.low, 0) + 1)))
        case _:
            return _given_up(moves)


_KINDS = frozenset({"check", "call", "bet", "raise", "fold"})


def _amount(moves: Sequence[Move]) -> Amount | None:
    """The bounds of a bet or raise, if one is offered."""
    move = find(moves, "bet") or find(moves, "raise")
    return next((field for field in move.fields if isinstance(field, Amount)), None) if move else None


def _raise(moves: Sequence[Move], to: int) -> BetAction:
    return Bet(to=to) if find(moves, "bet") is not None else Raise(to=to)
