"""One request as the routes see it, and the table in which they stand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from playground.discord.interactions import Interactions
from playground.discord.refusals import (
    Refusal,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_guild,
    unknown_message,
)
from playground.discord.world import Channel, Guild, Message, Permission, Upload, World
from playground.discord.world.interaction_payloads import FILE_SIZE_LIMIT
from playground.discord.world.payloads import message_json, without_content
from playground.discord.world.snowflakes import Intent
from playground.json_text import from_text

Json = dict[str, Any]


@dataclass(slots=True)
class Call:
    """A request: the names in its path, its query, its JSON body and the files that came with it."""

    world: World
    interactions: Interactions
    names: dict[str, str]
    query: dict[str, str] = field(default_factory=dict[str, str])
    body: Any = None
    uploads: list[Upload] = field(default_factory=list[Upload])
    describe_gateway: Callable[[], Json] = dict

    def id(self, name: str) -> int:
        """Return an id from the path. Text that isn't a number becomes an id that nothing has."""
        text = self.names[name]
        return int(text) if text.isdecimal() else 0

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Return a number of the query, within its bounds. Raises Refusal."""
        text = self.query.get(name, str(default))
        if not text.isdecimal() or not low <= int(text) <= high:
            raise Refusal(400, 50035, f"{name} must be between {low} and {high}", is_mistake=True)
        return int(text)

    def form(self) -> Json:
        """Return the body, which must be an object. Raises Refusal."""
        if not isinstance(self.body, dict):
            raise Refusal(400, 50109, "The request body contains invalid JSON.", is_mistake=True)
        return self.body

    def channel(self, needed: int = 0) -> Channel:
        """Return the path's channel, which the bot must see and where it needs all of `needed`. Raises Refusal."""
        channel = self.world.channel(self.id("channel_id"))
        if channel is None:
            raise unknown_channel()
        self.require(channel, needed)
        return channel

    def message(self, channel: Channel) -> Message:
        """Return the path's message. An ephemeral isn't a message of the channel: only its token reaches it."""
        message = self.world.message(channel.id, self.id("message_id"))
        if message is None or message.is_ephemeral:
            raise unknown_message()
        return message

    def require(self, channel: Channel, needed: int) -> None:
        """Refuse unless the bot sees `channel` and has all of `needed` there."""
        if not self.world.bot_sees(channel):
            raise missing_access()
        if needed & ~self.world.permissions_of(self.world.bot, channel):
            raise missing_permissions()

    def guild(self) -> Guild:
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise unknown_guild()
        if not guild.has_bot:
            raise missing_access()
        return guild

    def readable(self, message: Message) -> Json:
        """Return a message as the bot may read it: whole with the privileged intent, if its own, or if for it."""
        world = self.world
        whole = world.privileged_intents_allowed & Intent.MESSAGE_CONTENT
        mine = message.author is world.bot or message.guild_id is None or world.bot in message.pings
        payload = message_json(message)
        return payload if whole or mine else without_content(payload)

    def may(self, channel: Channel, permission: Permission) -> bool:
        return bool(self.world.permissions_of(self.world.bot, channel) & permission)


@dataclass(frozen=True, slots=True)
class Reply:
    """A status and a JSON body; None is no body at all."""

    status: int
    body: Any = None


Handler = Callable[[Call], Reply]
Routes = dict[tuple[str, str], Handler]


class RouteTable:
    """Finds the route of a path. Literal segments win over names, as in Discord's own description."""

    def __init__(self, *tables: Routes) -> None:
        self._by_size: dict[tuple[str, int], list[tuple[str, list[str], Handler]]] = {}
        self.routes = [route for table in tables for route in table]
        for table in tables:
            for (method, template), handler in table.items():
                parts = template.strip("/").split("/")
                self._by_size.setdefault((method, len(parts)), []).append((template, parts, handler))
        for entries in self._by_size.values():
            entries.sort(key=lambda entry: [part.startswith("{") for part in entry[1]])

    def find(self, method: str, path: str) -> tuple[str, Handler, dict[str, str]] | None:
        """Return the template, its handler and the values in `path` (without the version), or None."""
        given = path.strip("/").split("/")
        for template, parts, handler in self._by_size.get((method, len(given)), ()):
            names: dict[str, str] = {}
            for part, value in zip(parts, given, strict=True):
                if part.startswith("{"):
                    names[part[1:-1]] = value
                elif part != value:
                    break
            else:
                return template, handler, names
        return None


async def read(request: web.Request, call: Call) -> None:
    """Body and files into `call`. Raises Refusal for what can't be read."""
    try:
        if request.content_type == "multipart/form-data":
            await _read_parts(request, call)
        elif request.can_read_body:
            call.body = from_text(await request.read())
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.", is_mistake=True) from None


async def _read_parts(request: web.Request, call: Call) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        name = part.name or ""
        if name == "payload_json":
            call.body = from_text(content)
        elif name.startswith("files[") and name[6:-1].isdecimal():
            kind = part.headers.get("Content-Type", "application/octet-stream")
            filename = (part.filename or "file").encode(errors="replace").decode()
            call.uploads.append(Upload(int(name[6:-1]), filename, content, kind))
    if sum(len(upload.content) for upload in call.uploads) > FILE_SIZE_LIMIT:
        raise Refusal(413, 40005, "Request entity too large", is_mistake=True)
    if call.body is None:
        call.body = {}


def without_tokens(path: str) -> str:
    """Return the path without interaction tokens, fit for a log."""
    parts = path.split("/")
    if len(parts) > 3 and parts[1] in ("webhooks", "interactions"):
        parts[3] = "..."
    return "/".join(parts)
