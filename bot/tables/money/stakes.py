"""Items wagered at a table: their names, how they return to their characters, and who wins them at the end of a
hand.
"""

from collections.abc import Iterable

from bot.db import Statement
from bot.engine.game import AnyOutcome, Item
from bot.ledger import Entry, post
from bot.ledger.items import Holder, move_items
from bot.tables.events import Withdrew
from bot.tables.hand.engine import Cause
from bot.tables.hand.notes import outdate_deal_clicks
from bot.tables.hand.timing import set_deadline
from bot.tables.model import Chair, Table
from bot.tables.money.payout import Aftermath
from bot.tables.words import name_items


def ids_of(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the ids of items."""
    return tuple(item.id for item in items)


def kinds_of(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the kinds of items."""
    return tuple(item.kind for item in items)


def named(table: Table, items: Iterable[Item]) -> str:
    """Describe items, as in "a +3", "a Double and 2 × ±1"."""
    return name_items(table.spec.game.goods, kinds_of(items))


def with_wagers_changed(before: Table, after: Table, cause: Cause) -> Table:
    """Return the table after a player changed its wagers. The time before the next deal restarts so that all can see
    them, and that player leaves the deal to the others.
    """
    after = outdate_deal_clicks(after).evolve(wagered_by=cause.actor)
    return set_deadline(before.evolve(deadline=None), after, None, cause.at)


def stake_entry(table: Table, cause: Cause, key: str, reason: str) -> Entry:
    """Build the ledger entry that items at this table move by; it moves no chips."""
    return Entry(key, table.record.campaign_id, "wager", reason, cause.actor, cause.at, (), table.id)


def move_to_seat(table: Table, chair: Chair, goods: tuple[Item, ...], entry: Entry) -> tuple[Statement, ...]:
    """Build the statements that move items from the character to their seat."""
    return *post(entry), *move_items(
        entry, goods, Holder.character(chair.character_id), Holder.at(table.id, chair.seat)
    )


def move_to_character(table: Table, chair: Chair, goods: tuple[Item, ...], entry: Entry) -> tuple[Statement, ...]:
    """Build the statements that move items from the seat back to its character."""
    return *post(entry), *move_items(
        entry, goods, Holder.at(table.id, chair.seat), Holder.character(chair.character_id)
    )


def return_wager(done: Aftermath, chair: Chair, cause: Cause) -> Aftermath:
    """Return the seat's whole wager to its character, with the public sentence about it."""
    if not chair.wager:
        return done
    table = done.table
    entry = stake_entry(table, cause, f"goods:{cause.key}:{chair.seat}", f"{table.title}: wager returned")
    withdrew = Withdrew(seat=chair.seat, items=ids_of(chair.wager), kinds=kinds_of(chair.wager))
    moves = move_to_character(table, chair, chair.wager, entry)
    return done.then(table.with_chair(chair.evolve(wager=())), moves, (withdrew,))


def return_all_wagers(done: Aftermath, cause: Cause) -> Aftermath:
    """Return every wager at the table to its character."""
    for chair in done.table.record.chairs:
        done = return_wager(done, chair, cause)
    return done


def award_items(table: Table, outcome: AnyOutcome, entry: Entry) -> tuple[tuple[Chair, ...], tuple[Statement, ...]]:
    """Return the chairs after the winners have their items, and the statements that move those. The other items stay at
    their seats.

    Raises ValueError for an item that nobody in the hand has wagered, for one that is won twice, and for a winner who
    wasn't in the hand.
    """
    hand = table.record.hand
    dealt = set(hand.seats) if hand else set[int]()
    staked = {good.id: (chair, good) for chair in table.record.chairs if chair.seat in dealt for good in chair.wager}
    moves: list[Statement] = []
    for award in outcome.goods:
        winner = table.chair(award.seat)
        if award.good not in staked or winner is None or award.seat not in dealt:
            raise ValueError(f"table {table.id} has no good {award.good} to give to seat {award.seat}")
        chair, good = staked.pop(award.good)
        moves += move_items(entry, (good,), Holder.at(table.id, chair.seat), Holder.character(winner.character_id))
    won = {award.good for award in outcome.goods}
    left = tuple(
        chair.evolve(wager=tuple(good for good in chair.wager if good.id not in won)) for chair in table.record.chairs
    )
    return left, tuple(moves)
