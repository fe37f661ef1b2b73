"""Pi'Lok: three streets of open dice, a jump, and the best two dice take the pot."""

from collections.abc import Hashable

from bot.engine.betting.betting import BettingRound, Bettor
from bot.engine.betting.events import Bet, BetAction, Call, Check, Fold, Raise, answered, bet_refusal
from bot.engine.cheating.loaded_dice import step_of, without
from bot.engine.clockwise import after, passed_on
from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.pilok import jumping
from cogs.pilok.actions import (
    Challenge,
    Jump,
    Keep,
    Pass,
    PilokAction,
    Reroll,
    RollForMe,
    Total,
    TotalForMe,
    TypedDie,
)
from cogs.pilok.course import onward
from cogs.pilok.events import Dealt, Passed, PilokEvent
from cogs.pilok.options import PRESETS, PilokRules
from cogs.pilok.sleights import PilokSleights
from cogs.pilok.state import Gambler, PilokCarry, PilokState, PilokView, SeatView
from cogs.pilok.streets import deal_street, street_dealt, with_die


class Pilok(Game[PilokRules, PilokCarry, PilokState, PilokAction, PilokView], PilokSleights):
    """The game as printed in seed 000, with the options of its house rules."""

    key, title, seats = "pilok", "Three Street Pi'Lok", range(2, 11)
    tagline = "Three dice on three streets, then the Jump: the best two dice take the pot."
    presets = PRESETS

    HouseRules, Carry, State = PilokRules, PilokCarry, PilokState
    Action, Event, View = PilokAction, PilokEvent, PilokView

    def title_of(self, rules: PilokRules) -> str:
        return "Long Pi'Lok" if rules.variant == "long" else self.title

    def buy_in(self, rules: PilokRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: PilokRules) -> int:
        return rules.least_stack

    def is_verifiable(self, rules: PilokRules) -> bool:
        return rules.dice == "bot" and rules.contests == "bot"

    def start(self, deal: Deal[PilokRules, PilokCarry], chance: Chance) -> Step[PilokState]:
        """Step 1 and 2: everybody pays the Fee, then the Lift."""
        order = tuple(player.seat for player in deal.players)
        dealer = _dealer(deal, order, chance)
        bettors = tuple(Bettor(seat=p.seat, stack=p.stack).post(deal.rules.ante) for p in deal.players)
        limits = deal.rules.limits
        state = PilokState(
            deal=deal,
            dealer=dealer,
            leader=after(order, dealer)[0],
            gamblers=tuple(Gambler(seat=seat) for seat in order),
            betting=BettingRound(bettors=bettors, limits=limits, full_raise=limits.smallest, waiting=()),
        )
        short = tuple(bettor.seat for bettor in bettors if bettor.paid < deal.rules.ante)
        tell: list[Event] = [Dealt(dealer=dealer, ante=deal.rules.ante, pot=state.pot, short=short)]
        return step_of(onward(deal_street(state, chance, tell), chance, tell), tell)

    def to_act(self, state: PilokState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        if state.owed:
            return frozenset(state.owed)
        if state.street == "jump":
            return jumping.to_act(state)
        return frozenset(state.betting.waiting[:1])

    def moves(self, state: PilokState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.owed:
            return jumping.typed_die_moves()
        if state.street == "jump":
            return jumping.moves_of(state, seat)
        return state.betting.moves(seat, dead=state.deal.bank)

    def play(self, state: PilokState, seat: int, action: PilokAction, chance: Chance) -> Step[PilokState]:
        tell: list[Event] = []
        match action:
            case Check() | Call() | Bet() | Raise() | Fold():
                state = _bet(state, seat, action, tell)
            case Pass():
                tell.append(Passed(seat=seat))
                state = state.evolve(jumpers=state.jumpers[1:])
            case Jump(target=target) | Challenge(target=target):
                state = jumping.attempted(state, action.kind, int(target), chance, tell)
            case Total(total=total):
                state = jumping.totalled(state, seat, jumping.typed(total), tell)
            case TotalForMe():
                state = jumping.totalled(state, seat, jumping.skill_roll(state, seat, chance), tell)
            case Reroll(die=die):
                state = jumping.chosen(state, die, chance, tell)
            case Keep():
                state = jumping.kept(state, seat, tell)
            case TypedDie(face=face):
                state = _typed_die(state, seat, face, tell)
            case RollForMe():
                state = _typed_die(state, seat, chance.die(), tell)
        return step_of(onward(state, chance, tell), tell)

    def on_timeout(self, state: PilokState, seat: int) -> PilokAction:
        """Check if it is free, else fold; pass the jump, leave the dice; the bot rolls for who types."""
        keys = {move.key for move in self.moves(state, seat)}
        quiet = (Check(), Fold(), Pass(), Keep(), RollForMe(), TotalForMe())
        return next(action for action in quiet if action.kind in keys)

    def leaving_note(self, rules: PilokRules, whom: str) -> str:
        return f"The rules then act for {whom}: check if it is free, else fold, and leave the dice as they are."

    def asks(self, state: PilokState, seat: int) -> Hashable:
        """Whoever closes a street may lead the next with the same moves, and win a contest right before their jump."""
        raises = sum(bettor.raises for bettor in state.betting.bettors)
        contest = state.contest and (state.contest.jumper, state.contest.stage)
        return state.street, bool(state.owed), raises, contest

    def refusal(self, state: PilokState, seat: int, action: PilokAction) -> str:
        if seat in self.to_act(state):
            if state.owed:
                return "Your die comes first: type what it shows, or let the bot roll."
            return jumping.refusal(state, action) if state.street == "jump" else _bet_refusal(state, seat, action)
        if seat not in state.order:
            return "You aren't in this hand."
        if state.result is None and seat not in state.live:
            return "You have folded this hand."
        return super().refusal(state, seat, action)

    def view(self, state: PilokState, seat: int | None) -> PilokView:
        result = state.told_result
        return PilokView(
            variant=state.rules.variant,
            street=state.street,
            dealer=state.dealer,
            leader=state.leader,
            pot=state.pot - result.uncalled if result else state.pot,
            to_match=state.betting.to_match,
            seats=tuple(_seat_view(state, bettor) for bettor in state.betting.bettors),
            waiting=tuple(seat for seat in state.order if seat in self.to_act(state)),
            owed=state.owed,
            contest=state.contest,
            result=result,
            jumpers=state.jumpers,
            own=seat if seat in state.order else None,
            rules=state.rules,
        )

    def outcome(self, state: PilokState) -> Outcome[PilokCarry] | None:
        if state.result is None:
            return None
        return Outcome(
            stacks=tuple((bettor.seat, bettor.stack) for bettor in state.betting.bettors),
            carry=PilokCarry(dealer=state.dealer, order=state.order),
            house=state.result.house,
            bank=state.result.bank,
        )

    def chips(self, state: PilokState) -> int:
        stacks = sum(bettor.stack for bettor in state.betting.bettors)
        if state.result is not None:
            return stacks + state.result.house + state.result.bank
        return stacks + state.pot


def _dealer(deal: Deal[PilokRules, PilokCarry], order: tuple[int, ...], chance: Chance) -> int:
    """The deal passes to the left; the first dealer is found as the house rules say (rules 1.1)."""
    if deal.carry is not None:
        return passed_on(deal.carry.dealer, deal.carry.order, order)
    if deal.rules.first_dealer == "host":
        return order[0]
    if deal.rules.first_dealer == "random":
        return chance.pick(order)
    return _high_die(order, chance)


def _high_die(seats: tuple[int, ...], chance: Chance) -> int:
    """Everybody rolls a die, the highest deals; equal highest roll again."""
    dice = {seat: chance.die() for seat in seats}
    first, *others = (seat for seat in seats if dice[seat] == max(dice.values()))
    return _high_die((first, *others), chance) if others else first


def _bet(state: PilokState, seat: int, action: BetAction, tell: list[Event]) -> PilokState:
    betting, acted = answered(state.betting, seat, action)
    tell.append(acted)
    loaded = without(state.loaded, seat) if isinstance(action, Fold) else state.loaded
    return state.evolve(betting=betting, loaded=loaded)


def _bet_refusal(state: PilokState, seat: int, action: PilokAction) -> str:
    if isinstance(action, Jump | Challenge | Pass):
        return "The Jump is over." if state.street == "last" else "The Jump comes after the Deep."
    return bet_refusal(state.betting, seat, action)


def _typed_die(state: PilokState, seat: int, face: int, tell: list[Event]) -> PilokState:
    if state.contest is not None:
        return jumping.rerolled(state, face, tell)
    state = with_die(state, seat, face).evolve(owed=tuple(other for other in state.owed if other != seat))
    return state if state.owed else street_dealt(state, tell)


def _seat_view(state: PilokState, bettor: Bettor) -> SeatView:
    gambler = state.gambler(bettor.seat)
    return SeatView(
        seat=bettor.seat,
        dice=gambler.dice,
        value=state.value(bettor.seat),
        stack=bettor.stack,
        bet=bettor.bet if state.betting.waiting else 0,
        paid=bettor.paid,
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and state.result is None,
        has_jumped=gambler.has_jumped,
    )


GAME = Pilok()
