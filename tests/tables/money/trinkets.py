"""Trinkets: a small game with a hidden card each, a kit, and goods that can be wagered.

Everybody pays in and gets a card face down, which may be changed once, unseen. Then each shows or folds; the highest
card that is shown takes the pot and every wager, and if nobody shows, all stays where it is.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.cards import FULL_DECK, Held, draw_held, plain_card
from bot.engine.frozen import Frozen
from bot.engine.game import Award, BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Choice, Move, Pick
from bot.engine.options import option
from bot.engine.rng import Rng
from bot.engine.words import Page, Panel, SeatLine, Voice
from bot.games import GameSpec

FEE = 10


class TrinketRules(HouseRules):
    wagers: bool = option(True, "Wagers", "Whether trinkets are played for.")


class NoCarry(Carry):
    pass


class Pouch(Frozen):
    charm: str


class Hand(Frozen):
    seat: int
    held: Held
    stack: int
    has_swapped: bool = False
    has_shown: bool | None = None


class TrinketState(Frozen):
    deal: Deal[TrinketRules, NoCarry]
    hands: tuple[Hand, ...]
    bag: tuple[str, ...]

    def hand(self, seat: int) -> Hand:
        return next(hand for hand in self.hands if hand.seat == seat)

    def put(self, changed: Hand) -> "TrinketState":
        return self.evolve(hands=tuple(changed if hand.seat == changed.seat else hand for hand in self.hands))

    @property
    def is_over(self) -> bool:
        return all(hand.has_shown is not None for hand in self.hands)

    @property
    def winner(self) -> int | None:
        shown = [hand for hand in self.hands if hand.has_shown]
        return max(shown, key=lambda hand: FULL_DECK.index(hand.held.card)).seat if self.is_over and shown else None


class Swap(Action):
    kind: Literal["swap"] = "swap"
    card: str


class Show(Action):
    kind: Literal["show"] = "show"


class Fold(Action):
    kind: Literal["fold"] = "fold"


class Done(Event):
    kind: Literal["done"] = "done"
    seat: int
    did: str


class Drawn(Event):
    """Told to its owner alone."""

    kind: Literal["drawn"] = "drawn"
    card: str


class TrinketView(Frozen):
    seats: tuple[tuple[int, int, str], ...]
    own: str | None
    winner: int | None


class Trinkets(Game[TrinketRules, NoCarry, TrinketState, Any, TrinketView]):
    key, title, tagline, seats = "trinkets", "Trinkets", "The highest card takes the lot.", range(2, 5)
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": TrinketRules()}
    HouseRules, Carry, State, View, Kit = TrinketRules, NoCarry, TrinketState, TrinketView, Pouch
    goods: ClassVar[Mapping[str, str]] = MappingProxyType({"ring": "ring", "idol": "idol", "tooth": "tooth"})
    goods_word = "trinket"
    Action = Annotated[Swap | Show | Fold, Field(discriminator="kind")]
    Event = Annotated[Done | Drawn, Field(discriminator="kind")]

    def start(self, deal: Deal[TrinketRules, NoCarry], chance: Rng) -> Step[TrinketState]:
        bag, hands = FULL_DECK, list[Hand]()
        for player in deal.players:
            (held,), bag = draw_held(chance, bag)
            hands.append(Hand(seat=player.seat, held=held, stack=player.stack - FEE))
        private = tuple((hand.seat, Drawn(card=hand.held.card)) for hand in hands)
        return Step(TrinketState(deal=deal, hands=tuple(hands), bag=bag), (), private)

    def to_act(self, state: TrinketState) -> frozenset[int]:
        return frozenset(hand.seat for hand in state.hands if hand.has_shown is None)

    def moves(self, state: TrinketState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        own = state.hand(seat)
        pick = Pick(name="card", label="Which?", choices=(Choice(value=own.held.card, label=own.held.card),))
        swap = Move(key="swap", label="Swap", fields=(pick,), place="private")
        return Move(key="show", label="Show"), Move(key="fold", label="Fold"), *(() if own.has_swapped else (swap,))

    def play(self, state: TrinketState, seat: int, action: Any, chance: Rng) -> Step[TrinketState]:
        own, told = state.hand(seat), (Done(seat=seat, did=action.kind),)
        if isinstance(action, Swap):
            (held,), bag = draw_held(chance, state.bag)
            state = state.put(own.evolve(held=held, has_swapped=True)).evolve(bag=bag)
            return Step(state, told, ((seat, Drawn(card=held.card)),))
        state = state.put(own.evolve(has_shown=isinstance(action, Show)))
        return Step(state, told)

    def on_timeout(self, state: TrinketState, seat: int) -> Fold:
        return Fold()

    def view(self, state: TrinketState, seat: int | None) -> TrinketView:
        own = next((plain_card(hand.held.card) for hand in state.hands if hand.seat == seat), None)
        shown = (
            (h.seat, h.stack, plain_card(h.held.card) if state.is_over and h.has_shown else "") for h in state.hands
        )
        return TrinketView(seats=tuple(shown), own=own, winner=state.winner)

    def outcome(self, state: TrinketState) -> Outcome[NoCarry] | None:
        if not state.is_over:
            return None
        winner, pot = state.winner, FEE * len(state.hands)
        if winner is None:
            return Outcome(stacks=tuple((hand.seat, hand.stack + FEE) for hand in state.hands), carry=NoCarry())
        won = tuple(Award(good=good.id, seat=winner) for player in state.deal.players for good in player.wager)
        stacks = tuple((hand.seat, hand.stack + (pot if hand.seat == winner else 0)) for hand in state.hands)
        return Outcome(stacks=stacks, carry=NoCarry(), goods=won)

    def chips(self, state: TrinketState) -> int:
        return sum(hand.stack + FEE for hand in state.hands)

    def buy_in(self, rules: TrinketRules) -> BuyIn:
        return BuyIn(low=FEE, usual=100)

    def least_stack(self, rules: TrinketRules) -> int:
        return FEE

    def wagers_goods(self, rules: TrinketRules) -> bool:
        return rules.wagers


def _shown(state: TrinketState, hand: Hand) -> str:
    return plain_card(hand.held.card) if state.is_over and hand.has_shown else ""


class Words:
    """The least that such a game has to say."""

    def panel(self, view: TrinketView, voice: Voice) -> Panel:
        lines = tuple(SeatLine(seat=seat, text=voice.money(stack), cards=card) for seat, stack, card in view.seats)
        result = None if view.winner is None else f"{voice.name(view.winner)} takes the lot."
        return Panel(heading="The cards", status=("Trinkets.",), seats=lines, result=result)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(f"{voice.name(event.seat)}: {event.did}." for event in events)

    def hand(self, view: TrinketView, voice: Voice) -> Page:
        return Page(title="Your card", text=view.own or "none")

    def rules_pages(self, rules: TrinketRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Trinkets", text=Trinkets.tagline),)

    def stakes(self, rules: TrinketRules, voice: Voice) -> str:
        return f"{voice.money(FEE)} a hand"


TRINKETS = GameSpec(game=Trinkets(), text=Words())
