"""Toss: a small banked game. Everybody bets on heads, tails or the edge, as often as they like until they are done;
then a die falls: 1 to 3 is heads, 4 and 5 tails, 6 the edge.

Heads and tails pay what was staked, the edge ten times that. The fee goes to the house for each seat that has won.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.banked.limits import BankedRules, Pay, bank_means
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Amount, Cap, Choice, Move, Pick
from bot.engine.options import option
from bot.engine.rng import Rng
from bot.engine.words import Page, Panel, SeatLine, Voice
from bot.games import GameSpec

PAYS = {"heads": Pay(to=1), "tails": Pay(to=1), "edge": Pay(to=10)}
SIDES = tuple(PAYS)
_FALLS = ("", "heads", "heads", "heads", "tails", "tails", "edge")


class TossRules(BankedRules):
    fee: int = option(0, "Fee", "What the house gets of whoever has won.", money=True, low=0)


class NoCarry(Carry):
    pass


class Bettor(Frozen):
    seat: int
    stack: int
    stakes: tuple[int, ...] = (0, 0, 0)
    """On each of the sides."""
    is_done: bool = False

    @property
    def staked(self) -> int:
        return sum(self.stakes)


class TossState(Frozen):
    deal: Deal[TossRules, NoCarry]
    bettors: tuple[Bettor, ...]
    bank: int
    house: int = 0
    side: str | None = None

    def bettor(self, seat: int) -> Bettor | None:
        return next((one for one in self.bettors if one.seat == seat), None)

    def put(self, changed: Bettor) -> "TossState":
        return self.evolve(bettors=tuple(changed if one.seat == changed.seat else one for one in self.bettors))

    def room(self, side: str) -> int:
        """Return how much more the bank could lose if that side came."""
        at = SIDES.index(side)
        lost = sum(one.staked - one.stakes[at] for one in self.bettors)
        return bank_means(self.deal) + lost - sum(PAYS[side].winnings(one.stakes[at]) for one in self.bettors)


class Bet(Action):
    kind: Literal["bet"] = "bet"
    side: str
    amount: int


class Done(Action):
    kind: Literal["done"] = "done"


class Fell(Event):
    kind: Literal["fell"] = "fell"
    side: str


class TossView(Frozen):
    seats: tuple[tuple[int, int, int], ...]
    side: str | None


class Toss(Game[TossRules, NoCarry, TossState, Any, TossView]):
    key, title, tagline, seats = "toss", "Toss", "Heads, tails, or the edge.", range(1, 9)
    is_banked, hand_word = True, "toss"
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": TossRules()}
    HouseRules, Carry, State, View = TossRules, NoCarry, TossState, TossView
    Action = Annotated[Bet | Done, Field(discriminator="kind")]
    Event = Fell

    def start(self, deal: Deal[TossRules, NoCarry], chance: Rng) -> Step[TossState]:
        bettors = tuple(Bettor(seat=player.seat, stack=player.stack) for player in deal.players)
        return Step(TossState(deal=deal, bettors=bettors, bank=deal.bank))

    def to_act(self, state: TossState) -> frozenset[int]:
        return frozenset(one.seat for one in state.bettors if not one.is_done)

    def asks(self, state: TossState, seat: int) -> str | None:
        return state.side

    def moves(self, state: TossState, seat: int) -> tuple[Move, ...]:
        own = state.bettor(seat)
        if own is None or own.is_done:
            return ()
        done, rules = Move(key="done", label="Done"), state.deal.rules
        most = min(own.stack, rules.largest)
        fits = {side: min(most, PAYS[side].largest(state.room(side))) for side in SIDES}
        caps = tuple(Cap(value=side, high=high) for side, high in fits.items() if high >= rules.min_bet)
        if not caps:
            return (done,)
        pick = Pick(name="side", label="On", choices=tuple(Choice(value=c.value, label=c.value) for c in caps))
        high = max(cap.high for cap in caps)
        amount = Amount(name="amount", label="Stake", low=rules.min_bet, high=high, by="side", caps=caps)
        return Move(key="bet", label="Bet", fields=(pick, amount)), done

    def play(self, state: TossState, seat: int, action: Any, chance: Rng) -> Step[TossState]:
        own = state.bettor(seat)
        if own is None:
            raise LookupError(seat)
        if isinstance(action, Bet):
            at = SIDES.index(action.side)
            stakes = (*own.stakes[:at], own.stakes[at] + action.amount, *own.stakes[at + 1 :])
            return Step(state.put(own.evolve(stack=own.stack - action.amount, stakes=stakes)))
        state = state.put(own.evolve(is_done=True))
        return Step(state) if self.to_act(state) else self._tossed(state, _FALLS[chance.die(6)])

    def _tossed(self, state: TossState, side: str) -> Step[TossState]:
        at, bank, house = SIDES.index(side), state.bank + sum(one.staked for one in state.bettors), 0
        after: list[Bettor] = []
        for one in state.bettors:
            paid = one.stakes[at] + PAYS[side].winnings(one.stakes[at])
            fee = min(state.deal.rules.fee, paid)
            bank, house = bank - paid, house + fee
            after.append(one.evolve(stack=one.stack + paid - fee, stakes=(0, 0, 0)))
        return Step(state.evolve(bettors=tuple(after), bank=bank, house=house, side=side), (Fell(side=side),))

    def on_timeout(self, state: TossState, seat: int) -> Done:
        return Done()

    def view(self, state: TossState, seat: int | None) -> TossView:
        return TossView(seats=tuple((one.seat, one.stack, one.staked) for one in state.bettors), side=state.side)

    def outcome(self, state: TossState) -> Outcome[NoCarry] | None:
        if state.side is None:
            return None
        stacks = tuple((one.seat, one.stack) for one in state.bettors)
        return Outcome(stacks=stacks, carry=NoCarry(), house=state.house, bank=state.bank)

    def chips(self, state: TossState) -> int:
        return state.bank + state.house + sum(one.stack + one.staked for one in state.bettors)

    def buy_in(self, rules: TossRules) -> BuyIn:
        return BuyIn(low=rules.min_bet, usual=rules.min_bet * 20)

    def least_stack(self, rules: TossRules) -> int:
        return rules.min_bet

    def usual_bank(self, rules: TossRules) -> int:
        return rules.min_bet * 100

    def least_bank(self, rules: TossRules) -> int:
        return rules.min_bet


class Words:
    """The least that such a game has to say."""

    def panel(self, view: TossView, voice: Voice) -> Panel:
        seats = tuple(
            SeatLine(seat=seat, text=f"{voice.money(stack)} · {voice.money(staked)} bet")
            for seat, stack, staked in view.seats
        )
        result = None if view.side is None else f"It is {view.side}."
        return Panel(heading="The toss", status=("Bets are open.",), seats=seats, result=result)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(f"It is {event.side}." for event in events)

    def rules_pages(self, rules: TossRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Toss", text=Toss.tagline),)

    def stakes(self, rules: TossRules, voice: Voice) -> str:
        return rules.stakes(voice)


TOSS = GameSpec(game=Toss(), text=Words())
