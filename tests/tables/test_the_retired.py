"""Who has retired plays no more: not from an old form, not with new chips, and no cards are dealt to them."""

from bot.campaigns import Character
from bot.db import Statement
from bot.errors import NotAllowed, RuleError
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, TableHarness, later, left


async def has_retired(place: TableHarness, character: Character) -> None:
    """As if it had happened a moment ago, chips on the table or not."""
    retired = Statement("UPDATE characters SET retired_at = 1 WHERE id = ?", (character.id,))
    await place.database.apply(retired)


async def test_retired_character_can_not_sit_down_from_an_open_form(harness: TableHarness) -> None:
    await harness.opened()
    han = await harness.characters.create(harness.campaign, ANN, "Han")
    await harness.characters.retire(harness.campaign, ANN, han)
    async with harness.refuses("Han has retired.", NotAllowed):
        await harness.tables.seating.sit(harness.table_id, harness.click(ANN), han, 100)


async def test_retired_character_can_not_buy_chips(harness: TableHarness) -> None:
    await harness.opened()
    han = await harness.sits(ANN, "Han", 10)
    await harness.sits(BEN, "Lando")
    harness.dice_are(6, 1, 6, 1, 6, 1)
    await harness.deals()
    await harness.play_out()
    assert (await harness.chair(HAN)).chips == 0
    await harness.characters.retire(harness.campaign, ANN, han)
    async with harness.refuses("Han has retired.", NotAllowed):
        await harness.tables.seating.top_up(harness.table_id, harness.click(ANN), 100)
    table, _ = await harness.tables.seating.leave(harness.table_id, harness.click(ANN))
    assert table.chair(HAN) is None


async def test_retired_character_is_not_dealt_in(seated: TableHarness) -> None:
    await has_retired(seated, await seated.characters.named(seated.campaign, CID, "Roark"))
    table = await seated.deals()
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO]
    await seated.play_out()
    await seated.adds_up()


async def test_a_hand_takes_enough_who_have_not_retired(seated: TableHarness) -> None:
    for person, name in ((BEN, "Lando"), (CID, "Roark")):
        await has_retired(seated, await seated.characters.named(seated.campaign, person, name))
    async with seated.refuses("It takes 2 players with enough chips who aren't sitting out.", RuleError):
        await seated.deals()


async def test_auto_deal_stops_when_too_few_can_be_dealt_in(harness: TableHarness) -> None:
    await harness.opened(auto_deal=True)
    await harness.sits(ANN, "Han")
    await has_retired(harness, await harness.sits(BEN, "Lando"))
    table = await later(harness, left(harness, await harness.table()) or 0)
    assert not table.in_hand
    assert table.record.deadline is None
    assert not (await harness.tables.opening.close(harness.table_id, harness.click(GM))).is_open
    await harness.adds_up()
