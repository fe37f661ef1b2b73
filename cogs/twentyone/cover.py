"""What the bank can pay: for every hand on the table at once, in the worst outcome (losing stakes come in first).

The worst is that the dealer goes over and no natural lies under the open card. A natural of the dealer is never worse:
whatever an insurance then wins, at most twice half a bet, is no more than the bet beside it that is lost, or than what
a natural that is given back would have won. So the bank can always pay an insurance that it could pay the bet for.
"""

from bot.engine.banked.limits import means
from cogs.twentyone.state import Box, PlayerHand, TwentyOneState


def bet_room(state: TwentyOneState, seat: int) -> int:
    """The largest bet that the bank could pay beside the others', in smallest coins.

    All may win, but only as many with a natural as the shoe has aces and tens for: those whose naturals cost the most.
    """
    pay = state.rules.natural
    bets = [box.bet for box in state.boxes if box.seat != seat and box.bet]
    room = means(state.deal) - sum(bets)
    naturals = state.shoe.naturals
    if not naturals:
        return max(room, 0)
    extras = sorted((pay.winnings(bet) - bet for bet in bets), reverse=True)
    room -= sum(extras[: naturals - 1])
    # either this bet's own natural is among them, or the last of the others'
    ousted = sum(extras[naturals - 1 : naturals])
    return max(min(pay.largest(room), room - ousted), 0)


def room(state: TwentyOneState) -> int:
    """How much more the bank could pay once the cards are dealt, in smallest coins: for a double or a split."""
    return means(state.deal) - sum(_most(state, box) for box in state.boxes)


def _most(state: TwentyOneState, box: Box) -> int:
    """The most that the bank may lose to a seat."""
    return sum(_most_of(state, hand) for hand in box.hands) - box.insurance


def _most_of(state: TwentyOneState, hand: PlayerHand) -> int:
    if hand.is_natural:
        return state.rules.natural.winnings(hand.bet)
    if hand.is_surrendered:
        return hand.bet // 2 - hand.bet
    return -hand.bet if hand.is_bust else hand.bet
