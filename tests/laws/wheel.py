"""A coin toss with four numbers on a wheel, whose parts can be broken to see which law notices.

Everyone bets on as many as they like until all are done, and may take the bets back; the wheel is pushed twice, and the
number that comes pays three to one.
"""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.banked.limits import Pay
from bot.engine.game import BuyIn, Deal, Event, Outcome, Step
from bot.engine.moves import Action, Move
from bot.engine.rng import Rng
from bot.engine.spec import AnySpec, GameSpec
from bot.engine.words import GameWords, Panel, SeatLine, Voice
from examples.coin_toss import words as coin_toss
from examples.coin_toss.rules import Bet, Bettor, CoinToss, Done, NoCarry, Staked, TossRules, TossState, TossView

NUMBERS = ("one", "two", "three", "four")


class WheelRules(TossRules):
    def pay(self, side: str) -> Pay:
        return Pay(to=3)

    @property
    def sides(self) -> tuple[str, ...]:
        return NUMBERS


class WheelState(TossState):
    deal: Deal[WheelRules, NoCarry]  # pyright: ignore[reportIncompatibleVariableOverride] - states are frozen
    turned: int | None = None
    """How often the wheel was pushed; None while bets are open."""
    is_over: bool = False

    @property
    def staked(self) -> int:
        return sum(bettor.staked for bettor in self.bettors)


class TakeBack(Action):
    kind: Literal["back"] = "back"


class GoOn(Action):
    kind: Literal["on"] = "on"


class WheelView(TossView):
    turned: int | None
    is_over: bool


class Wheel(CoinToss):
    key, title, tagline, hand_word = "wheel", "Wheel", "Four numbers, and one of them comes.", "turn"
    presets: ClassVar[Any] = {"usual": WheelRules()}
    HouseRules, State, View = WheelRules, WheelState, WheelView
    Action = Annotated[Bet | TakeBack | Done | GoOn, Field(discriminator="kind")]

    def to_act(self, state: Any) -> frozenset[int]:
        if state.is_over:
            return frozenset()
        return super().to_act(state) if state.turned is None else frozenset((state.bettors[0].seat,))

    def asks(self, state: Any, seat: int) -> Any:
        return state.turned

    def pause(self, state: Any) -> float | None:
        return None if state.turned is None or state.is_over else 2.0

    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        own = next((one for one in state.bettors if one.seat == seat), None)
        if own is None or state.is_over:
            return ()
        if state.turned is not None:
            return (Move(key="on", label="Go on"),)
        back = (Move(key="back", label="Take back", price=own.staked),) if self.can_take_back(state, own) else ()
        done = () if own.is_done else (Move(key="done", label="Done"),)
        return *self.bets(state, own), *back, *done

    def can_take_back(self, state: Any, own: Bettor) -> bool:
        """Stakes that would be lost may be what pays for the bets of others."""
        without = state.put(own.evolve(bets=()))
        return bool(own.bets) and all(self.room(without, number) >= 0 for number in NUMBERS)

    def refusal(self, state: Any, seat: int, action: Any) -> str:
        own = next((one for one in state.bettors if one.seat == seat), None)
        if own is not None and state.turned is None and not state.is_over:
            if action.kind == "bet" and own.stack >= state.deal.rules.min_bet:
                return "The bank could pay no more bets."
            if action.kind == "back" and own.bets:
                return "The bank needs that for what others have bet."
        return super().refusal(state, seat, action)

    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        own = state.bettor(seat)
        match action:
            case Bet():
                return super().play(state, seat, action, chance)
            case TakeBack():
                back = own.evolve(stack=own.stack + own.staked, bets=())
                return Step(state.put(back), (Staked(seat=seat, side="nothing", amount=0),))
            case Done():
                state = state.put(own.evolve(is_done=True))
                if self.to_act(state):
                    return Step(state)
                return Step(state.evolve(turned=0) if state.staked else state.evolve(is_over=True))
            case _:
                return self.pushed(state, chance)

    def pushed(self, state: Any, chance: Rng) -> Step[Any]:
        if state.turned == 0:
            return Step(state.evolve(turned=1))
        done = self.tossed(state, NUMBERS[chance.below(len(NUMBERS))])
        return Step(done.state.evolve(is_over=True), done.events)

    def on_timeout(self, state: Any, seat: int) -> Any:
        return Done() if state.turned is None else GoOn()

    def view(self, state: Any, seat: int | None) -> Any:
        return WheelView(
            bettors=state.bettors, bank=state.bank, fell=state.fell, turned=state.turned, is_over=state.is_over
        )

    def outcome(self, state: Any) -> Outcome[NoCarry] | None:
        if not state.is_over:
            return None
        stacks = tuple((one.seat, one.stack + one.staked) for one in state.bettors)
        return Outcome(stacks=stacks, carry=NoCarry(), bank=state.bank)

    def buy_in(self, rules: Any) -> BuyIn:
        return rules.buy_in

    def usual_bank(self, rules: Any) -> int:
        return rules.min_bet * 200

    def least_bank(self, rules: Any) -> int:
        return super(CoinToss, self).least_bank(rules)


def panel(view: Any, voice: Voice) -> Panel:
    heading = "Bets are open" if view.turned is None else "The wheel turns"
    return Panel(
        heading="The end" if view.is_over else heading,
        status=(f"The bank has {voice.money(view.bank)}.", f"Pushed {view.turned or 0} times."),
        seats=tuple(_line(voice, one) for one in view.bettors),
        result=("No bets." if view.fell is None else f"It is {view.fell}.") if view.is_over else None,
    )


def _line(voice: Voice, own: Bettor) -> SeatLine:
    bets = [f"{bet.side} {voice.money(bet.amount)}" for bet in own.bets]
    done = ["done"] if own.is_done else []
    return SeatLine(seat=own.seat, text=" · ".join((voice.money(own.stack), *bets, *done)))


WORDS = GameWords(panel=panel, tell=coin_toss.tell, stakes=TossRules.stakes)


def entry(game: Wheel) -> AnySpec:
    return GameSpec(game=game, words=WORDS, rulebook=coin_toss.RULEBOOK.pages, bettors=bettors)


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats with a bet when the wheel turned: a withdrawn one no longer counts."""
    last = {event.seat: event.amount for event in events if isinstance(event, Staked)}
    return frozenset(seat for seat, amount in last.items() if amount)
