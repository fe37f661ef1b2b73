"""What a GM puts into a table's bank and takes out again: between hands, each time one entry and a sentence."""

import asyncio

import pytest

from bot.campaigns import HousePurse
from bot.errors import MoneyError, NotAllowed, NotFound, RuleError, TooLate
from bot.ledger import accounts, history_of_account
from bot.tables.events import BankChanged, BankSpent, Logged
from tests.tables.money.casino import TAILS, Casino
from tests.tables.table_fixtures import ANN, BEN, ELSEWHERE, GM, GUILD, HAN


@pytest.fixture
async def open_table(casino: Casino) -> Casino:
    """Han sits with 500, the bank has 200, and the house 800 more."""
    await casino.backed_by("house", house=1000)
    await casino.opened(ANN)
    await casino.sits(ANN, "Han")
    await casino.tables.banks.drain(casino.table_id, casino.click(GM), 300)
    return casino


async def test_a_gm_puts_more_into_the_bank(open_table: Casino) -> None:
    place = open_table
    table = await place.tables.banks.fill(place.table_id, place.click(GM), 150, "a long night")
    told = "The GM puts 150 cr of the house's money into the bank, which has 350 cr now: a long night."
    assert table.said[-1] == told
    assert (table.record.bank, await place.bank_has(), await place.house_has()) == (350, 350, 650)
    line = (await history_of_account(place.database, accounts.house(place.campaign.id))).lines[0]
    assert (line.kind, line.reason, line.delta, line.actor) == ("bank", "Toss: a long night", -150, GM.user_id)
    row = (await place.logged())[-1]
    assert row.events == (Logged("all", BankChanged(amount=150, owner="house", bank=350)),)
    assert (row.text, row.actor) == ("a long night", GM.user_id)
    await place.adds_up()


async def test_the_same_wish_is_refused_while_the_first_is_not_written(open_table: Casino) -> None:
    place = open_table
    for move in (place.tables.banks.fill, place.tables.banks.drain):
        tries = [move(place.table_id, place.click(GM), amount) for amount in (100, 100, 50)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(outcome, TooLate) for outcome in outcomes] == [False, True, False]
    assert (await place.bank_has(), await place.house_has()) == (200, 800)
    await place.adds_up()


async def test_a_gm_takes_some_out_again(open_table: Casino) -> None:
    place = open_table
    table = await place.tables.banks.drain(place.table_id, place.click(GM), 150)
    assert await place.happened() == (BankChanged(amount=-150, owner="house", bank=50),)
    assert table.said[-1] == "The GM takes 150 cr out of the bank for the house, which leaves 50 cr."
    assert (table.record.bank, await place.bank_has(), await place.house_has()) == (50, 50, 950)
    line = (await history_of_account(place.database, accounts.house(place.campaign.id))).lines[0]
    assert (line.reason, line.delta) == ("Toss: the GM takes money out of the bank", 150)
    await place.adds_up()


async def test_the_last_coin_may_be_taken(open_table: Casino) -> None:
    place = open_table
    await place.tables.banks.drain(place.table_id, place.click(GM), 200)
    assert await place.happened() == (
        BankChanged(amount=-200, owner="house", bank=0),
        BankSpent(bank=0, least=5),
    )
    async with place.refuses("The bank is empty.", MoneyError):
        await place.tables.banks.drain(place.table_id, place.click(GM), 1)
    await place.adds_up()


async def test_a_party_that_owns_the_casino_fills_and_is_given_back(casino: Casino) -> None:
    await casino.backed_by("party", party=1000)
    await casino.opened(bank=200)
    await casino.tables.banks.fill(casino.table_id, casino.click(GM), 100)
    assert await casino.happened() == (BankChanged(amount=100, owner="party", bank=300),)
    await casino.tables.banks.drain(casino.table_id, casino.click(GM), 50)
    assert await casino.happened() == (BankChanged(amount=-50, owner="party", bank=250),)
    async with casino.refuses("The party's wallet has only 750 cr. Choose a smaller amount.", MoneyError):
        await casino.tables.banks.fill(casino.table_id, casino.click(GM), 751)
    assert await casino.party_has() == 750
    await casino.adds_up()


@pytest.mark.parametrize(
    "what, amount, refusal",
    [
        ("fill", 801, "The house has only 800 cr. Choose a smaller amount."),
        ("fill", 0, "Write an amount of at least one coin."),
        ("fill", -5, "Write an amount of at least one coin."),
        ("drain", 201, "The bank has only 200 cr. Choose a smaller amount."),
        ("drain", 0, "Write an amount of at least one coin."),
        ("drain", -5, "Write an amount of at least one coin."),
    ],
)
async def test_bank_change_above_the_balance_is_refused(
    open_table: Casino, what: str, amount: int, refusal: str
) -> None:
    async with open_table.refuses(refusal, MoneyError):
        await getattr(open_table.tables.banks, what)(open_table.table_id, open_table.click(GM), amount)


@pytest.mark.parametrize("what", ["fill", "drain"])
async def test_bank_is_changed_once_by_a_gm_at_the_table_and_between_hands(open_table: Casino, what: str) -> None:
    place = open_table
    act, table = getattr(place.tables.banks, what), place.table_id
    for person in (ANN, BEN):
        async with place.refuses("Only the GM can do that.", NotAllowed):
            await act(table, place.click(person), 5)
    await place.tables.opening.pause(table, place.click(GM))
    done = await act(table, once := place.click(GM), 5)
    assert (done.is_paused, done.record.bank) == (True, 205 if what == "fill" else 195)
    async with place.refuses("done already"):
        await act(table, once, 5)
    await place.tables.opening.resume(table, place.click(GM))
    for click in (place.click(GM, channel=ELSEWHERE), place.click(GM, guild=GUILD + 1)):
        async with place.refuses("That table isn't in this channel.", NotFound):
            await act(table, click, 5)
    await place.deals()
    async with place.refuses("You can change the bank only between tosses.", RuleError):
        await act(table, place.click(GM), 5)
    await place.tables.opening.close(table, place.click(GM))
    async with place.refuses("This table is closed.", TooLate):
        await act(table, place.click(GM), 5)


async def test_an_endless_bank_is_not_filled_but_what_it_has_won_may_be_taken(casino: Casino) -> None:
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.tosses(TAILS, (HAN, "heads", 60))
    async with casino.refuses("Banks are unlimited here. Nobody needs to fill them.", RuleError):
        await casino.tables.banks.fill(casino.table_id, casino.click(GM), 5)
    await casino.tables.banks.drain(casino.table_id, casino.click(GM), 40)
    assert await casino.happened() == (BankChanged(amount=-40, owner="house", bank=20),)
    assert (await casino.bank_has(), await casino.house_has()) == (20, 40)
    await casino.tables.banks.drain(casino.table_id, casino.click(GM), 20)
    assert await casino.happened() == (BankChanged(amount=-20, owner="house", bank=0),)
    await casino.adds_up()


async def test_money_that_was_spent_meanwhile_is_not_put_into_a_bank(open_table: Casino) -> None:
    place = open_table
    filling = place.tables.banks.fill(place.table_id, place.click(GM), 101)
    with pytest.raises(MoneyError) as refusal:
        await place.overtaken(filling, place.gives(HousePurse(place.campaign.id), -700))
    told = refusal.value.told(place.campaign.settings.currency.show)
    assert told == "The house has less than 101 cr now. Please look again."
    assert ((await place.table()).record.bank, await place.house_has()) == (200, 100)
    await place.gives(HousePurse(place.campaign.id), -100)
    async with place.refuses("The house has no money for a bank", MoneyError):
        await place.tables.banks.fill(place.table_id, place.click(GM), 5)
    await place.adds_up()


async def test_bank_reason_is_shown_as_typed(open_table: Casino) -> None:
    place = open_table
    table = await place.tables.banks.fill(place.table_id, place.click(GM), 5, "*why*\n not?")
    assert table.said[-1].endswith("which has 205 cr now: \\*why\\*  not?")
    await place.tables.banks.fill(place.table_id, place.click(GM), 5, "long " * 100)
    line = (await history_of_account(place.database, accounts.bank(place.table_id))).lines[0]
    assert line.reason == f"Toss: {('long ' * 100)[:200]}"
