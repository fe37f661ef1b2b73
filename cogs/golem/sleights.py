"""Cheating at Golem: a card of one's own for another of the deck, a look at one of somebody else's, and what becomes of
who is caught (seed 004, Cheating).
"""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.events import Acted, Fold, answered
from bot.engine.cards import draw_held, in_order
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import Event, Step
from bot.engine.moves import Action, Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.golem.course import onward
from cogs.golem.dealing import Told
from cogs.golem.drawing import card_choices
from cogs.golem.events import Peeked, Swapped
from cogs.golem.pile import fed_by_fold
from cogs.golem.state import GolemState
from cogs.golem.words import by_worth


class Swap(Action):
    """Give a card of the own hand back to the deck, for one drawn from the rest of it."""

    kind: Literal["swap"] = "swap"
    card: str


class Peek(Action):
    """Look at a card, whichever it is, in the hand of the seat `whom`."""

    kind: Literal["peek"] = "peek"
    whom: str


class GolemSleights(Cheatable[GolemState]):
    """The sleights of Golem."""

    sleight_note = (
        "**Swap a card** gives one of your cards back to the deck, and another comes for it. **Peek at a card** shows "
        "you one card of somebody's hand, whichever it is. Either takes a hand that isn't folded, be it all in; cards "
        "that were thrown away stay where they are. After a re-deal you may try again."
    )
    Sleight = Annotated[Swap | Peek, Field(discriminator="kind")]

    def sleights(self, state: GolemState, seat: int) -> tuple[Move, ...]:
        if state.is_over or self.is_out(state, seat):
            return ()
        return (_swap_move(state, seat), _peek_move(state, seat))

    def sleight(self, state: GolemState, seat: int, action: Action, chance: Chance) -> Step[GolemState]:
        match action:
            case Swap(card=card):
                return _swapped(state, seat, card, chance)
            case Peek(whom=whom):
                return _peeked(state, seat, int(whom), chance)
            case _:
                raise TypeError("that is no sleight of Golem")

    def sleight_round(self, state: GolemState) -> int:
        """The deal: after a re-deal there are new cards."""
        return state.number

    def is_out(self, state: GolemState, seat: int) -> bool:
        return seat not in state.live

    def forfeit(self, state: GolemState, seat: int, chance: Chance) -> Step[GolemState]:
        """A fold, also at the draw and of who is all in. Whoever has folded already has nothing left to lose."""
        if self.is_out(state, seat):
            return Step(state)
        state, acted = _withdrawn(state, seat, chance)
        tell: list[Event] = [acted]
        private: Told = []
        return Step(onward(state, chance, tell, private), tuple(tell), tuple(private))


def _swap_move(state: GolemState, seat: int) -> Move:
    """The cards stand in the order in which the page of the hand shows them."""
    shown = by_worth(state.gambler(seat).cards, state.rules.ace)
    pick = Pick(
        name="card",
        label="Which card do you give back?",
        choices=tuple(sorted(card_choices(state, seat), key=lambda choice: shown.index(choice.value))),
        not_offered="Give back one of the cards that you hold.",
    )
    return Move(key="swap", label="Swap a card", fields=(pick,), place="private", aside=True)


def _peek_move(state: GolemState, seat: int) -> Move:
    others = (player for player in state.deal.players if player.seat in state.live and player.seat != seat)
    pick = Pick(
        name="whom",
        label="At whose hand do you peek?",
        choices=tuple(Choice(value=str(other.seat), label=other.name, aliases=(other.name,)) for other in others),
        not_offered="Peek at the hand of somebody who is still in.",
    )
    return Move(key="peek", label="Peek at a card", fields=(pick,), place="private", aside=True)


def _swapped(state: GolemState, seat: int, given: str, chance: Chance) -> Step[GolemState]:
    """The new card is drawn before the old one goes back, so it is another one. Its seal takes the old one's place:
    nothing that is counted changes.
    """
    (held,), left = draw_held(chance, state.bag)
    gambler = state.gambler(seat)
    at = next(
        at for at, one in enumerate(state.laid) if (one.deal, one.seat, one.held.card) == (state.number, seat, given)
    )
    cards = tuple(held.card if card == given else card for card in gambler.cards)
    state = state.with_gambler(gambler.evolve(cards=cards)).evolve(
        bag=in_order((*left, given)),
        laid=(*state.laid[:at], state.laid[at].evolve(held=held), *state.laid[at + 1 :]),
    )
    told = Swapped(given=given, drawn=held.card)
    return Step(state, private=((seat, told),), kept=(told.evolve(by=seat),))


def _peeked(state: GolemState, seat: int, whom: int, chance: Chance) -> Step[GolemState]:
    """Any card of the hand, each as likely."""
    told = Peeked(whom=whom, card=chance.pick(state.gambler(whom).cards, secret=True))
    return Step(state, private=((seat, told),), kept=(told.evolve(by=seat),))


def _withdrawn(state: GolemState, seat: int, chance: Chance) -> tuple[GolemState, Acted]:
    """Somebody who was caught folds, whoever's turn it is. What they have chosen to throw away at the draw is part of
    their hand again: nobody has seen how much it was.
    """
    betting, acted = answered(state.betting, seat, Fold())
    caught = state.gambler(seat).evolve(is_choosing=False)
    if state.street == "draw":
        caught = caught.evolve(cards=(*caught.cards, *caught.discards), discards=())
    state = state.evolve(betting=betting).with_gambler(caught)
    if len(state.live) == 1:
        state = state.evolve(gamblers=tuple(gambler.evolve(is_choosing=False) for gambler in state.gamblers))
    return fed_by_fold(state, chance), acted
