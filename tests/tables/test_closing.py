"""Closing and voiding: everybody has exactly the chips they had before the hand."""

from bot.errors import RuleError
from bot.ledger import accounts, balance
from bot.tables.events import BankPaidOut, TableClosed
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, GM, GUILD, LANDO, TableHarness

DAY = 86_400.0
NAMES = ("Han", "Lando", "Roark")


async def purses(place: TableHarness) -> list[int]:
    return [await place.purse(await place.characters.named(place.campaign, GM, name)) for name in NAMES]


async def test_a_table_that_nobody_touches_for_seven_days_closes_and_gives_all_chips_back(seated: TableHarness) -> None:
    await seated.clock.advance(7 * DAY - 1)
    assert (await seated.tables.opening.close_untouched(seated.table_id)).is_open
    await seated.clock.advance(1)
    table = await seated.tables.opening.close_untouched(seated.table_id)
    assert (table.is_open, table.record.chairs) == (False, ())
    assert await purses(seated) == [1000, 1000, 1000]
    await seated.adds_up()


async def test_closing_in_mid_hand_gives_back_the_chips_of_before_the_hand(playing: TableHarness) -> None:
    await playing.acts(BEN, "bet", to=400)
    await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 70)
    await playing.tables.opening.close(playing.table_id, playing.click(GM))
    assert await purses(playing) == [1000, 1000, 1000]
    statuses = await playing.database.fetch("SELECT status, outcome FROM hands")
    assert [(row["status"], row["outcome"]) for row in statuses] == [("void", None)]
    await playing.adds_up()


async def test_voiding_forgets_the_hand_and_plays_on(playing: TableHarness) -> None:
    await playing.acts(BEN, "bet", to=400)
    await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    hand = (await playing.table()).record.hand
    table = await playing.tables.opening.void(playing.table_id, playing.click(GM))
    assert not table.in_hand
    assert [(chair.seat, chair.stack) for chair in table.record.chairs] == [(1, 500), (2, 500)]
    assert await purses(playing) == [500, 500, 1000]
    assert hand is not None
    assert {table.record.seeds.open, table.record.seeds.closed}.isdisjoint({hand.seeds.open, hand.seeds.closed})
    await playing.adds_up()
    async with playing.refuses("No hand is in play.", RuleError):
        await playing.tables.opening.void(playing.table_id, playing.click(GM))
    table = await playing.deals()
    assert table.record.hand is not None
    assert table.record.hand.number == 2


async def test_chips_bought_in_a_hand_that_is_void_are_in_play(playing: TableHarness) -> None:
    await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 70)
    table = await playing.tables.opening.void(playing.table_id, playing.click(GM))
    assert [(chair.stack, chair.pending) for chair in table.record.chairs] == [(570, 0), (500, 0), (500, 0)]
    await playing.adds_up()


async def test_odd_chips_in_the_middle_go_to_the_house_when_the_table_closes(harness: TableHarness) -> None:
    """Three pay an ante of 11, two share a pot of 33, and the odd coin waits for the next pot."""
    await harness.opened(odd_chips="carry", ante=11, min_bet=1)
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await harness.sits(person, name)
    harness.dice_are(6, 6, 1, 5, 5, 1, 4, 4, 1)
    await harness.deals()
    table = await harness.play_out()
    assert [chair.stack for chair in table.record.chairs] == [489, 505, 505]
    assert table.record.bank == 1
    await harness.adds_up()
    table = await harness.tables.opening.close(harness.table_id, harness.click(GM))
    assert table.record.bank == 0
    paid = BankPaidOut(what="middle", amount=1, target="house", is_back=False)
    assert await harness.happened() == (TableClosed(why="person", returns_chips=True), paid)
    assert await balance(harness.database, accounts.house(harness.campaign.id)) == 1
    await harness.adds_up()


async def test_a_campaign_says_how_long_a_table_waits(seated: TableHarness) -> None:
    await seated.settle_for(idle_days=2)
    await seated.clock.advance(2 * DAY)
    assert not (await seated.tables.opening.close_untouched(seated.table_id)).is_open


async def test_a_hand_in_play_and_a_pause_keep_a_table_open(playing: TableHarness) -> None:
    await playing.clock.advance(30 * DAY)
    assert (await playing.tables.opening.close_untouched(playing.table_id)).is_open
    await playing.tables.opening.void(playing.table_id, playing.click(GM))
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    await playing.clock.advance(30 * DAY)
    assert (await playing.tables.opening.close_untouched(playing.table_id)).is_open


async def test_when_the_channel_is_gone_the_chips_go_back(playing: TableHarness) -> None:
    table = await playing.tables.opening.close_lost(playing.table_id)
    assert not table.is_open
    assert await purses(playing) == [1000, 1000, 1000]
    before = await playing.everything()
    await playing.tables.opening.close_lost(playing.table_id)
    assert await playing.everything() == before
    assert await playing.tables.in_channel(CHANNEL) is None
    assert await playing.tables.of_guild(GUILD) == []
    await playing.adds_up()


async def test_a_paused_table_closes_too(playing: TableHarness) -> None:
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    table = await playing.tables.opening.close(playing.table_id, playing.click(GM))
    assert not table.is_open
    assert not table.is_paused
    assert LANDO not in {chair.seat for chair in table.record.chairs}
    await playing.adds_up()
