"""Roulette: everybody bets at once on where a ball will fall, and the house pays."""

from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.roulette.actions import Again, Done, Inside, Outside, RouletteAction, TakeBack
from cogs.roulette.events import NoSpin, Placed, RouletteEvent, Spun, TookBack
from cogs.roulette.options import PRESETS, RouletteRules
from cogs.roulette.spin import handed_on, spun
from cogs.roulette.state import (
    REMEMBERED,
    Bet,
    Gambler,
    RouletteCarry,
    RouletteState,
    RouletteView,
    SeatView,
)
from cogs.roulette.taking import back_fault, taken
from cogs.roulette.window import again_fault, bet_fault, moves, with_bets, without_bets


class Roulette(Game[RouletteRules, RouletteCarry, RouletteState, RouletteAction, RouletteView]):
    """The game by the usual rules of casinos, at a wheel with one zero or two."""

    key, title, seats = "roulette", "Roulette", range(1, 21)
    tagline = "A wheel, a ball, and a layout of numbers: the house pays up to 35 to 1."
    presets = PRESETS
    is_banked, hand_word = True, "spin"

    HouseRules, Carry, State = RouletteRules, RouletteCarry, RouletteState
    Action, Event, View = RouletteAction, RouletteEvent, RouletteView

    def title_of(self, rules: RouletteRules) -> str:
        if rules.wheel == "double":
            return "American roulette"
        return "French roulette" if rules.zero == "half" else self.title

    def buy_in(self, rules: RouletteRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: RouletteRules) -> int:
        return rules.min_bet

    def usual_bank(self, rules: RouletteRules) -> int:
        return rules.usual_bank

    def least_bank(self, rules: RouletteRules) -> int:
        return rules.least_bank

    def start(self, deal: Deal[RouletteRules, RouletteCarry], chance: Chance) -> Step[RouletteState]:
        carry = deal.carry or RouletteCarry()
        last = {one.seat: one.bets for one in carry.last}
        state = RouletteState(
            deal=deal,
            gamblers=tuple(Gambler(seat=p.seat, stack=p.stack, last=last.get(p.seat, ())) for p in deal.players),
            exposure=(0,) * len(deal.rules.layout.pockets),
            bank=deal.bank,
        )
        return Step(state)

    def to_act(self, state: RouletteState) -> frozenset[int]:
        if state.is_over:
            return frozenset()
        return frozenset(gambler.seat for gambler in state.gamblers if not gambler.is_done)

    def asks(self, state: RouletteState, seat: int) -> str:
        """One window for everybody: however often somebody bets, it doesn't grow longer."""
        return "bets"

    def moves(self, state: RouletteState, seat: int) -> tuple[Move, ...]:
        own = state.gambler(seat)
        return () if own is None or state.is_over else moves(state, own)

    def play(self, state: RouletteState, seat: int, action: RouletteAction, chance: Chance) -> Step[RouletteState]:
        own = state.gambler(seat)
        if own is None:
            raise AssertionError("who isn't in the spin has no moves")
        match action:
            case Inside(spot=spot, amount=amount) | Outside(spot=spot, amount=amount):
                bets = (Bet(spot, amount),)
                return Step(with_bets(state, own, bets), (Placed(seat=seat, bets=bets),))
            case Again():
                return Step(with_bets(state, own, own.last), (Placed(seat=seat, bets=own.last, is_again=True),))
            case TakeBack():
                gone = taken(own, action.named)
                told = TookBack(seat=seat, bets=gone, left=len(own.bets) - len(gone))
                return Step(without_bets(state, own, gone), (told,))
            case Done():
                return self._closed(state.with_gambler(own.evolve(is_done=True)), chance)

    def _closed(self, state: RouletteState, chance: Chance) -> Step[RouletteState]:
        """Somebody is done; after the last of them the ball rolls, if there is a bet."""
        if self.to_act(state):
            return Step(state)
        if not state.staked:
            return Step(state.evolve(is_over=True), (NoSpin(),))
        state = spun(state, chance)
        told: tuple[Event, ...] = (Spun(result=state.result),) if state.result else ()
        return Step(state, told)

    def on_timeout(self, state: RouletteState, seat: int) -> RouletteAction:
        """The bets that lie there stay, and no more are made."""
        return Done()

    def leaving_note(self, rules: RouletteRules, whom: str) -> str:
        return f"No more is bet for {whom}: bets that lie on the layout stay there for this spin."

    def refusal(self, state: RouletteState, seat: int, action: RouletteAction) -> str:
        own = state.gambler(seat)
        if own is None:
            return "You aren't in this spin."
        if state.is_over:
            return "The bets are closed."
        match action:
            case Inside() | Outside():
                return bet_fault(state, own, action.kind)
            case Again():
                return again_fault(state, own) or super().refusal(state, seat, action)
            case TakeBack():
                return back_fault(own)
            case Done():
                return "You are done already: wait for the others."

    def view(self, state: RouletteState, seat: int | None) -> RouletteView:
        settled = {one.seat: one for one in state.result.seats} if state.result else {}
        history = state.carry.history
        return RouletteView(
            rules=state.rules,
            seats=tuple(
                SeatView(seat=g.seat, stack=g.stack, bets=g.bets, is_done=g.is_done, settled=settled.get(g.seat))
                for g in state.gamblers
            ),
            bank=None if state.deal.endless else state.bank,
            history=((state.result.pocket, *history) if state.result else history)[:REMEMBERED],
            result=state.result,
            is_over=state.is_over,
            own=seat if seat is not None and state.gambler(seat) else None,
        )

    def outcome(self, state: RouletteState) -> Outcome[RouletteCarry] | None:
        if not state.is_over:
            return None
        stacks = tuple((gambler.seat, gambler.stack) for gambler in state.gamblers)
        return Outcome(stacks=stacks, carry=handed_on(state), bank=state.bank)

    def chips(self, state: RouletteState) -> int:
        on_the_layout = 0 if state.is_over else state.staked
        return sum(gambler.stack for gambler in state.gamblers) + on_the_layout + state.bank


GAME: Game[RouletteRules, RouletteCarry, RouletteState, RouletteAction, RouletteView] = Roulette()
