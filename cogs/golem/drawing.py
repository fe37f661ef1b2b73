"""The draw: everybody still in throws up to two cards away, all at once, and draws as many (rules 2.7, 2.8)."""

from collections.abc import Collection

from bot.engine.game import Event
from bot.engine.moves import Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.golem.dealing import Told, from_amulet, laid, open_bets
from cogs.golem.events import Discarded, Drawn
from cogs.golem.pile import heaped
from cogs.golem.state import GolemState
from cogs.golem.words import in_words, short

MOST_DISCARDS = 2


def open_draw(state: GolemState) -> GolemState:
    """Everybody still in is asked, also who is all in."""
    live = state.live
    gamblers = tuple(gambler.evolve(is_choosing=gambler.seat in live) for gambler in state.gamblers)
    return state.evolve(street="draw", gamblers=gamblers)


def card_choices(state: GolemState, seat: int) -> tuple[Choice, ...]:
    """The cards in a hand, to pick from."""
    return tuple(
        Choice(value=card, label=in_words(card), aliases=(card, short(card)), picture=f"card_{card}")
        for card in state.gambler(seat).cards
    )


def discard_moves(state: GolemState, seat: int) -> tuple[Move, ...]:
    pick = Pick(
        name="cards",
        label="Which cards do you throw away?",
        choices=card_choices(state, seat),
        at_least=0,
        at_most=MOST_DISCARDS,
        none="Keep all five",
        wrong_count="Throw away at most two cards.",
        not_offered="Throw away cards that you hold, each of them once.",
    )
    return (Move(key="discard", label="Discard", fields=(pick,), place="private", style="main"),)


def chosen(state: GolemState, seat: int, thrown: Collection[str]) -> GolemState:
    """A seat has made its choice, which nobody sees until all have."""
    gambler = state.gambler(seat)
    return state.with_gambler(
        gambler.evolve(
            cards=tuple(card for card in gambler.cards if card not in thrown),
            discards=tuple(card for card in gambler.cards if card in thrown),
            is_choosing=False,
        )
    )


def drawn(state: GolemState, chance: Chance, tell: list[Event], private: Told) -> GolemState:
    """All have chosen: new cards come round from the amulet, whoever chose first, what was thrown away is piled up, and
    the second bets are open.
    """
    counts: list[tuple[int, int]] = []
    for seat in from_amulet(state):
        gambler = state.gambler(seat)
        count = len(gambler.discards)
        counts.append((seat, count))
        if count:
            state, held = laid(state, seat, count, chance)
            new = tuple(one.card for one in held)
            cards = (*gambler.cards, *new)
            private.append((seat, Drawn(ace=state.rules.ace, discards=gambler.discards, drawn=new, cards=cards)))
            state = state.with_gambler(gambler.evolve(cards=cards))
    tell.append(Discarded(counts=tuple(counts)))
    return open_bets(heaped(state.evolve(street="second", is_drawn=True), chance))
