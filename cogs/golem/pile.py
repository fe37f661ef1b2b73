"""The pile in the middle: what was thrown away, mixed face down and sealed anew as the table's own; the golem comes of
it (seed 001).
"""

from collections.abc import Mapping

from bot.engine.betting.ranking import FIVE, best_hand
from bot.engine.cards import Card, draw_held, in_order
from bot.engine.game import DEALER
from bot.engine.rng import Chance
from cogs.golem.state import Absent, GolemState, Laid


def thrown(state: GolemState) -> tuple[Card, ...]:
    """The discards of this deal, and folded hands where they feed the golem (rules 2.9), in the order of the deck."""
    folded = [gambler for gambler in state.gamblers if gambler.seat not in state.live]
    fed = (card for gambler in folded if state.rules.folded_feed for card in gambler.cards)
    return in_order((*(card for gambler in state.gamblers for card in gambler.discards), *fed))


def pile(state: GolemState) -> tuple[Card, ...]:
    """The cards that the golem is chosen from, in the order of the deck."""
    return in_order(one.held.card for one in state.laid[_first(state) :])


def heaped(state: GolemState, chance: Chance) -> GolemState:
    """The pile as it is now, filled up from the deck where the table does that (rules 2.10).

    Its order is drawn in secret and each card gets a new seal, which is nobody's: so the golem is fixed before the bets
    that follow, and what is turned up of it tells of nobody what they threw away.
    """
    cards, bag = list(thrown(state)), state.bag
    if state.rules.few_discards == "top_up" and not _is_capped(state):
        while len(cards) < FIVE:
            card, bag = chance.take(bag)
            cards.append(card)
    held, _ = draw_held(chance, in_order(cards), len(cards))
    laid = tuple(Laid(deal=state.number, seat=DEALER, held=one) for one in held)
    return state.evolve(bag=bag, laid=(*state.laid, *laid), piled=len(laid))


def fed_by_fold(state: GolemState, chance: Chance) -> GolemState:
    """Somebody has folded: after the draw their hand is mixed into the pile, if there is still a golem to free."""
    is_fed = state.rules.folded_feed and state.is_drawn and len(state.live) > 1
    return heaped(state, chance) if is_fed else state


def absent(state: GolemState) -> Absent | None:
    """Why no golem comes of the pile, once all have chosen."""
    if _is_capped(state):
        return "capped"
    if state.piled < FIVE and state.rules.few_discards == "no_golem":
        return "few"
    return None if state.piled else "none"


def freed(state: GolemState) -> tuple[tuple[Card, ...], Absent | None]:
    """The golem's cards in the order they count, at most five; or none, and why."""
    why = absent(state)
    return ((), why) if why else (best_hand(pile(state), state.rules.ace).cards, None)


def turned_up(state: GolemState, hands: Mapping[int, tuple[Card, ...]], of_pile: frozenset[Card]) -> GolemState:
    """Everybody has seen these hands, by seat, and these cards of the pile: their seals are open.

    A card of the pile keeps the seal closed under which it was somebody's.
    """
    first = _first(state)

    def is_seen(at: int, one: Laid) -> bool:
        return one.held.card in (of_pile if at >= first else hands.get(one.seat, ()))

    now = (
        one.evolve(is_shown=True) if one.deal == state.number and is_seen(at, one) else one
        for at, one in enumerate(state.laid)
    )
    return state.evolve(laid=tuple(now))


def _first(state: GolemState) -> int:
    """Where the pile begins among all cards that were sealed: it is the last of them."""
    return len(state.laid) - state.piled


def _is_capped(state: GolemState) -> bool:
    return 0 < state.rules.redeals < state.number
