"""The money at the end of a hand: the transfers between stacks, bank and house, or the prizes of the tournament that it
ends.
"""

import logging
from collections.abc import Mapping

from bot.engine.game import AnyOutcome, Event, PointsCarry
from bot.engine.tournament import Standing
from bot.ledger import Transfer, accounts
from bot.tables.model import Table
from bot.tables.money.payout import for_the_house
from bot.tables.money.prizes import pay_prizes

log = logging.getLogger(__name__)


def hand_transfers(table: Table, outcome: AnyOutcome) -> tuple[Transfer, ...]:
    """Return the transfers that turn the first stacks of the hand into the last ones. Losers pay winners in seat order,
    or everyone plays against the bank. An unlimited bank pays from its reserve what it lacks, in the same entry.

    Raises ValueError for what no entry could pay: chips that don't add up, prizes, more than the bank has.
    """
    if outcome.prizes:
        raise ValueError(f"table {table.id} has nothing to pay prizes from")
    if outcome.bank + table.record.reserve < 0:
        raise ValueError(f"the bank of table {table.id} lacks {-outcome.bank} smallest coins")
    record, bank = table.record, accounts.bank(table.id)
    change: dict[str, int] = {}
    for seat, stack in outcome.stacks:
        chair = table.chair(seat)
        if chair is None:
            raise LookupError(f"seat {seat} was dealt in and has no chair")
        change[accounts.seat(record.id, seat)] = stack - chair.stack
    gain, cut = outcome.bank - record.bank, {for_the_house(table): outcome.house} if outcome.house else {}
    if not table.spec.game.is_banked:
        return pairwise({**change, bank: gain, **cut})
    lack = max(-outcome.bank, 0)
    from_reserve = (Transfer(accounts.reserve(record.id), bank, lack),) if lack else ()
    return *from_reserve, *_transfers_with_bank(bank, {**change, **cut}, gain)


def _standing_after(table: Table, outcome: AnyOutcome) -> Standing:
    """Return the tournament's standing after a hand played for points, which moves no chips of the ledger.

    Raises ValueError where points appear or vanish, or would be the house's.
    """
    before = table.tournament
    standing = outcome.carry.standing if isinstance(outcome.carry, PointsCarry) else None
    if standing is None:
        raise ValueError(f"a hand of table {table.id} has lost its tournament")
    if outcome.house or outcome.bank or (before is not None and standing.total != before.total):
        raise ValueError("the points of the hand don't add up")
    return standing


def hand_prizes(table: Table, outcome: AnyOutcome, events: list[Event]) -> tuple[Transfer, ...]:
    """Return the transfers of the prizes that a hand of a tournament has won, and add the event of its end to
    `events`. Raises ValueError unless the tournament is over and they are the whole prize, or it isn't over and there
    are none.

    Where the record has lost the entrants or their fees nothing is paid: the ledger's payers get their fees
    back later.
    """
    standing = _standing_after(table, outcome)
    if not standing.is_over:
        if outcome.prizes:
            raise ValueError(f"the tournament of table {table.id} isn't over")
        return ()
    if not table.record.holds(standing):
        log.error("the tournament of table %s has lost its prize: it goes back to the payer", table.id)
        return ()
    return pay_prizes(table, standing, ((prize.seat, prize.amount) for prize in outcome.prizes), events)


def _transfers_with_bank(bank: str, change: Mapping[str, int], gain: int) -> tuple[Transfer, ...]:
    """Return transfers to and from the bank for changes of balances; the bank takes all that it is due before it pays.

    Raises ValueError if they don't come to the bank's gain: chips would appear or vanish.
    """
    if sum(change.values()) + gain != 0:
        raise ValueError("the chips of the hand don't add up")
    taken = (Transfer(account, bank, -amount) for account, amount in change.items() if amount < 0)
    paid = (Transfer(bank, account, amount) for account, amount in change.items() if amount > 0)
    return *taken, *paid


def pairwise(change: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Return transfers for changes of balances that add up to zero: losers pay winners, both in order.

    Raises ValueError if they don't add up: chips would appear or vanish.
    """
    if sum(change.values()) != 0:
        raise ValueError("the chips of the hand don't add up")
    owed = [[account, -amount] for account, amount in change.items() if amount < 0]
    due = [[account, amount] for account, amount in change.items() if amount > 0]
    transfers: list[Transfer] = []
    while owed and due:
        (source, less), (target, more) = owed[0], due[0]
        amount = min(int(less), int(more))
        transfers.append(Transfer(source=str(source), target=str(target), amount=amount))
        owed[0][1], due[0][1] = int(less) - amount, int(more) - amount
        owed = [pair for pair in owed if pair[1]]
        due = [pair for pair in due if pair[1]]
    return tuple(transfers)
