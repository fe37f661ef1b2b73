"""Cheating at Pi'Lok: a loaded die on the next street, and what becomes of a hand whose player is caught.

The die of the Lift falls with the deal, and what is rolled again after the Jump is taken from the table: so only the
dice of Orbit and the Deep can be loaded, each on the street before.
"""

from bot.engine.betting.events import Fold, answered
from bot.engine.cheating.loaded_dice import Load, face_of, is_loaded, load_move, loaded_step, step_of, without
from bot.engine.cheating.loaded_dice import Loaded as LoadedDie
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import Event, Step
from bot.engine.moves import Action, Move
from bot.engine.rng import Chance
from cogs.pilok.course import onward
from cogs.pilok.state import PilokState
from cogs.pilok.streets import DICE_ON, DIES, NEXT, SIDES


class PilokSleights(Cheatable[PilokState]):
    """The sleights of Pi'Lok."""

    sleight_note = (
        "**A loaded die.** On the Lift and in Orbit, whoever is still in may load the own die of the next street: name "
        "a face before it is rolled. The die is then thrown twice, and the throw nearer to that face counts. One try a "
        "street. The die of the Lift and what is rolled again after the Jump can't be loaded."
    )
    Sleight = Load

    def sleights(self, state: PilokState, seat: int) -> tuple[Move, ...]:
        die = DIES.get(NEXT.get(state.street, state.street))
        if die is None or seat not in state.live or is_loaded(state.loaded, seat):
            return ()
        return (load_move(die, SIDES),)

    def sleight(self, state: PilokState, seat: int, action: Action, chance: Chance) -> Step[PilokState]:
        face = face_of(action)
        loaded = state.evolve(loaded=(*state.loaded, LoadedDie(seat=seat, face=face)))
        return loaded_step(loaded, seat, DIES[NEXT[state.street]], face)

    def sleight_round(self, state: PilokState) -> int:
        """The street, by its dice."""
        return DICE_ON.get(state.street, 0)

    def is_out(self, state: PilokState, seat: int) -> bool:
        return seat not in state.live

    def forfeit(self, state: PilokState, seat: int, chance: Chance) -> Step[PilokState]:
        """The seat folds, on whatever street and whosever turn it is, all in or not.

        In the Jump its own attempt is gone, and so is a contest that it is part of: the other side's attempt is spent.
        """
        if state.result is not None or seat not in state.live:
            return Step(state)
        betting, acted = answered(state.betting, seat, Fold())
        contest = state.contest
        if contest is not None and seat in (contest.jumper, contest.target):
            contest = None
        state = state.evolve(
            betting=betting,
            jumpers=tuple(other for other in state.jumpers if other != seat),
            contest=contest,
            loaded=without(state.loaded, seat),
        )
        tell: list[Event] = [acted]
        return step_of(onward(state, chance, tell), tell)
