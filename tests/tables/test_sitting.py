"""Sitting down, topping up, sitting out: whose characters, and with which money."""

import asyncio

import pytest

from bot.errors import MoneyError, NotAllowed, NotFound, PlayerError
from bot.ledger import Entry, Transfer, accounts, post
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, DEE, ELSEWHERE, GM, HAN, LANDO, ROARK, TableHarness


async def test_buy_in_moves_from_the_wallet_to_the_seat(saloon: TableHarness) -> None:
    await saloon.opened()
    han = await saloon.sits(ANN, "Han", 300)
    assert await saloon.purse(han) == 700
    assert await saloon.chips(HAN) == 300
    assert (await saloon.chair(HAN)).stack == 300
    assert (await saloon.table()).record.said == ("**Han** sits down with 300 cr.",)
    await saloon.adds_up()


@pytest.mark.parametrize("amount", [9, 0, -1, -(10**30)])
async def test_nobody_sits_down_with_less_than_the_ante(saloon: TableHarness, amount: int) -> None:
    await saloon.opened()
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    async with saloon.refuses("You need at least 10 cr to sit down here.", MoneyError):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), han, amount)


async def test_nobody_sits_down_with_more_than_there_can_be(saloon: TableHarness) -> None:
    await saloon.opened()
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    async with saloon.refuses("You can bring at most 1,000,000,000,000,000 cr.", MoneyError):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), han, 10**30)


async def test_nobody_sits_down_without_the_money(saloon: TableHarness) -> None:
    await saloon.opened()
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    async with saloon.refuses("Han has less than 1,001 cr in the purse.", MoneyError):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), han, 1001)
    assert (await saloon.table()).record.chairs == ()


async def test_a_refusal_shows_a_name_as_it_is_written(saloon: TableHarness) -> None:
    """Names may hold what templates, bold type or mentions are made of."""
    await saloon.opened()
    odd = await saloon.characters.create(saloon.campaign, ANN, "{0} *amount* {amount}")
    async with saloon.refuses("{0} \\*amount\\* {amount} has less than 1,001 cr in the purse.", MoneyError):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), odd, 1001)
    await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), odd, 100)
    async with saloon.refuses("{0} \\*amount\\* {amount} sits here already."):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), odd, 100)
    async with saloon.refuses("{0} \\*amount\\* {amount} isn't yours to play.", NotAllowed):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(BEN), odd, 100)


async def test_a_table_holds_no_more_than_one_seat_could_win(saloon: TableHarness) -> None:
    """Or the pot of a hand could be more than an account can hold, and the hand could never be settled."""
    most = 10**15
    await saloon.opened()
    rich = [await saloon.characters.create(saloon.campaign, who, name) for who, name in ((ANN, "Han"), (BEN, "Lando"))]
    for character in rich:
        gift = Transfer(accounts.mint(saloon.campaign.id), character.purse, most - 1000)
        given = Entry(f"gift {character.id}", saloon.campaign.id, "grant", "", None, 0, (gift,))
        await saloon.database.apply(*post(given))
    await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), rich[0], most - 100)
    async with saloon.refuses("This table can't hold that much money: at most 100 cr more.", MoneyError):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(BEN), rich[1], 101)
    await saloon.tables.seating.sit(saloon.table_id, saloon.click(BEN), rich[1], 60)
    async with saloon.refuses("This table can't hold that much money: at most 40 cr more.", MoneyError):
        await saloon.tables.seating.top_up(saloon.table_id, saloon.click(BEN), 41)
    await saloon.tables.seating.top_up(saloon.table_id, saloon.click(BEN), 40)
    await saloon.adds_up()


async def test_nobody_sits_twice(seated: TableHarness) -> None:
    other = await seated.characters.create(seated.campaign, ANN, "Chewie")
    async with seated.refuses("You sit here already, as Han."):
        await seated.tables.seating.sit(seated.table_id, seated.click(ANN), other, 100)


async def test_no_character_sits_twice(seated: TableHarness) -> None:
    han = await seated.characters.named(seated.campaign, ANN, "Han")
    async with seated.refuses("Han sits here already."):
        await seated.tables.seating.sit(seated.table_id, seated.click(ANN), han, 100)


async def test_of_two_clicks_on_sit_at_once_one_counts(saloon: TableHarness) -> None:
    await saloon.opened()
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    sit = saloon.tables.seating.sit
    outcomes = await asyncio.gather(
        *(sit(saloon.table_id, saloon.click(ANN), han, 400) for _ in range(2)), return_exceptions=True
    )
    assert sorted(isinstance(outcome, PlayerError) for outcome in outcomes) == [False, True]
    assert await saloon.purse(han) == 600
    await saloon.adds_up()


async def test_nobody_sits_down_with_somebody_elses_character(saloon: TableHarness) -> None:
    await saloon.opened()
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    for thief in (BEN, GM):
        async with saloon.refuses("Han isn't yours to play.", NotAllowed):
            await saloon.tables.seating.sit(saloon.table_id, saloon.click(thief), han, 100)


async def test_only_the_gm_seats_npcs(saloon: TableHarness) -> None:
    await saloon.opened()
    npc = await saloon.characters.create_npc(saloon.campaign, GM, "shark", "Gorga")
    async with saloon.refuses("Only the GM seats NPCs.", NotAllowed):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), npc, 100)
    await saloon.tables.seating.sit(saloon.table_id, saloon.click(GM), npc, 100)
    assert (await saloon.chair(1)).is_npc


async def test_a_gm_seats_several_npcs_and_a_character_of_their_own(saloon: TableHarness) -> None:
    await saloon.opened()
    for name in ("Gorga", "Bib"):
        await saloon.npc_sits(name)
    await saloon.sits(GM, "Jabba")
    assert [chair.name for chair in (await saloon.table()).record.chairs] == ["Gorga", "Bib", "Jabba"]
    await saloon.adds_up()


async def test_a_retired_character_does_not_sit_down(saloon: TableHarness) -> None:
    await saloon.opened()
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    await saloon.characters.retire(saloon.campaign, ANN, han)
    retired = await saloon.characters.get(saloon.campaign.id, han.id)
    async with saloon.refuses("Han has retired.", NotAllowed):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), retired, 100)


async def test_a_character_of_another_campaign_does_not_sit_down(saloon: TableHarness) -> None:
    await saloon.opened()
    other = await saloon.campaigns.create(500, "Another world", saloon.campaign.settings, GM)
    stranger = await saloon.characters.create(other, ANN, "Stranger")
    async with saloon.refuses("Stranger doesn't belong to this campaign.", NotFound):
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(ANN), stranger, 100)


async def test_ten_sit_at_a_table_and_no_more(saloon: TableHarness) -> None:
    await saloon.opened()
    for number in range(10):
        await saloon.npc_sits(f"NPC {number}", 50)
    async with saloon.refuses("All 10 seats are taken."):
        han = await saloon.characters.named(saloon.campaign, GM, "NPC 1")
        other = han.evolve(id=han.id + 1_000_000)
        await saloon.tables.seating.sit(saloon.table_id, saloon.click(GM), other, 50)


async def test_two_tables_at_once_cannot_have_the_same_money(saloon: TableHarness) -> None:
    first, second = await saloon.opened(), await saloon.opened(channel=ELSEWHERE)
    han = await saloon.characters.create(saloon.campaign, ANN, "Han")
    sit = saloon.tables.seating.sit
    outcomes = await asyncio.gather(
        sit(first.id, saloon.click(ANN, channel=CHANNEL), han, 600),
        sit(second.id, saloon.click(ANN, channel=ELSEWHERE), han, 600),
        return_exceptions=True,
    )
    assert sorted(isinstance(outcome, MoneyError) for outcome in outcomes) == [False, True]
    assert await saloon.purse(han) == 400
    await saloon.adds_up()


async def test_player_sitting_out_is_not_dealt_in_and_comes_back(seated: TableHarness) -> None:
    _, chair = await seated.tables.seating.sit_out(seated.table_id, seated.click(CID), out=True)
    assert chair.is_out
    table = await seated.deals()
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO]
    table, chair = await seated.tables.seating.sit_out(seated.table_id, seated.click(CID), out=False)
    assert not chair.is_out
    assert table.record.said[-1] == "**Roark** is back in."


async def test_second_click_to_sit_out_or_come_back_changes_nothing(seated: TableHarness) -> None:
    sit_out = seated.tables.seating.sit_out
    async with seated.refuses("Roark is in already."):
        await sit_out(seated.table_id, seated.click(CID), out=False)
    await sit_out(seated.table_id, seated.click(CID), out=True)
    async with seated.refuses("Roark sits out already."):
        await sit_out(seated.table_id, seated.click(CID), out=True)
    assert (await seated.chair(ROARK)).is_out


async def test_a_hand_takes_two_with_chips(saloon: TableHarness) -> None:
    await saloon.opened()
    async with saloon.refuses("It takes 2 players, and nobody sits here."):
        await saloon.deals(GM)
    await saloon.sits(ANN, "Han")
    async with saloon.refuses("It takes 2 players, and one sits here."):
        await saloon.deals()
    await saloon.sits(BEN, "Lando")
    await saloon.tables.seating.sit_out(saloon.table_id, saloon.click(BEN), out=True)
    async with saloon.refuses("It takes 2 players with enough chips who aren't sitting out."):
        await saloon.deals()


async def test_a_bystander_neither_tops_up_nor_sits_out_nor_leaves(seated: TableHarness) -> None:
    seating = seated.tables.seating
    for attempt in (
        lambda: seating.top_up(seated.table_id, seated.click(DEE), 10),
        lambda: seating.sit_out(seated.table_id, seated.click(DEE), out=True),
        lambda: seating.leave(seated.table_id, seated.click(DEE)),
        lambda: seating.leave(seated.table_id, seated.click(ANN), seat=LANDO),
    ):
        async with seated.refuses("You don't sit at this table.", NotAllowed):
            await attempt()


async def test_newcomer_in_mid_hand_plays_from_the_next(playing: TableHarness) -> None:
    await playing.sits(DEE, "Leia")
    table = await playing.table()
    assert len(table.record.chairs) == 4
    assert len(table.state.deal.players) == 3
    async with playing.refuses("You aren't in this hand."):
        await playing.acts(DEE, "check")
    await playing.adds_up()


async def test_a_new_name_is_on_the_table_at_once(playing: TableHarness) -> None:
    han = await playing.characters.named(playing.campaign, ANN, "Han")
    table = await playing.tables.opening.renamed(playing.table_id, han.id, "Captain Solo")
    assert table.voice.name(HAN) == "**Captain Solo**"
