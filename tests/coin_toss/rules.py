"""Coin Toss: everyone bets on heads, tails or the edge, as often as they like; then the coin falls.

One time in three thousand it stands on its edge. Bets are made against the house's bank.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.banked.limits import BankedRules, Pay, bank_means
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Amount, Cap, Choice, Move, Pick
from bot.engine.options import option
from bot.engine.rng import Rng
from bot.engine.words import Page, Panel, SeatLine, Voice

FALLS = 6000
"""Ways in which the coin may fall, each as likely."""
SIDES = ("heads", "tails", "edge")


class TossRules(BankedRules):
    names: ClassVar[tuple[str, ...]] = SIDES
    winnings: int = option(95, "Winnings", "What heads and tails win, in percent of the stake.", low=1, high=1000)
    edge_pays: int = option(
        2000, "The edge", "What the edge pays, to 1.", labels={"0": "no bets on it"}, low=0, high=10_000
    )
    fee: int = option(0, "Fee", "What the house gets of each seat that wins.", money=True, low=0)

    def pay(self, side: str) -> Pay:
        return Pay(to=self.edge_pays) if side == "edge" else Pay(to=self.winnings, on=100)

    @property
    def sides(self) -> tuple[str, ...]:
        return self.names if self.edge_pays else self.names[:-1]


class NoCarry(Carry):
    pass


class Bettor(Frozen):
    seat: int
    stack: int
    stakes: tuple[int, ...]
    """On each of the sides."""
    is_done: bool = False


class TossState(Frozen):
    deal: Deal[TossRules, NoCarry]
    bettors: tuple[Bettor, ...]
    bank: int
    house: int = 0
    fell: str | None = None

    def bettor(self, seat: int) -> Bettor | None:
        return next((one for one in self.bettors if one.seat == seat), None)

    def put(self, changed: Bettor) -> "TossState":
        return self.evolve(bettors=tuple(changed if one.seat == changed.seat else one for one in self.bettors))

    def owed(self, side: str) -> int:
        """Return the amount that the bank would lose if that side came, below zero if it would win."""
        at, pay = self.deal.rules.names.index(side), self.deal.rules.pay(side)
        return sum(pay.winnings(one.stakes[at]) + one.stakes[at] - sum(one.stakes) for one in self.bettors)


class Bet(Action):
    kind: Literal["bet"] = "bet"
    side: str
    amount: int


class Done(Action):
    kind: Literal["done"] = "done"


class Staked(Event):
    kind: Literal["staked"] = "staked"
    seat: int
    side: str
    amount: int


class Fell(Event):
    kind: Literal["fell"] = "fell"
    side: str


class TossView(Frozen):
    bettors: tuple[Bettor, ...]
    bank: int
    fell: str | None


def side_of(fall: int) -> str:
    """Return the side on which the coin lies after the fall of that number, from 0."""
    if fall % (FALLS // 2) == 0:
        return "edge"
    return "heads" if fall < FALLS // 2 else "tails"


class CoinToss(Game[TossRules, NoCarry, TossState, Any, TossView]):
    """Stakes leave the stacks when they are made, and the coin is tossed when everyone is done."""

    key, title, tagline, seats = "coin_toss", "Coin Toss", "Heads or tails, against the house.", range(1, 21)
    is_banked, hand_word = True, "toss"
    presets: ClassVar[Mapping[str, HouseRules]] = {
        "usual": TossRules(),
        "generous": TossRules(winnings=110, edge_pays=2999),
    }
    HouseRules, Carry, State, View = TossRules, NoCarry, TossState, TossView
    Action = Annotated[Bet | Done, Field(discriminator="kind")]
    Event = Annotated[Staked | Fell, Field(discriminator="kind")]

    def start(self, deal: Deal[TossRules, NoCarry], chance: Rng) -> Step[TossState]:
        none = (0,) * len(deal.rules.names)
        bettors = tuple(Bettor(seat=player.seat, stack=player.stack, stakes=none) for player in deal.players)
        return Step(self.State(deal=deal, bettors=bettors, bank=deal.bank))

    def to_act(self, state: TossState) -> frozenset[int]:
        return frozenset(one.seat for one in state.bettors if not one.is_done)

    def asks(self, state: TossState, seat: int) -> Hashable:
        return state.fell

    def room(self, state: TossState, side: str) -> int:
        """Return how much more the bank could lose if that side came."""
        return bank_means(state.deal) - state.owed(side)

    def moves(self, state: TossState, seat: int) -> tuple[Move, ...]:
        own = state.bettor(seat)
        if own is None or own.is_done:
            return ()
        return *self.bets(state, own), Move(key="done", label="Done")

    def bets(self, state: TossState, own: Bettor) -> tuple[Move, ...]:
        rules = state.deal.rules
        most = min(own.stack, rules.largest)
        payable = ((side, min(most, rules.pay(side).largest(self.room(state, side)))) for side in rules.sides)
        caps = tuple(Cap(value=side, high=high) for side, high in payable if high >= rules.min_bet)
        if not caps:
            return ()
        side = Pick(name="side", label="Which?", choices=tuple(Choice(value=c.value, label=c.value) for c in caps))
        high = max(cap.high for cap in caps)
        amount = Amount(name="amount", label="Stake", low=rules.min_bet, high=high, by="side", caps=caps)
        return (Move(key="bet", label="Bet", fields=(side, amount)),)

    def play(self, state: TossState, seat: int, action: Any, chance: Rng) -> Step[TossState]:
        own = state.bettor(seat)
        if own is None:
            raise LookupError(seat)
        if isinstance(action, Bet):
            at = state.deal.rules.names.index(action.side)
            stakes = (*own.stakes[:at], own.stakes[at] + action.amount, *own.stakes[at + 1 :])
            staked = Staked(seat=seat, side=action.side, amount=action.amount)
            return Step(state.put(own.evolve(stack=own.stack - action.amount, stakes=stakes)), (staked,))
        state = state.put(own.evolve(is_done=True))
        return Step(state) if self.to_act(state) else self.tossed(state, side_of(chance.below(FALLS)))

    def tossed(self, state: TossState, fell: str) -> Step[TossState]:
        rules, house = state.deal.rules, 0
        at = rules.names.index(fell)
        after: list[Bettor] = []
        for one in state.bettors:
            paid = one.stakes[at] + rules.pay(fell).winnings(one.stakes[at])
            fee = min(rules.fee, paid)
            house += fee
            after.append(one.evolve(stack=one.stack + paid - fee, stakes=(0,) * len(one.stakes)))
        bank = state.bank - state.owed(fell)
        return Step(state.evolve(bettors=tuple(after), bank=bank, house=house, fell=fell), (Fell(side=fell),))

    def on_timeout(self, state: TossState, seat: int) -> Any:
        return Done()

    def view(self, state: TossState, seat: int | None) -> TossView:
        return TossView(bettors=state.bettors, bank=state.bank, fell=state.fell)

    def outcome(self, state: TossState) -> Outcome[NoCarry] | None:
        if state.fell is None:
            return None
        stacks = tuple((one.seat, one.stack) for one in state.bettors)
        return Outcome(stacks=stacks, carry=NoCarry(), house=state.house, bank=state.bank)

    def chips(self, state: TossState) -> int:
        return state.bank + state.house + sum(one.stack + sum(one.stakes) for one in state.bettors)

    def buy_in(self, rules: TossRules) -> BuyIn:
        return rules.buy_in

    def usual_bank(self, rules: TossRules) -> int:
        return rules.min_bet * 4000

    def least_bank(self, rules: TossRules) -> int:
        return rules.pay("heads").winnings(rules.min_bet)


class Words:
    """The sentences of the game."""

    def panel(self, view: TossView, voice: Voice) -> Panel:
        lines = tuple(SeatLine(seat=one.seat, text=voice.money(one.stack)) for one in view.bettors)
        result = None if view.fell is None else f"The coin falls: {view.fell}."
        return Panel(heading="The toss", status=(f"Bank {voice.money(view.bank)}",), seats=lines, result=result)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(self._sentence(event, voice) for event in events)

    def _sentence(self, event: Staked | Fell, voice: Voice) -> str:
        if isinstance(event, Fell):
            return f"The coin falls: {event.side}."
        return f"{voice.name(event.seat)} bets {voice.money(event.amount)} on {event.side}."

    def rules_pages(self, rules: TossRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Coin Toss", text="Bet on a side before the coin is tossed."),)

    def stakes(self, rules: TossRules, voice: Voice) -> str:
        return rules.stakes(voice)


GAME = CoinToss()
EDGE, HEADS, TAILS = 1, 2, FALLS // 2 + 2
"""Faces of a die of as many sides as the coin has falls, for scripted tosses."""
