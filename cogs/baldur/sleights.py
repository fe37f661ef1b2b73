"""Sleight of hand in Baldur Hold'em: what may be tried when, and what it does unseen (seed 004, Cheating; rules 7.20 to
7.25). One attempt a round, spells counted too, against whoever looks closest.

A die that lies open can't change any more: whoever wants another has to arrange it before the roll.
"""

from bot.engine.cheating.cheating import is_unseen, slipped, watcher
from bot.engine.cheating.events import Tried
from bot.engine.game import DEALER
from bot.engine.moves import Choice, Move, Number, Pick
from bot.engine.rng import Chance
from cogs.baldur.actions import LoadCommon, Palm, SetDie, Strip, Switch
from cogs.baldur.events import Arranged, Stripped
from cogs.baldur.hands import WILD
from cogs.baldur.hidden import Guilt, Hidden, LoadedCommon, Managed, Palmed, Planted, Trick, Which
from cogs.baldur.people import choices_of, luck_of, onlookers, party, watchers
from cogs.baldur.state import NPC_DICE, BaldurState
from cogs.baldur.suspecting import seen_cheating
from cogs.baldur.telling import Log
from cogs.baldur.throwing import npc_die

Sleight = Palm | SetDie | Strip | LoadCommon | Switch
LABELS: dict[Trick, str] = {
    "palm": "Palm one of your dice",
    "set_die": "Set somebody's die",
    "strip": "Take two of the NPCs' dice",
    "switch": "Throw an NPC die again",
    "load": "Load a common die",
}
_WHICH_DIE = Pick(
    name="which",
    label="Which one falls again?",
    choices=(
        Choice(value="lowest", label="The lowest"),
        Choice(value="highest", label="The highest"),
        Choice(value="loner", label="The lowest without a pair, else the lowest"),
    ),
)
NEVER_WILD = "A 20 has to fall by itself: one that is set isn't wild, and a straight without it would give it away."
FELL_AGAIN = "The NPCs' dice lie otherwise by now: look at them again."
TAKE = "Take the two highest of the NPCs' dice? Whoever looks closest may see it."
LEFT = 2
"""How many of the NPCs' dice are left when some are taken."""


def moves_of(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """The sleights that a seat may try now."""
    if state.hidden.has_done(seat, "cheat", state.round) or not onlookers(state, seat):
        return ()
    if seat == DEALER:
        return _gms(state) if state.npcs_in else ()
    if seat not in state.players_in:
        return ()
    if state.dealer == seat:
        return _dealers(state)
    return (_move("palm", _WHICH_DIE),) if seat in state.unrolled else ()


def _dealers(state: BaldurState) -> tuple[Move, ...]:
    """A player who deals: before own dice fall, with the NPCs' in the first round, and with common dice to come."""
    moves: list[Move] = []
    if state.unrolled:
        whom = Pick(name="whom", label="Whose die?", choices=choices_of(state, state.unrolled))
        face = Number(name="face", label="To which number, from 1 to 19?", low=1, high=WILD - 1, too_high=NEVER_WILD)
        moves.append(_move("set_die", whom, _WHICH_DIE.evolve(label="Which of their dice?"), face))
    if state.round == 1 and state.npcs_in and len(state.hidden.npc_dice) == NPC_DICE:
        moves.append(_move("strip").evolve(confirm=TAKE))
    return (*moves, _move("load", _WHICH_DIE)) if state.round < 3 else tuple(moves)


def _gms(state: BaldurState) -> tuple[Move, ...]:
    """The NPCs: with their own dice, and with common ones to come where the GM deals."""
    dice = enumerate(state.hidden.npc_dice)
    choices = tuple([Choice(value=f"{at}.{face}", label=f"Die {at + 1}, the {face}") for at, face in dice])
    pick = Pick(name="die", label="Which one falls again?", choices=choices, not_offered=FELL_AGAIN)
    moves = (_move("switch", pick),)
    return (*moves, _move("load", _WHICH_DIE)) if state.dealer == DEALER and state.round < 3 else moves


def _move(trick: Trick, *fields: Pick | Number) -> Move:
    return Move(key=trick, label=LABELS[trick], fields=fields, place="private", aside=True)


def tried(state: BaldurState, seat: int, action: Sleight, chance: Chance, log: Log) -> BaldurState:
    """Sleight of hand against whoever looks closest; to meet what watches is enough."""
    system, roles = state.deal.system, state.deal.roles
    watching = watcher(system, roles, watchers(state, seat))
    contest = slipped(system, roles, party(state, seat), watching, luck_of(state, seat), chance)
    unseen = is_unseen(contest)
    log.kept.append(Tried(by=seat, watcher=watching.seat, what=LABELS[action.kind], contest=contest, unseen=unseen))
    hidden = state.hidden.with_done(seat, "cheat", state.round)
    if not unseen:
        return seen_cheating(state.evolve(hidden=hidden), watching.seat, seat, "sleight", chance, log)
    hidden = hidden.evolve(guilty=(*hidden.guilty, Guilt(seat=seat, means="sleight")))
    return _managed(state.evolve(hidden=hidden), seat, action, chance, log)


def _managed(state: BaldurState, seat: int, action: Sleight, chance: Chance, log: Log) -> BaldurState:
    """What it does: most of it only when the dice fall."""
    hidden = state.hidden
    match action:
        case Palm(which=which):
            state = state.evolve(hidden=hidden.evolve(palmed=(*hidden.palmed, Palmed(seat=seat, which=which))))
            return _arranged(state, seat, "palm", log, which=which)
        case SetDie(whom=whom, which=which, face=face):
            planted = Planted(by=seat, seat=int(whom), which=which, face=face)
            state = state.evolve(hidden=hidden.evolve(planted=(*hidden.planted, planted)))
            return _arranged(state, seat, "set_die", log, which=which, whom=int(whom), face=face)
        case LoadCommon(which=which):
            state = state.evolve(hidden=loaded(hidden, seat, which))
            return _arranged(state, seat, "load", log, which=which)
        case Strip():
            return log.whispered(_stripped(state, seat, log), seat, Managed(trick="strip"))
        case Switch(die=die):
            return npc_die(state, seat, int(die.partition(".")[0]), chance, log)


def loaded(hidden: Hidden, seat: int, which: Which) -> Hidden:
    """A common die of the next roll is thrown again."""
    return hidden.evolve(loaded=(*hidden.loaded, LoadedCommon(seat=seat, which=which)))


def _arranged(
    state: BaldurState,
    seat: int,
    trick: Trick,
    log: Log,
    *,
    which: Which,
    whom: int | None = None,
    face: int | None = None,
) -> BaldurState:
    """Tell the GM and whoever did it what will happen."""
    log.kept.append(Arranged(seat=seat, trick=trick, which=which, whom=whom, face=face))
    return log.whispered(state, seat, Managed(trick=trick, which=which, whom=whom, face=face))


def _stripped(state: BaldurState, seat: int, log: Log) -> BaldurState:
    """Two of the NPCs' dice are gone, the highest (rules 7.23)."""
    dice = state.hidden.npc_dice
    gone = sorted(range(len(dice)), key=lambda at: dice[at], reverse=True)[: len(dice) - LEFT]
    left = tuple([face for at, face in enumerate(dice) if at not in gone])
    log.kept.append(Stripped(by=seat, gone=tuple([dice[at] for at in gone]), left=left))
    return state.evolve(hidden=state.hidden.evolve(npc_dice=left))
