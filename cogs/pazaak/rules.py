"""Pazaak: first to three sets; closest to twenty without going over takes the set."""

from collections import Counter
from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from bot.engine.cards import Seal, draw_held
from bot.engine.cheating.sleights import Cheatable
from bot.engine.frozen import made
from bot.engine.game import Award, BuyIn, Deal, Game, Outcome, Player, Step
from bot.engine.moves import Action, AnyAction, Choice, Move, Pick
from bot.engine.rng import Rng
from bot.engine.words import text_mark
from cogs.pazaak.cards import KINDS, in_order, in_short, signed
from cogs.pazaak.loadout import STANDARD, SideDeck, deck_token, find, read_kit
from cogs.pazaak.state import (
    MOST,
    PLACES,
    PRESETS,
    TARGET,
    Begun,
    ChooseDeck,
    DeckChosen,
    DeckView,
    Drew,
    EndTurn,
    First,
    Forfeit,
    Gambler,
    Hand,
    HandsDrawn,
    Laid,
    MatchEnd,
    MatchOver,
    OwnView,
    PazaakAction,
    PazaakCarry,
    PazaakEvent,
    PazaakRules,
    PazaakState,
    PazaakView,
    Peeked,
    PlayCard,
    Played,
    PlayedDeck,
    Playing,
    Reason,
    Result,
    SeatView,
    SetBegun,
    SetEnd,
    SetOver,
    SideHeld,
    Stand,
    Stood,
    Swapped,
    Told,
    TurnEnded,
    Unplayed,
    laid,
    objections,
    playing_of,
    playings,
    turned,
)

NUMBERS = tuple(range(1, 11))
COPIES = 4
WHOLE = tuple(number for number in NUMBERS for _ in range(COPIES))
"""The forty cards in order."""
_FROM_MAIN_DECK = {number: Laid(number=number) for number in NUMBERS}


def whole_decks(rules: PazaakRules) -> tuple[tuple[int, ...], ...]:
    """Return the main decks with all their cards."""
    return (WHOLE,) * {"shared": 1, "own": 2, "endless": 0}[rules.main_deck]


def draw(state: PazaakState, seat: int, chance: Rng) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Draw the next card for a seat, and return it with the main decks without it.

    A deck that has run out is shuffled anew from what doesn't lie on a table; if all of it does, there is another.
    """
    if not state.bags:
        return chance.pick(NUMBERS), ()
    at = 0 if len(state.bags) == 1 else state.order.index(seat)
    number, left = chance.take(state.bags[at] or _shuffled_anew(state, seat), secret=False)
    return number, (*state.bags[:at], left, *state.bags[at + 1 :])


def high_cards(state: PazaakState, chance: Rng) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Both draw a card until one is higher, each time from the whole deck: (seat, number) of every draw."""
    first, second = state.order
    draws: list[tuple[tuple[int, int], tuple[int, int]]] = []
    while not draws or draws[-1][0][1] == draws[-1][1][1]:
        whole = state.evolve(bags=whole_decks(state.rules))
        one, left = draw(whole, first, chance)
        other, _ = draw(whole.evolve(bags=left), second, chance)
        draws.append(((first, one), (second, other)))
    return tuple(draws)


def _shuffled_anew(state: PazaakState, seat: int) -> tuple[int, ...]:
    sharing = state.gamblers if len(state.bags) == 1 else (state.gambler(seat),)
    lying = Counter(card.number for gambler in sharing for card in gambler.table if card.code is None)
    return tuple((Counter(WHOLE) - lying).elements()) or WHOLE


def playable(rules: PazaakRules, player: Player) -> tuple[SideDeck, ...]:
    """List the decks that this player may choose from, the one in use first, else the standard one; never none.

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
    """Return the deck that the player has in use, if this match can't be played with it; not the standard one, which is
    no choice of theirs.
    """
    deck = read_kit(player.kit).in_use
    found = objections(rules, deck.cards, _at_hand(player))
    against: tuple[tuple[Reason, str], ...] = tuple((one.why, in_short(one.cards)) for one in found)
    return Unplayed(name=deck.name, against=against) if against and deck != STANDARD else None


def _at_hand(player: Player) -> tuple[str, ...]:
    return tuple(good.kind for good in player.goods)


def own_view(state: PazaakState, seat: int) -> OwnView:
    """Return what a seat may know of its side decks and cards."""
    player, gambler = state.player(seat), state.gambler(seat)
    using = read_kit(player.kit).in_use
    decks = playable(state.rules, player) if seat in state.choosing else ()
    return made(
        OwnView,
        seat=seat,
        hand=state.hand(seat),
        decks=tuple([made(DeckView, name=deck.name, cards=deck.cards, in_use=deck == using) for deck in decks]),
        deck=made(PlayedDeck, name=gambler.deck_name, cards=in_short(gambler.deck)) if gambler.deck else None,
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
    decks = ((_deck_mark(deck.name, seat), deck) for deck in playable(state.rules, state.player(seat)))
    choices = tuple(
        Choice(value=str(at), label=f"{name}: {in_short(deck.cards)}", aliases=(name,), button=name)
        for at, (name, deck) in enumerate(decks, start=1)
    )
    pick = Pick(name="deck", label="Which side deck do you play?", choices=choices)
    return Move(key="deck", label="Choose your deck", style="main", place="private", fields=(pick,))


def _deck_mark(name: str, seat: int) -> str:
    return text_mark(deck_token(seat, name)) if name.isdigit() else name


def chosen(state: PazaakState, seat: int, deck: str, told: Told) -> PazaakState:
    """One has chosen; nobody else learns which deck."""
    state = _with_deck(state, seat, playable(state.rules, state.player(seat))[int(deck) - 1])
    told.events.append(made(DeckChosen, seat=seat))
    return state.evolve(choosing=tuple(other for other in state.choosing if other != seat))


def hands_drawn(state: PazaakState, chance: Rng, told: Told, *, anew: bool = False) -> PazaakState:
    """Both draw their side cards face down from the whole ten; what they still held goes back (rules 5.1)."""
    if state.rules.hand_size == 0:
        return state
    held = tuple(one.evolve(place="back") if one.place == "hand" else one for one in state.drawn)
    for gambler in state.gamblers:
        cards, _ = draw_held(chance, gambler.deck, state.rules.hand_size)
        held += tuple(made(SideHeld, seat=gambler.seat, held=card) for card in cards)
        told.private.append((gambler.seat, made(Hand, cards=tuple(card.card for card in cards))))
    told.events.append(made(HandsDrawn, count=state.rules.hand_size, anew=anew))
    return state.evolve(drawn=held)


def _with_deck(state: PazaakState, seat: int, deck: SideDeck) -> PazaakState:
    return state.with_gambler(state.gambler(seat).evolve(deck=deck.cards, deck_name=deck.name))


class Verdict(NamedTuple):
    """Why a set is over and who has won it; a tie has no winner."""

    why: SetEnd
    winner: int | None


def judged(state: PazaakState, gambler: Gambler) -> Verdict | Literal["stands"] | None:
    """Judge the card that has just landed before the seat in turn; None leaves it to the player."""
    rules, total = state.rules, gambler.total
    is_full = rules.filled != "none" and len(gambler.table) >= PLACES
    if is_full and total <= TARGET:
        return Verdict("filled", gambler.seat)
    if is_full and not _may_be_rescued(state, gambler):
        return Verdict("no_place", state.other(gambler.seat))
    if total > TARGET:
        return Verdict("bust", state.other(gambler.seat)) if rules.bust == "at_once" else None
    return "stands" if total == TARGET and rules.twenty == "stands" else None


def _may_be_rescued(state: PazaakState, gambler: Gambler) -> bool:
    """Whether a tenth card may still be laid: a side card, when the main deck gave the ninth (rules 5.9)."""
    if state.rules.filled != "rescue" or state.rules.bust == "at_once":
        return False
    return len(gambler.table) == PLACES and not state.has_played and bool(state.hand(gambler.seat))


def compared(state: PazaakState) -> Verdict:
    """Both stand: the higher total wins; of equal ones, the only one with a tiebreaker."""
    first, second = state.gamblers
    if first.total != second.total:
        return Verdict("outscored", max(state.gamblers, key=lambda gambler: gambler.total).seat)
    breaking = [gambler.seat for gambler in state.gamblers if breaks_ties(state, gambler)]
    return Verdict("tiebreaker", breaking[0]) if len(breaking) == 1 else Verdict("tie", None)


def breaks_ties(state: PazaakState, gambler: Gambler) -> bool:
    if state.rules.ties == "last":
        return bool(gambler.table) and gambler.table[-1].code == "tiebreaker"
    return any(card.code == "tiebreaker" for card in gambler.table)


def scored(state: PazaakState, verdict: Verdict, told: Told) -> PazaakState:
    """Count the set for its winner; it may have been the last."""
    if verdict.winner is None:
        state = state.evolve(tied=state.tied + 1, bust=None)
    else:
        winner, loser = state.both_from(verdict.winner)
        gamblers = state.gamblers_with(winner.evolve(sets=winner.sets + 1))
        bust = loser.seat if verdict.why in ("bust", "no_place") else None
        state = state.evolve(gamblers=gamblers, tied=0, bust=bust)
    first, second = state.gamblers
    told.events.append(
        made(
            SetOver,
            number=state.number,
            why=verdict.why,
            starter=state.starter,
            ended_by=state.turn,
            winner=verdict.winner,
            totals=((first.seat, first.total), (second.seat, second.total)),
            standing=tuple([gambler.seat for gambler in state.gamblers if gambler.stands]),
            score=((first.seat, first.sets), (second.seat, second.sets)),
            ties=state.rules.ties,
        )
    )
    if verdict.winner is not None and state.gambler(verdict.winner).sets >= state.rules.sets:
        return match_over(state, "sets", verdict.winner, told)
    if state.rules.tied_sets and state.tied >= state.rules.tied_sets:
        return match_over(state, "ties", None, told)
    return state


def next_starter(state: PazaakState, winner: int | None) -> int:
    """Who begins the set after one that `winner` has won (rules 5.4)."""
    rule = state.rules.then
    if rule == "same":
        return state.starter
    if rule == "alternate" or winner is None:
        return state.other(state.starter)
    return winner if rule == "winner" else state.other(winner)


def _has_just_bust(state: PazaakState) -> bool:
    """Return whether the end of the set before is still news: it ended the match, or only one card lies there since."""
    if state.result is not None:
        return state.result.why == "sets"
    return sum(len(gambler.table) for gambler in state.gamblers) <= 1


def match_over(state: PazaakState, why: MatchEnd, winner: int | None, told: Told) -> PazaakState:
    """Give both stakes to the winner, less the house cut; without a winner each gets their own back (rules 5.20)."""
    stake, pot = state.rules.stake, state.rules.pot
    house = pot * state.rules.cut // 100 if winner is not None else 0
    gains = dict.fromkeys(state.order, stake if winner is None else 0)
    if winner is not None:
        gains[winner] = pot - house
    for gambler in state.gamblers:
        state = state.with_gambler(gambler.evolve(stack=gambler.stack + gains[gambler.seat]))
    result = made(Result, why=why, winner=winner, house=house)
    first, second = state.gamblers
    told.events.append(
        made(
            MatchOver,
            result=result,
            sets=((first.seat, first.sets), (second.seat, second.sets)),
            stake=stake,
            wagered=wagered(state),
        )
    )
    return state.evolve(result=result, turn=0, choosing=())


def wagered(state: PazaakState) -> tuple[tuple[int, str], ...]:
    """(seat, the cards it has wagered as people write them), for whoever has."""
    players = (player for player in state.deal.players if player.wager)
    return tuple((player.seat, in_short(good.kind for good in player.wager)) for player in players)


def match_begun(state: PazaakState, chance: Rng, told: Told) -> PazaakState:
    """Draw the hands once the side decks are known, find the player who begins, and begin the first set."""
    state = hands_drawn(state, chance, told)
    rule = state.rules.first
    draws = high_cards(state, chance) if rule == "high_card" else ()
    if draws:
        seat = max(draws[-1], key=lambda drawn: drawn[1])[0]
    else:
        seat = chance.pick(state.order) if rule == "random" else min(state.order)
    told.events.append(made(First, seat=seat, by=rule, draws=draws))
    return _set_begun(state.evolve(bags=whole_decks(state.rules)), seat, chance, told)


def _set_begun(state: PazaakState, starter: int, chance: Rng, told: Told) -> PazaakState:
    """Clear the tables, take a whole main deck, and draw new hands where the table deals them for every set."""
    first, second = state.gamblers
    state = state.evolve(
        gamblers=(first.evolve(table=(), stands=False), second.evolve(table=(), stands=False)),
        bags=whole_decks(state.rules) if state.rules.reshuffle else state.bags,
        number=state.number + 1,
        starter=starter,
    )
    if state.rules.hand == "set" and state.number > 1:
        state = hands_drawn(state, chance, told, anew=True)
    told.events.append(made(SetBegun, number=state.number, starter=starter))
    return _turn_begun(state, state.gambler(starter), chance, told)


@lru_cache(maxsize=1024)
def _drew(seat: int, number: int, total: int) -> Drew:
    return made(Drew, seat=seat, number=number, total=total)


@lru_cache(maxsize=1024)
def _turn_ended(seat: int, total: int) -> TurnEnded:
    return made(TurnEnded, seat=seat, total=total)


def _turn_begun(state: PazaakState, gambler: Gambler, chance: Rng, told: Told) -> PazaakState:
    """Begin a turn with a card of the main deck."""
    seat = gambler.seat
    number, bags = draw(state, seat, chance)
    gambler = gambler.evolve(table=(*gambler.table, _FROM_MAIN_DECK[number]))
    told.events.append(_drew(seat, number, gambler.total))
    state = state.evolve(
        gamblers=state.gamblers_with(gambler), bags=bags, turn=seat, turns=state.turns + 1, has_played=False
    )
    return _card_landed(state, gambler, chance, told)


def _card_landed(state: PazaakState, gambler: Gambler, chance: Rng, told: Told) -> PazaakState:
    verdict = judged(state, gambler)
    if verdict is None:
        return state
    return stood(state, chance, told, at_once=True) if verdict == "stands" else _over(state, verdict, chance, told)


def _over(state: PazaakState, verdict: Verdict, chance: Rng, told: Told) -> PazaakState:
    state = scored(state, verdict, told)
    if state.result is not None:
        return state
    return _set_begun(state, next_starter(state, verdict.winner), chance, told)


def played(state: PazaakState, key: str, chance: Rng, told: Told) -> PazaakState:
    """One side card lands on the player's own table, open for all."""
    gambler = state.gambler(state.turn)
    way = playing_of(key, state.hand(gambler.seat))
    before = gambler.table
    gambler = gambler.evolve(table=laid(before, way))
    told.events.append(
        made(
            Played,
            seat=gambler.seat,
            card=way.code,
            value=gambler.table[-1].value,
            total=gambler.total,
            turned=turned(before, way.code),
        )
    )
    drawn = list(state.drawn)
    at = next(at for at, one in enumerate(drawn) if one.is_held_by(gambler.seat) and one.held.card == way.code)
    drawn[at] = drawn[at].evolve(place="played")
    state = state.evolve(gamblers=state.gamblers_with(gambler), drawn=tuple(drawn), has_played=True)
    return _card_landed(state, gambler, chance, told)


def ended(state: PazaakState, chance: Rng, told: Told) -> PazaakState:
    """End a turn, where a bust is judged (rules 5.6)."""
    gambler, other = state.both_from(state.turn)
    total = gambler.total
    if total > TARGET:
        return _over(state, Verdict("bust", other.seat), chance, told)
    told.events.append(_turn_ended(gambler.seat, total))
    return _passed_on(state, gambler, other, chance, told)


def stood(state: PazaakState, chance: Rng, told: Told, *, at_once: bool = False) -> PazaakState:
    """Keep the total until the set is over."""
    gambler, other = state.both_from(state.turn)
    told.events.append(made(Stood, seat=gambler.seat, total=gambler.total, at_once=at_once))
    gambler = gambler.evolve(stands=True)
    return _passed_on(state.with_gambler(gambler), gambler, other, chance, told)


def _passed_on(state: PazaakState, own: Gambler, other: Gambler, chance: Rng, told: Told) -> PazaakState:
    """Pass the turn to the other player, or back to the only one who isn't standing."""
    if own.stands and other.stands:
        return _over(state, compared(state), chance, told)
    return _turn_begun(state, own if other.stands else other, chance, told)


def may_play(state: PazaakState) -> bool:
    """Whether a side card may be played: one a turn, of a hand that isn't empty."""
    return not state.has_played and bool(state.hand(state.turn))


@lru_cache(maxsize=1024)
def play_move(hand: tuple[str, ...]) -> Move:
    """Each way of playing a card of the hand is a choice. It shows the hand, so it opens in private."""
    ways = playings(hand)
    values = [way.value for way in ways]
    choices = tuple(_choice(way, is_only=values.count(way.value) == 1) for way in ways)
    pick = Pick(name="card", label="Which side card do you play?", choices=choices)
    return Move(key="play", label="Play a card", place="private", fields=(pick,))


@cache  # as many as there are ways to play a card
def _choice(way: Playing, *, is_only: bool) -> Choice:
    """`is_only`: no other card of the hand counts for that, so the value alone names it."""
    kind = KINDS[way.code]
    if way.value is None:
        return Choice(value=way.key, label=kind.name, aliases=(kind.spelled,), picture=kind.picture)
    if len(kind.values) == 1:
        return Choice(value=way.key, label=kind.name, aliases=(kind.spelled, f"{way.value:+d}"), picture=kind.picture)
    aliases = (f"{way.value:+d}", signed(way.value)) if is_only else ()
    label = f"{kind.name} as {signed(way.value)}"
    return Choice(value=way.key, label=label, aliases=tuple(dict.fromkeys(aliases)), picture=kind.picture)


class Swap(Action):
    """Put a card of the own hand back into the side deck, for one drawn from the rest of it."""

    kind: Literal["swap"] = "swap"
    card: str


class Peek(Action):
    """Look at a card, whichever it is, in the other's hand."""

    kind: Literal["peek"] = "peek"


class PazaakSleights(Cheatable[PazaakState]):
    """The sleights of Pazaak. What characters own and wager isn't touched by them."""

    Sleight = Annotated[Swap | Peek, Field(discriminator="kind")]

    def sleights(self, state: PazaakState, seat: int) -> tuple[Move, ...]:
        if state.result is not None or seat not in state.order:
            return ()
        swap = (_swap_move(state, seat),) if state.hand(seat) and rest_of_deck(state, seat) else ()
        return (*swap, _PEEK) if state.hand(state.other(seat)) else swap

    def sleight(self, state: PazaakState, seat: int, action: AnyAction, chance: Rng) -> Step[PazaakState]:
        match action:
            case Swap(card=card):
                return _swapped(state, seat, card, chance)
            case Peek():
                return _peeked(state, seat, chance)
            case _:
                raise TypeError("that is no sleight of Pazaak")

    def sleight_round(self, state: PazaakState) -> int:
        """Return the number of the set."""
        return state.number

    def forfeit(self, state: PazaakState, seat: int, chance: Rng) -> Step[PazaakState]:
        """Lose the match with everything that was put down, as by giving up (rules 5.20)."""
        told = Told()
        return Step(match_over(state, "caught", state.other(seat), told), tuple(told.events))


def rest_of_deck(state: PazaakState, seat: int) -> tuple[str, ...]:
    """List the cards of a side deck that weren't drawn, in order. Where hands are drawn again for every set, cards
    drawn for earlier ones are among them.
    """
    mine = [one.held.card for one in state.drawn if one.seat == seat]
    now = Counter(mine[-state.rules.hand_size :] if mine else ())
    return in_order((Counter(state.gambler(seat).deck) - now).elements())


def _swap_move(state: PazaakState, seat: int) -> Move:
    kinds = (KINDS[code] for code in dict.fromkeys(in_order(state.hand(seat))))
    pick = Pick(
        name="card",
        label="Which card do you put back?",
        choices=tuple(
            Choice(value=kind.code, label=kind.name, aliases=(kind.spelled,), picture=kind.picture) for kind in kinds
        ),
        not_offered="Put back one of the side cards that you hold.",
    )
    return Move(key="swap", label="Swap a card", fields=(pick,), place="private", aside=True)


_PEEK = Move(key="peek", label="Peek at a card", place="private", aside=True)


def _swapped(state: PazaakState, seat: int, given: str, chance: Rng) -> Step[PazaakState]:
    """Draw the new card from those that neither side was dealt or has played, and seal it in the old one's place:
    nothing that is counted changes.
    """
    (held,), _ = draw_held(chance, rest_of_deck(state, seat))
    drawn = list(state.drawn)
    at = next(at for at, one in enumerate(drawn) if one.is_held_by(seat) and one.held.card == given)
    drawn[at] = drawn[at].evolve(held=held)
    told = Swapped(given=given, drawn=held.card)
    return Step(state.evolve(drawn=tuple(drawn)), private=((seat, told),), kept=(told.evolve(by=seat),))


def _peeked(state: PazaakState, seat: int, chance: Rng) -> Step[PazaakState]:
    """Any card of the hand, each as likely."""
    other = state.other(seat)
    told = Peeked(whom=other, card=chance.pick(state.hand(other), secret=True))
    return Step(state, private=((seat, told),), kept=(told.evolve(by=seat),))


USUAL_MATCHES = 10
"""Stakes that a seat usually brings."""
GOOD_ENOUGH = 17
"""The total on which somebody who is away stands."""


class Pazaak(Game[PazaakRules, PazaakCarry, PazaakState, PazaakAction, PazaakView], PazaakSleights):
    """The game of seed 002. The hand that is settled is a match."""

    key, title, seats = "pazaak", "Pazaak", range(2, 3)
    tagline = "Come closest to 20 without going bust to win a set. Three sets win the match."
    presets = PRESETS

    HouseRules, Carry, State = PazaakRules, PazaakCarry, PazaakState
    Action, Event, View = PazaakAction, PazaakEvent, PazaakView
    goods = {kind.code: kind.name for kind in KINDS.values()}  # noqa: RUF012
    goods_word, hand_word = "card", "match"

    def buy_in(self, rules: PazaakRules) -> BuyIn:
        return BuyIn(low=rules.stake, usual=min(rules.stake * USUAL_MATCHES, MOST))

    def least_stack(self, rules: PazaakRules) -> int:
        return rules.stake

    def wagers_goods(self, rules: PazaakRules) -> bool:
        return rules.wagers

    def start(self, deal: Deal[PazaakRules, PazaakCarry], chance: Rng) -> Step[PazaakState]:
        """Both put down the stake and choose their side decks, where there is a choice."""
        stake = deal.rules.stake
        first, second = (made(Gambler, seat=player.seat, stack=player.stack - stake) for player in deal.players)
        state = choosing_begun(made(PazaakState, deal=deal, gamblers=(first, second)))
        told = Told()
        told.events.append(made(Begun, stake=stake, pot=deal.rules.pot, sets=deal.rules.sets))
        if not state.choosing:
            state = match_begun(state, chance, told)
        return _step(state, told)

    def to_act(self, state: PazaakState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        return frozenset(state.choosing or (state.turn,))

    def moves(self, state: PazaakState, seat: int) -> tuple[Move, ...]:
        if state.result is not None or seat not in state.order:
            return ()
        if seat not in (state.choosing or (state.turn,)):
            return (_forfeit(state),)
        if state.choosing:
            return (deck_move(state, seat), _forfeit(state))
        play = (play_move(in_order(state.hand(seat))),) if may_play(state) else ()
        return (*play, *_ways_to_end(state, seat), _FORFEIT)

    def play(self, state: PazaakState, seat: int, action: PazaakAction, chance: Rng) -> Step[PazaakState]:
        told = Told()
        match action:
            case EndTurn():
                state = ended(state, chance, told)
            case Stand():
                state = stood(state, chance, told)
            case PlayCard(card=card):
                state = played(state, card, chance, told)
            case ChooseDeck(deck=deck):
                state = chosen(state, seat, deck, told)
                if not state.choosing:
                    state = match_begun(state, chance, told)
            case Forfeit():
                state = match_over(state, "forfeit", state.other(seat), told)
        return _step(state, told)

    def on_timeout(self, state: PazaakState, seat: int) -> PazaakAction:
        """Choose the deck in use; then no side cards, and stand where that isn't a loss: on 17, or ahead of a player
        who stands.
        """
        if state.choosing:
            return ChooseDeck(deck="1")
        own, other = state.gambler(seat), state.gambler(state.other(seat))
        if own.is_over:
            return EndTurn()
        if other.stands:
            return EndTurn() if compared(state).winner == other.seat else Stand()
        return Stand() if own.total >= GOOD_ENOUGH else EndTurn()

    def on_leave(self, state: PazaakState, seat: int) -> PazaakAction:
        return Forfeit() if state.rules.leaving == "forfeit" else self.on_timeout(state, seat)

    def leaves_at_once(self, state: PazaakState, seat: int) -> bool:
        """Let a player give up without waiting for a turn (rules 5.20)."""
        return state.rules.leaving == "forfeit" and state.result is None

    def leaving_note(self, rules: PazaakRules, whom: str) -> str:
        if rules.leaving == "forfeit":
            return "Leaving gives up the match. The other player takes all stakes and wagered cards."
        return f"The match then goes on without {whom}: the bot plays the seat, without side cards."

    def asks(self, state: PazaakState, seat: int) -> Hashable:
        """Return the key of the choice: a turn is one choice, also after a side card."""
        return bool(state.choosing), state.turns

    def refusal(self, state: PazaakState, seat: int, action: PazaakAction) -> str:
        if state.result is not None:
            return "The match is over."
        if seat not in state.order:
            return "You don't play in this match."
        if state.choosing:
            return _while_choosing(state, seat)
        if isinstance(action, ChooseDeck):
            return "The side decks are chosen. You keep yours for this match."
        if seat != state.turn:
            is_out = state.gambler(seat).stands
            return "You stand, so you play no more cards in this set." if is_out else "It isn't your turn."
        if isinstance(action, PlayCard):
            return _without_a_card(state)
        if isinstance(action, Stand):
            way_out = "Play a side card, or end" if may_play(state) else "End"
            return f"You can't stand with more than 20. {way_out} the turn and lose the set."
        return super().refusal(state, seat, action)

    def view(self, state: PazaakState, seat: int | None) -> PazaakView:
        first, second = state.gamblers
        return made(
            PazaakView,
            stake=state.rules.stake,
            goal=state.rules.sets,
            has_hands=state.rules.hand_size > 0,
            number=state.number,
            turn=state.turn,
            bust=state.bust if _has_just_bust(state) else None,
            has_played=state.has_played,
            choosing=state.choosing,
            seats=(_seat_view(state, first), _seat_view(state, second)),
            wagered=wagered(state),
            own=own_view(state, seat) if seat in state.order else None,
            result=state.result,
            rules=state.rules,
        )

    def seals(self, state: PazaakState, seat: int | None) -> tuple[Seal, ...]:
        """Played cards are open to all, the others to who drew them."""
        return tuple(
            Seal.of(one.seat, one.held, is_open=one.place == "played" or one.seat == seat) for one in state.drawn
        )

    def outcome(self, state: PazaakState) -> Outcome[PazaakCarry] | None:
        if state.result is None:
            return None
        winner = state.result.winner
        return made(
            Outcome,
            stacks=tuple((gambler.seat, gambler.stack) for gambler in state.gamblers),
            carry=PazaakCarry(),
            house=state.result.house,
            bank=state.deal.bank,
            goods=tuple(
                made(Award, good=good.id, seat=player.seat if winner is None else winner)
                for player in state.deal.players
                for good in player.wager
            ),
        )

    def chips(self, state: PazaakState) -> int:
        stacks = sum(gambler.stack for gambler in state.gamblers) + state.deal.bank
        return stacks + (state.rules.pot if state.result is None else state.result.house)


_END = Move(key="end", label="End turn", style="main")
_LOSE = _END.evolve(confirm="You're over 20. End the turn and lose the set?")
_STAND = Move(key="stand", label="Stand")
_LOSE_LATER, _GO_ON, _STAND_FIRST = _LOSE.evolve(style="plain"), _END.evolve(style="plain"), _STAND.evolve(style="main")
_HIGH = 18
"""The total from which another card busts more often than not."""
_FORFEIT = Move(
    key="forfeit",
    label="Give up",
    style="danger",
    confirm="Give up the match? The other player wins it, with all stakes and wagered cards.",
)


def _ways_to_end(state: PazaakState, seat: int) -> tuple[Move, ...]:
    """Offer to end the turn and to stand. Standing comes first where another card seldom helps: ahead of the one who
    stands, or on a high total that isn't behind. Over 20 the hand comes first as long as a side card may be played.
    """
    own, other = state.both_from(seat)
    total = own.total
    if total > TARGET:
        return (_LOSE_LATER if seat == state.turn and may_play(state) else _LOSE,)
    is_good = total > other.total if other.stands else total >= _HIGH
    return (_GO_ON, _STAND_FIRST) if is_good or total == TARGET else (_END, _STAND)


def _forfeit(state: PazaakState) -> Move:
    """Offer to give up. The move stands at the table only where there is more to do there: while decks are chosen it is
    in the hand.
    """
    return _FORFEIT.evolve(place="private") if state.choosing else _FORFEIT


def _while_choosing(state: PazaakState, seat: int) -> str:
    if seat in state.choosing:
        return "Choose your side deck first."
    return "You've chosen your side deck. Wait for the other player."


def _without_a_card(state: PazaakState) -> str:
    if state.rules.hand_size == 0:
        return "This table plays without side cards."
    if state.has_played:
        return "You've played a side card this turn. You can play only one a turn."
    return "You have no side cards left in your hand."


def _seat_view(state: PazaakState, gambler: Gambler) -> SeatView:
    total = gambler.total
    return made(
        SeatView,
        seat=gambler.seat,
        stack=gambler.stack,
        table=gambler.table,
        total=total,
        stands=gambler.stands,
        is_over=total > TARGET,
        sets=gambler.sets,
        in_hand=len(state.hand(gambler.seat)),
    )


def _step(state: PazaakState, told: Told) -> Step[PazaakState]:
    return Step(state, tuple(told.events), tuple(told.private))


GAME = Pazaak()
