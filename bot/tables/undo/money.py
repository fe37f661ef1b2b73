"""The money of an undo. Winners give back from the seat, then from the same character's wallet, then from the seat
where they sit by now; losers get it at their seat, or in the wallet if they have gone.

Nobody is overdrawn: the plan lists who lacks how much, and the mint covers it if the GM agrees. The mint also covers an
endless bank.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.campaigns import AutopilotSettings
from bot.db import Database, Row
from bot.engine.game import AnyDeal, PointsCarry, Seat
from bot.engine.tournament import Standing
from bot.errors import RuleError
from bot.ledger import Entry, Posted, Transfer, accounts, balances_in, posted, posted_since
from bot.ledger.entries import ItemMove, holders_of, item_moves_of
from bot.tables.events import Lacking
from bot.tables.model import Chair, Table
from bot.tables.money.settlement import pairwise
from bot.tables.verification.evidence import Evidence

Shared = Literal["bank", "house", "party", "prize"]


class Owner(NamedTuple):
    """The character that a seat of the table belongs or belonged to."""

    character_id: int
    user_id: int | None
    is_retired: bool
    pilot: AutopilotSettings | None = None

    @property
    def purse(self) -> str:
        return accounts.purse(self.character_id)


Owners = Mapping[Seat, Owner]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The ledger's and the log's record of a settled hand, and where its money and items have gone since."""

    hand: Evidence
    deal: AnyDeal
    entry: Posted
    since: tuple[Posted, ...]
    """The entries that have moved the prize since, the latest first."""
    handed: tuple[ItemMove, ...]
    holders: Mapping[str, str]
    owners: Owners
    held: Mapping[str, int]

    @property
    def standing(self) -> Standing | None:
        """The tournament's standing at the deal; None where chips are money."""
        carry = self.deal.carry
        return carry.standing if isinstance(carry, PointsCarry) else None


async def last_settled(database: Database, table_id: int) -> Row | None:
    """Return the row of the last hand whose result stands."""
    rows = await database.fetch(
        """
        SELECT * FROM hands WHERE table_id = ? AND status = 'settled' AND undone_at IS NULL
        ORDER BY number DESC, revision DESC LIMIT 1
        """,
        table_id,
    )
    return rows[0] if rows else None


async def settlement_of(database: Database, table: Table, hand: Evidence) -> Settlement:
    """Return the settlement of that hand. Raises RuleError where it can't be undone any more."""
    if not hand.has_these_rules:
        raise RuleError(f"{hand_named(hand)} was dealt by other rules than today's: it can't be taken back any more.")
    key = f"hand:{hand.table_id}.{hand.number}:{hand.last.number}"
    entry, prize = await posted(database, key), accounts.prize(hand.table_id)
    try:
        deal = hand.spec.game.Deal.from_json(hand.deal)
    except ValueError:
        deal = None
    if entry is None or deal is None:
        raise RuleError(f"{hand_named(hand)} can't be read any more, so it can't be taken back.")
    owners = await _owners_at(database, hand.table_id)
    return Settlement(
        hand=hand,
        deal=deal,
        entry=entry,
        since=await posted_since(database, prize, entry.id),
        handed=await item_moves_of(database, entry.id),
        holders=await holders_of(database, [good.id for player in deal.players for good in player.wager]),
        owners=owners,
        held=await held_by(database, table, owners),
    )


def hand_named(hand: Evidence) -> str:
    """Describe the hand, as in "Hand 12"."""
    return f"{hand.word.capitalize()} {hand.number}"


async def held_by(database: Database, table: Table, owners: Owners) -> Mapping[str, int]:
    """Return the balances of the wallets and shared accounts that could have to give something back."""
    campaign = table.record.campaign_id
    purses = {owner.purse for owner in owners.values()}
    purses |= {accounts.purse(one.character_id) for one in table.record.entered}
    return await balances_in(database, [*sorted(purses), accounts.party(campaign), accounts.house(campaign)])


async def _owners_at(database: Database, table_id: int) -> Owners:
    """Return the owner of each seat that the table has or had, by seat."""
    rows = await database.fetch(
        """
        SELECT accounts.seat, characters.id, characters.owner_id, characters.retired_at,
            characters.autopilot
        FROM accounts JOIN characters ON characters.id = accounts.character_id
        WHERE accounts.table_id = ? AND accounts.kind = 'seat'
        """,
        table_id,
    )
    return {
        row["seat"]: Owner(
            character_id=row["id"],
            user_id=row["owner_id"],
            is_retired=row["retired_at"] is not None,
            pilot=_pilot(row["autopilot"]),
        )
        for row in rows
    }


def _pilot(text: str | None) -> AutopilotSettings | None:
    pilot = AutopilotSettings.from_json(text) if text else None
    return pilot if pilot is not None and pilot.is_on else None


class Till:
    """The money at the table and in the wallets while entries are reversed one after the other."""

    def __init__(self, table: Table, owners: Owners, held: Mapping[str, int]) -> None:
        self._table, self._owners = table, owners
        self._left = dict(held)
        self.chairs = {chair.seat: chair for chair in table.record.chairs}
        self.bank, self.reserve, self.prize = table.record.bank, table.record.reserve, table.record.prize
        self._lacks: dict[Seat | Shared, int] = defaultdict(int)
        self._change: dict[str, int] = defaultdict(int)

    @property
    def lacks(self) -> tuple[Lacking, ...]:
        """The seats and accounts that would have to give back more than they have."""
        return tuple(Lacking(who=who, amount=amount) for who, amount in self._lacks.items() if amount)

    def take_back(self, entry: Entry) -> None:
        """Reverse all transfers of the entry."""
        net: dict[str, int] = defaultdict(int)
        for moved in entry.transfers:
            net[moved.source] -= moved.amount
            net[moved.target] += moved.amount
        for account, gain in net.items():
            if gain > 0:
                self._take(account, gain)
        for account, gain in net.items():
            if gain < 0:
                self._give(account, -gain)

    def seat_again(self, chair: Chair) -> None:
        """Give a player who has left their chair back, with no chips yet."""
        self.chairs[chair.seat] = chair.evolve(stack=0, pending=0)

    def bring(self, seat: Seat, stack: int) -> None:
        """Set the chips at the seat to that number, out of its character's wallet or into it."""
        chair = self.chairs[seat]
        missing = stack - chair.stack
        if missing > 0:
            self._lack(seat, self._from(accounts.purse(chair.character_id), missing))
        self._change[accounts.seat(self._table.id, seat)] += missing
        self.chairs[seat] = chair.evolve(stack=stack)
        if missing < 0:
            self._put(accounts.purse(chair.character_id), -missing)

    def moved(self) -> tuple[Transfer, ...]:
        """Return the transfers for all that has moved since the last call."""
        change, self._change = dict(self._change), defaultdict(int)
        return pairwise(change)

    def _take(self, account: str, amount: int) -> None:
        kind = accounts.kind_of(account)
        match kind:
            case "seat":
                seat = accounts.seat_in(account)
                owner = self._owners[seat]
                rest = self._from(owner.purse, self._from_seat(seat, amount))
                now, _ = self._sitting(owner.purse)
                rest = self._from_seat(now, rest) if now is not None else rest
                self._lack(seat, rest)
            case "purse":
                seat, last = self._sitting(account)
                rest = self._from(account, amount)
                rest = self._from_seat(seat, rest) if seat is not None else rest
                self._lack(last, rest)
            case "bank":
                part = min(self.bank, amount)
                self.bank -= part
                self._change[account] -= part
                self._lack(None if self._table.is_endless else kind, amount - part)
            case "prize":
                part = min(self.prize, amount)
                self.prize -= part
                self._change[account] -= part
                self._lack(kind, amount - part)
            case "mint":
                self._change[account] -= amount
            case "house" | "party":
                self._lack(kind, self._from(account, amount))
            case _:
                raise ValueError(f"nothing is taken out of {account}")

    def _give(self, account: str, amount: int) -> None:
        match accounts.kind_of(account):
            case "seat":
                self._to_seat(accounts.seat_in(account), amount)
            case "bank":
                self.bank += amount
                self._change[account] += amount
            case "reserve":
                self.reserve += amount
                self._change[account] += amount
            case "prize":
                self.prize += amount
                self._change[account] += amount
            case _:
                self._put(account, amount)

    def _from(self, account: str, amount: int) -> int:
        """Take the amount from the account as far as it has that, and return the missing part."""
        part = min(self._left.get(account, 0), amount)
        self._left[account] = self._left.get(account, 0) - part
        self._change[account] -= part
        return amount - part

    def _from_seat(self, seat: Seat, amount: int) -> int:
        chair = self.chairs.get(seat)
        part = min(chair.stack, amount) if chair is not None else 0
        if chair is not None:
            self.chairs[seat] = chair.evolve(stack=chair.stack - part)
            self._change[accounts.seat(self._table.id, seat)] -= part
        return amount - part

    def _to_seat(self, seat: Seat, amount: int) -> None:
        chair = self.chairs.get(seat)
        if chair is None:
            self._put(self._owners[seat].purse, amount)
        else:
            self.chairs[seat] = chair.evolve(stack=chair.stack + amount)
            self._change[accounts.seat(self._table.id, seat)] += amount

    def _put(self, account: str, amount: int) -> None:
        self._change[account] += amount
        if account in self._left:
            self._left[account] += amount

    def _lack(self, who: Seat | Shared | None, amount: int) -> None:
        self._change[accounts.mint(self._table.record.campaign_id)] -= amount
        if who is not None:
            self._lacks[who] += amount

    def _sitting(self, purse: str) -> tuple[Seat | None, Seat | None]:
        """Return the seat where the wallet's character sits now, if they do, and a seat that they have or had."""
        seats = [seat for seat, owner in self._owners.items() if owner.purse == purse]
        return next((seat for seat in seats if seat in self.chairs), None), next(iter(seats), None)
