"""Dice that fall, and dice that don't stay as they fell: within a throw some are thrown again or set.

A throw always shows as many dice as it should, and what was done to them happens before anybody sees them.
"""

from collections.abc import Callable, Sequence

from bot.engine.rng import Chance
from cogs.baldur.events import Rethrown
from cogs.baldur.hands import SIDES
from cogs.baldur.hidden import Which
from cogs.baldur.state import HOLE_DICE, BaldurState, Hole
from cogs.baldur.telling import Log


def place_of(which: Which, dice: Sequence[int], beside: Sequence[int] = ()) -> int:
    """The die of a throw that answers to a wish, the first of equal ones. The loner is the lowest that is like no other
    die, nor any of those beside; where all pair, it is the lowest.
    """
    match which:
        case "lowest":
            return dice.index(min(dice))
        case "highest":
            return dice.index(max(dice))
        case "loner":
            lonely = [face for face in dice if dice.count(face) == 1 and face not in beside]
            return dice.index(min(lonely or dice))


def own_dice(state: BaldurState, seat: int, chance: Chance, log: Log) -> BaldurState:
    """A player's three dice: one that is palmed is thrown again, then the dealer's comes to lie as it was set."""
    hidden, dice = state.hidden, chance.dice(HOLE_DICE, SIDES)
    for palmed in [one for one in hidden.palmed if one.seat == seat]:
        dice = _changed(dice, place_of(palmed.which, dice), lambda: chance.die(SIDES), log, by=seat, seat=seat)
    for planted in [one for one in hidden.planted if one.seat == seat]:
        at, face = place_of(planted.which, dice), planted.face
        dice = _changed(dice, at, lambda face=face: face, log, by=planted.by, seat=seat, is_set=True)
    hidden = hidden.evolve(
        palmed=tuple([one for one in hidden.palmed if one.seat != seat]),
        planted=tuple([one for one in hidden.planted if one.seat != seat]),
    )
    return state.with_hole(Hole(seat=seat, dice=dice)).evolve(hidden=hidden)


def common_dice(state: BaldurState, count: int, chance: Chance, log: Log) -> tuple[tuple[int, ...], BaldurState]:
    """The common dice of a round, and the state with them on the table."""
    dice = chance.dice(count, SIDES)
    for loaded in state.hidden.loaded:
        beside = (*state.common, *dice_of(state, loaded.seat))
        at = place_of(loaded.which, dice, beside)
        dice = _changed(dice, at, lambda: chance.die(SIDES), log, by=loaded.seat, seat=None)
    hidden = state.hidden.evolve(loaded=()) if state.hidden.loaded else state.hidden
    return dice, state.evolve(common=(*state.common, *dice), hidden=hidden)


def npc_die(state: BaldurState, by: int, at: int, chance: Chance, log: Log) -> BaldurState:
    """One of the NPCs' dice falls anew, in secret."""
    fell, now = state.hidden.npc_dice, chance.die(SIDES)
    log.kept.append(Rethrown(by=by, whose="npcs", fell=fell, at=at, now=now))
    return state.evolve(hidden=state.hidden.evolve(npc_dice=_with(fell, at, now)))


def dice_of(state: BaldurState, seat: int) -> tuple[int, ...]:
    """The dice that a seat plays with: a player's own, or those of the NPCs."""
    own = next((hole.dice for hole in state.holes if hole.seat == seat), None)
    return state.hidden.npc_dice if own is None else own


def _changed(
    dice: tuple[int, ...],
    at: int,
    becomes: Callable[[], int],
    log: Log,
    *,
    by: int,
    seat: int | None,
    is_set: bool = False,
) -> tuple[int, ...]:
    """The dice with one of them changed, which the GM alone is told."""
    now = becomes()
    whose = "common" if seat is None else "own"
    log.kept.append(Rethrown(by=by, whose=whose, seat=seat, fell=dice, at=at, now=now, is_set=is_set))
    return _with(dice, at, now)


def _with(dice: tuple[int, ...], at: int, face: int) -> tuple[int, ...]:
    return (*dice[:at], face, *dice[at + 1 :])
