"""Who may see and play which hand: a row for each button and form of hidden hands, a column for each person."""

from collections.abc import Awaitable, Callable

import pytest

from bot.campaigns import Right
from playground.people import Player
from tests.ui.tables.blind_evening import keeps
from tests.ui.tables.evening import Evening
from tests.ui.tables.rights import ABROAD, GM, HERE, NO_TABLE, ONLY_HAN, Row, Scene, allows, cast_of, refuses

ROWS = (
    Row("My hand", "hand:{t}", besides=ONLY_HAN),
    Row("Han's hand", "hand:{t}:1", Right.PLAY_OWN),
    Row("A private move", "own:{t}:{turn}:1:exchange", Right.PLAY_OWN),
    Row("A private move past the hand", "act:{t}:{turn}:1:exchange", Right.PLAY_OWN),
    Row("A private move for somebody absent", "act:{t}:{turn}:1!:exchange", Right.PLAY_OWN,
        {GM: Right.CHOOSE_UNSEEN.conditions[0].refusal}),
    Row("Picking", "mark:{t}:{turn}:1:exchange", Right.PLAY_OWN, picks="1c"),
    Row("Sending what is picked", "send:{t}:{turn}:1:exchange", Right.PLAY_OWN, changes=True),
    Row("Form: a private move", "own:{t}:{turn}:1:exchange", Right.PLAY_OWN, form={"cards": "1c"}, changes=True),
    Row("Form: past the hand", "play:{t}:{turn}:1:exchange", Right.PLAY_OWN, form={"cards": ""}, changes=True),
    Row("A move of the table", "own:{t}:{turn}:1:show", Right.PLAY_OWN, in_hand=True, changes=True),
    Row("Stop waiting", "timeout:{t}:{turn}:1", Right.ACT_FOR, changes=True),
    Row("Take over", "keeper:{t}:{host}:{moment}", Right.TAKE_OVER),
    Row("Wager", "wager:{t}:1", Right.SEAT_OWN),
    Row("A wager", "wager:{t}:1:0", Right.SEAT_OWN, picks="gem_1"),
    Row("Withdraw", "unwager:{t}:1", Right.SEAT_OWN),
    Row("/table hand", "/table hand", besides=ONLY_HAN, elsewhere=NO_TABLE),
)  # fmt: skip
"""`in_hand`: all have exchanged, and it is Han's turn at the table."""
REFUSALS = {refusal for row in ROWS for refusal in row.refusals.values()}
MAY = [(row, column) for row in ROWS if row.changes for column in HERE if column not in row.refusals]
Begun = Callable[[bool], Awaitable[Scene]]


@pytest.fixture
def scene(blind: Evening, han: Player, lando: Player) -> Begun:
    async def begun(later: bool) -> Scene:
        await blind.sits(han, "Han")
        await blind.sits(lando, "Lando")
        await lando.click(blind.message, "Deal")
        await blind.drawn()
        if later:
            await keeps(blind, han, lando)
        found = cast_of(blind, blind.guest("Opener"), han)
        await blind.services.campaigns.at(found.places[ABROAD].guild_id or 0)
        await blind.clock.advance(10)
        await blind.quiet()
        return found

    return begun


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_hand_action_is_refused_and_changes_nothing_without_the_right(scene: Begun, row: Row):
    await refuses(await scene(row.in_hand), row, REFUSALS)


@pytest.mark.parametrize("row, column", MAY, ids=lambda value: getattr(value, "name", value))
async def test_hand_action_succeeds_with_the_right(scene: Begun, row: Row, column: str):
    await allows(await scene(row.in_hand), row, column, REFUSALS)
