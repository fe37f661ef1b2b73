"""The shape of every component, by its number. Which may stand where is in `layouts`."""

from typing import Any

from playground.discord.limits.emoji import is_emoji
from playground.discord.limits.shapes import Choice, Flag, ListOf, Number, Shape, Snowflake, Text
from playground.discord.refusals import FormErrors, Path

Json = dict[str, Any]

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23

SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
FORM_FIELDS = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
LINK, PREMIUM = 5, 6

_ID = Number(0, 2**31 - 1)
_CUSTOM_ID = Text(1, 100)


def _emoji_exists(emoji: Json, path: Path, errors: FormErrors) -> None:
    if not emoji.get("id") and not is_emoji(emoji.get("name") or ""):
        errors.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


_EMOJI = Shape(optional={"id": Snowflake(), "name": Text(0, 32), "animated": Flag()}, also=(_emoji_exists,))


def _button_does_one_thing(button: Json, path: Path, errors: FormErrors) -> None:
    style, custom_id, url = button["style"], button.get("custom_id"), button.get("url")
    if style == LINK:
        if not url:
            errors.required((*path, "url"))
        if custom_id:
            text = "A custom id and url cannot both be specified"
            errors.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_AND_URL", text)
    elif style == PREMIUM:
        if not button.get("sku_id"):
            errors.required((*path, "sku_id"))
    else:
        if not custom_id:
            errors.required((*path, "custom_id"))
        if url:
            errors.add((*path, "url"), "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Url is only allowed for link buttons")
    if style != PREMIUM and not (button.get("label") or button.get("emoji")):
        errors.add((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji")


def _bounds_fit(select: Json, path: Path, errors: FormErrors) -> None:
    low = _or(select.get("min_values"), 1)
    high = _or(select.get("max_values"), 1)
    if low > high:
        errors.add((*path, "min_values"), "SELECT_COMPONENT_MIN_OVER_MAX", "min_values must not exceed max_values")


def _options_fit(select: Json, path: Path, errors: FormErrors) -> None:
    options: list[Json] = select["options"]
    most = max(_or(select.get("max_values"), 1), _or(select.get("min_values"), 1))
    if len(options) < most:
        text = f"Must be between {most} and 25 in length."
        errors.add((*path, "options"), "BASE_TYPE_BAD_LENGTH", text)
    _values_differ(select, path, errors)
    if sum(bool(option.get("default")) for option in options) > _or(select.get("max_values"), 1):
        text = "The number of default options exceeds max_values"
        errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", text)


def _values_differ(component: Json, path: Path, errors: FormErrors) -> None:
    seen: set[str] = set()
    for at, option in enumerate(component["options"]):
        if option["value"] in seen:
            text = "The specified option value is already used"
            errors.add((*path, "options", at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(option["value"])


def _one_default(component: Json, path: Path, errors: FormErrors) -> None:
    if sum(bool(option.get("default")) for option in component["options"]) > 1:
        text = "Only one option can be the default"
        errors.add((*path, "options"), "RADIO_GROUP_TOO_MANY_DEFAULTS", text)


def _group_fits(group: Json, path: Path, errors: FormErrors) -> None:
    count = len(group["options"])
    for name in ("min_values", "max_values"):
        if _or(group.get(name), 1) > count:
            text = f"Value should be less than or equal to {count}."
            errors.add((*path, name), "NUMBER_TYPE_MAX", text)
    _values_differ(group, path, errors)


def _lengths_fit(field: Json, path: Path, errors: FormErrors) -> None:
    low, high = _or(field.get("min_length"), 0), _or(field.get("max_length"), 4000)
    if low > high:
        errors.add((*path, "min_length"), "TEXT_INPUT_MIN_OVER_MAX", "min_length must not exceed max_length")
    value = field.get("value")
    if value and not low <= len(value) <= high:
        errors.add((*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")


_OPTION = Shape(
    required={"label": Text(1, 100), "value": Text(1, 100)},
    optional={"description": Text(1, 100), "default": Flag(), "emoji": _EMOJI},
)
_MEDIA = Shape(required={"url": Text(1, 2048)})
_SELECT_BASE = {
    "id": _ID,
    "placeholder": Text(0, 150),
    "min_values": Number(0, 25),
    "max_values": Number(1, 25),
    "disabled": Flag(),
    "required": Flag(),
}
_ENTITY_SELECT = Shape({"custom_id": _CUSTOM_ID}, _SELECT_BASE, (_bounds_fit,))
_GROUP_BASE = {"id": _ID, "required": Flag(), "min_values": Number(0, 10), "max_values": Number(1, 10)}

COMPONENTS: dict[int, Shape] = {
    ACTION_ROW: Shape(optional={"id": _ID}),
    BUTTON: Shape(
        {"style": Choice(range(1, 7))},
        {
            "id": _ID,
            "custom_id": _CUSTOM_ID,
            "label": Text(0, 80),
            "disabled": Flag(),
            "url": Text(1, 512),
            "sku_id": Snowflake(),
            "emoji": _EMOJI,
        },
        (_button_does_one_thing,),
    ),
    STRING_SELECT: Shape(
        {"custom_id": _CUSTOM_ID, "options": ListOf(_OPTION, 1, 25)}, _SELECT_BASE, (_bounds_fit, _options_fit)
    ),
    TEXT_INPUT: Shape(
        {"custom_id": _CUSTOM_ID, "style": Choice((1, 2))},
        {
            "id": _ID,
            "label": Text(1, 45),
            "value": Text(0, 4000),
            "placeholder": Text(0, 100),
            "required": Flag(),
            "min_length": Number(0, 4000),
            "max_length": Number(1, 4000),
        },
        (_lengths_fit,),
    ),
    USER_SELECT: _ENTITY_SELECT,
    ROLE_SELECT: _ENTITY_SELECT,
    MENTIONABLE_SELECT: _ENTITY_SELECT,
    CHANNEL_SELECT: _ENTITY_SELECT,
    SECTION: Shape(optional={"id": _ID}),
    TEXT_DISPLAY: Shape({"content": Text(1, 4000)}, {"id": _ID}),
    THUMBNAIL: Shape({"media": _MEDIA}, {"id": _ID, "description": Text(1, 1024), "spoiler": Flag()}),
    MEDIA_GALLERY: Shape(
        {"items": ListOf(Shape({"media": _MEDIA}, {"description": Text(1, 1024), "spoiler": Flag()}), 1, 10)},
        {"id": _ID},
    ),
    FILE: Shape({"file": _MEDIA}, {"id": _ID, "spoiler": Flag()}),
    SEPARATOR: Shape(optional={"id": _ID, "divider": Flag(), "spacing": Choice((1, 2))}),
    CONTAINER: Shape(optional={"id": _ID, "accent_color": Number(0, 0xFFFFFF), "spoiler": Flag()}),
    LABEL: Shape({"label": Text(1, 45)}, {"id": _ID, "description": Text(1, 100)}),
    FILE_UPLOAD: Shape({"custom_id": _CUSTOM_ID}, _GROUP_BASE, (_bounds_fit,)),
    RADIO_GROUP: Shape(
        {"custom_id": _CUSTOM_ID, "options": ListOf(_OPTION, 2, 10)}, _GROUP_BASE, (_values_differ, _one_default)
    ),
    CHECKBOX_GROUP: Shape({"custom_id": _CUSTOM_ID, "options": ListOf(_OPTION, 1, 10)}, _GROUP_BASE, (_group_fits,)),
    CHECKBOX: Shape({"custom_id": _CUSTOM_ID}, {"id": _ID, "default": Flag()}),
}


def _or(value: int | None, default: int) -> int:
    return default if value is None else value
