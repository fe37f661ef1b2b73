"""Coin Toss: a small banked game with odds, for what the bot shows of any such game.

Everybody calls heads, tails or the edge and stakes something on it, or passes; then the coin is tossed. One time in
three thousand it stands on its edge.
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

FALLS = 6000
"""Ways in which the coin may fall, each as likely."""
SIDES = ("heads", "tails", "edge")


class TossRules(BankedRules):
    winnings: int = option(95, "Winnings", "What heads and tails win, in percent of the stake.", low=1, high=1000)
    edge_pays: int = option(
        2000, "The edge", "What the edge pays, to 1.", labels={"0": "no bets on it"}, low=0, high=10_000
    )

    def pay(self, side: str) -> Pay:
        return Pay(to=self.edge_pays) if side == "edge" else Pay(to=self.winnings, on=100)

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES if self.edge_pays else SIDES[:-1]


class NoCarry(Carry):
    pass


class Caller(Frozen):
    seat: int
    stack: int
    side: str | None = None
    stake: int = 0
    is_done: bool = False


class TossState(Frozen):
    deal: Deal[TossRules, NoCarry]
    callers: tuple[Caller, ...]
    bank: int
    fell: str | None = None

    def caller(self, seat: int) -> Caller:
        return next(one for one in self.callers if one.seat == seat)


class Call(Action):
    kind: Literal["call"] = "call"
    side: str
    stake: int


class Pass(Action):
    kind: Literal["pass"] = "pass"


class Told(Event):
    kind: Literal["told"] = "told"
    seat: int
    what: str


class Fell(Event):
    kind: Literal["fell"] = "fell"
    side: str


class TossView(Frozen):
    callers: tuple[Caller, ...]
    bank: int
    fell: str | None


def side_of(fall: int) -> str:
    """Return the side on which the coin lies after the fall of that number, from 0."""
    if fall % (FALLS // 2) == 0:
        return "edge"
    return "heads" if fall < FALLS // 2 else "tails"


class CoinToss(Game[TossRules, NoCarry, TossState, Any, TossView]):
    """Stakes leave the stacks when they are made, and the coin is tossed when everybody has called or passed."""

    key, title, tagline, seats = "coin_toss", "Coin Toss", "Heads or tails, against the house.", range(1, 21)
    is_banked, hand_word = True, "toss"
    presets: ClassVar[Mapping[str, HouseRules]] = {
        "usual": TossRules(),
        "generous": TossRules(winnings=110, edge_pays=2999),
    }
    HouseRules, Carry, State, View = TossRules, NoCarry, TossState, TossView
    Action = Annotated[Call | Pass, Field(discriminator="kind")]
    Event = Annotated[Told | Fell, Field(discriminator="kind")]

    def start(self, deal: Deal[TossRules, NoCarry], chance: Rng) -> Step[TossState]:
        callers = tuple(Caller(seat=player.seat, stack=player.stack) for player in deal.players)
        return Step(TossState(deal=deal, callers=callers, bank=deal.bank))

    def to_act(self, state: TossState) -> frozenset[int]:
        return frozenset(one.seat for one in state.callers if not one.is_done and state.fell is None)

    def moves(self, state: TossState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        passing, own, rules = Move(key="pass", label="Pass"), state.caller(seat), state.deal.rules
        most = min(own.stack, rules.largest)
        payable = ((side, min(most, rules.pay(side).largest(_room(state, side)))) for side in rules.sides)
        caps = tuple(Cap(value=side, high=high) for side, high in payable if high >= rules.min_bet)
        if not caps:
            return (passing,)
        side = Pick(name="side", label="Which?", choices=tuple(Choice(value=c.value, label=c.value) for c in caps))
        high = max(cap.high for cap in caps)
        stake = Amount(name="stake", label="Stake", low=rules.min_bet, high=high, by="side", caps=caps)
        return (Move(key="call", label="Call", fields=(side, stake), style="main"), passing)

    def play(self, state: TossState, seat: int, action: Any, chance: Rng) -> Step[TossState]:
        own = state.caller(seat).evolve(is_done=True)
        what = "passes"
        if isinstance(action, Call):
            own = own.evolve(stack=own.stack - action.stake, stake=action.stake, side=action.side)
            what = f"calls {action.side}"
        after = state.evolve(callers=tuple(own if one.seat == seat else one for one in state.callers))
        told = Told(seat=seat, what=what)
        if self.to_act(after):
            return Step(after, (told,))
        fell = side_of(chance.below(FALLS))
        return Step(_settled(after, fell), (told, Fell(side=fell)))

    def on_timeout(self, state: TossState, seat: int) -> Any:
        return Pass()

    def view(self, state: TossState, seat: int | None) -> TossView:
        return TossView(callers=state.callers, bank=state.bank, fell=state.fell)

    def outcome(self, state: TossState) -> Outcome[NoCarry] | None:
        if state.fell is None:
            return None
        stacks = tuple((one.seat, one.stack) for one in state.callers)
        return Outcome(stacks=stacks, carry=NoCarry(), bank=state.bank)

    def chips(self, state: TossState) -> int:
        return state.bank + sum(one.stack + one.stake for one in state.callers)

    def buy_in(self, rules: TossRules) -> BuyIn:
        return rules.buy_in

    def usual_bank(self, rules: TossRules) -> int:
        return rules.min_bet * 4000

    def least_bank(self, rules: TossRules) -> int:
        return rules.pay("heads").winnings(rules.min_bet)


def _room(state: TossState, side: str) -> int:
    """Return the amount that the bank could still lose if that side came."""
    pay = state.deal.rules.pay(side)
    others = sum(one.stake for one in state.callers if one.side != side)
    return bank_means(state.deal) + others - sum(pay.winnings(one.stake) for one in state.callers if one.side == side)


def _settled(state: TossState, fell: str) -> TossState:
    rules, bank, callers = state.deal.rules, state.bank, list[Caller]()
    for one in state.callers:
        won = one.stake + rules.pay(fell).winnings(one.stake) if one.side == fell else 0
        bank += one.stake - won
        callers.append(one.evolve(stack=one.stack + won, stake=0))
    return state.evolve(callers=tuple(callers), bank=bank, fell=fell)


class Words:
    """What the game says."""

    def panel(self, view: TossView, voice: Voice) -> Panel:
        lines = tuple(SeatLine(seat=one.seat, text=voice.money(one.stack)) for one in view.callers)
        result = None if view.fell is None else f"The coin falls: {view.fell}."
        return Panel(heading="The toss", status=(f"Bank {voice.money(view.bank)}",), seats=lines, result=result)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(self._sentence(event, voice) for event in events)

    def _sentence(self, event: Told | Fell, voice: Voice) -> str:
        if isinstance(event, Fell):
            return f"The coin falls: {event.side}."
        return f"{voice.name(event.seat)} {event.what}."

    def rules_pages(self, rules: TossRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Coin Toss", text="Call a side before the coin is tossed."),)

    def stakes(self, rules: TossRules, voice: Voice) -> str:
        return rules.stakes(voice)


GAME = CoinToss()
ENTRY = GameSpec(game=GAME, text=Words())
