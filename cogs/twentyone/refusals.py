"""Why a move isn't offered, in a sentence."""

from cogs.twentyone import bets, insurance, playing
from cogs.twentyone.state import TwentyOneState
from cogs.twentyone.values import ACE, worth

_BETTING = {"bet", "again", "take_back", "done"}
_INSURING = {"insure", "insure_part", "decline"}


def refusal(state: TwentyOneState, seat: int, key: str) -> str:
    """What to say to a seat that tries the move of that key."""
    if seat not in state.order:
        return "You aren't in this hand."
    match state.stage:
        case "over":
            return "The hand is over."
        case "bets":
            return bets.why_not(state, seat, key)
        case "insurance":
            return insurance.why_not(state, seat, key)
        case "play":
            return _while_playing(state, seat, key)


def _while_playing(state: TwentyOneState, seat: int, key: str) -> str:
    if key in _BETTING:
        return "The bets are closed."
    if key in _INSURING:
        return _too_late_to_insure(state)
    box = state.box(seat)
    if not box.bet:
        return "You have no bet on this hand."
    if state.active is None or state.active[0].seat != seat:
        is_played = all(hand.is_done for hand in box.hands)
        return "Your hand is played." if is_played else "It isn't your turn: another hand is being played."
    why = playing.refusal(state, key)
    if why is None:
        return "That can't be done now."
    return "You have too few chips left for that." if why.amounts else why.template


def _too_late_to_insure(state: TwentyOneState) -> str:
    if not state.rules.insurance:
        return "There is no insurance at this table."
    if worth(state.dealer[0]) != ACE:
        return "Insurance is offered only against an ace of the dealer's."
    return "The time for insurance is over."
