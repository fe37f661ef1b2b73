"""Bounder: the shooter's two d20 have to lie on either side of the dealer's three d6; the house pays."""

from collections.abc import Hashable

from bot.engine.cheating.loaded_dice import step_of
from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.bounder.actions import Again, BounderAction, Done, Double, Increase, Keep, Pass, Roll, Stake, TakeBack
from cogs.bounder.betting import betting_moves, require_own, taken_back, wagered, wagered_again
from cogs.bounder.course import asked, onward, open_bets
from cogs.bounder.dice import WIDE
from cogs.bounder.events import BounderEvent, Kept, Opened
from cogs.bounder.odds import bets as odds_of_bets
from cogs.bounder.options import PRESETS, BounderRules
from cogs.bounder.refusals import why_not
from cogs.bounder.settling import rolled, unrolled
from cogs.bounder.sleights import BounderSleights
from cogs.bounder.staking import doubling_moves, line_up, offered, raised, staked, staking_moves
from cogs.bounder.state import BounderCarry, BounderState, BounderView, Gambler, Habit, SeatView

_HABITS = 60
"""Of how many seats is remembered what they bet last, those who are gone included."""


class Bounder(Game[BounderRules, BounderCarry, BounderState, BounderAction, BounderView], BounderSleights):
    """The game as printed in seed 001, and as it was in 2008, with the options of its house rules."""

    key, title, seats = "bounder", "Bounder", range(1, 21)
    tagline = "Two d20 against the dealer's three d6: get one on either side, or bet on whoever rolls."
    presets = PRESETS
    hand_word, is_banked = "round", True

    HouseRules, Carry, State = BounderRules, BounderCarry, BounderState
    Action, Event, View = BounderAction, BounderEvent, BounderView

    def buy_in(self, rules: BounderRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: BounderRules) -> int:
        return rules.min_bet

    def usual_bank(self, rules: BounderRules) -> int:
        return rules.usual_bank

    def least_bank(self, rules: BounderRules) -> int:
        return WIDE.winnings(rules.min_bet)

    def title_of(self, rules: BounderRules) -> str:
        return "Classic Bounder" if rules.is_classic else self.title

    def rules_note(self, rules: BounderRules) -> str | None:
        better = [bet.label.lower() for bet in odds_of_bets(rules) if bet.back > 1]
        return f"The players have the better of the house with bets {' and '.join(better)}." if better else None

    def start(self, deal: Deal[BounderRules, BounderCarry], chance: Chance) -> Step[BounderState]:
        gamblers = tuple(Gambler(seat=player.seat, stack=player.stack) for player in deal.players)
        state, tell = BounderState(deal=deal, gamblers=gamblers, bank=deal.bank), list[Event]()
        if state.means < self.least_bank(deal.rules):
            return Step(unrolled(state, "bank", tell), tuple(tell))
        if deal.rules.is_classic:
            tell.append(Opened())
            return Step(state, tuple(tell))
        return Step(offered(state.evolve(line=line_up(deal, chance)), tell), tuple(tell))

    def to_act(self, state: BounderState) -> frozenset[int]:
        return asked(state)

    def moves(self, state: BounderState, seat: int) -> tuple[Move, ...]:
        if seat not in state.order or state.gambler(seat).is_out:
            return ()
        match state.phase:
            case "staking":
                return staking_moves(state, seat)
            case "doubling":
                return doubling_moves(state, seat)
            case "betting":
                return betting_moves(state, seat)
            case "over":
                return ()

    def play(self, state: BounderState, seat: int, action: BounderAction, chance: Chance) -> Step[BounderState]:
        tell: list[Event] = []
        if isinstance(action, TakeBack):
            require_own(state.gambler(seat), action)
        match action:
            case Stake() | Pass() | Again() | TakeBack() if state.phase == "staking":
                state = staked(state, seat, action, tell)
            case Double() | Increase():
                state = raised(state, seat, action, tell)
            case Keep():
                tell.append(Kept(seat=seat, stake=state.gambler(seat).stake))
                state = open_bets(state)
            case Done():
                state = state.with_gambler(state.gambler(seat).evolve(is_done=True))
            case Roll():
                return step_of(rolled(state, chance, tell), tell)
            case Again():
                state = wagered_again(state, seat, tell)
            case TakeBack():
                state = taken_back(state, seat, action, tell)
            case Stake() | Pass():
                raise AssertionError("stakes are offered before the first roll only")
            case _:
                state = wagered(state, seat, action, tell)
        return step_of(onward(state, chance, tell), tell)

    def on_timeout(self, state: BounderState, seat: int) -> BounderAction:
        """Pass the dice on, keep the stake, roll; of everybody else: no more bets."""
        match state.phase:
            case "staking":
                return Pass()
            case "doubling":
                return Keep()
            case _:
                return Roll() if seat == state.shooter else Done()

    def on_leave(self, state: BounderState, seat: int) -> BounderAction:
        """As if the time had run out; but a shooter who leaves cuts nobody's bets short."""
        return Done() if state.phase == "betting" else self.on_timeout(state, seat)

    def leaving_note(self, rules: BounderRules, whom: str) -> str:
        return (
            f"What is staked and bet stays on the table and is settled for {whom}; without a stake the dice are passed "
            "on, and dice that are left behind are rolled once all others are done."
        )

    def asks(self, state: BounderState, seat: int) -> Hashable:
        """One choice for each offer of the dice, one about doubling, and one for each window."""
        return state.phase, None if state.phase == "betting" else state.shooter

    def refusal(self, state: BounderState, seat: int, action: BounderAction) -> str:
        if state.phase == "over":
            return super().refusal(state, seat, action)
        return why_not(state, seat, action) if seat in state.order else "You aren't in this round."

    def view(self, state: BounderState, seat: int | None) -> BounderView:
        nets = state.result.nets if state.result else {}
        waiting = self.to_act(state)
        return BounderView(
            own=seat if seat in state.order else None,
            rules=state.rules,
            phase=state.phase,
            shooter=state.shooter,
            seats=tuple([_seat_view(gambler, nets.get(gambler.seat)) for gambler in state.gamblers]),
            waiting=tuple([gambler.seat for gambler in state.gamblers if gambler.seat in waiting]),
            bank=None if state.deal.endless else state.bank,
            result=state.result,
        )

    def outcome(self, state: BounderState) -> Outcome[BounderCarry] | None:
        if state.result is None:
            return None
        return Outcome(
            stacks=tuple((gambler.seat, gambler.stack) for gambler in state.gamblers),
            carry=_carry(state),
            bank=state.bank,
        )

    def chips(self, state: BounderState) -> int:
        return sum(gambler.stack for gambler in state.gamblers) + state.staked + state.bank


def _seat_view(gambler: Gambler, net: int | None) -> SeatView:
    return SeatView(
        seat=gambler.seat,
        stack=gambler.stack,
        stake=gambler.stake,
        point=gambler.point,
        second=gambler.second,
        bets=gambler.bets,
        is_done=gambler.is_done,
        is_out=gambler.is_out,
        net=net,
    )


def _carry(state: BounderState) -> BounderCarry:
    """Where nobody has shot, the dice are offered next from the same seat on as before."""
    before = state.deal.carry
    present = tuple(_habit(state, gambler) for gambler in state.gamblers)
    absent = tuple(habit for habit in (before.habits if before else ()) if habit.seat not in state.order)
    habits = (*present, *absent)[:_HABITS]
    if state.rules.is_classic or state.shooter is None:
        return BounderCarry(
            shooter=before.shooter if before else None, order=before.order if before else state.order, habits=habits
        )
    return BounderCarry(shooter=state.shooter, order=state.order, habits=habits)


def _habit(state: BounderState, gambler: Gambler) -> Habit:
    habit, bets = state.habit(gambler.seat), gambler.bets
    if gambler.stake:
        return habit.evolve(stake=gambler.stake - gambler.raised, shot=bets if bets.made else habit.shot)
    return habit.evolve(bets=bets) if bets.made else habit


GAME = Bounder()
