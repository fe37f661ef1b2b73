"""Processes of the bot on one database and one local Discord, and servers on four shards."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.app import connected
from bot.db import Database, Ids, OpenedDatabase, WatchedDatabase, open_database
from bot.services import build_services
from bot.shards import Shards
from bot.ui.client import Shadowport
from playground.discord.refusals import Refusal
from playground.discord.server import LocalDiscord
from playground.people import Answer, Player, Seen
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out
from tests.ui.conftest import BOOK, settings_of
from tests.workers import AtOnce

COUNT = 4
ALL = tuple(range(COUNT))


class Room:
    """A server on one of the shards: its GM, a player, a channel, and a table of Pi'Lok at which both sit."""

    def __init__(self, local: LocalDiscord, clock: ManualClock, shard: int) -> None:
        world = local.world
        self.shard, self._clock = shard, clock
        self.guild = world.add_guild(f"Cantina {shard}", shard=(shard, COUNT))
        self.channel = world.add_channel(self.guild, "tables")
        self.gm = Player(local, world.users[self.guild.owner_id])
        self.player = Player(local, world.add_member(self.guild, f"Player {shard}"))

    async def open(self) -> None:
        """Open the table, and have both sit down."""
        answer = await (await self.gm.slash(self.channel, "pilok open", preset="high stakes", clock="off")).done()
        if answer.shown.ephemeral:
            await (await self.gm.click(answer.shown, "Open the table")).done()
        await self.gm.until_sees(self.channel, lambda seen: seen.find("Sit"))
        for person, name in ((self.gm, "Zaphod"), (self.player, "Han")):
            form = (await person.click(self.table, "Sit")).form
            await person.submit(form, {"name": name})
            await self._clock.advance(10)

    @property
    def table(self) -> Seen:
        return next(seen for seen in self.gm.sees(self.channel) if seen.find("More…"))

    def deals(self) -> Answer:
        return self.gm.click(self.table, "Deal")

    async def sees_a_deal(self) -> None:
        """Wait until the table shows that a hand was dealt."""
        await self.gm.until_sees(self.channel, lambda seen: seen.find("Check"))


class Processes:
    """The bot's processes, which share the database and the clock."""

    def __init__(self, local: LocalDiscord, clock: ManualClock, database: OpenedDatabase, folder: Path) -> None:
        self.local, self.clock, self.database, self._folder = local, clock, database, folder
        self._started = 0

    @asynccontextmanager
    async def begun(self, *held: int, around: Database | None = None, **options: Any) -> AsyncIterator[Shadowport]:
        """Run a process that holds these shards from the beginning."""
        self._started += 1
        db = WatchedDatabase(around or self.database, self._folder / BOOK, self.clock)
        ids = Ids(self.clock, worker=self._started)
        services = build_services(db, self.clock, ids, AtOnce(), Shards(COUNT, held))
        await services.start()
        try:
            async with connected(services, settings_of(self.local, self._folder)) as client:
                client._connection.guild_ready_timeout = 0.05
                for name, value in options.items():
                    setattr(client, name, value)
                connection = asyncio.create_task(client.connect())
                for shard in held:
                    await client.connect_shard(shard)
                yield client
            await connection
        finally:
            for part in (services.tables.clockwork, services.maintenance, services.pilots):
                await part.stop()

    async def take(self, client: Shadowport, shard: int, handled: Collection[str] = ()) -> None:
        """Have a process serve a shard that no other one serves."""
        await client.services.take(frozenset({shard}))
        await client.serve_shard(shard, handled)

    async def acted(self, answer: Answer) -> int:
        """Return how often the interaction counted."""
        rows = await self.database.fetch(
            "SELECT count(*) AS found FROM actions WHERE key = ?", str(answer.interaction.id)
        )
        return int(rows[0]["found"])

    async def departed(self) -> list[int]:
        """Return the servers that have left, in order."""
        rows = await self.database.fetch("SELECT guild_id FROM departures ORDER BY guild_id")
        return [int(row["guild_id"]) for row in rows]


@asynccontextmanager
async def processes_on(local: LocalDiscord, clock: ManualClock, folder: Path) -> AsyncIterator[Processes]:
    """Open the database, and let all shards identify at the same time."""
    local.gateway.starts.max_concurrency = COUNT
    async with await open_database(await lay_out(folder / BOOK)) as database:
        yield Processes(local, clock, database, folder)


class Line:
    """The way of the bot's answers to interactions, on which a test holds them up."""

    def __init__(self, local: LocalDiscord) -> None:
        self._local, self._waiting = local, list[asyncio.Future[None]]()
        self._is_held = False
        local.on_call.append(self._pass)

    def hold(self) -> None:
        self._is_held = True

    def release(self) -> None:
        """Let all of them through."""
        self._is_held = False
        for held in self._waiting:
            held.set_result(None)

    def cut(self) -> None:
        """Have those fail that are held up, and let others through."""
        self._is_held = False
        for held in self._waiting:
            held.set_exception(Refusal(404, 10062, "Unknown interaction"))

    async def until_held(self) -> None:
        await self._local.world.until(lambda: bool(self._waiting))

    async def _pass(self, request: web.Request) -> None:
        if self._is_held and request.path.endswith("/callback"):
            held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(held)
            self._local.world.touched()
            await held
