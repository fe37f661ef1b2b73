"""Goods that an undo brings back: from whoever won them to where they lay, or to whoever put them there if the chair is
gone. What has gone on to somebody else since can't be taken back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.db import Statement
from bot.engine.game import Good, Seat
from bot.engine.speech import capital, escape
from bot.errors import RuleError
from bot.ledger import Entry
from bot.ledger.items import Holder, moved
from bot.ledger.posted import Handed
from bot.tables.model import Chair, Table
from bot.tables.money.stakes import named
from bot.tables.money.wagers import MOST_WAGERED
from bot.tables.undo.undoing_money import Owners


@dataclass(frozen=True, slots=True)
class Back:
    """A good, where it is now, and where it belongs."""

    good: Good
    source: Holder
    seat: Seat
    """Where it lay."""


def won_back(table: Table, handed: Iterable[Handed], owners: Owners) -> tuple[Back, ...]:
    """What the settlement of a hand has handed over, from whoever has won it.

    Raises RuleError for a good that has gone on since.
    """
    return tuple(_back(table, one.good, _seat(one.source), one.holder, {one.target}, owners) for one in handed)


def wagered_again(
    table: Table,
    wagers: Iterable[tuple[Seat, Good]],
    holders: Mapping[str, str],
    handed: Iterable[Handed],
    owners: Owners,
) -> tuple[Back, ...]:
    """What isn't at the seats any more of what a hand was played for. Raises RuleError for a good that has gone on to
    anybody but whoever wagered it, or won it.
    """
    won = {one.good.id: one.target for one in handed}
    found: list[Back] = []
    for seat, good in wagers:
        holder = holders.get(good.id, "")
        if holder == Holder.at(table.id, seat).name:
            continue
        own = Holder.character(owners[seat].character_id).name
        found.append(_back(table, good, seat, holder, {own, won.get(good.id, own)}, owners))
    return tuple(found)


def _back(table: Table, good: Good, seat: Seat, holder: str, allowed: set[str], owners: Owners) -> Back:
    """The good from one of these characters, or from where one of them has put it on this table."""
    wagered = next((chair for chair in table.record.chairs if good in chair.wager), None)
    if wagered is not None and Holder.character(wagered.character_id).name in allowed:
        return Back(good, Holder.at(table.id, wagered.seat), seat)
    own = Holder.character(owners[seat].character_id)
    if holder in allowed or holder == own.name:
        return Back(good, Holder.character(int(holder.partition(":")[2])), seat)
    name = escape(owners[seat].name)
    raise RuleError(
        f"{capital(named(table, (good,)))} that {name} wagered has changed hands since: it can't be taken back."
    )


def brought(
    table: Table, chairs: Mapping[Seat, Chair], goods: Iterable[Back], entry: Entry, owners: Owners
) -> tuple[dict[Seat, Chair], tuple[Statement, ...]]:
    """The chairs with what lies there again, and what moves it. Where wagers aren't played for any more, or no more may
    lie there, a good goes to its character.
    """
    after, moves = dict(chairs), list[Statement]()
    wagers = table.entry.game.wagers_goods(table.rules)
    for back in goods:
        for seat, chair in after.items():
            after[seat] = chair.evolve(wager=tuple(good for good in chair.wager if good != back.good))
        chair = after.get(back.seat)
        target = Holder.character(owners[back.seat].character_id)
        if chair is not None and wagers and len(chair.wager) < MOST_WAGERED:
            after[back.seat] = chair.evolve(wager=(*chair.wager, back.good))
            target = Holder.at(table.id, back.seat)
        if target != back.source:
            moves += moved(entry, (back.good,), back.source, target)
    return after, tuple(moves)


def _seat(holder: str) -> Seat:
    return int(holder.rpartition(":")[2])
