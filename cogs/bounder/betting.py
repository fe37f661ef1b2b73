"""The window in which everybody bets, all at once and as often as they like (rules 3.1, 3.12)."""

from bot.engine.game import Event
from bot.engine.moves import Choice, Move, Pick
from cogs.bounder.actions import Bet, TakeBack
from cogs.bounder.dice import BetKind
from cogs.bounder.events import Placed, TookBack
from cogs.bounder.exposure import exposure
from cogs.bounder.offers import bet_bounds, bet_move, bets_again, kinds_for, last_bets
from cogs.bounder.staking import AGAIN, raise_moves
from cogs.bounder.state import Bets, BounderState, Gambler
from cogs.bounder.words import LABELS

TAKE_BACK = "Take back"
_ROLL = Move(key="roll", label="Roll", style="main")
_DONE = Move(key="done", label="Done")
_TAKE_BACK = Move(key="take_back", label=TAKE_BACK)
_CHOICES: dict[BetKind, Choice] = {
    kind: Choice(value=kind, label=label, button=f"{TAKE_BACK}: {label.lower()}") for kind, label in LABELS.items()
}


def betting_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    """What a seat may do while bets are open. Whoever is done may still bet and take back.

    Keys and labels depend on the own bets alone, but that a bet goes which the bank couldn't pay at all any more.
    """
    gambler = state.gambler(seat)
    if state.rules.is_classic and not gambler.stake:
        return ()
    roll = (_ROLL,) if seat == state.shooter else ()
    done = () if gambler.is_done else (_DONE,)
    return (
        *roll,
        *_stakes(state, gambler),
        *_bets(state, gambler),
        *_again(state, gambler),
        *_back(state, gambler),
        *done,
    )


def _stakes(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """In the classic version everybody doubles here; else the shooter has decided about that."""
    return raise_moves(state, gambler) if state.rules.is_classic else ()


def _bets(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    moves: list[Move] = []
    for kind in kinds_for(state, gambler.seat):
        bounds = bet_bounds(state, gambler, kind)
        if bounds.has_room:
            moves.append(bet_move(kind, bounds, is_more=gambler.bets.on(kind) > 0))
    return tuple(moves)


def _again(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    if gambler.bets.made or bets_again(state, gambler):
        return ()
    return (Move(key="again", label=AGAIN, price=last_bets(state, gambler).total),)


def _back(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """Bets that may go; not one that the bank counts on to pay another."""
    made = gambler.bets.made
    may = exposure(state).may_go(gambler.bets) if made else ()
    if not may:
        return ()
    if len(made) == 1:
        return (_TAKE_BACK,)
    pick = Pick(
        name="bets",
        label="Which bets do you take back?",
        choices=tuple(_CHOICES[kind] for kind in may),
        at_most=len(may),
        not_offered="Pick from the bets that you may take back, each once.",
    )
    return (_TAKE_BACK.evolve(fields=(pick,)),)


def can_decide(state: BounderState, gambler: Gambler) -> bool:
    """Whether there is anything to wait for: a bet that may be made, or a stake that may be raised."""
    if state.rules.is_classic and not gambler.stake:
        return False
    kinds = kinds_for(state, gambler.seat)
    if len(kinds) == 1 and gambler.bets.on(kinds[0]) and not _stakes(state, gambler):
        return False
    return any(bet_bounds(state, gambler, kind).has_room for kind in kinds) or bool(_stakes(state, gambler))


def wagered(state: BounderState, seat: int, action: Bet, tell: list[Event]) -> BounderState:
    """A bet is made, or added to."""
    tell.append(Placed(seat=seat, bets=((action.kind, action.amount),)))
    return _laid(state, seat, state.gambler(seat).bets.plus(action.kind, action.amount))


def wagered_again(state: BounderState, seat: int, tell: list[Event]) -> BounderState:
    """The last bets are made once more; whoever does that is done."""
    bets = last_bets(state, state.gambler(seat))
    tell.append(Placed(seat=seat, bets=bets.made))
    state = _laid(state, seat, bets)
    return state if seat == state.shooter else state.with_gambler(state.gambler(seat).evolve(is_done=True))


def taken_back(state: BounderState, seat: int, action: TakeBack, tell: list[Event]) -> BounderState:
    before = state.gambler(seat).bets
    gone: list[tuple[BetKind, int]] = [
        (kind, amount) for kind, amount in before.made if len(before.made) == 1 or kind in action.named
    ]
    tell.append(TookBack(seat=seat, bets=tuple(gone)))
    return _laid(state, seat, before.evolve(**{kind: 0 for kind, _ in gone}))


def _laid(state: BounderState, seat: int, bets: Bets) -> BounderState:
    """The seat has these bets on the table now."""
    gambler = state.gambler(seat)
    return state.with_gambler(gambler.evolve(stack=gambler.stack + gambler.bets.total - bets.total, bets=bets))
