"""Playing a hand: hit, stand, double, split, surrender. Clockwise, and each player's hands one after the other."""

from bot.engine.game import Event
from bot.engine.moves import Move
from bot.engine.rng import Chance
from bot.errors import RuleError
from cogs.twentyone.actions import Double, Hit, Split, Stand, Surrender
from cogs.twentyone.cover import room
from cogs.twentyone.dealing import card_dealt
from cogs.twentyone.events import Deed, HandPlayed, PairSplit
from cogs.twentyone.state import Box, Hindered, PlayerHand, Raising, TwentyOneState
from cogs.twentyone.values import ACE, BEST, TEN, can_double, is_halved, is_pair, worth

_HIT = Move(key="hit", label="Hit", style="main")
_STAND = Move(key="stand", label="Stand")
_SURRENDER = Move(key="surrender", label="Surrender", style="danger", confirm="Give this hand up for half the bet?")
_DOUBLED = {"9_to_11": "9, 10 and 11", "10_11": "10 and 11"}


def moves(state: TwentyOneState, seat: int) -> tuple[Move, ...]:
    """What the seat may do with the hand that is played, if it is its own."""
    active = state.active
    if active is None or active[0].seat != seat:
        return ()
    box, at = active
    hand = box.hands[at]
    offered = [_STAND] if _is_shut(state, hand) else [_HIT, _STAND]
    if _why_not_double(state, box, at) is None:
        offered.append(Move(key="double", label="Double", price=hand.bet))
    if _why_not_split(state, box, at) is None:
        offered.append(Move(key="split", label="Split", price=hand.bet))
    if _why_not_surrender(state, box, at) is None:
        offered.append(_SURRENDER)
    return tuple(offered)


def onward(state: TwentyOneState) -> TwentyOneState:
    """The state at the next hand that has something to decide, or at none."""
    while (active := state.active) is not None and _is_decided(state, *active):
        box, at = active
        state = state.with_box(box.with_hand(at, box.hands[at].evolve(is_done=True)))
    return state


def _is_decided(state: TwentyOneState, box: Box, at: int) -> bool:
    """Whether there is nothing to choose: 21 or over, or an ace of a split that has its card and can't be split."""
    hand = box.hands[at]
    return hand.value.total >= BEST or (_is_shut(state, hand) and _why_not_split(state, box, at) is not None)


def _is_shut(state: TwentyOneState, hand: PlayerHand) -> bool:
    """Whether it comes of aces that get one card each."""
    return hand.is_split and worth(hand.cards[0]) == ACE and not state.rules.hit_split_aces


def refusal(state: TwentyOneState, key: str) -> RuleError | None:
    """Why whoever plays now can't do that with their hand; None where nothing stands against it."""
    active = state.active
    if active is None:
        return None
    match key:
        case "double":
            return _why_not_double(state, *active)
        case "split":
            return _why_not_split(state, *active)
        case "surrender":
            return _why_not_surrender(state, *active)
        case _:
            return RuleError("Split aces get one card each.") if key == "hit" else None


def _why_not_double(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    return _no_double(state, box, at) or _unpaid(
        state, box, at, "You need {more} more to double.", "The bank couldn't pay the doubled bet."
    )


def _why_not_split(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    return _no_split(state, box, at) or _unpaid(
        state, box, at, "You need {more} more to split.", "The bank couldn't pay the bet on another hand."
    )


def _unpaid(state: TwentyOneState, box: Box, at: int, purse: str, bank: str) -> RuleError | None:
    """Why there can't be as much again on a hand: the sentence about the purse, of `{more}`, or about the bank."""
    bet = box.hands[at].bet
    if box.stack < bet:
        return RuleError(purse, more=bet - box.stack)
    return RuleError(bank) if room(state) < bet else None


def hindered(state: TwentyOneState) -> Hindered | None:
    """What the table would let be done with the hand that is played, if there were chips enough for it."""
    if state.active is None:
        return None
    box, at = state.active
    deeds: list[Raising] = []
    if _no_double(state, box, at) is None:
        deeds.append("double")
    if _no_split(state, box, at) is None:
        deeds.append("split")
    bet = box.hands[at].bet
    if not deeds or bet <= min(box.stack, room(state)):
        return None
    return Hindered(seat=box.seat, deeds=tuple(deeds), more=max(bet - box.stack, 0))


def _no_double(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    """Why the rules of the table don't let the hand be doubled."""
    hand, rules = box.hands[at], state.rules
    if rules.double == "off":
        return RuleError("There is no doubling at this table.")
    if len(hand.cards) != 2:
        return RuleError("Only a hand of two cards can be doubled.")
    if _is_shut(state, hand):
        return RuleError("Split aces get one card each.")
    if hand.is_split and not rules.double_after_split:
        return RuleError("A hand that comes of a split can't be doubled at this table.")
    if not can_double(hand.value, rules.double):
        return RuleError(f"Only {_DOUBLED[rules.double]} can be doubled at this table.")
    return None


def _no_split(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    """Why the rules of the table don't let the hand be split."""
    hand, rules = box.hands[at], state.rules
    if rules.split_hands == 1:
        return RuleError("Pairs aren't split at this table.")
    if len(hand.cards) != 2:
        return RuleError("Only a hand of two cards can be split.")
    if not is_pair(hand.cards, rules.split_tens):
        return RuleError(_no_pair(hand))
    if len(box.hands) >= rules.split_hands:
        return RuleError(f"You have {len(box.hands)} hands, and more isn't done at this table.")
    if hand.is_split and worth(hand.cards[0]) == ACE and not rules.resplit_aces:
        return RuleError("Aces are split only once at this table.")
    return None


def _no_pair(hand: PlayerHand) -> str:
    if {worth(card) for card in hand.cards} == {TEN}:
        return "At this table tens are a pair only if they are alike, as two kings are."
    return "Only a pair can be split: two cards that count the same."


def _why_not_surrender(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    hand = box.hands[at]
    if state.rules.surrender == "off":
        return RuleError("There is no surrender at this table.")
    if hand.is_split:
        return RuleError("A hand that comes of a split can't be given up.")
    if len(hand.cards) != 2:
        return RuleError("Only the first two cards can be given up.")
    return None if is_halved(hand.bet) else RuleError("Half of that bet is less than a coin.")


def answered(
    state: TwentyOneState, action: Hit | Stand | Double | Split | Surrender, chance: Chance, tell: list[Event]
) -> TwentyOneState:
    """Do that with the hand that is played."""
    match action:
        case Hit():
            return _hit(state, chance, tell)
        case Stand():
            return _stood(state, tell)
        case Double():
            return _doubled(state, chance, tell)
        case Split():
            return _split(state, chance, tell)
        case Surrender():
            return _surrendered(state, tell)


def _hit(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    """One more card."""
    box, at = _playing(state)
    card, state = card_dealt(state, chance, tell)
    return _played(state, "hit", box, at, _with_card(box.hands[at], card), tell)


def _stood(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    box, at = _playing(state)
    return _played(state, "stand", box, at, box.hands[at].evolve(is_done=True), tell)


def _doubled(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    """As much again for one card, and no more."""
    box, at = _playing(state)
    hand = box.hands[at]
    card, state = card_dealt(state, chance, tell)
    box = box.evolve(stack=box.stack - hand.bet)
    hand = _with_card(hand, card).evolve(bet=2 * hand.bet, is_doubled=True, is_done=True)
    return _played(state, "double", box, at, hand, tell)


def _surrendered(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """Half the bet comes back in the end, unless the dealer turns out to have a natural."""
    box, at = _playing(state)
    return _played(state, "surrender", box, at, box.hands[at].evolve(is_surrendered=True, is_done=True), tell)


def _split(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    """Two hands of a pair, each with a card drawn to it, and as much again on the second."""
    box, at = _playing(state)
    hand = box.hands[at]
    halves = tuple(PlayerHand(cards=(card,), bet=hand.bet, is_split=True) for card in hand.cards)
    state = state.with_box(box.evolve(stack=box.stack - hand.bet).with_hand(at, *halves))
    for place in (at, at + 1):
        card, state = card_dealt(state, chance, tell)
        box = state.box(box.seat)
        state = state.with_box(box.with_hand(place, _with_card(box.hands[place], card)))
    hands = state.box(box.seat).hands
    both = (hands[at].cards, hands[at + 1].cards)
    tell.append(PairSplit(seat=box.seat, at=at, of=len(hands), bet=hand.bet, hands=both))
    return state


def _playing(state: TwentyOneState) -> tuple[Box, int]:
    if state.active is None:
        raise AssertionError("a move is offered only while a hand is played")
    return state.active


def _played(
    state: TwentyOneState, what: Deed, box: Box, at: int, hand: PlayerHand, tell: list[Event]
) -> TwentyOneState:
    card = hand.cards[-1] if what in {"hit", "double"} else None
    tell.append(
        HandPlayed(what=what, seat=box.seat, at=at, of=len(box.hands), bet=hand.bet, cards=hand.cards, card=card)
    )
    return state.with_box(box.with_hand(at, hand))


def _with_card(hand: PlayerHand, card: str) -> PlayerHand:
    return hand.evolve(cards=(*hand.cards, card))
