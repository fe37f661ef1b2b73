"""How much may be bet on each spot: what the bank could pay at worst, what the table allows, what the gambler has.

The bank's part is exact. A bet on a spot makes the bank poorer in the pockets it covers and never in the others, so the
most that it could pay is set by the pocket of the spot in which the bets that lie there leave the least room.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from bot.engine.moves import Amount, Cap, Choice, Move, Pick
from bot.engine.speech import listed
from cogs.roulette.layout import Layout
from cogs.roulette.spots import GROUPS, Group
from cogs.roulette.state import Bets, Gambler, RouletteState

_KEPT = 1024
_CAPS = 1 << 14
"""Amounts differ from gambler to gambler, but recur: a cap is made once for each."""

_LABELS: dict[Group, tuple[str, str]] = {
    "inside": ("Bet on numbers", "Which number, or which that touch?"),
    "outside": ("Bet on red, odd, a dozen", "On what?"),
}
"""Of the move, and of what it asks for."""
_EXAMPLES = ("17", "17-20", "street 4-6", "corner 17-21", "six line 13-18")
_WRONG_COUNT = "Write one bet at a time: 17 for the number, or 17-20 for both together."
_BANK = "The bank could pay at most {high} on that."


class Purse(NamedTuple):
    """What else than the bank limits a gambler's bets in a group: the table, the chips, and what lies there already."""

    least: int
    limit: int
    stack: int
    bets: Bets


class Terms(NamedTuple):
    """The most that may be bet on each spot of a group, and the sentences to whoever wants more."""

    highs: tuple[int, ...]
    too_high: str
    over_cap: str


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
    return _move(table, group, purse.least, _terms(table, group, payable(table, group, rooms), purse))


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


def _terms(table: Layout, group: Group, bank: tuple[int, ...], purse: Purse) -> Terms:
    limits = allowed(table, group, purse.limit, purse.bets)
    highs = tuple(map(min, bank, limits, (purse.stack,) * len(bank)))
    high = max(highs)
    too_high = _too_high(group, purse.limit, limits, purse.stack, high)
    return Terms(highs, too_high, _over_cap(bank, limits, highs, high))


def _over_cap(bank: tuple[int, ...], limits: tuple[int, ...], highs: tuple[int, ...], high: int) -> str:
    """Why less than `high` fits on some spots."""
    capped = [at for at, most in enumerate(highs) if most < high] if min(highs) < high else []
    if all(limits[at] > highs[at] for at in capped):
        return _BANK
    by_bank = any(bank[at] == highs[at] for at in capped)
    why = "the bank or the table's largest bet allows" if by_bank else "the table's largest bet allows"
    return f"At most {{high}} more may lie there: {why} no more."


def _too_high(group: Group, limit: int, limits: tuple[int, ...], stack: int, high: int) -> str:
    """Why nothing above `high` fits, whichever the spot."""
    if high == stack:
        return "You have only {high}."
    if high == limit:
        return f"The largest {group} bet is {{high}}."
    if all(most <= high for most in limits):
        return "At most {high} more may lie on any of these: the table's largest bet allows no more."
    return "The bank could pay at most {high} on any of these."


@lru_cache(maxsize=_KEPT)
def _move(table: Layout, group: Group, low: int, terms: Terms) -> Move | None:
    """The move by these terms; spots on which not even the smallest bet fits are left out."""
    spots = table.of(group)
    caps = tuple(_cap(spot.name, high) for spot, high in zip(spots, terms.highs, strict=True) if high >= low)
    if not caps:
        return None
    choices = _choices(table, group)
    if len(caps) < len(spots):
        offered = {cap.value for cap in caps}
        choices = tuple(choice for choice in choices if choice.value in offered)
    label, asked = _LABELS[group]
    pick = Pick(
        name="spot",
        label=asked,
        choices=choices,
        wrong_count=_WRONG_COUNT if group == "inside" else None,
        not_offered=_not_offered(table, group, is_full=len(caps) < len(spots)),
        example=", ".join(_EXAMPLES) if group == "inside" else None,
    )
    amount = Amount(
        name="amount",
        label="How much?",
        low=low,
        high=max(cap.high for cap in caps),
        too_low="The smallest bet is {low}.",
        too_high=terms.too_high,
        by="spot",
        caps=caps,
        over_cap=terms.over_cap,
    )
    return Move(key=group, label=label, fields=(pick, amount), style="main")


@lru_cache(maxsize=_CAPS)
def _cap(spot: str, high: int) -> Cap:
    return Cap(value=spot, high=high)


@lru_cache
def _choices(table: Layout, group: Group) -> tuple[Choice, ...]:
    return tuple(spot.choice for spot in table.of(group))


def _not_offered(table: Layout, group: Group, *, is_full: bool) -> str:
    """What may be picked or written, to whoever has chosen something else. `is_full`: some spots have no room left."""
    if group == "outside":
        if is_full:
            return (
                "There is no room for a bet on that: the bank couldn't pay it, or the table's largest bet lies there."
            )
        return "Pick a colour, even, odd, low, high, a dozen or a column."
    fault = (
        "That isn't a bet on numbers, or there is no room for one" if is_full else "That isn't a bet on numbers here"
    )
    whole = next((spot.name for spot in table.inside if spot.kind in {"first_four", "top_line"}), None)
    examples = _EXAMPLES if whole is None else (*_EXAMPLES, whole)
    return f"{fault}: write {listed(examples, 'or')}."
