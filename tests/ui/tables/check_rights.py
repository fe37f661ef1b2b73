"""Who may do what at a table: a row for each button, form, command and list of choices, a column for each person.

Ids of buttons and forms are no secret, so everybody may send everything: from the table's channel, from another channel
and from another server.
"""

from collections.abc import Awaitable, Callable

import pytest

from playground.people import Player
from tests.ui.tables.evening import Evening
from tests.ui.tables.rights import (
    ABROAD,
    ELSEWHERE,
    GM,
    HERE,
    KEEPER,
    NO_TABLE,
    NOBODY_ELSEWHERE,
    NOT_SEATED,
    ONLY_GM,
    ONLY_HAN,
    ONLY_THE_GM,
    OTHER,
    SEATED,
    Row,
    Scene,
    allows,
    cast_of,
    everybody_here,
    only,
    refuses,
)

RULES_ONLY_GM = "Only the GM changes the house rules, or before the first hand the player who opened the table."
TAKE_A_SEAT = "Take a seat first: only players and the GM deal."
NO_HAND = "No hand is in play."
NO_NPC = "That is a player's character, not an NPC."
CLOSERS = "Only the GM closes a table, or between hands the player who opened it."

ONLY_SEATED = only(SEATED, otherwise="That seat isn't yours.")
ONLY_SEATS = only(GM, otherwise="Only the GM seats NPCs.")

ROWS = (
    Row("Deal", "deal:{t}:{turn}", only(GM, SEATED, otherwise=TAKE_A_SEAT), changes=True),
    Row("Sit", "sit:{t}", everybody_here() | {SEATED: "You sit here already, as Han."}),
    Row("Add an NPC", "npc:{t}", ONLY_SEATS, picks="novice", changes=True),
    Row("My seat", "seat:{t}", ONLY_HAN),
    Row("More", "more:{t}", everybody_here()),
    Row("Rules", "rules:{t}:0", everybody_here()),
    Row("Odds", "odds:{t}:0", everybody_here() | dict.fromkeys(HERE, NO_HAND)),
    Row("Odds in a hand", "odds:{t}:0", ONLY_HAN, in_hand=True),
    Row("Odds of Han's seat", "chances:{t}:1", only(SEATED, otherwise="Han isn't yours to play."), in_hand=True),
    Row("Verify", "verify:{t}", everybody_here()),
    Row("Sealed cards", "seals:{t}:1:0", everybody_here() | dict.fromkeys(HERE, "No card was sealed in hand 1.")),
    Row("Bring it down", "here:{t}", everybody_here(), changes=True),
    Row("Top up", "top:{t}:1", ONLY_SEATED),
    Row("Sit out", "out:{t}:1:1", ONLY_SEATED, changes=True),
    Row("Leave", "leave:{t}:1", ONLY_SEATED, changes=True),
    Row("Send away", "up:{t}", ONLY_THE_GM),
    Row("Send Han away", "up:{t}:1", ONLY_THE_GM, changes=True),
    Row("The GM's page of the table", "gmtable:{t}", ONLY_THE_GM),
    Row("NPCs to be seated", "gmseat:{t}:0", ONLY_SEATS),
    Row("Take over who plays alone", "pilot:{t}:1:off", everybody_here(**dict.fromkeys(HERE, NO_NPC))),
    Row("Give back who plays alone", "pilot:{t}:1:on", everybody_here(**dict.fromkeys(HERE, NO_NPC))),
    Row("Seat an NPC", "gmsit:{t}", ONLY_SEATS | {GM: "There is no such character in this campaign."}, picks="1"),
    Row("Seat an NPC with an amount", "gmsitas:{t}",
        ONLY_SEATS | {GM: "There is no such character in this campaign."}, picks="1"),
    Row("Form: seat an NPC", "gmsitas:{t}:{han}", ONLY_SEATS | {GM: "There is no such NPC in this campaign."},
        form={"amount": "50"}),
    Row("House rules", "house:{t}", only(GM, otherwise=RULES_ONLY_GM)),
    Row("A house rule", "rule:{t}:0", only(GM, otherwise=RULES_ONLY_GM), picks="ante"),
    Row("Save as a preset", "keep:{t}", ONLY_THE_GM),
    Row("Delete a preset", "forget:{t}", ONLY_THE_GM | {GM: "There is no preset called none here."}, picks="none"),
    Row("Close", "close:{t}", only(GM, KEEPER, otherwise=CLOSERS)),
    Row("Close, sure", "close:{t}:yes", only(GM, KEEPER, otherwise=CLOSERS), changes=True),
    Row("Check", "act:{t}:{turn}:-:check", only(SEATED, otherwise=f"{NOT_SEATED} Take a seat first."), in_hand=True,
        changes=True),
    Row("Bet", "act:{t}:{turn}:1:bet", only(SEATED, otherwise="Han isn't yours to play."), in_hand=True),
    Row("Act for Han", "act:{t}:{turn}:1!:check", only(GM, SEATED, otherwise="Han isn't yours to play."), in_hand=True,
        changes=True),
    Row("Act for", "absent:{t}", ONLY_THE_GM, in_hand=True),
    Row("More time", "time:{t}", only(GM, SEATED, otherwise="The table isn't waiting for you."), in_hand=True,
        changes=True),
    Row("Pause", "pause:{t}", ONLY_THE_GM, changes=True),
    Row("Resume", "resume:{t}", ONLY_THE_GM | {GM: "The table isn't paused."}),
    Row("Void the hand", "void:{t}", ONLY_THE_GM, in_hand=True),
    Row("Void, sure", "void:{t}:yes", ONLY_THE_GM, in_hand=True, changes=True),
    Row("Undo", "undo:{t}", ONLY_THE_GM),
    Row("Undo, chosen", "undoing:{t}:hand:abc", ONLY_THE_GM),
    Row("Undo, sure", "undoing:{t}:action:abc:yes", ONLY_THE_GM, in_hand=True),
    Row("Form: undo", "undoing:{t}:hand:abc:yes", ONLY_THE_GM, form={"reason": "a slip"}),
    Row("Close in mid-hand", "close:{t}", only(GM, otherwise=CLOSERS), in_hand=True),
    Row("Form: sit", "sit:{t}:{han}", everybody_here() | dict.fromkeys((GM, KEEPER, OTHER), "Han isn't yours to play.")
        | {SEATED: "Han sits here already."}, form={"buy-in": "100"}),
    Row("Form: top up", "top:{t}:1", ONLY_SEATED, form={"amount": "5"}, changes=True),
    Row("Form: bet", "play:{t}:{turn}:1:bet", only(SEATED, otherwise="Han isn't yours to play."), form={"to": "50"},
        in_hand=True, changes=True),
    Row("Form: house rule", "rule:{t}:ante",
        only(GM, otherwise=RULES_ONLY_GM),
        form={"value": "20"}, changes=True),
    Row("Form: preset", "keep:{t}", ONLY_THE_GM, form={"name": "Friday"}),
    Row("/table show", "/table show", NOBODY_ELSEWHERE),
    Row("/table verify", "/table verify", NOBODY_ELSEWHERE),
    Row("/table export", "/table export",
        only(GM, otherwise="Only the GM has the hands of a table as a file.", elsewhere=NO_TABLE)),
    Row("/table odds", "/table odds", NOBODY_ELSEWHERE | dict.fromkeys(HERE, NO_HAND)),
    Row("/table here", "/table here", NOBODY_ELSEWHERE, changes=True),
    Row("/table pause", "/table pause", only(GM, otherwise=ONLY_GM, elsewhere=NO_TABLE), changes=True),
    Row("/table resume", "/table resume",
        only(otherwise=ONLY_GM, elsewhere=NO_TABLE) | {GM: "The table isn't paused."}),
    Row("/table void", "/table void", only(GM, otherwise=ONLY_GM, elsewhere=NO_TABLE), in_hand=True),
    Row("/table close", "/table close", only(GM, KEEPER, otherwise=CLOSERS, elsewhere=NO_TABLE)),
    Row("/pilok open", "/pilok open", dict.fromkeys(HERE, "There is a table in this channel already."),
        changes=True),
    Row("/pilok rules", "/pilok rules"),
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
