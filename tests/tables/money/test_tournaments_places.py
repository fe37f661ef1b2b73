"""Places in a tournament: in it nobody sits out or buys chips, and who goes out comes back where the rules let them."""

from typing import Any

from bot.campaigns import Character, Wallet
from bot.engine.money import DND
from bot.errors import MoneyError, PlayerError, RuleError
from bot.ledger import accounts, history_of_character
from bot.tables.money.places import has_place, is_in, may_return, price
from tests.tables.arena import FEE, Arena
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, ROARK


async def test_nobody_sits_out_a_tournament_or_buys_chips_in_it(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    saying = "You can't sit out a tournament. If you're away, the clock plays for you. To give up, leave the table."
    async with arena.refuses(saying, PlayerError):
        await arena.tables.seating.sit_out(arena.table_id, arena.click(ANN), out=True)
    async with arena.refuses("You can't buy more chips in it", PlayerError):
        await arena.enters(ANN)


async def test_after_it_everybody_pays_for_a_place_in_the_next(arena: Arena) -> None:
    han, lando = await arena.begins("Han", "Lando")
    await arena.plays(99, 98)
    await arena.plays(1)
    table = await arena.enters(ANN)
    assert table.said[-1] == "**Han** pays 200 cr for a place in the tournament."
    async with arena.refuses("Han has a place in the next tournament already.", PlayerError):
        await arena.enters(ANN)
    async with arena.refuses("A place costs exactly 200 cr here.", MoneyError):
        await arena.enters(BEN, 150)
    await arena.enters(BEN)
    table = await arena.deals(ANN)
    assert table.said[-1] == "Tournament 2 begins: 2 players, 100 chips each, the prize is 400 cr."
    assert (await arena.purse(han), await arena.purse(lando)) == (1000, 600)
    await arena.adds_up()


async def test_newcomer_has_a_place_in_the_next_tournament(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.sits(CID, "Roark", FEE)
    table = await arena.table()
    assert table.said[-1] == "**Roark** sits down with 200 cr for a place in the next tournament."
    roark = await arena.chair(ROARK)
    assert (is_in(table, roark), has_place(table, roark)) == (False, True)
    await arena.plays(99, 98)
    table = await arena.deals(ANN)
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO]
    assert (await arena.chair(ROARK)).stack == FEE
    await arena.adds_up()


async def test_chips_at_the_seat_count_towards_a_higher_fee(arena: Arena) -> None:
    await arena.opened()
    await arena.sit("Han", "Lando")
    table = await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"fee": 300})
    assert table.said[-1] == "A place costs 300 cr, and **Han** and **Lando** have yet to pay for it."
    assert not table.ready
    assert price(table, await arena.chair(HAN)) == 100
    await arena.enters(ANN, 100)
    await arena.enters(BEN, 100)
    assert (await arena.deals(ANN)).record.prize == 600
    await arena.adds_up()


async def roark_goes_out(arena: Arena, **options: Any) -> Character:
    """Han has 202, Lando 98 and Roark nothing."""
    *_, roark = await arena.begins("Han", "Lando", "Roark", **options)
    await arena.plays(99, 0, 98)
    await arena.plays(1, 0)
    assert await arena.points() == {HAN: 202, LANDO: 98}
    return roark


async def test_eliminated_player_buys_back_in_before_the_next_hand(arena: Arena) -> None:
    roark = await roark_goes_out(arena, rebuys=1)
    chair = await arena.chair(ROARK)
    assert may_return(await arena.table(), chair)
    assert price(await arena.table(), chair) == FEE
    wallet = Wallet(arena.database, arena.characters, arena.clock)
    await wallet.take(arena.campaign, GM, [roark], 700, key="taken", reason="a fine")
    async with arena.refuses("Roark has less than 200 cr in the wallet.", MoneyError):
        await arena.enters(CID)
    await wallet.grant(arena.campaign, GM, [roark], 700, key="given", reason="a mistake")
    await arena.tables.seating.sit_out(arena.table_id, arena.click(CID), out=True)
    table = await arena.enters(CID)
    assert not (await arena.chair(ROARK)).is_out
    assert table.said[-1] == "**Roark** buys back in for 200 cr: the prize is 800 cr now."
    assert await arena.points() == {HAN: 202, LANDO: 98, ROARK: 100}
    line = (await history_of_character(arena.database, roark.id, size=1)).lines[0]
    assert (line.reason, line.delta) == ("Bidding, back into tournament 1", -FEE)
    await arena.adds_up()
    table = await arena.deals(CID)
    assert [player.stack for player in table.state.deal.players] == [202, 98, 100]
    await arena.plays(0, 97, 99)
    await arena.plays(197, 198)
    table = await arena.plays(2, 3)
    assert table.said[-1] == "**Roark** wins the tournament: 800 cr."
    assert await arena.purse(roark) == 1400
    await arena.adds_up()


async def test_nobody_comes_back_after_the_next_hand_or_more_often_than_the_rules_say(arena: Arena) -> None:
    await roark_goes_out(arena, rebuys=1)
    await arena.enters(CID)
    await arena.plays(100, 0, 99)
    await arena.plays(0, 20)
    assert not may_return(await arena.table(), await arena.chair(ROARK))
    await arena.enters(CID)
    assert (await arena.chair(ROARK)).stack == FEE
    assert (await arena.standing()).prize == (await arena.table()).record.prize == 800
    await arena.adds_up()


async def test_chips_at_the_seat_pay_for_buying_back_in_before_the_wallet(arena: Arena) -> None:
    await arena.opened(fee=300, rebuys=1)
    *_, roark = await arena.sit("Han", "Lando", "Roark", fee=300)
    await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"fee": 250})
    await arena.plays(99, 0, 98)
    await arena.plays(1, 0)
    assert price(await arena.table(), await arena.chair(ROARK)) == 200
    table = await arena.enters(CID, 200)
    assert table.said[-1] == "**Roark** buys back in for 250 cr: the prize is 1,000 cr now."
    assert (await arena.purse(roark), (await arena.chair(ROARK)).chips) == (500, 0)
    lines = (await history_of_character(arena.database, roark.id, size=1)).lines
    assert {line.account: line.delta for line in lines} == {
        roark.purse: -200,
        accounts.seat(arena.table_id, ROARK): -50,
    }
    await arena.adds_up()


async def test_the_house_rules_stand_until_it_is_over(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    async with arena.refuses("You can change the house rules only between tournaments.", RuleError):
        await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"fee": 100})
    await arena.leaves(BEN)
    table = await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"stakes": "cash"})
    assert table.terms is None
    assert table.standing is None


async def test_a_hand_for_money_after_a_tournament_knows_nothing_of_it_and_the_next_one_counts_on(arena: Arena) -> None:
    await arena.begins("Han", "Lando", fee=0)
    await arena.plays(99, 98)
    await arena.plays(1)
    for stakes, number in (("cash", None), ("points", 2)):
        await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"stakes": stakes, "fee": 10})
        for by in (ANN, BEN) if number is None else ():
            await arena.tables.seating.top_up(arena.table_id, arena.click(by), 30)
        table = await arena.deals(GM)
        standing = table.state.deal.carry.standing
        assert (standing.number if standing else None) == number
        await arena.bids(1, 0)
        await arena.adds_up()


async def test_a_cash_table_becomes_one_for_tournaments_and_nobody_loses_a_coin(arena: Arena) -> None:
    await arena.opened(stakes="cash")
    await arena.sit("Han", "Lando", fee=250)
    await arena.plays(0, 50)
    await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"stakes": "points"})
    table = await arena.deals(ANN)
    assert [chair.stack for chair in table.record.chairs] == [49, 51]
    await arena.adds_up()


async def test_tournament_names_points_as_chips_and_the_prize_as_money(arena: Arena) -> None:
    await arena.settle_for(currency=DND)
    await arena.opened(fee=FEE)
    await arena.sit("Han", "Lando")
    await arena.deals(ANN)
    async with arena.refuses("You have 99 chips.", RuleError):
        await arena.acts(ANN, "bid", amount=100)
    assert (await arena.table()).said[-1].endswith("100 chips each, the prize is 4 gp.")
