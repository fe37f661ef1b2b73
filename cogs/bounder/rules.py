"""Bounder: the shooter's two d20 must enclose the sum of the dealer's three d6 (seed 001)."""

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from bot.engine.banked.limits import Chip, Pay, bet_window, one_click_bets
from bot.engine.cheating.loaded_dice import (
    Load,
    Loaded,
    face_of,
    is_loaded,
    load_move,
    loaded_step,
    throw_die,
    without,
)
from bot.engine.cheating.sleights import Cheatable
from bot.engine.frozen import made
from bot.engine.game import BetWindow, BuyIn, Deal, Event, Game, Outcome, Step, step_of
from bot.engine.moves import AnyAction, Choice, Move, Pick, next_marker, starting_at
from bot.engine.rng import Rng
from bot.errors import RuleError
from cogs.bounder import odds
from cogs.bounder.bets import (
    again_obstacle,
    bet_bounds,
    exposure,
    increase_move,
    kinds_for,
    last_bets,
    raise_bounds,
    refusal_text,
    stake_again_obstacle,
    stake_bounds,
    stake_move,
    why_no_chip,
)
from cogs.bounder.state import (
    DEALER_DICE,
    FIRST_DIE,
    HIGHEST,
    LABELS,
    ON,
    PRESETS,
    SECOND_DIE,
    WIDE,
    Again,
    BetKind,
    Bets,
    BounderAction,
    BounderCarry,
    BounderEvent,
    BounderRules,
    BounderState,
    BounderView,
    Done,
    Double,
    Ended,
    Forfeited,
    Gambler,
    Habit,
    Idle,
    Increase,
    Keep,
    Kept,
    Offered,
    Opened,
    Pass,
    Placed,
    Pointed,
    Raised,
    Result,
    Roll,
    SatOut,
    SeatView,
    Settled,
    Shot,
    Stake,
    Staked,
    TakeBack,
    TookBack,
    Unstaked,
    Wager,
    dealer_wins,
    dice_seconds,
    is_matched,
    stake_pays,
    verdict_of,
)

_PASS = Move(key="pass", label="Pass the dice")
_SIT_OUT = Move(key="pass", label="Sit this one out")
_KEEP = Move(key="keep", label="Keep the stake", style="main")
_REMOVE_STAKE = Move(key="take_back", label="Remove stake")
_REMOVE_BETS = Move(key="take_back", label="Remove bets")
_ROLL = Move(key="roll", label="Roll", style="main")
_ROLL_NOW = _ROLL.evolve(label="Roll now")
_DONE = Move(key="done", label="Done")
_DONE_BETTING = _DONE.evolve(style="main")
_MOVES_CACHED = 256
_MOST_HABITS = 60
"""Seats whose last bets are remembered, those that are gone included."""


def _line_up(deal: Deal[BounderRules, BounderCarry], chance: Rng) -> tuple[int, ...]:
    """List the seats in the order in which the dice are offered: clockwise from the left of the last shooter. The first
    time it starts at a random seat.
    """
    order = deal.order
    if deal.carry is None or deal.carry.shooter is None:
        return starting_at(order, chance.pick(order))
    return starting_at(order, next_marker(deal.carry.shooter, deal.carry.order, order))


def _offer_dice(state: BounderState, tell: list[Event], by: int | None = None) -> BounderState:
    """Offer the dice to the next in line, if there is one."""
    if not state.line:
        return state.evolve(shooter=None)
    seat, *others = state.line
    tell.append(made(Offered, seat=seat, by=by))
    return state.evolve(shooter=seat, line=tuple(others))


def _staking_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    gambler = state.gambler(seat)
    if not state.rules.is_classic:
        return (*_stake_moves(state, gambler), _PASS) if seat == state.shooter else ()
    if gambler.stake:
        return (_REMOVE_STAKE,)
    return _stake_moves(state, gambler) if gambler.is_done else (*_stake_moves(state, gambler), _SIT_OUT)


def _may_stake(state: BounderState, gambler: Gambler) -> bool:
    """Return true if the gambler can make a stake."""
    return stake_bounds(state, gambler).has_room


def _stake_moves(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    bounds = stake_bounds(state, gambler)
    again = 0 if stake_again_obstacle(state, gambler) else state.habit(gambler.seat).stake
    takes_chip = why_no_chip(state, gambler) is None
    return (
        *one_click_bets(state.rules, "Stake", again=again, takes_chip=takes_chip),
        *((stake_move(bounds),) if bounds.has_room else ()),
    )


def _answer_stake(
    state: BounderState, seat: int, action: Stake | Chip | Again | Pass | TakeBack, tell: list[Event]
) -> BounderState:
    """Apply a seat's answer about a stake; in the classic version it may change until all have answered."""
    gambler = state.gambler(seat)
    if isinstance(action, Pass):
        state = state.evolve(loaded=without(state.loaded, seat))
    match action:
        case Pass() if not state.rules.is_classic:
            return _offer_dice(state.with_gambler(gambler.evolve(is_done=True)), tell, by=seat)
        case Pass():
            tell.append(made(SatOut, seat=seat))
            return state.with_gambler(gambler.evolve(is_done=True))
        case TakeBack():
            _require_own(gambler, action)
            tell.append(made(Unstaked, seat=seat, amount=gambler.stake))
            return state.with_gambler(gambler.evolve(stack=gambler.stack + gambler.stake, stake=0))
        case Stake(amount=amount):
            pass
        case Chip():
            amount = state.rules.chip
        case Again():
            amount = state.habit(seat).stake
    tell.append(made(Staked, seat=seat, amount=amount))
    return state.with_gambler(gambler.evolve(stack=gambler.stack - amount, stake=amount, is_done=True))


def _roll_points(state: BounderState, chance: Rng, tell: list[Event]) -> BounderState:
    """Roll every shooter's first d20."""
    for shooter in state.shooters:
        point = throw_die(state.loaded, shooter.seat, HIGHEST, FIRST_DIE, chance, tell)
        state = state.with_gambler(shooter.evolve(point=point))
    points = tuple((shooter.seat, shooter.point) for shooter in state.shooters if shooter.point is not None)
    tell.append(made(Pointed, points=points, is_classic=state.rules.is_classic))
    asked = tuple(g.evolve(is_done=False, is_spared=False) for g in state.gamblers)
    return state.evolve(gamblers=asked, loaded=())


def _raise_moves(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """List the moves that raise the gambler's own stake, once."""
    if not gambler.stake or gambler.raised or state.rules.double == "off":
        return ()
    bounds = raise_bounds(state, gambler)
    if not bounds.has_room:
        return ()
    if state.rules.double == "exact":
        return (Move(key="double", label="Double to", price=2 * gambler.stake),)
    return (increase_move(bounds),)


def _doubling_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    """List the shooter's moves before others bet, in the standard version."""
    return (_KEEP, *_raise_moves(state, state.gambler(seat))) if seat == state.shooter else ()


def _raise_stake(state: BounderState, seat: int, action: Double | Increase, tell: list[Event]) -> BounderState:
    gambler = state.gambler(seat)
    amount = action.amount if isinstance(action, Increase) else gambler.stake
    stake = gambler.stake + amount
    tell.append(made(Raised, seat=seat, amount=amount, stake=stake))
    return state.with_gambler(gambler.evolve(stack=gambler.stack - amount, stake=stake, raised=amount))


def _betting_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    """List a seat's moves while bets are open. A seat that is done may still bet and take bets back.

    Keys and labels depend on the seat's own bets, except that a bet that the bank can't pay at all disappears.
    """
    gambler = state.gambler(seat)
    if state.rules.is_classic and not gambler.stake:
        return ()
    is_shooter = seat == state.shooter
    roll = (_ROLL_NOW if gambler.is_done else _ROLL,) if is_shooter else ()
    done = () if gambler.is_done or is_shooter else (_DONE_BETTING if gambler.on_the_table else _DONE,)
    again = 0 if gambler.bets.made or again_obstacle(state, gambler) else last_bets(state, gambler).total
    takes_chip = why_no_chip(state, gambler) is None
    return (
        *roll,
        *one_click_bets(state.rules, "On the point:", again=again, takes_chip=takes_chip, style="plain"),
        *_late_raise_moves(state, gambler),
        *_bet_moves(state, gambler),
        *_removal_moves(state, gambler),
        *done,
    )


def _late_raise_moves(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """List the raises that are left while bets are open. Only the classic version has any: otherwise the shooter has
    decided already.
    """
    return _raise_moves(state, gambler) if state.rules.is_classic else ()


def _bet_moves(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    exposed, bets, stack = exposure(state), gambler.bets, gambler.stack
    moves = [exposed.bet_move(kind, bets.on(kind), stack) for kind in kinds_for(state, gambler.seat)]
    return tuple([move for move in moves if move is not None])


def _removal_moves(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """List the moves that remove bets: any bets if the bank needs none of them to pay another.

    Otherwise they remove each bet that the bank can do without, and all together.
    """
    bets = gambler.bets
    if not bets.made:
        return ()
    exposed = exposure(state)
    if exposed.frees(bets):
        return (_REMOVE_BETS,) if len(bets.made) == 1 else (_removal_move(bets.kinds, len(bets.made)),)
    ways: list[BetKind | Literal["all"]] = [kind for kind, amount in bets.made if exposed.lets_go([(kind, amount)])]
    if len(bets.made) > 1 and exposed.lets_go(bets.made):
        ways.append("all")
    return (_removal_move(tuple(ways), 1),) if ways else ()


@lru_cache(maxsize=_MOVES_CACHED)
def _removal_move(ways: tuple[BetKind | Literal["all"], ...], most: int) -> Move:
    """Build the move that removes up to `most` of these."""
    pick = Pick(
        name="bets",
        label="Which bets do you remove?" if most > 1 else "What do you remove?",
        choices=tuple(Choice(value=way, label="All of them" if way == "all" else LABELS[way]) for way in ways),
        at_most=most,
        as_buttons=False,
        wrong_count="Pick at least one of your bets.",
        not_offered="Pick bets from the list, each once. The bank counts on the others to pay bets.",
    )
    return _REMOVE_BETS.evolve(fields=(pick,))


def _can_decide(state: BounderState, gambler: Gambler) -> bool:
    """Return true if the gambler can still make a bet or raise a stake, so that the round waits."""
    if gambler.is_out or (state.rules.is_classic and not gambler.stake):
        return False
    kinds = kinds_for(state, gambler.seat)
    if len(kinds) == 1 and gambler.bets.on(kinds[0]) and not _late_raise_moves(state, gambler):
        return False
    return any(bet_bounds(state, gambler, kind).has_room for kind in kinds) or bool(_late_raise_moves(state, gambler))


def _place_bet(state: BounderState, seat: int, action: Wager, tell: list[Event]) -> BounderState:
    """Make a bet, or add to it."""
    gambler = state.gambler(seat)
    tell.append(made(Placed, seat=seat, bets=((action.kind, action.amount),)))
    return _with_bets(state, gambler, gambler.bets.plus(action.kind, action.amount))


def _place_last_bets(state: BounderState, seat: int, tell: list[Event]) -> BounderState:
    """Make the last bets again; the seat is done then."""
    gambler = state.gambler(seat)
    bets = last_bets(state, gambler)
    tell.append(made(Placed, seat=seat, bets=bets.made))
    return _with_bets(state, gambler.evolve(is_done=gambler.is_done or seat != state.shooter), bets)


def _require_own(gambler: Gambler, action: TakeBack) -> None:
    """Refuse to take back what isn't bet: where no bet has to be named, another may have been."""
    for kind in action.named:
        if not gambler.bets.on(kind):
            raise RuleError(f"You have no bet {ON[kind]} to remove.")


def _remove_bets(state: BounderState, seat: int, action: TakeBack, tell: list[Event]) -> BounderState:
    """Take these bets back, or the only one."""
    gambler = state.gambler(seat)
    _require_own(gambler, action)
    before = gambler.bets
    gone: list[tuple[BetKind, int]] = [
        (kind, amount) for kind, amount in before.made if kind in action.named or not action.named
    ]
    tell.append(made(TookBack, seat=seat, bets=tuple(gone)))
    return _with_bets(state, gambler, before.evolve(**{kind: 0 for kind, _ in gone}))


def _with_bets(state: BounderState, gambler: Gambler, bets: Bets) -> BounderState:
    """Put these bets of the gambler on the table."""
    return state.with_gambler(gambler.evolve(stack=gambler.stack + gambler.bets.total - bets.total, bets=bets))


def roll_dice(state: BounderState, chance: Rng, tell: list[Event]) -> BounderState:
    """Roll the dealer's three d6, and the second d20 of each shooter whose point they don't match."""
    dealer = chance.dice(DEALER_DICE)
    for shooter in state.shooters:
        if not is_matched(_point_of(shooter), sum(dealer)):
            second = throw_die(state.loaded, shooter.seat, HIGHEST, SECOND_DIE, chance, tell)
            state = state.with_gambler(shooter.evolve(second=second))
    shots = tuple(_judge_shot(shooter, sum(dealer)) for shooter in state.shooters)
    return _end_round(state, made(Result, dealer=dealer, shots=shots, settled=_settle_bets(state, dealer, shots)), tell)


def _end_without_roll(state: BounderState, idle: Idle, tell: list[Event]) -> BounderState:
    """End the round without a shooter."""
    return _end_round(state.evolve(shooter=None), made(Result, idle=idle), tell)


def _call_off(state: BounderState, tell: list[Event]) -> BounderState:
    """End the round because the shooters were caught: their stakes and bets are lost, and all other bets come back,
    those on the dealer too.
    """
    settled = tuple(
        made(Settled, seat=gambler.seat, kind=kind, staked=amount, returned=0 if gambler.is_out else amount)
        for gambler in state.gamblers
        for kind, amount in gambler.laid
    )
    return _end_round(state, made(Result, idle="caught", settled=settled), tell)


def _end_round(state: BounderState, result: Result, tell: list[Event]) -> BounderState:
    """Pay back the bets, and give the rest to the bank."""
    tell.append(made(Ended, result=result))
    back: dict[int, int] = {}
    for bet in result.settled:
        back[bet.seat] = back.get(bet.seat, 0) + bet.returned
    gamblers = tuple([g.evolve(stack=g.stack + back[g.seat]) if back.get(g.seat) else g for g in state.gamblers])
    bank = state.bank - sum(result.nets.values())
    return state.evolve(phase="over", line=(), gamblers=gamblers, bank=bank, result=result, loaded=())


def _judge_shot(shooter: Gambler, total: int) -> Shot:
    point, second = _point_of(shooter), shooter.second
    verdict = "matched" if second is None else verdict_of(point, total, second)
    return made(Shot, seat=shooter.seat, stake=shooter.stake, point=point, second=second, verdict=verdict)


def _settle_bets(state: BounderState, dealer: tuple[int, ...], shots: tuple[Shot, ...]) -> tuple[Settled, ...]:
    """Settle every bet on the table: each gambler's stake, then their bets. Those of a caught player are lost."""
    pays = {shot.seat: stake_pays(shot.verdict) for shot in shots}
    won = dealer_wins(dealer) | _winning_side(state, pays)
    settled: list[Settled] = []
    for gambler in state.gamblers:
        if gambler.stake:
            returned = _payback(gambler.stake, pays.get(gambler.seat))
            settled.append(made(Settled, seat=gambler.seat, kind="shooter", staked=gambler.stake, returned=returned))
        for kind, amount in gambler.bets.made:
            pay = state.rules.pay(kind, state.point) if kind in won and not gambler.is_out else None
            settled.append(made(Settled, seat=gambler.seat, kind=kind, staked=amount, returned=_payback(amount, pay)))
    return tuple(settled)


def _winning_side(state: BounderState, pays: dict[int, Pay | None]) -> frozenset[BetKind]:
    """Return the winning side, on the point or against the shooter, if a single shooter rolls for all."""
    if state.shooter is None:
        return frozenset()
    return frozenset({"point"}) if pays[state.shooter] else frozenset({"against"})


def _payback(stake: int, pay: Pay | None) -> int:
    """Return the stake and its winnings (rules 3.6), or 0."""
    return stake + pay.winnings(stake) if pay else 0


def _point_of(shooter: Gambler) -> int:
    if shooter.point is None:
        raise AssertionError("every shooter with a stake rolls a point")
    return shooter.point


def _waiting_seats(state: BounderState) -> frozenset[int]:
    """Return the seats that the round waits for."""
    if state.phase == "over":
        return frozenset()
    if state.shooter is not None and state.phase != "betting":
        return frozenset((state.shooter,))
    return frozenset([gambler.seat for gambler in state.gamblers if gambler.is_asked])


def _advance(state: BounderState, chance: Rng, tell: list[Event]) -> BounderState:
    """Go on until the round waits for somebody or is over."""
    if state.phase == "staking":
        state = _spare_idle(state) if state.rules.is_classic else state
        if _waiting_seats(state) and not _has_staked(state):
            return state
        if not state.shooters:
            return _end_unstaked(state, tell)
        state = _roll_points(state, chance, tell)
        state = _open_bets(state) if state.rules.is_classic else state.evolve(phase="doubling")
    if state.phase == "doubling" and state.shooter is not None:
        if _raise_moves(state, state.gambler(state.shooter)):
            return state
        state = _open_bets(state)
    if not state.shooters:
        return _call_off(state, tell)
    state = _spare_idle(state)
    return state if _waiting_seats(state) else roll_dice(state, chance, tell)


def _end_unstaked(state: BounderState, tell: list[Event]) -> BounderState:
    """End a round in which every seat was asked for a stake and no dice fall."""
    if state.staked:
        return _call_off(state, tell)
    return _end_without_roll(state, "unstaked" if state.rules.is_classic else "passed", tell)


def _has_staked(state: BounderState) -> bool:
    """Return true if the player who was offered the dice has taken them."""
    return state.shooter is not None and state.gambler(state.shooter).stake > 0


def _open_bets(state: BounderState) -> BounderState:
    """Open the bets. If nobody can make one, the shooter isn't waited for either."""
    state = state.evolve(phase="betting")
    if any(_can_decide(state, gambler) for gambler in state.gamblers):
        return state
    return state.evolve(gamblers=tuple(gambler.evolve(is_spared=True) for gambler in state.gamblers))


def _spare_idle(state: BounderState) -> BounderState:
    """Stop waiting for seats without a choice, except for the shooter, who rolls. They stay spared even if chips or the
    bank's room come back: a window that is closed for a seat doesn't open again.
    """
    decides = _may_stake if state.phase == "staking" else _can_decide
    for gambler in state.gamblers:
        if gambler.is_asked and gambler.seat != state.shooter and not decides(state, gambler):
            state = state.with_gambler(gambler.evolve(is_spared=True))
    return state


class BounderSleights(Cheatable[BounderState]):
    """The sleights of Bounder."""

    Sleight = Load

    def sleights(self, state: BounderState, seat: int) -> tuple[Move, ...]:
        die = _next_die(state, seat)
        return () if die is None or is_loaded(state.loaded, seat) else (load_move(die, HIGHEST),)

    def sleight(self, state: BounderState, seat: int, action: AnyAction, chance: Rng) -> Step[BounderState]:
        die, face = _next_die(state, seat), face_of(action)
        if die is None:
            raise AssertionError("only a die that will be rolled is loaded")
        return loaded_step(state.evolve(loaded=(*state.loaded, Loaded(seat=seat, face=face))), seat, die, face)

    def sleight_round(self, state: BounderState) -> int:
        """Return 0 before the first d20, and 1 before the second."""
        return 0 if state.phase == "staking" else 1

    def is_out(self, state: BounderState, seat: int) -> bool:
        return state.gambler(seat).is_out

    def forfeit(self, state: BounderState, seat: int, chance: Rng) -> Step[BounderState]:
        """Put the seat out: all that it has on the table is lost. It stays there until the round is over, and the bank
        may count on it at once.

        If the seat was offered the dice, they go on to the next. If it is the shooter on whom the others bet, or the
        last shooter of the classic version, nobody rolls, and the others get their stakes and bets back.
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
                return step_of(_call_off(state, tell), tell)
            state = _offer_dice(state, tell)
        elif gambler.on_the_table:
            tell.append(made(Forfeited, seat=seat, lost=gambler.on_the_table))
        return step_of(_advance(state, chance, tell), tell)


def _next_die(state: BounderState, seat: int) -> str | None:
    """Return the label of the d20 that the seat rolls next; None if it rolls none, or can't afford a stake."""
    if seat not in state.order or state.gambler(seat).is_out:
        return None
    gambler = state.gambler(seat)
    if state.phase == "staking":
        may_shoot = gambler.stake > 0 or _may_stake(state, gambler)
        return FIRST_DIE if may_shoot and state.shooter in (None, seat) else None
    return SECOND_DIE if state.phase != "over" and gambler.stake else None


class Bounder(Game[BounderRules, BounderCarry, BounderState, BounderAction, BounderView], BounderSleights):
    """The game as printed in seed 001, and as it was in 2008, with the options of its house rules."""

    key, title, seats = "bounder", "Bounder", range(1, 21)
    tagline = "Two d20 against the dealer's three d6: roll one above and one below, or bet on the shooter."
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
        better = [bet.label.lower() for bet in odds.bets(rules) if bet.back > 1]
        return f"On average the house loses money on bets {' and '.join(better)}." if better else None

    def start(self, deal: Deal[BounderRules, BounderCarry], chance: Rng) -> Step[BounderState]:
        gamblers = tuple(made(Gambler, seat=player.seat, stack=player.stack) for player in deal.players)
        state, tell = made(BounderState, deal=deal, gamblers=gamblers, bank=deal.bank), list[Event]()
        if state.means < self.least_bank(deal.rules):
            return Step(_end_without_roll(state, "bank", tell), tuple(tell))
        if deal.rules.is_classic:
            tell.append(Opened())
            return Step(state, tuple(tell))
        return Step(_offer_dice(state.evolve(line=_line_up(deal, chance)), tell), tuple(tell))

    def to_act(self, state: BounderState) -> frozenset[int]:
        return _waiting_seats(state)

    def window(self, state: BounderState) -> BetWindow | None:
        """Return the window of the open bets, and that of a shooter who keeps all others waiting."""
        rules, asked = state.rules, _waiting_seats(state)
        present = tuple(gambler for gambler in state.gamblers if not gambler.is_out)
        seats = frozenset(gambler.seat for gambler in present)
        if state.phase == "betting" or (state.phase == "staking" and rules.is_classic):
            bettors = (gambler.seat for gambler in present if gambler.on_the_table)
            done = seats if state.shooter in asked else (gambler.seat for gambler in present if gambler.is_done)
            return replace(bet_window(rules, bettors, done, asked), asks=state.phase)
        if state.phase == "over" or state.shooter is None:
            return None
        has_staked = asked if state.phase == "doubling" else frozenset[int]()
        waiting = seats - (asked - has_staked)
        return BetWindow(dice_seconds(rules), waiting, has_staked, self.asks(state, state.shooter), is_for_all=False)

    def moves(self, state: BounderState, seat: int) -> tuple[Move, ...]:
        if seat not in state.order or state.gambler(seat).is_out:
            return ()
        match state.phase:
            case "staking":
                return _staking_moves(state, seat)
            case "doubling":
                return _doubling_moves(state, seat)
            case "betting":
                return _betting_moves(state, seat)
            case "over":
                return ()

    def play(self, state: BounderState, seat: int, action: BounderAction, chance: Rng) -> Step[BounderState]:
        tell: list[Event] = []
        match action:
            case Wager():
                state = _place_bet(state, seat, action, tell)
            case Stake() | Chip() | Pass() | Again() | TakeBack() if state.phase == "staking":
                state = _answer_stake(state, seat, action, tell)
            case Double() | Increase():
                state = _raise_stake(state, seat, action, tell)
            case Keep():
                tell.append(made(Kept, seat=seat, stake=state.gambler(seat).stake))
                state = _open_bets(state)
            case Roll() if state.gambler(seat).is_done:
                return step_of(roll_dice(state, chance, tell), tell)
            case Done() | Roll():
                state = state.with_gambler(state.gambler(seat).evolve(is_done=True))
            case Again():
                state = _place_last_bets(state, seat, tell)
            case TakeBack():
                state = _remove_bets(state, seat, action, tell)
            case Stake() | Pass():
                raise AssertionError("stakes are offered before the first roll only")
            case _:
                state = _place_bet(state, seat, Wager(kind="point", amount=state.rules.chip), tell)
        return step_of(_advance(state, chance, tell), tell)

    def on_timeout(self, state: BounderState, seat: int) -> BounderAction:
        """Pass the dice on, keep the stake or roll; close the betting of all others."""
        match state.phase:
            case "staking":
                return Pass()
            case "doubling":
                return Keep()
            case _:
                return Roll() if seat == state.shooter else Done()

    def leaving_note(self, rules: BounderRules, whom: str) -> str:
        return (
            f"Stakes and bets stay on the table, and the bot settles them for {whom}. A shooter without a stake passes "
            "the dice. A shooter with one rolls once all others are done."
        )

    def asks(self, state: BounderState, seat: int) -> Hashable:
        """Return the choice: one for each offer of the dice, one about doubling, and one for each window."""
        return state.phase, None if state.phase == "betting" else state.shooter

    def refusal(self, state: BounderState, seat: int, action: BounderAction) -> str:
        if state.phase == "over":
            return super().refusal(state, seat, action)
        return refusal_text(state, seat, action) if seat in state.order else "You aren't in this round."

    def view(self, state: BounderState, seat: int | None) -> BounderView:
        nets = state.result.nets if state.result else {}
        waiting = self.to_act(state)
        return made(
            BounderView,
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
        return made(
            Outcome,
            stacks=tuple((gambler.seat, gambler.stack) for gambler in state.gamblers),
            carry=_carry(state),
            bank=state.bank,
        )

    def chips(self, state: BounderState) -> int:
        return sum(gambler.stack for gambler in state.gamblers) + state.staked + state.bank


def _seat_view(gambler: Gambler, net: int | None) -> SeatView:
    return made(
        SeatView,
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
    """Build the carryover. If nobody has shot, the next offer of the dice starts at the same seat as before."""
    before = state.deal.carry
    present = tuple(_habit(state, gambler) for gambler in state.gamblers)
    absent = tuple(habit for habit in (before.habits if before else ()) if habit.seat not in state.order)
    habits = (*present, *absent)[:_MOST_HABITS]
    if state.rules.is_classic or state.shooter is None:
        return made(
            BounderCarry,
            shooter=before.shooter if before else None,
            order=before.order if before else state.order,
            habits=habits,
        )
    return made(BounderCarry, shooter=state.shooter, order=state.order, habits=habits)


def _habit(state: BounderState, gambler: Gambler) -> Habit:
    habit, bets = state.habit(gambler.seat), gambler.bets
    if gambler.stake:
        return habit.evolve(stake=gambler.stake - gambler.raised, shot=bets if bets.made else habit.shot)
    return habit.evolve(bets=bets) if bets.made else habit


GAME = Bounder()
