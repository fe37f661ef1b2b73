"""Dealing: two ships for everybody, face down, and then the action cards that all share, face up (seed 003)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from bot.engine.betting.betting import BettingRound
from bot.engine.cards import Held, draw_held
from bot.engine.frozen import made
from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.klingon.cards import Deck
from cogs.klingon.events import Dealt, Turned
from cogs.klingon.state import LOCK_ON, KlingonState, Street

SHIPS_EACH = 2
Told = list[tuple[int, Event]]
"""What single seats are told: (seat, event)."""

_TURNED: dict[Street, tuple[Literal["lock_on", "het", "overrun"], int]] = {
    "ships": ("lock_on", LOCK_ON),
    "lock_on": ("het", 1),
    "het": ("overrun", 1),
}
"""What comes after the bets of a street, and how many cards it turns up."""


def deal_ships(
    from_the_left: Sequence[int], shipyard: tuple[str, ...], chance: Chance
) -> tuple[dict[int, tuple[Held, ...]], tuple[str, ...]]:
    """Two ships each, one at a time from the left of the sun, each sealed as it is dealt; and what is left."""
    count = len(from_the_left)
    held, left = draw_held(chance, shipyard, SHIPS_EACH * count)
    return {seat: held[at::count] for at, seat in enumerate(from_the_left)}, left


def told_ships(deck: Deck | None, held: Mapping[int, tuple[Held, ...]]) -> Told:
    """Everybody is told their own ships."""
    return [(seat, made(Dealt, deck=deck, ships=tuple([ship.card for ship in held[seat]]))) for seat in held]


def turn_up(state: KlingonState, chance: Chance, tell: list[Event]) -> KlingonState:
    """The next action cards, and bets from the left of the sun (rules 6.1, 6.10).

    A card is burned before the HET and before the Overrun. It stays in the bag: see there.
    """
    street, count = _TURNED[state.street]
    bag, cards = state.bag, list[str]()
    for _ in range(count):
        card, bag = chance.take(bag, secret=False)
        cards.append(card)
    tell.append(made(Turned, deck=state.rules.deck, street=street, cards=tuple(cards), pot=state.pot))
    betting = BettingRound.opened(state.betting.bettors, state.from_the_left[0], state.betting.limits)
    return state.evolve(street=street, bag=bag, table=(*state.table, *cards), betting=betting)
