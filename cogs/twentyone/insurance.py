"""Insurance: against an ace of the dealer's, up to half the bet that the dealer has a natural; it pays 2 to 1.

On one's own natural it is what people call even money: the whole insurance and the natural together win the bet.
"""

from bot.engine.banked.limits import Pay
from bot.engine.game import Event
from bot.engine.moves import Amount, Move, Preset
from cogs.twentyone.actions import Decline, Insure, InsurePart
from cogs.twentyone.events import Insured
from cogs.twentyone.state import Box, TwentyOneState
from cogs.twentyone.values import ACE, is_halved, worth

PAY = Pay(to=2)
_DECLINE = Move(key="decline", label="No insurance")
_LEAST = 1
"""Coin."""


def opened(state: TwentyOneState) -> TwentyOneState:
    """Everybody who has bet is asked, if the dealer shows an ace and there is something to insure with."""
    is_offered = state.rules.insurance and worth(state.dealer[0]) == ACE
    boxes = tuple(box.evolve(is_done=not (is_offered and _most(box))) for box in state.boxes)
    return state.evolve(stage="insurance", boxes=boxes)


def asked(state: TwentyOneState) -> tuple[int, ...]:
    return tuple(box.seat for box in state.boxes if not box.is_done)


def moves(state: TwentyOneState, seat: int) -> tuple[Move, ...]:
    box = state.box(seat)
    if box.is_done:
        return ()
    most = _most(box)
    insure = Move(key="insure", label="Insure", price=most)
    return (insure, *_part(most), _DECLINE.evolve(style="main"))


def _part(most: int) -> tuple[Move, ...]:
    """To insure less than all that can be, where there is less."""
    less = most - 1
    if less < _LEAST:
        return ()
    presets = [Preset(label="The least", amount=_LEAST)]
    if (half := most // 2) > _LEAST:
        presets.append(Preset(label="Half of it", amount=half))
    amount = Amount(
        name="amount",
        label="How much do you insure?",
        low=_LEAST,
        high=less,
        presets=tuple(presets),
        too_low="The least insurance is {low}.",
        too_high="The most that is less than all of it is {high}.",
    )
    return (Move(key="insure_part", label="Insure less", fields=(amount,)),)


def why_not(state: TwentyOneState, seat: int, key: str) -> str:
    """Why a move isn't offered while the hand waits for insurance."""
    box = state.box(seat)
    if key in {"bet", "again", "take_back", "done"}:
        return "The bets are closed."
    if key not in {"insure", "insure_part", "decline"}:
        return "The insurance comes first: then the hands are played."
    if not box.bet:
        return "You have no bet on this hand."
    if not is_halved(box.bet):
        return "Half of that bet is less than a coin: there is nothing to insure."
    if _most(box) < 1 and not box.insurance:
        return "You have no chips left to insure with."
    if box.is_done:
        return "You have already decided about insurance."
    return "There is only one coin to insure: less can't be."


def answered(
    state: TwentyOneState, seat: int, action: Insure | InsurePart | Decline, tell: list[Event]
) -> TwentyOneState:
    """Insure all that can be, so much, or nothing."""
    box = state.box(seat)
    match action:
        case Insure():
            amount = _most(box)
        case InsurePart(amount=amount):
            pass
        case Decline():
            amount = 0
    tell.append(Insured(seat=seat, amount=amount))
    return state.with_box(box.evolve(stack=box.stack - amount, insurance=amount, is_done=True))


def _most(box: Box) -> int:
    """Half the bet, in whole coins, as far as the chips go."""
    return min(box.bet // 2, box.stack)
