"""The bank of a table that opens: who fills it, with how much, and what can't be."""

import asyncio
from typing import Any

import pytest

from bot.campaigns import HousePurse
from bot.engine.options import with_options
from bot.errors import MoneyError, NotAllowed, RuleError
from bot.ledger import accounts, history_of_account
from bot.tables.events import BankSpent, Opened
from bot.tables.presets import Presets
from tests.tables.money.casino import Casino, EvenRules
from tests.tables.table_fixtures import ANN, CHANNEL, ELSEWHERE, GM


async def saved(casino: Casino, **options: Any) -> None:
    """Save a preset of Toss as a GM: players open a game without odds only by a preset."""
    presets, rules = Presets(casino.database, casino.clock), with_options(EvenRules(), options)
    await presets.save(casino.campaign, GM, "toss", "for players", rules)


async def test_unless_somebody_says_otherwise_the_house_is_endless_and_filled_by_nobody(casino: Casino) -> None:
    for person in (GM, ANN):
        async with casino.refuses("unlimited", RuleError):
            await casino.opened(person, bank=500)
    table = await casino.opened(ANN)
    assert (table.record.bankroll, table.record.bank, table.said) == ("endless", 0, ())
    assert await casino.rows("entries") == []
    await casino.adds_up()


@pytest.mark.parametrize(
    "house, asked, bank, is_spent",
    [(2000, None, 700, False), (120, None, 120, False), (2000, 1999, 1999, False), (3, None, 3, True)],
)
async def test_the_house_fills_a_bank_with_what_a_gm_says_or_is_usual_or_all_it_has(
    casino: Casino, house: int, asked: int | None, bank: int, is_spent: bool
) -> None:
    await casino.backed_by("house", house=house)
    async with casino.refuses("Only the GM chooses how much", NotAllowed):
        await casino.opened(ANN, bank=10)
    table = await casino.opened(bank=asked, min_bet=7)
    assert (table.record.bankroll, table.record.bank, table.is_spent) == ("house", bank, is_spent)
    assert (await casino.bank_has(), await casino.house_has()) == (bank, house - bank)
    assert len(table.said) == 1 + is_spent
    (line,) = (await history_of_account(casino.database, accounts.bank(table.id))).lines
    assert (line.kind, line.reason, line.actor, line.table_id) == ("bank", "Toss opened", GM.user_id, table.id)
    spent = (BankSpent(bank=bank, least=7),) if is_spent else ()
    assert await casino.happened() == (Opened(bank=bank, owner="house"), *spent)
    async with casino.refuses(
        "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
        if bank < house
        else "no money"
    ):
        await casino.opened(bank=1, channel=CHANNEL)
    await casino.adds_up()


@pytest.mark.parametrize(
    "rules, held, filling",
    [
        ({"min_bet": 2}, 2000, 200),
        ({}, 2000, 500),
        ({"min_bet": 7}, 2000, 500),
        ({"min_bet": 10**12}, 10**15, 500),
        ({"min_bet": 7}, 800, 400),
        ({}, 301, 150),
        ({}, 2, 1),
    ],
)
async def test_players_choose_the_bets_but_not_how_much_of_the_houses_money_stands_behind_them(
    casino: Casino, rules: Any, held: int, filling: int
) -> None:
    """Half of what there is at most, and what is usual by the game's first preset."""
    await casino.backed_by("house", house=held)
    await saved(casino, **rules)
    assert (await casino.opened(ANN, **rules)).record.bank == filling
    assert await casino.house_has() == held - filling
    await casino.adds_up()


async def test_the_last_coin_of_a_house_fills_no_bank_without_the_gm(casino: Casino) -> None:
    await casino.backed_by("house", house=1)
    async with casino.refuses("The house has only 1 cr. Only the GM can fill a bank from that.", MoneyError):
        await casino.opened(ANN)
    assert (await casino.opened()).record.bank == 1


@pytest.mark.parametrize(
    "asked, refusal",
    [
        (201, "The house has only 200 cr. That's too little for a bank of 201 cr."),
        (10**15, "The house has only 200 cr. That's too little for a bank of 1,000,000,000,000,000 cr."),
        (0, "Write an amount of at least one coin."),
        (-5, "Write an amount of at least one coin."),
    ],
)
async def test_no_bank_holds_what_the_house_has_not(casino: Casino, asked: int, refusal: str) -> None:
    await casino.backed_by("house", house=200)
    async with casino.refuses(refusal, MoneyError):
        await casino.opened(bank=asked)


@pytest.mark.parametrize("asked", [None, 50])
async def test_a_house_without_money_opens_no_table(casino: Casino, asked: int | None) -> None:
    await casino.backed_by("house", party=1000)
    sentence = "The house has no money for a bank. The GM can give it some with /bank grant."
    async with casino.refuses(sentence, MoneyError):
        await casino.opened(bank=asked)


async def test_a_party_that_owns_the_casino_fills_its_banks(casino: Casino) -> None:
    await casino.backed_by("party", party=800, house=9000)
    table = await casino.opened(bank=300)
    assert table.record.bankroll == "party"
    assert table.said == ("The party fills the bank with 300 cr.",)
    assert (await casino.party_has(), await casino.house_has()) == (500, 9000)
    async with casino.refuses(
        "The party's wallet has only 500 cr. That's too little for a bank of 501 cr.", MoneyError
    ):
        await casino.opened(bank=501, channel=ELSEWHERE)
    await casino.opened(channel=ELSEWHERE)
    sentence = "The party's wallet pays for banks here, and it is empty. Pay into it with /wallet pay."
    async with casino.refuses(sentence, MoneyError):
        await casino.opened(channel=ELSEWHERE + 1)
    await casino.adds_up()


async def test_a_game_without_a_bank_has_none_to_fill(casino: Casino) -> None:
    await casino.backed_by("house", house=2000)
    async with casino.refuses("Three Street Pi'Lok has no bank. Its players play against each other.", RuleError):
        await casino.opened(game="pilok", bank=100)
    table = await casino.opened(game="pilok")
    assert (table.record.bank, table.record.bankroll) == (0, None)
    for act in (casino.tables.banks.fill, casino.tables.banks.drain):
        async with casino.refuses("Three Street Pi'Lok has no bank", RuleError):
            await act(casino.table_id, casino.click(GM), 5)
    assert await casino.house_has() == 2000


async def test_two_tables_never_promise_the_same_coin(casino: Casino) -> None:
    await casino.backed_by("house", house=500)
    opening = (casino.opened(bank=300), casino.opened(bank=300, channel=ELSEWHERE))
    opened = await asyncio.gather(*opening, return_exceptions=True)
    assert [type(refusal) for refusal in opened if isinstance(refusal, BaseException)] == [MoneyError]
    assert await casino.house_has() == 200
    assert len(await casino.tables.of_guild(casino.campaign.guild_id)) == 1
    await casino.adds_up()


async def test_a_house_that_spends_its_money_meanwhile_opens_no_table(casino: Casino) -> None:
    await casino.backed_by("house", house=500)
    with pytest.raises(MoneyError, match="has less than 500 now"):
        await casino.overtaken(casino.opened(), casino.gives(HousePurse(casino.campaign.id), -1))
    assert await casino.rows("tables") == []
    assert await casino.rows("actions") == []
    assert await casino.house_has() == 499


async def test_bank_keeps_the_owner_it_had_when_the_table_opened(casino: Casino) -> None:
    await casino.backed_by("house", house=500, party=500)
    await casino.opened(bank=200)
    await casino.settle_for(bankroll="party")
    assert (await casino.table()).backer == "house"
    await casino.tables.opening.close(casino.table_id, casino.click(GM))
    assert (await casino.house_has(), await casino.party_has()) == (500, 500)
    await casino.adds_up()


async def test_table_opens_with_the_promised_bank(casino: Casino) -> None:
    """Or not at all, where there is less by now."""
    await casino.backed_by("house", house=300)
    async with casino.refuses("The house has less than 400 cr now. Please look again.", MoneyError):
        await casino.opened(promised=400)
    assert (await casino.opened(promised=200)).record.bank == 200
    await casino.adds_up()
