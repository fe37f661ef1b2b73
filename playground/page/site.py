"""The page: its files, its socket, and everybody who sits at it."""

import asyncio
import re
import string
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from aiohttp import hdrs, web

from playground.discord.guard import NAMES, READING, nothing
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.discord.world.conversation import Change
from playground.page.stage import OfferedGame, Rehearse, Stage, StartFresh
from playground.page.tab import FRAME_AT_MOST, GOODBYE_SECONDS, UNKNOWN_PERSON, Tab
from playground.page.trace import Trace
from playground.page.visibility import MessageTexts
from playground.people import ClientRefused, Player

STATIC = Path(__file__).parent / "static"
HEARTBEAT_SECONDS = 30.0
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")
_STEPS_AT_MOST = 10
_LONGEST_REASON = 123
"""Bytes of the reason for which a socket closes."""
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_TEXTS = ("text/", "application/json", "image/svg")


class Page:
    """The page of one playground; made before the local Discord starts, whose server it shares."""

    def __init__(
        self,
        local: LocalDiscord,
        *,
        people: Sequence[Player],
        guild: Guild,
        games: Sequence[OfferedGame],
        rehearse: Rehearse,
        start_fresh: StartFresh,
    ) -> None:
        """`people` may sit down at it; `games` are those that they may try."""
        self._local = local
        self._stage = Stage(local, people, guild, games, rehearse, start_fresh)
        self._texts, self._trace = MessageTexts(local.world), Trace(local)
        self._tabs: list[Tab] = []
        local.world.watchers.append(self._notice)
        local.app.router.add_route("*", "/{key}", self._visit)
        local.app.router.add_route("*", "/{key}/{path:.*}", self._visit)
        local.app.on_shutdown.append(self._close)

    @property
    def address(self) -> str:
        """Where a browser looks, once the server listens."""
        return self._local.page_url

    def start_anew(self) -> None:
        """Start every tab again with a hello, as at the first start."""
        self._texts.forget()
        for tab in self._tabs:
            tab.view.greet()

    def _notice(self, change: Change) -> None:
        for tab in self._tabs:
            tab.view.notice(change)

    async def _visit(self, request: web.Request) -> web.StreamResponse:
        if not self._local.guard.knows(request.match_info["key"]):
            return nothing(404)
        if request.method not in READING:
            return nothing(405, allow=", ".join(READING))
        path = request.match_info.get("path")
        if path is None:
            return web.Response(status=308, headers={hdrs.LOCATION: f"{self._local.guard.key}/{_query(request)}"})
        return await self._socket(request) if path == "socket" else self._file(path or "index.html")

    def _file(self, path: str) -> web.Response:
        steps = path.split("/")
        if len(steps) > _STEPS_AT_MOST or not all(_NAME.fullmatch(step) for step in steps):
            return nothing(404)
        file = STATIC.joinpath(*steps)
        kind = _TYPES.get(file.suffix)
        if kind is None or not file.is_file() or not file.resolve().is_relative_to(STATIC.resolve()):
            return nothing(404)
        charset = "utf-8" if kind.startswith(_TEXTS) else None
        return web.Response(body=file.read_bytes(), content_type=kind, charset=charset, headers=self._headers())

    def _headers(self) -> dict[str, str]:
        """Return the headers: only files from here run or load, text never becomes HTML, and no site frames it."""
        sockets = " ".join(f"ws://{name}:{self._local.guard.port}" for name in NAMES)
        policy = (
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
            "font-src 'self'", "media-src 'self'", f"connect-src 'self' {sockets}", "base-uri 'none'",
            "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )  # fmt: skip
        return {
            "Content-Security-Policy": "; ".join(policy),
            "Cross-Origin-Opener-Policy": "same-origin",
            "X-Frame-Options": "DENY",
        }

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(
            timeout=GOODBYE_SECONDS, compress=False, max_msg_size=FRAME_AT_MOST, heartbeat=HEARTBEAT_SECONDS
        )
        if not socket.can_prepare(request).ok:
            return nothing(400)
        await socket.prepare(request)
        try:
            player = self._stage.player(request.query.get("as") or None)
        except ClientRefused as refused:
            reason = str(refused).encode()[:_LONGEST_REASON].decode(errors="ignore")
            await socket.close(code=UNKNOWN_PERSON, message=reason.encode())
            return socket
        tab = Tab(self._stage, player, self._texts, self._trace, socket)
        self._tabs.append(tab)
        try:
            await tab.run(request.transport)
        finally:
            self._tabs.remove(tab)
        return socket

    async def _close(self, _: web.Application) -> None:
        await self._stage.close()
        await asyncio.gather(*(tab.close() for tab in self._tabs), return_exceptions=True)


def _query(request: web.Request) -> str:
    """Return the query as it came in, still escaped, with characters that a header can't hold escaped too."""
    query = request.rel_url.raw_query_string
    return f"?{quote(query, safe=string.punctuation, errors='surrogateescape')}" if query else ""
