"""Twenty-one: closer to twenty-one than the dealer, without going over; the house pays."""

from collections.abc import Hashable

from bot.engine.cards import Seal
from bot.engine.game import DEALER, BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move, find
from bot.engine.rng import Chance
from cogs.twentyone import bets, insurance, playing
from cogs.twentyone.actions import (
    Again,
    Bet,
    Decline,
    Done,
    Double,
    Hit,
    Insure,
    InsurePart,
    Split,
    Stand,
    Surrender,
    TakeBack,
    TwentyOneAction,
)
from cogs.twentyone.dealing import dealers_hand, dealt, peeked, without_bets
from cogs.twentyone.events import Opened, TwentyOneEvent
from cogs.twentyone.options import PRESETS, TwentyOneRules
from cogs.twentyone.refusals import refusal
from cogs.twentyone.shoe import for_a_hand
from cogs.twentyone.state import (
    Box,
    HandView,
    SeatView,
    TwentyOneCarry,
    TwentyOneState,
    TwentyOneView,
)

USUAL_BETS = 20
"""How many of the usual largest bets a bank can pay, and how many of the smallest make one of those."""


class TwentyOne(Game[TwentyOneRules, TwentyOneCarry, TwentyOneState, TwentyOneAction, TwentyOneView]):
    """The game of the casinos, with the options of its house rules."""

    key, title, seats = "twentyone", "Twenty-one", range(1, 8)
    tagline = "Come closer to 21 than the dealer, and don't go over; the house pays."
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
        return f"A natural pays only {rules.natural.told()} here: at most tables it is 3 to 2."

    def start(self, deal: Deal[TwentyOneRules, TwentyOneCarry], chance: Chance) -> Step[TwentyOneState]:
        """The bets are open; the shoe is shuffled if it has to be, so that everybody knows before they bet."""
        before = deal.carry.shoe if deal.carry is not None else None
        shoe = for_a_hand(before, deal.rules, len(deal.players))
        boxes = tuple(Box(seat=player.seat, stack=player.stack) for player in deal.players)
        opened = Opened(is_shuffled=shoe is not before, decks=deal.rules.decks, left=shoe.size, full=shoe.full)
        return Step(TwentyOneState(deal=deal, shoe=shoe, boxes=boxes, bank=deal.bank), (opened,))

    def to_act(self, state: TwentyOneState) -> frozenset[int]:
        match state.stage:
            case "bets":
                return frozenset(bets.asked(state))
            case "insurance":
                return frozenset(insurance.asked(state))
            case "play":
                return frozenset([state.active[0].seat] if state.active else ())
            case "over":
                return frozenset()

    def moves(self, state: TwentyOneState, seat: int) -> tuple[Move, ...]:
        if seat not in state.order:
            return ()
        match state.stage:
            case "bets":
                return bets.moves(state, seat)
            case "insurance":
                return insurance.moves(state, seat)
            case "play":
                return playing.moves(state, seat)
            case "over":
                return ()

    def act(
        self,
        state: TwentyOneState,
        seat: int,
        action: TwentyOneAction,
        chance: Chance,
        *,
        offered: tuple[Move, ...] | None = None,
    ) -> Step[TwentyOneState]:
        """As every game answers; but whoever lacks chips for a double or a split is told how many."""
        known = self.moves(state, seat) if offered is None else offered
        if find(known, action.kind) is None and state.stage == "play" and seat in self.to_act(state):
            lacking = playing.refusal(state, action.kind)
            if lacking is not None:
                raise lacking
        return super().act(state, seat, action, chance, offered=known)

    def play(self, state: TwentyOneState, seat: int, action: TwentyOneAction, chance: Chance) -> Step[TwentyOneState]:
        tell: list[Event] = []
        match action:
            case Bet() | Again() | TakeBack() | Done():
                state = bets.answered(state, seat, action, tell)
            case Insure() | InsurePart() | Decline():
                state = insurance.answered(state, seat, action, tell)
            case Hit() | Stand() | Double() | Split() | Surrender():
                state = playing.answered(state, action, chance, tell)
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
        return f"A bet that is made stays, and the rules stand on every hand for {whom}."

    def asks(self, state: TwentyOneState, seat: int) -> Hashable:
        """A window is one choice for each; of a hand, every card brings another."""
        if state.stage != "play" or state.active is None:
            return state.stage
        box, at = state.active
        return box.seat, at, len(box.hands), len(box.hands[at].cards)

    def refusal(self, state: TwentyOneState, seat: int, action: TwentyOneAction) -> str:
        return refusal(state, seat, action.kind)

    def view(self, state: TwentyOneState, seat: int | None) -> TwentyOneView:
        waiting = self.to_act(state)
        return TwentyOneView(
            rules=state.rules,
            stage=state.stage,
            dealer=state.dealer,
            is_face_down=state.face_down is not None,
            seats=tuple(_seat_view(state, box) for box in state.boxes),
            waiting=tuple(other for other in state.order if other in waiting),
            bank=None if state.deal.endless else state.bank,
            left=state.shoe.size,
            full=state.shoe.full,
            hindered=playing.hindered(state) if state.stage == "play" else None,
            result=state.result,
            own=seat if seat in state.order else None,
        )

    def seals(self, state: TwentyOneState, seat: int | None) -> tuple[Seal, ...]:
        """The hole card, which nobody may know before it is turned."""
        return (Seal.of(DEALER, state.hole, is_open=state.is_turned),) if state.hole is not None else ()

    def outcome(self, state: TwentyOneState) -> Outcome[TwentyOneCarry] | None:
        if state.result is None:
            return None
        bet = {box.seat: box.bet for box in state.boxes if box.bet}
        last = {box.seat: bet.get(box.seat, state.last_bet(box.seat)) for box in state.boxes}
        return Outcome(
            stacks=tuple((box.seat, box.stack) for box in state.boxes),
            carry=TwentyOneCarry(
                shoe=state.shoe, bets=tuple((seat, amount) for seat, amount in last.items() if amount)
            ),
            bank=state.bank,
        )

    def chips(self, state: TwentyOneState) -> int:
        staked = 0 if state.result is not None else sum(box.staked for box in state.boxes)
        return sum(box.stack for box in state.boxes) + staked + state.bank


def _onward(state: TwentyOneState, chance: Chance, tell: list[Event]) -> TwentyOneState:
    """Go on until the hand waits for somebody or is over."""
    if state.stage == "bets":
        if bets.asked(state):
            return state
        if not any(box.bet for box in state.boxes):
            return without_bets(state, tell)
        state = insurance.opened(dealt(state, chance, tell))
    if state.stage == "insurance":
        if insurance.asked(state):
            return state
        state = peeked(state.evolve(stage="play"), tell)
    if state.stage == "play":
        state = playing.onward(state)
        return state if state.active else dealers_hand(state, chance, tell)
    return state


def _seat_view(state: TwentyOneState, box: Box) -> SeatView:
    ends = {end.seat: end.hands for end in state.result.boxes}.get(box.seat, ()) if state.result else ()
    active = state.active if state.stage == "play" else None
    is_asked = state.stage in {"bets", "insurance"}
    return SeatView(
        seat=box.seat,
        stack=box.stack,
        bet=box.bet,
        has_passed=is_asked and box.is_done and not box.insurance,
        insurance=box.insurance,
        hands=tuple(
            HandView(
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
