"""A small game with hidden cards, sound by itself, whose parts can be broken to see which law notices."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.cards import Held, Seal, draw_held
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Amount, Choice, Move, Pick
from bot.engine.rng import Rng
from bot.engine.spec import AnySpec, GameSpec
from bot.engine.words import GameWords, Page, Panel, SeatLine, Voice

CARDS = tuple(f"{rank}h" for rank in "23456789TJQKA")


class CardRules(HouseRules):
    pass


class NoCarry(Carry):
    pass


class Hidden(Frozen):
    seat: int
    held: Held
    stack: int
    staked: int = 0
    is_done: bool = False

    @property
    def card(self) -> str:
        return self.held.card


class CardState(Frozen):
    deal: Deal[CardRules, NoCarry]
    hands: tuple[Hidden, ...]
    bag: tuple[str, ...]
    drawn: tuple[tuple[int, Held], ...] = ()
    """Every card of the hand and whom it went to, also those that were swapped away."""
    winner: int | None = None

    def hand(self, seat: int) -> Hidden:
        return next(hand for hand in self.hands if hand.seat == seat)

    def put(self, changed: Hidden) -> "CardState":
        return self.evolve(hands=tuple(changed if hand.seat == changed.seat else hand for hand in self.hands))


class Stake(Action):
    kind: Literal["stake"] = "stake"
    amount: int


class Swap(Action):
    """Change the card for another; naming it would show it."""

    kind: Literal["swap"] = "swap"
    card: str


class Staked(Event):
    kind: Literal["staked"] = "staked"
    seat: int
    amount: int


class Swapped(Event):
    kind: Literal["swapped"] = "swapped"
    seat: int


class Drawn(Event):
    """Told to its owner alone."""

    kind: Literal["drawn"] = "drawn"
    card: str


class Shown(Event):
    reveals: ClassVar[bool] = True
    kind: Literal["shown"] = "shown"
    winner: int
    cards: tuple[tuple[int, str], ...]


class CardView(Frozen):
    seats: tuple[tuple[int, int, int], ...]
    own: str | None
    winner: int | None
    extra: str = ""


class HighCard(Game[CardRules, NoCarry, CardState, Any, CardView]):
    """Each player gets a card, may swap it once, and stakes something; the highest card takes all."""

    key, title, tagline, seats = "highcard", "High Card", "The highest card takes all.", range(2, 5)
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": CardRules()}
    cards: ClassVar[tuple[str, ...]] = CARDS
    HouseRules, Carry, State, View = CardRules, NoCarry, CardState, CardView
    Action = Annotated[Stake | Swap, Field(discriminator="kind")]
    Event = Annotated[Staked | Swapped | Drawn | Shown, Field(discriminator="kind")]

    def start(self, deal: Deal[CardRules, NoCarry], chance: Rng) -> Step[CardState]:
        bag, hands = self.cards, list[Hidden]()
        for player in deal.players:
            (held,), bag = draw_held(chance, bag)
            hands.append(Hidden(seat=player.seat, held=held, stack=player.stack))
        private = tuple((hand.seat, Drawn(card=hand.card)) for hand in hands)
        drawn = tuple((hand.seat, hand.held) for hand in hands)
        return Step(CardState(deal=deal, hands=tuple(hands), bag=bag, drawn=drawn), (), private)

    def to_act(self, state: CardState) -> frozenset[int]:
        return frozenset(hand.seat for hand in state.hands if not hand.is_done)

    def moves(self, state: CardState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        hand = state.hand(seat)
        stake = Amount(name="amount", label="Stake", low=1, high=hand.stack)
        swap = Pick(name="card", label="Which?", choices=(Choice(value=hand.card, label=hand.card),))
        can_swap = len(state.bag) + len(state.hands) == len(CARDS)
        return (
            Move(key="stake", label="Stake", fields=(stake,)),
            *((Move(key="swap", label="Swap", fields=(swap,), place="private"),) if can_swap else ()),
        )

    def play(self, state: CardState, seat: int, action: Stake | Swap, chance: Rng) -> Step[CardState]:
        hand = state.hand(seat)
        if isinstance(action, Swap):
            (held,), bag = draw_held(chance, state.bag)
            after = state.put(hand.evolve(held=held)).evolve(bag=bag, drawn=(*state.drawn, (seat, held)))
            return Step(after, (Swapped(seat=seat),), ((seat, Drawn(card=held.card)),))
        state = state.put(hand.evolve(stack=hand.stack - action.amount, staked=action.amount, is_done=True))
        told = Staked(seat=seat, amount=action.amount)
        return self._shown(state, told) if not self.to_act(state) else Step(state, (told,))

    def _shown(self, state: CardState, told: Staked) -> Step[CardState]:
        best = max(state.hands, key=lambda hand: CARDS.index(hand.card))
        pot = sum(hand.staked for hand in state.hands)
        cards = tuple((hand.seat, hand.card) for hand in state.hands)
        state = state.put(best.evolve(stack=best.stack + pot)).evolve(winner=best.seat)
        return Step(state, (told, Shown(winner=best.seat, cards=cards)))

    def on_timeout(self, state: CardState, seat: int) -> Stake:
        return Stake(amount=1)

    def view(self, state: CardState, seat: int | None) -> CardView:
        own = next((hand.card for hand in state.hands if hand.seat == seat), None)
        seats = tuple((hand.seat, hand.stack, hand.staked) for hand in state.hands)
        return CardView(seats=seats, own=own, winner=state.winner)

    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        shown = {hand.held.salt for hand in state.hands} if state.winner is not None else set[str]()
        return tuple(Seal.of(owner, held, is_open=owner == seat or held.salt in shown) for owner, held in state.drawn)

    def outcome(self, state: CardState) -> Outcome[NoCarry] | None:
        if state.winner is None:
            return None
        return Outcome(stacks=tuple((hand.seat, hand.stack) for hand in state.hands), carry=NoCarry())

    def chips(self, state: CardState) -> int:
        return sum(hand.stack + (hand.staked if state.winner is None else 0) for hand in state.hands)

    def buy_in(self, rules: CardRules) -> BuyIn:
        return BuyIn(low=1, usual=100)


class Words:
    """The least that a game has to say."""

    def hand(self, view: CardView, voice: Voice) -> Page:
        return Page(title="Your card", text=view.own or "You hold none.")

    def panel(self, view: CardView, voice: Voice) -> Panel:
        lines = tuple(SeatLine(seat=seat, text=voice.money(stack)) for seat, stack, _ in view.seats)
        result = None if view.winner is None else f"{voice.name(view.winner)} wins."
        return Panel(heading="The cards", status=("High card.",), seats=lines, result=result)

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        return tuple(f"Somebody has {type(event).__name__.lower()}." for event in events)

    def rules_pages(self, rules: CardRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="High Card", text="The highest card takes all."),)

    def stakes(self, rules: CardRules, voice: Voice) -> str:
        return "Stakes from 1."


_TEXT = Words()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes, hand=_TEXT.hand)


def entry(game: HighCard) -> AnySpec:
    return GameSpec(game=game, words=WORDS, rulebook=_TEXT.rules_pages)
