"""Somebody at the page of a playground that runs as an operator runs it."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bot.db import open_database
from bot.ledger import audit
from tests.e2e.process import PATIENCE, BotProcess
from tests.sqlite_file import url_of

OWN = "shadowport-playground.db"


async def address_told(bot: BotProcess) -> str:
    said = await bot.line()
    assert said.startswith("Shadowport plays at http://127.0.0.1:")
    return said.split()[-1]


@dataclass
class AtThePage:
    """Somebody's tab without its browser: what it is told, and what it asks for."""

    socket: aiohttp.ClientWebSocketResponse
    told: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    asked: int = 0

    async def until(self, kind: str, **fits: Any) -> dict[str, Any]:
        """Return the next frame of that kind that holds these values."""
        while True:
            frame = await self.socket.receive_json(timeout=PATIENCE)
            self.told.append(frame)
            if frame.get("type") == kind and fits.items() <= frame.items():
                return frame

    async def ask(self, do: str, **more: Any) -> int:
        """Send an ask, and give its number."""
        self.asked += 1
        await self.socket.send_json({"n": self.asked, "do": do, **more})
        return self.asked

    async def answer(self, number: int) -> dict[str, Any]:
        """Return the reply to that ask; pushes that come before it are kept in `told`."""
        while True:
            frame = await self.socket.receive_json(timeout=PATIENCE)
            if frame.get("re") == number:
                return frame
            self.told.append(frame)

    async def asks(self, do: str, **more: Any) -> dict[str, Any]:
        return await self.answer(await self.ask(do, **more))


@asynccontextmanager
async def at_the_page(address: str, who: str = "lando") -> AsyncIterator[AtThePage]:
    """Sits down as `who`, once the bot is there too."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}socket?as={who}") as socket:
        page = AtThePage(socket)
        if not (await page.until("hello"))["bot_here"]:
            await page.until("bot", here=True)
        yield page


async def read(address: str) -> tuple[int, str, str]:
    """Status, type and text of what is there."""
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, response.content_type, await response.text()


def parts_of(component: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all components in a message or a component, in reading order."""
    inside = component.get("components", [])
    return [part for one in inside for part in (one, *parts_of(one))]


def texts(message: dict[str, Any]) -> list[str]:
    return [part["content"] for part in parts_of(message) if "content" in part]


def rows_of(database: Path, table: str) -> int:
    with closing(sqlite3.connect(database)) as book:
        return book.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


async def is_clean(database: Path) -> bool:
    """Return True if no one holds the database, and the audit finds nothing."""
    async with await open_database(url_of(database)) as book:
        return (await audit(book)).is_clean
