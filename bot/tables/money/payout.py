"""Where money goes that leaves a table: chips to the purse of whoever sat there, the bank back to whoever filled it,
what lay in the middle to the house.

No account holds more than 10^15. What doesn't fit in a purse goes to the party's, else to the house, and what the house
can't hold either goes back to the mint: nobody is kept at a table by being rich, and no hand unsettled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.db import Database, Statement
from bot.engine.money import MAX_AMOUNT
from bot.engine.words import listed
from bot.ledger import Entry, Transfer, accounts, balances_in, post
from bot.tables.hand.engine import Cause
from bot.tables.model import Chair, Record, Table

_ELSEWHERE = {"party": "the party's purse", "house": "the house", "mint": "the mint"}


class Headroom:
    """How much more accounts can hold, in smallest coins; what is put into one takes it up.

    `balances` are those of the accounts that could be full; any other holds whatever comes.
    """

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self._left = {account: MAX_AMOUNT - held for account, held in (balances or {}).items()}

    def spread(self, amount: int, *targets: str) -> tuple[tuple[str, int], ...]:
        """The amount over these accounts, each filled before the next: (account, part), no part of nothing."""
        parts: list[tuple[str, int]] = []
        for account in targets:
            part = min(amount, self._left.get(account, MAX_AMOUNT))
            if part > 0:
                self._left[account] = self._left.get(account, MAX_AMOUNT) - part
                parts.append((account, part))
                amount -= part
        if amount > 0:
            raise ValueError(f"{amount} smallest coins fit nowhere")
        return tuple(parts)


async def room_at(database: Database, record: Record) -> Headroom:
    """The room there is for all that could leave the table now. A purse that fills up meanwhile refuses the batch."""
    winners = record.entered if record.prize else ()
    characters = {one.character_id for one in (*record.chairs, *winners)}
    purses = (accounts.purse(character_id) for character_id in sorted(characters))
    shared = (accounts.party(record.campaign_id), accounts.house(record.campaign_id))
    return Headroom(await balances_in(database, (*purses, *shared)))


@dataclass(frozen=True, slots=True)
class Payout:
    """What moves the money, and what everybody is told of it."""

    statements: tuple[Statement, ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A table after something, what writes what that does besides, and what everybody is told of it."""

    table: Table
    statements: tuple[Statement, ...] = ()
    said: tuple[str, ...] = ()


def together(payouts: Iterable[Payout]) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
    """All their statements, and all that is told of them."""
    paid = tuple(payouts)
    return tuple(s for each in paid for s in each.statements), tuple(line for each in paid for line in each.said)


def cash_out(table: Table, chair: Chair, cause: Cause, room: Headroom) -> Payout:
    """All chips of a seat go back into its character's purse, or where there is room."""
    parts = into_purse(table, chair.character_id, chair.chips, room)
    source = accounts.seat(table.id, chair.seat)
    # Who was brought back to a seat by an undo leaves it once more.
    again = f":{chair.brought_back}" if chair.brought_back else ""
    key, reason = f"leave:{table.id}:{chair.seat}{again}", f"left {table.title}"
    kind = "cash-out" if table.terms is None else "place"
    entry = _moved(table, cause, source, parts, kind=kind, key=key, reason=reason)
    return Payout(entry, told_elsewhere(table, table.voice.name(chair.seat), parts))


def into_purse(table: Table, character_id: int, amount: int, room: Headroom) -> tuple[tuple[str, int], ...]:
    """The amount as (account, part): a character's purse, and what doesn't fit there."""
    purse, party = accounts.purse(character_id), accounts.party(table.record.campaign_id)
    return room.spread(amount, purse, party, *for_the_house(table))


def told_elsewhere(table: Table, name: str, parts: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """What everybody is told of parts that didn't fit in the purse of `name`."""
    money = table.money_voice.money
    kinds = ((accounts.kind_of(account), part) for account, part in parts)
    over = [f"{money(part)} to {_ELSEWHERE[kind]}" for kind, part in kinds if kind != "purse"]
    if not over:
        return ()
    return (f"{name}'s purse is full, and what doesn't fit in it goes elsewhere: {listed(over)}.",)


def bank_returned(table: Table, cause: Cause, room: Headroom) -> Payout:
    """What lies in the table's bank goes to the house, or the party that owns it."""
    record = table.record
    parts = room.spread(record.bank, *for_the_house(table))
    key, reason = f"bank:{record.id}", f"{table.title} closed"
    entry = _moved(table, cause, accounts.bank(record.id), parts, kind="bank", key=key, reason=reason)
    said = f"{_whats_left(table)}, {table.money_voice.money(record.bank)}, goes {went_to(table, parts)}."
    return Payout(entry, (said,) if parts else ())


def whither(table: Table) -> str:
    """Where the bank of a banked table would go if it closed, in a sentence; "" where there is nothing in it."""
    record = table.record
    if record.bankroll is None or not record.bank:
        return ""
    return f"{_whats_left(table)} goes {went_to(table, ((for_the_house(table)[0], record.bank),))}."


def _whats_left(table: Table) -> str:
    match table.record.bankroll:
        case "house" | "party":
            return "The bank"
        case "endless":
            return "What the bank has won"
        case None:
            return "What else the table held" if table.record.is_lost else "What lay in the middle"


def went_to(table: Table, parts: Sequence[tuple[str, int]]) -> str:
    """As in "to the house", and "back to the house" for what came from there; or how much went where."""
    kinds = [(accounts.kind_of(account), part) for account, part in parts]
    if len(kinds) == 1:
        kind, _ = kinds[0]
        return f"{'back ' if kind == table.record.bankroll else ''}to {_ELSEWHERE[kind]}"
    money = table.money_voice.money
    return f"where there is room ({listed(f'{money(part)} to {_ELSEWHERE[kind]}' for kind, part in kinds)})"


def for_the_house(table: Table) -> tuple[str, ...]:
    """The accounts that take what is the house's at this table, each what the one before can't hold: the party's first
    where it owns the casino.
    """
    campaign = table.record.campaign_id
    owner = (accounts.party(campaign),) if table.backer == "party" else ()
    return *owner, accounts.house(campaign), accounts.mint(campaign)


def _moved(
    table: Table, cause: Cause, source: str, parts: tuple[tuple[str, int], ...], *, kind: str, key: str, reason: str
) -> tuple[Statement, ...]:
    """One entry that empties the account."""
    if not parts:
        return ()
    return post(
        Entry(
            key=key,
            campaign_id=table.record.campaign_id,
            kind=kind,
            reason=reason,
            actor=cause.actor,
            at=cause.at,
            transfers=tuple(Transfer(source, account, part) for account, part in parts),
            table_id=table.id,
        )
    )
