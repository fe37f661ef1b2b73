"""A tournament: everybody pays the same to get in and plays for points, and at its end the prize is paid."""

from bot.errors import MoneyError, RuleError
from bot.ledger import history_of_character
from tests.tables.arena import Arena
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, ROARK


async def test_a_place_costs_exactly_the_fee_and_leaving_before_it_begins_gives_it_back(arena: Arena) -> None:
    await arena.opened()
    (han,) = await arena.sit("Han")
    lando = await arena.characters.create(arena.campaign, BEN, "Lando")
    for amount in (199, 201):
        async with arena.refuses("A place costs exactly 200 cr here.", MoneyError):
            await arena.tables.seating.sit(arena.table_id, arena.click(BEN), lando, amount)
    assert await arena.purse(han) == 800
    await arena.leaves(ANN)
    assert await arena.purse(han) == 1000
    await arena.adds_up()


async def test_tournament_begins_with_all_fees_in_the_prize_and_equal_points(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    table = await arena.table()
    assert table.said[-1] == "Tournament 1 begins: 3 players, 100 chips each, the prize is 600 cr."
    assert [player.stack for player in table.state.deal.players] == [100, 100, 100]
    assert [chair.stack for chair in table.record.chairs] == [0, 0, 0]
    assert [table.name(one.seat) for one in table.record.entered] == ["Han", "Lando", "Roark"]
    assert await arena.prize_has() == table.record.prize == 600
    await arena.adds_up()


async def test_chips_above_the_fee_stay_at_the_seat(arena: Arena) -> None:
    await arena.opened(fee=300)
    await arena.sit("Han", "Lando", fee=300)
    await arena.tables.opening.change_rules(arena.table_id, arena.click(GM), {"fee": 200})
    table = await arena.deals(GM)
    assert [chair.stack for chair in table.record.chairs] == [100, 100]
    table = await arena.plays(99, 0)
    assert [chair.stack for chair in table.record.chairs] == [100, 100]
    await arena.adds_up()


async def test_for_the_honour_nobody_pays(arena: Arena) -> None:
    han, _ = await arena.begins("Han", "Lando", fee=0)
    table = await arena.table()
    assert table.said[-1] == "Tournament 1 begins: 2 players, 100 chips each, for the honor."
    table = await arena.plays(99, 99)
    assert table.tournament is not None
    table = await arena.plays(99, 0)
    assert (await arena.points()) == {HAN: 101, LANDO: 99}
    table = await arena.plays(99, 98)
    assert table.said[-1] == "**Han** wins the tournament."
    assert await arena.purse(han) == 1000
    await arena.adds_up()


async def test_player_sitting_out_is_not_in_a_new_tournament(arena: Arena) -> None:
    await arena.opened()
    await arena.sit("Han", "Lando", "Roark")
    sit_out = arena.tables.seating.sit_out
    for person in (BEN, CID):
        await sit_out(arena.table_id, arena.click(person), out=True)
    async with arena.refuses("It takes 2 players who have a place in the tournament", RuleError):
        await arena.deals(ANN)
    await sit_out(arena.table_id, arena.click(BEN), out=False)
    assert (await arena.deals(ANN)).record.prize == 400
    assert (await arena.chair(ROARK)).stack == 200
    await arena.tables.seating.sit_out(arena.table_id, arena.click(CID), out=False)
    await arena.plays(10, 0)
    assert [chair.seat for chair in (await arena.table()).ready] == [HAN, LANDO]
    await arena.adds_up()


async def test_hands_move_points_and_no_coin(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    before = await arena.rows("transfers")
    await arena.plays(40, 50, 0)
    assert await arena.points() == {HAN: 59, LANDO: 142, ROARK: 99}
    await arena.plays(0, 20, 20)
    assert await arena.points() == {HAN: 58, LANDO: 142, ROARK: 99}
    assert (await arena.standing()).middle == 1
    assert await arena.rows("transfers") == before
    table = await arena.deals(ANN)
    assert table.state.deal.bank == 1
    assert not table.state.deal.endless
    await arena.adds_up()


async def test_the_winner_takes_all_in_the_entry_of_the_last_hand(arena: Arena) -> None:
    han, lando = await arena.begins("Han", "Lando")
    table = await arena.plays(99, 50)
    assert table.tournament is not None
    table = await arena.plays(49, 48)
    assert table.said[-2:] == ("**Han** takes 99 chips.", "**Han** wins the tournament: 400 cr.")
    assert table.tournament is None
    assert table.record.prize == 0
    assert (await arena.purse(han), await arena.purse(lando)) == (1200, 800)
    newest = (await history_of_character(arena.database, han.id, size=1)).lines
    assert [(line.kind, line.reason, line.delta) for line in newest] == [("hand", "Bidding, tournament 1, hand 2", 400)]
    await arena.adds_up()


async def test_eliminated_player_keeps_the_seat(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", prizes="two")
    await arena.plays(50, 60, 99)
    await arena.plays(48, 0, 49)
    assert await arena.points() == {LANDO: 38, ROARK: 262}
    table = await arena.deals(ANN)
    assert table.chair(HAN) is not None
    assert [player.seat for player in table.state.deal.players] == [LANDO, ROARK]
    table = await arena.plays(37, 38)
    assert table.said[-1] == "**Roark** wins the tournament: 390 cr. **Lando** is second: 210 cr."
    await arena.adds_up()


async def test_shared_place_shares_its_prize(arena: Arena) -> None:
    han, lando, roark = await arena.begins("Han", "Lando", "Roark", prizes="two")
    await arena.plays(98, 98, 99)
    table = await arena.plays(1)
    assert table.said[-1] == (
        "**Roark** wins the tournament: 390 cr. **Han** and **Lando** share second place: 105 cr each."
    )
    assert [await arena.purse(who) for who in (han, lando, roark)] == [905, 905, 1190]
    await arena.adds_up()
