"""Which component may stand where, how many there may be in all, and that their ids differ."""

from collections.abc import Iterator
from typing import Any

from playground.discord.limits.component_shapes import (
    ACTION_ROW,
    BUTTON,
    COMPONENTS,
    CONTAINER,
    FILE,
    FORM_FIELDS,
    LABEL,
    MEDIA_GALLERY,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT_DISPLAY,
    TEXT_INPUT,
    THUMBNAIL,
)
from playground.discord.refusals import FormErrors, Path

Json = dict[str, Any]

COMPONENTS_AT_MOST = 40
TEXT_AT_MOST = 4000
ROW_WIDTH = 5
LEGACY_ROWS = 5
MODAL_ROWS = 5

_IN_MESSAGE = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER})
_IN_CONTAINER = _IN_MESSAGE - {CONTAINER}


def walk(components: Any, path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Every component in reading order with its place: a section's texts before its accessory."""
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


def check_message_components(components: Any, *, v2: bool, errors: FormErrors, path: Path = ()) -> None:
    """Note all that Discord would refuse in the components of a message; `v2` is its flag IS_COMPONENTS_V2."""
    place = (*path, "components")
    if not isinstance(components, list):
        errors.add(place, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    if not v2 and len(components) > LEGACY_ROWS:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {LEGACY_ROWS} in length.")
    _children(components, _IN_MESSAGE if v2 else frozenset({ACTION_ROW}), place, errors)
    everything = list(walk(components, place))
    if v2 and len(everything) > COMPONENTS_AT_MOST:
        text = f"The total number of components exceeds the maximum of {COMPONENTS_AT_MOST}"
        errors.add(place, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    shown = sum(len(str(c.get("content") or "")) for _, c in everything if c.get("type") == TEXT_DISPLAY)
    if shown > TEXT_AT_MOST:
        text = f"The total displayable text size exceeds the maximum of {TEXT_AT_MOST}"
        errors.add(place, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
    _ids_differ(everything, errors)


def check_modal(modal: Any, errors: FormErrors, path: Path = ("data",)) -> None:
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
    if not isinstance(rows, list) or not 1 <= len(rows) <= MODAL_ROWS:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MODAL_ROWS} in length.")
        return
    for at, row in enumerate(rows):
        _modal_row(row, (*place, at), errors)
    _ids_differ(list(walk(rows, place)), errors)


def _modal_row(row: Any, path: Path, errors: FormErrors) -> None:
    if not _known(row, frozenset({ACTION_ROW, LABEL, TEXT_DISPLAY}), path, errors):
        return
    COMPONENTS[row["type"]].check(row, path, errors)
    if row["type"] == LABEL:
        field, place = row.get("component"), (*path, "component")
        if field is None:
            errors.required(place)
        elif _known(field, FORM_FIELDS, place, errors):
            COMPONENTS[field["type"]].check(field, place, errors)
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


def _children(components: Any, allowed: frozenset[int], path: Path, errors: FormErrors) -> None:
    """Check each component by its shape, and those within it by where they stand."""
    for at, component in enumerate(components):
        here = (*path, at)
        if not _known(component, allowed, here, errors):
            continue
        COMPONENTS[component["type"]].check(component, here, errors)
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


def _row(inner: Any, place: Path, errors: FormErrors) -> None:
    """Up to five buttons, or one select menu."""
    if not isinstance(inner, list) or not 1 <= len(inner) <= ROW_WIDTH:
        errors.add(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROW_WIDTH} in length.")
        return
    _children(inner, SELECTS | {BUTTON}, place, errors)
    selects = sum(isinstance(c, dict) and c.get("type") in SELECTS for c in inner)
    if selects and len(inner) > 1:
        text = "The specified component exceeds the maximum width"
        errors.add((*place, len(inner) - 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)


def _section(section: Json, path: Path, errors: FormErrors) -> None:
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
        COMPONENTS[accessory["type"]].check(accessory, beside, errors)


def _known(component: Any, allowed: frozenset[int], path: Path, errors: FormErrors) -> bool:
    kind = component.get("type") if isinstance(component, dict) else None
    if kind in allowed:
        return True
    shown = ", ".join(str(number) for number in sorted(allowed))
    errors.add((*path, "type"), "UNION_TYPE_CHOICES", f"Value of field 'type' must be one of ({shown}).")
    return False


def _ids_differ(everything: list[tuple[Path, Json]], errors: FormErrors) -> None:
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
