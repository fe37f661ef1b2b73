"""What came in: the JSON of a request, the files with it, and its path as a log may show it."""

from aiohttp import BodyPartReader, web

from playground.discord.refusals import Refusal
from playground.discord.rest.call import Call
from playground.discord.world import Upload
from playground.discord.world.interaction_payloads import FILE_SIZE_LIMIT
from playground.json_text import from_text


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
    """A path fit for a log: interaction tokens are left out."""
    parts = path.split("/")
    if len(parts) > 3 and parts[1] in ("webhooks", "interactions"):
        parts[3] = "..."
    return "/".join(parts)
