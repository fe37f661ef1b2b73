"""Dealing: two ships for everybody, face down, and then the action cards that all share, face up (seed 003)."""

from typing import Literal

from bot.engine.betting import BettingRound
from bot.engine.cards import Held, draw_held
from bot.engine.chance import Chance
from bot.engine.game import Event
from cogs.klingon.events import Dealt, Turned
from cogs.klingon.state import LOCK_ON, Captain, KlingonState, Street

SHIPS_EACH = 2
Told = list[tuple[int, Event]]
"""What single seats are told: (seat, event)."""

_TURNED: dict[Street, tuple[Literal["lock_on", "het", "overrun"], int]] = {
    "ships": ("lock_on", LOCK_ON),
    "lock_on": ("het", 1),
    "het": ("overrun", 1),
}
"""What comes after the bets of a street, and how many cards it turns up."""


def deal_ships(state: KlingonState, chance: Chance, private: Told) -> KlingonState:
    """Two ships each, one at a time from the left of the sun, each sealed as it is dealt."""
    held: dict[int, tuple[Held, ...]] = dict.fromkeys(state.order, ())
    shipyard = state.shipyard
    for _ in range(SHIPS_EACH):
        for seat in state.from_the_left:
            drawn, shipyard = draw_held(chance, shipyard)
            held[seat] += drawn
    deck = state.rules.deck
    private += [(seat, Dealt(deck=deck, ships=tuple(ship.card for ship in held[seat]))) for seat in state.from_the_left]
    captains = tuple(Captain(seat=seat, ships=held[seat]) for seat in state.order)
    return state.evolve(captains=captains, shipyard=shipyard)


def turn_up(state: KlingonState, chance: Chance, tell: list[Event]) -> KlingonState:
    """The next action cards, and bets from the left of the sun (rules 6.1, 6.10).

    A card is burned before the HET and before the Overrun. It stays in the bag: see there.
    """
    street, count = _TURNED[state.street]
    bag, cards = state.bag, list[str]()
    for _ in range(count):
        card, bag = chance.take(bag, secret=False)
        cards.append(card)
    tell.append(Turned(deck=state.rules.deck, street=street, cards=tuple(cards), pot=state.pot))
    betting = BettingRound.opened(state.betting.bettors, state.from_the_left[0], state.betting.limits)
    return state.evolve(street=street, bag=bag, table=(*state.table, *cards), betting=betting)
