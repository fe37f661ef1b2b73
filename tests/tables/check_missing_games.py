"""A table outlives its game, and its own record: nothing is played there any more, and no chip is stuck."""

import json
from typing import Any

import pytest

from bot.campaigns import Character
from bot.db import Statement
from bot.errors import PlayerError, RuleError
from bot.tables.stored_rules import GONE, LOST
from tests.tables.table_fixtures import ANN, BEN, CID, ELSEWHERE, GM, GUILD, HAN, LANDO, ROARK, TableHarness, later

DAY = 86_400.0
VOID = "The hand can no longer be read and is void. Everyone gets back the chips they had before it."


async def record_of(place: TableHarness) -> dict[str, Any]:
    (row,) = await place.database.fetch("SELECT record FROM tables WHERE id = ?", place.table_id)
    return json.loads(row["record"])


async def record_becomes(place: TableHarness, record: str) -> None:
    await place.database.apply(Statement("UPDATE tables SET record = ? WHERE id = ?", (record, place.table_id)))
    await place.restart()


async def the_game_goes(place: TableHarness) -> None:
    await place.database.apply(Statement("UPDATE tables SET game = 'sabacc' WHERE id = ?", (place.table_id,)))
    await record_becomes(place, json.dumps(await record_of(place) | {"game": "sabacc"}))


async def the_record_breaks(place: TableHarness) -> None:
    await record_becomes(place, "{")


async def the_record_is_from_the_future(place: TableHarness) -> None:
    await record_becomes(place, json.dumps(await record_of(place) | {"weather": "rain"}))


BREAKS = pytest.mark.parametrize("breaks", [the_game_goes, the_record_breaks, the_record_is_from_the_future])


async def cast(place: TableHarness) -> list[Character]:
    return [await place.characters.named(place.campaign, GM, name) for name in ("Han", "Lando", "Roark")]


@BREAKS
async def test_a_hand_in_play_is_void_and_the_gm_closes_the_table(playing: TableHarness, breaks: Any) -> None:
    await playing.acts(BEN, "bet", to=400)
    await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 30)
    await breaks(playing)
    table = await playing.table()
    assert not table.in_hand
    assert table.said[-1] == VOID
    assert [chair.chips for chair in table.record.chairs] == [530, 500, 500]
    await playing.adds_up()
    table = await playing.tables.opening.close(playing.table_id, playing.click(GM))
    assert not table.is_open
    assert [await playing.purse(who) for who in await cast(playing)] == [1000, 1000, 1000]
    await playing.adds_up()


@BREAKS
async def test_everybody_leaves_with_their_chips(seated: TableHarness, breaks: Any) -> None:
    await breaks(seated)
    for person in (ANN, BEN, CID):
        await seated.tables.seating.leave(seated.table_id, seated.click(person))
    assert (await seated.table()).record.chairs == ()
    assert [await seated.purse(who) for who in await cast(seated)] == [1000, 1000, 1000]
    await seated.adds_up()
    await seated.restart()
    assert not (await seated.table()).is_playable


@BREAKS
async def test_nothing_is_played_there(seated: TableHarness, breaks: Any) -> None:
    await breaks(seated)
    leia = await seated.characters.create(seated.campaign, GM, "Leia")
    table, tables = seated.table_id, seated.tables
    why = GONE if breaks is the_game_goes else LOST
    for attempt in (
        lambda: tables.playing.deal(table, seated.click(GM)),
        lambda: tables.seating.sit(table, seated.click(GM), leia, 100),
        lambda: tables.seating.top_up(table, seated.click(ANN), 10),
        lambda: tables.opening.change_rules(table, seated.click(GM), {"ante": 20}),
    ):
        async with seated.refuses(why, RuleError):
            await attempt()
    async with seated.refuses("That can't be read as a move of this game.", PlayerError):
        await seated.acts(ANN, "check")
    assert (await seated.table()).to_act == frozenset()
    await seated.opened(channel=ELSEWHERE)
    assert [len(record.chairs) for record in await seated.tables.of_guild(GUILD)] == [3, 0]
    moved = await seated.tables.opening.move(table, seated.click(GM, channel=700), (700,))
    assert moved.record.channel_id == 700


@BREAKS
async def test_the_clock_closes_it_in_its_time_and_deals_nothing(harness: TableHarness, breaks: Any) -> None:
    await harness.opened(auto_deal=True)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name)
    await breaks(harness)
    table = await later(harness, 7 * DAY)
    assert not table.in_hand
    assert table.record.deadline is None
    assert not (await harness.tables.opening.close_untouched(harness.table_id)).is_open
    await harness.adds_up()


async def test_seats_and_numbers_go_on_where_they_were(playing: TableHarness) -> None:
    await playing.play_out()
    before = (await playing.table()).record
    await the_record_breaks(playing)
    table = await playing.table()
    after = table.record
    assert [chair.seat for chair in after.chairs] == [HAN, LANDO, ROARK]
    assert [table.name(chair.seat) for chair in after.chairs] == ["Han", "Lando", "Roark"]
    assert (after.turn, after.sequence, after.next_seat) == (before.turn, before.sequence, before.next_seat)
    assert after.hand is not None
    assert (after.hand.number, after.hand.status) == (1, "settled")


async def test_where_the_message_is_stays_known_if_it_can_be_made_out(seated: TableHarness) -> None:
    await seated.tables.opening.posted(seated.table_id, 4711, 600)
    await the_record_is_from_the_future(seated)
    table = await seated.table()
    assert (table.record.message_id, table.record.keeper) == (4711, GM.user_id)


async def test_a_game_that_comes_back_is_played_on(seated: TableHarness) -> None:
    await the_game_goes(seated)
    assert not (await seated.table()).is_playable
    await record_becomes(seated, json.dumps(await record_of(seated) | {"game": "pilok"}))
    assert (await seated.deals()).in_hand
    await seated.play_out()
    await seated.adds_up()


async def test_unreadable_house_rules_have_their_defaults(seated: TableHarness) -> None:
    await record_becomes(seated, json.dumps(await record_of(seated) | {"rules": "[]"}))
    assert (await seated.table()).rules.ante == 10
    seated.dice_are(1, 6, 5, 4)
    assert (await seated.deals()).in_hand


@pytest.mark.parametrize("carry", ["{", '{"dealer": 1}', "null"])
async def test_unreadable_carryover_is_dropped(
    playing: TableHarness, carry: str, caplog: pytest.LogCaptureFixture
) -> None:
    await playing.play_out()
    stored = await record_of(playing)
    assert stored["carry_version"] == 1
    await record_becomes(playing, json.dumps(stored | {"carry": carry}))
    assert (await playing.deals()).in_hand
    assert "can't be read" in caplog.text
    await playing.play_out()
    await playing.adds_up()


async def test_a_table_that_can_not_even_be_looked_at_is_left_out_of_the_list_and_logged_once(
    seated: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    other = await seated.opened(channel=ELSEWHERE)
    await seated.restart()
    await seated.tables.look(other.id)
    await seated.database.apply(Statement("UPDATE campaigns SET settings = '{'"))
    for _ in range(3):
        assert [record.id for record in await seated.tables.of_guild(GUILD)] == [other.id]
    assert caplog.text.count("can't be listed") == 1
