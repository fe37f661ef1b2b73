"""The Jump: one attempt each to make somebody roll a die again (seed 000, step 5; rules 1.8 to 1.15, 1.23 to 1.27)."""

from bot.engine.clockwise import after, starting_at
from bot.engine.game import Event
from bot.engine.moves import Choice, Move, Number, Pick
from bot.engine.rng import Chance
from bot.engine.skills import Contest as Opposed
from bot.engine.skills import DiceSystem, Roll, contest, roll, typed_contest
from cogs.pilok.actions import Challenge, PilokAction
from cogs.pilok.events import Begun, Jumped, Kept, Rerolled, Tied
from cogs.pilok.hands import has_pair, with_face
from cogs.pilok.state import Attempt, Contest, PilokState

MOST_TOTAL = 999
LONG_ONLY = "A challenge belongs to Long Pi'Lok: jump or pass."
RE_ROLLS = 20
"""Ties that are rolled again, at most: two sheets without dice would tie for ever."""


def jump_order(state: PilokState) -> tuple[int, ...]:
    """Who is asked, in which order: from the leader of the Deep, or by the hands, ties to the left of the dealer."""
    if state.rules.jump_order == "clockwise":
        return tuple(seat for seat in starting_at(state.order, state.leader) if seat in state.live)
    by_seat = [seat for seat in after(state.order, state.dealer) if seat in state.live]
    return tuple(sorted(by_seat, key=state.value, reverse=state.rules.jump_order == "highest"))


def moves_of(state: PilokState, seat: int) -> tuple[Move, ...]:
    if state.contest is not None:
        return _contest_moves(state, state.contest, seat)
    if not state.jumpers or state.jumpers[0] != seat:
        return ()
    moves = [_target_move(state, "jump", tuple(other for other in state.live if other != seat))]
    if may_challenge(state, seat):
        moves.append(_target_move(state, "challenge", lowest_others(state, seat)))
    return (Move(key="pass", label="Pass", style="main"), *moves)


def refusal(state: PilokState, action: PilokAction) -> str:
    """Why somebody whom the Jump waits for can't do that."""
    if state.contest is not None:
        return {
            "totals": "The contest comes first: type your total, or let the bot roll.",
            "choice": "You have won the contest: pick the die that is rolled again, or leave them.",
            "reroll": "Your die comes first: type what it shows, or let the bot roll.",
        }[state.contest.stage]
    if isinstance(action, Challenge):
        return "Only who holds a pair may challenge here." if state.rules.variant == "long" else LONG_ONLY
    return "The bets are made: it is time to jump or pass."


def may_challenge(state: PilokState, seat: int) -> bool:
    """Challenges belong to Long Pi'Lok; where own dice need a pair, so does a challenge."""
    if state.rules.variant != "long":
        return False
    return state.rules.own_dice == "printed" or has_pair(state.dice(seat))


def lowest_others(state: PilokState, seat: int) -> tuple[int, ...]:
    """Whom a challenge may go to: the lowest hand among the others (rules 1.23)."""
    others = [other for other in state.live if other != seat]
    lowest = min(state.value(other) for other in others)
    return tuple(other for other in others if state.value(other) == lowest)


def attempted(state: PilokState, kind: Attempt, target: int, chance: Chance, tell: list[Event]) -> PilokState:
    """Spend the attempt of the seat that is asked, and contest."""
    jumper = state.jumpers[0]
    state = state.with_gambler(state.gambler(jumper).evolve(has_jumped=True))
    state = state.evolve(jumpers=() if state.rules.jumps == "one" else state.jumpers[1:])
    begun = Contest(kind=kind, jumper=jumper, target=target, stage="totals")
    if state.rules.contests == "typed":
        tell.append(Begun(attempt=kind, jumper=jumper, target=target))
        return state.evolve(contest=begun)
    return _contested(state.evolve(contest=begun), chance, tell)


def totalled(state: PilokState, seat: int, rolled: Roll, tell: list[Event]) -> PilokState:
    """One side's roll; with both in, the contest is decided."""
    running = _running(state)
    rolls = {**dict(running.totals), seat: rolled}
    if len(rolls) < 2:
        return state.evolve(contest=running.evolve(totals=tuple(rolls.items())))
    result = Opposed(initiator=rolls[running.jumper], target=rolls[running.target])
    if result.winner == "tie" and state.rules.contest_tie == "again":
        tell.append(_tied(running, result, 1))
        return state.evolve(contest=running.evolve(totals=()))
    return _decided(state, result, tell)


def typed(total: int) -> Roll:
    """A total that somebody rolled at the table."""
    return typed_contest(total, total).initiator


def skill_roll(state: PilokState, seat: int, chance: Chance) -> Roll:
    """What the bot rolls for somebody who doesn't type a total."""
    sheet = next(player.sheet for player in state.deal.players if player.seat == seat)
    system = _system(state)
    check = state.deal.roles.check(system, "gamble", sheet)
    return roll(system, check.rating, chance, skill=check.skill)


def _contested(state: PilokState, chance: Chance, tell: list[Event]) -> PilokState:
    running, deal = _running(state), state.deal
    sheets = {player.seat: player.sheet for player in deal.players}
    system = _system(state)
    jumper, target = sheets[running.jumper], sheets[running.target]
    most = RE_ROLLS if state.rules.contest_tie == "again" else 0
    ties: list[Opposed] = []
    result = contest(system, deal.roles, jumper, "gamble", target, "gamble", chance)
    while result.winner == "tie" and len(ties) < most:
        ties.append(result)
        result = contest(system, deal.roles, jumper, "gamble", target, "gamble", chance)
    if ties:
        tell.append(_tied(running, ties[-1], len(ties)))
    return _decided(state, result, tell)


def _tied(running: Contest, result: Opposed, times: int) -> Tied:
    return Tied(jumper=running.jumper, target=running.target, rolls=(result.initiator, result.target), times=times)


def _system(state: PilokState) -> DiceSystem:
    wild, system = state.rules.wild_die, state.deal.system
    return system if wild == "campaign" or system.family != "d6" else system.evolve(wild=wild)


def _decided(state: PilokState, result: Opposed, tell: list[Event]) -> PilokState:
    running, winner = _running(state), result.winner
    if winner == "tie":
        winner = {"defender": "target", "initiator": "initiator"}.get(state.rules.contest_tie, "tie")
    seat = {"initiator": running.jumper, "target": running.target}.get(winner)
    idle = seat is not None and not _dice_for(state, running, seat)
    rolls = (result.initiator, result.target)
    tell.append(
        Jumped(attempt=running.kind, jumper=running.jumper, target=running.target, rolls=rolls, winner=seat, idle=idle)
    )
    if seat is None or idle:
        return state.evolve(contest=None)
    return state.evolve(contest=running.evolve(stage="choice", winner=seat))


def _dice_for(state: PilokState, running: Contest, winner: int) -> tuple[tuple[int, int], ...]:
    """The dice that the winner may have rolled again, as (owner, face), equal faces once.

    A jump gives the loser's dice, a challenge the winner's own (rules 1.13, 1.24); with the rule "only with a pair",
    own dice come into it for whoever holds one.
    """
    needs_pair = state.rules.own_dice == "with_pair"
    own = not needs_pair or has_pair(state.dice(winner))
    if running.kind == "challenge":
        owners = (winner,) if own else ()
    else:
        loser = running.target if winner == running.jumper else running.jumper
        owners = (loser, winner) if needs_pair and own else (loser,)
    return tuple((owner, face) for owner in owners for face in sorted(set(state.dice(owner)), reverse=True))


def chosen(state: PilokState, die: str, chance: Chance, tell: list[Event]) -> PilokState:
    """The winner has named a die: its owner rolls it again."""
    running = _running(state)
    owner, face = (int(part) for part in die.split("-"))
    at = state.dice(owner).index(face)
    running = running.evolve(stage="reroll", owner=owner, die=at)
    state = state.evolve(contest=running)
    return state if state.rules.dice == "typed" else rerolled(state, chance.die(), tell)


def rerolled(state: PilokState, face: int, tell: list[Event]) -> PilokState:
    running = _running(state)
    if running.winner is None or running.owner is None or running.die is None:
        raise AssertionError("no die was named")
    gambler = state.gambler(running.owner)
    was = gambler.dice[running.die]
    tell.append(Rerolled(by=running.winner, owner=running.owner, was=was, now=face))
    state = state.with_gambler(gambler.evolve(dice=with_face(gambler.dice, running.die, face)))
    return state.evolve(contest=None)


def kept(state: PilokState, seat: int, tell: list[Event]) -> PilokState:
    tell.append(Kept(seat=seat))
    return state.evolve(contest=None)


def to_act(state: PilokState) -> frozenset[int]:
    running = state.contest
    if running is None:
        return frozenset(state.jumpers[:1])
    if running.stage == "totals":
        return frozenset({running.jumper, running.target} - dict(running.totals).keys())
    seat = running.winner if running.stage == "choice" else running.owner
    return frozenset() if seat is None else frozenset({seat})


def _running(state: PilokState) -> Contest:
    if state.contest is None:
        raise AssertionError("nobody is contesting")
    return state.contest


def _name(state: PilokState, seat: int) -> str:
    return next(player.name for player in state.deal.players if player.seat == seat)


def _target_move(state: PilokState, kind: Attempt, targets: tuple[int, ...]) -> Move:
    verb = kind.capitalize()
    choices = tuple(
        Choice(
            value=str(seat),
            label=f"{_name(state, seat)}, {state.value(seat)}",
            aliases=(_name(state, seat),),
            button=f"{verb} {_name(state, seat)}",
        )
        for seat in targets
    )
    return Move(key=kind, label=verb, fields=(Pick(name="target", label=f"{verb} whom?", choices=choices),))


def _contest_moves(state: PilokState, running: Contest, seat: int) -> tuple[Move, ...]:
    if seat not in to_act(state):
        return ()
    if running.stage == "totals":
        total = Number(name="total", label="Your total", low=-MOST_TOTAL, high=MOST_TOTAL)
        return (
            Move(key="total", label="Type your total", fields=(total,), style="main"),
            Move(key="total_for_me", label="Roll for me"),
        )
    if running.stage == "reroll":
        return typed_die_moves()
    dice = _dice_for(state, running, seat)
    choices = tuple(
        Choice(
            value=f"{owner}-{face}",
            label=f"{_name(state, owner)}'s {face}" if owner != seat else f"Your own {face}",
            aliases=(str(face),) if owner == dice[0][0] else (f"my {face}", f"own {face}"),
            button=f"Re-roll {'your' if owner == seat else 'the'} {face}",
        )
        for owner, face in dice
    )
    return (
        Move(
            key="reroll",
            label="Re-roll",
            style="main",
            fields=(Pick(name="die", label="Which die is rolled again?", choices=choices),),
        ),
        Move(key="keep", label="Leave them"),
    )


def typed_die_moves() -> tuple[Move, ...]:
    face = Number(name="face", label="What your die shows", low=1, high=6)
    return (
        Move(key="roll", label="Type your die", fields=(face,), style="main"),
        Move(key="roll_for_me", label="Roll for me"),
    )
