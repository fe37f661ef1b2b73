"""Baldur Hold'em: two dice of one's own, three of the table's, NPCs with one secret hand, and anybody's nerve."""

from collections.abc import Hashable

from bot.engine.betting.events import Fold
from bot.engine.cheating.effects import at_the_end
from bot.engine.cheating.suspicion import verdict_move
from bot.engine.game import DEALER, BuyIn, Deal, Game, Outcome, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Move, find
from bot.engine.rng import Chance, ClosedChance
from cogs.baldur import betting, npcs, sleights, spells, swaying
from cogs.baldur.acting import done
from cogs.baldur.actions import BaldurAction, NpcsCall, Roll, ShakenStays, Stay
from cogs.baldur.dealing import begun, carried
from cogs.baldur.events import BaldurEvent
from cogs.baldur.kit import BaldurKit
from cogs.baldur.options import PRESETS, USUAL_HANDS, BaldurRules
from cogs.baldur.refusals import refusal
from cogs.baldur.rounds import onward
from cogs.baldur.seeing import seen
from cogs.baldur.state import BaldurCarry, BaldurState, BaldurView
from cogs.baldur.suspecting import by_default
from cogs.baldur.telling import Log

ROLL = Move(key="roll", label="Roll your dice", style="main")


class Baldur(Game[BaldurRules, BaldurCarry, BaldurState, BaldurAction, BaldurView]):
    """The game as printed in seed 004, with the options of its house rules. All its dice are drawn in secret."""

    key, title, seats = "baldur", "Baldur Hold'em", range(1, 11)
    tagline = "Two of your dice and three of the table's: the best five win, and some are helped along."
    presets = PRESETS
    hand_title = "Up my sleeve"
    is_banked = has_dealer = True
    dealer_plays_npcs = True

    HouseRules, Carry, State, Kit = BaldurRules, BaldurCarry, BaldurState, BaldurKit
    Action, Event, View = BaldurAction, BaldurEvent, BaldurView

    def is_crooked(self, rules: BaldurRules) -> bool:
        return True

    def buy_in(self, rules: BaldurRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: BaldurRules) -> int:
        return rules.ante

    def usual_bank(self, rules: BaldurRules) -> int:
        """Enough for a while; a smaller one seats fewer NPCs, and where none play it needs nothing."""
        return min(rules.due(rules.npcs) * USUAL_HANDS, MAX_AMOUNT)

    def start(self, deal: Deal[BaldurRules, BaldurCarry], chance: Chance) -> Step[BaldurState]:
        log = Log()
        return log.step(begun(deal, ClosedChance(chance), log))

    def to_act(self, state: BaldurState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        if npcs.deciding(state):
            return frozenset((DEALER,))
        return frozenset(state.unrolled if state.stage == "rolls" else state.betting.waiting[:1])

    def moves(self, state: BaldurState, seat: int) -> tuple[Move, ...]:
        """What the hand waits for, then what may be done on the side; that rests while somebody is caught or shaken."""
        if state.result is not None:
            return ()
        if state.accusation is not None or state.shaken is not None:
            return self._decision(state) if seat == DEALER else ()
        casting = spells.cast_move(state, seat)
        asides = (*swaying.moves_of(state, seat), *sleights.moves_of(state, seat), *((casting,) if casting else ()))
        if seat == DEALER:
            judging = spells.judge_move(state)
            return (*self._decision(state), *((judging,) if judging else ()), *asides)
        if seat not in self.to_act(state):
            return asides
        return (ROLL, *asides) if state.stage == "rolls" else (*betting.turn_moves(state, seat), *asides)

    def _decision(self, state: BaldurState) -> tuple[Move, ...]:
        """What the hand waits for the GM to decide."""
        match npcs.deciding(state):
            case "verdict":
                return (verdict_move(),)
            case "shaken":
                return npcs.shaken_moves()
            case "leaving":
                return (npcs.keep_move(state),)
            case "raise":
                return npcs.raise_moves(state)
            case None:
                return ()

    def act(
        self,
        state: BaldurState,
        seat: int,
        action: BaldurAction,
        chance: Chance,
        *,
        offered: tuple[Move, ...] | None = None,
    ) -> Step[BaldurState]:
        """As every game answers; but whoever would raise others out of the hand is told how much those have."""
        known = self.moves(state, seat) if offered is None else offered
        if action.kind == "raise" and find(known, "stay") is not None and find(known, "raise") is None:
            too_much = betting.too_much_for_others(state, seat)
            if too_much is not None:
                raise too_much
        return super().act(state, seat, action, chance, offered=known)

    def play(self, state: BaldurState, seat: int, action: BaldurAction, chance: Chance) -> Step[BaldurState]:
        log, closed = Log(), ClosedChance(chance)
        return log.step(onward(done(state, seat, action, closed, log), closed, log))

    def on_timeout(self, state: BaldurState, seat: int) -> BaldurAction:
        """Dice are rolled; then stay in where that is free, else fold. What the GM decides has its usual answer."""
        match npcs.deciding(state):
            case "verdict":
                return by_default(state)
            case "shaken":
                return ShakenStays()
            case "leaving":
                return npcs.usual_keep(state)
            case "raise":
                return NpcsCall()
            case None:
                if state.stage == "rolls":
                    return Roll()
                return Fold() if state.betting.to_call(seat) else Stay()

    def on_leave(self, state: BaldurState, seat: int) -> BaldurAction:
        is_asked = seat != DEALER and state.stage == "bets" and npcs.deciding(state) is None
        return Fold() if is_asked else self.on_timeout(state, seat)

    def leaving_note(self, rules: BaldurRules, whom: str) -> str:
        return f"The rules then act for {whom}: dice that are still owed are rolled, and then it is a fold."

    def asks(self, state: BaldurState, seat: int) -> Hashable:
        """One choice a round, and one more for each raise; nothing that is done on the side renews a clock."""
        raises = sum([bettor.raises for bettor in state.betting.bettors])
        if seat != DEALER:
            return state.round, state.stage, raises
        return npcs.deciding(state), state.round, raises, state.shaken, state.accusation

    def npcs_decide(self, state: BaldurState) -> tuple[int, ...]:
        return npcs.asked(state)

    def refusal(self, state: BaldurState, seat: int, action: BaldurAction) -> str:
        return refusal(state, seat, action)

    def view(self, state: BaldurState, seat: int | None) -> BaldurView:
        waiting = self.to_act(state)
        return seen(state, seat, tuple([one for one in (DEALER, *state.order) if one in waiting]))

    def outcome(self, state: BaldurState) -> Outcome[BaldurCarry] | None:
        if state.result is None:
            return None
        stacks = tuple([(one.seat, one.stack) for one in state.betting.bettors if one.seat > DEALER])
        if state.result.how in ("void", "alone"):
            is_void = state.result.how == "void"
            return Outcome(stacks=stacks, carry=state.deal.carry, bank=state.deal.bank, is_void=is_void)
        return Outcome(stacks=stacks, carry=carried(state).evolve(effects=at_the_end(state.effects)), bank=state.bank)

    def chips(self, state: BaldurState) -> int:
        stacks = sum([bettor.stack for bettor in state.betting.bettors if bettor.seat > DEALER])
        return stacks + state.bank + (state.pot if state.result is None else 0)


GAME: Game[BaldurRules, BaldurCarry, BaldurState, BaldurAction, BaldurView] = Baldur()
