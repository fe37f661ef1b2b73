"""How much an NPC bets against a house: some part of its chips, by its style, in round figures.

Only the reckless put most of their chips on one bet. Where the least bet is more than an NPC would risk, it bets
nothing.
"""

from collections.abc import Mapping

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
    """Return the field of a move that asks for an amount; None where there is none."""
    return next((field for field in move.fields if isinstance(field, Amount)), None)


def affords(price: int, stack: int, style: Style) -> bool:
    """Tell whether an NPC of that style with so many chips puts in `price` at once."""
    return price <= _MOST[style] * stack


def choose_stake(
    field: Amount, stack: int, style: Style, rng: Rng, *, beside: object = None, part: float = 1.0, unit: int = 1
) -> int | None:
    """Choose a bet for an NPC with so many chips, within the bounds of `field`; None where the least is too much.

    `beside` is the value of the field that the amount depends on, if any. `part` is the part of a usual bet, where
    there are to be several. The bet is a multiple of `unit` where that fits, so that no part of a coin is lost.
    """
    most = field.high if field.by is None else field.cap(beside)
    if most < field.low or not affords(field.low, stack, style):
        return None
    low, high = _PARTS[style]
    wanted = int(stack * part * (low + (high - low) * rng.below(_FINE) / _FINE))
    wanted = min(max(_round_down(wanted), field.low), most)
    return _whole(field, wanted, min(most, stack), unit)


def _round_down(amount: int) -> int:
    """Round down to a figure of one digit that isn't 0."""
    if amount < 1:
        return 0
    ten = 10 ** (len(str(amount)) - 1)
    return next(times * ten for times in _ROUND if times * ten <= amount)


def _whole(field: Amount, wanted: int, most: int, unit: int) -> int:
    """Return a multiple of the unit, or otherwise the nearest amount that the field's steps allow."""
    if field.step == 1 and unit > 1:
        below, above = wanted - wanted % unit, wanted + -wanted % unit
        whole = below if below >= field.low else above
        if whole <= most:
            return whole
    return field.low + (wanted - field.low) // field.step * field.step
