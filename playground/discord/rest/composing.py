"""Messages out of requests, and components as Discord gives them out: numbered, defaults filled in, media resolved."""

from collections.abc import Iterator
from typing import Any

from playground.discord.limits.components import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    FILE,
    MEDIA_GALLERY,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT_DISPLAY,
    THUMBNAIL,
    walk,
)
from playground.discord.limits.messages import FLAGS_WHEN_EDITED, SUPPRESS_EMBEDS, check_message, check_not_empty
from playground.discord.refusals import FieldPath, FormErrors, invalid
from playground.discord.rest.call import Call
from playground.discord.world import Channel, Message, User
from playground.discord.world.conversation import COMPONENTS_V2, Attachment
from playground.discord.world.snowflakes import Snowflakes

Json = dict[str, Any]


def given_out(components: list[Json], attachments: list[Attachment], ids: Snowflakes) -> list[Json]:
    """`components` as a reader of the message gets them. What came in must have passed the limits."""
    taken = {component["id"] for _, component in walk(components) if component.get("id")}
    return _Filler(taken, {attachment.filename: attachment for attachment in attachments}, ids).all(components)


class _Filler:
    def __init__(self, taken: set[int], files: dict[str, Attachment], ids: Snowflakes) -> None:
        self._numbers = self._free(taken)
        self._files = files
        self._ids = ids

    @staticmethod
    def _free(taken: set[int]) -> Iterator[int]:
        number = 0
        while True:
            number += 1
            if number not in taken:
                yield number

    def all(self, components: list[Json]) -> list[Json]:
        return [self._one(component) for component in components]

    def _one(self, component: Json) -> Json:
        kind = component["type"]
        result: Json = {"type": kind, "id": component.get("id") or next(self._numbers)}
        if kind == BUTTON:
            return (
                result | _present(component, "style", "label", "custom_id", "url", "sku_id") | _button_extras(component)
            )
        if kind in SELECTS:
            return result | self._select(component)
        if kind == ACTION_ROW:
            return result | {"components": self.all(component["components"])}
        if kind == SECTION:
            texts = self.all(component["components"])
            return result | {"components": texts, "accessory": self._one(component["accessory"])}
        if kind == TEXT_DISPLAY:
            return result | {"content": component["content"]}
        if kind == SEPARATOR:
            return result | {"divider": _or(component, "divider", True), "spacing": _or(component, "spacing", 1)}
        if kind == CONTAINER:
            return result | {
                "accent_color": component.get("accent_color"),
                "spoiler": _or(component, "spoiler", False),
                "components": self.all(component["components"]),
            }
        return result | self._shown(kind, component)

    def _shown(self, kind: int, component: Json) -> Json:
        """Return the fields of a component that shows images or files."""
        spoiler = _or(component, "spoiler", False)
        if kind == THUMBNAIL:
            media = self._media(component["media"])
            return {"media": media, "description": component.get("description"), "spoiler": spoiler}
        if kind == MEDIA_GALLERY:
            items = [
                {
                    "media": self._media(item["media"]),
                    "description": item.get("description"),
                    "spoiler": _or(item, "spoiler", False),
                }
                for item in component["items"]
            ]
            return {"items": items}
        if kind == FILE:
            file = self._files.get(component["file"]["url"].removeprefix("attachment://"))
            return {
                "file": self._media(component["file"]),
                "spoiler": spoiler,
                "name": None if file is None else file.filename,
                "size": None if file is None else len(file.content),
            }
        raise ValueError(f"component {kind} isn't for messages")

    def _select(self, component: Json) -> Json:
        result: Json = {
            "custom_id": component["custom_id"],
            "min_values": _or(component, "min_values", 1),
            "max_values": _or(component, "max_values", 1),
        } | _present(component, "placeholder", "disabled", "channel_types")
        if chosen := component.get("default_values"):
            # Taken as numbers too, but given out as text like every id.
            result["default_values"] = [{"id": str(one["id"]), "type": one["type"]} for one in chosen]
        if component["type"] == STRING_SELECT:
            result["options"] = [
                _present(option, "label", "value", "description", "default") | _emoji(option)
                for option in component["options"]
            ]
        return result

    def _media(self, media: Json) -> Json:
        url: str = media["url"]
        file = self._files.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
        if file is None:
            return {"id": str(self._ids.next()), "url": url, "proxy_url": url}
        return {
            "id": str(self._ids.next()),
            "url": file.url,
            "proxy_url": file.url,
            "content_type": file.content_type,
            "attachment_id": str(file.id),
        }


def _button_extras(component: Json) -> Json:
    disabled = {"disabled": True} if component.get("disabled") else {}
    return disabled | _emoji(component)


def _emoji(component: Json) -> Json:
    emoji = component.get("emoji")
    if not emoji:
        return {}
    shown = _present(emoji, "name")
    if emoji.get("id"):
        shown |= {"id": str(emoji["id"]), "animated": bool(emoji.get("animated"))}
    return {"emoji": {"name": "", **shown}}


def _present(source: Json, *names: str) -> Json:
    return {name: source[name] for name in names if source.get(name) is not None}


def _or(source: Json, name: str, default: Any) -> Any:
    value = source.get(name)
    return default if value is None else value


def compose(call: Call, channel: Channel, body: Json, *, flags: int, path: FieldPath = ()) -> Message:
    """Build a new message of the bot in `channel`, checked against every limit but not posted.

    `flags` are those allowed. Raises Refusal, and then nothing was stored.
    """
    given = body["flags"] if isinstance(body.get("flags"), int) else 0
    if given & ~flags:
        raise invalid((*path, "flags"), "MESSAGE_FLAGS_INVALID", "Invalid message flags")
    check_message(body, v2=bool(given & COMPONENTS_V2), path=path)
    message = blank(call, channel, call.world.bot)
    message.flags = given
    message.content = (body.get("content") or "").strip()
    message.embeds = [_embed(embed) for embed in body.get("embeds") or []]
    message.nonce = body.get("nonce")
    message.tts = bool(body.get("tts"))
    _fill(call, message, body, [], path)
    check_not_empty(
        message.content,
        message.embeds,
        message.components,
        len(message.attachments),
        len(body.get("sticker_ids") or []),
    )
    call.world.count_pings(message, body.get("allowed_mentions"))
    return message


def change(call: Call, message: Message, body: Json, *, path: FieldPath = ()) -> None:
    """Bring `message` to what an edit makes of it. Fields that the body leaves out stay. Raises Refusal, unchanged."""
    flags = _flags_after(message, body.get("flags"))
    v2 = bool(flags & COMPONENTS_V2)
    final = _after(message, body)
    form = {**body, **final}
    if "components" not in body and v2 == message.has_components_v2:
        del form["components"]
    check_message(form, v2=v2, path=path)
    draft = blank(call, _place(call, message), message.author)
    draft.id, draft.flags, draft.content = message.id, flags, final["content"]
    draft.embeds = [_embed(embed) for embed in final["embeds"]] if "embeds" in body else message.embeds
    draft.components = message.components
    _fill(call, draft, body, message.attachments, path)
    check_not_empty(draft.content, draft.embeds, draft.components, len(draft.attachments), 0)
    if "content" in body or "components" in body:
        call.world.count_pings(draft, body.get("allowed_mentions"))
        message.pings, message.pings_roles = draft.pings, draft.pings_roles
        message.pings_everyone = draft.pings_everyone
    message.flags, message.content, message.embeds = draft.flags, draft.content, draft.embeds
    message.components, message.attachments = draft.components, draft.attachments


def _flags_after(message: Message, wanted: Any) -> int:
    """Return the flags after an edit. It may hide or show embeds and turn to the new layout, but never away from it."""
    if not isinstance(wanted, int):
        return message.flags
    return (message.flags & ~SUPPRESS_EMBEDS) | (wanted & FLAGS_WHEN_EDITED)


def blank(call: Call, channel: Channel, author: User) -> Message:
    world = call.world
    return Message(world.ids.next(), channel.id, channel.guild_id, author, world.clock.now())


def _place(call: Call, message: Message) -> Channel:
    channel = call.world.channel(message.channel_id)
    if channel is None:
        raise LookupError(f"message {message.id} is in no channel")
    return channel


def _after(message: Message, body: Json) -> Json:
    """Text, embeds and components as they would stand after an edit."""
    return {
        "content": (body["content"] or "").strip() if "content" in body else message.content,
        "embeds": (body["embeds"] or []) if "embeds" in body else message.embeds,
        "components": (body["components"] or []) if "components" in body else message.components,
    }


def _fill(call: Call, message: Message, body: Json, present: list[Attachment], path: FieldPath) -> None:
    """Attachments, then the components, which may show them."""
    message.attachments = _attachments(call, message, body, present, path)
    if "components" in body:
        components = body["components"] or []
        _media_is_there(components, message, path)
        _emojis_are_known(call, components, path)
        message.components = given_out(components, message.attachments, call.world.ids)


def _attachments(
    call: Call, message: Message, body: Json, present: list[Attachment], path: FieldPath
) -> list[Attachment]:
    """Return the message's attachments after the request: kept files by their ids, new ones by their keys."""
    uploads = {upload.key: upload for upload in call.uploads}
    if "attachments" not in body or body["attachments"] is None:
        return [*present, *(call.world.keep_file(message.channel_id, upload) for upload in uploads.values())]
    known = {attachment.id: attachment for attachment in present}
    result: list[Attachment] = []
    for at, wanted in enumerate(body["attachments"]):
        key = int(wanted["id"])
        if key in uploads:
            result.append(call.world.keep_file(message.channel_id, uploads[key], wanted.get("description")))
        elif key in known:
            result.append(known[key])
        else:
            text = f"Attachment {key} is neither uploaded nor on the message"
            raise invalid((*path, "attachments", at, "id"), "MESSAGE_ATTACHMENT_NOT_FOUND", text)
    return result


def _media_is_there(components: list[Json], message: Message, path: FieldPath) -> None:
    """Check that every attachment:// names a file of the message, and other addresses are http(s). Raises Refusal."""
    errors = FormErrors()
    names = {attachment.filename for attachment in message.attachments}
    for place, component in walk(components, (*path, "components")):
        media = [component.get("media"), component.get("file")]
        media += [item["media"] for item in component.get("items") or []]
        for url in (item["url"] for item in media if item):
            if url.startswith("attachment://"):
                if url.removeprefix("attachment://") not in names:
                    text = "The referenced attachment was not found"
                    errors.add(place, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)
            elif not url.startswith(("http://", "https://")):
                errors.add(place, "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').")
    errors.refuse()


def _emojis_are_known(call: Call, components: list[Json], path: FieldPath) -> None:
    errors = FormErrors()
    for place, component in walk(components, (*path, "components")):
        emojis = [(place, component.get("emoji"))]
        emojis += [((*place, "options", at), o.get("emoji")) for at, o in enumerate(component.get("options") or [])]
        for where, emoji in emojis:
            if emoji and emoji.get("id") and int(emoji["id"]) not in call.world.emojis:
                errors.add((*where, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    errors.refuse()


def _embed(embed: Json) -> Json:
    return {"type": "rich", **{key: value for key, value in embed.items() if value is not None and key != "type"}}
