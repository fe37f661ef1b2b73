"""Requests over kept connections, to a server of literal bytes."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
import pytest
from discord.http import MultipartParameters, Route

from bot import http
from bot.http import KeptConnections, Reply, read_reply
from bot.ui.answer import Callbacks, Shown
from bot.ui.panels import button, page

NOTHING = b"HTTP/1.1 204 No Content\r\nVia: 1.1\r\n\r\n"
TEXT = b'HTTP/1.1 404 Not Found\r\ncontent-length: 15\r\n\r\n{"code": 10062}'
CHUNKS = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=1\r\nabc\r\nA\r\ndefghijklm\r\n0\r\nDigest: 1\r\n\r\n"
)
FAREWELL = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
HANGS_UP = b""


class Server:
    """Replies to the requests in order, and keeps each with the number of its connection."""

    def __init__(self, replies: Iterable[bytes]) -> None:
        self._replies = iter(replies)
        self.connections = 0
        self.served = list[asyncio.Task[object] | None]()
        self.requests: list[tuple[int, str, bytes]] = []
        self.address = ""
        self.is_silent = asyncio.Event()
        """Set once a request came that has no reply."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.served.append(asyncio.current_task())
        number = self.connections
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                size = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0])
                self.requests.append((number, head, await reader.readexactly(size)))
                reply = next(self._replies, None)
                if reply is None:
                    self.is_silent.set()
                elif reply == HANGS_UP:
                    break
                else:
                    writer.write(reply)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def serving(*replies: bytes) -> AsyncIterator[Server]:
    server = Server(replies)
    async with await asyncio.start_server(server.serve, "127.0.0.1", 0) as listening:
        server.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/api/v10"
        yield server
        await asyncio.gather(*filter(None, server.served))


@asynccontextmanager
async def kept(*replies: bytes) -> AsyncIterator[tuple[Server, KeptConnections]]:
    async with serving(*replies) as server:
        connections = KeptConnections(server.address, "a bot")
        try:
            yield server, connections
        finally:
            connections.close()


@pytest.mark.parametrize(
    "received, reply",
    [
        (NOTHING, Reply(204, "No Content", b"", is_last=False)),
        (TEXT, Reply(404, "Not Found", b'{"code": 10062}', is_last=False)),
        (CHUNKS, Reply(200, "OK", b"abcdefghijklm", is_last=False)),
        (b"HTTP/1.1 103 Early Hints\r\n\r\n" + NOTHING, Reply(204, "No Content", b"", is_last=False)),
        (FAREWELL, Reply(200, "OK", b"", is_last=True)),
        (NOTHING + b"more", Reply(204, "No Content", b"", is_last=True)),
    ],
)  # fmt: skip
def test_reply_is_read_once_it_is_whole(received: bytes, reply: Reply):
    assert read_reply(received) == reply
    if not received.endswith(b"more"):
        assert [at for at in range(len(received)) if read_reply(received[:at]) is not None] == []


@pytest.mark.parametrize(
    "received",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 two OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nVia: 1.1\r\n\r\nuntil the end",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nlots\r\n",
    ],
)
def test_bytes_that_are_no_reply_are_refused(received: bytes):
    with pytest.raises(ValueError, match=r"."):
        read_reply(received)


async def test_request_is_json_with_its_length():
    async with kept(NOTHING) as (server, connections):
        reply = await connections.post("/interactions/1/token/callback", '{"text":"é"}'.encode())
    ((_, head, body),) = server.requests
    host = server.address.removeprefix("http://").partition("/")[0]
    assert reply.status == 204
    assert body == '{"text":"é"}'.encode()
    assert head.split("\r\n") == [
        "POST /api/v10/interactions/1/token/callback HTTP/1.1",
        f"Host: {host}",
        "User-Agent: a bot",
        "Content-Type: application/json",
        "Content-Length: 13",
        "",
        "",
    ]


@pytest.mark.parametrize(
    "replies, connections",
    [((NOTHING, TEXT, CHUNKS), [1, 1, 1]), ((FAREWELL, NOTHING, NOTHING), [1, 2, 2])],
)
async def test_connection_is_used_again_unless_it_ends(replies: Sequence[bytes], connections: list[int]):
    async with kept(*replies) as (server, kept_connections):
        for number in range(3):
            await kept_connections.post("/", b"%d" % number)
    assert [number for number, _, _ in server.requests] == connections


async def test_requests_at_one_time_have_connections_of_their_own():
    async with kept(NOTHING, NOTHING, NOTHING) as (server, connections):
        await asyncio.gather(connections.post("/", b"1"), connections.post("/", b"2"))
        await connections.post("/", b"3")
    assert server.connections == 2


async def test_connection_that_was_idle_for_long_is_not_used_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http, "KEPT", -1.0)
    async with kept(NOTHING, NOTHING) as (server, connections):
        await connections.post("/", b"1")
        await connections.post("/", b"2")
    assert server.connections == 2


@pytest.mark.parametrize("reply", [HANGS_UP, b"SSH-2.0-OpenSSH\r\n\r\n"])
async def test_request_without_a_reply_fails_like_a_broken_connection(reply: bytes):
    async with kept(reply, NOTHING) as (server, connections):
        with pytest.raises(ConnectionResetError):
            await connections.post("/", b"1")
        assert (await connections.post("/", b"2")).status == 204
    assert server.connections == 2


async def test_request_whose_reply_is_overdue_fails_like_a_broken_connection(monkeypatch: pytest.MonkeyPatch):
    """So does one after another that was answered in time, over the same connection."""
    monkeypatch.setattr(http, "REPLY_WITHIN", 1.0)
    async with kept(NOTHING) as (server, connections):
        await connections.post("/", b"1")
        with pytest.raises(ConnectionResetError):
            await connections.post("/", b"2")
    assert [number for number, _, _ in server.requests] == [1, 1]


async def test_reply_to_a_request_that_was_called_off_is_nobody_elses():
    async with kept() as (server, connections):
        asking = asyncio.create_task(connections.post("/", b"1"))
        await server.is_silent.wait()
        asking.cancel()
        await asyncio.wait([asking])
        server.is_silent.clear()
        asking = asyncio.create_task(connections.post("/", b"2"))
        await server.is_silent.wait()
        asking.cancel()
    assert [number for number, _, _ in server.requests] == [1, 2]


def test_url_of_no_web_server_is_refused():
    with pytest.raises(ValueError, match="no URL"):
        KeptConnections("ftp://discord.test", "a bot")


@asynccontextmanager
async def calling_back(monkeypatch: pytest.MonkeyPatch, *replies: bytes) -> AsyncIterator[tuple[Server, Callbacks]]:
    async with serving(*replies) as server:
        monkeypatch.setattr(Route, "BASE", server.address)
        callbacks = Callbacks("a bot")
        try:
            yield server, callbacks
        finally:
            callbacks.close()


async def answered(callbacks: Callbacks, kind: discord.InteractionResponseType) -> object:
    params = MultipartParameters(payload={"type": kind.value}, multipart=None, files=None)
    async with aiohttp.ClientSession() as session:
        return await callbacks.create_interaction_response(7, "token", session=session, params=params)


def test_json_of_a_shown_view_is_that_of_its_callback():
    shown = Shown(page("**Han** checks.", rows=[[button("Check", "act:1:2:-:check")]]))
    assert json.loads(shown.written) == shown
    assert shown["data"]["components"][0]["components"][0]["content"] == "**Han** checks."


@pytest.mark.parametrize(
    "status, error",
    [(404, discord.NotFound), (403, discord.Forbidden), (400, discord.HTTPException)],
)
async def test_refused_callback_raises_the_librarys_error(
    monkeypatch: pytest.MonkeyPatch, status: int, error: type[discord.HTTPException]
):
    body = b'{"message": "Unknown interaction", "code": 10062}'
    reply = b"HTTP/1.1 %d Refused\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)
    async with calling_back(monkeypatch, reply) as (server, callbacks):
        with pytest.raises(error) as raised:
            await answered(callbacks, discord.InteractionResponseType.deferred_message_update)
    assert (raised.value.status, raised.value.code, raised.value.text) == (status, 10062, "Unknown interaction")
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [b"429 Too Many Requests", b"503 Service Unavailable"])
async def test_callback_that_discord_has_no_time_for_goes_the_librarys_way(
    monkeypatch: pytest.MonkeyPatch, status: bytes
):
    busy = b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\n\r\n"
    async with calling_back(monkeypatch, busy, NOTHING) as (server, callbacks):
        await answered(callbacks, discord.InteractionResponseType.deferred_message_update)
    assert [head.split()[1] for _, head, _ in server.requests] == ["/api/v10/interactions/7/token/callback"] * 2


async def test_new_message_asks_for_the_message_in_return(monkeypatch: pytest.MonkeyPatch):
    async with calling_back(monkeypatch, NOTHING) as (server, callbacks):
        await answered(callbacks, discord.InteractionResponseType.channel_message)
    ((_, head, _),) = server.requests
    assert head.split()[1] == "/api/v10/interactions/7/token/callback?with_response=1"
