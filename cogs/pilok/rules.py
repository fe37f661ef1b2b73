"""Pi'Lok: a die and a round of bets on each of three streets, then the Jump, last bets and the showdown (seed 000)."""

from collections.abc import Hashable, Iterable
from functools import cache, lru_cache, partial

from bot.engine import skills
from bot.engine.betting.events import Bet, BetAction, Call, Check, Fold, Raise, answer_bet, bet_refusal
from bot.engine.betting.pots import Pot, Win, split
from bot.engine.betting.rounds import BettingRound, Bettor
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
from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step, step_of
from bot.engine.moves import AnyAction, Choice, Move, Number, Pick, after, next_marker, starting_at
from bot.engine.rng import Rng
from bot.engine.words import name_mark
from cogs.pilok.state import (
    PRESETS,
    Attempt,
    Begun,
    Challenge,
    Contest,
    Dealt,
    Ended,
    Gambler,
    Jump,
    Jumped,
    Keep,
    Kept,
    Leads,
    Pass,
    Passed,
    PilokAction,
    PilokCarry,
    PilokEvent,
    PilokRules,
    PilokState,
    PilokView,
    Reroll,
    Rerolled,
    Result,
    Rolled,
    RollForMe,
    SeatView,
    Street,
    Tied,
    Total,
    TotalForMe,
    TypedDie,
    has_pair,
    value,
    with_face,
)

_DICE_COUNT: dict[Street, int] = {"lift": 1, "orbit": 2, "deep": 3}
_SIDES = 6
_DIE_NAMES: dict[Street, str] = {"lift": "die for the Lift", "orbit": "die for Orbit", "deep": "die for the Deep"}
"""What the die of a street is called where one of them is loaded."""
_NEXT_STREET: dict[Street, Street] = {
    "lift": "orbit",
    "orbit": "deep",
    "deep": "jump",
    "jump": "last",
    "last": "shadowport",
}


def _deal_street(state: PilokState, street: Street, chance: Rng, tell: list[Event]) -> PilokState:
    """Deal a die to every seat still in; at a table with typed dice the hand waits for them instead."""
    order = _from_leader(state)
    if state.rules.dice == "typed":
        return state.evolve(street=street, owed=order)
    faces = {seat: throw_die(state.loaded, seat, _SIDES, _DIE_NAMES[street], chance, tell) for seat in order}
    gamblers = [
        gambler.evolve(dice=(*gambler.dice, faces[gambler.seat])) if gambler.seat in faces else gambler
        for gambler in state.gamblers
    ]
    tell.append(made(Rolled, street=street, dice=tuple(faces.items())))
    return _open_bets(state.evolve(street=street, gamblers=tuple(gamblers), loaded=()), tell)


def _from_leader(state: PilokState) -> tuple[int, ...]:
    """List the seats still in, clockwise from the leader."""
    live = state.live
    return tuple([seat for seat in starting_at(state.order, state.leader) if seat in live])


def _with_die(state: PilokState, seat: int, face: int) -> PilokState:
    gambler = state.gambler(seat)
    return state.with_gambler(gambler.evolve(dice=(*gambler.dice, face)))


def _open_bets(state: PilokState, tell: list[Event]) -> PilokState:
    """Open a round of bets: the best hand still in leads; of equal hands the one nearest to the dealer's left (rules
    1.2, 1.3).
    """
    leader, led_by = leader_of(state)
    summed = state.rules.lead_by == "faces"
    tell.append(made(Leads, street=state.street, seat=leader, value=led_by, summed=summed))
    betting = BettingRound.opened(state.betting.bettors, leader, state.betting.limits)
    return state.evolve(leader=leader, betting=betting)


def leader_of(state: PilokState) -> tuple[int, int]:
    """Return the seat that leads the street, and the worth of its hand or the sum of its dice (rules 1.3)."""
    values = {seat: sum(state.dice(seat)) for seat in state.live} if state.rules.lead_by == "faces" else state.values
    best = max(values.values())
    return next(seat for seat in after(state.order, state.dealer) if values.get(seat) == best), best


_MOST_TOTAL = 999
_LONG_ONLY = "You can challenge only in Long Pi'Lok. Jump or pass."
MOST_TIES = 20
"""Ties that are rolled again, at most: two sheets without dice would tie for ever."""


def _jump_order(state: PilokState) -> tuple[int, ...]:
    """List the seats in the order of the Jump: from the leader of the Deep, or by the hands, ties to the left of the
    dealer.
    """
    if state.rules.jump_order == "clockwise":
        return _from_leader(state)
    live = state.live
    by_seat = [seat for seat in after(state.order, state.dealer) if seat in live]
    return tuple(sorted(by_seat, key=state.values.__getitem__, reverse=state.rules.jump_order == "highest"))


_PASS = Move(key="pass", label="Pass", style="main")


def _jump_moves(state: PilokState, seat: int) -> tuple[Move, ...]:
    if state.contest is not None:
        return _contest_moves(state, state.contest, seat)
    if not state.jumpers or state.jumpers[0] != seat:
        return ()
    moves = [_target_move(state, "jump", [other for other in state.live if other != seat])]
    if _may_challenge(state, seat):
        moves.append(_target_move(state, "challenge", _lowest_others(state, seat)))
    return (_PASS, *moves)


def _jump_refusal(state: PilokState, action: PilokAction) -> str:
    """Explain why the seat that the Jump waits for can't do that."""
    if state.contest is not None:
        return {
            "totals": "Your total comes first. Type it, or let the bot roll.",
            "choice": "You've won the contest. Pick a die to re-roll, or leave them.",
            "reroll": "Your die comes first. Type its number, or let the bot roll.",
        }[state.contest.stage]
    if isinstance(action, Challenge):
        return (
            "You need a pair to challenge at this table. Jump or pass." if state.rules.variant == "long" else _LONG_ONLY
        )
    return "The bets are over. Jump or pass."


def _may_challenge(state: PilokState, seat: int) -> bool:
    """Return true if the seat may challenge: only in Long Pi'Lok, and with a pair if own dice need one."""
    if state.rules.variant != "long":
        return False
    return state.rules.own_dice == "printed" or has_pair(state.dice(seat))


def _lowest_others(state: PilokState, seat: int) -> tuple[int, ...]:
    """List the seats that a challenge may go to: the lowest hands among the others (rules 1.23)."""
    others = [other for other in state.live if other != seat]
    values = state.values
    lowest = min([values[other] for other in others])
    return tuple([other for other in others if values[other] == lowest])


def _begin_contest(state: PilokState, kind: Attempt, target: int, chance: Rng, tell: list[Event]) -> PilokState:
    """Spend the attempt of the seat that is asked, and contest."""
    jumper = state.jumpers[0]
    begun = made(Contest, kind=kind, jumper=jumper, target=target, stage="totals")
    state = state.evolve(
        gamblers=state.gamblers_with(state.gambler(jumper).evolve(has_jumped=True)),
        jumpers=() if state.rules.jumps == "one" else state.jumpers[1:],
        contest=begun,
    )
    if state.rules.contests == "typed":
        tell.append(made(Begun, attempt=kind, jumper=jumper, target=target))
        return state
    return _roll_contest(state, chance, tell)


def _add_total(state: PilokState, seat: int, rolled: skills.Roll, tell: list[Event]) -> PilokState:
    """Add one side's roll; with both in, the contest is decided."""
    running = _running_contest(state)
    rolls = {**dict(running.totals), seat: rolled}
    if len(rolls) < 2:
        return state.evolve(contest=running.evolve(totals=tuple(rolls.items())))
    result = skills.Contest(initiator=rolls[running.jumper], target=rolls[running.target])
    if result.winner == "tie" and state.rules.contest_tie == "again":
        tell.append(_tied_event(running, result, 1))
        return state.evolve(contest=running.evolve(totals=()))
    return _decide_contest(state, result, tell)


def _typed_roll(total: int) -> skills.Roll:
    """Build the roll of a total that a player rolled at the table."""
    return skills.typed_contest(total, total).initiator


def _skill_roll(state: PilokState, seat: int, chance: Rng) -> skills.Roll:
    """Make the bot's skill roll for a player who types no total."""
    sheet = next(player.sheet for player in state.deal.players if player.seat == seat)
    system = _system(state)
    check = state.deal.roles.check(system, "gamble", sheet)
    return skills.roll(system, check.rating, chance, skill=check.skill)


def _roll_contest(state: PilokState, chance: Rng, tell: list[Event]) -> PilokState:
    running, deal = _running_contest(state), state.deal
    sheets, system = {player.seat: player.sheet for player in deal.players}, _system(state)
    jumper, target = (deal.roles.check(system, "gamble", sheets[seat]) for seat in (running.jumper, running.target))
    most = MOST_TIES if state.rules.contest_tie == "again" else 0
    ties: list[skills.Contest] = []
    result = skills.oppose(system, jumper, target, chance)
    while result.winner == "tie" and len(ties) < most:
        ties.append(result)
        result = skills.oppose(system, jumper, target, chance)
    if ties:
        tell.append(_tied_event(running, ties[-1], len(ties)))
    return _decide_contest(state, result, tell)


def _tied_event(running: Contest, result: skills.Contest, times: int) -> Tied:
    return made(
        Tied, jumper=running.jumper, target=running.target, rolls=(result.initiator, result.target), times=times
    )


def _system(state: PilokState) -> skills.DiceSystem:
    wild, system = state.rules.wild_die, state.deal.system
    return system if wild == "campaign" or system.family != "d6" else system.evolve(wild=wild)


def _decide_contest(state: PilokState, result: skills.Contest, tell: list[Event]) -> PilokState:
    running, winner = _running_contest(state), result.winner
    if winner == "tie":
        winner = {"defender": "target", "initiator": "initiator"}.get(state.rules.contest_tie, "tie")
    seat = {"initiator": running.jumper, "target": running.target}.get(winner)
    idle = seat is not None and not _dice_for(state, running, seat)
    rolls = (result.initiator, result.target)
    tell.append(
        made(
            Jumped,
            attempt=running.kind,
            jumper=running.jumper,
            target=running.target,
            rolls=rolls,
            winner=seat,
            idle=idle,
        )
    )
    if seat is None or idle:
        return state.evolve(contest=None)
    return state.evolve(contest=running.evolve(stage="choice", winner=seat))


def _dice_for(state: PilokState, running: Contest, winner: int) -> tuple[tuple[int, int], ...]:
    """List the dice that the winner may have rolled again, as (owner, face), equal faces once.

    A jump gives the loser's dice, a challenge the winner's own (rules 1.13, 1.24); with the rule "only with a pair", a
    winner with a pair may pick their own dice too.
    """
    needs_pair = state.rules.own_dice == "with_pair"
    own = not needs_pair or has_pair(state.dice(winner))
    if running.kind == "challenge":
        owners = (winner,) if own else ()
    else:
        loser = running.target if winner == running.jumper else running.jumper
        owners = (loser, winner) if needs_pair and own else (loser,)
    return tuple([(owner, face) for owner in owners for face in sorted(set(state.dice(owner)), reverse=True)])


def _choose_die(state: PilokState, die: str, chance: Rng, tell: list[Event]) -> PilokState:
    """Roll the die again that the winner has named."""
    running = _running_contest(state)
    owner, face = (int(part) for part in die.split("-"))
    at = state.dice(owner).index(face)
    state = state.evolve(contest=running.evolve(stage="reroll", owner=owner, die=at))
    return state if state.rules.dice == "typed" else _reroll(state, chance.die(), tell)


def _reroll(state: PilokState, face: int, tell: list[Event]) -> PilokState:
    running = _running_contest(state)
    if running.winner is None or running.owner is None or running.die is None:
        raise AssertionError("no die was named")
    gambler = state.gambler(running.owner)
    was = gambler.dice[running.die]
    tell.append(made(Rerolled, by=running.winner, owner=running.owner, was=was, now=face))
    rolled = gambler.evolve(dice=with_face(gambler.dice, running.die, face))
    return state.evolve(gamblers=state.gamblers_with(rolled), contest=None)


def _keep_dice(state: PilokState, seat: int, tell: list[Event]) -> PilokState:
    tell.append(made(Kept, seat=seat))
    return state.evolve(contest=None)


def _jump_waits_for(state: PilokState) -> frozenset[int]:
    running = state.contest
    if running is None:
        return frozenset(state.jumpers[:1])
    if running.stage == "totals":
        return frozenset({running.jumper, running.target} - dict(running.totals).keys())
    seat = running.winner if running.stage == "choice" else running.owner
    return frozenset() if seat is None else frozenset({seat})


def _running_contest(state: PilokState) -> Contest:
    if state.contest is None:
        raise AssertionError("nobody is contesting")
    return state.contest


def _target_move(state: PilokState, kind: Attempt, targets: Iterable[int]) -> Move:
    verb = kind.capitalize()
    values = state.values
    choices = tuple([_target_choice(verb, seat, values[seat]) for seat in targets])
    return made(Move, key=kind, label=verb, fields=(made(Pick, name="target", label=f"{verb} whom?", choices=choices),))


@lru_cache(maxsize=1024)
def _target_choice(verb: str, seat: int, value: int) -> Choice:
    name = name_mark(seat)
    return Choice(value=str(seat), label=f"{name}, {value}", aliases=(name,), button=f"{verb} {name}")


def _contest_moves(state: PilokState, running: Contest, seat: int) -> tuple[Move, ...]:
    if seat not in _jump_waits_for(state):
        return ()
    if running.stage == "totals":
        total = Number(name="total", label="Your total", low=-_MOST_TOTAL, high=_MOST_TOTAL)
        return (
            Move(key="total", label="Type your total", fields=(total,), style="main"),
            Move(key="total_for_me", label="Roll for me"),
        )
    if running.stage == "reroll":
        return _typed_die_moves()
    dice = _dice_for(state, running, seat)
    first, _ = dice[0]
    choices = tuple([_die_choice(owner, face, owner == seat, owner == first) for owner, face in dice])
    which = made(Pick, name="die", label="Which die do you have rolled again?", choices=choices)
    return (made(Move, key="reroll", label="Re-roll", style="main", fields=(which,)), _KEEP)


_KEEP = Move(key="keep", label="Leave them")


@lru_cache(maxsize=1024)
def _die_choice(owner: int, face: int, is_own: bool, is_first: bool) -> Choice:
    """Build the choice of a die. It is typed as its face if its owner is the first of those with dice to choose."""
    return Choice(
        value=f"{owner}-{face}",
        label=f"Your own {face}" if is_own else f"{name_mark(owner)}'s {face}",
        aliases=(str(face),) if is_first else (f"my {face}", f"own {face}"),
        button=f"Re-roll {'your' if is_own else 'the'} {face}",
    )


@cache
def _typed_die_moves() -> tuple[Move, ...]:
    face = Number(name="face", label="Number on your die", low=1, high=6)
    return (
        Move(key="roll", label="Type your die", fields=(face,), style="main"),
        Move(key="roll_for_me", label="Roll for me"),
    )


def _end_unseen(state: PilokState, tell: list[Event]) -> PilokState:
    """Give the pot to the last player, since all others have folded (rules 0.11)."""
    (winner,) = state.live
    pots = state.betting.pots(state.deal.bank)
    pot = sum(pot.amount for pot in pots.pots)
    win = made(Win, amount=pot, eligible=(winner,), shares=((winner, pot),))
    return _end_hand(state, made(Result, wins=(win,), returned=pots.returned, unseen=True), tell)


def _show_down(state: PilokState, tell: list[Event]) -> PilokState:
    pots = state.betting.pots(state.deal.bank)
    wins: list[Win] = []
    left = 0
    for pot in pots.pots:
        won, rest = _win_pot(state, pot)
        wins.append(won)
        left += rest
    odd = state.rules.odd_chips
    result = made(
        Result,
        wins=tuple(wins),
        returned=pots.returned,
        house=left if odd == "house" else 0,
        bank=left if odd == "carry" else 0,
    )
    return _end_hand(state, result, tell)


def _win_pot(state: PilokState, pot: Pot) -> tuple[Win, int]:
    values = state.values
    best = max([values[seat] for seat in pot.eligible])
    winners = [seat for seat in after(state.order, state.dealer) if seat in pot.eligible and values[seat] == best]
    divided = split(pot.amount, winners, state.rules.odd_chips)
    return made(Win, amount=pot.amount, eligible=pot.eligible, shares=divided.shares), divided.left


def _end_hand(state: PilokState, result: Result, tell: list[Event]) -> PilokState:
    """Push the chips to their winners: nothing is left in front of anybody but stacks."""
    won = [share for win in result.wins for share in win.shares]
    betting = state.betting.pushed((*won, *result.returned))
    over = state.evolve(
        street="shadowport", betting=betting, jumpers=(), owed=(), contest=None, result=result, loaded=()
    )
    tell.append(made(Ended, hands=tuple(over.values.items()), result=result))
    return over


def _advance(state: PilokState, chance: Rng, tell: list[Event]) -> PilokState:
    """Go on until the hand waits for somebody or is over."""
    while state.result is None and not state.owed and state.contest is None:
        if state.betting.waiting:
            return state
        if len(state.live) == 1:
            return _end_unseen(state, tell)
        if state.jumpers:
            return state
        state = _begin_next_street(state, chance, tell)
    return state


def _begin_next_street(state: PilokState, chance: Rng, tell: list[Event]) -> PilokState:
    street = _NEXT_STREET[state.street]
    if street == "last" and not state.rules.last_bets:
        street = "shadowport"
    match street:
        case "jump":
            return state.evolve(street=street, jumpers=_jump_order(state))
        case "last":
            return _open_bets(state.evolve(street=street), tell)
        case "shadowport":
            return _show_down(state, tell)
        case _:
            return _deal_street(state, street, chance, tell)


class PilokSleights(Cheatable[PilokState]):
    """The sleights of Pi'Lok."""

    Sleight = Load

    def sleights(self, state: PilokState, seat: int) -> tuple[Move, ...]:
        die = _DIE_NAMES.get(_NEXT_STREET.get(state.street, state.street))
        if die is None or seat not in state.live or is_loaded(state.loaded, seat):
            return ()
        return (load_move(die, _SIDES),)

    def sleight(self, state: PilokState, seat: int, action: AnyAction, chance: Rng) -> Step[PilokState]:
        face = face_of(action)
        loaded = state.evolve(loaded=(*state.loaded, Loaded(seat=seat, face=face)))
        return loaded_step(loaded, seat, _DIE_NAMES[_NEXT_STREET[state.street]], face)

    def sleight_round(self, state: PilokState) -> int:
        """Return the street, by its dice."""
        return _DICE_COUNT.get(state.street, 0)

    def is_out(self, state: PilokState, seat: int) -> bool:
        return seat not in state.live

    def forfeit(self, state: PilokState, seat: int, chance: Rng) -> Step[PilokState]:
        """Fold the seat, on any street and out of turn, all in or not.

        In the Jump its own attempt is gone. A contest that it is part of ends, and the other side's attempt is spent.
        """
        if state.result is not None or seat not in state.live:
            return Step(state)
        betting, acted = answer_bet(state.betting, seat, Fold())
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
        return step_of(_advance(state, chance, tell), tell)


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

    def start(self, deal: Deal[PilokRules, PilokCarry], chance: Rng) -> Step[PilokState]:
        """Collect the Fee and deal the Lift (steps 1 and 2)."""
        order = deal.order
        dealer = _dealer(deal, order, chance)
        stacks = [(player.seat, player.stack) for player in deal.players]
        betting = BettingRound.anted(stacks, deal.rules.ante, deal.rules.limits)
        state = made(
            PilokState,
            deal=deal,
            dealer=dealer,
            leader=after(order, dealer)[0],
            gamblers=tuple([made(Gambler, seat=seat) for seat in order]),
            betting=betting,
        )
        short = tuple([bettor.seat for bettor in betting.bettors if bettor.paid < deal.rules.ante])
        tell: list[Event] = [made(Dealt, dealer=dealer, ante=deal.rules.ante, pot=state.pot, short=short)]
        return step_of(_advance(_deal_street(state, "lift", chance, tell), chance, tell), tell)

    def to_act(self, state: PilokState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        if state.owed:
            return frozenset(state.owed)
        if state.street == "jump":
            return _jump_waits_for(state)
        return frozenset(state.betting.waiting[:1])

    def moves(self, state: PilokState, seat: int) -> tuple[Move, ...]:
        if state.owed:
            return _typed_die_moves() if seat in state.owed else ()
        if state.street == "jump":
            return _jump_moves(state, seat)
        return state.betting.moves(seat, dead=state.deal.bank, quick=state.deal.rules.quick_bets)

    def play(self, state: PilokState, seat: int, action: PilokAction, chance: Rng) -> Step[PilokState]:
        tell: list[Event] = []
        match action:
            case Check() | Call() | Bet() | Raise() | Fold():
                state = _bet(state, seat, action, tell)
            case Pass():
                tell.append(made(Passed, seat=seat))
                state = state.evolve(jumpers=state.jumpers[1:])
            case Jump(target=target) | Challenge(target=target):
                state = _begin_contest(state, action.kind, int(target), chance, tell)
            case Total(total=total):
                state = _add_total(state, seat, _typed_roll(total), tell)
            case TotalForMe():
                state = _add_total(state, seat, _skill_roll(state, seat, chance), tell)
            case Reroll(die=die):
                state = _choose_die(state, die, chance, tell)
            case Keep():
                state = _keep_dice(state, seat, tell)
            case TypedDie(face=face):
                state = _typed_die(state, seat, face, tell)
            case RollForMe():
                state = _typed_die(state, seat, chance.die(), tell)
        return step_of(_advance(state, chance, tell), tell)

    def on_timeout(self, state: PilokState, seat: int) -> PilokAction:
        """Check if it is free, otherwise fold; pass the jump, leave the dice; the bot rolls for players who type."""
        keys = {move.key for move in self.moves(state, seat)}
        quiet = (Check(), Fold(), Pass(), Keep(), RollForMe(), TotalForMe())
        return next(action for action in quiet if action.kind in keys)

    def leaving_note(self, rules: PilokRules, whom: str) -> str:
        plays = "it checks if that's free, folds otherwise, and leaves the dice as they are"
        return f"The bot then plays for {whom}: {plays}."

    def asks(self, state: PilokState, seat: int) -> Hashable:
        """Return the point of the hand, since a seat that closes a street may lead the next with the same moves, and
        win a contest right before its own jump.
        """
        raises = sum(bettor.raises for bettor in state.betting.bettors)
        contest = state.contest and (state.contest.jumper, state.contest.stage)
        return state.street, bool(state.owed), raises, contest

    def refusal(self, state: PilokState, seat: int, action: PilokAction) -> str:
        if seat in self.to_act(state):
            if state.owed:
                return "Your die comes first. Type its number, or let the bot roll."
            return _jump_refusal(state, action) if state.street == "jump" else _bet_refusal(state, seat, action)
        if seat not in state.order:
            return "You aren't in this hand."
        if state.result is None and seat not in state.live:
            return "You have folded this hand."
        return super().refusal(state, seat, action)

    def view(self, state: PilokState, seat: int | None) -> PilokView:
        result, waiting = state.result, self.to_act(state)
        return made(
            PilokView,
            variant=state.rules.variant,
            street=state.street,
            dealer=state.dealer,
            leader=state.leader,
            pot=state.pot - sum([amount for _, amount in result.returned]) if result else state.pot,
            to_match=state.betting.to_match,
            seats=tuple(map(partial(_seat_view, state), state.gamblers, state.betting.bettors)),
            waiting=tuple([other for other in state.order if other in waiting]),
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
        return made(
            Outcome,
            stacks=tuple([(bettor.seat, bettor.stack) for bettor in state.betting.bettors]),
            carry=made(PilokCarry, dealer=state.dealer, order=state.order),
            house=state.result.house,
            bank=state.result.bank,
        )

    def chips(self, state: PilokState) -> int:
        stacks = sum(bettor.stack for bettor in state.betting.bettors)
        if state.result is not None:
            return stacks + state.result.house + state.result.bank
        return stacks + state.pot


def _dealer(deal: Deal[PilokRules, PilokCarry], order: tuple[int, ...], chance: Rng) -> int:
    """Return the dealer: the deal passes to the left; the first one is found as the house rules say (rules 1.1)."""
    if deal.carry is not None:
        return next_marker(deal.carry.dealer, deal.carry.order, order)
    if deal.rules.first_dealer == "host":
        return order[0]
    if deal.rules.first_dealer == "random":
        return chance.pick(order)
    return _high_die(order, chance)


def _high_die(seats: tuple[int, ...], chance: Rng) -> int:
    """Return the first dealer: every seat rolls a die, the highest deals; equal highest roll again."""
    dice = {seat: chance.die() for seat in seats}
    first, *others = (seat for seat in seats if dice[seat] == max(dice.values()))
    return _high_die((first, *others), chance) if others else first


def _bet(state: PilokState, seat: int, action: BetAction, tell: list[Event]) -> PilokState:
    betting, acted = answer_bet(state.betting, seat, action)
    tell.append(acted)
    if state.loaded and isinstance(action, Fold):
        return state.evolve(betting=betting, loaded=without(state.loaded, seat))
    return state.evolve(betting=betting)


def _bet_refusal(state: PilokState, seat: int, action: PilokAction) -> str:
    if isinstance(action, Jump | Challenge | Pass):
        return "The Jump is over." if state.street == "last" else "The Jump comes after the Deep."
    return bet_refusal(state.betting, seat, action)


def _typed_die(state: PilokState, seat: int, face: int, tell: list[Event]) -> PilokState:
    if state.contest is not None:
        return _reroll(state, face, tell)
    state = _with_die(state, seat, face).evolve(owed=tuple(other for other in state.owed if other != seat))
    if state.owed:
        return state
    tell.append(
        made(Rolled, street=state.street, dice=tuple([(seat, state.dice(seat)[-1]) for seat in _from_leader(state)]))
    )
    return _open_bets(state, tell)


def _seat_view(state: PilokState, gambler: Gambler, bettor: Bettor) -> SeatView:
    return made(
        SeatView,
        seat=bettor.seat,
        dice=gambler.dice,
        value=value(gambler.dice, state.rules.variant),
        stack=bettor.stack,
        bet=bettor.bet if state.betting.waiting else 0,
        paid=bettor.paid,
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and state.result is None,
        has_jumped=gambler.has_jumped,
    )


GAME = Pilok()
