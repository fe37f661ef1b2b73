"""The local Discord: one HTTP server on this machine with the REST API, the gateway and the files."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from aiohttp import hdrs, web

from bot.clock import Clock
from playground.discord.gateway.connection import Connection, compression
from playground.discord.gateway.sessions import HEARTBEAT_SECONDS, Gateway
from playground.discord.guard import READING, Guard, http_log, nothing
from playground.discord.interactions import Interactions
from playground.discord.limits.rates import OLD_AFTER, RateLimits
from playground.discord.refusals import Refusal
from playground.discord.rest import application, channels, interactions, messages
from playground.discord.rest.call import Call, Handler, Reply, RouteTable, read, without_tokens
from playground.discord.schema import Schema
from playground.discord.world import World
from playground.json_text import to_text

log = logging.getLogger(__name__)
_Kept = TypeVar("_Kept")
API = "/api/v10"
TOKEN = "bG9jYWwtZGlzY29yZA.playground.not-a-secret"  # noqa: S105 - opens nothing but this process
KEPT_REQUESTS, KEPT_PROBLEMS = 20_000, 1000
_BY_TOKEN = ("/interactions/", "/webhooks/")
_OLD_EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
_HARMLESS = frozenset(
    {
        "audio/mpeg",
        "audio/ogg",
        "audio/wav",
        "image/avif",
        "image/gif",
        "image/jpeg",
        "image/png",
        "image/webp",
        "text/plain",
        "video/mp4",
        "video/webm",
    }
)
_UNKNOWN = "application/octet-stream"
_POWERLESS = {"Content-Security-Policy": "default-src 'none'; sandbox"}


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the bot as it was answered.

    `code` is Discord's error code, 0 if there is none; `limits` are the headers by which the limit rules answered.
    """

    method: str
    route: str
    names: dict[str, str]
    body: Any
    status: int
    code: int
    limits: Mapping[str, str] = field(default_factory=dict[str, str])


class LocalDiscord:
    """A Discord on 127.0.0.1. The world is there before the server starts, so that tests can furnish it.

    `requests` are the latest that the bot made, `problems` the rules that it broke (and the faults of this server):
    limits, unknown routes, double acknowledgements, bodies that Discord's own description refuses. What merely came too
    late, or lacked a right, is no problem. `on_request` and `on_problem` are told of each as it comes. A file is handed
    over once everything in `on_file` has returned, and a request is carried out once everything in `on_call` has: a
    test holds it back there, cuts the line, or raises a Refusal.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        port: int = 0,
        host: str = "127.0.0.1",
        schema: Path | None = None,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        token: str = TOKEN,
    ) -> None:
        """Set up a server that doesn't listen yet.

        `schema` is Discord's OpenAPI description, if bodies are to be checked against it. Port 0: any free one. `host`
        is the address to listen on: 127.0.0.1, or 0.0.0.0, which includes it.
        """
        self.clock = clock
        self.world = World(clock)
        self.gateway = Gateway(self.world, heartbeat_seconds)
        self.interactions = Interactions(self.world)
        self.rates = RateLimits(lambda: asyncio.get_running_loop().time())
        self.schema = None if schema is None else Schema(schema)
        self.token = token
        self.requests: list[Request] = []
        self.problems: list[str] = []
        self.on_request: list[Callable[[Request], None]] = []
        self.on_problem: list[Callable[[str], None]] = []
        self.on_file: list[Callable[[web.Request], Awaitable[None]]] = []
        self.on_call: list[Callable[[web.Request], Awaitable[None]]] = []
        self.guard = Guard()
        self.app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[self.guard.admit])
        self.app.on_response_prepare.append(self.guard.stamp)
        self._host, self._port = host, port
        self._routes = RouteTable(application.ROUTES, channels.ROUTES, interactions.ROUTES, messages.ROUTES)
        self._runner: web.AppRunner | None = None
        self.app.router.add_route("*", API + "/{path:.*}", self._rest)
        self.app.router.add_get("/gateway", self._gateway)
        self.app.router.add_get("/gateway/", self._gateway)
        self.app.router.add_route("*", "/{key}/cdn/{path:.*}", self._file)

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self._port}{API}"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway"

    @property
    def page_url(self) -> str:
        """Where what people's browsers load lies: below the key, which differs with every server."""
        return f"http://127.0.0.1:{self._port}/{self.guard.key}/"

    @property
    def served(self) -> list[tuple[str, str]]:
        """Method and path of every route."""
        return list(self._routes.routes)

    @property
    def gateway_log(self) -> list[tuple[int, Any]]:
        """The bot's messages over the gateway: opcode and data."""
        return list(self.gateway.log)

    async def start(self) -> None:
        """Listen. Raises OSError if the port is taken."""
        self._runner = web.AppRunner(
            self.app, access_log=None, logger=http_log, handle_signals=False, shutdown_timeout=1.0
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.guard.port = self._port
        self.gateway.url = self.gateway_url
        self.world.cdn_url = self.page_url + "cdn"

    async def stop(self) -> None:
        """Stop listening, so that a bot which comes back at once is refused, and close every connection."""
        self.interactions.stop()
        for site in list(self._runner.sites) if self._runner is not None else []:
            await site.stop()
        await self.gateway.drop_connections(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def problem(self, text: str) -> None:
        """Note an event that must not happen: for the tests, and loudly in the log."""
        _keep(self.problems, text, KEPT_PROBLEMS)
        log.error("%s", text)
        for told in self.on_problem:
            told(text)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        packing = compression(request.query.get("compress"))
        if packing is None:
            self.problem(f"the gateway doesn't know compress={request.query['compress']}")
            raise web.HTTPBadRequest
        socket = web.WebSocketResponse(compress=False, max_msg_size=4096 * 16)
        await socket.prepare(request)
        await Connection(self.gateway, socket, packing, self.token, self.problem).run()
        return socket

    async def _file(self, request: web.Request) -> web.Response:
        if not self.guard.knows(request.match_info["key"]):
            return nothing(404)
        if request.method not in READING:
            return nothing(405, allow=", ".join(READING))
        for held in self.on_file:
            await held(request)
        return _file_response(self.world, request.match_info["path"])

    async def _rest(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        found = self._routes.find(request.method, path)
        if found is None:
            return self._unknown(request, path)
        route, handler, names = found
        query = dict(request.query)
        call = Call(self.world, self.interactions, names, query, describe_gateway=self.gateway.describe)
        headers: dict[str, str] = {}
        try:
            self._authorize(request, route)
            headers = self.rates.take(request.method, route, names)
            await read(request, call)
            for held in self.on_call:
                await held(request)
            reply = self._answer(request.method, route, handler, call)
            code = 0
        except Refusal as refusal:
            if refusal.is_mistake:
                self.problem(f"{request.method} {route} was refused: {refusal.summary()}")
            reply, code = Reply(refusal.status, refusal.json()), refusal.code
            headers |= refusal.headers
        except Exception as fault:
            self.problem(f"{request.method} {route} broke the local Discord: {fault!r}")
            log.debug("the error", exc_info=True)
            reply, code = Reply(500, {"message": "500: Internal Server Error", "code": 0}), 0
        self._remember(Request(request.method, route, names, call.body, reply.status, code, headers))
        if reply.body is None:
            return web.Response(status=reply.status, headers=headers)
        body = to_text(reply.body).encode()
        return web.Response(status=reply.status, body=body, headers={**headers, "Content-Type": "application/json"})

    def _unknown(self, request: web.Request, path: str) -> web.Response:
        """Answer the bot's request for a route that isn't served; anyone else learns nothing of the routes."""
        steps = path.split("/")
        by_token = path.startswith(_BY_TOKEN) and len(steps) > 3 and self.interactions.gave_out(steps[3])
        if not by_token and not self._is_the_bot(request):
            return web.json_response(_unauthorized().json(), status=401, dumps=to_text)
        self.problem(f"the bot called {request.method} {without_tokens(path)}, which isn't served here")
        self._remember(Request(request.method, without_tokens(path), {}, None, 404, 0))
        return web.json_response({"message": "404: Not Found", "code": 0}, status=404)

    def _authorize(self, request: web.Request, route: str) -> None:
        """Check the bot's token, except where the path itself holds one. Raises Refusal."""
        if not route.startswith(_BY_TOKEN) and not self._is_the_bot(request):
            raise _unauthorized()

    def _is_the_bot(self, request: web.Request) -> bool:
        given = request.headers.get(hdrs.AUTHORIZATION, "").encode(errors="surrogateescape")
        return secrets.compare_digest(given, f"Bot {self.token}".encode())

    def _answer(self, method: str, route: str, handler: Handler, call: Call) -> Reply:
        for fault in [] if self.schema is None else self.schema.faults_of_request(method, route, call.body):
            self.problem(f"{method} {route} was sent what Discord doesn't describe: {fault}")
        if (method, route) == _OLD_EDIT:
            message = self.world.message(call.id("channel_id"), call.id("message_id"))
            if message is not None and message.created < self.clock.now() - OLD_AFTER:
                self.rates.take_old_edit(call.id("channel_id"))
        self.world.archive_idle_threads()
        reply = handler(call)
        if self.schema is not None:
            for fault in self.schema.faults_of_reply(method, route, reply.status, reply.body):
                self.problem(f"{method} {route} was answered as Discord wouldn't: {fault}")
        return reply

    def _remember(self, request: Request) -> None:
        _keep(self.requests, request, KEPT_REQUESTS)
        for told in self.on_request:
            told(request)


def _unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def _keep(kept: list[_Kept], one: _Kept, at_most: int) -> None:
    """Append one and drop the oldest beyond `at_most`."""
    kept.append(one)
    if len(kept) > at_most:
        del kept[: at_most // 2]


def _file_response(world: World, path: str) -> web.Response:
    """`emojis/<id>` (an ending is allowed) or `attachments/<channel>/<id>/<name>`; 404 for anything else.

    What a browser would run is handed over to be saved, never shown.
    """
    kind, _, rest = path.partition("/")
    match kind:
        case "emojis":
            emoji = world.emojis.get(_number(rest.partition(".")[0]))
            return nothing(404) if emoji is None else _send_file(emoji.content, emoji.content_type, emoji.name)
        case "attachments":
            channel, _, rest = rest.partition("/")
            found = world.file(_number(channel), _number(rest.partition("/")[0]))
            return nothing(404) if found is None else _send_file(found.content, found.content_type, found.filename)
        case _:
            return nothing(404)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else 0


def _send_file(content: bytes, content_type: str, name: str) -> web.Response:
    kind = content_type.partition(";")[0].strip().lower()
    if kind in _HARMLESS:
        charset = "utf-8" if kind == "text/plain" else None
        return web.Response(body=content, content_type=kind, charset=charset, headers=_POWERLESS)
    shown = quote(name, safe="", errors="replace")
    headers = {**_POWERLESS, hdrs.CONTENT_DISPOSITION: f"attachment; filename*=UTF-8''{shown}"}
    return web.Response(body=content, content_type=_UNKNOWN, headers=headers)
