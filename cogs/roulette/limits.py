"""How much may be bet on each spot: what the bank could pay at worst, what the table allows, what the gambler has.

The bank's part is exact. A bet on a spot makes the bank poorer in the pockets it covers and never in the others, so the
most that it could pay is set by the pocket of the spot in which the bets that lie there leave the least room.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Literal, NamedTuple

from bot.engine.moves import Amount, Cap, Choice, Closed, Move, Pick
from bot.engine.speech import listed
from cogs.roulette.layout import Layout
from cogs.roulette.reading import reader
from cogs.roulette.spots import GROUPS, Group, in_a_sentence
from cogs.roulette.state import Bets, Gambler, RouletteState

_KEPT = 1024
_CAPS = 1 << 14
"""Amounts differ from gambler to gambler, but recur: a cap is made once for each."""

LABELS: dict[Group, tuple[str, str]] = {
    "inside": ("Bet on numbers", "Which number or numbers?"),
    "outside": ("Bet on red, odd, a dozen", "On what?"),
}
"""Of the move, and of what it asks for."""
_EXAMPLES = ("17", "17-20", "street 4-6", "corner 17-21", "six line 13-18")
_ONLY = "You have only {high}."
Bound = Literal["stack", "limit", "table", "bank"]
"""Of a bet: the chips, the table's largest bet, what of that is left beside a bet that lies there, the bank."""


class Purse(NamedTuple):
    """What else than the bank limits a gambler's bets in a group: the table, the chips, and what lies there already."""

    least: int
    limit: int
    stack: int
    bets: Bets


class Terms(NamedTuple):
    """How much fits on each spot of a group for each reason, no more said than the chips: by the bank, by the table's
    limit beside what the gambler has there.
    """

    bank: tuple[int, ...]
    table: tuple[int, ...]
    stack: int


def bet_moves(state: RouletteState, own: Gambler) -> tuple[Move, ...]:
    """Betting on a spot of each group, as far as anything of it fits."""
    rules, rooms = state.rules, state.rooms
    purses = [(group, Purse(rules.min_bet, rules.limit(group), own.stack, own.bets)) for group in GROUPS]
    moves = [_bet_move(rules.layout, group, rooms, purse) for group, purse in purses]
    return tuple(move for move in moves if move is not None)


@lru_cache(maxsize=_KEPT)
def _bet_move(table: Layout, group: Group, rooms: tuple[int, ...], purse: Purse) -> Move | None:
    if purse.stack < purse.least:
        return None
    stack = (purse.stack,) * len(table.of(group))
    bank = tuple(map(min, payable(table, group, rooms), stack))
    limits = tuple(map(min, allowed(table, group, purse.limit, purse.bets), stack))
    return _move(table, group, purse.least, purse.limit, Terms(bank, limits, purse.stack))


@lru_cache(maxsize=_KEPT)
def payable(table: Layout, group: Group, rooms: tuple[int, ...]) -> tuple[int, ...]:
    """The most that the bank could pay on each spot, when it can lose `rooms` more in the pockets of the wheel."""
    spots = zip(table.of(group), _rooms_of(table, group), strict=True)
    return tuple(spot.pays.largest(min(of_its_pockets(rooms))) for spot, of_its_pockets in spots)


@lru_cache
def _rooms_of(table: Layout, group: Group) -> tuple[Callable[[tuple[int, ...]], tuple[int, ...]], ...]:
    """For each spot, how to pick what belongs to its pockets out of a list by pockets."""
    at = {pocket: place for place, pocket in enumerate(table.pockets)}
    # a getter of one thing gives it bare, so a single number is asked for twice
    return tuple(itemgetter(at[spot.pockets[0]], *map(at.__getitem__, spot.pockets)) for spot in table.of(group))


def allowed(table: Layout, group: Group, limit: int, bets: Bets) -> tuple[int, ...]:
    """What the table allows on each spot besides what the gambler has there."""
    limits = [limit] * len(table.of(group))
    for bet in bets:
        if table.by_name[bet.spot].group == group:
            limits[table.places[bet.spot]] -= bet.amount
    return tuple(limits)


@lru_cache(maxsize=_KEPT)
def _move(table: Layout, group: Group, low: int, limit: int, terms: Terms) -> Move | None:
    """The move by these terms; spots on which not even the smallest bet fits are known, but not offered."""
    names, choices, closed = table.names(group), _choices(table, group), _elsewhere(table, group)
    highs = tuple(map(min, terms.bank, terms.table))
    top, stack = max(highs), terms.stack
    if top < low:
        return None
    # for twenty seats this is done forty times an action: lists are quicker than generators, small keys than sentences
    each = tuple(zip(names, highs, terms.table, strict=True))
    caps = tuple(
        [
            _cap(
                name,
                high,
                "stack" if high == stack else "limit" if high == limit else "table" if high == most else "bank",
            )
            for name, high, most in each
            if high >= low
        ]
    )
    if len(caps) < len(names):
        choices = tuple([choice for choice, high in zip(choices, highs, strict=True) if high >= low])
        closed += tuple([_closed(name, low, high, is_full=most == high) for name, high, most in each if high < low])
    pick = Pick(
        name="spot",
        label=LABELS[group][1],
        choices=choices,
        not_offered=_not_offered(table, group),
        example=", ".join(_examples(table)) if group == "inside" else None,
        closed=closed,
        reads=reader(table),
    )
    amount = Amount(
        name="amount",
        label="How much?",
        low=low,
        high=top,
        too_low="The smallest bet is {low}.",
        too_high=_ONLY,
        by="spot",
        caps=caps,
        over_cap=_ONLY,
    )
    return Move(key=group, label=LABELS[group][0], fields=(pick, amount), style="main")


@lru_cache(maxsize=_CAPS)
def _cap(spot: str, high: int, bound: Bound) -> Cap:
    """The most on a spot, and by what it is bounded."""
    on = in_a_sentence(spot)
    match bound:
        case "stack":
            over = None
        case "limit":
            over = f"The largest bet on {on} is {{high}}."
        case "table":
            over = f"At most {{high}} more may lie on {on}: the table's largest bet allows no more."
        case "bank":
            over = f"The bank could pay at most {{high}} on {on}."
    return Cap(value=spot, high=high, over=over)


@lru_cache(maxsize=_CAPS)
def _closed(spot: str, low: int, high: int, *, is_full: bool) -> Closed:
    """Why nothing may be bet on a spot: the table's largest bet lies there, or the bank couldn't pay."""
    on = in_a_sentence(spot)
    if not is_full:
        why = f"The bank couldn't pay even {{low}} on {on}."
    elif high:
        why = f"Only {{high}} more may lie on {on}, and the smallest bet is {{low}}."
    else:
        why = f"The table's largest bet lies on {on} already."
    return Closed(value=spot, why=why, low=low, high=high)


@lru_cache
def _elsewhere(table: Layout, group: Group) -> tuple[Closed, ...]:
    """Where to bet on what belongs to the other group: people write "red" where numbers are asked for."""
    other: Group = "outside" if group == "inside" else "inside"
    where = LABELS[other][0]
    return tuple(Closed(value=name, why=_is_under(name, where)) for name in table.names(other))


def _is_under(spot: str, where: str) -> str:
    said = in_a_sentence(spot)
    return f"{said[0].upper()}{said[1:]} is under “{where}”."


@lru_cache
def _choices(table: Layout, group: Group) -> tuple[Choice, ...]:
    return tuple(Choice(value=spot.name, label=spot.called.label) for spot in table.of(group))


def _examples(table: Layout) -> tuple[str, ...]:
    whole = (spot.name for spot in table.inside if spot.kind in {"first_four", "top_line"})
    return *_EXAMPLES, *whole


def _not_offered(table: Layout, group: Group) -> str:
    """What may be picked or written, to whoever has chosen something else."""
    if group == "outside":
        return "Pick a colour, even, odd, low, high, a dozen or a column."
    return f"That isn't a bet on numbers here: write {listed(_examples(table), 'or')}."
