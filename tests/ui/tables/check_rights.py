"""Who may do what at a table: a row for each button, form, command and list of choices, a column for each person.

Ids of buttons and forms are no secret, so everybody may send everything: from the table's channel, from another channel
and from another server.
"""

from collections.abc import Awaitable, Callable

import pytest

from bot.campaigns import Right
from playground.people import Player
from tests.ui.tables.evening import Evening
from tests.ui.tables.rights import (
    ABROAD,
    ELSEWHERE,
    GM,
    HERE,
    NO_TABLE,
    NOT_SEATED,
    ONLY_HAN,
    OTHER,
    SEATED,
    Row,
    Scene,
    allows,
    cast_of,
    only,
    refuses,
)

TAKEN = "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
NO_HAND = "No hand is in play."
NO_NPC = "That is a player's character, not an NPC."
NO_CHARACTER, NOT_AN_NPC = "There is no such character in this campaign.", "There is no such NPC in this campaign."
NONE_IN_PLAY = only(otherwise=NO_HAND)

ROWS = (
    Row("Deal", "deal:{t}:{turn}", Right.DEAL, changes=True),
    Row("Sit", "sit:{t}", Right.SIT),
    Row("Add an NPC", "npc:{t}", Right.SEAT_NPC, picks="novice", changes=True),
    Row("My seat", "seat:{t}", besides=ONLY_HAN),
    Row("More", "more:{t}"),
    Row("Rules", "rules:{t}:0"),
    Row("Odds", "odds:{t}:0", Right.ODDS, NONE_IN_PLAY),
    Row("Odds in a hand", "odds:{t}:0", Right.ODDS, ONLY_HAN, in_hand=True),
    Row("Odds of Han's seat", "chances:{t}:1", Right.PLAY_OWN, in_hand=True),
    Row("Verify", "verify:{t}"),
    Row("Sealed cards", "seals:{t}:1:0", besides=only(otherwise="No card was sealed in hand 1.")),
    Row("Repost", "here:{t}", changes=True),
    Row("Top up", "top:{t}:1", Right.SEAT_OWN),
    Row("Sit out", "out:{t}:1:1", Right.SEAT_OWN, changes=True),
    Row("Leave", "leave:{t}:1", Right.SEAT_OWN, changes=True),
    Row("Send away", "up:{t}", Right.SEND_AWAY),
    Row("Send Han away", "up:{t}:1:{han}:{moment}", Right.SEND_AWAY, changes=True),
    Row("The GM's page of the table", "gmtable:{t}", Right.GM_PAGE),
    Row("NPCs to be seated", "gmseat:{t}:0", Right.SEAT_NPC),
    Row("Take over who plays alone", "pilot:{t}:1:off", besides=only(otherwise=NO_NPC)),
    Row("Give back who plays alone", "pilot:{t}:1:on", besides=only(otherwise=NO_NPC)),
    Row("Seat an NPC", "gmsit:{t}", Right.SEAT_NPC, {GM: NO_CHARACTER}, picks="1"),
    Row("Seat an NPC with an amount", "gmsitas:{t}", Right.SEAT_NPC, {GM: NO_CHARACTER}, picks="1"),
    Row("Form: seat an NPC", "gmsitas:{t}:{han}", Right.SEAT_NPC, {GM: NOT_AN_NPC}, form={"amount": "50"}),
    Row("House rules", "house:{t}", Right.CHANGE_RULES),
    Row("A house rule", "rule:{t}:0", Right.CHANGE_RULES, picks="ante"),
    Row("Save as a preset", "keep:{t}", Right.PRESETS),
    Row("Delete a preset", "forget:{t}", Right.PRESETS, {GM: "There is no preset called none here."}, picks="none"),
    Row("Close", "close:{t}", Right.CLOSE),
    Row("Close, sure", "close:{t}:{moment}:yes", Right.CLOSE, changes=True),
    Row("Check", "act:{t}:{turn}:-:check", besides=only(SEATED, otherwise=NOT_SEATED),
        in_hand=True, changes=True),
    Row("Bet", "act:{t}:{turn}:1:bet", Right.PLAY_OWN, in_hand=True),
    Row("Act for Han", "act:{t}:{turn}:1!:check", Right.PLAY_OWN, {GM: ""}, in_hand=True, changes=True),
    Row("Act for", "absent:{t}", Right.ACT_FOR, in_hand=True),
    Row("More time", "time:{t}", Right.MORE_TIME, in_hand=True, changes=True),
    Row("Pause", "pause:{t}", Right.PAUSE, changes=True),
    Row("Resume", "resume:{t}", Right.PAUSE, {GM: "The table isn't paused."}),
    Row("Void the hand", "void:{t}", Right.VOID, in_hand=True),
    Row("Void, sure", "void:{t}:{moment}:yes", Right.VOID, in_hand=True, changes=True),
    Row("Undo", "undo:{t}", Right.UNDO),
    Row("Undo, chosen", "undoing:{t}:hand:abc", Right.UNDO),
    Row("Undo, sure", "undoing:{t}:action:abc:yes", Right.UNDO, in_hand=True),
    Row("Form: undo", "undoing:{t}:hand:abc:yes", Right.UNDO, form={"reason": "a slip"}),
    Row("Close in mid-hand", "close:{t}", Right.CLOSE, in_hand=True),
    Row("Form: sit", "sit:{t}:{han}", Right.PLAYED, {SEATED: "Han sits here already."}, form={"buy-in": "100"}),
    Row("Form: top up", "top:{t}:1", Right.SEAT_OWN, form={"amount": "5"}, changes=True),
    Row("Form: bet", "play:{t}:{turn}:1:bet", Right.PLAY_OWN, form={"to": "50"}, in_hand=True, changes=True),
    Row("Form: house rule", "rule:{t}:ante", Right.CHANGE_RULES, form={"value": "20"}, changes=True),
    Row("Form: preset", "keep:{t}", Right.PRESETS, form={"name": "Friday"}),
    Row("/table show", "/table show", elsewhere=NO_TABLE),
    Row("/table verify", "/table verify", elsewhere=NO_TABLE),
    Row("/table export", "/table export", Right.EXPORT, elsewhere=NO_TABLE),
    Row("/table odds", "/table odds", Right.ODDS, NONE_IN_PLAY, elsewhere=NO_TABLE),
    Row("/table here", "/table here", elsewhere=NO_TABLE, changes=True),
    Row("/table pause", "/table pause", Right.PAUSE, elsewhere=NO_TABLE, changes=True),
    Row("/table resume", "/table resume", Right.PAUSE, {GM: "The table isn't paused."}, elsewhere=NO_TABLE),
    Row("/table void", "/table void", Right.VOID, in_hand=True, elsewhere=NO_TABLE),
    Row("/table close", "/table close", Right.CLOSE, elsewhere=NO_TABLE),
    Row("/pilok open", "/pilok open", besides=only(otherwise=TAKEN),
        elsewhere="", changes=True),
    Row("/pilok rules", "/pilok rules", elsewhere=""),
)  # fmt: skip


@pytest.fixture
async def scene(evening: Evening, han: Player, lando: Player) -> Callable[[bool], Awaitable[Scene]]:
    async def begun(in_hand: bool) -> Scene:
        opener = evening.guest("Opener")
        evening.roll(2, *(6, 1, 5, 1), *(1, 6, 1, 5))
        await evening.open(by=opener, preset="high stakes", clock="2 min")
        await evening.sits(han, "Han")
        await evening.sits(lando, "Lando")
        await evening.does(lando, "Deal")
        await evening.privately(han, "Fold", "Fold")
        await evening.drawn()
        if in_hand:
            await evening.does(lando, "Next hand", "Check")
        await evening.clock.advance(10)
        await evening.quiet()  # a click while the table is being drawn is acknowledged, and drawn with another's token
        found = cast_of(evening, opener, han)
        await evening.services.campaigns.at(found.places[ABROAD].guild_id or 0)
        return found

    return begun


REFUSALS = {refusal for row in ROWS for refusal in row.refusals.values()}
MAY = [(row, column) for row in ROWS if row.changes for column in HERE if column not in row.refusals]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_action_is_refused_and_changes_nothing_without_the_right(
    scene: Callable[[bool], Awaitable[Scene]], row: Row
):
    await refuses(await scene(row.in_hand), row, REFUSALS)


@pytest.mark.parametrize("row, column", MAY, ids=lambda value: getattr(value, "name", value))
async def test_action_succeeds_with_the_right(scene: Callable[[bool], Awaitable[Scene]], row: Row, column: str):
    await allows(await scene(row.in_hand), row, column, REFUSALS)


async def test_choices_are_offered_from_what_each_person_may_see(scene: Callable[[bool], Awaitable[Scene]]):
    played = await scene(False)
    for column, expected in {GM: 1, OTHER: 1, ELSEWHERE: 1, ABROAD: 0}.items():
        who, place = played.people[column], played.places[column]
        assert len(await who.autocomplete(place, "table here", "table", "")) == expected
        if column == ABROAD:
            refused = await who.slash(place, "table here", table=str((await played.evening.table()).id))
            assert (await refused.done()).text == "There is no such table on this server."
