"""Two processes' worth of the bot on one database. Each serves the servers of one of two shards, of both, or none."""

import itertools
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from bot.campaigns import AutopilotSettings, Campaign, Character, Person
from bot.db import Database, Ids, OpenedDatabase, WatchedDatabase, open_database
from bot.engine.ai.temper import Temper
from bot.errors import PlayerError
from bot.services import Services, build_services
from bot.shards import Shards
from bot.tables.model import Record, Table
from bot.tables.table_store import Click
from tests.sqlite_file import lay_out
from tests.tables.table_fixtures import ANN, BEN, GM, MINUTE, WallClock, house_rules
from tests.workers import AtOnce

COUNT = 2
BOTH = frozenset(range(COUNT))
SERVERS = tuple(((8 + shard) << 22) + 500 for shard in range(COUNT))
"""A server of each shard. A server's tables have the channels from its own id on."""
NAMES = {ANN: "Zaphod", BEN: "Lando"}


class TwoProcesses:
    """The database, and the processes that share it."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, WallClock()
        self.processes: list[Services] = []
        self._keys, self._workers = itertools.count(1), itertools.count()

    async def __aenter__(self) -> Self:
        self.database: OpenedDatabase = await open_database(await lay_out(self.path))
        for shard in range(COUNT):
            await self.begin({shard})
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in self.processes:
            await self.stop(process)
        await self.database.close()

    async def begin(self, held: Iterable[int], around: Database | None = None) -> Services:
        """Start a process that serves these shards."""
        clock, shards = self.clock, Shards(COUNT, tuple(held))
        db = WatchedDatabase(around or self.database, self.path, clock)
        ids = Ids(clock, worker=next(self._workers) % 64)
        process = build_services(db, clock, ids, AtOnce(), shards)
        self.processes.append(process)
        await process.start()
        return process

    async def stop(self, process: Services) -> None:
        for part in (process.tables.clockwork, process.maintenance, process.pilots):
            await part.stop()

    async def kill(self, process: Services) -> None:
        """End a process at once: nothing of it goes on."""
        self.processes.remove(process)
        process.shards.held = frozenset()
        await self.stop(process)

    def of(self, server: int) -> Services | None:
        """Return the process that serves the server."""
        serving = [one for one in self.processes if one.shards.serves(server)]
        assert len(serving) <= 1
        return serving[0] if serving else None

    def serving(self, server: int) -> Services:
        process = self.of(server)
        assert process is not None
        return process

    async def move(self, shard: int, to: Services | None) -> None:
        """Release a shard in the process that serves it, and have another one take it."""
        for process in self.processes:
            await process.release(frozenset({shard}))
        if to is not None:
            await to.take(frozenset({shard}))

    def click(self, by: Person, server: int, channel: int | None = None) -> Click:
        return Click(by, server, channel or server, f"i{next(self._keys)}", self.clock.now())

    async def campaign(self, server: int) -> Campaign:
        return await self.serving(server).campaigns.at(server)

    async def open(self, server: int, *, npc: bool = False) -> Table:
        """Open a table with Ann's Zaphod and Ben's Lando, and deal. With an NPC on autopilot the bot deals from then
        on.
        """
        process, campaign = self.serving(server), await self.campaign(server)
        table = await process.tables.opening.open(
            campaign,
            self.click(GM, server),
            "pilok",
            house_rules(),
            places=(server,),
            pace=MINUTE,
            auto_deal=npc,
        )
        for person, name in NAMES.items():
            await self.sit(table, person, await process.characters.create(campaign, person, name))
        if npc:
            await self.sit(table, GM, await self.npc(campaign))
        return (await process.tables.playing.deal(table.id, self.click(ANN, server))).table

    async def npc(self, campaign: Campaign) -> Character:
        """Create an NPC on autopilot."""
        characters, pilot = self.serving(campaign.guild_id).characters, AutopilotSettings(temper=Temper(style="steady"))
        return await characters.set_pilot(
            campaign, GM, await characters.create_npc(campaign, GM, "regular", "Kett"), pilot
        )

    async def sit(self, table: Table, person: Person, character: Character) -> None:
        server = table.record.guild_id
        await self.serving(server).tables.seating.sit(table.id, self.click(person, server), character, 300)

    async def turn(self, server: int, table_id: int) -> None:
        """Have the player to move check, call or fold, or a player deal, as far as they may."""
        tables = self.serving(server).tables
        table = await tables.look(table_id)
        with suppress(PlayerError):
            if not table.in_hand:
                await tables.playing.deal(table_id, self.click(BEN, server))
                return
            seat = min(table.to_act)
            chair = table.chair(seat)
            assert chair is not None
            action: Any = table.spec.game.on_timeout(table.state, seat)
            by = GM if chair.user_id is None else Person(chair.user_id)
            values = action.to_dict(without=("kind",))
            await tables.playing.act(table_id, self.click(by, server), action.kind, values, seat=seat)

    async def stored(self, table_id: int) -> tuple[Record, float | None]:
        """Return the record of a table and when the clock acts there, as the database has them."""
        (row,) = await self.database.fetch("SELECT record, due_at FROM tables WHERE id = ?", table_id)
        return Record.from_json(row["record"]), row["due_at"]
