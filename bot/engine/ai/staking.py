"""How much an NPC bets against a house: some part of its chips, by its style, in round figures.

Nobody puts most of their chips on one bet but the reckless. Where the least that is asked for is more than somebody
would risk, they bet nothing.
"""

from collections.abc import Mapping
from typing import Any

from bot.engine.ai.temper import Style
from bot.engine.moves import Amount, Move
from bot.engine.rng import Rng

_PARTS: Mapping[Style, tuple[float, float]] = {
    "cautious": (0.01, 0.03),
    "steady": (0.03, 0.06),
    "shark": (0.02, 0.05),
    "drunk": (0.01, 0.35),
    "reckless": (0.15, 0.6),
}
"""From what part of their chips to what part somebody bets at once."""
_MOST: Mapping[Style, float] = {"cautious": 0.25, "steady": 0.34, "shark": 0.25, "drunk": 0.7, "reckless": 1.0}
"""What part of them somebody bets at once where less isn't taken."""
_ROUND = (5, 2, 1)
"""People bet 50, 20 or 10, not 37."""
_FINE = 1 << 20


def amount_of(move: Move) -> Amount | None:
    """The field of a move that asks for an amount; None where there is none."""
    return next((field for field in move.fields if isinstance(field, Amount)), None)


def affords(price: int, stack: int, style: Style) -> bool:
    """Whether somebody of that style with so many chips puts in `price` at once."""
    return price <= _MOST[style] * stack


def staked(
    field: Amount, stack: int, style: Style, rng: Rng, *, beside: Any = None, part: float = 1.0, unit: int = 1
) -> int | None:
    """What somebody with so many chips bets, within the bounds of `field`; None where that is too much for them.

    `beside` is the value of the field that the amount depends on, if any. `part` of a usual bet is made, where there
    are to be several. A multiple of `unit` is bet where that fits, so that no part of a coin is lost.
    """
    most = field.high if field.by is None else field.cap(beside)
    if most < field.low or not affords(field.low, stack, style):
        return None
    low, high = _PARTS[style]
    wanted = int(stack * part * (low + (high - low) * rng.below(_FINE) / _FINE))
    wanted = min(max(_rounded(wanted), field.low), most)
    return _whole(field, wanted, min(most, stack), unit)


def _rounded(amount: int) -> int:
    """The round figure below, of one digit that isn't 0."""
    if amount < 1:
        return 0
    ten = 10 ** (len(str(amount)) - 1)
    return next(times * ten for times in _ROUND if times * ten <= amount)


def _whole(field: Amount, wanted: int, most: int, unit: int) -> int:
    """A multiple of the unit, or else what the field's steps allow."""
    if field.step == 1 and unit > 1:
        below, above = wanted - wanted % unit, wanted + -wanted % unit
        whole = below if below >= field.low else above
        if whole <= most:
            return whole
    return field.low + (wanted - field.low) // field.step * field.step
