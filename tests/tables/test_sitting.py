"""Sitting down, topping up, sitting out: whose characters, and with which money."""

import asyncio

import pytest

from bot.errors import MoneyError, NotAllowed, NotFound, PlayerError
from bot.tables.seats import AmbiguousSeat
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, DEE, ELSEWHERE, GM, HAN, LANDO, TableHarness


async def test_buy_in_moves_from_the_wallet_to_the_seat(harness: TableHarness) -> None:
    await harness.opened()
    han = await harness.sits(ANN, "Han", 300)
    assert await harness.purse(han) == 700
    assert await harness.chips(HAN) == 300
    assert (await harness.chair(HAN)).stack == 300
    assert (await harness.table()).said == ("**Han** sits down with 300 cr.",)
    await harness.adds_up()


@pytest.mark.parametrize(
    "amount, refusal",
    [(9, "10 cr"), (0, "10 cr"), (-(10**30), "10 cr"), (10**30, "at most"), (1001, "less than 1,001 cr")],
)
async def test_buy_in_lies_between_the_ante_and_what_the_wallet_holds(
    harness: TableHarness, amount: int, refusal: str
) -> None:
    await harness.opened()
    han = await harness.characters.create(harness.campaign, ANN, "Han")
    async with harness.refuses(refusal, MoneyError):
        await harness.tables.seating.sit(harness.table_id, harness.click(ANN), han, amount)
    assert (await harness.table()).record.chairs == ()


async def test_a_refusal_shows_a_name_as_it_is_written(harness: TableHarness) -> None:
    """Names may hold what templates, bold type or mentions are made of."""
    await harness.opened()
    odd = await harness.characters.create(harness.campaign, ANN, "{0} *amount* {amount}")
    async with harness.refuses("{0} \\*amount\\* {amount} has less than 1,001 cr in the wallet.", MoneyError):
        await harness.tables.seating.sit(harness.table_id, harness.click(ANN), odd, 1001)
    await harness.tables.seating.sit(harness.table_id, harness.click(ANN), odd, 100)
    async with harness.refuses("{0} \\*amount\\* {amount} sits here already."):
        await harness.tables.seating.sit(harness.table_id, harness.click(ANN), odd, 100)
    async with harness.refuses("{0} \\*amount\\* {amount} isn't yours to play.", NotAllowed):
        await harness.tables.seating.sit(harness.table_id, harness.click(BEN), odd, 100)


async def test_of_two_clicks_on_sit_at_once_one_counts(harness: TableHarness) -> None:
    await harness.opened()
    han = await harness.characters.create(harness.campaign, ANN, "Han")
    sit = harness.tables.seating.sit
    outcomes = await asyncio.gather(
        *(sit(harness.table_id, harness.click(ANN), han, 400) for _ in range(2)), return_exceptions=True
    )
    assert sorted(isinstance(outcome, PlayerError) for outcome in outcomes) == [False, True]
    assert await harness.purse(han) == 600
    await harness.adds_up()


async def test_character_takes_one_seat_in_its_campaign_by_its_own_player(seated: TableHarness) -> None:
    sit, table_id = seated.tables.seating.sit, seated.table_id
    chewie = await seated.characters.create(seated.campaign, ANN, "Chewie")
    async with seated.refuses("You sit here already, as Han."):
        await sit(table_id, seated.click(ANN), chewie, 100)
    async with seated.refuses("Han sits here already."):
        await sit(table_id, seated.click(ANN), await seated.characters.named(seated.campaign, ANN, "Han"), 100)
    for thief in (DEE, GM):
        async with seated.refuses("Chewie isn't yours to play.", NotAllowed):
            await sit(table_id, seated.click(thief), chewie, 100)
    leia = await seated.characters.create(seated.campaign, DEE, "Leia")
    await seated.characters.retire(seated.campaign, DEE, leia)
    async with seated.refuses("Leia has retired.", NotAllowed):
        await sit(table_id, seated.click(DEE), await seated.characters.get(seated.campaign.id, leia.id), 100)
    gorga = await seated.characters.create_npc(seated.campaign, GM, "shark", "Gorga")
    async with seated.refuses("Only the GM seats NPCs.", NotAllowed):
        await sit(table_id, seated.click(DEE), gorga, 100)
    other = await seated.campaigns.create(500, "Another world", seated.campaign.settings, GM)
    stranger = await seated.characters.create(other, DEE, "Stranger")
    async with seated.refuses("Stranger doesn't belong to this campaign.", NotFound):
        await sit(table_id, seated.click(DEE), stranger, 100)
    await sit(table_id, seated.click(GM), gorga, 100)
    await seated.sits(GM, "Jabba", 100)
    assert [(await seated.chair(seat)).is_npc for seat in (4, 5)] == [True, False]


async def test_ten_sit_at_a_table_and_no_more(harness: TableHarness) -> None:
    await harness.opened()
    for number in range(10):
        await harness.npc_sits(f"NPC {number}", 50)
    async with harness.refuses("All 10 seats are taken."):
        han = await harness.characters.named(harness.campaign, GM, "NPC 1")
        other = han.evolve(id=han.id + 1_000_000)
        await harness.tables.seating.sit(harness.table_id, harness.click(GM), other, 50)


async def test_two_tables_at_once_cannot_have_the_same_money(harness: TableHarness) -> None:
    first, second = await harness.opened(), await harness.opened(channel=ELSEWHERE)
    han = await harness.characters.create(harness.campaign, ANN, "Han")
    sit = harness.tables.seating.sit
    outcomes = await asyncio.gather(
        sit(first.id, harness.click(ANN, channel=CHANNEL), han, 600),
        sit(second.id, harness.click(ANN, channel=ELSEWHERE), han, 600),
        return_exceptions=True,
    )
    assert sorted(isinstance(outcome, MoneyError) for outcome in outcomes) == [False, True]
    assert await harness.purse(han) == 400
    await harness.adds_up()


async def test_player_sitting_out_is_not_dealt_in_and_comes_back(seated: TableHarness) -> None:
    sit_out = seated.tables.seating.sit_out
    async with seated.refuses("in already"):
        await sit_out(seated.table_id, seated.click(CID), out=False)
    _, chair = await sit_out(seated.table_id, seated.click(CID), out=True)
    assert chair.is_out
    async with seated.refuses("sits out already"):
        await sit_out(seated.table_id, seated.click(CID), out=True)
    assert [player.seat for player in (await seated.deals()).state.deal.players] == [HAN, LANDO]
    _, chair = await sit_out(seated.table_id, seated.click(CID), out=False)
    assert not chair.is_out


async def test_a_hand_takes_two_with_chips(harness: TableHarness) -> None:
    await harness.opened()
    async with harness.refuses("It takes 2 players, and nobody sits here."):
        await harness.deals(GM)
    await harness.sits(ANN, "Han")
    async with harness.refuses("It takes 2 players, and one sits here."):
        await harness.deals()
    await harness.sits(BEN, "Lando")
    await harness.tables.seating.sit_out(harness.table_id, harness.click(BEN), out=True)
    async with harness.refuses("It takes 2 players with enough chips who aren't sitting out."):
        await harness.deals()


async def test_a_bystander_neither_tops_up_nor_sits_out_nor_leaves(seated: TableHarness) -> None:
    seating = seated.tables.seating
    for attempt in (
        lambda: seating.top_up(seated.table_id, seated.click(DEE), 10),
        lambda: seating.sit_out(seated.table_id, seated.click(DEE), out=True),
        lambda: seating.leave(seated.table_id, seated.click(DEE)),
    ):
        async with seated.refuses("You don't sit at this table. Take a seat first.", NotAllowed):
            await attempt()
    async with seated.refuses("That seat isn't yours.", NotAllowed):
        await seating.leave(seated.table_id, seated.click(ANN), seat=LANDO)


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
    await playing.characters.edit(playing.campaign, ANN, han, name="Captain Solo", sheet=None)
    table = await playing.tables.store.refresh(playing.table_id)
    assert table.voice.name(HAN) == "**Captain Solo**"
    assert any("**Captain Solo**" in line for line in table.said)


async def test_a_top_up_between_hands_is_in_play_at_once_and_in_mid_hand_from_the_next(seated: TableHarness) -> None:
    click = seated.click(ANN)
    _, chair = await seated.tables.seating.top_up(seated.table_id, click, 100)
    assert (chair.stack, chair.pending) == (600, 0)
    async with seated.refuses("done already"):
        await seated.tables.seating.top_up(seated.table_id, click, 100)
    await seated.deals()
    _, chair = await seated.tables.seating.top_up(seated.table_id, seated.click(ANN), 100)
    assert (chair.stack, chair.pending) == (600, 100)
    assert [bettor.stack for bettor in (await seated.table()).state.betting.bettors] == [590, 490, 490]
    await seated.adds_up()
    await seated.acts(BEN, "fold")
    await seated.acts(CID, "fold")
    chair = await seated.chair(HAN)
    assert (chair.stack, chair.pending) == (720, 0)
    await seated.adds_up()


@pytest.mark.parametrize(
    "amount, refusal",
    [
        (0, "smallest coin"),
        (-5, "smallest coin"),
        (501, "less than 501 cr"),
        (10**30, "at most 999,999,999,999,500 cr"),
    ],
)
async def test_a_top_up_is_an_amount_that_one_has(seated: TableHarness, amount: int, refusal: str) -> None:
    async with seated.refuses(refusal, MoneyError):
        await seated.tables.seating.top_up(seated.table_id, seated.click(ANN), amount)


async def test_a_gm_with_several_npcs_says_which_one_tops_up(harness: TableHarness) -> None:
    await harness.opened()
    for name in ("Gorga", "Bib"):
        await harness.npc_sits(name)
    with pytest.raises(AmbiguousSeat) as question:
        await harness.tables.seating.top_up(harness.table_id, harness.click(GM), 100)
    table = await harness.table()
    assert [table.name(chair.seat) for chair in question.value.chairs] == ["Gorga", "Bib"]
    await harness.tables.seating.top_up(harness.table_id, harness.click(GM), 100, seat=2)
    assert (await harness.chair(2)).stack == 600
