"""Who may do what at a table: a row for each button, form, command and list of choices, a column for each person.

Ids of buttons and forms are no secret, so everybody may send everything: from the table's channel, from another channel
and from another server.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import pytest

from bot.playground.interactions import Kind
from bot.playground.player import Answer, Player, Seen
from bot.playground.world import Channel
from bot.tables.model import Table
from tests.ui.tables.evening import Evening

GM, KEEPER, SEATED, OTHER, ELSEWHERE, ABROAD = "the GM", "who opened it", "seated", "another", "elsewhere", "abroad"
HERE = (GM, KEEPER, SEATED, OTHER)
"""Columns: the GM, the player who opened the table, Han whose turn it is, another player; the GM in another channel,
and a GM of another server.
"""
ONLY_GM = "Only the GM can do that."
NOT_HERE = "That table isn't here."
NO_TABLE = "There is no table in this channel. Open one, with /pilok open for example."
NOT_SEATED = "You don't sit at this table."
RULES_ONLY_GM = "Only the GM changes the house rules, or before the first hand whoever opened the table."


@dataclass(frozen=True)
class Row:
    """`does` is an id with the table's number, its turn and Han's character filled in, or a command with `/`.

    `refusals` are by column; who isn't in it may. `changes`: whether doing it changes the table.
    """

    name: str
    does: str
    refusals: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    picks: str | None = None
    in_hand: bool = False
    changes: bool = False


def everybody_here(**refusals: str) -> dict[str, str]:
    return {ELSEWHERE: NOT_HERE, ABROAD: NOT_HERE} | refusals


def only(*columns: str, otherwise: str, elsewhere: str = NOT_HERE) -> dict[str, str]:
    """Refused to everybody but those columns, and to all who aren't there."""
    return {column: otherwise for column in HERE if column not in columns} | {ELSEWHERE: elsewhere, ABROAD: elsewhere}


ONLY_THE_GM = only(GM, otherwise=ONLY_GM)
ONLY_HAN = only(SEATED, otherwise=NOT_SEATED)
NOBODY_ELSEWHERE = {ELSEWHERE: NO_TABLE, ABROAD: NO_TABLE}
TAKE_A_SEAT = "Take a seat first: whoever plays may deal."
CLOSERS = "Only the GM closes a table, or between hands whoever opened it."

ROWS = (
    Row("Deal", "deal:{t}:{turn}", only(GM, SEATED, otherwise=TAKE_A_SEAT), changes=True),
    Row("Sit", "sit:{t}", everybody_here() | {SEATED: "You sit here already, as Han."}),
    Row("Add an NPC", "npc:{t}", only(GM, otherwise="Only the GM seats NPCs."), picks="novice", changes=True),
    Row("My seat", "seat:{t}", ONLY_HAN),
    Row("More", "more:{t}", everybody_here()),
    Row("Rules", "rules:{t}:0", everybody_here()),
    Row("Verify", "verify:{t}", everybody_here()),
    Row("Bring it down", "here:{t}", everybody_here(), changes=True),
    Row("Top up", "top:{t}:1", only(SEATED, otherwise="That seat isn't yours.")),
    Row("Sit out", "out:{t}:1:1", ONLY_HAN, changes=True),
    Row("Leave", "leave:{t}:1", ONLY_HAN, changes=True),
    Row("Send away", "up:{t}", ONLY_THE_GM),
    Row("Send Han away", "up:{t}:1", ONLY_THE_GM, changes=True),
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
    Row("Close in mid-hand", "close:{t}", only(GM, otherwise=CLOSERS), in_hand=True),
    Row("Form: sit", "sit:{t}:{han}", everybody_here() | dict.fromkeys((GM, KEEPER, OTHER), "Han isn't yours to play.")
        | {SEATED: "Han sits here already."}, form={"buy-in": "100"}),
    Row("Form: top up", "top:{t}:1", ONLY_HAN, form={"amount": "5"}, changes=True),
    Row("Form: bet", "play:{t}:{turn}:1:bet", only(SEATED, otherwise="Han isn't yours to play."), form={"to": "50"},
        in_hand=True, changes=True),
    Row("Form: house rule", "rule:{t}:ante",
        only(GM, otherwise="Only the GM changes the house rules, or before the first hand whoever opened the table."),
        form={"value": "20"}, changes=True),
    Row("Form: preset", "keep:{t}", ONLY_THE_GM, form={"name": "Friday"}),
    Row("/table show", "/table show", NOBODY_ELSEWHERE),
    Row("/table verify", "/table verify", NOBODY_ELSEWHERE),
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


class Scene:
    """A table that a player opened, with one hand behind it; in mid-hand it is Han's turn."""

    def __init__(self, evening: Evening, people: Mapping[str, Player], places: Mapping[str, Channel]) -> None:
        self.evening, self.people, self.places = evening, people, places

    async def does(self, column: str, row: Row, table: Table) -> str:
        """What this person is told, or "" for an answer that isn't a refusal's plain text."""
        who, place = self.people[column], self.places[column]
        han = table.record.chairs[0].character_id
        what = row.does.format(t=table.id, turn=table.record.turn, han=han)
        answer = await self._sent(who, place, what, row)
        await answer.done()
        return answer.text

    async def _sent(self, who: Player, place: Channel, what: str, row: Row) -> Answer:
        if what.startswith("/"):
            return await who.slash(place, what.removeprefix("/"))
        self.evening.local.world.say(who.user, place, "a message")
        seen = self.evening.message if place is self.evening.channel else who.sees(place)[-1]
        if row.form is not None:
            return await self._form(who, seen, what, row.form)
        if row.picks is not None:
            return await who.select(seen, what, row.picks, unchecked=True)
        return await who.click(seen, what, unchecked=True)

    async def _form(self, who: Player, seen: Seen, what: str, values: Mapping[str, str]) -> Answer:
        """Send in a form that nobody opened, as if a button of the message had."""
        opener = await who.click(seen, "worn-out:", unchecked=True)
        rows = [
            {"type": 18, "id": 2 * at, "component": {"type": 4, "id": 2 * at + 1, "custom_id": name, "value": value}}
            for at, (name, value) in enumerate(values.items(), 1)
        ]
        data = {"custom_id": what, "components": rows}
        begun = who._begin(Kind.MODAL_SUBMIT, who._place(seen), data, source=seen.message, opened_by=opener.interaction)
        return await who._answer(begun)


@pytest.fixture
async def scene(evening: Evening, han: Player, lando: Player) -> Callable[[bool], Awaitable[Scene]]:
    async def begun(in_hand: bool) -> Scene:
        opener, other = evening.guest("Opener"), evening.guest("Greedo")
        world = evening.local.world
        abroad = world.add_guild("Abroad", owner=world.add_user("Foreigner"))
        foreigner = Player(evening.local, world.users[abroad.owner_id])
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
        home = evening.channel
        people = {GM: evening.gm, KEEPER: opener, SEATED: han, OTHER: other, ELSEWHERE: evening.gm, ABROAD: foreigner}
        places = dict.fromkeys(HERE, home) | {
            ELSEWHERE: world.add_channel(evening.guild, "elsewhere"),
            ABROAD: world.add_channel(abroad, "abroad"),
        }
        await evening.house.campaigns.at(abroad.id)
        return Scene(evening, people, places)

    return begun


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_whoever_may_not_is_told_so_and_nothing_changes(scene: Callable[[bool], Awaitable[Scene]], row: Row):
    played = await scene(row.in_hand)
    table = await played.evening.table()
    async with played.evening.nothing_changes():
        for column, refusal in row.refusals.items():
            assert (column, await played.does(column, row, table)) == (column, refusal)
        if not row.changes:
            for column in (*HERE, ELSEWHERE, ABROAD):
                if column not in row.refusals:
                    assert await played.does(column, row, table) not in REFUSALS


REFUSALS = {refusal for row in ROWS for refusal in row.refusals.values()}
MAY = [(row, column) for row in ROWS if row.changes for column in HERE if column not in row.refusals]


@pytest.mark.parametrize("row, column", MAY, ids=lambda value: getattr(value, "name", value))
async def test_whoever_may_does_it(scene: Callable[[bool], Awaitable[Scene]], row: Row, column: str):
    played = await scene(row.in_hand)
    table = await played.evening.table()
    assert await played.does(column, row, table) not in REFUSALS
    await played.evening.eventually(lambda: _has_changed(played.evening, table))


async def _has_changed(evening: Evening, before: Table) -> bool:
    return await evening.house.tables.look(before.id) != before


async def test_choices_are_offered_from_what_each_person_may_see(scene: Callable[[bool], Awaitable[Scene]]):
    played = await scene(False)
    for column, expected in {GM: 1, OTHER: 1, ELSEWHERE: 1, ABROAD: 0}.items():
        who, place = played.people[column], played.places[column]
        offered = await who.autocomplete(place, "table here", "table", "")
        assert len(offered) == expected
        if column == ABROAD:
            refused = await who.slash(place, "table here", table=str((await played.evening.table()).id))
            assert (await refused.done()).text == "There is no such table on this server."
