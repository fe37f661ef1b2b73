"""What each hand is worth in the end."""

from cogs.twentyone.insurance import PAY
from cogs.twentyone.state import Box, BoxEnd, HandEnd, PlayerHand, Result, TwentyOneState, Verdict
from cogs.twentyone.values import Value, is_natural, value_of, worth


def settled(state: TwentyOneState) -> Result:
    """Every hand against the dealer's, and every insurance."""
    dealer = value_of(state.dealer)
    if not is_natural(tuple(map(worth, state.dealer))):
        return Result(dealer=state.dealer, boxes=tuple(_box_end(state, b, dealer) for b in state.boxes if b.bet))
    return Result(dealer=state.dealer, boxes=tuple(_taken(state, box) for box in state.boxes if box.bet))


def _box_end(state: TwentyOneState, box: Box, dealer: Value) -> BoxEnd:
    ends = tuple(_hand_end(state, hand, dealer) for hand in box.hands)
    return BoxEnd(seat=box.seat, hands=ends, insured=box.insurance)


def _hand_end(state: TwentyOneState, hand: PlayerHand, dealer: Value) -> HandEnd:
    """A hand against a dealer without a natural. Half of an odd bet, and parts of what a natural wins, stay with the
    house.
    """
    verdict = verdict_of(hand, dealer)
    match verdict:
        case "natural":
            back = hand.bet + state.rules.natural.winnings(hand.bet)
        case "won":
            back = 2 * hand.bet
        case "push":
            back = hand.bet
        case "surrendered":
            back = hand.bet // 2
        case _:
            back = 0
    return HandEnd(verdict=verdict, total=hand.value.total, bet=hand.bet, back=back)


def verdict_of(hand: PlayerHand, dealer: Value) -> Verdict:
    """How a hand stands against what a dealer without a natural has come to. Who goes over loses, whatever the dealer
    does.
    """
    if hand.is_surrendered:
        return "surrendered"
    if hand.is_natural:
        return "natural"
    total = hand.value.total
    if hand.is_bust:
        return "bust"
    if dealer.is_bust or total > dealer.total:
        return "won"
    return "push" if total == dealer.total else "lost"


def _taken(state: TwentyOneState, box: Box) -> BoxEnd:
    """A seat against a natural of the dealer's: only a natural of its own gets its bet back.

    All the rest is taken, or where the table takes original bets only, no more than the first bet: what came on top by
    doubling and splitting goes back, also of hands that have gone over.
    """
    spared = state.rules.hole_card == "none_original"
    ends: list[HandEnd] = []
    owed = box.bet
    for hand in box.hands:
        taken = min(owed, hand.bet) if spared else hand.bet
        owed -= taken
        back = hand.bet if hand.is_natural else hand.bet - taken
        verdict = "push" if hand.is_natural else "lost"
        ends.append(HandEnd(verdict=verdict, total=hand.value.total, bet=hand.bet, back=back))
    insured = box.insurance
    return BoxEnd(seat=box.seat, hands=tuple(ends), insured=insured, insurance_back=insured + PAY.winnings(insured))
