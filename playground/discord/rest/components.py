"""Components as Discord gives them out: numbered in reading order, defaults filled in, media resolved."""

from collections.abc import Iterator
from typing import Any

from playground.discord.limits.component_shapes import (
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
)
from playground.discord.limits.layouts import walk
from playground.discord.world.conversation import Attachment
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
        """What shows pictures and files."""
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
