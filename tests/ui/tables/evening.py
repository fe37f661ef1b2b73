"""An evening at a table: the real bot on a local Discord, and people who click, type and wait."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bot.app import connected, opened_services
from bot.campaigns import Character, Person
from bot.ledger import accounts, balance
from bot.tables.model import Chair, Table
from bot.tables.table_store import Click
from bot.ui.client import Shadowport
from bot.ui.render.table_message import table_view, texts
from cogs.campaign.settings_text import parse_currency
from playground.discord.limits.components import TEXT_DISPLAY
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Answer, Player, Seen
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out
from tests.tables.table_fixtures import loaded
from tests.ui.conftest import BOOK, Cast, running, settings_of
from tests.ui.parts import ids
from tests.workers import AtOnce

WATCHED = ("tables", "hands", "actions", "accounts", "entries", "transfers")
WIDEST = ["".join(f"{mark}\u0301\u0323" for mark in "*_~|`<>#" * 4)[: 3 * 31] + str(number) for number in range(10)]
"""Every letter is escaped and carries two marks: no name takes more room in a message."""
LONG_COINS = ", ".join(f"{'abcdefgh'[at] * 28}={10 ** (7 - at)}" for at in range(8))


Begun = Callable[..., AbstractAsyncContextManager["Evening"]]
"""Begins an evening: the bot comes up on the same file as before."""


class Seated(NamedTuple):
    """A character at a table, and the name that it has there."""

    seat: int
    name: str
    character_id: int
    is_npc: bool


def seated_at(table: Table) -> list[Seated]:
    """Return the characters at the table, in the order of their seats."""
    name = table.voice.plain_name
    return [Seated(one.seat, name(one.seat), one.character_id, one.is_npc) for one in table.record.chairs]


def names_at(table: Table) -> list[str]:
    """Return the names at the table, in the order of the seats."""
    return [one.name for one in seated_at(table)]


class Evening:
    """One channel with a table in it, and what everybody there sees and does."""

    def __init__(
        self, local: LocalDiscord, client: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
    ) -> None:
        self.local, self.client, self.services, self.clock = local, client, client.services, clock
        self.channel, self.guild, self.gm = channel, guild, gm
        self.cast = Cast(client.services, guild)

    def guest(self, name: str, **options: Any) -> Player:
        """Add another person to the server."""
        return Player(self.local, self.local.world.add_member(self.guild, name, **options))

    def roll(self, *faces: int) -> None:
        """Set the next dice at all tables: first the place of the dealer, if the first hand is to come."""
        self.services.tables.store.dealer.chances = loaded(faces)

    async def open(self, by: Player | None = None, command: str = "pilok open", **options: Any) -> Seen:
        """Open a table; without options the preset without limits, whose clock is off. What is shown before is taken
        up.
        """
        asked, who = options or {"preset": "high stakes", "clock": "off"}, by or self.gm
        answer = await (await who.slash(self.channel, command, **asked)).done()
        assert answer.message is not None, answer
        if answer.message.ephemeral:
            await (await who.click(answer.message, "Open the table")).done()
        await self.drawn()
        return self.message

    async def changes_rules(self, **values: Any) -> None:
        """Change house rules, by the names of their options."""
        if values:
            table = await self.table()
            key = f"rules of {table.id}.{table.record.turn}"
            click = Click(self.boss, self.guild.id, self.channel.id, key, self.clock.now())
            await self.services.tables.opening.change_rules(table.id, click, values)
            await self.drawn()

    async def counts_in(self, coins: str, **settings: Any) -> None:
        """Set another currency in the campaign, written as a GM writes it, with other settings beside it."""
        await self.settles(currency=parse_currency(coins), **settings)

    async def settles(self, **settings: Any) -> None:
        """Change settings of the campaign."""
        campaign = await self.cast.campaign()
        await self.services.campaigns.change(campaign, campaign.settings.evolve(**settings), self.boss)
        self.services.tables.store.forget_campaign(campaign.id)

    @property
    def message(self) -> Seen:
        """The table's message: the last one that offers More."""
        return [seen for seen in self.gm.sees(self.channel) if not seen.ephemeral and seen.find("More…")][-1]

    async def table(self) -> Table:
        found = await self.services.tables.in_channel(self.channel.id)
        assert found is not None
        return found

    async def drawn(self) -> Seen:
        """Return the table's message, once it shows the table as it is."""
        await self.clock.advance(1)
        table = await self.table()
        wanted, ids = "\n".join(filter(None, texts(table))), _ids(table)
        shown = await self.gm.until_sees(
            self.channel, lambda seen: seen.text == wanted and [button.custom_id for button in seen.buttons] == ids
        )
        await self.eventually(self._is_noted)
        return shown

    async def until_counted(self, messages: int) -> None:
        """Wait until the bot has heard of so many messages below the table."""
        await self.clock.settle()
        assert self.client.renderer._drawings[(await self.table()).id].pushed >= messages

    async def passes_until(self, holds: Callable[[], Awaitable[bool] | bool], *, by: int = 1) -> None:
        """Let time pass, `by` seconds at once and an hour at most, until it holds."""
        for _ in range(0, 3600, by):
            found = holds()
            if found if isinstance(found, bool) else await found:
                return
            await self.clock.advance(by)
        raise AssertionError("an hour has passed")

    async def quiet(self) -> None:
        """Wait until the bot has no drawing under way, whether or not it could draw."""
        await self.clock.advance(1)
        await self.clock.settle()

    async def _is_noted(self) -> bool:
        """Return whether the bot has stored the place of the table's message."""
        return (await self.table()).record.message_id is not None

    async def sits(self, who: Player, name: str, buy_in: str = "500 cr", *, sheet: str = "") -> Chair:
        """Make a new character for the player and seat it."""
        character = await self.cast.pc(who, name, sheet)
        return await self.seats(who, character, buy_in)

    async def seats(self, who: Player, character: Character, buy_in: str = "500 cr") -> Chair:
        await who.click(self.message, "Sit")
        await who.submit(None, {"Buy-in": buy_in})
        await self.drawn()
        chair = (await self.table()).chair_of(character.id)
        assert chair is not None
        return chair

    async def adds_npc(self, template: str = "Regular") -> Seated:
        """Seat a new NPC. Once a hand was dealt, its menu is under "More…"."""
        menu = "Add an NPC…"
        is_here = any(select.placeholder == menu for select in self.message.selects)
        place = self.message if is_here else (await self.gm.click(self.message, "More…")).shown
        await self.gm.select(place, menu, template)
        await self.drawn()
        return seated_at(await self.table())[-1]

    async def does(self, who: Player, *labels: str) -> Seen:
        """Press buttons on the table, one after the other, each drawn before the next."""
        for label in labels:
            answer = await who.click(self.message, label)
            assert not answer.failed
            assert not answer.interaction.made, answer.text
            await self.drawn()
        return self.message

    async def fills(self, who: Player, label: str, answers: Mapping[str, Any]) -> Answer:
        """Press a button on the table that opens a form, and send the form in."""
        await who.click(self.message, label)
        return await who.submit(None, answers)

    async def privately(self, who: Player, *labels: str) -> Answer:
        """Press a button on the table, then one on its answer, and so on, and return the last answer. While a hand is
        in play, the way to one's seat is on the page of the hand. Anything without a button there is under "More…".
        """
        first, *others = labels
        if self.message.find(first) is None:
            way = (await self.table()).spec.game.hand_title if first == "My seat" else "More…"
            first, *others = way, *labels
        answer = await who.click(self.message, first)
        for label in others:
            is_shown = answer.message is not None and answer.message.ephemeral
            answer = await who.click(answer.shown if is_shown else self.page_of(who), label)
        return answer

    def page_of(self, who: Player) -> Seen:
        """Return the latest private message of the person that has controls: a question may stand on their page."""
        return [seen for seen in who.sees(self.channel) if seen.ephemeral and (seen.buttons or seen.selects)][-1]

    def elsewhere(self, name: str) -> "Evening":
        """Return the same evening in another channel."""
        return self.at(self.local.world.add_channel(self.guild, name))

    def at(self, place: Channel) -> "Evening":
        """Return the same evening in another place."""
        return Evening(self.local, self.client, self.clock, place, self.guild, self.gm)

    @property
    def boss(self) -> Person:
        """The owner of the server, who is a GM of every campaign."""
        return Person(self.guild.owner_id, is_owner=True)

    async def passes(self, seconds: float) -> Seen:
        """Let time pass until the clock does something at the table that is told there."""
        before = (await self.table()).said

        async def has_changed() -> bool:
            return (await self.table()).said != before

        await self.clock.advance(seconds)
        await self.eventually(has_changed)
        return await self.drawn()

    async def eventually(self, holds: Callable[[], Awaitable[bool]]) -> None:
        """Let everything that has begun come to its end; the table has changed as it should."""
        await self.clock.settle()
        assert await holds()

    async def is_closed(self, table_id: int) -> bool:
        return not (await self.services.tables.look(table_id)).is_open

    async def take(self, character: Character, amount: int) -> None:
        """Take money out of a purse as the GM."""
        await self.services.wallet.take(
            await self.cast.campaign(), self.boss, [character], amount, key="spent", reason="spent"
        )

    async def purse(self, character: Character) -> int:
        return await self.services.wallet.balance(character)

    async def chips(self, seat: int) -> int:
        """Return the chips that the ledger has at a seat."""
        return await balance(self.services.db, accounts.seat((await self.table()).id, seat))

    async def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row that a table could touch."""
        return {name: await self._rows(name) for name in WATCHED}

    async def _rows(self, name: str) -> list[tuple[Any, ...]]:
        rows = await self.services.db.fetch(f"SELECT * FROM {name} ORDER BY 1, 2")
        return [tuple(dict(row).values()) for row in rows]

    @asynccontextmanager
    async def nothing_changes(self) -> AsyncIterator[None]:
        """Check that not a byte of the tables and the ledger has changed after the block."""
        before = await self.everything()
        yield
        assert await self.everything() == before


@asynccontextmanager
async def bot_up(
    local: LocalDiscord,
    clock: ManualClock,
    channel: Channel,
    guild: Guild,
    gm: Player,
    folder: Path,
    **changes: object,
) -> AsyncIterator[Evening]:
    """Run the bot from its start to its end, on the file in `folder`: twice in a row is a restart. `changes` are other
    settings.
    """
    settings = settings_of(local, folder).model_copy(update=changes)
    await lay_out(folder / BOOK)
    async with (
        opened_services(settings, clock, workers=AtOnce()) as services,
        connected(services, settings) as client,
        running(client),
    ):
        yield Evening(local, client, clock, channel, guild, gm)
        await client.finish()


def seats_of(seen: Seen) -> list[str]:
    """Return the roster of a table's message in one line a seat, also where each seat has short lines for a phone."""
    texts = (part["content"] for part in seen.components if part["type"] == TEXT_DISPLAY)
    roster = next((text for text in texts if text.startswith(("▸", "◦"))), "")
    return [
        seat.replace("\n-# ", " · ").replace("\n", " ")
        for seat in re.split(r"\n(?=[▸◦])", roster.partition("\n-# NPC")[0])
    ]


def told(answer: Answer) -> str:
    """Return the text of a private answer."""
    assert answer.shown.ephemeral
    return answer.text


def refused(answer: Answer) -> str:
    """Return the refusal of a form, without the typed text that stands below it."""
    return told(answer).split("\n-# ")[0]


def note(answer: Answer) -> str:
    """Return the line above the page in a private answer."""
    return told(answer).splitlines()[0]


def labels(seen: Seen) -> list[str]:
    return [button.label for button in seen.buttons]


def _ids(table: Table) -> list[str]:
    return ids(table_view(table))
