"""Twenty-one: closer to twenty-one than the dealer, without going over; the house pays."""

from collections.abc import Hashable
from functools import lru_cache

from bot.engine.banked.limits import Chip, bet_window, chip_refusal, one_click_bets
from bot.engine.cards import Seal
from bot.engine.frozen import made
from bot.engine.game import DEALER, BetWindow, BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Amount, Move, MovePreset, Style, find
from bot.engine.rng import Rng
from cogs.twentyone import play
from cogs.twentyone.play import bet_room, dealers_hand, dealt, peeked, without_bets
from cogs.twentyone.state import (
    ACE,
    PRESETS,
    Again,
    Bet,
    BetMade,
    Box,
    Decline,
    Done,
    Double,
    HandView,
    Hit,
    Insure,
    InsurePart,
    Opened,
    SatOut,
    SeatView,
    Split,
    Stand,
    Surrender,
    TakeBack,
    TakenBack,
    TwentyOneAction,
    TwentyOneCarry,
    TwentyOneEvent,
    TwentyOneRules,
    TwentyOneState,
    TwentyOneView,
    for_a_hand,
    worth,
)

_TAKE_BACK = Move(key="take_back", label="Remove bet")
_DONE = Move(key="done", label="No bet")


def asked(state: TwentyOneState) -> tuple[int, ...]:
    """Who has neither bet nor said that there will be none."""
    return tuple([box.seat for box in state.boxes if not (box.bet or box.is_done)])


def moves(state: TwentyOneState, seat: int) -> tuple[Move, ...]:
    """List what a seat may do while the bets are open. A seat that has bet may still change its bet."""
    box, room = state.box(seat), bet_room(state, seat)
    again = 0 if _why_not_again(state, box, room) else state.last_bet(seat)
    takes_chip = _why_no_chip(state, box, room) is None
    style: Style = "plain" if box.bet else "main"
    offered = [*one_click_bets(state.rules, "Bet", again=again, takes_chip=takes_chip, style=style)]
    if room >= state.rules.min_bet:
        offered.append(_bet_move(state.rules.min_bet, state.rules.largest, box.stack + box.bet, room))
    if box.bet:
        offered.append(_TAKE_BACK)
    elif not box.is_done:
        offered.append(_DONE)
    return tuple(offered)


@lru_cache(maxsize=1024)
def _bet_move(low: int, largest: int, own: int, room: int) -> Move:
    """Build the move that bets within the limits of the table, the chips (`own`) and the bank (`room`)."""
    high = min(largest, own, room)
    if high == largest:
        too_high = "The largest bet at this table is {high}."
    elif high == own:
        too_high = "You have only {high}."
    else:
        too_high = "The bank can take at most {high} on that."
    presets = [MovePreset(label="The least", amount=low)]
    if high > low:
        presets.append(made(MovePreset, label="All in" if high == own else "The most", amount=high))
    amount = made(
        Amount,
        name="amount",
        label="How much do you bet?",
        low=low,
        high=high,
        presets=tuple(presets),
        too_low="The smallest bet is {low}.",
        too_high=too_high,
    )
    return made(Move, key="bet", label="Bet", fields=(amount,))


def _why_not_again(state: TwentyOneState, box: Box, room: int) -> str | None:
    """Explain why the bet of the hand before can't be repeated, in a sentence."""
    again, rules = state.last_bet(box.seat), state.rules
    if not again:
        return "You have no earlier bet here to repeat."
    if again == box.bet:
        return "You've already bet that."
    if not rules.min_bet <= again <= rules.largest:
        return "Your last bet is no longer within this table's limits."
    if again > box.stack + box.bet:
        return "You have too few chips to repeat your last bet."
    return "The bank has too little for that bet now." if again > room else None


def _why_no_chip(state: TwentyOneState, box: Box, room: int) -> str | None:
    """Explain why the usual amount can't be bet, in a sentence."""
    rules = state.rules
    if rules.chip == box.bet:
        return "You've already bet that."
    return chip_refusal(rules, stack=box.stack + box.bet, most=rules.largest, is_payable=rules.chip <= room)


def why_not(state: TwentyOneState, seat: int, key: str) -> str:
    """Why a move isn't offered while the bets are open."""
    box = state.box(seat)
    match key:
        case "bet":
            return "The bank has too little for even the smallest bet."
        case "chip":
            return _why_no_chip(state, box, bet_room(state, seat)) or "That can't be done now."
        case "again":
            return _why_not_again(state, box, bet_room(state, seat)) or "That can't be done now."
        case "take_back":
            return "You have no bet to remove."
        case "done":
            return (
                "You've bet. Press “Remove bet” to sit this hand out."
                if box.bet
                else "You're already sitting this hand out."
            )
        case _:
            return "The bets are still open. The cards are dealt when everyone has decided."


def answered(
    state: TwentyOneState, seat: int, action: Bet | Chip | Again | TakeBack | Done, tell: list[Event]
) -> TwentyOneState:
    match action:
        case Bet(amount=amount):
            return _bet(state, seat, amount, tell)
        case Chip():
            return _bet(state, seat, state.rules.chip, tell)
        case Again():
            return _bet(state, seat, state.last_bet(seat), tell)
        case TakeBack():
            return _taken_back(state, seat, tell)
        case Done():
            tell.append(made(SatOut, seat=seat))
            return state.with_box(state.box(seat).evolve(is_done=True))


def _bet(state: TwentyOneState, seat: int, amount: int, tell: list[Event]) -> TwentyOneState:
    """So much in place of what was bet before."""
    box = state.box(seat)
    tell.append(made(BetMade, seat=seat, amount=amount, before=box.bet))
    return state.with_box(box.evolve(stack=box.stack + box.bet - amount, bet=amount, is_done=False))


def _taken_back(state: TwentyOneState, seat: int, tell: list[Event]) -> TwentyOneState:
    """Remove the seat's bet, and wait for the seat again."""
    box = state.box(seat)
    tell.append(made(TakenBack, seat=seat, amount=box.bet))
    return state.with_box(box.evolve(stack=box.stack + box.bet, bet=0))


_BETTING = {"bet", "chip", "again", "take_back", "done"}
_INSURING = {"insure", "insure_part", "decline"}


def refusal(state: TwentyOneState, seat: int, key: str) -> str:
    """Return the refusal for a seat that tries the move of that key."""
    if seat not in state.order:
        return "You aren't in this hand."
    match state.stage:
        case "over":
            return "The hand is over."
        case "bets":
            return why_not(state, seat, key)
        case "insurance":
            return play.why_not(state, seat, key)
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
        return (
            "You've finished this hand. Wait for the others."
            if is_played
            else "It isn't your turn. Wait for the other hands."
        )
    why = play.refusal(state, key)
    if why is None:
        return "That can't be done now."
    return "You have too few chips left for that." if why.amounts else why.template


def _too_late_to_insure(state: TwentyOneState) -> str:
    if not state.rules.insurance:
        return "There is no insurance at this table."
    if worth(state.dealer[0]) != ACE:
        return "You can insure only when the dealer shows an ace."
    return "The time for insurance is over."


USUAL_BETS = 20
"""How many of the usual largest bets a bank can pay, and how many of the smallest make one of those."""


class TwentyOne(Game[TwentyOneRules, TwentyOneCarry, TwentyOneState, TwentyOneAction, TwentyOneView]):
    """The game of the casinos, with the options of its house rules."""

    key, title, seats = "twentyone", "Twenty-one (Blackjack)", range(1, 8)
    tagline = "Blackjack: come closer to 21 than the dealer without going bust. The house pays."
    presets = PRESETS
    is_banked = True

    HouseRules, Carry, State = TwentyOneRules, TwentyOneCarry, TwentyOneState
    Action, Event, View = TwentyOneAction, TwentyOneEvent, TwentyOneView

    def buy_in(self, rules: TwentyOneRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: TwentyOneRules) -> int:
        return rules.min_bet

    def usual_bank(self, rules: TwentyOneRules) -> int:
        return rules.natural.winnings(rules.max_bet or rules.min_bet * USUAL_BETS) * USUAL_BETS

    def least_bank(self, rules: TwentyOneRules) -> int:
        return rules.natural.winnings(rules.min_bet)

    def rules_note(self, rules: TwentyOneRules) -> str | None:
        if rules.natural_pays == "3:2":
            return None
        return f"A natural pays only {rules.natural.told()} here. At most tables it's 3 to 2."

    def start(self, deal: Deal[TwentyOneRules, TwentyOneCarry], chance: Rng) -> Step[TwentyOneState]:
        """Open the bets. The shoe is shuffled if it has to be, so that everyone knows before they bet."""
        before = deal.carry.shoe if deal.carry is not None else None
        shoe = for_a_hand(before, deal.rules, len(deal.players))
        boxes = tuple([made(Box, seat=player.seat, stack=player.stack) for player in deal.players])
        opened = made(Opened, is_shuffled=shoe is not before, decks=deal.rules.decks, left=shoe.size, full=shoe.full)
        return Step(made(TwentyOneState, deal=deal, shoe=shoe, boxes=boxes, bank=deal.bank), (opened,))

    def to_act(self, state: TwentyOneState) -> frozenset[int]:
        match state.stage:
            case "bets":
                return frozenset(asked(state))
            case "insurance":
                return frozenset(play.asked(state))
            case "play":
                active = state.active
                return frozenset([active[0].seat] if active else ())
            case "over":
                return frozenset()

    def window(self, state: TwentyOneState) -> BetWindow | None:
        if state.stage != "bets":
            return None
        bettors = (box.seat for box in state.boxes if box.bet)
        done = (box.seat for box in state.boxes if box.is_done)
        return bet_window(state.rules, bettors, done, asked(state))

    def moves(self, state: TwentyOneState, seat: int) -> tuple[Move, ...]:
        if seat not in state.order:
            return ()
        match state.stage:
            case "bets":
                return moves(state, seat)
            case "insurance":
                return play.insurance_moves(state, seat)
            case "play":
                return play.moves(state, seat)
            case "over":
                return ()

    def act(
        self,
        state: TwentyOneState,
        seat: int,
        action: TwentyOneAction,
        chance: Rng,
        *,
        offered: tuple[Move, ...] | None = None,
    ) -> Step[TwentyOneState]:
        """As every game answers; but whoever lacks chips for a double or a split is told how many."""
        known = self.moves(state, seat) if offered is None else offered
        if find(known, action.kind) is None and state.stage == "play" and seat in self.to_act(state):
            lacking = play.refusal(state, action.kind)
            if lacking is not None:
                raise lacking
        return super().act(state, seat, action, chance, offered=known)

    def play(self, state: TwentyOneState, seat: int, action: TwentyOneAction, chance: Rng) -> Step[TwentyOneState]:
        tell: list[Event] = []
        match action:
            case Bet() | Chip() | Again() | TakeBack() | Done():
                state = answered(state, seat, action, tell)
            case Insure() | InsurePart() | Decline():
                state = play.answer_insurance(state, seat, action, tell)
            case Hit() | Stand() | Double() | Split() | Surrender():
                state = play.answered(state, action, chance, tell)
        return Step(_onward(state, chance, tell), tuple(tell))

    def on_timeout(self, state: TwentyOneState, seat: int) -> TwentyOneAction:
        """No bet, no insurance, and no more cards."""
        match state.stage:
            case "bets":
                return Done()
            case "insurance":
                return Decline()
            case _:
                return Stand()

    def leaving_note(self, rules: TwentyOneRules, whom: str) -> str:
        return f"Bets that are made stay, and the bot stands on every hand for {whom}."

    def asks(self, state: TwentyOneState, seat: int) -> Hashable:
        """Return the key of the choice: a window is one for each; of a hand, every card brings another."""
        if state.stage != "play" or state.active is None:
            return state.stage
        box, at = state.active
        return box.seat, at, len(box.hands), len(box.hands[at].cards)

    def refusal(self, state: TwentyOneState, seat: int, action: TwentyOneAction) -> str:
        return refusal(state, seat, action.kind)

    def view(self, state: TwentyOneState, seat: int | None) -> TwentyOneView:
        waiting = self.to_act(state)
        return made(
            TwentyOneView,
            rules=state.rules,
            stage=state.stage,
            dealer=state.dealer,
            is_face_down=state.face_down is not None,
            seats=tuple([_seat_view(state, box) for box in state.boxes]),
            waiting=tuple([other for other in state.order if other in waiting]),
            bank=None if state.deal.endless else state.bank,
            left=state.shoe.size,
            full=state.shoe.full,
            hindered=play.hindered(state) if state.stage == "play" else None,
            result=state.result,
            own=seat if seat in state.order else None,
        )

    def seals(self, state: TwentyOneState, seat: int | None) -> tuple[Seal, ...]:
        """Return the hole card's seal: nobody may know it before it is turned."""
        return (Seal.of(DEALER, state.hole, is_open=state.is_turned),) if state.hole is not None else ()

    def outcome(self, state: TwentyOneState) -> Outcome[TwentyOneCarry] | None:
        if state.result is None:
            return None
        bets = [(box.seat, box.bet or state.last_bet(box.seat)) for box in state.boxes]
        return made(
            Outcome,
            stacks=tuple([(box.seat, box.stack) for box in state.boxes]),
            carry=made(TwentyOneCarry, shoe=state.shoe, bets=tuple([bet for bet in bets if bet[1]])),
            bank=state.bank,
        )

    def chips(self, state: TwentyOneState) -> int:
        staked = 0 if state.result is not None else sum(box.staked for box in state.boxes)
        return sum(box.stack for box in state.boxes) + staked + state.bank


def _onward(state: TwentyOneState, chance: Rng, tell: list[Event]) -> TwentyOneState:
    """Go on until the hand waits for somebody or is over."""
    if state.stage == "bets":
        if asked(state):
            return state
        if not any(box.bet for box in state.boxes):
            return without_bets(state, tell)
        state = dealt(state, chance, tell)
    if state.stage == "insurance":
        if play.asked(state):
            return state
        state = peeked(state.evolve(stage="play"), tell)
    if state.stage == "play":
        state = play.onward(state)
        return state if state.active else dealers_hand(state, chance, tell)
    return state


def _seat_view(state: TwentyOneState, box: Box) -> SeatView:
    ends = {end.seat: end.hands for end in state.result.boxes}.get(box.seat, ()) if state.result else ()
    active = state.active if state.stage == "play" else None
    is_asked = state.stage in {"bets", "insurance"}
    return made(
        SeatView,
        seat=box.seat,
        stack=box.stack,
        bet=box.bet,
        has_passed=is_asked and box.is_done and not box.insurance,
        insurance=box.insurance,
        hands=tuple(
            made(
                HandView,
                cards=hand.cards,
                bet=hand.bet,
                is_split=hand.is_split,
                is_doubled=hand.is_doubled,
                is_surrendered=hand.is_surrendered,
                is_active=active is not None and (active[0].seat, active[1]) == (box.seat, at),
                end=ends[at] if ends else None,
            )
            for at, hand in enumerate(box.hands)
        ),
    )


GAME: Game[TwentyOneRules, TwentyOneCarry, TwentyOneState, TwentyOneAction, TwentyOneView] = TwentyOne()
