"""A harness: a server with a channel for a table, the people who play there, and a file that outlives the bot."""

import itertools
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from bot import games
from bot.campaigns import Campaign, Campaigns, Character, Characters, Pace, Person
from bot.db import Database, Ids, OpenedDatabase, open_database
from bot.engine.game import Event, HouseRules, Seat
from bot.engine.options import with_options
from bot.engine.rng import Rng, ScriptedRng
from bot.errors import PlayerError
from bot.ledger import accounts, audit, balance
from bot.tables.events import read_event
from bot.tables.hand.engine import RngFactory, StepResult, committed_rng
from bot.tables.hand.log import LogRow
from bot.tables.model import Chair, Seeds, Table
from bot.tables.service import TableService
from bot.tables.table_store import Click, new_seeds
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out

GUILD, CHANNEL, ELSEWHERE, GM_ROLE = 500, 600, 601, 900
GM = Person(1, is_owner=True)
ANN, BEN, CID, DEE = (Person(number) for number in (2, 3, 4, 5))
HAN, LANDO, ROARK = 1, 2, 3
"""The seats of Ann's, Ben's and Cid's characters, once they have sat down in this order."""
MINUTE = Pace.of("seconds", 60)
LEADER_STAYS_AHEAD = (6, 3, 1, 5, 2, 1, 4, 1, 2)
"""Dice for three players: whoever gets the first of a street leads it."""
WATCHED = ("tables", "hands", "actions", "accounts", "entries", "transfers", "items", "item_moves", "loadouts")


def house_rules(**options: Any) -> HouseRules:
    """Pi'Lok with an ante of 10 and no limit; who sat down first deals first."""
    return with_options(games.spec_of("pilok").game.presets["high stakes"], {"first_dealer": "host", **options})


class Loaded(ScriptedRng):
    """Dice that fall as they were told to, and count their draws through the hand."""

    def __init__(self, faces: deque[int], first: int) -> None:
        super().__init__(())
        self._faces, self._first = faces, first


def loaded(faces: Iterable[int]) -> RngFactory:
    """One row of faces for everything that is thrown at the tables of a harness."""
    row = deque(faces)

    def chance(seeds: Seeds, hand: str, source: bytes, first: int) -> Rng:
        return Loaded(row, first)

    return chance


def over_and_over(faces: Sequence[int], times: int = 200) -> Iterable[int]:
    return itertools.chain.from_iterable(itertools.repeat(faces, times))


class WallClock(ManualClock):
    """A clock that somebody may set."""

    def jump(self, seconds: float) -> None:
        """Set the time without waking any sleeper; they sleep as long as they meant to."""
        self._now += seconds
        self._sleepers = [(due + seconds, order, waiting) for due, order, waiting in self._sleepers]


class TableHarness:
    """The services on a file. `restart` is the bot going down and coming up again."""

    def __init__(
        self,
        path: Path,
        *,
        chances: RngFactory = committed_rng,
        around: Callable[[OpenedDatabase], Database] = lambda db: db,
    ) -> None:
        self.path, self.clock, self.chances, self.around = path, WallClock(), chances, around
        self.ids = Ids(self.clock)
        self.seeds: Callable[[], Seeds] = new_seeds
        self.table_id = 0
        self.url = ""
        """The URL of its database, if that isn't the one of this engine for `path`."""
        self._keys = itertools.count(1)

    async def open_doors(self) -> None:
        self.file = await open_database(self.url or await lay_out(self.path))
        self.database = self.around(self.file)
        self.campaigns = Campaigns(self.database, self.ids, self.clock)
        self.characters = Characters(self.database, self.campaigns, self.ids, self.clock)
        self.campaign = await self.campaigns.at(GUILD)
        self.tables = self.another_service()

    def another_service(self, database: Database | None = None) -> TableService:
        """Build a service with a cache of its own on the same file."""
        at = database or self.database
        campaigns, characters = self.campaigns, self.characters
        return TableService(at, campaigns, characters, self.clock, self.ids, chances=self.chances, seeds=self.seeds)

    def another_campaigns(self, database: Database) -> Campaigns:
        """Build campaigns that change the file without the service knowing."""
        return Campaigns(database, self.ids, self.clock)

    async def __aenter__(self) -> Self:
        await self.open_doors()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close_doors()

    async def close_doors(self) -> None:
        await self.file.close()

    async def restart(self) -> None:
        await self.close_doors()
        await self.open_doors()

    def click(
        self,
        person: Person,
        *,
        key: str | None = None,
        turn: int | None = None,
        channel: int = CHANNEL,
        guild: int = GUILD,
    ) -> Click:
        return Click(person, guild, channel, key or f"i{next(self._keys)}", self.clock.now(), turn)

    async def settle_for(self, **settings: Any) -> Campaign:
        """Other settings for the campaign."""
        changed = await self.campaigns.change(self.campaign, self.campaign.settings.evolve(**settings), GM)
        self.campaign = changed.campaign
        self.tables.store.forget_campaign(self.campaign.id)
        return self.campaign

    async def opened(self, by: Person = GM, *, channel: int = CHANNEL, **options: Any) -> Table:
        """Open a table of Pi'Lok, without a clock unless `pace` is given. The first one is the fixture's table."""
        pace, auto_deal = options.pop("pace", Pace()), options.pop("auto_deal", False)
        table = await self.tables.opening.open(
            self.campaign,
            self.click(by, channel=channel),
            "pilok",
            house_rules(**options),
            places=(channel,),
            pace=pace,
            auto_deal=auto_deal,
        )
        self.table_id = self.table_id or table.id
        return table

    async def sits(self, by: Person, name: str, amount: int = 500, **click: Any) -> Character:
        """Somebody new comes in and takes a seat."""
        character = await self.characters.create(self.campaign, by, name)
        await self.tables.seating.sit(self.table_id, self.click(by, **click), character, amount)
        return character

    async def npc_sits(self, name: str, amount: int = 500) -> Character:
        npc = await self.characters.create_npc(self.campaign, GM, "regular", name)
        await self.tables.seating.sit(self.table_id, self.click(GM), npc, amount)
        return npc

    async def deals(self, by: Person = ANN) -> Table:
        return (await self.tables.playing.deal(self.table_id, self.click(by))).table

    async def acts(
        self, by: Person, move: str, *, seat: Seat | None = None, absent: bool = False, click: Any = None, **values: Any
    ) -> StepResult:
        click = self.click(by, **(click or {}))
        return await self.tables.playing.act(self.table_id, click, move, values, seat=seat, absent=absent)

    async def undoes_action(self, by: Person = GM, reason: str = "", **click: Any) -> Table:
        """Undo the last action as previewed and confirmed by the GM."""
        plan = (await self.tables.undoing.preview(self.table_id, self.click(by, **click))).action
        if isinstance(plan, PlayerError):
            raise plan
        undo = self.tables.undoing.undo_action
        return await undo(self.table_id, self.click(by, **click), plan.mark, reason, confirmed=True)

    async def undoes_hand(self, by: Person = GM, reason: str = "", **click: Any) -> Table:
        """Undo the last settled hand as `undoes_action` does it."""
        plan = (await self.tables.undoing.preview(self.table_id, self.click(by, **click))).hand
        if isinstance(plan, PlayerError):
            raise plan
        undo = self.tables.undoing.undo_hand
        return await undo(self.table_id, self.click(by, **click), plan.mark, reason, confirmed=True)

    async def quiet_turn(self) -> Table:
        """Whoever is asked does the least: checks if it is free, else folds; passes the jump."""
        table = await self.table()
        seat = min(table.to_act)
        action = table.spec.game.on_timeout(table.state, seat)
        values = action.to_dict(without=("kind",))
        return (await self.acts(await self.player(seat), action.kind, seat=seat, **values)).table

    async def lively_turn(self, *, bold: bool) -> Table:
        """Whoever is asked jumps and has dice rolled again; the bold bet and raise, the others check and call."""
        table = await self.table()
        seat = min(table.to_act)
        moves = {move.key: move for move in table.spec.game.moves(table.state, seat)}
        wanted = ("reroll", "jump", *(("bet", "raise") if bold else ("call", "check")))
        move = next((moves[key] for key in wanted if key in moves), next(iter(moves.values())))
        values = {field.name: field.bounds()[0] for field in move.fields}
        return (await self.acts(await self.player(seat), move.key, seat=seat, **values)).table

    async def lively_hand(self) -> Table:
        """Play a whole hand with bets, raises and jumps."""
        table, turns = await self.deals(), 0
        while table.in_hand:
            turns += 1
            table = await self.lively_turn(bold=turns < 4)
        return table

    async def player(self, seat: Seat) -> Person:
        """Who clicks for the seat."""
        chair = await self.chair(seat)
        return GM if chair.user_id is None else Person(chair.user_id)

    async def play_out(self) -> Table:
        """Play the hand to its end, quietly."""
        table = await self.table()
        while table.in_hand:
            table = await self.quiet_turn()
        return table

    def dice_are(self, *faces: int) -> None:
        """Script the next dice; the bot forgets nothing else."""
        self.chances = loaded(faces)
        self.tables.store.dealer.chances = self.chances

    async def table(self) -> Table:
        return await self.tables.look(self.table_id)

    async def chair(self, seat: Seat) -> Chair:
        found = (await self.table()).chair(seat)
        assert found is not None
        return found

    async def logged(self) -> list[LogRow]:
        """Return the rows of the table's log, oldest first, with the events of today's game and house rules."""
        table = await self.table()
        rows = await self.file.fetch("SELECT * FROM actions WHERE table_id = ? ORDER BY sequence", self.table_id)
        return [
            row.evolve(
                events=tuple(one._replace(event=read_event(table.spec, table.rules, one.event)) for one in row.events)
            )
            for row in map(LogRow.of, rows)
        ]

    async def happened(self) -> tuple[Event, ...]:
        """Return the events of the log's last row, whoever may know them."""
        return tuple(one.event for one in (await self.logged())[-1].events)

    async def purse(self, character: Character) -> int:
        return await balance(self.database, character.purse)

    async def chips(self, seat: Seat) -> int:
        """Return the seat's balance in the ledger."""
        return await balance(self.database, accounts.seat(self.table_id, seat))

    async def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of the file that a table could touch."""
        return {name: await self.rows(name) for name in WATCHED}

    async def rows(self, name: str) -> list[tuple[Any, ...]]:
        rows = await self.file.fetch(f"SELECT * FROM {name} ORDER BY 1, 2")
        return [tuple(dict(row).values()) for row in rows]

    @asynccontextmanager
    async def refuses(self, saying: str, kind: type[PlayerError] = PlayerError) -> AsyncIterator[None]:
        """Check that the block is refused with a sentence that says this, and not a byte of the file has changed."""
        before = await self.everything()
        with pytest.raises(kind) as refusal:
            yield
        assert saying in refusal.value.told(self.campaign.settings.currency.show)
        assert await self.everything() == before

    async def adds_up(self) -> None:
        """Check that the ledger balances, and its seats have what lies on the table."""
        report = await audit(self.database)
        assert report.problems == ()
        table = await self.table()
        for chair in table.record.chairs:
            assert await self.chips(chair.seat) == chair.chips
        assert await balance(self.database, accounts.bank(table.id)) == table.record.bank


async def with_clock(
    place: TableHarness,
    pace: Pace = MINUTE,
    *,
    auto_deal: bool = False,
    channel: int = CHANNEL,
    names: Iterable[str] = ("Han", "Lando", "Roark"),
) -> Table:
    """Ann's Han, Ben's Lando and Cid's Roark in mid-hand at a table with a clock; Lando is asked."""
    await place.opened(channel=channel, pace=pace, auto_deal=auto_deal)
    for person, name in zip((ANN, BEN, CID), names, strict=True):
        await place.sits(person, name, channel=channel)
    return (await place.tables.playing.deal(place.table_id, place.click(ANN, channel=channel))).table


async def later(place: TableHarness, seconds: float) -> Table:
    """Return the table after that time, when the clock has acted on it."""
    await place.clock.advance(seconds)
    return await place.tables.playing.tick(place.table_id)


def left(place: TableHarness, table: Table) -> float | None:
    """Seconds until the clock acts."""
    return None if table.record.deadline is None else table.record.deadline - place.clock.now()
