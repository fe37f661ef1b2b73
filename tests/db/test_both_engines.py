"""The same batches on SQLite and on PostgreSQL: the same outcomes, the same refusals, the same rows afterwards.

The batches are those of whole sessions, in their order, repeated, cut short, mixed up, and with values that don't
belong there.
"""

import asyncio
import dataclasses
import functools
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.db import Database, OpenedDatabase, SqliteDatabase, Statement, Value, known_tables, open_database
from bot.portability.moving import OF_PROCESSES
from tests import postgresql
from tests.db.conftest import in_writing_thread
from tests.portability.campaign_file_fixtures import furnish
from tests.postgresql import NEEDS_POSTGRESQL
from tests.scale import scaled
from tests.sqlite_file import Around
from tests.tables.undo.test_any_undo import Revel

SESSIONS: tuple[tuple[str, dict[str, object]], ...] = (("pazaak", {"wagers": True}), ("roulette", {}), ("pilok", {}))
STEPS = 24
TEXTS: tuple[Value, ...] = (None, "", "x", "0", "purse:0", "a\0b", "\ud800", "Ü" * 100_000)
NUMBERS: tuple[Value, ...] = (-1, 0, 1, 7, 1.0, 10**15, 10**15 + 1, 2**63 - 1, -(2**63), 2**63, 2**64, float("nan"))
"""Values that a bug may bring into the place of a text, or of a number."""
IN_A_NEW_ROW: tuple[Value, ...] = (*NUMBERS, 0.5, 1e18, 1e300, float("inf"), None)
"""The same in a new row. Elsewhere SQLite compares fractions with whole numbers, and the server refuses to."""

Batch = tuple[Statement, ...]


class Recorder(Around):
    """A database that notes the batches it is given."""

    def __init__(self, within: Database, batches: list[Batch]) -> None:
        super().__init__(within)
        self.batches = batches

    async def apply(self, *statements: Statement) -> None:
        self.batches.append(statements)
        await super().apply(*statements)


class Recorded(Revel):
    """A session whose batches are noted, those before a restart too."""

    def __init__(self, path: Path, seed: int) -> None:
        super().__init__(path, seed)
        self.batches: list[Batch] = []
        self.around = lambda database: Recorder(database, self.batches)

    async def open_doors(self) -> None:
        await super().open_doors()
        await number_alike(self.file)


def in_server_style(highest: int, nth: int) -> int:
    """Return the number that the first process on a server gives out."""
    return (highest // 64 + nth) * 64


async def number_alike(database: OpenedDatabase) -> None:
    """Have a SQLite database give out the numbers that the server gives out."""
    assert isinstance(database, SqliteDatabase)
    await in_writing_thread(database, lambda raw: raw.create_function("next_number", 2, in_server_style))


@functools.cache
def sessions() -> tuple[tuple[Batch, ...], ...]:
    """Return the batches of a session at each of several games."""
    return tuple(asyncio.run(_session(game, options)) for game, options in SESSIONS)


async def _session(game: str, options: dict[str, object]) -> tuple[Batch, ...]:
    with tempfile.TemporaryDirectory() as folder:
        async with Recorded(Path(folder) / "book.db", seed=len(game)) as place:
            await place.begins(game, options, "house")
            for _ in range(STEPS):
                await place.something()
            await furnish(place)
    return tuple(place.batches)


def described(outcome: BaseException | None) -> tuple[object, ...]:
    """Return what a caller sees of an outcome: the type, the constraint, the number of rows."""
    return type(outcome), getattr(outcome, "constraint", None), getattr(outcome, "rows", None)


def are_alike(here: BaseException | None, there: BaseException | None) -> bool:
    """Return True if SQLite's outcome is the server's. Of several errors of a batch, or keys that a row violates, each
    may name another. The server looks at all values before it does anything.
    """
    is_of_a_value = isinstance(there, ValueError | OverflowError) or getattr(there, "constraint", None) == "datatype"
    if is_of_a_value or isinstance(here, ValueError | OverflowError):
        return here is not None and there is not None
    causes = [getattr(outcome, "__cause__", None) for outcome in (here, there)]
    if "UNIQUE" in str(causes[0]) and getattr(causes[1], "sqlstate", None) == "23505":
        return True
    return described(here) == described(there)


class Twins(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        path = Path(self.folder.name) / "book.db"
        self.databases: list[OpenedDatabase] = [
            self.run(open_database(url)) for url in (f"sqlite:///{path}", postgresql.url_of(path, postgresql.LAID_OUT))
        ]
        self.run(number_alike(self.databases[0]))
        self.done = 0
        self.session: tuple[Batch, ...] = ()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.get_loop().run_until_complete(work)

    def teardown(self) -> None:
        for database in self.databases:
            self.run(database.close())
        self.runner.close()
        self.folder.cleanup()
        postgresql.drop_databases()

    def apply(self, *batches: Sequence[Statement]) -> None:
        """Apply the batches to both databases, all at once, and compare."""

        async def together(database: OpenedDatabase) -> list[BaseException | None]:
            return await asyncio.gather(*(database.apply(*batch) for batch in batches), return_exceptions=True)

        here, there = (self.run(together(database)) for database in self.databases)
        for batch, *outcomes in zip(batches, here, there, strict=True):
            assert are_alike(*outcomes), (outcomes, [(one.sql, one.args, one.touches) for one in batch])

    def near(self, data: st.DataObject) -> Batch:
        """Draw a batch that was applied lately, or will be soon."""
        return data.draw(st.sampled_from(self.session[max(0, self.done - 6) : self.done + 3]), "batch")

    def changed(self, data: st.DataObject) -> Batch:
        """Draw such a batch, and put a strange value into it, or leave something out."""
        batch = self.near(data)
        at = data.draw(st.integers(0, len(batch) - 1), "statement")
        one = batch[at]
        what = data.draw(st.sampled_from(("value", "missing", "twice", "touches")), "change")
        # Items are counted in SQL, and a large number of them would take as long.
        if what == "value" and one.args and "RECURSIVE" not in one.sql:
            place = data.draw(st.integers(0, len(one.args) - 1), "place")
            numbers = IN_A_NEW_ROW if one.sql.lstrip().startswith("INSERT") else NUMBERS
            strange = TEXTS if isinstance(one.args[place], str) else numbers
            if "(id," in one.sql:
                # Where a whole number is a table's only key, SQLite puts one in the place of none.
                strange = [value for value in strange if value is not None]
            value = data.draw(st.sampled_from(strange), "value")
            one = dataclasses.replace(one, args=(*one.args[:place], value, *one.args[place + 1 :]))
            return (*batch[:at], one, *batch[at + 1 :])
        if what == "twice":
            return (*batch, one)
        if what == "touches":
            return (*batch[:at], dataclasses.replace(one, touches=2), *batch[at + 1 :])
        return batch[:at] + batch[at + 1 :]

    @precondition(lambda self: not self.session)
    @rule(number=st.integers(0, len(SESSIONS) - 1), begun=st.integers(1, 40))
    def begin(self, number: int, begun: int) -> None:
        self.session = sessions()[number]
        self.go_on(begun)

    @precondition(lambda self: self.session)
    @rule(count=st.integers(1, 12))
    def play(self, count: int) -> None:
        self.go_on(count)

    def go_on(self, count: int) -> None:
        for batch in self.session[self.done : self.done + count]:
            self.apply(batch)
        self.done = min(self.done + count, len(self.session))

    @precondition(lambda self: self.session)
    @rule(data=st.data())
    def try_something_else(self, data: st.DataObject) -> None:
        self.apply(self.changed(data))

    @precondition(lambda self: self.session)
    @rule(data=st.data(), kinds=st.lists(st.sampled_from(("near", "changed")), min_size=2, max_size=6))
    def try_several_at_once(self, data: st.DataObject, kinds: Sequence[str]) -> None:
        self.apply(*(getattr(self, kind)(data) for kind in kinds))

    @invariant()
    def the_rows_are_the_same(self) -> None:
        for table in known_tables():
            if table.name not in OF_PROCESSES:
                sql = f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {', '.join(table.key)}"
                here, there = (self.run(database.fetch(sql)) for database in self.databases)
                assert list(map(tuple, here)) == list(map(tuple, there)), table.name


TestTwins = NEEDS_POSTGRESQL(Twins.TestCase)
TestTwins.settings = settings(max_examples=scaled(12), stateful_step_count=20)
