"""Rows and columns of who may do what at a table: everybody may send every id, and whoever may not is told so."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.campaigns import Fact, Right
from bot.tables.model import Table
from bot.ui.render.buttons import moment_of
from playground.discord.interactions import Kind
from playground.discord.world import Channel
from playground.people import Answer, Player, Seen
from tests.ui.tables.evening import Evening

GM, KEEPER, SEATED, OTHER, ELSEWHERE, ABROAD = "the GM", "who opened it", "seated", "another", "elsewhere", "abroad"
HERE = (GM, KEEPER, SEATED, OTHER)
"""Columns: the GM, the player who opened the table, Han whose turn it is, another player; the GM in another channel,
and a GM of another server.
"""
ONLY_GM = "Only the GM can do that."
NOT_HERE = "That table isn't in this channel."
NO_TABLE = "There is no table in this channel. Open one, with /pilok open for example."
NOT_SEATED = "You don't sit at this table. Take a seat first."


FACTS: Mapping[str, set[Fact]] = {
    GM: {Fact.GM, Fact.HOST, Fact.PLAYS_NPCS, Fact.NOT_SEATED, Fact.IMPARTIAL, Fact.OUTSIDE_HAND},
    KEEPER: {Fact.OPENER, Fact.NOT_SEATED},
    SEATED: {Fact.SEATED, Fact.OWN, Fact.AWAITED},
    OTHER: {Fact.NOT_SEATED},
}
ALWAYS = {Fact.AWAITS, Fact.HIDDEN, Fact.NO_BANK, Fact.NO_TOURNAMENT, Fact.WAGER_AGREED, Fact.ODDS}
ALWAYS |= {Fact.DECIDES_NOTHING, Fact.PLAYS_NO_NPC}
WORDS = {"name": "Han", "own": "Han", "hand": "hand", "hands": "hands"}


@dataclass(frozen=True)
class Row:
    """`does` is an id with the table's number, its turn and Han's character filled in, or a command with `/`.

    The row of the right says which columns are refused. `besides` are other answers by column, "" for none. `elsewhere`
    is the refusal away from the table. `changes`: whether doing it changes the table.
    """

    name: str
    does: str
    right: Right = Right.WATCH
    besides: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    picks: str | None = None
    in_hand: bool = False
    changes: bool = False
    elsewhere: str = NOT_HERE

    @property
    def refusals(self) -> dict[str, str]:
        """Who reads which refusal. All other columns may."""
        state = ALWAYS if self.in_hand else {*ALWAYS, Fact.BETWEEN_HANDS}
        found = {column: self.right.refusal((FACTS[column] | state).__contains__) for column in HERE}
        found |= {ELSEWHERE: self.elsewhere, ABROAD: self.elsewhere} | dict(self.besides)
        return {column: told.format_map(WORDS) for column, told in found.items() if told}


def only(*columns: str, otherwise: str) -> dict[str, str]:
    """Expect that answer for everyone at the table except those columns."""
    return {column: otherwise for column in HERE if column not in columns}


ONLY_HAN = only(SEATED, otherwise=NOT_SEATED)


class Scene:
    """A table that a player opened, with one hand behind it; in mid-hand it is Han's turn."""

    def __init__(self, evening: Evening, people: Mapping[str, Player], places: Mapping[str, Channel]) -> None:
        self.evening, self.people, self.places = evening, people, places

    async def does(self, column: str, row: Row, table: Table) -> str:
        """Return the refusal that this person reads, or "" for any other answer."""
        who, place = self.people[column], self.places[column]
        han = table.record.chairs[0].character_id
        turn, host, moment = table.record.turn, table.record.keeper, moment_of(table)
        what = row.does.format(t=table.id, turn=turn, han=han, host=host, moment=moment)
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
        # The worn-out click makes the bot check its message. It would answer a form later that came meanwhile.
        await self.evening.clock.settle()
        rows = [
            {"type": 18, "id": 2 * at, "component": {"type": 4, "id": 2 * at + 1, "custom_id": name, "value": value}}
            for at, (name, value) in enumerate(values.items(), 1)
        ]
        data = {"custom_id": what, "components": rows}
        begun = who._begin(Kind.MODAL_SUBMIT, who._place(seen), data, source=seen.message, opened_by=opener.interaction)
        return await who._answer(begun)


def cast_of(evening: Evening, opener: Player, seated: Player) -> Scene:
    """Return the person of each column, and their place."""
    world = evening.local.world
    abroad = world.add_guild("Abroad", owner=world.add_user("Foreigner"))
    foreigner = Player(evening.local, world.users[abroad.owner_id])
    people = {
        GM: evening.gm,
        KEEPER: opener,
        SEATED: seated,
        OTHER: evening.guest("Greedo"),
        ELSEWHERE: evening.gm,
        ABROAD: foreigner,
    }
    places = dict.fromkeys(HERE, evening.channel) | {
        ELSEWHERE: world.add_channel(evening.guild, "elsewhere"),
        ABROAD: world.add_channel(abroad, "abroad"),
    }
    return Scene(evening, people, places)


async def refuses(scene: Scene, row: Row, refusals: Collection[str]) -> None:
    """Check that a person without the right is refused and changes nothing, and one with it isn't refused."""
    table = await scene.evening.table()
    async with scene.evening.nothing_changes():
        for column, refusal in row.refusals.items():
            assert (column, await scene.does(column, row, table)) == (column, refusal)
        if not row.changes:
            for column in (*HERE, ELSEWHERE, ABROAD):
                if column not in row.refusals:
                    assert await scene.does(column, row, table) not in refusals


async def allows(scene: Scene, row: Row, column: str, refusals: Collection[str]) -> None:
    """Check that a person with the right does it, and something has changed."""
    table = await scene.evening.table()
    assert await scene.does(column, row, table) not in refusals

    async def has_changed() -> bool:
        return await scene.evening.services.tables.look(table.id) != table

    await scene.evening.eventually(has_changed)
