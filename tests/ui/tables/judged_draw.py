"""Judged Draw: Blind Draw with a GM's seat, for what the bot shows of any such game.

Whoever wants to may mark a card before all have exchanged, unseen, or speak to somebody. When all have exchanged the
hand waits for the GM, who has a secret die and says who shows first.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from bot.engine.frozen import later
from bot.engine.game import DEALER, Deal, Event, Step
from bot.engine.moves import Action, Choice, Move, Pick, Words
from bot.engine.rng import Rng
from bot.engine.spec import GameSpec
from bot.engine.words import GameWords, Page, Voice
from tests.tables import blind_draw
from tests.tables.blind_draw import BlindDraw, BlindRules, BlindState, BlindView, Exchange, Favour, Fold, NoCarry, Show

LONGEST = 200


class JudgedState(BlindState):
    die: int = 1
    is_judged: bool = later(default=False)
    marked: tuple[tuple[int, str], ...] = later(())
    spoken: tuple[int, ...] = later(())


class Judge(Action):
    kind: Literal["judge"] = "judge"
    first: str


class Mark(Action):
    kind: Literal["mark"] = "mark"
    card: str


class Speak(Action):
    kind: Literal["speak"] = "speak"
    whom: str
    words: str


class Marked(Event):
    kind: Literal["marked"] = "marked"
    seat: int
    card: str


class Spoke(Event):
    kind: Literal["spoke"] = "spoke"
    seat: int
    words: str


class Judged(Event):
    kind: Literal["judged"] = "judged"
    seat: int


class JudgedView(BlindView):
    seat: int | None = None
    die: int | None = None
    is_judged: bool = False
    marked: str | None = None


class JudgedDraw(BlindDraw):
    key, title, has_dealer = "judged_draw", "Judged Draw", True
    State, View = JudgedState, JudgedView
    Action = Annotated[Exchange | Favour | Show | Fold | Judge | Mark | Speak, Field(discriminator="kind")]
    Event = Annotated[blind_draw.Told | blind_draw.Drawn | Marked | Spoke | Judged, Field(discriminator="kind")]

    def start(self, deal: Deal[BlindRules, NoCarry], chance: Rng) -> Step[Any]:
        done = super().start(deal, chance)
        return Step(JudgedState(**done.state.by_name(), die=chance.die(secret=True)), done.events, done.private)

    def is_crooked(self, rules: BlindRules) -> bool:
        return True

    def seals(self, state: Any, seat: int | None) -> tuple[Any, ...]:
        return ()

    def to_act(self, state: Any) -> frozenset[int]:
        if not state.deciding and not state.is_judged and state.winner is None:
            return frozenset((DEALER,))
        return super().to_act(state)

    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        judging = DEALER in self.to_act(state)
        if seat == DEALER:
            choices = tuple(Choice(value=str(one.seat), label=f"Seat {one.seat}") for one in state.holders)
            pick = Pick(name="first", label="Who shows first?", choices=choices)
            return (Move(key="judge", label="Judge", fields=(pick,), place="private"),) if judging else ()
        if judging:
            return ()
        return (*super().moves(state, seat), *self._asides(state, seat))

    def _asides(self, state: Any, seat: int) -> tuple[Move, ...]:
        if not state.deciding or not any(one.seat == seat for one in state.holders):
            return ()
        cards = tuple(Choice(value=card.card, label=card.card) for card in state.holder(seat).cards)
        others = tuple(Choice(value=str(one.seat), label=f"Seat {one.seat}") for one in state.holders)
        mark = Move(
            key="mark",
            label="Mark a card",
            fields=(Pick(name="card", label="Which one?", choices=cards),),
            place="private",
            aside=True,
        )
        speak = Move(
            key="speak",
            label="Speak",
            fields=(
                Pick(name="whom", label="To whom?", choices=others),
                Words(name="words", label="What do you say?", at_most=LONGEST),
            ),
            place="private",
            aside=True,
            confirm="The whole table hears it.",
        )
        has_marked = any(one == seat for one, _ in state.marked)
        return (*(() if has_marked else (mark,)), *(() if seat in state.spoken else (speak,)))

    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        match action:
            case Judge(first=first):
                ordered = sorted(state.holders, key=lambda one: one.seat != int(first))
                return Step(state.evolve(is_judged=True, holders=tuple(ordered)), (Judged(seat=int(first)),))
            case Mark(card=card):
                noted = Marked(seat=seat, card=card)
                return Step(state.evolve(marked=(*state.marked, (seat, card))), (), ((seat, noted),), (noted,))
            case Speak(words=words):
                return Step(state.evolve(spoken=(*state.spoken, seat)), (Spoke(seat=seat, words=words),))
            case _:
                return super().play(state, seat, action, chance)

    def on_timeout(self, state: Any, seat: int) -> Any:
        return Judge(first=str(state.holders[0].seat)) if seat == DEALER else super().on_timeout(state, seat)

    def view(self, state: Any, seat: int | None) -> JudgedView:
        seen = super().view(state, seat)
        return JudgedView(
            **seen.by_name(),
            seat=seat,
            die=state.die if seat == DEALER else None,
            is_judged=state.is_judged,
            marked=dict(state.marked).get(seat) if seat else None,
        )


class JudgedWords(blind_draw.Words):
    """What the game says."""

    def hand(self, view: Any, voice: Voice) -> Page:
        if view.seat == DEALER:
            return Page(title="Who shows first?", text=f"The secret die shows {view.die}.")
        own = super().hand(view, voice)
        return own.evolve(text=f"{own.text}\nYou have marked {view.marked}." if view.marked else own.text)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(self._told(event, voice) for event in events)

    def _told(self, event: Any, voice: Voice) -> str:
        match event:
            case Marked(seat=seat, card=card):
                return f"{voice.name(seat)} marks {card} unseen."
            case Spoke(seat=seat, words=words):
                return f"{voice.name(seat)} says: {voice.text(words)}"
            case Judged(seat=seat):
                return f"The GM has {voice.name(seat)} show first."
            case _:
                return self._sentence(event, voice)


_TEXT = JudgedWords()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes, hand=_TEXT.hand)


ENTRY = GameSpec(game=JudgedDraw(), words=WORDS, rulebook=_TEXT.rules_pages)
