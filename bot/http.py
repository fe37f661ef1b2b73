"""Small JSON requests over connections that are kept: HTTP/1.1 as far as an answer to a click needs it.

A request is one write, and a reply is mostly a status. An HTTP library spends as much on both as a table spends on a
whole move. So the answers to clicks go through here, and all else through the library.
"""

import asyncio
import json
import re
import ssl
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

KEPT = 15.0
"""Seconds for which an idle connection is used again."""
REPLY_WITHIN = 30.0
"""Seconds after which a reply counts as lost."""
_LONGEST_REPLY = 1 << 20
"""Bytes."""
_HEAD_ENDS, _LINE_ENDS = b"\r\n\r\n", b"\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked\r\n", re.IGNORECASE)
_CLOSES = re.compile(rb"\r\nconnection: *close\r\n", re.IGNORECASE)
_INTERIM, _NO_CONTENT = range(100, 200), 204


@dataclass(frozen=True, slots=True)
class Reply:
    """The server's reply to a request."""

    status: int
    reason: str
    body: bytes
    is_last: bool
    """True if the connection takes no more requests."""

    @property
    def content(self) -> Any:
        """The JSON that came, or the text that isn't JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return self.body.decode(errors="replace")


class KeptConnections:
    """Connections to one server, each used for one request at a time. `url` names it, and `agent` names the
    sender.
    """

    def __init__(self, url: str, agent: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or parts.hostname is None:
            raise ValueError(f"{url} is no URL of a web server")
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._host, self._port = parts.hostname, parts.port or (443 if self._tls else 80)
        self._path = parts.path.rstrip("/")
        fields = {"Host": parts.netloc, "User-Agent": agent, "Content-Type": "application/json"}
        self._head = "\r\n".join(("HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())))
        self._idle: list[tuple[float, _Connection]] = []

    async def post(self, path: str, body: bytes) -> Reply:
        """Send JSON to a path below the URL. Raises OSError where the connection breaks, or no reply comes."""
        request = f"POST {self._path}{path} {self._head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        connection = self._take() or await self._connect()
        reply = await connection.send(request)
        if reply.is_last:
            connection.close()
        else:
            self._idle.append((asyncio.get_running_loop().time(), connection))
        return reply

    def close(self) -> None:
        """Close the connections that aren't in use."""
        while self._idle:
            self._idle.pop()[1].close()

    def _take(self) -> "_Connection | None":
        """Take the connection that was used last, if it is still good."""
        since = asyncio.get_running_loop().time() - KEPT
        while self._idle:
            used_at, connection = self._idle.pop()
            if used_at >= since and connection.is_open:
                return connection
            connection.close()
        return None

    async def _connect(self) -> "_Connection":
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(lambda: _Connection(loop), self._host, self._port, ssl=self._tls)
        return connection


class _Connection(asyncio.Protocol):
    """One connection, with at most one request under way."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._reply: asyncio.Future[Reply] | None = None
        self._due = 0.0
        """When the reply is overdue, by the loop's time."""
        self._timer: asyncio.TimerHandle | None = None
        """Set while somebody looks again later. The reply that it was set for may have come since."""

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    async def send(self, request: bytes) -> Reply:
        if self._transport is None:
            raise ConnectionResetError("the connection is closed")
        self._reply = self._loop.create_future()
        self._due = self._loop.time() + REPLY_WITHIN
        if self._timer is None:
            self._watch()
        self._transport.write(request)
        try:
            return await self._reply
        except BaseException:
            # The reply may come later, and would be taken for that of the next request.
            self.close()
            raise

    def _watch(self) -> None:
        """Close the connection once a reply is overdue. A timer for each request would cost 1% of a click."""
        self._timer = None
        if self._reply is None or self._reply.done():
            return
        if self._loop.time() < self._due:
            self._timer = self._loop.call_at(self._due, self._watch)
        else:
            self.close()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Other event loops have transports of their own, which only behave like asyncio's.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        try:
            reply = read_reply(self._received)
        except ValueError:
            self.close()
            return
        if reply is not None and self._reply is not None and not self._reply.done():
            self._received = b""
            self._reply.set_result(reply)
        elif reply is not None or len(self._received) > _LONGEST_REPLY:
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._timer is not None:
            self._timer.cancel()
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(ConnectionResetError("the server closed the connection before its reply"))


def read_reply(received: bytes) -> Reply | None:
    """Read the reply that the bytes make; None while it isn't whole. Raises ValueError for bytes that are none."""
    head, _, rest = received.partition(_HEAD_ENDS)
    if len(head) == len(received):
        return None
    version, status, *reason = head.split(_LINE_ENDS, 1)[0].decode("latin-1").split(" ", 2)
    if not version.startswith("HTTP/1."):
        raise ValueError("not HTTP")
    code, fields = int(status), head + _LINE_ENDS
    if code in _INTERIM:
        return read_reply(rest)
    if code == _NO_CONTENT:
        body, more = b"", rest
    elif _CHUNKED.search(fields):
        found = _unchunked(rest)
        if found is None:
            return None
        body, more = found
    elif (length := _LENGTH.search(fields)) is not None:
        size = int(length[1])
        if len(rest) < size:
            return None
        body, more = rest[:size], rest[size:]
    else:
        raise ValueError("a reply without a length")
    return Reply(code, "".join(reason), body, bool(more or _CLOSES.search(fields)))


def _unchunked(received: bytes) -> tuple[bytes, bytes] | None:
    """Return a body that comes in chunks, and what follows it; None while it isn't whole."""
    parts, at = list[bytes](), 0
    while (end := received.find(_LINE_ENDS, at)) >= 0:
        size = int(received[at:end].partition(b";")[0], 16)
        at = end + len(_LINE_ENDS)
        if not size:
            # Fields may follow, each in a line, and then an empty one.
            last = received.find(_HEAD_ENDS, at - len(_LINE_ENDS))
            return None if last < 0 else (b"".join(parts), received[last + len(_HEAD_ENDS) :])
        parts.append(received[at : at + size])
        at += size + len(_LINE_ENDS)
    return None
