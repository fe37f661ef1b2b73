"""Coin Toss: bet on heads, tails or the edge, as often as you like. Then the coin falls, and the house's bank pays."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from bot.engine.banked.limits import BankedRules, Pay, bank_means
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, Outcome, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action, Amount, Cap, Choice, Move, Pick
from bot.engine.options import option
from bot.engine.rng import Rng

SIDES = ("heads", "tails", "edge")
FALLS = ("heads",) * 2999 + ("tails",) * 2999 + ("edge",) * 2  # equally likely
NoCarry = Carry  # nothing passes from one toss to the next


class TossRules(BankedRules):
    winnings: int = option(95, "Winnings", "Winnings of heads and tails, in percent of the stake.", low=1, high=1000)
    edge_pays: int = option(2000, "The edge", "Payout of the edge, to 1. 0: no bet on it.", low=0, high=10_000)

    def pay(self, side: str) -> Pay:
        return Pay(to=self.edge_pays) if side == "edge" else Pay(to=self.winnings, on=100)

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES if self.edge_pays else SIDES[:-1]


class Bet(Action):
    kind: Literal["bet"] = "bet"
    side: str
    amount: int


class Done(Action):
    kind: Literal["done"] = "done"


class Bettor(Frozen):
    seat: int
    stack: int
    bets: tuple[Bet, ...] = ()
    is_done: bool = False

    @property
    def staked(self) -> int:
        return sum(bet.amount for bet in self.bets)

    def paid(self, side: str, pay: Pay) -> int:
        """Return what comes back if the coin falls on that side: the bets on it, and their winnings."""
        return sum(bet.amount + pay.winnings(bet.amount) for bet in self.bets if bet.side == side)


class TossView(Frozen):
    bettors: tuple[Bettor, ...]
    bank: int
    fell: str | None = None


class TossState(TossView):
    deal: Deal[TossRules, NoCarry]

    def bettor(self, seat: int) -> Bettor:
        return next(one for one in self.bettors if one.seat == seat)

    def put(self, changed: Bettor) -> Self:
        return self.evolve(bettors=tuple(changed if one.seat == changed.seat else one for one in self.bettors))

    def loss(self, side: str) -> int:
        """Return the bank's loss if the coin falls on that side; below zero if the bank wins."""
        return sum(one.paid(side, self.deal.rules.pay(side)) - one.staked for one in self.bettors)


class Staked(Event):
    kind: Literal["staked"] = "staked"
    seat: int
    side: str
    amount: int


class Fell(Event):
    kind: Literal["fell"] = "fell"
    side: str


TossAction = Annotated[Bet | Done, Field(discriminator="kind")]
TossEvent = Annotated[Staked | Fell, Field(discriminator="kind")]


class CoinToss(Game[TossRules, NoCarry, TossState, TossAction, TossView]):
    key, title, tagline, seats = "coin_toss", "Coin Toss", "Heads or tails, against the house.", range(1, 21)
    is_banked, hand_word = True, "toss"
    presets: ClassVar = {"usual": TossRules(), "generous": TossRules(min_bet=1, winnings=110, edge_pays=2999)}
    HouseRules, Carry, State = TossRules, NoCarry, TossState
    Action, Event, View = TossAction, TossEvent, TossView

    def start(self, deal: Deal[TossRules, NoCarry], chance: Rng) -> Step[TossState]:
        bettors = tuple(Bettor(seat=player.seat, stack=player.stack) for player in deal.players)
        return Step(self.State(deal=deal, bettors=bettors, bank=deal.bank))

    def to_act(self, state: TossState) -> frozenset[int]:
        return frozenset(one.seat for one in state.bettors if not one.is_done)

    def asks(self, state: TossState, seat: int) -> str | None:
        return state.fell

    def moves(self, state: TossState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        return *self.bets(state, state.bettor(seat)), Move(key="done", label="Done")

    def room(self, state: TossState, side: str) -> int:
        """Return how much more the bank can lose if the coin falls on that side."""
        return bank_means(state.deal) - state.loss(side)

    def bets(self, state: TossState, own: Bettor) -> tuple[Move, ...]:
        rules, most = state.deal.rules, min(own.stack, state.deal.rules.largest)
        highs = ((side, min(most, rules.pay(side).largest(self.room(state, side)))) for side in rules.sides)
        caps = tuple(Cap(value=side, high=high) for side, high in highs if high >= rules.min_bet)
        if not caps:
            return ()
        side = Pick(name="side", label="Side", choices=tuple(Choice(value=c.value, label=c.value) for c in caps))
        high = max(cap.high for cap in caps)
        amount = Amount(name="amount", label="Stake", low=rules.min_bet, high=high, by="side", caps=caps)
        return (Move(key="bet", label="Bet", fields=(side, amount)),)

    def play(self, state: TossState, seat: int, action: TossAction, chance: Rng) -> Step[TossState]:
        own = state.bettor(seat)
        if isinstance(action, Bet):
            own = own.evolve(stack=own.stack - action.amount, bets=(*own.bets, action))
            return Step(state.put(own), (Staked(seat=seat, side=action.side, amount=action.amount),))
        state = state.put(own.evolve(is_done=True))
        return Step(state) if self.to_act(state) else self.tossed(state, chance.pick(FALLS))

    def tossed(self, state: TossState, side: str) -> Step[TossState]:
        pay, bank = state.deal.rules.pay(side), state.bank - state.loss(side)
        paid = tuple(one.evolve(stack=one.stack + one.paid(side, pay), bets=()) for one in state.bettors)
        return Step(state.evolve(bettors=paid, bank=bank, fell=side), (Fell(side=side),))

    def on_timeout(self, state: TossState, seat: int) -> TossAction:
        return Done()

    def view(self, state: TossState, seat: int | None) -> TossView:
        return TossView(bettors=state.bettors, bank=state.bank, fell=state.fell)

    def outcome(self, state: TossState) -> Outcome[NoCarry] | None:
        if state.fell is None:
            return None
        return Outcome(stacks=tuple((one.seat, one.stack) for one in state.bettors), carry=None, bank=state.bank)

    def chips(self, state: TossState) -> int:
        return state.bank + sum(one.stack + one.staked for one in state.bettors)

    def buy_in(self, rules: TossRules) -> BuyIn:
        return rules.buy_in

    def usual_bank(self, rules: TossRules) -> int:
        return min(rules.min_bet * 4000, MAX_AMOUNT)

    def least_bank(self, rules: TossRules) -> int:
        return rules.pay("heads").winnings(rules.min_bet)
