"""One WebSocket of the gateway: HELLO, IDENTIFY or RESUME, heartbeats, and an end with Discord's close codes."""

import asyncio
import contextlib
import importlib
import zlib
from collections.abc import Callable
from typing import Any, Protocol

import aiohttp
from aiohttp import web

from playground.discord.gateway.sessions import Gateway, Session
from playground.discord.world.payloads import member_json
from playground.discord.world.snowflakes import KNOWN, PRIVILEGED
from playground.json_text import from_text, to_text


class Compression(Protocol):
    """Turns the text of one gateway message into what goes over the wire."""

    def pack(self, text: str) -> str | bytes: ...


class Plain:
    def pack(self, text: str) -> str:
        return text


class ZlibStream:
    """Each message ends with the Z_SYNC_FLUSH suffix 00 00 FF FF."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj(level=1)

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """Each message is flushed as a block of one endless frame."""

    def __init__(self, compressor: Any, flush: Any) -> None:
        self._stream, self._flush = compressor, flush

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(self._flush)


def compression(name: str | None) -> Compression | None:
    """Return the stream that the query `compress=name` asks for; None for an unknown kind.

    zstd comes from the module that discord.py itself would use for it: it asks for zstd only if it has one.
    """
    match name:
        case None | "":
            return Plain()
        case "zlib-stream":
            return ZlibStream()
        case "zstd-stream":
            return _zstd()
        case _:
            return None


def _zstd() -> ZstdStream | None:
    with contextlib.suppress(ImportError):
        module = importlib.import_module("zstandard")
        return ZstdStream(module.ZstdCompressor().compressobj(), module.COMPRESSOBJ_FLUSH_BLOCK)
    with contextlib.suppress(ImportError):
        module = importlib.import_module("compression.zstd")
        return ZstdStream(module.ZstdCompressor(), module.ZstdCompressor.FLUSH_BLOCK)
    return None


SENDS_PER_MINUTE = 120
HEARTBEAT, IDENTIFY, PRESENCE, RESUME, REQUEST_MEMBERS = 1, 2, 3, 6, 8
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, ALREADY_AUTHENTICATED = 4001, 4002, 4003, 4004, 4005
TOO_FAST, TIMED_OUT, BAD_SHARD, SHARDING_REQUIRED, BAD_INTENTS, INTENTS_NOT_ALLOWED = 4008, 4009, 4010, 4011, 4013, 4014
SAID_GOODBYE = (1000, 1001)
ACKNOWLEDGED_AFTER = 0.01
"""Seconds. discord.py notes when it sent a heartbeat once it is sent, so an acknowledgement that comes sooner than over
any network is measured from the one before, and it complains of being 41 seconds behind."""


class Connection:
    """Reads what one client sends until either side closes."""

    def __init__(
        self,
        gateway: Gateway,
        socket: web.WebSocketResponse,
        packing: Compression,
        token: str,
        problem: Callable[[str], None],
    ) -> None:
        self._gateway, self._socket, self._packing, self._token = gateway, socket, packing, token
        self._problem = problem
        self._session: Session | None = None
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self._beat = asyncio.Event()
        self._received: list[float] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed_by_us = False
        self._closing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve until the connection ends. The session stays for a RESUME unless the client said goodbye."""
        loop = asyncio.get_running_loop()
        writer = self._writer = loop.create_task(self._write())
        watch = loop.create_task(self._watch_heartbeats())
        self.send({"op": 10, "d": {"heartbeat_interval": int(self._gateway.heartbeat_seconds * 1000)}})
        try:
            async for frame in self._socket:
                if frame.type is not aiohttp.WSMsgType.TEXT:
                    await self.close(DECODE_ERROR)
                    break
                await self._receive(frame.data)
        finally:
            watch.cancel()
            writer.cancel()
            await asyncio.gather(watch, writer, return_exceptions=True)
            self._part()

    def send(self, payload: dict[str, Any]) -> None:
        self.send_text(to_text(payload))

    def send_text(self, text: str) -> None:
        self._outgoing.put_nowait(text)

    async def close(self, code: int) -> None:
        """Close from our side: everything queued goes out before."""
        self._closed_by_us = True
        self._outgoing.put_nowait(None)
        if self._writer is not None:
            await asyncio.wait({self._writer}, timeout=1)
        await self._socket.close(code=code)

    def close_soon(self, code: int) -> None:
        self._closing = asyncio.get_running_loop().create_task(self.close(code))

    async def _write(self) -> None:
        while (text := await self._outgoing.get()) is not None:
            packed = self._packing.pack(text)
            try:
                if isinstance(packed, str):
                    await self._socket.send_str(packed)
                else:
                    await self._socket.send_bytes(packed)
            except ConnectionError:
                return

    async def _watch_heartbeats(self) -> None:
        """Close the connection of a client that is silent for a heartbeat and a half. Uses real time, as the client's
        beats do.
        """
        patience = self._gateway.heartbeat_seconds * 1.5
        while True:
            self._beat.clear()
            try:
                await asyncio.wait_for(self._beat.wait(), patience)
            except TimeoutError:
                self._closed_by_us = True
                await self._socket.close(code=TIMED_OUT)
                return

    async def _receive(self, text: str) -> None:
        now = asyncio.get_running_loop().time()
        self._received = [moment for moment in self._received if moment > now - 60] + [now]
        if len(self._received) > SENDS_PER_MINUTE:
            self._problem("the bot sent more than 120 gateway messages in a minute")
            await self.close(TOO_FAST)
            return
        try:
            payload = from_text(text)
            opcode, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError):
            await self.close(DECODE_ERROR)
            return
        self._gateway.note(opcode, data)
        await self._obey(opcode, data)

    async def _obey(self, opcode: int, data: Any) -> None:
        if opcode == HEARTBEAT:
            self._beat.set()
            if self._gateway.answers_heartbeats:
                # Real time, like the heartbeats themselves.
                asyncio.get_running_loop().call_later(ACKNOWLEDGED_AFTER, self.send, {"op": 11, "d": None})
        elif opcode == IDENTIFY:
            await self._identify(data)
        elif opcode == RESUME:
            await self._resume(data)
        elif self._session is None:
            await self.close(NOT_AUTHENTICATED)
        elif opcode == REQUEST_MEMBERS:
            self._members(self._session, data)
        elif opcode != PRESENCE:
            self._problem(f"the bot sent gateway opcode {opcode}, which isn't served here")
            await self.close(UNKNOWN_OPCODE)

    async def _identify(self, data: dict[str, Any]) -> None:
        intents, shard = data.get("intents", -1), _shard(data)
        if data.get("compress") and isinstance(self._packing, Plain):
            self._problem("the bot asked for single events to be compressed, which isn't served here")
        refusal = self._refusal(data, intents, shard)
        if refusal is not None or shard is None:
            await self.close(refusal or BAD_SHARD)
        elif not self._gateway.starts.has_any():
            self._problem("the bot sent more IDENTIFYs than Discord takes in a day")
            # Discord ends every session then, and the token is no longer good.
            await self._gateway.drop_connections(code=BAD_TOKEN)
            self._gateway.sessions.clear()
            await self.close(BAD_TOKEN)
        elif not self._gateway.starts.is_in_turn(shard[0]):
            self._problem(f"shard {shard[0]} sent an IDENTIFY too soon after another one of its bucket")
            self.send({"op": 9, "d": False})
        else:
            self._session = self._gateway.identify(intents, shard, self.send_text)
            self._gateway.connections[self._session] = self

    def _refusal(self, data: dict[str, Any], intents: int, shard: tuple[int, int] | None) -> int | None:
        """Return the close code for an IDENTIFY that Discord doesn't take."""
        if self._session is not None:
            return ALREADY_AUTHENTICATED
        if data.get("token") != self._token:
            return BAD_TOKEN
        if shard is None:
            return BAD_SHARD
        if len(self._gateway.servers_of(shard)) > self._gateway.starts.servers_at_most:
            return SHARDING_REQUIRED
        if intents & ~KNOWN:
            return BAD_INTENTS
        return INTENTS_NOT_ALLOWED if intents & PRIVILEGED & ~self._gateway.world.privileged_intents_allowed else None

    async def _resume(self, data: dict[str, Any]) -> None:
        if data.get("token") != self._token:
            await self.close(BAD_TOKEN)
            return
        session = self._gateway.resume(data.get("session_id", ""), data.get("seq") or 0, self.send_text)
        if session is None:
            self.send({"op": 9, "d": False})
            return
        self._session = session
        self._gateway.connections[session] = self

    def _members(self, session: Session, data: dict[str, Any]) -> None:
        """Opcode 8: members by id or by the beginning of their name, as one chunk."""
        guild = self._gateway.world.guilds.get(int(data["guild_id"]))
        if guild is None or not guild.has_bot:
            return
        if "user_ids" in data:
            wanted = data["user_ids"] if isinstance(data["user_ids"], list) else [data["user_ids"]]
            found = [guild.members[int(user)] for user in wanted if int(user) in guild.members]
            missing = [str(user) for user in wanted if int(user) not in guild.members]
        else:
            start = data.get("query", "").lower()
            found = [member for member in guild.members.values() if member.shown_name.lower().startswith(start)]
            found, missing = found[: data.get("limit") or None], []
        chunk = {
            "guild_id": str(guild.id),
            "members": [member_json(member) for member in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if "nonce" in data else {}))

    def _part(self) -> None:
        session = self._session
        if session is None or self._gateway.connections.get(session) is not self:
            return
        del self._gateway.connections[session]
        session.send = None
        if self._socket.close_code in SAID_GOODBYE and not self._closed_by_us:
            self._gateway.end(session)
        else:
            self._gateway.moved()


def _shard(data: dict[str, Any]) -> tuple[int, int] | None:
    """Return the shard of an IDENTIFY and the count of shards; None if there is no such shard."""
    match data.get("shard", [0, 1]):
        case [int(shard), int(count)] if 0 <= shard < count:
            return shard, count
        case _:
            return None
