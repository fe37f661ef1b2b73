"""Which side decks may be played, and the match's first move: both choose in private (rules 5.15, 5.16)."""

from bot.engine.cards import draw_held
from bot.engine.chance import Chance
from bot.engine.game import Player
from bot.engine.moves import Choice, Move, Pick
from cogs.pazaak.cards import in_short
from cogs.pazaak.events import DeckChosen, Hand, HandsDrawn, Told
from cogs.pazaak.kit import STANDARD, SideDeck, find, missing, read_kit
from cogs.pazaak.options import PazaakRules
from cogs.pazaak.state import PazaakState, SideHeld


def playable(rules: PazaakRules, player: Player) -> tuple[SideDeck, ...]:
    """The decks that this player may choose from, the one in use first, else the standard one; never none.

    The standard deck goes by every house rule. Where only one's own cards count, it is lent to whoever has no deck of
    them.
    """
    if rules.decks == "standard":
        return (STANDARD,)
    kit = read_kit(player.kit)
    decks = [deck for deck in kit.all_decks if is_allowed(rules, deck)]
    if rules.decks == "collection":
        owned = tuple(good.kind for good in player.goods)
        decks = [deck for deck in decks if not missing(deck.cards, owned)] or [STANDARD]
    using = find(decks, kit.in_use.name) or find(decks, STANDARD.name)
    return tuple(sorted(decks, key=lambda deck: deck is not using))


def is_allowed(rules: PazaakRules, deck: SideDeck) -> bool:
    """Whether the house rules allow these cards, and so many of each; whose they are aside."""
    copies = rules.copies or len(deck.cards)
    return not rules.barred & set(deck.cards) and all(deck.cards.count(card) <= copies for card in deck.cards)


def choosing_begun(state: PazaakState) -> PazaakState:
    """Whoever has a choice is asked; the others play the only deck they may. Without side cards nobody needs one."""
    if state.rules.hand_size == 0:
        return state
    asked: list[int] = []
    for player in state.deal.players:
        only, *others = playable(state.rules, player)
        if others:
            asked.append(player.seat)
        else:
            state = _with_deck(state, player.seat, only)
    return state.evolve(choosing=tuple(asked))


def deck_move(state: PazaakState, seat: int) -> Move:
    decks = playable(state.rules, state.player(seat))
    choices = tuple(
        Choice(value=str(at), label=f"{deck.name}: {in_short(deck.cards)}", aliases=(deck.name,), button=deck.name)
        for at, deck in enumerate(decks, start=1)
    )
    pick = Pick(name="deck", label="Which side deck do you play?", choices=choices)
    return Move(key="deck", label="Choose your deck", style="main", place="private", fields=(pick,))


def chosen(state: PazaakState, seat: int, deck: str, told: Told) -> PazaakState:
    """One has chosen; nobody else learns which deck."""
    state = _with_deck(state, seat, playable(state.rules, state.player(seat))[int(deck) - 1])
    told.events.append(DeckChosen(seat=seat))
    return state.evolve(choosing=tuple(other for other in state.choosing if other != seat))


def hands_drawn(state: PazaakState, chance: Chance, told: Told, *, anew: bool = False) -> PazaakState:
    """Both draw their side cards face down from the whole ten; what they still held goes back (rules 5.1)."""
    if state.rules.hand_size == 0:
        return state
    held = tuple(one.evolve(place="back") if one.place == "hand" else one for one in state.drawn)
    for gambler in state.gamblers:
        cards, _ = draw_held(chance, gambler.deck, state.rules.hand_size)
        held += tuple(SideHeld(seat=gambler.seat, held=card) for card in cards)
        told.private.append((gambler.seat, Hand(cards=tuple(card.card for card in cards))))
    told.events.append(HandsDrawn(count=state.rules.hand_size, anew=anew))
    return state.evolve(drawn=held)


def _with_deck(state: PazaakState, seat: int, deck: SideDeck) -> PazaakState:
    return state.with_gambler(state.gambler(seat).evolve(deck=deck.cards))
