"""The dealer's part: cards for all who have bet, a look at the hole card, the dealer's own hand, and the end."""

from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.twentyone.events import DealerDrew, Dealt, Ended, Peeked, Refilled, Turned
from cogs.twentyone.settling import settled
from cogs.twentyone.shoe import dealt_down, dealt_up
from cogs.twentyone.state import PlayerHand, Result, TwentyOneState
from cogs.twentyone.values import ACE, TEN, dealer_draws, is_natural, value_of, worth


def card_dealt(state: TwentyOneState, chance: Chance, tell: list[Event]) -> tuple[str, TwentyOneState]:
    """A card off the shoe, and the state without it; it must be laid on the table before the next one is dealt."""
    shoe = state.shoe
    if shoe.size == (state.face_down is not None):
        shoe = shoe.refilled(state.on_the_table)
        tell.append(Refilled(count=shoe.size - state.shoe.size, is_new=shoe.filled > state.shoe.filled))
    card, shoe = dealt_up(shoe, state.face_down, chance)
    return card, state.evolve(shoe=shoe)


def dealt(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    """Two rounds of cards, clockwise and the dealer last; the dealer's second one face down, or not yet."""
    for _ in range(2):
        for seat in state.order:
            box = state.box(seat)
            if box.bet:
                card, state = card_dealt(state, chance, tell)
                before = box.hands[0].cards if box.hands else ()
                state = state.with_box(box.evolve(hands=(PlayerHand(cards=(*before, card), bet=box.bet),)))
        if not state.dealer:
            state = _card_to_the_dealer(state, chance, tell)
    hands = tuple((box.seat, hand.cards) for box in state.boxes for hand in box.hands)
    tell.append(Dealt(hands=hands, up=state.dealer[0]))
    return state.evolve(hole=dealt_down(state.shoe, chance)) if state.rules.has_hole_card else state


def peeked(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """The dealer looks under an ace or ten. A natural ends the hand before anybody plays."""
    if not (state.rules.peeks and state.hole and worth(state.dealer[0]) in {ACE, TEN}):
        return state
    if is_natural((worth(state.dealer[0]), worth(state.hole.card))):
        return ended(_turned(state, tell), tell)
    tell.append(Peeked())
    return state


def dealers_hand(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    """The dealer turns the hole card, or draws the second, and goes on only where there is a hand left to beat."""
    state = _turned(state, tell)
    before = state.dealer
    if len(before) == 1:
        state = _card_to_the_dealer(state, chance, tell)
    if any(hand.is_live for box in state.boxes for hand in box.hands):
        while dealer_draws(value_of(state.dealer), state.rules.soft_17):
            state = _card_to_the_dealer(state, chance, tell)
    if drawn := state.dealer[len(before) :]:
        tell.append(DealerDrew(drawn=drawn, cards=state.dealer))
    return ended(state, tell)


def ended(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """All bets are settled: the bank takes what is lost, and pays what is won."""
    result = settled(state)
    tell.append(Ended(result=result))
    ends = {end.seat: end for end in result.boxes}
    boxes = tuple(
        box.evolve(stack=box.stack + box.staked + ends[box.seat].net) if box.seat in ends else box
        for box in state.boxes
    )
    bank = state.bank - sum(end.net for end in result.boxes)
    return state.evolve(stage="over", boxes=boxes, bank=bank, result=result)


def without_bets(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """Nobody has bet, so no card is dealt."""
    tell.append(Ended(result=Result()))
    return state.evolve(stage="over", result=Result())


def _turned(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    if state.hole is None or state.is_turned:
        return state
    cards = (*state.dealer, state.hole.card)
    tell.append(Turned(cards=cards))
    return state.evolve(dealer=cards, shoe=state.shoe.without(state.hole.card), is_turned=True)


def _card_to_the_dealer(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    card, state = card_dealt(state, chance, tell)
    return state.evolve(dealer=(*state.dealer, card))
