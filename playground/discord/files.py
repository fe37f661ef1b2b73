"""The files of the world: what hangs on messages, and the application's emojis."""

from urllib.parse import quote

from aiohttp import hdrs, web

from playground.discord.guard import nothing
from playground.discord.world import World

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


def file_response(world: World, path: str) -> web.Response:
    """`emojis/<id>` (an ending is allowed) or `attachments/<channel>/<id>/<name>`; 404 for anything else.

    What a browser would run is handed over to be saved, never shown.
    """
    kind, _, rest = path.partition("/")
    match kind:
        case "emojis":
            emoji = world.emojis.get(_number(rest.partition(".")[0]))
            return nothing(404) if emoji is None else _sent(emoji.content, emoji.content_type, emoji.name)
        case "attachments":
            channel, _, rest = rest.partition("/")
            found = world.file(_number(channel), _number(rest.partition("/")[0]))
            return nothing(404) if found is None else _sent(found.content, found.content_type, found.filename)
        case _:
            return nothing(404)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else 0


def _sent(content: bytes, content_type: str, name: str) -> web.Response:
    kind = content_type.partition(";")[0].strip().lower()
    if kind in _HARMLESS:
        charset = "utf-8" if kind == "text/plain" else None
        return web.Response(body=content, content_type=kind, charset=charset, headers=_POWERLESS)
    shown = quote(name, safe="", errors="replace")
    headers = {**_POWERLESS, hdrs.CONTENT_DISPOSITION: f"attachment; filename*=UTF-8''{shown}"}
    return web.Response(body=content, content_type=_UNKNOWN, headers=headers)
