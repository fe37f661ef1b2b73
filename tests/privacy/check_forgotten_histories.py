"""Generated histories in which a user is forgotten, with kills between any two batches: afterwards neither their id nor
a name of theirs is in any column, in an exported file, or in a message of a table.
"""

import asyncio
import json
import random
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import Loadouts, Pace, Person, Wallet
from bot.db import Database, OpenedDatabase, Row, Statement
from bot.engine.frozen import fields_of
from bot.engine.moves import Words, find
from bot.engine.skills import parse_sheet
from bot.errors import PlayerError
from bot.privacy.forgetting import Forgetting
from bot.tables.presets import Presets
from bot.tables.verification.verify import verify_hand
from bot.ui.render.table_text import texts
from tests.portability.campaign_file_fixtures import KIT, archive_of
from tests.scale import scaled
from tests.sqlite_file import rows_in
from tests.tables.table_fixtures import ANN, CHANNEL, GUILD, TableHarness

ZED = Person(812_345_678_901_234_567, is_owner=True, name="Zedrick")
BOSS = Person(11, is_owner=True)
NAME, TYPED = "Zaphod Quux", "typed by Zaphod"
GAMES = sorted(games.games())
PARTS, EACH = scaled(8), 25
"""Two hundred histories in `make check`."""


class Killed(BaseException):
    """The end of a process."""


class Mortal:
    """A database that fails before its next batch but so many."""

    def __init__(self, file: OpenedDatabase) -> None:
        self._file, self.left = file, 10**9

    @property
    def background(self) -> Database:
        return self._file.background

    async def fetch(self, sql: str, *args: object) -> list[Row]:
        return await self._file.fetch(sql, *args)  # pyright: ignore[reportArgumentType]

    async def apply(self, *statements: Statement) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed
        await self._file.apply(*statements)

    async def settle(self) -> bool:
        return await self._file.settle()

    def is_stuck(self) -> bool:
        return self._file.is_stuck()

    async def until_lost(self) -> Exception:
        return await self._file.until_lost()


def found_in(path: Path, words: tuple[str, ...]) -> list[str]:
    """Return each column of each table that holds one of the words, in any case."""
    return [
        f"{table}.{column}"
        for table, rows in rows_in(path).items()
        for row in rows
        for column, value in row.items()
        if any(word.casefold() in str(value).casefold() for word in words)
    ]


class History:
    """One course of events, by its seed."""

    def __init__(self, place: TableHarness, seed: int) -> None:
        self.place, self.dice = place, random.Random(seed)
        self.game = GAMES[seed % len(GAMES)]

    async def begin(self) -> None:
        place, spec = self.place, games.spec_of(self.game)
        host = self.dice.choice((ZED, BOSS))
        preset = self.dice.choice([*spec.game.presets.values()])
        crooked = "crooked" in fields_of(type(preset)) and self.dice.random() < 0.5
        rules = preset.evolve(crooked=True) if crooked else preset
        opened = place.tables.opening
        table = await opened.open(
            place.campaign, place.click(host), self.game, rules, places=(CHANNEL,), pace=Pace(), auto_deal=False
        )
        place.table_id = table.id
        await Presets(place.database, place.clock).save(
            place.campaign, host, self.game, TYPED if host is ZED else "the other way", rules
        )
        sheet = parse_sheet(f"{TYPED} 4D, Gambling 5D", place.campaign.settings.system)
        for person, name in ((ZED, NAME), (ANN, "Trillian")):
            character = await place.characters.create(place.campaign, person, name)
            if person is ZED:
                character = await place.characters.edit(place.campaign, person, character, name=None, sheet=sheet)
            wallet = Wallet(place.database, place.characters, place.clock)
            buy_in = table.spec.game.buy_in(table.rules)
            reason = TYPED if (by := self.dice.choice((ZED, BOSS))) is ZED else "a grant"
            await wallet.grant(
                place.campaign, by, [character], buy_in.usual * 4, key=f"grant{person.user_id % 10}", reason=reason
            )
            if self.game == "pazaak":
                kit = KIT.replace("Old one", TYPED if person is ZED else "Old one")
                await Loadouts(place.database).put(place.campaign.id, character.id, "pazaak", kit)
            if len((await place.table()).record.chairs) < table.spec.game.seats[-1]:
                click = place.click(person)
                await place.tables.seating.sit(table.id, click, character, max(buy_in.low, buy_in.usual))

    async def step(self) -> None:
        """Do one thing at random; what the rules refuse is left."""
        place, table, dice = self.place, await self.place.table(), self.dice
        try:
            if not table.in_hand:
                await place.tables.playing.deal(table.id, place.click(ANN if table.seated(ANN.user_id) else ZED))
                return
            match dice.randrange(12):
                case 0:
                    await self._undo()
                case 1:
                    await self._cast()
                case 2 if table.pause is not None or not table.to_act:
                    await place.clock.advance(60)
                    await place.tables.playing.tick(table.id)
                case _:
                    await self._act()
        except PlayerError:
            return

    async def _undo(self) -> None:
        by = self.dice.choice((ZED, BOSS))
        reason = TYPED if by is ZED else "misread"
        if self.dice.random() < 0.5:
            await self.place.undoes_action(by, reason)
        else:
            await self.place.undoes_hand(by, reason)

    async def _cast(self) -> None:
        """Type a text in a move of Zed's that asks for one."""
        table = await self.place.table()
        for chair in table.seated(ZED.user_id):
            for move in table.moves(chair.seat):
                if any(isinstance(field, Words) for field in move.fields):
                    values = {field.name: _first(field) for field in move.fields}
                    click = self.place.click(ZED)
                    await self.place.tables.playing.act(table.id, click, move.key, values, seat=chair.seat)
                    return

    async def _act(self) -> None:
        table = await self.place.table()
        if table.pause is not None or not table.to_act:
            await self.place.clock.advance(60)
            await self.place.tables.playing.tick(table.id)
            return
        seat = self.dice.choice(sorted(table.to_act))
        chair = table.chair(seat)
        plain = [move for move in table.moves(seat) if not move.fields and move.place == "table" and not move.aside]
        if chair is not None and chair.user_id is not None and plain and self.dice.random() < 0.7:
            key, person = self.dice.choice(plain).key, Person(chair.user_id)
            assert find(table.moves(seat), key)
            await self.place.tables.playing.act(table.id, self.place.click(person), key, {}, seat=seat)
        else:
            await self.place.tables.playing.time_out(table.id, self.place.click(BOSS), seat)

    async def forget(self, mortal: Mortal) -> None:
        """Forget Zed, with a kill before some batches, and let the hand that waits for it end."""
        done = False
        for _ in range(400):
            mortal.left = self.dice.randrange(1, 12)
            try:
                forgetting = Forgetting(self.place.database, self.place.tables, self.place.clock)
                done = await forgetting.go_on() if done is None else await forgetting.ask(ZED.user_id, [GUILD])
            except Killed:
                mortal.left = 10**9
                self.place.tables = self.place.another_service()
            mortal.left = 10**9
            if done:
                return
            table = await self.place.table()
            if table.is_open and table.in_hand:
                await self._finish_step()
            elif table.is_open and table.record.prize:
                await self.place.tables.opening.close(table.id, self.place.click(BOSS))
        raise AssertionError("Zed is never forgotten")

    async def _finish_step(self) -> None:
        try:
            await self._act()
        except PlayerError:
            await self.place.tables.opening.void(self.place.table_id, self.place.click(BOSS))


def _first(field: object) -> object:
    if isinstance(field, Words):
        return TYPED
    return field.bounds()[0]  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("part", range(PARTS))
async def test_nothing_is_left_after_any_history(tmp_path: Path, part: int):
    for seed in range(part * EACH, (part + 1) * EACH):
        mortals: list[Mortal] = []

        def around(file: OpenedDatabase, made: list[Mortal] = mortals) -> Database:
            made.append(Mortal(file))
            return made[-1]

        async with TableHarness(tmp_path / f"{seed}.db", around=around) as place:
            history = History(place, seed)
            await history.begin()
            for _ in range(history.dice.randrange(3, 25)):
                await history.step()
            assert "characters.name" in found_in(place.path, (NAME,)), seed
            await history.forget(mortals[-1])
            await place.restart()
            words = (str(ZED.user_id), "zaphod", "quux", "zedrick")
            left = found_in(place.path, words)
            assert left == [], (seed, history.game, left)
            table = await place.table()
            shown = "\n".join(texts(table))
            exported = (await archive_of(place).export(place.campaign, BOSS, history=True)).content.decode()
            assert not [word for word in words if word in (shown + exported).casefold()], (seed, history.game)
            for row in await place.file.fetch("SELECT DISTINCT number FROM hands WHERE status <> 'running'"):
                assert not (await verify_hand(place.database, place.table_id, row["number"], as_gm=True)).faults, seed
            await place.adds_up()
            assert json.loads(exported)
        await asyncio.sleep(0)
