"""A hand that can't be read any more is void, and everybody keeps what they had before it."""

import json

import pytest

from bot import games
from bot.db import Statement
from bot.privacy.forgetting import Forgetting
from bot.privacy.own_data import own_file
from bot.reports.hands import FinishedHand, latest_hands
from bot.tables.gm_log import gm_log
from bot.tables.words import NEUTRAL
from tests.sqlite_file import url_of
from tests.tables.backroom import PROXIMA, Backroom
from tests.tables.money.casino import HEADS, Casino
from tests.tables.table_fixtures import ANN, BEN, CID, GM, GUILD, HAN, LANDO, TableHarness
from tests.tampering import tamper

SAID = "The hand can no longer be read and is void. Everyone gets back the chips they had before it."


async def state_becomes(place: TableHarness, state: str | None) -> None:
    await place.database.apply(Statement("UPDATE tables SET state = ? WHERE id = ?", (state, place.table_id)))


@pytest.mark.parametrize("state", [None, "", "{", "null", "[]", '{"street": "lift"}', '"\\u0000"'])
async def test_a_broken_state_voids_the_hand_once_and_leavers_go(playing: TableHarness, state: str | None) -> None:
    roark = await playing.characters.named(playing.campaign, CID, "Roark")
    await playing.acts(BEN, "bet", to=400)
    await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    await state_becomes(playing, state)
    await playing.restart()
    table = await playing.table()
    assert (table.in_hand, table.said[-1]) == (False, SAID)
    assert [chair.stack for chair in table.record.chairs] == [500, 500]
    assert await playing.purse(roark) == 1000
    async with playing.refuses("The hand is over."):
        await playing.acts(BEN, "check")
    before = await playing.everything()
    await playing.restart()
    assert not (await playing.table()).in_hand
    assert await playing.everything() == before
    await playing.adds_up()
    table = await playing.deals()
    assert table.in_hand
    assert (await playing.play_out()).record.hand is not None
    await playing.adds_up()


async def test_state_whose_deal_is_gone_voids_the_hand(playing: TableHarness) -> None:
    await playing.acts(BEN, "bet", to=400)
    await playing.close_doors()
    tamper(url_of(playing.path), "DELETE FROM hands")
    await playing.open_doors()
    table = await playing.table()
    assert (table.in_hand, table.said[-1]) == (False, SAID)
    assert [chair.stack for chair in table.record.chairs] == [500, 500, 500]
    await playing.restart()
    assert not (await playing.table()).in_hand
    await playing.deals()
    await playing.play_out()
    await playing.adds_up()


async def test_rules_of_another_version_void_the_hand(playing: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    await playing.acts(BEN, "bet", to=400)
    monkeypatch.setattr(type(games.spec_of("pilok").game), "version", 2)
    await playing.restart()
    table = await playing.table()
    assert not table.in_hand
    assert table.said[-1] == SAID
    table = await playing.deals()
    assert table.record.hand is not None
    assert table.record.hand.version == 2
    await playing.play_out()
    await playing.adds_up()


async def test_the_state_of_a_hand_that_is_over_is_not_missed(playing: TableHarness) -> None:
    await playing.play_out()
    await state_becomes(playing, "{")
    await playing.restart()
    before = await playing.everything()
    table = await playing.table()
    assert table.state is None
    assert table.record.hand is not None
    assert table.record.hand.status == "settled"
    assert await playing.everything() == before
    assert (await playing.deals(ANN)).in_hand


async def test_auto_deal_goes_on_after_an_unreadable_hand(harness: TableHarness) -> None:
    await harness.opened(auto_deal=True)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name)
    await harness.deals()
    await state_becomes(harness, "{")
    await harness.restart()
    assert (await harness.table()).record.deadline is not None


@pytest.mark.parametrize(
    "changes",
    [{"a_rule_that_is_gone": 7}, {"jumps": "a choice that is gone"}, {"ante": -5}, {"max_bet": 1, "min_bet": 100}],
)
async def test_house_rules_that_have_changed_since_keep_the_table_usable(
    seated: TableHarness, changes: dict[str, object]
) -> None:
    """What is unknown is dropped, and what can't be any more has its default."""
    (row,) = await seated.database.fetch("SELECT record FROM tables")
    record = json.loads(row["record"])
    record["rules"] = json.dumps(json.loads(record["rules"]) | {"first_dealer": "high_die"} | changes)
    await seated.database.apply(Statement("UPDATE tables SET record = ?", (json.dumps(record),)))
    await seated.restart()
    rules = (await seated.table()).rules
    assert rules.ante == 10
    assert rules.jumps == "each"
    if "max_bet" not in changes:
        assert rules.first_dealer == "high_die"
    assert not (await seated.tables.opening.close(seated.table_id, seated.click(GM))).is_open
    await seated.adds_up()


async def events_become(place: TableHarness, at: int, events: str, column: str = "events") -> None:
    """Replace the events of a row of the log past its guards, and read the table again."""
    await place.close_doors()
    tamper(url_of(place.path), Statement(f"UPDATE actions SET {column} = ? WHERE sequence = ?", (events, at)))
    await place.open_doors()


@pytest.mark.parametrize(
    "events",
    [
        '[["all",{"kind":"gone"}]]',
        '[["all",{"kind":"table.gone"}]]',
        '[["all",{"kind":"table.sat","seat":1}]]',
        '[["all",{}]]',
        '[["all",7]]',
        "[7]",
        "7",
        "{",
        "",
    ],
)
async def test_events_that_can_not_be_read_are_one_neutral_line(playing: TableHarness, events: str) -> None:
    await playing.acts(BEN, "bet", to=400)
    before = await playing.table()
    await events_become(playing, before.record.sequence, events)
    table = await playing.table()
    assert table.said == (*before.said[:-1], NEUTRAL)
    assert (table.record, table.state) == (before.record, before.state)
    await playing.acts(CID, "fold")
    await playing.tables.seating.leave(playing.table_id, playing.click(ANN))
    if events.startswith('[["all",{'):
        await playing.undoes_hand()
    else:
        async with playing.refuses("The log of this hand can't be read, so nothing in it can be undone."):
            await playing.undoes_action()
    await playing.play_out()
    await playing.adds_up()


@pytest.mark.parametrize(
    "column, text", [("typed", "{"), ("typed", "[]"), ("typed", "7"), ("action", "{"), ("events", "{")]
)
async def test_unreadable_row_keeps_nobody_from_playing_from_their_data_or_from_being_forgotten(
    playing: TableHarness, column: str, text: str
) -> None:
    at = (await playing.table()).record.sequence
    await playing.acts(BEN, "bet", to=400)
    for row in (at, at + 1):
        await events_become(playing, row, text, column)
    for by in (ANN, BEN):
        assert (await own_file(playing.database, by.user_id, GUILD, everywhere=False, now=1.0)).content
    await playing.acts(CID, "fold")
    forgetting = Forgetting(playing.database, playing.tables, playing.clock)
    await forgetting.ask(BEN.user_id, [GUILD])
    await playing.play_out()
    assert await forgetting.go_on()
    await playing.adds_up()


@pytest.mark.parametrize("events", ['[["host",{"kind":"gone"}]]', "{"])
async def test_unreadable_secrets_are_a_line_for_the_host_alone(backroom: Backroom, events: str) -> None:
    await backroom.gathers()
    table = (await backroom.rethrows(BEN, LANDO)).table
    said = table.said
    await events_become(backroom, table.record.sequence, events)
    table = await backroom.table()
    assert table.said == said
    (hand,) = await gm_log(backroom.database, table, PROXIMA, 10)
    assert hand.sentences == (NEUTRAL,)


async def test_unreadable_event_counts_nowhere(casino: Casino) -> None:
    """Only bets that can be read make a hand a player's."""
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.tosses(HEADS, (HAN, "heads", 30))
    (hand,) = await hands_of(casino)
    assert hand.players == (HAN,)
    bets = [row.sequence for row in await casino.logged() if row.hand == 1 and row.seat == HAN]
    for at in bets:
        await events_become(casino, at, '[["all",{"kind":"gone"}]]')
    (hand,) = await hands_of(casino)
    assert hand.players == ()


async def hands_of(place: TableHarness) -> list[FinishedHand]:
    return [hand async for hands in latest_hands(place.database, place.table_id) for hand in hands]
