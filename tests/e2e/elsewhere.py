"""Another Discord-compatible server, as small as it can be, and in every way that is allowed unlike the local Discord.

Under another path; ids of two and of nineteen digits; keys in another order, fields that nobody knows, no optional
ones; callbacks answered without a body; no headers about rate limits; text on the gateway although compression was
asked for; no event for what the bot itself does.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

Json = dict[str, Any]

PREFIX = "/compat/rest/v10"
TOKEN = "the-token-of-elsewhere"
BOT, GUILD, CHANNEL = "12", "8999999999999999999", "77"
_EPHEMERAL = 64
_PERMISSIONS = str(1 << 10 | 1 << 11 | 1 << 14 | 1 << 31)


@dataclass
class Deed:
    """What somebody did: how the bot acknowledged it, and the messages that it made."""

    id: str
    token: str
    source: Json | None
    acknowledged: asyncio.Future[int]
    form: Json | None = None
    original: Json | None = None
    made: list[Json] = field(default_factory=list[Json])


class Elsewhere:
    """The server. `mistakes` are requests that it doesn't know."""

    def __init__(self) -> None:
        self.commands: list[Json] = []
        self.messages: dict[str, Json] = {}
        self.mistakes: list[str] = []
        self.connected = asyncio.Event()
        self.changed = asyncio.Condition()
        self._deeds: dict[str, Deed] = {}
        self._socket: web.WebSocketResponse | None = None
        self._sequence, self._number = 0, 100
        self._app = web.Application()
        self._routes()
        self._runner = web.AppRunner(self._app, shutdown_timeout=1.0)
        self.address = ""

    def _routes(self) -> None:
        add, commands = self._app.router.add_route, PREFIX + "/applications/{app}/commands"
        add("GET", PREFIX + "/users/@me", self._give(lambda: _user(BOT, "shadowport") | {"bot": True}))
        add("GET", PREFIX + "/oauth2/applications/@me", self._give(_application))
        add("GET", PREFIX + "/gateway/bot", self._give(_gateway_for_bots))
        add("GET", commands, self._give(lambda: self.commands))
        add("PUT", commands, self._take_commands)
        add("GET", PREFIX + "/applications/{app}/emojis", self._give(lambda: {"items": []}))
        add("POST", PREFIX + "/applications/{app}/emojis", self._take_emoji)
        add("POST", PREFIX + "/interactions/{id}/{token}/callback", self._callback)
        add("POST", PREFIX + "/webhooks/{app}/{token}", self._follow_up)
        add("GET", PREFIX + "/webhooks/{app}/{token}/messages/@original", self._original)
        add("PATCH", PREFIX + "/webhooks/{app}/{token}/messages/@original", self._original)
        add("PATCH", PREFIX + "/channels/{channel}/messages/{message}", self._edit)
        add("GET", "/compat/socket", self._gateway)
        add("*", "/{path:.*}", self._unknown)

    async def start(self) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        await self._runner.cleanup()

    def next_id(self) -> str:
        self._number += 1
        return str(self._number)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to be true after a request; ten seconds are a safety net."""
        async with asyncio.timeout(60), self.changed:
            await self.changed.wait_for(holds)

    async def begin(self, kind: int, user: str, data: Json, source: Json | None = None) -> Deed:
        """Begin an interaction of the user with that id; return when the bot has acknowledged it."""
        deed = Deed(self.next_id(), f"tok-{self._number}", source, asyncio.get_running_loop().create_future())
        self._deeds[deed.token] = deed
        payload = {
            "type": kind,
            "token": deed.token,
            "id": deed.id,
            "application_id": BOT,
            "version": 1,
            "attachment_size_limit": 1,
            "app_permissions": _PERMISSIONS,
            "channel": {"id": CHANNEL},
            "guild_id": GUILD,
            "member": {"user": _user(user, f"u{user}"), "roles": [], "flags": 0, "permissions": _PERMISSIONS},
            "data": data,
        }
        await self._send("INTERACTION_CREATE", payload | ({"message": source} if source else {}))
        await asyncio.wait_for(asyncio.shield(deed.acknowledged), 10)
        return deed

    async def _send(self, event: str, data: Json) -> None:
        if self._socket is None:
            raise RuntimeError("no bot is connected")
        self._sequence += 1
        await self._socket.send_str(_text({"op": 0, "s": self._sequence, "t": event, "d": data}))

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        socket = self._socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await socket.send_str(_text({"op": 10, "d": {"heartbeat_interval": 30_000}}))
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            sent = json.loads(frame.data)
            if sent["op"] == 1:
                await socket.send_str(_text({"op": 11}))
            elif sent["op"] == 2 and sent["d"]["token"] == TOKEN:
                await self._welcome(sent["d"]["shard"])
        return socket

    async def _welcome(self, shard: list[int]) -> None:
        resume = f"ws://{self.address}/compat/socket"
        ready = {"v": 10, "user": _user(BOT, "shadowport"), "guilds": [{"id": GUILD, "unavailable": True}]}
        await self._send("READY", ready | {"session_id": "s", "resume_gateway_url": resume, "shard": shard})
        await self._send("A_NEW_EVENT", {"of": "tomorrow"})
        await self._send("GUILD_CREATE", _guild())
        self.connected.set()

    def _give(self, made: Callable[[], Any]) -> Any:
        async def give(request: web.Request) -> web.Response:
            return self._json(made()) if self._knows(request) else self._json({"message": "no"}, 401)

        return give

    def _knows(self, request: web.Request) -> bool:
        return request.headers.get("Authorization") == f"Bot {TOKEN}"

    def _json(self, body: Any, status: int = 200) -> web.Response:
        # discord.py takes nothing for JSON that says more of its type.
        return web.Response(body=_text(body).encode(), status=status, headers={"Content-Type": "application/json"})

    async def _take_commands(self, request: web.Request) -> web.Response:
        sent: list[Json] = await request.json()
        self.commands = [
            {"description": ""} | command | {"id": self.next_id(), "application_id": BOT, "version": "1"}
            for command in sent
        ]
        return self._json(self.commands)

    async def _callback(self, request: web.Request) -> web.Response:
        deed, sent = self._deeds[request.match_info["token"]], await request.json()
        kind, data = sent["type"], sent.get("data") or {}
        match kind:
            case 4:
                deed.original = self._post(deed, data)
            case 7:
                deed.original = deed.source
                (deed.source or {}).update(data)
            case 9:
                deed.form = data
            case _:
                deed.original = deed.source
        deed.acknowledged.set_result(kind)
        await self._tell()
        return web.Response(status=204)

    async def _take_emoji(self, request: web.Request) -> web.Response:
        return self._json({"id": self.next_id(), "name": (await request.json())["name"]}, 201)

    async def _follow_up(self, request: web.Request) -> web.Response:
        made = self._post(self._deeds[request.match_info["token"]], await request.json())
        await self._tell()
        return self._json(made)

    async def _original(self, request: web.Request) -> web.Response:
        message = self._deeds[request.match_info["token"]].original or {}
        if request.method == "PATCH":
            message.update(await request.json())
            await self._tell()
        return self._json(message)

    async def _edit(self, request: web.Request) -> web.Response:
        message = self.messages[request.match_info["message"]]
        message.update(await request.json())
        await self._tell()
        return self._json(message)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.mistakes.append(f"{request.method} {request.path}")
        return self._json({"message": "404: Not Found", "code": 0}, 404)

    def _post(self, deed: Deed, data: Json) -> Json:
        message: Json = {"id": self.next_id(), "channel_id": CHANNEL, "type": 0, "content": "", "flags": 0}
        message |= {"author": _user(BOT, "shadowport"), "timestamp": "2026-01-01T00:00:00+00:00", "mentions": []}
        message |= data
        self.messages[message["id"]] = message
        deed.made.append(message)
        return message

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()


def _text(body: Any) -> str:
    """JSON with the keys the other way round, and one in each object that nobody knows."""
    return json.dumps(_unlike(body))


def _unlike(body: Any) -> Any:
    if isinstance(body, list):
        return [_unlike(one) for one in body]
    if isinstance(body, dict) and not {"type", "components"} & body.keys():
        return {"x_unheard_of": [1], **{name: _unlike(body[name]) for name in reversed(body)}}
    return {name: _unlike(body[name]) for name in reversed(body)} if isinstance(body, dict) else body


def _user(number: str, name: str) -> Json:
    return {"id": number, "username": name, "discriminator": "0", "avatar": None}


def _application() -> Json:
    card = {"id": BOT, "name": "Shadowport", "icon": None, "description": "", "bot_public": True}
    return card | {"bot_require_code_grant": False, "verify_key": "", "owner": _user("3", "owner")}


def _gateway_for_bots() -> Json:
    starts = {"total": 1000, "remaining": 999, "reset_after": 1000, "max_concurrency": 1}
    return {"url": "ws://elsewhere.invalid", "shards": 1, "session_start_limit": starts}


def _guild() -> Json:
    everyone: Json = {"id": GUILD, "name": "@everyone", "permissions": _PERMISSIONS, "position": 0, "color": 0}
    everyone |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0, "colors": {"primary_color": 0}}
    channel = {"id": CHANNEL, "type": 0, "name": "tables", "position": 0, "permission_overwrites": []}
    return {"id": GUILD, "name": "Elsewhere", "owner_id": "5", "roles": [everyone], "channels": [channel], "emojis": []}
