"""The bets on a hand: everybody bets at once, and may change their mind until all have done."""

from bot.engine.game import Event
from bot.engine.moves import Amount, Move, Preset
from cogs.twentyone.actions import Again, Bet, Done, TakeBack
from cogs.twentyone.cover import bet_room
from cogs.twentyone.events import BetMade, SatOut, TakenBack
from cogs.twentyone.state import Box, TwentyOneState

_TAKE_BACK = Move(key="take_back", label="Take back")
_DONE = Move(key="done", label="No bet")


def asked(state: TwentyOneState) -> tuple[int, ...]:
    """Who has neither bet nor said that there will be none."""
    return tuple(box.seat for box in state.boxes if not (box.bet or box.is_done))


def moves(state: TwentyOneState, seat: int) -> tuple[Move, ...]:
    """What a seat may do while the bets are open. Whoever has bet may still bet otherwise."""
    box, room = state.box(seat), bet_room(state, seat)
    offered: list[Move] = []
    again = state.last_bet(seat)
    if again and _why_not_again(state, box, room) is None:
        offered.append(Move(key="again", label="Same again", price=again, style="main"))
    if room >= state.rules.min_bet:
        style = "plain" if again or box.bet else "main"
        offered.append(Move(key="bet", label="Bet", fields=(_amount(state, box, room),), style=style))
    if box.bet:
        offered.append(_TAKE_BACK)
    elif not box.is_done:
        offered.append(_DONE)
    return tuple(offered)


def _amount(state: TwentyOneState, box: Box, room: int) -> Amount:
    rules, own = state.rules, box.stack + box.bet
    high = min(rules.largest, own, room)
    if high == rules.largest:
        too_high = "The largest bet at this table is {high}."
    elif high == own:
        too_high = "You have only {high}."
    else:
        too_high = "The bank could pay at most {high} on that."
    presets = [Preset(label="The least", amount=rules.min_bet)]
    if high > rules.min_bet:
        presets.append(Preset(label="All in" if high == own else "The most", amount=high))
    return Amount(
        name="amount",
        label="How much do you bet?",
        low=rules.min_bet,
        high=high,
        presets=tuple(presets),
        too_low="The smallest bet is {low}.",
        too_high=too_high,
    )


def _why_not_again(state: TwentyOneState, box: Box, room: int) -> str | None:
    """What stands against the bet of the hand before, in a sentence."""
    again, rules = state.last_bet(box.seat), state.rules
    if not again:
        return "You have made no bet on the hand before."
    if again == box.bet:
        return "That is what you have bet."
    if not rules.min_bet <= again <= rules.largest:
        return "Your bet of the hand before isn't within the limits of this table any more."
    if again > box.stack + box.bet:
        return "You have too little left for the bet of the hand before."
    return "The bank couldn't pay that bet now." if again > room else None


def why_not(state: TwentyOneState, seat: int, key: str) -> str:
    """Why a move isn't offered while the bets are open."""
    box = state.box(seat)
    match key:
        case "bet":
            return "The bank couldn't pay even the smallest bet."
        case "again":
            return _why_not_again(state, box, bet_room(state, seat)) or "That can't be done now."
        case "take_back":
            return "You have no bet to take back."
        case "done":
            return "You have a bet: take it back to sit this hand out." if box.bet else "You sit this hand out already."
        case _:
            return "The bets are still open: the cards are dealt when everybody has decided."


def answered(
    state: TwentyOneState, seat: int, action: Bet | Again | TakeBack | Done, tell: list[Event]
) -> TwentyOneState:
    match action:
        case Bet(amount=amount):
            return _bet(state, seat, amount, tell)
        case Again():
            return _bet(state, seat, state.last_bet(seat), tell)
        case TakeBack():
            return _taken_back(state, seat, tell)
        case Done():
            tell.append(SatOut(seat=seat))
            return state.with_box(state.box(seat).evolve(is_done=True))


def _bet(state: TwentyOneState, seat: int, amount: int, tell: list[Event]) -> TwentyOneState:
    """So much in place of what was bet before."""
    box = state.box(seat)
    tell.append(BetMade(seat=seat, amount=amount, before=box.bet))
    return state.with_box(box.evolve(stack=box.stack + box.bet - amount, bet=amount, is_done=False))


def _taken_back(state: TwentyOneState, seat: int, tell: list[Event]) -> TwentyOneState:
    """The seat has no bet, and is asked again."""
    box = state.box(seat)
    tell.append(TakenBack(seat=seat, amount=box.bet))
    return state.with_box(box.evolve(stack=box.stack + box.bet, bet=0))
