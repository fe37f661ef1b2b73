"""Money that leaves a table: chips to the wallets of the characters, the bank to its owner, and an unclaimed pot to the
house.

No account holds more than 10^15 coins. An amount that doesn't fit in a wallet goes to the party, then to the house,
then to the mint: being rich keeps nobody at a table and leaves no hand unsettled.
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
    """The room left in accounts, in smallest coins; every spread amount uses some of it.

    `balances` are those of the accounts that could be full; any other holds every amount.
    """

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self._left = {account: MAX_AMOUNT - held for account, held in (balances or {}).items()}

    def spread(self, amount: int, *targets: str) -> tuple[tuple[str, int], ...]:
        """Spread the amount over these accounts, each filled before the next: (account, part), without empty parts."""
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
    """Return the room for all money that could leave the table now. A wallet that fills up meanwhile refuses
    the batch.
    """
    winners = record.entered if record.prize else ()
    characters = {one.character_id for one in (*record.chairs, *winners)}
    purses = (accounts.purse(character_id) for character_id in sorted(characters))
    shared = (accounts.party(record.campaign_id), accounts.house(record.campaign_id))
    return Headroom(await balances_in(database, (*purses, *shared)))


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A table after a change, with the other statements that write it and the public sentences about it."""

    table: Table
    statements: tuple[Statement, ...] = ()
    said: tuple[str, ...] = ()

    def then(self, table: Table, statements: Iterable[Statement], said: Iterable[str]) -> "Aftermath":
        """Return the result of one more change."""
        return Aftermath(table, (*self.statements, *statements), (*self.said, *said))


def cash_out(done: Aftermath, chair: Chair, cause: Cause, room: Headroom) -> Aftermath:
    """Pay all chips of a seat into its character's wallet, or where there is room."""
    table = done.table
    parts = into_purse(table, chair.character_id, chair.chips, room)
    source = accounts.seat(table.id, chair.seat)
    # Who was brought back to a seat by an undo leaves it once more.
    again = f":{chair.brought_back}" if chair.brought_back else ""
    key, reason = f"leave:{table.id}:{chair.seat}{again}", f"left {table.title}"
    kind = "cash-out" if table.terms is None else "place"
    entry = _payout_entry(table, cause, source, parts, kind=kind, key=key, reason=reason)
    return done.then(table, entry, describe_surplus(table, table.voice.name(chair.seat), parts))


def into_purse(table: Table, character_id: int, amount: int, room: Headroom) -> tuple[tuple[str, int], ...]:
    """Spread the amount as (account, part) over a character's wallet and, where that is full, the accounts after it."""
    purse, party = accounts.purse(character_id), accounts.party(table.record.campaign_id)
    return room.spread(amount, purse, party, *for_the_house(table))


def describe_surplus(table: Table, name: str, parts: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Return the public sentence about parts that didn't fit in the wallet of `name`."""
    money = table.money_voice.money
    kinds = ((accounts.kind_of(account), part) for account, part in parts)
    over = [f"{money(part)} to {_ELSEWHERE[kind]}" for kind, part in kinds if kind != "purse"]
    if not over:
        return ()
    return (f"{name}'s purse is full, and what doesn't fit in it goes elsewhere: {listed(over)}.",)


def pay_out_bank(table: Table, cause: Cause, room: Headroom) -> Aftermath:
    """Return the table after its bank is paid to the owner: the house or the party."""
    record = table.record
    parts = room.spread(record.bank, *for_the_house(table))
    key, reason = f"bank:{record.id}", f"{table.title} closed"
    entry = _payout_entry(table, cause, accounts.bank(record.id), parts, kind="bank", key=key, reason=reason)
    said = f"{_name_of_bank(table)}, {table.money_voice.money(record.bank)}, goes {describe_targets(table, parts)}."
    return Aftermath(table.evolve(bank=0), entry, (said,) if parts else ())


def describe_closing_bank(table: Table) -> str:
    """Return where the bank of a banked table would go if it closed, in a sentence; "" where it is empty."""
    record = table.record
    if record.bankroll is None or not record.bank:
        return ""
    return f"{_name_of_bank(table)} goes {describe_targets(table, ((for_the_house(table)[0], record.bank),))}."


def _name_of_bank(table: Table) -> str:
    match table.record.bankroll:
        case "house" | "party":
            return "The bank"
        case "endless":
            return "What the bank has won"
        case None:
            return "What else the table held" if table.record.is_lost else "What lay in the middle"


def describe_targets(table: Table, parts: Sequence[tuple[str, int]]) -> str:
    """Describe where the parts went: "to the house", "back to the house" for money that came from there, or how much
    went where.
    """
    kinds = [(accounts.kind_of(account), part) for account, part in parts]
    if len(kinds) == 1:
        kind, _ = kinds[0]
        return f"{'back ' if kind == table.record.bankroll else ''}to {_ELSEWHERE[kind]}"
    money = table.money_voice.money
    return f"where there is room ({listed(f'{money(part)} to {_ELSEWHERE[kind]}' for kind, part in kinds)})"


def for_the_house(table: Table) -> tuple[str, ...]:
    """Return the accounts that take the house's share at this table, each after the one before it is full. The party
    comes first where it owns the casino.
    """
    campaign = table.record.campaign_id
    owner = (accounts.party(campaign),) if table.backer == "party" else ()
    return *owner, accounts.house(campaign), accounts.mint(campaign)


def _payout_entry(
    table: Table, cause: Cause, source: str, parts: tuple[tuple[str, int], ...], *, kind: str, key: str, reason: str
) -> tuple[Statement, ...]:
    """Build the entry that empties the account."""
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
