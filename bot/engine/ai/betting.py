"""How an NPC bets: its chance to win, the price and its temper decide on check, call, bet, raise or fold.

A game says how likely the seat is to win (`Spot`), and gets one of the offered bets. A call needs a chance at least as
large as the price's share of the pot, plus `Traits.margin`. An NPC that thinks it is ahead bets or raises by the size
of the pot; some bets are bluffs.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.engine.ai.temper import Temper, Traits, believed_chance, happens
from bot.engine.betting.events import Bet, BetAction, Call, Check, Fold, Raise
from bot.engine.moves import Amount, Move, find
from bot.engine.rng import Rng

_AHEAD = 0.1
"""How far above an even share of the pot a chance has to be for a bet, as a part of what is above it."""
_SURE = 0.62
"""From this lead on, counted in the same way, an NPC bets any size; the cautious need more."""
_LIGHT, _HEAVY = 0.65, 0.4
"""What part of all hands a small bet is made with, and one as large as the pot."""
_NOTHING = 0.4
"""Of ten bets, about four are made with any hand at all: bluffs, errors, high spirits."""
_SIZES = (0.5, 0.8, 1.2)
"""Bets of a mind that is just ahead, well ahead, and sure, as parts of the pot."""
_BLUFF = 0.6
_MOST_RISKED = 0.15
"""The part of its chips that an NPC bets at once when it isn't sure."""
_MOST_FOOLED = 3
"""Nobody bluffs more opponents than that."""


class Spot(NamedTuple):
    """The situation of a seat that has to bet. Amounts are in smallest coins."""

    equity: float
    """The part of the pot it would win on average, 0 to 1, if all who are in stayed to the end: against any hands that
    it can't see, each as likely."""
    pot: int
    """All in the middle, this round's bets included."""
    opponents: int
    """The number of other seats still in, all-in or not."""
    stack: int
    bet: int = 0
    """Its own chips, and what it has put in already in this round."""
    hidden: float = 1.0
    """How much the others know that it doesn't, 0 to 1. Above 0 a bet shows a good hand."""
    raises: int = 0
    """How many bets and raises of others stand in this round; where there is a price, at least 1 is assumed."""
    risk: float = 0.0
    """The average loss by staying in besides the price: a penalty for losers."""


def answer(moves: Sequence[Move], spot: Spot, temper: Temper, rng: Rng) -> BetAction:
    """Choose the bet of that temper: one of `moves` that is a check, call, bet, raise or fold.

    An amount lies within the bounds of its field. Raises LookupError where no bet is offered.
    """
    traits = temper.traits
    if happens(rng, traits.blunder):
        return _random_bet(moves, rng)
    price = price_of(moves)
    reading = traits.reading
    chance = believed_chance(reading * discounted(spot, price) + (1 - reading) * spot.equity, traits, rng)
    amount = _amount(moves)
    if amount is not None:
        part = _raise_part(spot, price, chance, traits, rng)
        if part is not None:
            is_sure = _lead(chance, spot.opponents) >= _SURE + 3 * traits.margin
            to = _bet_size(amount, spot, price, part, sure=is_sure)
            if to is not None:
                return _raise(moves, to)
    if find(moves, "check") is not None:
        return Check()
    if find(moves, "call") is None:
        return _open_or_fold(moves, amount, chance, spot)
    return Call() if is_worth(chance, price, spot.pot, traits, risk=spot.risk) else _fold(moves)


def simple_bet(
    moves: Sequence[Move], *, is_strong: bool = False, is_weak: bool = False, is_all: bool = False
) -> BetAction:
    """Bet by rule of thumb: check or call, and open for the least where nobody may check.

    A strong hand bets or raises by the least, or by the most with `is_all`. A weak one folds where a check isn't free.
    """
    amount = _amount(moves)
    if is_strong and amount is not None:
        return _raise(moves, amount.high if is_all else amount.low)
    if find(moves, "check") is not None:
        return Check()
    if is_weak:
        return Fold()
    if find(moves, "call") is not None:
        return Call()
    return Fold() if amount is None else _raise(moves, amount.low)


def is_worth(chance: float, price: int, pot: int, traits: Traits, *, risk: float = 0.0) -> bool:
    """Tell whether to pay `price` to stay in, with that chance to win; `pot` is without the price."""
    return price == 0 or chance >= (price + risk) / (pot + price) + traits.margin


def discounted(spot: Spot, price: int) -> float:
    """Return the equity against hands that were bet with.

    For each bet or raise that stands, one opponent is assumed to hold one of their better hands, the fewer the higher
    the price; the others hold anything.
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
    """Return the price of a call; 0 where there is nothing to call."""
    call = find(moves, "call")
    return call.price or 0 if call else 0


def within_reach(pot: int, paid: Iterable[int], most: int) -> int:
    """Return the part of a pot that a seat can win if it pays `most` in this hand.

    It wins no more than that from each of the others.
    """
    return pot - sum(max(amount - most, 0) for amount in paid)


def _lead(chance: float, opponents: int) -> float:
    """Return how far a chance is above an even share of the pot: 0 is even, 1 sure to win."""
    even = 1 / (opponents + 1)
    return (chance - even) / (1 - even)


def _raise_part(spot: Spot, price: int, chance: float, traits: Traits, rng: Rng) -> float | None:
    """Choose the part of the pot to bet or raise by; None for neither."""
    lead = _lead(chance, spot.opponents)
    # each raise that stands asks for more than the one before
    least = _AHEAD + (0.2 + 0.1 * spot.raises if price else 0.0) * (spot.hidden or 0.5)
    if lead >= least:
        small, middle, large = _SIZES
        part = large if lead >= _SURE else middle if lead >= (least + _SURE) / 2 else small
        return part if happens(rng, traits.boldness if lead < _SURE else (1 + traits.boldness) / 2) else None
    able = 0 < spot.opponents <= _MOST_FOOLED and spot.hidden > 0 and price * 3 <= spot.pot
    return _BLUFF if able and happens(rng, traits.bluff / spot.opponents) else None


def _bet_size(amount: Amount, spot: Spot, price: int, part: float, *, sure: bool) -> int | None:
    """Return the amount of the bet, within its bounds; None where even the least is too much risk."""
    to = spot.bet + price + int(part * (spot.pot + price))
    if not sure:
        risked = spot.bet + price + int(_MOST_RISKED * spot.stack)
        if amount.low > risked:
            return None
        to = min(to, risked)
    return _within(amount, to)


def _within(amount: Amount, to: int) -> int:
    """Return the nearest offered amount, not above `to` where possible."""
    to = min(max(to, amount.low), amount.high)
    return to if to == amount.high else to - (to - amount.low) % amount.step


def _open_or_fold(moves: Sequence[Move], amount: Amount | None, chance: float, spot: Spot) -> BetAction:
    """Open for the least, where nobody may check, if that would be worth a call; otherwise fold."""
    if amount is not None and chance >= amount.low / (spot.pot + amount.low * (spot.opponents + 1)):
        return _raise(moves, amount.low)
    return _fold(moves)


def _fold(moves: Sequence[Move]) -> BetAction:
    if find(moves, "fold") is not None:
        return Fold()
    raise LookupError("no bet is offered")


def _random_bet(moves: Sequence[Move], rng: Rng) -> BetAction:
    """Pick any of the bets, each as likely, but bet the least, and never fold where a check is free."""
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
            return _raise(moves, amount.low)
        case _:
            return _fold(moves)


_KINDS = frozenset({"check", "call", "bet", "raise", "fold"})


def _amount(moves: Sequence[Move]) -> Amount | None:
    """Return the bounds of a bet or raise, if one is offered."""
    move = find(moves, "bet") or find(moves, "raise")
    return next((field for field in move.fields if isinstance(field, Amount)), None) if move else None


def _raise(moves: Sequence[Move], to: int) -> BetAction:
    return Bet(to=to) if find(moves, "bet") is not None else Raise(to=to)
