"""Cheating at Klingon Hold-'Em: a ship of one's own for another of the deck, and what becomes of who is caught (seed
004, Cheating).
"""

from typing import Literal

from bot.engine.betting.events import Fold, answered
from bot.engine.cards import draw_held
from bot.engine.cheating.sleights import Cheatable
from bot.engine.frozen import made
from bot.engine.game import Event, Step
from bot.engine.moves import Action, Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.klingon.course import onward
from cogs.klingon.events import Swapped
from cogs.klingon.klingon_decks import deck_of, ship_of, shipyard_of
from cogs.klingon.state import KlingonState


class Swap(Action):
    """Lay the own ship of that id back into the deck, for one drawn from the rest of it."""

    kind: Literal["swap"] = "swap"
    ship: str


class KlingonSleights(Cheatable[KlingonState]):
    """The one sleight of Klingon Hold-'Em."""

    sleight_note = (
        "**Swap a ship** lays one of your two back among those that nobody was dealt, and another comes for it. It "
        "takes two ships that are still in the hand, be they all in, and one try a hand is all there is. With all "
        "ships dealt there is nothing to swap for."
    )
    Sleight = Swap

    def sleights(self, state: KlingonState, seat: int) -> tuple[Move, ...]:
        if state.ending is not None or self.is_out(state, seat) or not state.shipyard:
            return ()
        deck = deck_of(state.rules)
        names = ((ship, ship_of(deck, ship).name) for ship in state.captain(seat).ids)
        pick = Pick(
            name="ship",
            label="Which ship do you lay back?",
            choices=tuple(Choice(value=ship, label=name, picture="klingon_ship") for ship, name in names),
            not_offered="Lay back one of your own two ships.",
        )
        return (Move(key="swap", label="Swap a ship", fields=(pick,), place="private", aside=True),)

    def sleight(self, state: KlingonState, seat: int, action: Action, chance: Chance) -> Step[KlingonState]:
        """The new ship is drawn before the old one is laid back, so it is another one, sealed in the old one's place:
        nothing that is counted changes.
        """
        if not isinstance(action, Swap):
            raise TypeError("that is no sleight of Klingon Hold-'Em")
        (held,), left = draw_held(chance, state.shipyard)
        captains = tuple(
            captain.evolve(ships=tuple(held if ship.card == action.ship else ship for ship in captain.ships))
            if captain.seat == seat
            else captain
            for captain in state.captains
        )
        undealt = {*left, action.ship}
        shipyard = tuple(ship for ship in shipyard_of(state.rules).ids if ship in undealt)
        deck = deck_of(state.rules)
        told = made(Swapped, given=ship_of(deck, action.ship).name, drawn=ship_of(deck, held.card).name)
        return Step(
            state.evolve(captains=captains, shipyard=shipyard), private=((seat, told),), kept=(told.evolve(by=seat),)
        )

    def is_out(self, state: KlingonState, seat: int) -> bool:
        return seat not in state.live

    def forfeit(self, state: KlingonState, seat: int, chance: Chance) -> Step[KlingonState]:
        """The ships are laid aside, whoever's turn it is and be they all in; the bets stay in the pot. Whoever has
        disengaged already has nothing left to lose.
        """
        if self.is_out(state, seat):
            return Step(state)
        betting, acted = answered(state.betting, seat, Fold())
        tell: list[Event] = [acted]
        return Step(onward(state.evolve(betting=betting), chance, tell), tuple(tell))
