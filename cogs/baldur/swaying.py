"""Influence and tells in Baldur Hold'em: once a round each (seed 004, Influence Action; rules 7.16, 7.17)."""

from functools import lru_cache

from bot.engine.cheating.asides import MANNERS
from bot.engine.cheating.events import Influenced, ReadOff, Seemed, Watched
from bot.engine.cheating.influence import Manner, brought, sway
from bot.engine.cheating.tells import read_tell
from bot.engine.game import DEALER
from bot.engine.moves import Choice, Move, Pick
from bot.engine.rng import Chance
from cogs.baldur.actions import Sway
from cogs.baldur.events import Claimed, GivenAway
from cogs.baldur.hands import Strength, so_far, strength
from cogs.baldur.npcs import intimidated
from cogs.baldur.people import can_be_suspected, can_be_swayed, party
from cogs.baldur.state import BaldurState
from cogs.baldur.telling import Log
from cogs.baldur.throwing import dice_of

_WITH_WORDS: tuple[Manner, ...] = ("deceive", "persuade")
_CLAIMS = (
    Choice(value="weak", label="A weak hand"),
    Choice(value="fair", label="A fair hand"),
    Choice(value="strong", label="A strong hand"),
)
CLAIM = "Only to deceive or persuade: your claim"


def moves_of(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """Influence once the own dice have fallen; tells are for players, since the GM knows who cheats."""
    hidden, number, moves = state.hidden, state.round, list[Move]()
    whom = can_be_swayed(state, seat) if _may_speak(state, seat) else ()
    if whom and not hidden.has_done(seat, "influence", number):
        moves.append(_influence(whom))
    suspects = can_be_suspected(state, seat)
    if seat in state.players_in and suspects:
        if not hidden.has_done(seat, "read", number):
            moves.append(_about("read", "Read a tell", "Watch whom?", suspects))
        if not hidden.has_done(seat, "accuse", 0):
            moves.append(_about("accuse", "Accuse", "Accuse whom of cheating?", suspects))
    return tuple(moves)


def _may_speak(state: BaldurState, seat: int) -> bool:
    """Whoever is still in and has dice to speak of; the GM for the NPCs without a seat."""
    if seat == DEALER:
        return bool(state.nameless_in)
    return seat in state.npcs_in or (seat in state.players_in and bool(dice_of(state, seat)))


@lru_cache(maxsize=256)
def _influence(whom: tuple[Choice, ...]) -> Move:
    fields = (
        Pick(name="manner", label="How?", choices=MANNERS),
        Pick(name="whom", label="Influence whom?", choices=whom),
        Pick(name="claim", label=CLAIM, choices=_CLAIMS),
    )
    return Move(key="influence", label="Influence", fields=fields, place="private", aside=True)


@lru_cache(maxsize=256)
def _about(key: str, label: str, asked: str, whom: tuple[Choice, ...]) -> Move:
    pick = Pick(name="whom", label=asked, choices=whom)
    return Move(key=key, label=label, fields=(pick,), place="private", aside=True)


def swayed(state: BaldurState, seat: int, action: Sway, chance: Chance, log: Log) -> BaldurState:
    """The attempt and what comes of it. Words that fail give away how strong the hand really is; fear may move an NPC
    to fold.
    """
    whom, manner = int(action.whom), action.manner
    with_words = manner in _WITH_WORDS
    system, roles = state.deal.system, state.deal.roles
    done = sway(system, roles, manner, party(state, seat), party(state, whom), state.effects, chance)
    if with_words:
        log.public.append(Claimed(by=seat, whom=whom, claim=action.claim))
    effect = None if done.won is None else brought(manner, seat, won=done.won)
    log.public.append(Influenced(by=seat, whom=whom, manner=manner, contest=done.contest, won=done.won, effect=effect))
    hidden = state.hidden.with_done(seat, "influence", state.round)
    state = state.evolve(effects=done.effects, hidden=hidden)
    if with_words and done.won is False:
        log.public.append(GivenAway(seat=seat, strength=seeming(state, seat)))
    is_npc = whom == DEALER or whom in state.named
    if manner == "intimidate" and done.won and is_npc:
        return intimidated(state, seat, whom, done.contest.margin, log)
    return state


def seeming(state: BaldurState, seat: int) -> Strength:
    """How strong a hand is by the dice as they lie."""
    rules = state.rules
    return strength(so_far(dice_of(state, seat), state.common, natural_beats_wild=rules.natural_beats_wild))


def looked(state: BaldurState, seat: int, whom: int, chance: Chance, log: Log) -> BaldurState:
    """A tell: everybody sees somebody stare, and the reader alone learns what it seems to say."""
    is_guilty = state.hidden.has_cheated(whom)
    system, roles, by, of = state.deal.system, state.deal.roles, party(state, seat), party(state, whom)
    read = read_tell(system, roles, by, of, state.effects, chance, is_guilty=is_guilty)
    log.public.append(Watched(by=seat, whom=whom))
    log.kept.append(
        ReadOff(by=seat, whom=whom, contest=read.contest, seems_guilty=read.seems_guilty, is_guilty=is_guilty)
    )
    state = state.evolve(hidden=state.hidden.with_done(seat, "read", state.round))
    return log.whispered(state, seat, Seemed(whom=whom, guilty=read.seems_guilty))
