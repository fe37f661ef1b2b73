"""The Shadowport: the best hand takes the pot, equal hands share it (seed 000, step 6)."""

from bot.engine.betting.pots import Pot, side_pots, split, uncalled
from bot.engine.clockwise import after
from bot.engine.game import Event
from cogs.pilok.events import Ended
from cogs.pilok.state import PilokState, Result, Win


def ended_unseen(state: PilokState, tell: list[Event]) -> PilokState:
    """Everybody else has folded: the last player takes all that lies in the middle (rules 0.11)."""
    (winner,) = state.live
    over = uncalled(state.paid, winner)
    pot = state.pot - over
    win = Win(amount=pot, eligible=(winner,), shares=((winner, pot),))
    return _ended(state, Result(wins=(win,), returned=((winner, over),) if over else (), unseen=True), tell)


def showdown(state: PilokState, tell: list[Event]) -> PilokState:
    pots = side_pots(state.paid, state.live, carried=state.deal.bank)
    wins: list[Win] = []
    left = 0
    for pot in pots.pots:
        won, rest = _won(state, pot)
        wins.append(won)
        left += rest
    odd = state.rules.odd_chips
    result = Result(
        wins=tuple(wins),
        returned=pots.returned,
        house=left if odd == "house" else 0,
        bank=left if odd == "carry" else 0,
    )
    return _ended(state, result, tell)


def _won(state: PilokState, pot: Pot) -> tuple[Win, int]:
    best = max(state.value(seat) for seat in pot.eligible)
    winners = tuple(
        seat for seat in after(state.order, state.dealer) if seat in pot.eligible and state.value(seat) == best
    )
    divided = split(pot.amount, winners, state.rules.odd_chips)
    return Win(amount=pot.amount, eligible=pot.eligible, shares=divided.shares), divided.left


def _ended(state: PilokState, result: Result, tell: list[Event]) -> PilokState:
    """Push the chips to their winners: nothing is left in front of anybody but stacks."""
    gains = dict.fromkeys(state.order, 0)
    for seat, amount in (*(share for win in result.wins for share in win.shares), *result.returned):
        gains[seat] += amount
    bettors = tuple(bettor.evolve(stack=bettor.stack + gains[bettor.seat], bet=0) for bettor in state.betting.bettors)
    betting = state.betting.evolve(bettors=bettors, waiting=())
    over = state.evolve(
        street="shadowport", betting=betting, jumpers=(), owed=(), contest=None, result=result, loaded=()
    )
    hands = tuple((seat, over.value(seat)) for seat in over.live)
    tell.append(Ended(hands=hands, result=over.told_result or result))
    return over
