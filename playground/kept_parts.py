"""What lies inside of a kept message or command, as far as anybody relies on it: checked whole, and kept as it is.

Lengths aren't looked at again: they were held to Discord's limits when it came in.
"""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from playground.discord.limits.commands import COMMANDS_AT_MOST, check_command
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
from playground.discord.limits.shapes import Choice, Flag, ListOf, Number, Shape, Text
from playground.discord.refusals import FormErrors, Path, Refusal

Json = dict[str, Any]

HIGHEST_ID = 2**63 - 1
_YEAR_10000 = 253_402_300_800

Id = Annotated[int, Field(ge=1, le=HIGHEST_ID)]
Bits = Annotated[int, Field(ge=0, le=HIGHEST_ID)]
Moment = Annotated[float, Field(ge=0, lt=_YEAR_10000, allow_inf_nan=False)]
"""In seconds since the epoch, within what a calendar has."""


class _IdText:
    """An id as Discord writes it."""

    def check(self, value: Any, path: Path, errors: FormErrors) -> None:
        is_number = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20
        if not is_number or not 1 <= int(value) <= HIGHEST_ID:
            errors.add(path, "NUMBER_TYPE_COERCE", "Must be an id.")


_TEXT, _ID, _WHOLE = Text(0, 2**31), _IdText(), Number(-HIGHEST_ID, HIGHEST_ID)
_NUMBERED = {"id": _WHOLE}
_EMOJI = Shape({"name": _TEXT}, {"id": _ID, "animated": Flag()})
_MEDIA = Shape({"url": _TEXT})
_OPTION = Shape({"label": _TEXT, "value": _TEXT}, {"description": _TEXT, "default": Flag(), "emoji": _EMOJI})
_SELECT = _NUMBERED | {"custom_id": _TEXT, "min_values": _WHOLE, "max_values": _WHOLE}
_SELECT_MORE = {"placeholder": _TEXT, "disabled": Flag(), "channel_types": ListOf(_WHOLE, 0, 100)}
_SEEN = {"description": _TEXT, "spoiler": Flag()}
_COMPONENTS = {
    **dict.fromkeys(SELECTS, Shape(_SELECT, _SELECT_MORE)),
    STRING_SELECT: Shape(_SELECT | {"options": ListOf(_OPTION, 0, 25)}, _SELECT_MORE),
    BUTTON: Shape(
        _NUMBERED | {"style": Choice(range(1, 7))},
        {"label": _TEXT, "custom_id": _TEXT, "url": _TEXT, "disabled": Flag(), "emoji": _EMOJI},
    ),
    TEXT_DISPLAY: Shape(_NUMBERED | {"content": _TEXT}),
    THUMBNAIL: Shape(_NUMBERED | {"media": _MEDIA}, _SEEN),
    MEDIA_GALLERY: Shape(_NUMBERED | {"items": ListOf(Shape({"media": _MEDIA}, _SEEN), 0, 10)}),
    FILE: Shape(_NUMBERED | {"file": _MEDIA}, {"name": _TEXT, "size": _WHOLE, "spoiler": Flag()}),
    SEPARATOR: Shape(_NUMBERED, {"divider": Flag(), "spacing": _WHOLE}),
    ACTION_ROW: Shape(_NUMBERED),
    SECTION: Shape(_NUMBERED),
    CONTAINER: Shape(_NUMBERED, {"accent_color": _WHOLE, "spoiler": Flag()}),
}
_FIELD = Shape({"name": _TEXT, "value": _TEXT}, {"inline": Flag()})
_EMBED = Shape(
    {},
    {
        "title": _TEXT,
        "description": _TEXT,
        "url": _TEXT,
        "color": _WHOLE,
        "fields": ListOf(_FIELD, 0, 25),
        "footer": Shape({"text": _TEXT}),
        "author": Shape({"name": _TEXT}),
        "image": _MEDIA,
        "thumbnail": _MEDIA,
    },
)
_COMMAND = Shape(
    {
        "id": _ID,
        "version": _ID,
        "application_id": _ID,
        "type": Choice(COMMANDS_AT_MOST),
        "name": _TEXT,
        "description": _TEXT,
    },
    {"guild_id": _ID, "default_member_permissions": Text(1, 19), "dm_permission": Flag()},
)
_METADATA = Shape(
    {"id": _ID, "type": _WHOLE, "user": Shape({"id": _ID, "username": _TEXT})}, {"interacted_message_id": _ID}
)
_REFERENCE = Shape({"type": _WHOLE}, {"channel_id": _ID, "message_id": _ID, "guild_id": _ID})
_USED = Shape({"by": _ID, "name": _TEXT})


class _Components:
    """Components within components, each of its own kind's shape."""

    def check(self, value: Any, path: Path, errors: FormErrors) -> None:
        if not isinstance(value, list):
            errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for at, component in enumerate(value):
            self._one(component, (*path, at), errors)

    def _one(self, component: Any, path: Path, errors: FormErrors) -> None:
        kind = component.get("type") if isinstance(component, dict) else None
        shape = _COMPONENTS.get(kind) if isinstance(kind, int) else None
        if shape is None:
            errors.add((*path, "type"), "BASE_TYPE_CHOICES", "There is no such component.")
            return
        shape.check(component, path, errors)
        if kind in (ACTION_ROW, SECTION, CONTAINER):
            self.check(component.get("components"), (*path, "components"), errors)
        if kind == SECTION:
            self._one(component.get("accessory"), (*path, "accessory"), errors)


def _command_fits(command: Json, path: Path, errors: FormErrors) -> None:
    """It is what a bot could register."""
    bits = command.get("default_member_permissions", "none")
    if bits is not None and not (bits.isascii() and bits.isdecimal()):
        errors.add((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Must be a number.")
        return
    check_command({**command, "default_member_permissions": None if bits is None else int(bits)}, errors)


def _checked(check: Callable[[Any, Path, FormErrors], None]) -> AfterValidator:
    def checked(value: Any) -> Any:
        errors = FormErrors()
        check(value, (), errors)
        try:
            errors.refuse()
        except Refusal as refusal:
            raise ValueError(refusal.summary()) from None
        return value

    return AfterValidator(checked)


Components = Annotated[list[Json], _checked(_Components().check)]
Embeds = Annotated[list[Json], _checked(ListOf(_EMBED, 0, 10).check)]
Command = Annotated[Json, _checked(Shape(_COMMAND.required, _COMMAND.optional, (_command_fits,)).check)]
Metadata = Annotated[Json, _checked(_METADATA.check)]
Reference = Annotated[Json, _checked(_REFERENCE.check)]
Used = Annotated[Json, _checked(_USED.check)]
