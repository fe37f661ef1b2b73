"""What a bank pays and takes at the end of a hand, and what it never promises."""

import pytest

from bot.campaigns import Bankroll, Wallet
from bot.engine.game import Deal, Outcome
from bot.errors import RuleError
from bot.ledger import accounts
from bot.tables.money.settlement import hand_transfers
from bot.tables.verification.verify import verify_hand
from examples.coin_toss.rules import NoCarry
from tests.tables.money.casino import EDGE, HEADS, TAILS, Casino, EvenRules
from tests.tables.table_fixtures import ANN, BEN, GM, HAN, LANDO, later


@pytest.fixture
async def endless(casino: Casino) -> Casino:
    """Han and Lando sit with 500 each, and the mint stands behind the bank."""
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.sits(BEN, "Lando")
    return casino


@pytest.fixture
async def limited(casino: Casino) -> Casino:
    """Han and Lando sit with 500 each, and the bank has 200 of the house's 1,000."""
    await casino.backed_by("house", house=1000)
    await casino.opened(bank=200)
    await casino.sits(ANN, "Han")
    await casino.sits(BEN, "Lando")
    return casino


async def test_everybody_plays_against_the_bank_and_nobody_against_each_other(limited: Casino) -> None:
    table = await limited.tosses(TAILS, (HAN, "heads", 150), (LANDO, "tails", 300))
    assert table.record.bank == await limited.bank_has() == 50
    assert (await limited.chips(HAN), await limited.chips(LANDO), await limited.house_has()) == (350, 800, 800)
    await limited.adds_up()
    wallet = Wallet(limited.database, limited.characters, limited.clock)
    for name, delta in (("Han", -150), ("Lando", 300)):
        character = await limited.characters.named(limited.campaign, GM, name)
        newest = (await wallet.history(character, size=1)).lines[0]
        assert newest.names == ()
        assert [other.account for other in newest.line.counterparties] == [accounts.bank(limited.table_id)]
        assert (newest.line.delta, newest.line.reason) == (delta, "Toss, toss 1")


async def test_no_bet_is_taken_that_the_bank_could_not_pay(limited: Casino) -> None:
    limited.dice_are(HEADS)
    await limited.deals(GM)
    await limited.bets(HAN, "heads", 150)
    async with limited.refuses("The bank can take at most 50 cr on that.", RuleError):
        await limited.bets(LANDO, "heads", 51)
    await limited.bets(LANDO, "heads", 50)
    await limited.play_out()
    assert await limited.bank_has() == 0
    await limited.adds_up()


async def test_endless_bank_pays_from_its_reserve_in_the_same_entry(endless: Casino) -> None:
    given = await endless.mint_gave()
    table = await endless.tosses(EDGE, (HAN, "edge", 40), (LANDO, "heads", 15))
    assert table.record.bank == await endless.bank_has() == 0
    assert await endless.mint_gave() == given + 385
    assert await endless.chips(HAN) == 900
    (entry,) = await endless.file.fetch("SELECT id FROM entries WHERE kind = 'hand'")
    rows = await endless.file.fetch(
        "SELECT source, target, amount FROM transfers WHERE entry_id = ? ORDER BY line", entry["id"]
    )
    bank, han, lando = accounts.bank(table.id), accounts.seat(table.id, HAN), accounts.seat(table.id, LANDO)
    assert [tuple(row) for row in rows] == [  # pyright: ignore[reportArgumentType] - a row is a sequence of its columns
        (accounts.reserve(table.id), bank, 385),
        (lando, bank, 15),
        (bank, han, 400),
    ]
    await endless.adds_up()


async def test_endless_bank_pays_from_its_winnings_first(endless: Casino) -> None:
    given = await endless.mint_gave()
    assert (await endless.tosses(TAILS, (HAN, "heads", 60))).record.bank == 60
    assert await endless.mint_gave() == given
    assert (await endless.tosses(TAILS, (HAN, "tails", 50))).record.bank == 10
    assert await endless.mint_gave() == given
    assert (await endless.tosses(TAILS, (HAN, "tails", 50))).record.bank == 0
    assert await endless.mint_gave() == given + 40
    await endless.adds_up()


@pytest.mark.parametrize("bankroll, is_endless, bank", [("endless", True, 0), ("house", False, 200)])
async def test_a_hand_is_stored_with_what_stands_behind_it(
    casino: Casino, bankroll: Bankroll, is_endless: bool, bank: int
) -> None:
    await casino.backed_by(bankroll, house=200)
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.deals()
    await casino.bets(HAN, "edge", 10)
    await casino.play_out()
    (row,) = await casino.file.fetch("SELECT deal FROM hands")
    deal = Deal[EvenRules, NoCarry].from_json(row["deal"])
    assert (deal.endless, deal.bank) == (is_endless, bank)
    assert (await verify_hand(casino.database, casino.table_id, 1)).faults == ()


async def test_a_limited_bank_can_never_owe(limited: Casino) -> None:
    table = await limited.table()
    with pytest.raises(ValueError, match="lacks 1 smallest"):
        hand_transfers(table, Outcome(stacks=((HAN, 701), (LANDO, 500)), carry=NoCarry(), bank=-1))


async def test_chips_that_do_not_add_up_against_the_bank_are_refused(limited: Casino) -> None:
    table = await limited.table()
    for bank in (199, 201):
        with pytest.raises(ValueError, match="don't add up"):
            hand_transfers(table, Outcome(stacks=((HAN, 500), (LANDO, 500)), carry=NoCarry(), bank=bank))


async def test_a_cut_goes_to_the_house(limited: Casino) -> None:
    await limited.tables.opening.change_rules(limited.table_id, limited.click(GM), {"fee": 7})
    table = await limited.tosses(HEADS, (HAN, "heads", 100))
    assert (table.record.bank, await limited.chips(HAN), await limited.house_has()) == (100, 593, 807)
    await limited.adds_up()


async def test_other_house_rules_leave_the_bank_as_it_is(limited: Casino) -> None:
    change = limited.tables.opening.change_rules
    table = await change(limited.table_id, limited.click(GM), {"min_bet": 50})
    assert table.record.bank == await limited.bank_has() == 200
    table = await change(limited.table_id, limited.click(GM), {"min_bet": 250})
    spent = "The bank has 200 cr and needs 250 cr to pay the smallest bet. The GM can fill it with /bank fill."
    assert table.said[-1] == spent
    async with limited.refuses(spent, RuleError):
        await limited.deals()
    await limited.adds_up()


async def test_a_bank_that_can_take_no_bet_deals_no_more(limited: Casino) -> None:
    table = await limited.tosses(HEADS, (HAN, "heads", 197))
    least = "and needs 5 cr to pay the smallest bet. The GM can fill it with /bank fill."
    assert table.said[-1] == f"The bank has 3 cr {least}"
    async with limited.refuses(f"The bank has 3 cr {least}", RuleError):
        await limited.deals()
    await limited.tables.banks.drain(limited.table_id, limited.click(GM), 3)
    async with limited.refuses(f"The bank is empty {least}", RuleError):
        await limited.deals()
    await limited.tables.banks.fill(limited.table_id, limited.click(GM), 5)
    assert (await limited.deals()).in_hand


async def test_auto_deal_waits_until_the_bank_is_filled(casino: Casino) -> None:
    await casino.backed_by("house", house=1000)
    await casino.opened(bank=100, auto_deal=True)
    await casino.sits(ANN, "Han")
    table = await casino.tosses(HEADS, (HAN, "heads", 98))
    assert table.record.deadline is None
    assert not (await later(casino, 3600)).in_hand
    table = await casino.tables.banks.fill(casino.table_id, casino.click(GM), 10)
    assert table.record.deadline == casino.clock.now() + 15
    assert (await later(casino, 15)).in_hand


async def test_a_game_for_one_says_why_nobody_is_dealt_in(casino: Casino) -> None:
    await casino.opened()
    async with casino.refuses("Nobody sits here.", RuleError):
        await casino.deals(GM)
    await casino.sits(ANN, "Han")
    await casino.tables.seating.sit_out(casino.table_id, casino.click(ANN), out=True)
    async with casino.refuses("Everyone here sits out or has too few chips.", RuleError):
        await casino.deals(GM)
