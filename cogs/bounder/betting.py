"""The window in which everybody bets, all at once and as often as they like (rules 3.1, 3.12)."""

from functools import cache, lru_cache

from bot.engine.game import Event
from bot.engine.moves import Choice, Move, Pick
from bot.engine.speech import counted, listed
from bot.errors import RuleError
from cogs.bounder.actions import Bet, TakeBack, together
from cogs.bounder.bounder_words import LABELS, ON
from cogs.bounder.dice import BetKind
from cogs.bounder.events import Placed, TookBack
from cogs.bounder.exposure import exposure
from cogs.bounder.offers import bet_bounds, bet_move, bets_again, kinds_for, last_bets
from cogs.bounder.staking import AGAIN, raise_moves
from cogs.bounder.state import Bets, BounderState, Gambler

TAKE_BACK = "Take back"
_ROLL = Move(key="roll", label="Roll", style="main")
_DONE = Move(key="done", label="Done")
_TAKE_BACK = Move(key="take_back", label=TAKE_BACK)
_REMEMBERED = 256


def betting_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    """What a seat may do while bets are open. Whoever is done may still bet and take back.

    Keys and labels depend on the own bets alone, but that a bet goes which the bank couldn't pay at all any more.
    """
    gambler = state.gambler(seat)
    if state.rules.is_classic and not gambler.stake:
        return ()
    roll = (_roll(_awaited(state, seat)),) if seat == state.shooter else ()
    done = () if gambler.is_done else (_DONE,)
    return (
        *roll,
        *_stakes(state, gambler),
        *_bets(state, gambler),
        *_again(state, gambler),
        *_back(state, gambler),
        *done,
    )


def _awaited(state: BounderState, seat: int) -> int:
    """How many others may still bet and haven't said that they are done."""
    return sum([g.seat != seat and g.is_asked for g in state.gamblers])


@cache
def _roll(others: int) -> Move:
    """The roll that closes the bets: nobody shuts out the others by a slip."""
    if not others:
        return _ROLL
    have = "hasn't" if others == 1 else "haven't"
    return _ROLL.evolve(confirm=f"{counted(others, 'other')} {have} finished. Roll now?")


def _stakes(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """In the classic version everybody doubles here; else the shooter has decided about that."""
    return raise_moves(state, gambler) if state.rules.is_classic else ()


def _bets(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    moves: list[Move] = []
    for kind in kinds_for(state, gambler.seat):
        bounds = bet_bounds(state, gambler, kind)
        if bounds.has_room:
            moves.append(bet_move(kind, bounds, state.rules.min_bet, is_more=gambler.bets.on(kind) > 0))
    return tuple(moves)


def _again(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    if gambler.bets.made or bets_again(state, gambler):
        return ()
    return (Move(key="again", label=AGAIN, price=last_bets(state, gambler).total),)


def _back(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """Bets that may go: any, as long as the bank needs none of them to pay another; else what may go together."""
    bets = gambler.bets
    if not bets.made:
        return ()
    exposed, kinds = exposure(state), bets.kinds
    if exposed.frees(bets):
        return (_TAKE_BACK,) if len(kinds) == 1 else (_taking_any(kinds),)
    ways = exposed.may_go(bets)
    return (_taking_one(ways, kinds),) if ways else ()


@lru_cache(maxsize=_REMEMBERED)
def _taking_any(kinds: tuple[BetKind, ...]) -> Move:
    """Taking back whichever of these bets."""
    pick = Pick(
        name="bets",
        label="Which bets do you take back?",
        choices=tuple(_choice((kind,)) for kind in kinds),
        at_most=len(kinds),
        wrong_count="Pick at least one of your bets.",
        not_offered="Pick from the bets that you may take back, each once.",
    )
    return _TAKE_BACK.evolve(fields=(pick,))


@lru_cache(maxsize=_REMEMBERED)
def _taking_one(ways: tuple[tuple[BetKind, ...], ...], made: tuple[BetKind, ...]) -> Move:
    """Taking back what may go in one of these ways."""
    pick = Pick(
        name="bets",
        label="What do you take back?",
        choices=tuple(_choice(way, is_all=way == made) for way in ways),
        wrong_count="Pick one of what may go.",
        not_offered="Pick from what may go: the bank counts on the rest to pay other bets.",
    )
    return _TAKE_BACK.evolve(fields=(pick,))


def _choice(way: tuple[BetKind, ...], *, is_all: bool = False) -> Choice:
    label = "All of them" if is_all else listed([LABELS[way[0]], *(LABELS[kind].lower() for kind in way[1:])])
    return Choice(value=together(way), label=label, button=f"{TAKE_BACK}: {label.lower()}")


def can_decide(state: BounderState, gambler: Gambler) -> bool:
    """Whether there is anything to wait for: a bet that may be made, or a stake that may be raised."""
    if gambler.is_out or (state.rules.is_classic and not gambler.stake):
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


def require_own(gambler: Gambler, action: TakeBack) -> None:
    """Refuse to take back what isn't bet: where no bet has to be named, another may have been."""
    for kind in action.named:
        if not gambler.bets.on(kind):
            raise RuleError(f"You have no bet {ON[kind]} to take back.")


def taken_back(state: BounderState, seat: int, action: TakeBack, tell: list[Event]) -> BounderState:
    """These bets go, or the only one there is."""
    before = state.gambler(seat).bets
    gone: list[tuple[BetKind, int]] = [
        (kind, amount) for kind, amount in before.made if kind in action.named or not action.named
    ]
    tell.append(TookBack(seat=seat, bets=tuple(gone)))
    return _laid(state, seat, before.evolve(**{kind: 0 for kind, _ in gone}))


def _laid(state: BounderState, seat: int, bets: Bets) -> BounderState:
    """The seat has these bets on the table now."""
    gambler = state.gambler(seat)
    return state.with_gambler(gambler.evolve(stack=gambler.stack + gambler.bets.total - bets.total, bets=bets))
