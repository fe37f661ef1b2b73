"""Where a bank goes when its table closes, however that happens: back to whoever filled it."""

from collections.abc import Awaitable, Callable

import pytest

from bot.campaigns import Bankroll
from bot.db import Statement
from bot.ledger import accounts, history_of_account
from bot.tables.events import BankPaidOut
from bot.tables.model import Table
from tests.tables.money.casino import HEADS, TAILS, Casino
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN

DAY = 86_400.0


async def backed(casino: Casino, bankroll: Bankroll) -> Casino:
    """Han sits with 500; what stands behind the bank has 1,000, and a limited bank 480 of it."""
    await casino.backed_by(bankroll, house=1000, party=1000)
    await casino.opened(bank=None if bankroll == "endless" else 480)
    await casino.sits(ANN, "Han")
    return casino


async def closes(casino: Casino) -> Table:
    return await casino.tables.opening.close(casino.table_id, casino.click(GM))


@pytest.mark.parametrize(
    "bankroll, told, house, party",
    [
        ("house", "The bank, 540 cr, goes back to the house.", 1060, 1000),
        ("party", "The bank, 540 cr, goes back to the party's wallet.", 1000, 1060),
        ("endless", "The bank's winnings, 60 cr, go to the house.", 1060, 1000),
    ],
)
async def test_the_bank_goes_back_with_what_it_has_won(
    casino: Casino, bankroll: Bankroll, told: str, house: int, party: int
) -> None:
    await backed(casino, bankroll)
    await casino.tosses(TAILS, (HAN, "heads", 60))
    table = await closes(casino)
    assert table.said[-2:] == ("The table is closed. All chips are back in the wallets.", told)
    assert (table.record.bank, await casino.bank_has()) == (0, 0)
    assert (await casino.house_has(), await casino.party_has()) == (house, party)
    line = (await history_of_account(casino.database, accounts.bank(table.id))).lines[0]
    assert (line.kind, line.reason, line.balance) == ("bank", "Toss closed", 0)
    await casino.adds_up()


async def closed_in_mid_hand(casino: Casino) -> None:
    await casino.deals()
    await casino.bets(HAN, "edge", 48)
    await closes(casino)


async def closed_untouched(casino: Casino) -> None:
    await casino.clock.advance(7 * DAY)
    await casino.tables.opening.close_untouched(casino.table_id)


async def closed_with_its_channel(casino: Casino) -> None:
    await casino.deals()
    await casino.bets(HAN, "heads", 400)
    await casino.tables.opening.close_lost(casino.table_id)


async def closed_without_its_state(casino: Casino) -> None:
    await casino.deals()
    await casino.bets(HAN, "heads", 400)
    await casino.database.apply(Statement("UPDATE tables SET state = '{'"))
    await casino.restart()
    await closes(casino)


async def closed_without_its_game(casino: Casino) -> None:
    await casino.database.apply(Statement("UPDATE tables SET record = replace(record, '\"toss\"', '\"sabacc\"')"))
    await casino.restart()
    await closes(casino)


@pytest.mark.parametrize("bankroll", ["house", "party", "endless"])
@pytest.mark.parametrize(
    "closed",
    [closed_in_mid_hand, closed_untouched, closed_with_its_channel, closed_without_its_state, closed_without_its_game],
    ids=lambda closed: closed.__name__,
)
async def test_however_a_table_closes_its_bank_goes_back(
    casino: Casino, bankroll: Bankroll, closed: Callable[[Casino], Awaitable[None]]
) -> None:
    await backed(casino, bankroll)
    await closed(casino)
    table = await casino.table()
    assert not table.is_open
    assert (await casino.house_has(), await casino.party_has(), await casino.bank_has()) == (1000, 1000, 0)
    paid = [event for event in await casino.happened() if isinstance(event, BankPaidOut)]
    back = [] if bankroll == "endless" else [BankPaidOut(what="bank", amount=480, target=bankroll, is_back=True)]
    assert paid == back
    await casino.adds_up()


@pytest.mark.parametrize(
    "bankroll, paid, house, party",
    [
        ("house", BankPaidOut(what="bank", amount=470, target="house", is_back=True), 990, 1000),
        ("party", BankPaidOut(what="bank", amount=470, target="party", is_back=True), 1000, 990),
        ("endless", BankPaidOut(what="winnings", amount=5, target="house", is_back=False), 1005, 1000),
    ],
)
async def test_ledger_knows_the_bank_owner_of_an_unreadable_table(
    casino: Casino, bankroll: Bankroll, paid: BankPaidOut, house: int, party: int
) -> None:
    await backed(casino, bankroll)
    await casino.tosses(HEADS, (HAN, "heads", 10))
    if bankroll == "endless":
        await casino.tosses(TAILS, (HAN, "heads", 5))
    await casino.database.apply(Statement("UPDATE tables SET record = '{'"))
    await casino.restart()
    await closes(casino)
    assert (await casino.happened())[-1] == paid
    assert (await casino.house_has(), await casino.party_has()) == (house, party)
    await casino.adds_up()


@pytest.mark.parametrize("now, game", [("endless", "toss"), ("house", "toss"), ("party", "toss"), ("house", "sabacc")])
async def test_endless_winnings_go_to_the_house_after_the_bankroll_changed_or_the_game_is_gone(
    casino: Casino, now: Bankroll, game: str
) -> None:
    """Nothing but stakes has come into it, and its table can't be read any more."""
    await backed(casino, "endless")
    await casino.tosses(TAILS, (HAN, "heads", 5))
    await casino.settle_for(bankroll=now)
    await casino.database.apply(Statement(f"UPDATE tables SET record = '{{', game = '{game}'"))
    await casino.restart()
    await closes(casino)
    assert (await casino.house_has(), await casino.party_has()) == (1005, 1000)
    await casino.adds_up()


@pytest.mark.parametrize("odd_chips, at_once", [("carry", 0), ("house", 1)])
async def test_odd_chips_and_house_cuts_go_to_the_party_that_owns_the_casino(
    casino: Casino, odd_chips: str, at_once: int
) -> None:
    """Three pay an ante of 11, two share a pot of 33, and the odd coin waits for the next pot or is the house's."""
    await casino.backed_by("party")
    await casino.opened(game="pilok", odd_chips=odd_chips, ante=11, min_bet=1)
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await casino.sits(person, name)
    casino.dice_are(6, 6, 1, 5, 5, 1, 4, 4, 1)
    await casino.deals()
    await casino.play_out()
    assert await casino.party_has() == at_once
    await closes(casino)
    assert (await casino.party_has(), await casino.house_has()) == (1, 0)
    await casino.adds_up()
