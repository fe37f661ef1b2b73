"""Connections to a PostgreSQL server, and their common end: none goes on without the others."""

import asyncio
import os
import socket
from contextlib import AsyncExitStack, suppress

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.db.address import shown_database
from bot.db.failures import CannotOpen, DatabaseAway, DatabaseClosed, DatabaseLost
from bot.db.server.values import LOADERS, one_line, rows_of
from bot.db.statement import Row

Raw = psycopg.AsyncConnection[Row]

_PROGRAM = 0x53504F52
"""The advisory locks of two numbers are the program's own; those of one number are campaigns."""
WORKERS = _PROGRAM
"""The first number of the lock of a worker. The second is the worker's."""
SHARDS = _PROGRAM + 1
"""The same of a shard."""
TURNS = _PROGRAM + 2
"""The same of what one process does at a time. The second is made of its name."""
ALONE = _PROGRAM + 3
"""The same of the lock that all processes which write hold together, or one that must be alone. The second is 0."""

_STATEMENTS_KEPT = 512
_DEFAULTS = {
    "application_name": "shadowport",
    "connect_timeout": "10",
    # A server that can't be reached any more is noticed in about ten seconds.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Parameters of the connection that the address may set otherwise."""
_WRITABLE = {"target_session_attrs": "read-write"}
"""The same of a bot's connections: of several servers, the one that takes writes."""
_SET_UP = """
SELECT current_setting('server_encoding') AS encoding,
    (SELECT pid || ' ' || backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS backend,
    -- What is acknowledged survives the server's end.
    CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', FALSE) END,
    -- Compiling a query takes longer than the queries of the bot.
    set_config('jit', 'off', FALSE),
    -- A server notices in about ten seconds that the bot's machine is gone, and lets its locks go.
    set_config('tcp_keepalives_idle', '5', FALSE), set_config('tcp_keepalives_interval', '2', FALSE),
    set_config('tcp_keepalives_count', '3', FALSE), set_config('tcp_user_timeout', '10s', FALSE),
    -- A bot that stands still in the middle of a commit lets its locks go, too.
    set_config('idle_in_transaction_session_timeout', '20s', FALSE)
"""


async def connect(url: str, stack: AsyncExitStack, *, is_bot: bool = True) -> tuple[Raw, str]:
    """Connect, and have the stack close the connection. Return it with the server's name of it. `is_bot` is for a
    connection of a process that writes.

    Raises psycopg.Error, or CannotOpen for an address or a database that the bot can't use at all.
    """
    try:
        wanted = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # The parser's own words may repeat the password.
        raise CannotOpen(
            "The database URL can't be read. It has to be like postgresql://user:password@host/name."
        ) from None
    defaults = {**_DEFAULTS, **(_WRITABLE if is_bot else {})}
    raw = await Raw.connect(
        make_conninfo("", **{**defaults, **wanted, "client_encoding": "utf8"}),
        autocommit=True,
        cursor_factory=psycopg.AsyncRawCursor[Row],
        row_factory=rows_of,
    )
    stack.push_async_callback(raw.close)
    raw.prepared_max = _STATEMENTS_KEPT
    for kind, loader in LOADERS.items():
        raw.adapters.register_loader(kind, loader)
    (found,) = await (await raw.execute(_SET_UP)).fetchall()
    if (encoding := found["encoding"]) != "UTF8":
        name = shown_database(url)
        raise CannotOpen(f"{name} stores its texts as {encoding}: create the database with the encoding UTF8.")
    return raw, found["backend"]


class End:
    """The end of connections that need each other. `over` is done once nothing can be read, and `lost` if that is a
    loss, with the reason.
    """

    def __init__(self, name: str) -> None:
        loop = asyncio.get_running_loop()
        self._name = name
        self._raws: list[Raw] = []
        self.is_final = False
        """True if these connections have no successors."""
        self.over: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[str] = loop.create_future()

    def include(self, raw: Raw) -> None:
        """Have this connection end with the others."""
        self._raws.append(raw)

    def close(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def lose(self, why: Exception) -> None:
        """Give the connections up: nothing that waits for them ever comes. A second call does nothing."""
        if not self.over.done():
            self.lost.set_result(f"the connection to {self._name} is lost: {one_line(why) or type(why).__name__}")
            self.over.set_result(None)
            for raw in self._raws:
                _hang_up(raw)

    def failure(self) -> Exception:
        """Return the exception for what is wanted of lost connections."""
        return (DatabaseLost if self.is_final else DatabaseAway)(self.lost.result())

    def require(self) -> None:
        """Raise DatabaseAway, DatabaseLost or DatabaseClosed once nothing can be read or written."""
        if self.lost.done():
            raise self.failure()
        if self.over.done():
            raise DatabaseClosed("the database has been closed")


class Watch:
    """Notices that the server says something although nothing was sent: that it ends, say."""

    def __init__(self, raw: Raw, end: End) -> None:
        self._raw, self._end = raw, end
        self._loop = asyncio.get_running_loop()
        self._socket = raw.fileno()
        self._is_on = False

    def begin(self) -> None:
        """Watch from now on, as long as nothing is sent."""
        if not self._is_on and not self._end.over.done():
            self._is_on = True
            self._loop.add_reader(self._socket, self._look)

    def pause(self) -> None:
        """Leave the socket to what is sent now."""
        if self._is_on:
            self._is_on = False
            self._loop.remove_reader(self._socket)

    def _look(self) -> None:
        try:
            self._raw.pgconn.consume_input()
        except psycopg.Error as error:
            self.pause()
            self._end.lose(error)


def _hang_up(raw: Raw) -> None:
    """End the conversation with the server. All that waits for the connection hears of it, and then closes it."""
    if not raw.closed:
        with suppress(OSError), socket.socket(fileno=os.dup(raw.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)
