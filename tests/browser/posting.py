"""Messages that the bot's account writes without the bot: every kind of component, checked as Discord checks them."""

import base64
import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.discord.world.conversation import COMPONENTS_V2
from playground.people import Seen

Json = dict[str, Any]


@dataclass(frozen=True)
class File:
    """A file that hangs on a message; components name it by `attachment://` and its name."""

    content: bytes
    content_type: str


def picture(colour: int, *, width: int = 48, height: int = 32) -> File:
    """Draw a PNG of one colour, written 0xRRGGBB."""
    row = b"\x00" + colour.to_bytes(3, "big") * width
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * height)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return File(b"\x89PNG\r\n\x1a\n" + b"".join(chunks), "image/png")


async def posted(local: LocalDiscord, channel: Channel, body: Json, files: Mapping[str, File] | None = None) -> Seen:
    """Post a message of the bot with this body, which Discord must accept."""
    form = aiohttp.FormData()
    named = list((files or {}).items())
    attachments = [{"id": key, "filename": name} for key, (name, _) in enumerate(named)]
    form.add_field("payload_json", json.dumps({**body, "attachments": attachments}), content_type="application/json")
    for key, (name, file) in enumerate(named):
        form.add_field(f"files[{key}]", file.content, filename=name, content_type=file.content_type)
    address, headers = f"{local.api_url}/channels/{channel.id}/messages", {"Authorization": f"Bot {local.token}"}
    async with aiohttp.ClientSession() as session, session.post(address, data=form, headers=headers) as reply:
        made = await reply.json()
        assert reply.status == 200, made
    message = local.world.message(channel.id, int(made["id"]))
    assert message is not None
    return Seen(message)


async def shown(
    local: LocalDiscord, channel: Channel, *components: Json, files: Mapping[str, File] | None = None
) -> Seen:
    """Post a message in the new layout."""
    return await posted(local, channel, {"flags": COMPONENTS_V2, "components": list(components)}, files)


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(label: str, style: int = 2, **more: Any) -> Json:
    """Styles: 1 blurple, 2 grey, 3 green, 4 red, 5 link."""
    address = {} if "url" in more else {"custom_id": f"press:{label.lower()}"}
    return {"type": 2, "style": style, "label": label, **address, **more}


async def emoji(local: LocalDiscord, name: str, colour: int) -> str:
    """Create an application emoji of one colour, and return it as a text writes it."""
    image = f"data:image/png;base64,{base64.b64encode(picture(colour, width=64, height=64).content).decode()}"
    address = f"{local.api_url}/applications/{local.world.application_id}/emojis"
    headers = {"Authorization": f"Bot {local.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(address, json={"name": name, "image": image}, headers=headers) as reply,
    ):
        made = await reply.json()
        assert reply.status == 201, made
    return f"<:{name}:{made['id']}>"
