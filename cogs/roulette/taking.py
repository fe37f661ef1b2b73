"""Taking bets back while the bets are open: which may go, and what that changes.

Stakes that lose come in before winning bets are paid, so the bank may count on a bet to pay another one. Offered are
bets of which any may go, alone or together, and all of them at once where that can be: what one loses with another then
makes up for it.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import add

from bot.engine.moves import Choice, Closed, Move, Pick
from cogs.roulette.layout import Layout
from cogs.roulette.payout import losses, total
from cogs.roulette.reading import read
from cogs.roulette.spots import OnZero, in_a_sentence
from cogs.roulette.state import Bet, Bets, Gambler, RouletteState

ALL = "all"
"""Instead of the name of a spot: every bet that one has made."""
_KEPT = 1024
_MOVE = Move(key="take_back", label="Take back")


def back_moves(state: RouletteState, own: Gambler) -> tuple[Move, ...]:
    """Nothing where no bet may go; without a question where there is only one."""
    free, may_all = _may_go(state, own)
    if not (free or may_all):
        return ()
    return (_MOVE if len(own.bets) == 1 else _which(state.rules.layout, own.bets, free, may_all=may_all),)


def back_fault(own: Gambler) -> str:
    """Why a gambler can take nothing back."""
    if not own.bets:
        return "You have bet nothing that could be taken back."
    return "Your bets have to stay: the bank counts on them to pay others."


def taken(own: Gambler, spots: tuple[str, ...]) -> Bets:
    """The bets that are meant; the only one without a word."""
    everything = len(own.bets) == 1 or ALL in spots
    return tuple(bet for bet in own.bets if everything or bet.spot in spots)


def _may_go(state: RouletteState, own: Gambler) -> tuple[Bets, bool]:
    """Bets of which any may go, and whether all of them may at once."""
    if not own.bets:
        return (), False
    rooms, rules = state.rooms, state.rules
    if total(own.bets) <= min(rooms):
        return own.bets, True
    return _free(rules.layout, rules.zero, rooms, own.bets)


@lru_cache(maxsize=_KEPT)
def _free(table: Layout, on_zero: OnZero, rooms: tuple[int, ...], bets: Bets) -> tuple[Bets, bool]:
    """The same for a bank that has so much room left in each pocket."""
    free, left = list[Bet](), rooms
    for bet in bets:
        without = tuple(map(add, left, _stake(table, on_zero, bet)))
        if min(without) >= 0:
            free.append(bet)
            left = without
    may_all = all(room + lost >= 0 for room, lost in zip(rooms, losses(table, on_zero, bets), strict=True))
    return tuple(free), may_all


@lru_cache(maxsize=_KEPT)
def _stake(table: Layout, on_zero: OnZero, bet: Bet) -> tuple[int, ...]:
    """What the bank has less in each pocket where a bet loses, if it goes. Another may stay that wins where this one
    does, so nothing is said of those.
    """
    return tuple(min(lost, 0) for lost in losses(table, on_zero, (bet,)))


def _which(table: Layout, bets: Bets, free: Bets, *, may_all: bool) -> Move:
    stay = tuple(bet.spot for bet in bets if bet not in free) if len(free) < len(bets) else ()
    return _asked(table, tuple(bet.spot for bet in free), stay, may_all=may_all)


@lru_cache(maxsize=_KEPT)
def _asked(table: Layout, free: tuple[str, ...], stay: tuple[str, ...], *, may_all: bool) -> Move:
    choices = tuple(_choice(name, table.by_name[name].called.label, in_a_sentence(name)) for name in free)
    closed = tuple(Closed(value=name, why=_has_to_stay(name)) for name in stay)
    if may_all:
        choices = (_choice(ALL, "All of them", ALL), *choices)
    else:
        closed += (Closed(value=ALL, why="Not all of them can go: the bank counts on some to pay others."),)
    pick = Pick(
        name="spots",
        label="Which bets do you take back?",
        choices=choices,
        at_most=len(choices),
        not_offered="Take back what you have bet, each bet once.",
        example=", ".join((*([ALL] if may_all else []), *free[:3])),
        closed=closed,
        reads=_reader(table),
    )
    return _MOVE.evolve(fields=(pick,))


def _choice(value: str, label: str, what: str) -> Choice:
    """Where it is the only one, it is a button."""
    return Choice(value=value, label=label, button=f"Take back {what}")


def _has_to_stay(spot: str) -> str:
    return f"Your bet on {in_a_sentence(spot)} has to stay: the bank counts on it to pay others."


@cache
def _reader(table: Layout) -> Callable[[str], str | None]:
    return lambda text: ALL if text.strip(" .").casefold() in {ALL, "all of them"} else read(table, text)
