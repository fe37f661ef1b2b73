"""Opening a table: who may, where, and how many there can be."""

import asyncio
from typing import Any

import pytest

from bot.campaigns import Person
from bot.errors import NotAllowed, NotFound, PlayerError, TooLate
from bot.tables.store import MOST_TABLES
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, ELSEWHERE, GM, GUILD, TableHarness, house_rules


async def test_anybody_opens_a_table_on_a_server_that_was_never_set_up(harness: TableHarness) -> None:
    table = await harness.opened(ANN)
    assert table.is_open
    assert table.record.keeper == ANN.user_id
    assert table.record.chairs == ()
    found = await harness.tables.in_channel(CHANNEL)
    assert found is not None
    assert found.id == table.id
    await harness.adds_up()


async def test_a_table_has_the_clock_of_its_campaign_unless_it_is_given_another(harness: TableHarness) -> None:
    opening = harness.tables.opening
    usual = await opening.open(harness.campaign, harness.click(ANN), "pilok", house_rules(), places=(CHANNEL,))
    assert usual.record.pace == harness.campaign.settings.pace
    other = await harness.opened(ANN, channel=ELSEWHERE)
    assert other.record.pace.seconds == 0


async def test_a_channel_has_one_table(harness: TableHarness) -> None:
    await harness.opened(ANN)
    async with harness.refuses("There is a table in this channel already."):
        await harness.opened(GM)


async def test_of_two_who_open_at_once_one_does(harness: TableHarness) -> None:
    outcomes = await asyncio.gather(harness.opened(ANN), harness.opened(BEN), return_exceptions=True)
    assert sorted(isinstance(outcome, PlayerError) for outcome in outcomes) == [False, True]
    assert len(await harness.tables.of_guild(GUILD)) == 1


async def test_a_channel_is_free_again_when_its_table_has_closed(harness: TableHarness) -> None:
    first = await harness.opened(ANN)
    await harness.tables.opening.close(first.id, harness.click(ANN))
    second = await harness.opened(ANN)
    assert second.id != first.id
    found = await harness.tables.in_channel(CHANNEL)
    assert found is not None
    assert found.id == second.id


async def test_twenty_tables_are_open_on_a_server_and_no_more(harness: TableHarness) -> None:
    for number in range(MOST_TABLES):
        await harness.opened(GM, channel=1000 + number)
    async with harness.refuses("20 tables are open on this server already: close one first."):
        await harness.opened(GM)
    await harness.tables.opening.close(harness.table_id, harness.click(GM, channel=1000))
    await harness.opened(GM)
    records = await harness.tables.of_guild(GUILD)
    assert [record.channel_id for record in records] == [*range(1001, 1000 + MOST_TABLES), CHANNEL]


async def test_a_campaign_may_leave_opening_to_the_gm(harness: TableHarness) -> None:
    await harness.settle_for(openers="gm")
    async with harness.refuses("Only the GM opens tables in this campaign.", NotAllowed):
        await harness.opened(ANN)
    await harness.opened(GM)


async def test_a_campaign_may_leave_opening_to_a_role(harness: TableHarness) -> None:
    await harness.settle_for(openers="role", opener_role_id=77)
    async with harness.refuses("You need the role for opening tables here.", NotAllowed):
        await harness.opened(ANN)
    await harness.opened(Person(8, role_ids=frozenset({77})))


async def test_a_campaign_may_keep_its_tables_to_some_channels(harness: TableHarness) -> None:
    await harness.settle_for(channels=(ELSEWHERE,))
    async with harness.refuses("Tables of this campaign are opened in other channels.", NotAllowed):
        await harness.opened(GM)
    await harness.opened(GM, channel=ELSEWHERE)


async def test_a_game_that_is_not_there_has_no_table(harness: TableHarness) -> None:
    async with harness.refuses("There is no game called sabacc here any more.", NotFound):
        await harness.tables.opening.open(
            harness.campaign, harness.click(GM), "sabacc", house_rules(), places=(CHANNEL,)
        )


async def test_a_gm_brings_the_table_into_another_channel(seated: TableHarness) -> None:
    opening = seated.tables.opening
    async with seated.refuses("Only the GM can do that.", NotAllowed):
        await opening.move(seated.table_id, seated.click(ANN, channel=ELSEWHERE), (ELSEWHERE,))
    moved = await opening.move(seated.table_id, seated.click(GM, channel=ELSEWHERE), (ELSEWHERE,))
    assert moved.record.channel_id == ELSEWHERE
    assert moved.record.message_id is None
    async with seated.refuses("That table isn't here.", NotFound):
        await seated.deals()
    assert (await seated.tables.playing.deal(seated.table_id, seated.click(ANN, channel=ELSEWHERE))).table.in_hand


async def test_a_table_does_not_move_to_where_another_is_or_to_another_server(seated: TableHarness) -> None:
    await seated.opened(GM, channel=ELSEWHERE)
    opening = seated.tables.opening
    async with seated.refuses("There is a table in that channel already."):
        await opening.move(seated.table_id, seated.click(GM, channel=ELSEWHERE), (ELSEWHERE,))
    async with seated.refuses("That table isn't on this server.", NotAllowed):
        await opening.move(seated.table_id, seated.click(GM, guild=GUILD + 1), (ELSEWHERE,))


async def test_bringing_a_table_down_where_it_is_changes_nothing(seated: TableHarness) -> None:
    before = await seated.everything()
    await seated.tables.opening.move(seated.table_id, seated.click(ANN), (CHANNEL,))
    assert await seated.everything() == before


async def test_the_message_of_a_table_is_found_again_after_a_restart(seated: TableHarness) -> None:
    await seated.tables.opening.posted(seated.table_id, 4711, CHANNEL)
    await seated.restart()
    assert (await seated.table()).record.message_id == 4711


@pytest.mark.parametrize("guild, channel", [(GUILD + 1, CHANNEL), (GUILD, ELSEWHERE)])
async def test_no_click_from_elsewhere_reaches_a_table(playing: TableHarness, guild: int, channel: int) -> None:
    """Buttons' ids are no secret: somebody may send them from anywhere."""
    table = playing.table_id
    foreign: Any = {"guild": guild, "channel": channel}
    seating, play, opening = playing.tables.seating, playing.tables.playing, playing.tables.opening
    stranger = await playing.characters.create(playing.campaign, GM, "Stranger")
    for attempt in (
        lambda: play.act(table, playing.click(BEN, **foreign), "check"),
        lambda: play.act(table, playing.click(GM, **foreign), "check", seat=2, absent=True),
        lambda: play.deal(table, playing.click(ANN, **foreign)),
        lambda: play.more_time(table, playing.click(BEN, **foreign)),
        lambda: seating.sit(table, playing.click(GM, **foreign), stranger, 100),
        lambda: seating.top_up(table, playing.click(ANN, **foreign), 100),
        lambda: seating.sit_out(table, playing.click(ANN, **foreign), out=True),
        lambda: seating.leave(table, playing.click(ANN, **foreign)),
        lambda: seating.stand_up(table, playing.click(GM, **foreign), 1),
        lambda: opening.pause(table, playing.click(GM, **foreign)),
        lambda: opening.resume(table, playing.click(GM, **foreign)),
        lambda: opening.void(table, playing.click(GM, **foreign)),
        lambda: opening.close(table, playing.click(GM, **foreign)),
        lambda: opening.change_rules(table, playing.click(GM, **foreign), {"ante": 20}),
    ):
        async with playing.refuses("That table isn't here.", NotFound):
            await attempt()


async def test_nothing_can_be_done_at_a_closed_table(seated: TableHarness) -> None:
    await seated.tables.opening.close(seated.table_id, seated.click(GM))
    stranger = await seated.characters.create(seated.campaign, GM, "Stranger")
    seating, play, opening = seated.tables.seating, seated.tables.playing, seated.tables.opening
    table = seated.table_id
    for attempt in (
        lambda: play.act(table, seated.click(BEN), "check"),
        lambda: play.deal(table, seated.click(ANN)),
        lambda: seating.sit(table, seated.click(GM), stranger, 100),
        lambda: seating.leave(table, seated.click(ANN)),
        lambda: opening.pause(table, seated.click(GM)),
        lambda: opening.close(table, seated.click(GM)),
    ):
        async with seated.refuses("This table is closed.", TooLate):
            await attempt()


async def test_a_table_that_never_was_is_not_found(harness: TableHarness) -> None:
    async with harness.refuses("That table is gone.", NotFound):
        await harness.tables.look(12345)
