"""Playing a hand: hit, stand, double, split, surrender, insurance, the dealer, results."""

from functools import lru_cache

from bot.engine.banked.limits import Pay, bank_means, priced_move
from bot.engine.frozen import made
from bot.engine.game import Event
from bot.engine.moves import Amount, Move, MovePreset
from bot.engine.rng import Rng
from bot.errors import RuleError
from cogs.twentyone.state import (
    ACE,
    BEST,
    TEN,
    Box,
    BoxEnd,
    DealerDrew,
    Dealt,
    Decline,
    Deed,
    Double,
    Ended,
    HandEnd,
    HandPlayed,
    Hindered,
    Hit,
    Insure,
    Insured,
    InsurePart,
    PairSplit,
    Peeked,
    PlayerHand,
    Raising,
    Refilled,
    Result,
    Shoe,
    Split,
    Stand,
    Surrender,
    Turned,
    TwentyOneState,
    Value,
    Verdict,
    can_double,
    dealer_draws,
    dealt_down,
    dealt_up,
    holds_natural,
    is_halved,
    is_pair,
    value_of,
    worth,
)


def bet_room(state: TwentyOneState, seat: int) -> int:
    """Return the largest bet that the bank could pay beside the others', in smallest coins.

    All may win, but only as many with a natural as the shoe has aces and tens for: those whose naturals cost the most.
    """
    pay = state.rules.natural
    bets = [box.bet for box in state.boxes if box.seat != seat and box.bet]
    room = bank_means(state.deal) - sum(bets)
    naturals = state.shoe.naturals
    if not naturals:
        return max(room, 0)
    if not bets:
        return max(min(pay.largest(room), room), 0)
    extras = sorted((pay.winnings(bet) - bet for bet in bets), reverse=True)
    room -= sum(extras[: naturals - 1])
    # either this bet's own natural is among them, or the last of the others'
    ousted = sum(extras[naturals - 1 : naturals])
    return max(min(pay.largest(room), room - ousted), 0)


def room(state: TwentyOneState) -> int:
    """How much more the bank could pay once the cards are dealt, in smallest coins: for a double or a split."""
    return bank_means(state.deal) - sum([_most_lost(state, box) for box in state.boxes])


def _most_lost(state: TwentyOneState, box: Box) -> int:
    """Return the most that the bank may lose to a seat."""
    return sum([_most_of(state, hand) for hand in box.hands]) - box.insurance


def _most_of(state: TwentyOneState, hand: PlayerHand) -> int:
    if hand.is_natural:
        return state.rules.natural.winnings(hand.bet)
    if hand.is_surrendered:
        return hand.bet // 2 - hand.bet
    return -hand.bet if hand.value.total > BEST else hand.bet


PAY = Pay(to=2)
_DECLINE = Move(key="decline", label="No insurance", style="main")
_MOVES_CACHED = 1024
_LEAST = 1
"""Coin."""


def asked(state: TwentyOneState) -> tuple[int, ...]:
    return tuple([box.seat for box in state.boxes if not box.is_done])


def insurance_moves(state: TwentyOneState, seat: int) -> tuple[Move, ...]:
    box = state.box(seat)
    if box.is_done:
        return ()
    most = _most_insured(box)
    return (priced_move("insure", "Insure", most), *_part(most), _DECLINE)


@lru_cache(maxsize=_MOVES_CACHED)
def _part(most: int) -> tuple[Move, ...]:
    """To insure less than all that can be, where there is less."""
    less = most - 1
    if less < _LEAST:
        return ()
    presets = [MovePreset(label="The least", amount=_LEAST)]
    if (half := most // 2) > _LEAST:
        presets.append(made(MovePreset, label="Half of it", amount=half))
    amount = made(
        Amount,
        name="amount",
        label="How much do you insure?",
        low=_LEAST,
        high=less,
        presets=tuple(presets),
        too_low="The least insurance is {low}.",
        too_high="At most {high}. Use “Insure” for the full insurance.",
    )
    return (Move(key="insure_part", label="Insure less", fields=(amount,)),)


def why_not(state: TwentyOneState, seat: int, key: str) -> str:
    """Why a move isn't offered while the hand waits for insurance."""
    box = state.box(seat)
    if key in {"bet", "chip", "again", "take_back", "done"}:
        return "The bets are closed."
    if key not in {"insure", "insure_part", "decline"}:
        return "Insurance comes first. You play your hand when everyone has decided on it."
    if not box.bet:
        return "You have no bet on this hand."
    if not is_halved(box.bet):
        return "Half of your bet is less than a coin, so there's nothing to insure."
    if _most_insured(box) < 1 and not box.insurance:
        return "You have no chips left to insure with."
    if box.is_done:
        return "You've already decided on insurance. Wait for the others."
    return "There's only one coin to insure, so you can't insure less."


def answer_insurance(
    state: TwentyOneState, seat: int, action: Insure | InsurePart | Decline, tell: list[Event]
) -> TwentyOneState:
    """Insure all that can be, so much, or nothing."""
    box = state.box(seat)
    match action:
        case Insure():
            amount = _most_insured(box)
        case InsurePart(amount=amount):
            pass
        case Decline():
            amount = 0
    tell.append(made(Insured, seat=seat, amount=amount))
    return state.with_box(box.evolve(stack=box.stack - amount, insurance=amount, is_done=True))


def _most_insured(box: Box) -> int:
    """Half the bet, in whole coins, as far as the chips go."""
    return min(box.bet // 2, box.stack)


def settled(state: TwentyOneState) -> Result:
    """Every hand against the dealer's, and every insurance."""
    dealer = value_of(state.dealer)
    if not holds_natural(state.dealer):
        ends = [_box_end(state, box, dealer) for box in state.boxes if box.bet]
    else:
        ends = [_taken(state, box) for box in state.boxes if box.bet]
    return made(Result, dealer=state.dealer, boxes=tuple(ends))


def _box_end(state: TwentyOneState, box: Box, dealer: Value) -> BoxEnd:
    ends = tuple([_hand_end(state, hand, dealer) for hand in box.hands])
    return made(BoxEnd, seat=box.seat, hands=ends, insured=box.insurance)


def _hand_end(state: TwentyOneState, hand: PlayerHand, dealer: Value) -> HandEnd:
    """End a hand against a dealer without a natural. Half of an odd bet, and parts of what a natural wins, stay with
    the house.
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
    return made(HandEnd, verdict=verdict, total=hand.value.total, bet=hand.bet, back=back)


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
    """End a seat against a natural of the dealer's: only a natural of its own gets its bet back.

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
        ends.append(made(HandEnd, verdict=verdict, total=hand.value.total, bet=hand.bet, back=back))
    insured = box.insurance
    return made(
        BoxEnd, seat=box.seat, hands=tuple(ends), insured=insured, insurance_back=insured + PAY.winnings(insured)
    )


def card_dealt(state: TwentyOneState, chance: Rng, tell: list[Event]) -> tuple[str, Shoe]:
    """Deal a card off the shoe, and return it and the shoe without it. It must be laid on the table before the next one
    is dealt.
    """
    shoe = state.shoe
    if shoe.size == (state.face_down is not None):
        shoe = shoe.refilled(state.on_the_table)
        tell.append(made(Refilled, count=shoe.size - state.shoe.size, is_new=shoe.filled > state.shoe.filled))
    return dealt_up(shoe, state.face_down, chance)


def dealt(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    """Two rounds of cards, clockwise and the dealer last; the dealer's second one face down, or not yet. A shoe always
    lasts so long.

    Then everybody who has bet is asked, if the dealer shows an ace and there is something to insure with.
    """
    rules, shoe, drawn = state.rules, state.shoe, list[str]()
    seats = [box.seat for box in state.boxes if box.bet]
    for _ in range(2 * len(seats) + 1):
        card, shoe = dealt_up(shoe, None, chance)
        drawn.append(card)
    firsts, (up, *seconds) = drawn[: len(seats)], drawn[len(seats) :]
    hands = dict(zip(seats, zip(firsts, seconds, strict=True), strict=True))
    tell.append(made(Dealt, hands=tuple(hands.items()), up=up))
    may_insure = rules.insurance and worth(up) == ACE
    boxes = tuple(
        [
            box.evolve(
                hands=(made(PlayerHand, cards=hands[box.seat], bet=box.bet),),
                is_done=not (may_insure and _most_insured(box)),
            )
            if box.bet
            else box
            for box in state.boxes
        ]
    )
    hole = dealt_down(shoe, chance) if rules.has_hole_card else None
    return state.evolve(stage="insurance", shoe=shoe, boxes=boxes, dealer=(up,), hole=hole)


def peeked(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """Peek under an ace or ten. A natural ends the hand before anyone plays."""
    up = state.dealer[0]
    if not (state.rules.peeks and state.hole and worth(up) in {ACE, TEN}):
        return state
    if holds_natural((up, state.hole.card)):
        return ended(_turned(state, tell), tell)
    tell.append(made(Peeked))
    return state


def dealers_hand(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    """Turn the hole card, or draw the second, and go on only where there is a hand left to beat."""
    state = _turned(state, tell)
    before = state.dealer
    if len(before) == 1:
        state = _card_to_the_dealer(state, chance, tell)
    if any(hand.is_live for box in state.boxes for hand in box.hands):
        while dealer_draws(value_of(state.dealer), state.rules.soft_17):
            state = _card_to_the_dealer(state, chance, tell)
    if drawn := state.dealer[len(before) :]:
        tell.append(made(DealerDrew, drawn=drawn, cards=state.dealer))
    return ended(state, tell)


def ended(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """All bets are settled: the bank takes what is lost, and pays what is won."""
    result = settled(state)
    tell.append(made(Ended, result=result))
    nets = {end.seat: end.net for end in result.boxes}
    boxes = tuple(
        [box.evolve(stack=box.stack + box.staked + nets[box.seat]) if box.seat in nets else box for box in state.boxes]
    )
    return state.evolve(stage="over", boxes=boxes, bank=state.bank - sum(nets.values()), result=result)


def without_bets(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """Nobody has bet, so no card is dealt."""
    tell.append(made(Ended, result=Result()))
    return state.evolve(stage="over", result=Result())


def _turned(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    if state.hole is None or state.is_turned:
        return state
    cards = (*state.dealer, state.hole.card)
    tell.append(made(Turned, cards=cards))
    return state.evolve(dealer=cards, shoe=state.shoe.without(state.hole.card), is_turned=True)


def _card_to_the_dealer(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    card, shoe = card_dealt(state, chance, tell)
    return state.evolve(dealer=(*state.dealer, card), shoe=shoe)


_HIT = Move(key="hit", label="Hit")
_STAND = Move(key="stand", label="Stand")
_HIT_FIRST, _STAND_FIRST = _HIT.evolve(style="main"), _STAND.evolve(style="main")
_STANDS_AT = 17
"""The total from which standing is the next click, as it is for the dealer."""
_SURRENDER = Move(key="surrender", label="Surrender", style="danger", confirm="Surrender this hand for half your bet?")
_DOUBLED = {"9_to_11": "9, 10 or 11", "10_11": "10 or 11"}


def moves(state: TwentyOneState, seat: int) -> tuple[Move, ...]:
    """List what the seat may do with the hand in play, if it is its own."""
    active = state.active
    if active is None or active[0].seat != seat:
        return ()
    box, at = active
    hand = box.hands[at]
    if _is_shut(state, hand):
        offered = [_STAND_FIRST]
    elif hand.value.total >= _STANDS_AT:
        offered = [_STAND_FIRST, _HIT]
    else:
        offered = [_HIT_FIRST, _STAND]
    if len(hand.cards) == 2:
        offered += _moves_on_two_cards(state, box, at)
    return tuple(offered)


def _moves_on_two_cards(state: TwentyOneState, box: Box, at: int) -> list[Move]:
    bet, offered = box.hands[at].bet, list[Move]()
    if _no_double(state, box, at) is None and _is_payable(state, box, bet):
        offered.append(priced_move("double", "Double to", 2 * bet))
    if _may_split(state, box, at):
        offered.append(priced_move("split", "Split for", bet))
    if _no_surrender(state, box, at) is None:
        offered.append(_SURRENDER)
    return offered


def onward(state: TwentyOneState) -> TwentyOneState:
    """Return the state at the next hand that has something to decide, or at none."""
    while (active := state.active) is not None and _is_decided(state, *active):
        box, at = active
        state = state.with_box(box.with_hand(at, box.hands[at].evolve(is_done=True)))
    return state


def _is_decided(state: TwentyOneState, box: Box, at: int) -> bool:
    """Whether there is nothing to choose: 21 or over, or an ace of a split that has its card and can't be split."""
    hand = box.hands[at]
    return hand.value.total >= BEST or (_is_shut(state, hand) and not _may_split(state, box, at))


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
            why = _no_surrender(state, *active)
            return RuleError(why) if why else None
        case _:
            return RuleError("Split aces get one card each.") if key == "hit" else None


def _why_not_double(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    why = _no_double(state, box, at)
    return (
        RuleError(why)
        if why
        else _unpaid(state, box, at, "You need {more} more to double.", "The bank has too little for a doubled bet.")
    )


def _why_not_split(state: TwentyOneState, box: Box, at: int) -> RuleError | None:
    why = _no_split(state, box, at)
    return (
        RuleError(why)
        if why
        else _unpaid(
            state, box, at, "You need {more} more to split.", "The bank has too little for a bet on another hand."
        )
    )


def _may_split(state: TwentyOneState, box: Box, at: int) -> bool:
    return _no_split(state, box, at) is None and _is_payable(state, box, box.hands[at].bet)


def _is_payable(state: TwentyOneState, box: Box, bet: int) -> bool:
    """Return whether there can be so much more on a hand: its player has the chips, and the bank could pay it."""
    return bet <= box.stack and bet <= room(state)


def _unpaid(state: TwentyOneState, box: Box, at: int, purse: str, bank: str) -> RuleError | None:
    """Why there can't be as much again on a hand: the sentence about the wallet, of `{more}`, or about the bank."""
    bet = box.hands[at].bet
    if box.stack < bet:
        return RuleError(purse, more=bet - box.stack)
    return RuleError(bank) if room(state) < bet else None


def hindered(state: TwentyOneState) -> Hindered | None:
    """Return what the table would allow for the hand in play, if there were chips enough for it."""
    if state.active is None:
        return None
    box, at = state.active
    deeds: list[Raising] = []
    if _no_double(state, box, at) is None:
        deeds.append("double")
    if _no_split(state, box, at) is None:
        deeds.append("split")
    bet = box.hands[at].bet
    if not deeds or _is_payable(state, box, bet):
        return None
    return Hindered(seat=box.seat, deeds=tuple(deeds), more=max(bet - box.stack, 0))


def _no_double(state: TwentyOneState, box: Box, at: int) -> str | None:
    """Why the rules of the table don't let the hand be doubled."""
    hand, rules = box.hands[at], state.rules
    if rules.double == "off":
        return "There is no doubling at this table."
    if len(hand.cards) != 2:
        return "You can double only on two cards."
    if _is_shut(state, hand):
        return "Split aces get one card each."
    if hand.is_split and not rules.double_after_split:
        return "You can't double after a split at this table."
    if not can_double(hand.value, rules.double):
        return f"You can double only on {_DOUBLED[rules.double]} at this table."
    return None


def _no_split(state: TwentyOneState, box: Box, at: int) -> str | None:
    """Why the rules of the table don't let the hand be split."""
    hand, rules = box.hands[at], state.rules
    if rules.split_hands == 1:
        return "Pairs aren't split at this table."
    if len(hand.cards) != 2:
        return "You can split only two cards."
    if not is_pair(hand.cards, rules.split_tens):
        return _no_pair(hand)
    if len(box.hands) >= rules.split_hands:
        return f"You have {len(box.hands)} hands, the most at this table."
    if hand.is_split and worth(hand.cards[0]) == ACE and not rules.resplit_aces:
        return "Aces are split only once at this table."
    return None


def _no_pair(hand: PlayerHand) -> str:
    if {worth(card) for card in hand.cards} == {TEN}:
        return "At this table, two cards that count 10 are a pair only if they have the same rank, like two kings."
    return "You can split only a pair: two cards that count the same."


def _no_surrender(state: TwentyOneState, box: Box, at: int) -> str | None:
    hand = box.hands[at]
    if state.rules.surrender == "off":
        return "There is no surrender at this table."
    if hand.is_split:
        return "You can't surrender after a split."
    if len(hand.cards) != 2:
        return "You can surrender only your first two cards."
    return None if is_halved(hand.bet) else "Half of your bet is less than a coin, so you can't surrender."


def answered(
    state: TwentyOneState, action: Hit | Stand | Double | Split | Surrender, chance: Rng, tell: list[Event]
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


def _hit(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    """One more card."""
    box, at = _playing(state)
    card, shoe = card_dealt(state, chance, tell)
    return _played(state, "hit", box, at, _with_card(box.hands[at], card), tell, shoe)


def _stood(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    box, at = _playing(state)
    return _played(state, "stand", box, at, box.hands[at].evolve(is_done=True), tell)


def _doubled(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    """As much again for one card, and no more."""
    box, at = _playing(state)
    hand = box.hands[at]
    card, shoe = card_dealt(state, chance, tell)
    box = box.evolve(stack=box.stack - hand.bet)
    hand = _with_card(hand, card).evolve(bet=2 * hand.bet, is_doubled=True, is_done=True)
    return _played(state, "double", box, at, hand, tell, shoe)


def _surrendered(state: TwentyOneState, tell: list[Event]) -> TwentyOneState:
    """Half the bet comes back in the end, unless the dealer turns out to have a natural."""
    box, at = _playing(state)
    return _played(state, "surrender", box, at, box.hands[at].evolve(is_surrendered=True, is_done=True), tell)


def _split(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    """Two hands of a pair, each with a card drawn to it, and as much again on the second."""
    box, at = _playing(state)
    hand = box.hands[at]
    halves = tuple(made(PlayerHand, cards=(card,), bet=hand.bet, is_split=True) for card in hand.cards)
    state = state.with_box(box.evolve(stack=box.stack - hand.bet).with_hand(at, *halves))
    for place in (at, at + 1):
        card, shoe = card_dealt(state, chance, tell)
        box = state.box(box.seat)
        state = state.with_box(box.with_hand(place, _with_card(box.hands[place], card)), shoe)
    hands = state.box(box.seat).hands
    both = (hands[at].cards, hands[at + 1].cards)
    tell.append(made(PairSplit, seat=box.seat, at=at, of=len(hands), bet=hand.bet, hands=both))
    return state


def _playing(state: TwentyOneState) -> tuple[Box, int]:
    if state.active is None:
        raise AssertionError("a move is offered only while a hand is played")
    return state.active


def _played(
    state: TwentyOneState,
    what: Deed,
    box: Box,
    at: int,
    hand: PlayerHand,
    tell: list[Event],
    shoe: Shoe | None = None,
) -> TwentyOneState:
    card = hand.cards[-1] if what in {"hit", "double"} else None
    tell.append(
        made(HandPlayed, what=what, seat=box.seat, at=at, of=len(box.hands), bet=hand.bet, cards=hand.cards, card=card)
    )
    return state.with_box(box.with_hand(at, hand), shoe)


def _with_card(hand: PlayerHand, card: str) -> PlayerHand:
    return hand.evolve(cards=(*hand.cards, card))
