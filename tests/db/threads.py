"""Ends the threads of a database, as nothing in the bot ever should."""

import asyncio
import ctypes
import sqlite3
import threading

import pytest

from bot.db import OpenedDatabase, SqliteDatabase
from bot.db.connection import Connection


def writing(database: OpenedDatabase) -> Connection:
    """Return the connection that writes."""
    assert isinstance(database, SqliteDatabase)
    assert database._writer
    return database._writer._connection


async def end_at_the_next_job(connection: Connection) -> None:
    """Have the thread end when it takes its next job, which then nobody does. A thread that is busy outlives it."""
    ident = await connection.run(lambda _: threading.get_ident())
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(SystemExit))


def end_after_the_next_job(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the thread end when it has done its next job, before it can tell."""
    loop, of_the_loop = asyncio.get_running_loop(), threading.get_ident()
    tell = loop.call_soon_threadsafe

    def tell_or_end(*told: object) -> object:
        if threading.get_ident() != of_the_loop:
            connection._lent.stop()
            raise SystemExit
        return tell(*told)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(loop, "call_soon_threadsafe", tell_or_end)


class Leaving:
    """A value that ends the program when it is to be stored."""

    def __conform__(self, protocol: type[sqlite3.PrepareProtocol]) -> object:
        raise SystemExit
