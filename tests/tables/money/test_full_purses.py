"""Nobody is kept at a table by being rich: what doesn't fit in a purse goes to the party, else to the house."""

import pytest

from bot.campaigns import Character, HousePurse, PartyPurse, Wallet
from bot.db import Statement
from bot.engine.money import MAX_AMOUNT
from bot.ledger import accounts, balance, history_of_character
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, TableHarness

FULL = "**Han**'s purse is full, and what doesn't fit in it goes elsewhere: "


DAY = 86_400.0


async def fills(place: TableHarness, holder: Character | PartyPurse | HousePurse, room: int = 0) -> None:
    """Give so much that only `room` more fits."""
    wallet = Wallet(place.database, place.characters, place.clock)
    amount = MAX_AMOUNT - room - await wallet.balance(holder)
    key = place.click(GM).key
    await wallet.grant(place.campaign, GM, [holder], amount, key=key, reason="a treasure")


async def shared(place: TableHarness) -> tuple[int, int]:
    """Return the balances of the party and the house."""
    of = (accounts.party(place.campaign.id), accounts.house(place.campaign.id))
    return await balance(place.database, of[0]), await balance(place.database, of[1])


@pytest.fixture
async def rich(seated: TableHarness) -> TableHarness:
    """Han sits with 500, and 200 more fit in the purse."""
    await fills(seated, await han_of(seated), room=200)
    return seated


async def han_of(place: TableHarness) -> Character:
    return await place.characters.named(place.campaign, ANN, "Han")


async def test_surplus_of_a_full_wallet_goes_to_the_party(rich: TableHarness) -> None:
    table, _ = await rich.tables.seating.leave(rich.table_id, rich.click(ANN))
    assert table.record.said[-2:] == ("**Han** leaves with 500 cr.", FULL + "300 cr to the party's purse.")
    assert await rich.purse(await han_of(rich)) == MAX_AMOUNT
    assert await shared(rich) == (300, 0)
    await rich.adds_up()


async def test_surplus_of_a_full_party_goes_to_the_house_in_the_same_entry(rich: TableHarness) -> None:
    await fills(rich, PartyPurse(rich.campaign.id), room=120)
    table, _ = await rich.tables.seating.leave(rich.table_id, rich.click(ANN))
    assert table.record.said[-1] == FULL + "120 cr to the party's purse and 180 cr to the house."
    assert await shared(rich) == (MAX_AMOUNT, 180)
    han = await han_of(rich)
    newest = (await history_of_character(rich.database, han.id, size=1)).lines
    assert {line.kind for line in newest} == {"cash-out"}
    assert {line.account: line.delta for line in newest} == {accounts.seat(rich.table_id, HAN): -500, han.purse: 200}
    await rich.adds_up()


async def test_where_nobody_can_hold_it_the_mint_takes_it_back(rich: TableHarness) -> None:
    for holder in (PartyPurse(rich.campaign.id), HousePurse(rich.campaign.id)):
        await fills(rich, holder)
    table, _ = await rich.tables.seating.leave(rich.table_id, rich.click(ANN))
    assert table.record.said[-1] == FULL + "300 cr to the mint."
    await rich.adds_up()


async def test_full_wallet_does_not_keep_a_table_open(rich: TableHarness) -> None:
    table = await rich.tables.opening.close(rich.table_id, rich.click(GM))
    assert table.record.said[-2:] == ("The table is closed.", FULL + "300 cr to the party's purse.")
    await rich.adds_up()


async def test_full_wallet_does_not_keep_an_idle_table_open(rich: TableHarness) -> None:
    await rich.clock.advance(7 * DAY)
    assert not (await rich.tables.opening.close_untouched(rich.table_id)).is_open
    await rich.adds_up()


async def test_full_wallet_does_not_block_settling_a_hand_with_a_leaver(rich: TableHarness) -> None:
    await rich.deals()
    await rich.tables.seating.leave(rich.table_id, rich.click(ANN))
    table = await rich.play_out()
    assert table.chair(HAN) is None
    assert (await shared(rich))[0] > 0
    assert table.record.said[-1].startswith(FULL)
    await rich.adds_up()


async def test_full_wallet_does_not_block_voiding_a_hand_with_a_leaver(rich: TableHarness) -> None:
    await rich.deals()
    await rich.tables.seating.leave(rich.table_id, rich.click(ANN))
    table = await rich.tables.opening.void(rich.table_id, rich.click(GM))
    assert table.record.said[-1] == FULL + "300 cr to the party's purse."
    await rich.adds_up()


async def test_full_wallet_does_not_block_voiding_an_unreadable_hand(rich: TableHarness) -> None:
    await rich.deals()
    await rich.tables.seating.leave(rich.table_id, rich.click(ANN))
    await rich.database.apply(Statement("UPDATE tables SET state = '{'"))
    await rich.restart()
    table = await rich.table()
    assert (table.in_hand, table.chair(HAN)) == (False, None)
    await rich.adds_up()


async def test_two_leavers_share_the_room_in_the_party_wallet(rich: TableHarness) -> None:
    lando = await rich.characters.named(rich.campaign, BEN, "Lando")
    await fills(rich, lando)
    await fills(rich, PartyPurse(rich.campaign.id), room=400)
    await rich.tables.opening.close(rich.table_id, rich.click(GM))
    assert await shared(rich) == (MAX_AMOUNT, 400)
    await rich.adds_up()


async def test_full_house_does_not_block_settling_a_hand(harness: TableHarness) -> None:
    """Three pay 11, two share 33, and the odd coin is the house's."""
    await harness.opened(odd_chips="house", ante=11, min_bet=1)
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await harness.sits(person, name)
    await fills(harness, HousePurse(harness.campaign.id))
    harness.dice_are(6, 6, 1, 5, 5, 1, 4, 4, 1)
    await harness.deals()
    table = await harness.play_out()
    assert [chair.stack for chair in table.record.chairs] == [489, 505, 505]
    assert await shared(harness) == (0, MAX_AMOUNT)
    await harness.adds_up()
