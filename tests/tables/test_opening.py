"""Opening a table: who may, where, and how many there can be."""

import asyncio
from typing import Any

import pytest

from bot.campaigns import Person, UsageLimits
from bot.errors import NotAllowed, NotFound, PlayerError, TooLate
from bot.settings import MOST_TABLES
from bot.tables.opening import Opening
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, ELSEWHERE, GM, GUILD, TableHarness, house_rules


async def test_anybody_opens_the_one_table_of_a_channel_and_another_when_it_has_closed(harness: TableHarness) -> None:
    outcomes = await asyncio.gather(harness.opened(ANN), harness.opened(ANN), return_exceptions=True)
    assert sorted(isinstance(outcome, PlayerError) for outcome in outcomes) == [False, True]
    first = await harness.tables.in_channel(CHANNEL)
    assert first is not None
    assert (first.is_open, first.record.keeper, first.record.chairs) == (True, ANN.user_id, ())
    await harness.adds_up()
    await harness.tables.opening.close(first.id, harness.click(ANN))
    second = await harness.opened(ANN)
    found = await harness.tables.in_channel(CHANNEL)
    assert found is not None
    assert found.id == second.id != first.id


async def test_a_table_has_the_clock_of_its_campaign_unless_it_is_given_another(harness: TableHarness) -> None:
    opening = harness.tables.opening
    usual = await opening.open(harness.campaign, harness.click(ANN), "pilok", house_rules(), places=(CHANNEL,))
    assert usual.record.pace == harness.campaign.settings.pace
    assert (await harness.opened(ANN, channel=ELSEWHERE)).record.pace.seconds == 0


async def test_twenty_tables_are_open_on_a_server_and_no_more(harness: TableHarness) -> None:
    for number in range(MOST_TABLES):
        await harness.opened(GM, channel=1000 + number)
    async with harness.refuses("20 tables are open on this server already: close one first."):
        await harness.opened(GM)
    await harness.tables.opening.close(harness.table_id, harness.click(GM, channel=1000))
    await harness.opened(GM)
    records = await harness.tables.of_guild(GUILD)
    assert [record.channel_id for record in records] == [*range(1001, 1000 + MOST_TABLES), CHANNEL]


async def test_a_campaign_limits_who_opens_tables_and_where(harness: TableHarness) -> None:
    await harness.settle_for(openers="gm", channels=(ELSEWHERE,))
    async with harness.refuses("Only the GM opens tables", NotAllowed):
        await harness.opened(ANN, channel=ELSEWHERE)
    await harness.settle_for(openers="role", opener_role_id=77, channels=(ELSEWHERE,))
    async with harness.refuses("You need a role", NotAllowed):
        await harness.opened(ANN, channel=ELSEWHERE)
    async with harness.refuses("in this channel", NotAllowed):
        await harness.opened(GM)
    async with harness.refuses("sabacc", NotFound):
        click = harness.click(GM, channel=ELSEWHERE)
        await harness.tables.opening.open(harness.campaign, click, "sabacc", house_rules(), places=(ELSEWHERE,))
    await harness.opened(Person(8, role_ids=frozenset({77})), channel=ELSEWHERE)


async def test_a_gm_brings_the_table_into_another_channel(seated: TableHarness) -> None:
    move, taken = seated.tables.opening.move, ELSEWHERE + 1
    before = await seated.everything()
    await move(seated.table_id, seated.click(ANN), (CHANNEL,))
    assert await seated.everything() == before
    await seated.opened(GM, channel=taken)
    for click, place, said, kind in (
        (seated.click(ANN, channel=ELSEWHERE), ELSEWHERE, "Only the GM", NotAllowed),
        (seated.click(GM, channel=taken), taken, "There is a table in that channel already.", PlayerError),
        (seated.click(GM, guild=GUILD + 1), ELSEWHERE, "That table isn't on this server.", NotAllowed),
    ):
        async with seated.refuses(said, kind):
            await move(seated.table_id, click, (place,))
    moved = await move(seated.table_id, seated.click(GM, channel=ELSEWHERE), (ELSEWHERE,))
    assert (moved.record.channel_id, moved.record.message_id) == (ELSEWHERE, None)
    async with seated.refuses("That table isn't in this channel.", NotFound):
        await seated.deals()
    assert (await seated.tables.playing.deal(seated.table_id, seated.click(ANN, channel=ELSEWHERE))).table.in_hand


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
        async with playing.refuses("That table isn't in this channel.", NotFound):
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


async def test_a_user_opens_so_many_tables_on_a_server(harness: TableHarness) -> None:
    at = harness.tables
    at.opening = Opening(at.store, UsageLimits(tables_per_user=2, tables_per_server=3))
    await harness.opened(ANN, channel=1001)
    second = await harness.opened(ANN, channel=1002)
    async with harness.refuses("You have 2 tables open on this server already: close one first."):
        await harness.opened(ANN)
    await harness.opened(BEN)
    async with harness.refuses("3 tables are open on this server already: close one first."):
        await harness.opened(BEN, channel=ELSEWHERE)
    await at.opening.close(second.id, harness.click(ANN, channel=1002))
    await harness.opened(ANN, channel=1002)


async def test_a_user_who_opens_tables_at_the_same_moment_opens_no_more(harness: TableHarness) -> None:
    at = harness.tables
    at.opening = Opening(at.store, UsageLimits(tables_per_user=1))
    opened = (harness.opened(ANN, channel=1000 + number) for number in range(3))
    outcomes = await asyncio.gather(*opened, return_exceptions=True)
    assert sorted(isinstance(outcome, PlayerError) for outcome in outcomes) == [False, True, True]
