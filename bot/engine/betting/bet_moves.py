"""What a betting round offers, as moves, in a game's own words for it."""

from functools import lru_cache
from typing import NamedTuple

from bot.engine.frozen import made
from bot.engine.moves import Amount, Move, Preset


class BetWords(NamedTuple):
    """What a game calls its answers to a bet: "engage" for a call, "disengage" for a fold."""

    call: str = "call"
    fold: str = "fold"
    calls: str = "calls"
    """What stands between who calls and the amount."""
    folds: str = "folds"
    folded: str = "folded"


PLAIN = BetWords()
CHECK = Move(key="check", label="Check", style="main")


@lru_cache(maxsize=1024)
def call_move(price: int, words: BetWords, *, is_all_in: bool) -> Move:
    """A call for `price`, which may be all that the seat has."""
    label = words.call.capitalize()
    return Move(key="call", label=f"{label} all in" if is_all_in else label, price=price, style="main")


@lru_cache(maxsize=32)
def fold_move(words: BetWords, *, is_free: bool) -> Move:
    """A fold; where a check is free, people may regret it."""
    label = words.fold.capitalize()
    confirm = f"You can check for free. {label} all the same?" if is_free else None
    return Move(key="fold", label=label, style="danger", confirm=confirm)


@lru_cache(maxsize=1024)
def raise_move(low: int, high: int, everything: int, current: int, pot: int) -> Move:
    """A bet or raise from `low` to `high`, over a bet of `current` and with `pot` in the middle after a call.

    `everything` is what the seat could come to. Kept: a round offers the same to one seat after the other.
    """
    wanted = (
        ("Half the pot", current + pot // 2),
        ("The pot", current + pot),
        ("All in" if high == everything else "The most", high),
    )
    presets = [_preset("The least", low)]
    for label, amount in wanted:
        if presets[-1].amount < amount <= high:
            presets.append(_preset(label, amount))
    move = _RAISE if current else _BET
    (field,) = move.fields
    return move.evolve(fields=(field.evolve(low=low, high=high, presets=tuple(presets)),))


@lru_cache(maxsize=1024)
def _preset(label: str, amount: int) -> Preset:
    return made(Preset, label=label, amount=amount)


def _with_amount(key: str, label: str, to: str) -> Move:
    """A bet or raise whose bounds are still open; changing them costs less than making it."""
    field = Amount(
        name="to",
        label=label,
        low=0,
        high=0,
        too_low=f"The smallest {key} is {to}{{low}}.",
        too_high=f"The largest {key} is {to}{{high}}.",
    )
    return Move(key=key, label=key.capitalize(), fields=(field,))


_BET = _with_amount("bet", "Bet", "")
_RAISE = _with_amount("raise", "Raise to", "to ")
