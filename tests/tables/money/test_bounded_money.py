"""A campaign's mint issues at most 10^15 coins, and an unlimited bank reserves what it could lose before a hand."""

from itertools import permutations

import pytest

from bot.campaigns import HousePurse, Wallet
from bot.db import Statement
from bot.engine.banked.limits import RESERVE, bank_means
from bot.engine.money import MAX_AMOUNT
from bot.errors import MoneyError, RuleError
from bot.ledger import accounts, audit, balance
from bot.tables.model import Table
from tests.tables.money.casino import EDGE, HEADS, TAILS, Casino
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, ELSEWHERE, GM, HAN, later

LITTLE = 60


async def reserve(place: Casino, table: Table) -> int:
    """Return what the ledger holds in reserve for the table, which is what its record says."""
    held = await balance(place.database, accounts.reserve(table.id))
    assert held == (await place.another_service().look(table.id)).record.reserve
    return held


async def mint_issues_all_but(place: Casino, left: int) -> None:
    """Give the house money, or take some, so that the mint can issue only `left` more."""
    issued = -await balance(place.database, accounts.mint(place.campaign.id))
    await place.gives(HousePurse(place.campaign.id), MAX_AMOUNT - issued - left)


@pytest.fixture
async def scarce(casino: Casino) -> tuple[Table, Table]:
    """Return two unlimited tables, with Han and Lando; the mint can issue only `LITTLE` more."""
    here, there = await casino.opened(), await casino.opened(channel=ELSEWHERE)
    for by, name, table in ((ANN, "Han", here), (BEN, "Lando", there)):
        character = await casino.characters.create(casino.campaign, by, name)
        click = casino.click(by, channel=table.record.channel_id)
        await casino.tables.seating.sit(table.id, click, character, 500)
    await mint_issues_all_but(casino, LITTLE)
    return here, there


async def deals(place: Casino, table: Table) -> Table:
    click = place.click(GM, channel=table.record.channel_id)
    return (await place.tables.playing.deal(table.id, click)).table


async def plays(place: Casino, table: Table, **bet: object) -> Table:
    """Bet for the only seat of the table, and let the coin fall."""
    by = {CHANNEL: ANN, ELSEWHERE: BEN}.get(table.record.channel_id, CID)
    for move, values in (("bet", bet), ("done", {})):
        click = place.click(by, channel=table.record.channel_id)
        done = await place.tables.playing.act(table.id, click, move, values)
    return done.table


async def test_mint_issues_no_more_than_the_limit(casino: Casino) -> None:
    han = await casino.characters.create(casino.campaign, ANN, "Han")
    await mint_issues_all_but(casino, 999)
    wallet = Wallet(casino.database, casino.characters, casino.clock)
    with pytest.raises(MoneyError):
        await wallet.grant(casino.campaign, GM, [han], 1000, key="gift", reason="")
    with pytest.raises(MoneyError):
        await casino.characters.create(casino.campaign, BEN, "Lando")
    await wallet.grant(casino.campaign, GM, [han], 999, key="gift", reason="")
    await wallet.take(casino.campaign, GM, [HousePurse(casino.campaign.id)], 1000, key="back", reason="")
    assert (await casino.characters.create(casino.campaign, BEN, "Lando")).name == "Lando"
    assert (await audit(casino.database)).is_clean


async def test_bank_bets_only_what_it_has_in_reserve(casino: Casino, scarce: tuple[Table, Table]) -> None:
    here, _ = scarce
    casino.dice_are(HEADS)
    table = await deals(casino, here)
    assert (await reserve(casino, here), bank_means(table.state.deal)) == (LITTLE, LITTLE)
    async with casino.refuses("The most is 60 cr.", RuleError):
        await plays(casino, here, side="heads", amount=LITTLE + 1)
    await plays(casino, here, side="heads", amount=LITTLE)
    assert (await casino.chips(HAN), await reserve(casino, here)) == (500 + LITTLE, 0)
    await casino.adds_up()


async def test_two_tables_never_promise_the_same_coin(casino: Casino, scarce: tuple[Table, Table]) -> None:
    here, there = scarce
    casino.dice_are(HEADS, HEADS)
    await deals(casino, here)
    async with casino.refuses("too little is left for this bank", RuleError):
        await deals(casino, there)
    await plays(casino, here, side="heads", amount=LITTLE - 10)
    await casino.tables.opening.close(here.id, casino.click(GM))
    assert await reserve(casino, here) == 0
    await deals(casino, there)
    assert await reserve(casino, there) == 10
    await plays(casino, there, side="heads", amount=10)
    await casino.adds_up()


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_unlimited_banks_settle_in_every_order_when_the_mint_has_nothing_left(
    casino: Casino, order: tuple[int, ...]
) -> None:
    """Each of three tables loses all of its reserve, and the mint can issue no more coins."""
    tables, seats = (
        list[Table](),
        zip((ANN, BEN, CID), ("Han", "Lando", "Roark"), (CHANNEL, ELSEWHERE, 700), strict=True),
    )
    casino.dice_are(HEADS, HEADS, HEADS)
    for by, name, channel in seats:
        table = await casino.opened(channel=channel)
        character = await casino.characters.create(casino.campaign, by, name)
        await casino.tables.seating.sit(table.id, casino.click(by, channel=channel), character, 500)
        tables.append(table)
    for left, table in zip((50, 30, 70), tables, strict=True):
        await mint_issues_all_but(casino, left)
        await deals(casino, table)
    assert await balance(casino.database, accounts.mint(casino.campaign.id)) == -MAX_AMOUNT
    for at in order:
        await plays(casino, tables[at], side="heads", amount=(50, 30, 70)[at])
        assert await reserve(casino, tables[at]) == 0
        assert (await audit(casino.database)).is_clean
    chips = [(await casino.tables.look(table.id)).record.chairs[0].chips for table in tables]
    assert chips == [550, 530, 570]


async def test_deal_is_refused_when_another_table_takes_the_coins_meanwhile(
    casino: Casino, scarce: tuple[Table, Table]
) -> None:
    here, there = scarce
    with pytest.raises(MoneyError):
        await casino.overtaken(deals(casino, here), _dealt(casino, there))
    assert not (await casino.table()).in_hand
    assert (await reserve(casino, here), await reserve(casino, there)) == (0, LITTLE)
    await casino.adds_up()


async def _dealt(place: Casino, table: Table) -> None:
    click = place.click(GM, channel=table.record.channel_id)
    await place.another_service().playing.deal(table.id, click)


async def test_clock_deals_no_more_when_nothing_is_left(casino: Casino) -> None:
    await casino.opened(auto_deal=True)
    await casino.sits(ANN, "Han")
    await mint_issues_all_but(casino, LITTLE)
    table = await casino.tosses(HEADS, (HAN, "heads", LITTLE))
    assert table.record.deadline is not None
    table = await later(casino, 60)
    assert (table.in_hand, table.record.deadline) == (False, None)
    await casino.adds_up()


async def test_settlement_works_when_every_coin_there_is_comes_to_one_wallet(casino: Casino) -> None:
    table = await casino.opened()
    han = await casino.sits(ANN, "Han")
    issued = -await balance(casino.database, accounts.mint(casino.campaign.id))
    wallet = Wallet(casino.database, casino.characters, casino.clock)
    await wallet.grant(casino.campaign, GM, [han], MAX_AMOUNT - issued - LITTLE, key="rich", reason="a treasure")
    await casino.tosses(HEADS, (HAN, "heads", LITTLE))
    assert await reserve(casino, table) == 0
    await casino.tables.seating.leave(table.id, casino.click(ANN))
    assert await casino.purse(han) == MAX_AMOUNT
    await casino.adds_up()


async def test_reserve_is_filled_up_when_less_than_half_is_left(casino: Casino) -> None:
    table = await casino.opened(max_bet=10**12)
    han = await casino.sits(ANN, "Han")
    wallet = Wallet(casino.database, casino.characters, casino.clock)
    await wallet.grant(casino.campaign, GM, [han], RESERVE, key="rich", reason="a treasure")
    await casino.tables.seating.top_up(table.id, casino.click(ANN), RESERVE)
    await casino.tosses(EDGE, (HAN, "edge", RESERVE // 20))
    assert await reserve(casino, table) == RESERVE // 2
    await casino.tosses(HEADS, (HAN, "heads", 5))
    assert await reserve(casino, table) == RESERVE // 2 - 5
    await casino.tosses(HEADS, (HAN, "heads", 5))
    assert await reserve(casino, table) == RESERVE - 5
    await casino.adds_up()


async def test_undo_that_the_mint_cannot_cover_is_refused(casino: Casino) -> None:
    await casino.backed_by("house", house=100)
    await casino.opened(bank=100)
    await casino.sits(ANN, "Han")
    await casino.tosses(TAILS, (HAN, "heads", 50))
    await casino.tables.banks.drain(casino.table_id, casino.click(GM), 150)
    await mint_issues_all_but(casino, 49)
    async with casino.refuses("A campaign has at most", MoneyError):
        await casino.undoes_hand()
    await casino.gives(HousePurse(casino.campaign.id), -1)
    await casino.undoes_hand()
    assert await casino.chips(HAN) == 500
    await casino.adds_up()


async def test_undone_hand_gives_the_reserve_back(casino: Casino) -> None:
    table = await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.tosses(TAILS, (HAN, "heads", 10))
    await casino.tosses(EDGE, (HAN, "edge", 20))
    assert (await reserve(casino, table), await casino.bank_has()) == (RESERVE - 190, 0)
    await casino.undoes_action()
    assert (await reserve(casino, table), await casino.bank_has(), await casino.chips(HAN)) == (RESERVE, 10, 490)
    casino.dice_are(EDGE)
    await casino.play_out()
    assert await reserve(casino, table) == RESERVE - 190
    await casino.adds_up()


async def test_reserve_of_a_table_that_cannot_be_read_returns_to_the_mint(
    casino: Casino, scarce: tuple[Table, Table]
) -> None:
    here, there = scarce
    casino.dice_are(TAILS)
    await deals(casino, here)
    await casino.database.apply(Statement("UPDATE tables SET record = '{' WHERE id = ?", (here.id,)))
    await casino.restart()
    await casino.tables.opening.close(here.id, casino.click(GM))
    assert await balance(casino.database, accounts.mint(casino.campaign.id)) == LITTLE - MAX_AMOUNT
    assert (await deals(casino, there)).in_hand
    await casino.adds_up()


async def test_void_hand_keeps_the_reserve_for_the_next(casino: Casino, scarce: tuple[Table, Table]) -> None:
    here, _ = scarce
    await deals(casino, here)
    await casino.tables.opening.void(here.id, casino.click(GM))
    assert await reserve(casino, here) == LITTLE
    assert (await deals(casino, here)).in_hand
    await casino.adds_up()
