"""Which side decks may be played, and the match's first move: both choose in private (rules 5.15, 5.16)."""

from bot.engine.cards import draw_held
from bot.engine.game import Player
from bot.engine.moves import Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.pazaak.allowing import Reason, objections
from cogs.pazaak.cards import in_short
from cogs.pazaak.events import DeckChosen, Hand, HandsDrawn, Told
from cogs.pazaak.loadout import STANDARD, SideDeck, find, read_kit
from cogs.pazaak.options import PazaakRules
from cogs.pazaak.state import DeckView, OwnView, PazaakState, PlayedDeck, SideHeld, Unplayed


def playable(rules: PazaakRules, player: Player) -> tuple[SideDeck, ...]:
    """The decks that this player may choose from, the one in use first, else the standard one; never none.

    The standard deck goes by every house rule. Where only one's own cards count, it is lent to whoever has no deck of
    them.
    """
    if rules.decks == "standard":
        return (STANDARD,)
    kit, owned = read_kit(player.kit), _at_hand(player)
    decks = [deck for deck in kit.all_decks if not objections(rules, deck.cards, owned)] or [STANDARD]
    using = find(decks, kit.in_use.name) or find(decks, STANDARD.name)
    return tuple(sorted(decks, key=lambda deck: deck is not using))


def unplayed(rules: PazaakRules, player: Player) -> Unplayed | None:
    """The deck that the player has in use, if this match can't be played with it; not the standard one, which needn't
    have been chosen by anybody.
    """
    deck = read_kit(player.kit).in_use
    found = objections(rules, deck.cards, _at_hand(player))
    against: tuple[tuple[Reason, str], ...] = tuple((one.why, in_short(one.cards)) for one in found)
    return Unplayed(name=deck.name, against=against) if against and deck != STANDARD else None


def _at_hand(player: Player) -> tuple[str, ...]:
    return tuple(good.kind for good in player.goods)


def own_view(state: PazaakState, seat: int) -> OwnView:
    """What a seat may know of its side decks and cards."""
    player, gambler = state.player(seat), state.gambler(seat)
    using = read_kit(player.kit).in_use
    decks = playable(state.rules, player) if seat in state.choosing else ()
    return OwnView(
        seat=seat,
        hand=state.hand(seat),
        decks=tuple(DeckView(name=deck.name, cards=deck.cards, in_use=deck == using) for deck in decks),
        deck=PlayedDeck(name=gambler.deck_name, cards=in_short(gambler.deck)) if gambler.deck else None,
        unplayed=unplayed(state.rules, player) if state.rules.hand_size else None,
    )


def choosing_begun(state: PazaakState) -> PazaakState:
    """Both are asked, how many decks either may play: who isn't asked would tell what they own. Where there is but the
    standard deck, or none is needed, nobody is.
    """
    if state.rules.hand_size == 0:
        return state
    if state.rules.decks != "standard":
        return state.evolve(choosing=state.order)
    for seat in state.order:
        state = _with_deck(state, seat, STANDARD)
    return state


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
    return state.with_gambler(state.gambler(seat).evolve(deck=deck.cards, deck_name=deck.name))
