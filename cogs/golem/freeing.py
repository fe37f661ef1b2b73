"""Freeing the golem: the best five of all that was thrown away (seed 001; rules 2.9, 2.10, 2.20)."""

from collections.abc import Collection

from bot.engine.cards import Card, in_order
from bot.engine.chance import Chance
from bot.engine.game import DEALER
from bot.engine.ranking import FIVE, best_hand
from cogs.golem.dealing import laid
from cogs.golem.state import Absent, GolemState


def pile(state: GolemState) -> tuple[Card, ...]:
    """What the golem is made of in this deal, in the order of the deck."""
    folded = [gambler for gambler in state.gamblers if gambler.seat not in state.live]
    fed = (card for gambler in folded if state.rules.folded_feed for card in gambler.cards)
    return in_order((*(card for gambler in state.gamblers for card in gambler.discards), *fed))


def freed(state: GolemState, chance: Chance) -> tuple[GolemState, tuple[Card, ...], Absent | None]:
    """The golem's cards in the order they count, at most five; or none, and why."""
    rules, cards = state.rules, pile(state)
    if rules.redeals and state.number > rules.redeals:
        return state, (), "capped"
    if len(cards) < FIVE and rules.few_discards == "no_golem":
        return state, (), "few"
    if len(cards) < FIVE and rules.few_discards == "top_up":
        state, held = laid(state, DEALER, FIVE - len(cards), chance)
        cards = in_order((*cards, *(one.card for one in held)))
    if not cards:
        return state, (), "none"
    return state, best_hand(cards, rules.ace).cards, None


def turned_up(state: GolemState, cards: Collection[Card]) -> GolemState:
    """Everybody has seen these cards of this deal: their seals are open."""
    first = next((at for at, one in enumerate(state.laid) if one.deal == state.number), len(state.laid))
    now = (one.evolve(is_shown=True) if one.held.card in cards else one for one in state.laid[first:])
    return state.evolve(laid=(*state.laid[:first], *now))
