"""The course of a set: a card of the main deck, perhaps a side card, then the end of the turn or standing."""

from functools import cache

from bot.engine.moves import Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.pazaak.cards import KINDS, in_order, signed
from cogs.pazaak.choosing import hands_drawn
from cogs.pazaak.events import Drew, First, Played, SetBegun, Stood, Told, TurnEnded
from cogs.pazaak.laying import Laid, Playing, laid, playing_of, playings, turned
from cogs.pazaak.maindeck import draw, high_cards, shuffled
from cogs.pazaak.sets import Verdict, compared, judged, next_starter, scored
from cogs.pazaak.state import PazaakState


def match_begun(state: PazaakState, chance: Chance, told: Told) -> PazaakState:
    """The side decks are known: the hands are drawn, it is found who begins, and the first set begins."""
    state = hands_drawn(state, chance, told)
    rule = state.rules.first
    draws = high_cards(state, chance) if rule == "high_card" else ()
    if draws:
        seat = max(draws[-1], key=lambda drawn: drawn[1])[0]
    else:
        seat = chance.pick(state.order) if rule == "random" else min(state.order)
    told.events.append(First(seat=seat, by=rule, draws=draws))
    return _set_begun(shuffled(state), seat, chance, told)


def _set_begun(state: PazaakState, starter: int, chance: Chance, told: Told) -> PazaakState:
    """Cleared tables, a whole main deck, and new hands where the table deals them for every set."""
    for gambler in state.gamblers:
        state = state.with_gambler(gambler.evolve(table=(), stands=False))
    if state.rules.reshuffle:
        state = shuffled(state)
    if state.rules.hand == "set" and state.number:
        state = hands_drawn(state, chance, told, anew=True)
    state = state.evolve(number=state.number + 1, starter=starter)
    told.events.append(SetBegun(number=state.number, starter=starter))
    return _turn_begun(state, starter, chance, told)


def _turn_begun(state: PazaakState, seat: int, chance: Chance, told: Told) -> PazaakState:
    """A turn begins with a card of the main deck, which nobody has to ask for."""
    number, state = draw(state, seat, chance)
    gambler = state.gambler(seat)
    gambler = gambler.evolve(table=(*gambler.table, Laid(number=number)))
    told.events.append(Drew(seat=seat, number=number, total=gambler.total))
    state = state.with_gambler(gambler).evolve(turn=seat, turns=state.turns + 1, has_played=False)
    return _card_landed(state, chance, told)


def _card_landed(state: PazaakState, chance: Chance, told: Told) -> PazaakState:
    verdict = judged(state)
    if verdict is None:
        return state
    return stood(state, chance, told, at_once=True) if verdict == "stands" else _over(state, verdict, chance, told)


def _over(state: PazaakState, verdict: Verdict, chance: Chance, told: Told) -> PazaakState:
    state = scored(state, verdict, told)
    if state.result is not None:
        return state
    return _set_begun(state, next_starter(state, verdict.winner), chance, told)


def played(state: PazaakState, key: str, chance: Chance, told: Told) -> PazaakState:
    """One side card lands on the player's own table, open for all."""
    gambler = state.gambler(state.turn)
    way = playing_of(key, state.hand(gambler.seat))
    before = gambler.table
    gambler = gambler.evolve(table=laid(before, way))
    told.events.append(
        Played(
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
    state = state.with_gambler(gambler).evolve(drawn=tuple(drawn), has_played=True)
    return _card_landed(state, chance, told)


def ended(state: PazaakState, chance: Chance, told: Told) -> PazaakState:
    """The end of a turn, where a bust is judged (rules 5.6)."""
    gambler = state.gambler(state.turn)
    if gambler.is_over:
        return _over(state, Verdict("bust", state.other(gambler.seat)), chance, told)
    told.events.append(TurnEnded(seat=gambler.seat, total=gambler.total))
    return _passed_on(state, chance, told)


def stood(state: PazaakState, chance: Chance, told: Told, *, at_once: bool = False) -> PazaakState:
    """The total is kept until the set is over."""
    gambler = state.gambler(state.turn)
    told.events.append(Stood(seat=gambler.seat, total=gambler.total, at_once=at_once))
    return _passed_on(state.with_gambler(gambler.evolve(stands=True)), chance, told)


def _passed_on(state: PazaakState, chance: Chance, told: Told) -> PazaakState:
    """The turn goes to the other, or back to whoever is the only one not standing."""
    for seat in (state.other(state.turn), state.turn):
        if not state.gambler(seat).stands:
            return _turn_begun(state, seat, chance, told)
    return _over(state, compared(state), chance, told)


def may_play(state: PazaakState) -> bool:
    """Whether a side card may be played: one a turn, of a hand that isn't empty."""
    return not state.has_played and bool(state.hand(state.turn))


def play_move(state: PazaakState) -> Move:
    """Each way of playing a card of the hand is a choice. It shows the hand, so it opens in private."""
    ways = playings(in_order(state.hand(state.turn)))
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
