"""The main deck: four each of 1 to 10, drawn openly (rules 5.2, 5.3)."""

from collections import Counter

from bot.engine.rng import Chance
from cogs.pazaak.state import PazaakState

NUMBERS = tuple(range(1, 11))
COPIES = 4
WHOLE = tuple(number for number in NUMBERS for _ in range(COPIES))
"""The forty cards in order."""


def shuffled(state: PazaakState) -> PazaakState:
    """With whole main decks."""
    decks = {"shared": 1, "own": 2, "endless": 0}[state.rules.main_deck]
    return state.evolve(bags=(WHOLE,) * decks)


def draw(state: PazaakState, seat: int, chance: Chance) -> tuple[int, PazaakState]:
    """The next card for a seat, and the match without it in the deck.

    A deck that has run out is shuffled anew from what doesn't lie on a table; if all of it does, there is another.
    """
    if not state.bags:
        return chance.pick(NUMBERS), state
    at = 0 if len(state.bags) == 1 else state.order.index(seat)
    number, left = chance.take(state.bags[at] or _shuffled_anew(state, seat), secret=False)
    return number, state.evolve(bags=(*state.bags[:at], left, *state.bags[at + 1 :]))


def high_cards(state: PazaakState, chance: Chance) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Both draw a card until one is higher, each time from the whole deck: (seat, number) of every draw."""
    first, second = state.order
    draws: list[tuple[tuple[int, int], tuple[int, int]]] = []
    while not draws or draws[-1][0][1] == draws[-1][1][1]:
        one, left = draw(shuffled(state), first, chance)
        other, _ = draw(left, second, chance)
        draws.append(((first, one), (second, other)))
    return tuple(draws)


def _shuffled_anew(state: PazaakState, seat: int) -> tuple[int, ...]:
    sharing = state.gamblers if len(state.bags) == 1 else (state.gambler(seat),)
    lying = Counter(card.number for gambler in sharing for card in gambler.table if card.code is None)
    return tuple((Counter(WHOLE) - lying).elements()) or WHOLE
