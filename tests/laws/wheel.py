"""A small banked game, sound by itself, whose parts can be broken to see which law notices.

A wheel with four numbers: everybody bets on as many as they like until they are done, it is turned in two steps, and
the number that comes pays three to one.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.banked.limits import BankedRules, Pay, bank_means
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Amount, Cap, Choice, Move, Pick
from bot.engine.rng import Rng
from bot.engine.spec import AnySpec, GameSpec
from bot.engine.words import GameWords, Page, Panel, SeatLine, Voice

NUMBERS = ("one", "two", "three", "four")
PAY = Pay(to=3)


class WheelRules(BankedRules):
    pass


class NoCarry(Carry):
    pass


class Bettor(Frozen):
    seat: int
    stack: int
    stakes: tuple[int, ...] = (0, 0, 0, 0)
    """What lies on each number."""
    is_done: bool = False


class WheelState(Frozen):
    deal: Deal[WheelRules, NoCarry]
    bettors: tuple[Bettor, ...]
    bank: int
    turned: int | None = None
    """How often the wheel was pushed; None while bets are open."""
    number: int | None = None
    is_over: bool = False

    def bettor(self, seat: int) -> Bettor:
        return next(bettor for bettor in self.bettors if bettor.seat == seat)

    def put(self, changed: Bettor) -> "WheelState":
        return self.evolve(bettors=tuple(changed if one.seat == changed.seat else one for one in self.bettors))

    @property
    def staked(self) -> int:
        return sum(sum(bettor.stakes) for bettor in self.bettors)


class Bet(Action):
    kind: Literal["bet"] = "bet"
    number: str
    amount: int


class TakeBack(Action):
    kind: Literal["back"] = "back"


class Done(Action):
    kind: Literal["done"] = "done"


class GoOn(Action):
    kind: Literal["on"] = "on"


class Did(Event):
    kind: Literal["did"] = "did"
    seat: int
    what: str


class Came(Event):
    kind: Literal["came"] = "came"
    number: int


class WheelView(Frozen):
    seats: tuple[tuple[int, int, tuple[int, ...]], ...]
    turned: int | None
    number: int | None
    is_over: bool
    bank: int


class Wheel(Game[WheelRules, NoCarry, WheelState, Any, WheelView]):
    key, title, tagline, seats = "wheel", "Wheel", "Four numbers, and one of them comes.", range(1, 21)
    is_banked, hand_word = True, "turn"
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": WheelRules()}
    HouseRules, Carry, State, View = WheelRules, NoCarry, WheelState, WheelView
    Action = Annotated[Bet | TakeBack | Done | GoOn, Field(discriminator="kind")]
    Event = Annotated[Did | Came, Field(discriminator="kind")]

    def start(self, deal: Deal[WheelRules, NoCarry], chance: Rng) -> Step[WheelState]:
        bettors = tuple(Bettor(seat=player.seat, stack=player.stack) for player in deal.players)
        return Step(WheelState(deal=deal, bettors=bettors, bank=deal.bank))

    def to_act(self, state: WheelState) -> frozenset[int]:
        if state.is_over:
            return frozenset()
        if state.turned is not None:
            return frozenset((state.bettors[0].seat,))
        return frozenset(bettor.seat for bettor in state.bettors if not bettor.is_done)

    def asks(self, state: WheelState, seat: int) -> Hashable:
        return state.turned

    def pause(self, state: WheelState) -> float | None:
        return None if state.turned is None or state.is_over else 2.0

    def room(self, state: WheelState, number: int) -> int:
        """Return how much the bank could still lose if that number came."""
        on_it = sum(bettor.stakes[number] for bettor in state.bettors)
        return bank_means(state.deal) + (state.staked - on_it) - PAY.winnings(on_it)

    def moves(self, state: WheelState, seat: int) -> tuple[Move, ...]:
        own = next((bettor for bettor in state.bettors if bettor.seat == seat), None)
        if own is None or state.is_over:
            return ()
        if state.turned is not None:
            return (Move(key="on", label="Go on"),)
        back = (Move(key="back", label="Take back", price=sum(own.stakes)),) if self.can_take_back(state, own) else ()
        done = () if own.is_done else (Move(key="done", label="Done"),)
        return *self.bets(state, own), *back, *done

    def can_take_back(self, state: WheelState, own: Bettor) -> bool:
        """Stakes that would be lost may be what pays for the bets of others."""
        without = state.put(own.evolve(stakes=(0, 0, 0, 0)))
        return any(own.stakes) and all(self.room(without, at) >= 0 for at in range(len(NUMBERS)))

    def bets(self, state: WheelState, own: Bettor) -> tuple[Move, ...]:
        rules = state.deal.rules
        most = min(own.stack, rules.largest)
        payable = [(name, min(most, PAY.largest(self.room(state, at)))) for at, name in enumerate(NUMBERS)]
        caps = tuple(Cap(value=name, high=high) for name, high in payable if high >= rules.min_bet)
        if not caps:
            return ()
        pick = Pick(name="number", label="Which?", choices=tuple(Choice(value=c.value, label=c.value) for c in caps))
        high = max(cap.high for cap in caps)
        amount = Amount(name="amount", label="Stake", low=rules.min_bet, high=high, by="number", caps=caps)
        return (Move(key="bet", label="Bet", fields=(pick, amount)),)

    def refusal(self, state: WheelState, seat: int, action: Any) -> str:
        own = next((bettor for bettor in state.bettors if bettor.seat == seat), None)
        if own is not None and state.turned is None and not state.is_over:
            if isinstance(action, Bet) and own.stack >= state.deal.rules.min_bet:
                return "The bank could pay no more bets."
            if isinstance(action, TakeBack) and any(own.stakes):
                return "The bank needs that for what others have bet."
        return super().refusal(state, seat, action)

    def play(self, state: WheelState, seat: int, action: Any, chance: Rng) -> Step[WheelState]:
        own, told = state.bettor(seat), Did(seat=seat, what=action.kind)
        match action:
            case Bet(number=number, amount=amount):
                at = NUMBERS.index(number)
                stakes = (*own.stakes[:at], own.stakes[at] + amount, *own.stakes[at + 1 :])
                return Step(state.put(own.evolve(stack=own.stack - amount, stakes=stakes)), (told,))
            case TakeBack():
                back = own.evolve(stack=own.stack + sum(own.stakes), stakes=(0, 0, 0, 0))
                return Step(state.put(back), (told,))
            case Done():
                state = state.put(own.evolve(is_done=True))
                if self.to_act(state):
                    return Step(state, (told,))
                return Step(state.evolve(turned=0) if state.staked else state.evolve(is_over=True), (told,))
            case _:
                return self.pushed(state, told, chance)

    def pushed(self, state: WheelState, told: Did, chance: Rng) -> Step[WheelState]:
        if state.turned == 0:
            return Step(state.evolve(turned=1), (told,))
        number = chance.below(len(NUMBERS))
        paid = [bettor.stakes[number] + PAY.winnings(bettor.stakes[number]) for bettor in state.bettors]
        bettors = tuple(
            bettor.evolve(stack=bettor.stack + won, stakes=(0, 0, 0, 0))
            for bettor, won in zip(state.bettors, paid, strict=True)
        )
        bank = state.bank + state.staked - sum(paid)
        return Step(state.evolve(bettors=bettors, bank=bank, number=number, is_over=True), (told, Came(number=number)))

    def on_timeout(self, state: WheelState, seat: int) -> Done | GoOn:
        return Done() if state.turned is None else GoOn()

    def view(self, state: WheelState, seat: int | None) -> WheelView:
        seats = tuple((bettor.seat, bettor.stack, bettor.stakes) for bettor in state.bettors)
        return WheelView(seats=seats, turned=state.turned, number=state.number, is_over=state.is_over, bank=state.bank)

    def outcome(self, state: WheelState) -> Outcome[NoCarry] | None:
        if not state.is_over:
            return None
        stacks = tuple((bettor.seat, bettor.stack + sum(bettor.stakes)) for bettor in state.bettors)
        return Outcome(stacks=stacks, carry=NoCarry(), bank=state.bank)

    def chips(self, state: WheelState) -> int:
        return state.bank + state.staked + sum(bettor.stack for bettor in state.bettors)

    def buy_in(self, rules: WheelRules) -> BuyIn:
        return rules.buy_in

    def usual_bank(self, rules: WheelRules) -> int:
        return rules.min_bet * 200


class WheelWords:
    """What the wheel has to say."""

    def panel(self, view: WheelView, voice: Voice) -> Panel:
        heading = "Bets are open" if view.turned is None else "The wheel turns"
        return Panel(
            heading="The end" if view.is_over else heading,
            status=(f"The bank has {voice.money(view.bank)}.", f"Pushed {view.turned or 0} times."),
            seats=tuple(self.line(voice, *line) for line in view.seats),
            result=self.result(view) if view.is_over else None,
        )

    def line(self, voice: Voice, seat: int, stack: int, stakes: tuple[int, ...]) -> SeatLine:
        bets = [f"{name} {voice.money(stake)}" for name, stake in zip(NUMBERS, stakes, strict=True) if stake]
        return SeatLine(seat=seat, text=" · ".join((voice.money(stack), *bets)))

    def result(self, view: WheelView) -> str:
        return "Nobody has bet." if view.number is None else f"It is {NUMBERS[view.number]}."

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(
            f"It is {NUMBERS[event.number]}." if isinstance(event, Came) else f"{voice.name(event.seat)}: {event.what}."
            for event in events
        )

    def rules_pages(self, rules: WheelRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Wheel", text=Wheel.tagline),)

    def stakes(self, rules: WheelRules, voice: Voice) -> str:
        return rules.stakes(voice)


_TEXT = WheelWords()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes)


def entry(game: Wheel) -> AnySpec:
    return GameSpec(game=game, words=WORDS, rulebook=_TEXT.rules_pages)
