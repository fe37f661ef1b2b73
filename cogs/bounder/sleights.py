"""Cheating at Bounder: a loaded d20, and what becomes of somebody who is caught.

The first d20 falls with the stake. So it is loaded while the dice are offered, or in the classic version while all are
asked for a stake; the second one any time between the two rolls. A loaded die that isn't rolled is for nothing.
"""

from bot.engine.cheating.loaded_dice import Load, Loaded, face_of, is_loaded, load_move, loaded_step, step_of, without
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import Event, Step
from bot.engine.moves import Action, Move
from bot.engine.rng import Chance
from cogs.bounder.bounder_words import FIRST_DIE, SECOND_DIE
from cogs.bounder.course import onward
from cogs.bounder.dice import HIGHEST
from cogs.bounder.events import Forfeited
from cogs.bounder.settling import called_off
from cogs.bounder.staking import may_stake, offered
from cogs.bounder.state import BounderState


class BounderSleights(Cheatable[BounderState]):
    """The sleights of Bounder."""

    sleight_note = (
        "**A loaded d20.** Whoever shoots may load the own next d20: the first before staking, the second before the "
        "roll that closes the bets. Name a face; the die is then thrown twice, and the throw nearer to that face "
        "counts. One try before each roll. Whoever is caught loses what they have on the table; if it is the shooter "
        "on whom the others bet, nobody rolls, and all other bets come back."
    )
    Sleight = Load

    def sleights(self, state: BounderState, seat: int) -> tuple[Move, ...]:
        die = _next_die(state, seat)
        return () if die is None or is_loaded(state.loaded, seat) else (load_move(die, HIGHEST),)

    def sleight(self, state: BounderState, seat: int, action: Action, chance: Chance) -> Step[BounderState]:
        die, face = _next_die(state, seat), face_of(action)
        if die is None:
            raise AssertionError("only a die that will be rolled is loaded")
        return loaded_step(state.evolve(loaded=(*state.loaded, Loaded(seat=seat, face=face))), seat, die, face)

    def sleight_round(self, state: BounderState) -> int:
        """Before the first d20, and before the second."""
        return 0 if state.phase == "staking" else 1

    def is_out(self, state: BounderState, seat: int) -> bool:
        return state.gambler(seat).is_out

    def forfeit(self, state: BounderState, seat: int, chance: Chance) -> Step[BounderState]:
        """The seat is out, and all that it has on the table is lost: it lies there until the round is over, and the
        bank may count on it at once.

        Whoever was offered the dice doesn't get them: they go on. If the shooter is caught on whom the others bet, or
        all shooters of the classic version, nobody rolls, and what the others have staked and bet comes back.
        """
        gambler = state.gambler(seat)
        if state.phase == "over" or gambler.is_out:
            return Step(state)
        tell: list[Event] = []
        state = state.with_gambler(gambler.evolve(is_out=True)).evolve(
            line=tuple(other for other in state.line if other != seat), loaded=without(state.loaded, seat)
        )
        if seat == state.shooter:
            if gambler.stake:
                return step_of(called_off(state, tell), tell)
            state = offered(state, tell)
        elif gambler.on_the_table:
            tell.append(Forfeited(seat=seat, lost=gambler.on_the_table))
        return step_of(onward(state, chance, tell), tell)


def _next_die(state: BounderState, seat: int) -> str | None:
    """The d20 that the seat rolls next; None if it doesn't, or couldn't even stake."""
    if seat not in state.order or state.gambler(seat).is_out:
        return None
    gambler = state.gambler(seat)
    if state.phase == "staking":
        may_shoot = gambler.stake > 0 or may_stake(state, gambler)
        return FIRST_DIE if may_shoot and state.shooter in (None, seat) else None
    return SECOND_DIE if state.phase != "over" and gambler.stake else None
