"""Blind Draw: a small game with hidden hands, for what holds of any such game.

Everybody pays in, gets three cards face down and exchanges up to two, all at once and unseen. Then each shows or folds,
in turn; the highest sum that is shown takes the pot. If nobody shows, everyone gets their fee back. Meanwhile a seat
may favour one of its cards, which changes nothing that others see. The player who takes the pot takes every gem that
was wagered. With one card each nobody exchanges: all show or fold at once, and each may swap the card before.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.cards import FULL_DECK, Held, draw_held, plain_card, rank_of
from bot.engine.frozen import Frozen
from bot.engine.game import Award, BuyIn, Carry, Deal, Event, Game, HouseRules, Loadout, Outcome, Step
from bot.engine.moves import Action, Choice, Move, Pick
from bot.engine.options import option
from bot.engine.rng import Rng
from bot.engine.spec import GameSpec
from bot.engine.words import GameWords, Page, Panel, SeatLine, Voice

FEE = 10
_IN_HAND, _MOST_OUT = 3, 2


class BlindRules(HouseRules):
    cards: int = option(_IN_HAND, "Cards", "Cards in each hand.", low=1, high=_IN_HAND)
    wagers: bool = option(True, "Wagers", "Gems are played for.")


class NoCarry(Carry):
    pass


class Pouch(Loadout):
    charm: str


class Holder(Frozen):
    seat: int
    stack: int
    cards: tuple[Held, ...]
    out: tuple[str, ...] | None = None
    favourite: str | None = None
    has_swapped: bool = False
    has_shown: bool | None = None


class BlindState(Frozen):
    deal: Deal[BlindRules, NoCarry]
    holders: tuple[Holder, ...]
    bag: tuple[str, ...]
    winner: int | None = None

    def holder(self, seat: int) -> Holder:
        return next(one for one in self.holders if one.seat == seat)

    def put(self, changed: Holder) -> "BlindState":
        return self.evolve(holders=tuple(changed if one.seat == changed.seat else one for one in self.holders))

    @property
    def deciding(self) -> bool:
        return self.deal.rules.cards > 1 and any(one.out is None for one in self.holders)

    @property
    def is_over(self) -> bool:
        return all(one.has_shown is not None for one in self.holders)


class Exchange(Action):
    kind: Literal["exchange"] = "exchange"
    cards: tuple[str, ...]


class Swap(Action):
    kind: Literal["swap"] = "swap"
    card: str


class Favour(Action):
    kind: Literal["favour"] = "favour"
    card: str


class Show(Action):
    kind: Literal["show"] = "show"


class Fold(Action):
    kind: Literal["fold"] = "fold"


class Told(Event):
    kind: Literal["told"] = "told"
    seat: int
    what: str


class Drawn(Event):
    """For the eyes of its owner."""

    kind: Literal["drawn"] = "drawn"
    cards: tuple[str, ...]


class BlindView(Frozen):
    seats: tuple[tuple[int, int, str], ...]
    own: tuple[str, ...]
    favourite: str | None
    winner: int | None


class BlindDraw(Game[BlindRules, NoCarry, BlindState, Any, BlindView]):
    """Chips are paid in at the start and out at the end."""

    key, title, tagline, seats = "blind_draw", "Blind Draw", "The highest sum takes all.", range(2, 8)
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": BlindRules()}
    goods: ClassVar[Mapping[str, str]] = {kind: kind for kind in ("ring", "idol", "tooth")} | {
        f"gem_{number}": f"gem no. {number}" for number in range(1, 28)
    }
    goods_word = "gem"
    HouseRules, Carry, State, View = BlindRules, NoCarry, BlindState, BlindView
    Action = Annotated[Exchange | Swap | Favour | Show | Fold, Field(discriminator="kind")]
    Event = Annotated[Told | Drawn, Field(discriminator="kind")]

    def start(self, deal: Deal[BlindRules, NoCarry], chance: Rng) -> Step[BlindState]:
        bag, holders = FULL_DECK, list[Holder]()
        for player in deal.players:
            cards, bag = draw_held(chance, bag, deal.rules.cards)
            holders.append(Holder(seat=player.seat, stack=player.stack - FEE, cards=cards))
        private = tuple((one.seat, Drawn(cards=_names(one))) for one in holders)
        return Step(BlindState(deal=deal, holders=tuple(holders), bag=bag), (), private)

    def to_act(self, state: BlindState) -> frozenset[int]:
        if state.deciding:
            return frozenset(one.seat for one in state.holders if one.out is None)
        waiting = [one.seat for one in state.holders if one.has_shown is None]
        return frozenset(waiting if state.deal.rules.cards == 1 else waiting[:1])

    def moves(self, state: BlindState, seat: int) -> tuple[Move, ...]:
        if self.outcome(state) is not None or not any(one.seat == seat for one in state.holders):
            return ()
        held, is_asked = state.holder(seat), seat in self.to_act(state)
        choices = tuple(
            Choice(value=card, label=plain_card(card), aliases=(card,), picture=f"card_{card}") for card in _names(held)
        )
        if state.deciding:
            none = "Keep all three"
            pick = Pick(
                name="cards", label="Exchange up to two", choices=choices, at_least=0, at_most=_MOST_OUT, none=none
            )
            return (Move(key="exchange", label="Exchange", fields=(pick,), place="private"),) if is_asked else ()
        favour = Pick(name="card", label="Favour one card", choices=choices)
        aside = Move(key="favour", label="Favour", fields=(favour,), place="private")
        if state.deal.rules.cards == 1:
            swapped = Pick(name="card", label="Which?", choices=choices)
            aside = Move(key="swap", label="Swap", fields=(swapped,), place="private")
        moves = (
            Move(key="show", label="Show", style="main"),
            Move(key="fold", label="Fold", confirm="Fold for good?", style="danger"),
        )
        has_aside = held.favourite is None and not held.has_swapped and (is_asked or state.deal.rules.cards > 1)
        return (*((aside,) if has_aside else ()), *(moves if is_asked else ()))

    def play(self, state: BlindState, seat: int, action: Any, chance: Rng) -> Step[BlindState]:
        held = state.holder(seat)
        match action:
            case Exchange(cards=cards):
                return self._exchanged(state.put(held.evolve(out=cards)), chance)
            case Favour(card=card):
                return Step(state.put(held.evolve(favourite=card)))
            case Swap():
                cards, bag = draw_held(chance, state.bag)
                after = state.put(held.evolve(cards=cards, has_swapped=True)).evolve(bag=bag)
                drawn = Drawn(cards=tuple(card.card for card in cards))
                return Step(after, (Told(seat=seat, what="swaps"),), ((seat, drawn),))
            case _:
                shows = isinstance(action, Show)
                told = Told(seat=seat, what="shows" if shows else "folds")
                return self._ended(state.put(held.evolve(has_shown=shows)), told)

    def _exchanged(self, state: BlindState, chance: Rng) -> Step[BlindState]:
        if state.deciding:
            return Step(state)
        private: list[tuple[int, Event]] = []
        for held in state.holders:
            kept = tuple(card for card in held.cards if card.card not in (held.out or ()))
            new, bag = draw_held(chance, state.bag, _IN_HAND - len(kept))
            state = state.put(held.evolve(cards=(*kept, *new))).evolve(bag=bag)
            if new:
                private.append((held.seat, Drawn(cards=tuple(card.card for card in new))))
        told = tuple(Told(seat=held.seat, what=f"exchanges {len(held.out or ())}") for held in state.holders)
        return Step(state, told, tuple(private))

    def _ended(self, state: BlindState, told: Told) -> Step[BlindState]:
        if self.to_act(state):
            return Step(state, (told,))
        shown = [one for one in state.holders if one.has_shown]
        if not shown:
            holders = tuple(one.evolve(stack=one.stack + FEE) for one in state.holders)
            return Step(state.evolve(holders=holders), (told,))
        best = max(shown, key=lambda one: sum(map(rank_of, _names(one))))
        pot = FEE * len(state.holders)
        won = Told(seat=best.seat, what="takes the pot")
        return Step(state.put(best.evolve(stack=best.stack + pot)).evolve(winner=best.seat), (told, won))

    def on_timeout(self, state: BlindState, seat: int) -> Any:
        return Exchange(cards=()) if state.deciding else Fold()

    def view(self, state: BlindState, seat: int | None) -> BlindView:
        own = next((one for one in state.holders if one.seat == seat), None)
        seats = tuple((one.seat, one.stack, _shown(one, state)) for one in state.holders)
        favourite = own.favourite if own else None
        return BlindView(seats=seats, own=_names(own) if own else (), favourite=favourite, winner=state.winner)

    def outcome(self, state: BlindState) -> Outcome[NoCarry] | None:
        if not state.is_over:
            return None
        wagered = [good for player in state.deal.players for good in player.wager]
        gems = () if state.winner is None else tuple(Award(good=good.id, seat=state.winner) for good in wagered)
        return Outcome(stacks=tuple((one.seat, one.stack) for one in state.holders), carry=NoCarry(), goods=gems)

    def wagers_goods(self, rules: BlindRules) -> bool:
        return rules.wagers

    def least_stack(self, rules: BlindRules) -> int:
        return FEE

    def chips(self, state: BlindState) -> int:
        pot = 0 if state.is_over else FEE * len(state.holders)
        return pot + sum(one.stack for one in state.holders)

    def buy_in(self, rules: BlindRules) -> BuyIn:
        return BuyIn(low=FEE, usual=100)


def _names(held: Holder) -> tuple[str, ...]:
    return tuple(card.card for card in held.cards)


def _shown(held: Holder, state: BlindState) -> str:
    return " ".join(map(plain_card, _names(held))) if held.has_shown and state.winner is not None else ""


class Words:
    """What the game says."""

    def panel(self, view: BlindView, voice: Voice) -> Panel:
        lines = tuple(SeatLine(seat=seat, cards=cards, text=voice.money(stack)) for seat, stack, cards in view.seats)
        result = None if view.winner is None else f"{voice.name(view.winner)} takes the pot."
        return Panel(heading="The draw", status=("Three cards each.",), seats=lines, result=result)

    def hand(self, view: BlindView, voice: Voice) -> Page:
        favourite = f"\nYou favour the {voice.card(view.favourite)}." if view.favourite else ""
        return Page(title="Three cards", text=f"# {' '.join(map(voice.card, view.own))}{favourite}")

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(self._sentence(event, voice) for event in events)

    def _sentence(self, event: Told | Drawn, voice: Voice) -> str:
        match event:
            case Told():
                return f"{voice.name(event.seat)} {event.what}."
            case Drawn():
                return f"You draw {voice.list(list(map(voice.card, event.cards)))}."

    def rules_pages(self, rules: BlindRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Blind Draw", text="The highest sum takes all."),)

    def stakes(self, rules: BlindRules, voice: Voice) -> str:
        return f"{voice.money(FEE)} each"


_TEXT = Words()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes, hand=_TEXT.hand)


ENTRY = GameSpec(game=BlindDraw(), words=WORDS, rulebook=_TEXT.rules_pages, loadout=Pouch)
