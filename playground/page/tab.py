"""One tab of a browser: a WebSocket on which a person's asks come in, and what they see goes out."""

import asyncio
import logging

import aiohttp
from aiohttp import web

from playground.json_text import to_text
from playground.page import protocol
from playground.page.deeds import Deeds
from playground.page.sight import Sight
from playground.page.stage import BROKEN, Stage
from playground.page.trace import Trace
from playground.page.visibility import MessageTexts
from playground.people import ClientRefused, Player

log = logging.getLogger(__name__)

QUEUED_AT_MOST = 4096
ASKED_AT_ONCE = 64
UNREADABLE_AT_MOST = 20
FRAME_AT_MOST = 16 * 1024 * 1024
UNKNOWN_PERSON, GARBAGE = 4004, 4002
GOODBYE_SECONDS = 1.0
"""How long the other side may take to read a goodbye, in real seconds."""
_BUSY = "That is too much at once. Wait for the answers."


class Tab:
    """Serves until either side closes. Frames go out in order; a tab that doesn't read them is cut off."""

    def __init__(
        self, stage: Stage, player: Player, texts: MessageTexts, trace: Trace, socket: web.WebSocketResponse
    ) -> None:
        self.player = player
        self.sight = Sight(stage, player, texts, self.push)
        self._deeds = Deeds(stage, player, texts)
        self._trace, self._socket = trace, socket
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(QUEUED_AT_MOST)
        self._asked: set[asyncio.Task[None]] = set()
        self._transport: asyncio.BaseTransport | None = None

    async def run(self, transport: asyncio.BaseTransport | None) -> None:
        """Say hello and serve. `transport` is what is cut off when the other side doesn't read."""
        self._transport = transport
        writer = asyncio.create_task(self._write())
        self.sight.greet()
        unreadable = 0
        try:
            async for frame in self._socket:
                unreadable += not self._take(frame)
                if unreadable >= UNREADABLE_AT_MOST:
                    await self._say_goodbye(GARBAGE, b"too much that can't be read")
                    break
                # Frames that came together are all there at once: others want their turn too.
                await asyncio.sleep(0)
        finally:
            self._watch(on=False)
            tasks = [writer, *self._asked]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def push(self, text: str) -> None:
        """Queue a frame behind those that wait already."""
        try:
            self._outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self._cut_off()

    async def close(self) -> None:
        """The playground closes. Whoever doesn't read that is cut off after a moment."""
        await self._say_goodbye(aiohttp.WSCloseCode.GOING_AWAY)

    async def _say_goodbye(self, code: int, why: bytes = b"") -> None:
        # In a task of its own: the library lets all who wait for a full connection share one future, so that the end
        # of one of them would cancel the others.
        goodbye = asyncio.create_task(self._socket.close(code=code, message=why))
        await asyncio.wait({goodbye}, timeout=GOODBYE_SECONDS)
        if not goodbye.done() or self._is_stuck:
            self._cut_off()
        goodbye.cancel()
        await asyncio.gather(goodbye, return_exceptions=True)

    @property
    def _is_stuck(self) -> bool:
        """Does something lie there that the other side hasn't taken?"""
        return isinstance(self._transport, asyncio.WriteTransport) and self._transport.get_write_buffer_size() > 0

    def _cut_off(self) -> None:
        if isinstance(self._transport, asyncio.WriteTransport):
            self._transport.abort()

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._outgoing.get())
        except ConnectionError:
            return

    def _take(self, frame: aiohttp.WSMessage) -> bool:
        """Begin what a frame asks for; False if it can't be read as JSON at all."""
        if frame.type is not aiohttp.WSMsgType.TEXT:
            self._reply(None, "A frame is text, and holds JSON.")
            return False
        try:
            ask = protocol.read_ask(frame.data)
        except protocol.Unreadable as unreadable:
            self._reply(unreadable.number, str(unreadable))
            return unreadable.is_json
        if isinstance(ask, protocol.Watch):
            self.push(f'{{"re":{ask.n},"ok":true}}')
            self._watch(on=ask.on)
        elif len(self._asked) >= ASKED_AT_ONCE:
            self._reply(ask.n, _BUSY)
        else:
            task = asyncio.create_task(self._answer(ask))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)
        return True

    async def _answer(self, ask: protocol.AnyAsk) -> None:
        try:
            fields = await self._deeds.do(ask)
        except ClientRefused as refused:
            self._reply(ask.n, str(refused))
        except Exception:
            log.exception("A tab of %s asked to %s, and that broke", self.player.user.name, ask.do)
            self._reply(ask.n, BROKEN)
        else:
            self.push(f'{{"re":{ask.n},"ok":true{"," if fields else ""}{fields}}}')

    def _watch(self, *, on: bool) -> None:
        """Read along in the developers' drawer, from what is kept there on."""
        readers = self._trace.readers
        if on and self.push not in readers:
            readers.append(self.push)
            self.push(self._trace.frame())
        elif not on and self.push in readers:
            readers.remove(self.push)

    def _reply(self, number: int | None, why: str) -> None:
        self.push(to_text({"re": number, "ok": False, "why": why}))
