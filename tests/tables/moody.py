"""A file that fails when it is told to, for what must hold whatever becomes of a write."""

import asyncio

from bot.db import Database, NotWritten, Statement
from tests.sqlite_file import Around


class Moody(Around):
    """A database that refuses to write when it is told to, before or after it has done so, or takes its time."""

    def __init__(self, within: Database) -> None:
        super().__init__(within)
        self.fails: str | None = None
        self.arrived = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def apply(self, *statements: Statement) -> None:
        mood, self.fails = self.fails, None
        self.arrived.set()
        if mood == "before":
            raise NotWritten("the disk is full")
        await self.go_on.wait()
        await self.within.apply(*statements)
        if mood == "after":
            raise NotWritten("the commit was never heard of")
