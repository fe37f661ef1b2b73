"""Cheating at Pazaak: a card of one's own hand for another of the side deck, a look at one of the other's, and what
becomes of who is caught (seed 004, Cheating).
"""

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cards import draw_held
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import Step
from bot.engine.moves import Action, Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.pazaak.cards import KINDS, in_order
from cogs.pazaak.events import Peeked, Swapped, Told
from cogs.pazaak.sets import match_over
from cogs.pazaak.state import PazaakState


class Swap(Action):
    """Put a card of the own hand back into the side deck, for one drawn from the rest of it."""

    kind: Literal["swap"] = "swap"
    card: str


class Peek(Action):
    """Look at a card, whichever it is, in the other's hand."""

    kind: Literal["peek"] = "peek"


class PazaakSleights(Cheatable[PazaakState]):
    """The sleights of Pazaak. What characters own and wager isn't touched by them."""

    sleight_note = (
        "**Swap a card** puts one of your side cards back into your side deck, for another of it that you neither hold "
        "nor have played. **Peek at a card** shows you one of the other's side cards, whichever it is. In a new set "
        "you may try again. Whoever is caught and has to go loses the match."
    )
    Sleight = Annotated[Swap | Peek, Field(discriminator="kind")]

    def sleights(self, state: PazaakState, seat: int) -> tuple[Move, ...]:
        if state.result is not None or seat not in state.order:
            return ()
        swap = (_swap_move(state, seat),) if state.hand(seat) and rest_of_deck(state, seat) else ()
        return (*swap, _PEEK) if state.hand(state.other(seat)) else swap

    def sleight(self, state: PazaakState, seat: int, action: Action, chance: Chance) -> Step[PazaakState]:
        match action:
            case Swap(card=card):
                return _swapped(state, seat, card, chance)
            case Peek():
                return _peeked(state, seat, chance)
            case _:
                raise TypeError("that is no sleight of Pazaak")

    def sleight_round(self, state: PazaakState) -> int:
        """The set."""
        return state.number

    def forfeit(self, state: PazaakState, seat: int, chance: Chance) -> Step[PazaakState]:
        """The match is lost, with all that was put down, as by giving it up (rules 5.20)."""
        told = Told()
        return Step(match_over(state, "caught", state.other(seat), told), tuple(told.events))


def rest_of_deck(state: PazaakState, seat: int) -> tuple[str, ...]:
    """The cards of a side deck that weren't drawn, in order. Where hands are drawn anew for every set, what was drawn
    for earlier ones is among them again.
    """
    mine = [one.held.card for one in state.drawn if one.seat == seat]
    now = Counter(mine[-state.rules.hand_size :] if mine else ())
    return in_order((Counter(state.gambler(seat).deck) - now).elements())


def _swap_move(state: PazaakState, seat: int) -> Move:
    kinds = (KINDS[code] for code in dict.fromkeys(in_order(state.hand(seat))))
    pick = Pick(
        name="card",
        label="Which card do you put back?",
        choices=tuple(
            Choice(value=kind.code, label=kind.name, aliases=(kind.spelled,), picture=kind.picture) for kind in kinds
        ),
        not_offered="Put back one of the side cards that you hold.",
    )
    return Move(key="swap", label="Swap a card", fields=(pick,), place="private", aside=True)


_PEEK = Move(key="peek", label="Peek at a card", place="private", aside=True)


def _swapped(state: PazaakState, seat: int, given: str, chance: Chance) -> Step[PazaakState]:
    """The new card is drawn from what neither was dealt nor played, and sealed in the old one's place: nothing that is
    counted changes.
    """
    (held,), _ = draw_held(chance, rest_of_deck(state, seat))
    drawn = list(state.drawn)
    at = next(at for at, one in enumerate(drawn) if one.is_held_by(seat) and one.held.card == given)
    drawn[at] = drawn[at].evolve(held=held)
    told = Swapped(given=given, drawn=held.card)
    return Step(state.evolve(drawn=tuple(drawn)), private=((seat, told),), kept=(told.evolve(by=seat),))


def _peeked(state: PazaakState, seat: int, chance: Chance) -> Step[PazaakState]:
    """Any card of the hand, each as likely."""
    other = state.other(seat)
    told = Peeked(whom=other, card=chance.pick(state.hand(other), secret=True))
    return Step(state, private=((seat, told),), kept=(told.evolve(by=seat),))
