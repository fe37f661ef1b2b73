"""Components: the shape of each kind by its number, and the layouts in which they may stand."""

from collections.abc import Iterator
from typing import Any

import regex

from playground.discord.limits.shapes import Choice, Flag, ListOf, Number, Shape, Snowflake, Text
from playground.discord.refusals import FieldPath, FormErrors

Json = dict[str, Any]
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
_FORM_FIELDS = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
LINK, _PREMIUM = 5, 6
_COMPONENTS_AT_MOST = 40
_TEXT_AT_MOST = 4000
_ROW_WIDTH = 5
_LEGACY_ROWS = 5
_MODAL_ROWS = 5
_IN_MESSAGE = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER})
_IN_CONTAINER = _IN_MESSAGE - {CONTAINER}
_KEYCAP = r"[0-9#*]\ufe0f?\u20e3"
_FLAG = r"\p{Regional_Indicator}{2}"
_ONE = r"(?![\x00-\x7f])\p{Emoji}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?"
_TAGS = r"[\U000e0020-\U000e007f]*"
_ONE_EMOJI = regex.compile(rf"{_KEYCAP}|{_FLAG}|{_ONE}{_TAGS}(?:\u200d{_ONE})*")


def _is_emoji(text: str) -> bool:
    """Return True if `text` is one emoji that a button may carry. A die face like U+2680 is a symbol, not an emoji."""
    return _ONE_EMOJI.fullmatch(text) is not None


_ID = Number(0, 2**31 - 1)
_CUSTOM_ID = Text(1, 100)


def _emoji_exists(emoji: Json, path: FieldPath, errors: FormErrors) -> None:
    if not emoji.get("id") and not _is_emoji(emoji.get("name") or ""):
        errors.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


_EMOJI = Shape(optional={"id": Snowflake(), "name": Text(0, 32), "animated": Flag()}, also=(_emoji_exists,))


def _button_does_one_thing(button: Json, path: FieldPath, errors: FormErrors) -> None:
    style, custom_id, url = button["style"], button.get("custom_id"), button.get("url")
    if style == LINK:
        if not url:
            errors.required((*path, "url"))
        if custom_id:
            text = "A custom id and url cannot both be specified"
            errors.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_AND_URL", text)
    elif style == _PREMIUM:
        if not button.get("sku_id"):
            errors.required((*path, "sku_id"))
    else:
        if not custom_id:
            errors.required((*path, "custom_id"))
        if url:
            errors.add((*path, "url"), "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Url is only allowed for link buttons")
    if style != _PREMIUM and not (button.get("label") or button.get("emoji")):
        errors.add((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji")


def _bounds_fit(select: Json, path: FieldPath, errors: FormErrors) -> None:
    low = _or(select.get("min_values"), 1)
    high = _or(select.get("max_values"), 1)
    if low > high:
        errors.add((*path, "min_values"), "SELECT_COMPONENT_MIN_OVER_MAX", "min_values must not exceed max_values")


def _options_fit(select: Json, path: FieldPath, errors: FormErrors) -> None:
    options: list[Json] = select["options"]
    most = max(_or(select.get("max_values"), 1), _or(select.get("min_values"), 1))
    if len(options) < most:
        text = f"Must be between {most} and 25 in length."
        errors.add((*path, "options"), "BASE_TYPE_BAD_LENGTH", text)
    _values_differ(select, path, errors)
    if sum(bool(option.get("default")) for option in options) > _or(select.get("max_values"), 1):
        text = "The number of default options exceeds max_values"
        errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", text)


def _values_differ(component: Json, path: FieldPath, errors: FormErrors) -> None:
    seen: set[str] = set()
    for at, option in enumerate(component["options"]):
        if option["value"] in seen:
            text = "The specified option value is already used"
            errors.add((*path, "options", at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(option["value"])


def _one_default(component: Json, path: FieldPath, errors: FormErrors) -> None:
    if sum(bool(option.get("default")) for option in component["options"]) > 1:
        text = "Only one option can be the default"
        errors.add((*path, "options"), "RADIO_GROUP_TOO_MANY_DEFAULTS", text)


def _group_fits(group: Json, path: FieldPath, errors: FormErrors) -> None:
    count = len(group["options"])
    for name in ("min_values", "max_values"):
        if _or(group.get(name), 1) > count:
            text = f"Value should be less than or equal to {count}."
            errors.add((*path, name), "NUMBER_TYPE_MAX", text)
    _values_differ(group, path, errors)


def _lengths_fit(field: Json, path: FieldPath, errors: FormErrors) -> None:
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
_COMPONENTS: dict[int, Shape] = {
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


def walk(components: Any, path: FieldPath = ("components",)) -> Iterator[tuple[FieldPath, Json]]:
    """Yield every component in reading order with its place: a section's texts before its accessory."""
    for at, component in enumerate(components if isinstance(components, list) else ()):
        if not isinstance(component, dict):
            continue
        here = (*path, at)
        yield here, component
        yield from walk(component.get("components"), (*here, "components"))
        for slot in ("accessory", "component"):
            inner = component.get(slot)
            if isinstance(inner, dict):
                yield (*here, slot), inner


def check_message_components(components: Any, *, v2: bool, errors: FormErrors, path: FieldPath = ()) -> None:
    """Note all that Discord would refuse in the components of a message; `v2` is its flag IS_COMPONENTS_V2."""
    place = (*path, "components")
    if not isinstance(components, list):
        errors.add(place, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    if not v2 and len(components) > _LEGACY_ROWS:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {_LEGACY_ROWS} in length.")
    _children(components, _IN_MESSAGE if v2 else frozenset({ACTION_ROW}), place, errors)
    everything = list(walk(components, place))
    if v2 and len(everything) > _COMPONENTS_AT_MOST:
        text = f"The total number of components exceeds the maximum of {_COMPONENTS_AT_MOST}"
        errors.add(place, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    shown = sum(len(str(c.get("content") or "")) for _, c in everything if c.get("type") == TEXT_DISPLAY)
    if shown > _TEXT_AT_MOST:
        text = f"The total displayable text size exceeds the maximum of {_TEXT_AT_MOST}"
        errors.add(place, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
    _ids_differ(everything, errors)


def check_modal(modal: Any, errors: FormErrors, path: FieldPath = ("data",)) -> None:
    """Note all that Discord would refuse in a form: title, custom id, 1 to 5 rows of labelled fields."""
    if not isinstance(modal, dict):
        errors.required(path)
        return
    for name, high in (("custom_id", 100), ("title", 45)):
        value = modal.get(name)
        if not isinstance(value, str):
            errors.required((*path, name))
        else:
            errors.length((*path, name), value, 1, high)
    rows, place = modal.get("components"), (*path, "components")
    if not isinstance(rows, list) or not 1 <= len(rows) <= _MODAL_ROWS:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {_MODAL_ROWS} in length.")
        return
    for at, row in enumerate(rows):
        _modal_row(row, (*place, at), errors)
    _ids_differ(list(walk(rows, place)), errors)


def _modal_row(row: Any, path: FieldPath, errors: FormErrors) -> None:
    if not _known(row, frozenset({ACTION_ROW, LABEL, TEXT_DISPLAY}), path, errors):
        return
    _COMPONENTS[row["type"]].check(row, path, errors)
    if row["type"] == LABEL:
        field, place = row.get("component"), (*path, "component")
        if field is None:
            errors.required(place)
        elif _known(field, _FORM_FIELDS, place, errors):
            _COMPONENTS[field["type"]].check(field, place, errors)
            if field.get("label"):
                text = "A text input in a label must not have a label of its own"
                errors.add((*place, "label"), "COMPONENT_LABEL_NOT_ALLOWED", text)
            if field.get("disabled"):
                errors.add((*place, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Must not be disabled in a modal")
    elif row["type"] == ACTION_ROW:
        inner, place = row.get("components"), (*path, "components")
        if not isinstance(inner, list) or len(inner) != 1:
            errors.add(place, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1 in length.")
            return
        _children(inner, frozenset({TEXT_INPUT}), place, errors)
        if isinstance(inner[0], dict) and not inner[0].get("label"):
            errors.required((*place, 0, "label"))


def _children(components: Any, allowed: frozenset[int], path: FieldPath, errors: FormErrors) -> None:
    """Check each component by its shape, and those within it by where they stand."""
    for at, component in enumerate(components):
        here = (*path, at)
        if not _known(component, allowed, here, errors):
            continue
        _COMPONENTS[component["type"]].check(component, here, errors)
        inner, place = component.get("components"), (*here, "components")
        match component["type"]:
            case 1:
                _row(inner, place, errors)
            case 9:
                _section(component, here, errors)
            case 17:
                if not isinstance(inner, list) or not inner:
                    errors.required(place)
                else:
                    _children(inner, _IN_CONTAINER, place, errors)
            case _:
                pass


def _row(inner: Any, place: FieldPath, errors: FormErrors) -> None:
    """Up to five buttons, or one select menu."""
    if not isinstance(inner, list) or not 1 <= len(inner) <= _ROW_WIDTH:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {_ROW_WIDTH} in length.")
        return
    _children(inner, SELECTS | {BUTTON}, place, errors)
    selects = sum(isinstance(c, dict) and c.get("type") in SELECTS for c in inner)
    if selects and len(inner) > 1:
        text = "The specified component exceeds the maximum width"
        errors.add((*place, len(inner) - 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)


def _section(section: Json, path: FieldPath, errors: FormErrors) -> None:
    """One to three texts, with a button or a thumbnail beside them."""
    inner, place = section.get("components"), (*path, "components")
    if not isinstance(inner, list) or not 1 <= len(inner) <= 3:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3 in length.")
    else:
        _children(inner, frozenset({TEXT_DISPLAY}), place, errors)
    accessory, beside = section.get("accessory"), (*path, "accessory")
    if accessory is None:
        errors.required(beside)
    elif _known(accessory, frozenset({BUTTON, THUMBNAIL}), beside, errors):
        _COMPONENTS[accessory["type"]].check(accessory, beside, errors)


def _known(component: Any, allowed: frozenset[int], path: FieldPath, errors: FormErrors) -> bool:
    kind = component.get("type") if isinstance(component, dict) else None
    if kind in allowed:
        return True
    shown = ", ".join(str(number) for number in sorted(allowed))
    errors.add((*path, "type"), "UNION_TYPE_CHOICES", f"Value of field 'type' must be one of ({shown}).")
    return False


def _ids_differ(everything: list[tuple[FieldPath, Json]], errors: FormErrors) -> None:
    custom_ids: set[str] = set()
    numbers: set[int] = set()
    for path, component in everything:
        custom_id, number = component.get("custom_id"), component.get("id")
        if isinstance(custom_id, str):
            if custom_id in custom_ids:
                text = "Component custom id cannot be duplicated"
                errors.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
            custom_ids.add(custom_id)
        if isinstance(number, int) and number:
            if number in numbers:
                errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            numbers.add(number)
