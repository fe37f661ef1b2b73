"""The end of a hand in money: losers pay winners, and what can't be paid is refused before anything is written."""

from typing import Any

import pytest

from bot.engine.game import Outcome, Prize
from bot.ledger import accounts
from bot.tables.money.settlement import hand_transfers, pairwise
from cogs.pilok.state import PilokCarry
from tests.tables.table_fixtures import HAN, LANDO, ROARK, TableHarness

CARRY = PilokCarry(dealer=HAN, order=(HAN, LANDO, ROARK))


def ended(han: int, lando: int, roark: int, **more: Any) -> Outcome[PilokCarry]:
    return Outcome(stacks=((HAN, han), (LANDO, lando), (ROARK, roark)), carry=CARRY, **more)


async def test_only_differences_move_and_losers_pay_in_the_order_of_their_seats(seated: TableHarness) -> None:
    table = await seated.table()
    moved = hand_transfers(table, ended(490, 470, 535, house=5))
    han, lando, roark = (accounts.seat(table.id, seat) for seat in (HAN, LANDO, ROARK))
    assert [(each.source, each.target, each.amount) for each in moved] == [
        (han, roark, 10),
        (lando, roark, 25),
        (lando, accounts.house(seated.campaign.id), 5),
    ]


async def test_chips_that_do_not_add_up_are_refused(seated: TableHarness) -> None:
    with pytest.raises(ValueError, match="don't add up"):
        hand_transfers(await seated.table(), ended(500, 500, 501))
    with pytest.raises(ValueError, match="don't add up"):
        pairwise({"one": 1})


async def test_prizes_that_a_table_can_not_pay_are_refused_and_not_forgotten(seated: TableHarness) -> None:
    with pytest.raises(ValueError, match="prizes"):
        hand_transfers(await seated.table(), ended(500, 500, 500, prizes=(Prize(seat=HAN, amount=5),)))
