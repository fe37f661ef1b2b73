"""Who may see and do what of the GM's own seat, its log and its proofs: a row for each id, a column for each person."""

from collections.abc import Awaitable, Callable

import pytest

from bot.campaigns import Right
from playground.people import Player
from tests.ui.tables.blind_evening import keeps
from tests.ui.tables.evening import Evening
from tests.ui.tables.judged_evening import begun
from tests.ui.tables.rights import ABROAD, HERE, Row, Scene, allows, cast_of, refuses

ROWS = (
    Row("GM page", "hand:{t}:0", Right.PLAY_GM),
    Row("A decision", "own:{t}:{turn}:0:judge", Right.PLAY_GM, picks="2", changes=True),
    Row("A decision past the page", "act:{t}:{turn}:0:judge", Right.PLAY_GM),
    Row("A decision for somebody absent", "act:{t}:{turn}:0!:judge", Right.PLAY_GM),
    Row("Picking", "mark:{t}:{turn}:0:judge", Right.PLAY_GM, picks="1"),
    Row("Form: a decision", "own:{t}:{turn}:0:judge", Right.PLAY_GM, form={"first": "1"}, changes=True),
    Row("Form: past the page", "play:{t}:{turn}:0:judge", Right.PLAY_GM, form={"first": "1"}, changes=True),
    Row("Stop waiting", "timeout:{t}:{turn}:0", Right.ACT_FOR, changes=True),
    Row("GM's log", "gmlog:{t}:0", Right.GM_LOG),
    Row("Verify", "verify:{t}"),
)
"""The keeper is the GM; Han and Lando have exchanged, and the hand waits for the GM."""
REFUSALS = {refusal for row in ROWS for refusal in row.refusals.values()}
MAY = [(row, column) for row in ROWS if row.changes for column in HERE if column not in row.refusals]
Begun = Callable[[], Awaitable[Scene]]


@pytest.fixture
def scene(judged: Evening, han: Player, lando: Player) -> Begun:
    async def arranged() -> Scene:
        await begun(judged, han, lando)
        await keeps(judged, han, lando)
        found = cast_of(judged, judged.guest("Opener"), han)
        await judged.services.campaigns.at(found.places[ABROAD].guild_id or 0)
        await judged.clock.advance(10)
        await judged.quiet()
        return found

    return arranged


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_gm_seat_action_is_refused_and_changes_nothing_without_the_right(scene: Begun, row: Row):
    await refuses(await scene(), row, REFUSALS)


@pytest.mark.parametrize("row, column", MAY, ids=lambda value: getattr(value, "name", value))
async def test_gm_seat_action_succeeds_with_the_right(scene: Begun, row: Row, column: str):
    await allows(await scene(), row, column, REFUSALS)


@pytest.mark.parametrize(
    "does", ["seat:{t}:0", "leave:{t}:0:{moment}:yes", "out:{t}:0:1", "top:{t}:0", "up:{t}:0:0:{moment}:yes"]
)
async def test_nobody_sits_there_tops_it_up_or_sends_it_away(scene: Begun, does: str):
    found = await scene()
    table = await found.evening.table()
    async with found.evening.nothing_changes():
        for column in HERE:
            told = await found.does(column, Row(does, does), table)
            assert told in {
                "You don't sit at this table. Take a seat first.",
                "That seat isn't yours.",
                "Nobody sits there now.",
                "They no longer sit there. Choose again.",
                "Only the GM can do that.",
                "That button has expired. Use the latest message.",
            }, (column, told)
