"""What a modal may hold, and what a command."""

from typing import Any

import pytest

from playground.discord.limits.commands import characters, check_commands
from playground.discord.limits.components import check_modal
from playground.discord.refusals import FormErrors, Refusal

Json = dict[str, Any]


def field(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def label(component: Json, text: str = "Name", **more: Any) -> Json:
    return {"type": 18, "label": text, "component": component, **more}


def options(count: int) -> list[Json]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


def modal_faults(*rows: Json, **fields: Any) -> list[str]:
    errors = FormErrors()
    check_modal({"custom_id": "form", "title": "A form", "components": list(rows), **fields}, errors)
    return [code for _, code, _ in errors.found]


def test_a_form_has_one_to_five_rows():
    assert modal_faults(*(label(field(str(n))) for n in range(5))) == []
    assert modal_faults(*(label(field(str(n))) for n in range(6))) == ["BASE_TYPE_BAD_LENGTH"]
    assert modal_faults() == ["BASE_TYPE_BAD_LENGTH"]


def test_the_title_has_forty_five_characters():
    assert modal_faults(label(field()), title="x" * 45) == []
    assert modal_faults(label(field()), title="x" * 46) == ["BASE_TYPE_BAD_LENGTH"]


@pytest.mark.parametrize(
    "component",
    [
        {"type": 3, "custom_id": "a", "options": options(25)},
        {"type": 5, "custom_id": "a"},
        {"type": 8, "custom_id": "a"},
        {"type": 19, "custom_id": "a"},
        {"type": 21, "custom_id": "a", "options": options(2)},
        {"type": 22, "custom_id": "a", "options": options(10), "min_values": 0, "max_values": 10},
        {"type": 23, "custom_id": "a", "default": True},
    ],
)
def test_a_label_may_hold(component: Json):
    assert modal_faults(label(component)) == []


@pytest.mark.parametrize(
    "row, code",
    [
        (label({"type": 2, "style": 1, "custom_id": "a", "label": "b"}), "UNION_TYPE_CHOICES"),
        (label({"type": 21, "custom_id": "a", "options": options(1)}), "BASE_TYPE_BAD_LENGTH"),
        (label({"type": 21, "custom_id": "a", "options": options(11)}), "BASE_TYPE_BAD_LENGTH"),
        (label({"type": 22, "custom_id": "a", "options": options(2), "max_values": 3}), "NUMBER_TYPE_MAX"),
        (label({"type": 3, "custom_id": "a", "options": options(26)}), "BASE_TYPE_BAD_LENGTH"),
        (label(field(), "x" * 46), "BASE_TYPE_BAD_LENGTH"),
        (label(field(), description="x" * 101), "BASE_TYPE_BAD_LENGTH"),
        (label(field(label="again")), "COMPONENT_LABEL_NOT_ALLOWED"),
        (label(field(value="abc", max_length=2)), "BASE_TYPE_BAD_LENGTH"),
        (label(field(max_length=4001)), "NUMBER_TYPE_MAX"),
        (field(), "UNION_TYPE_CHOICES"),
        ({"type": 1, "components": [field()]}, "BASE_TYPE_REQUIRED"),
    ],
)
def test_a_row_is_refused_for(row: Json, code: str):
    assert modal_faults(row) == [code]


def test_fields_have_custom_ids_of_their_own():
    assert modal_faults(label(field("a")), label(field("a"))) == ["COMPONENT_CUSTOM_ID_DUPLICATED"]


def command(name: str = "pilok", **more: Any) -> Json:
    return {"name": name, "description": "Open a table", "type": 1, **more}


def option(name: str = "ante", kind: int = 4, **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "How much", **more}


def command_faults(*commands: Json) -> list[str]:
    try:
        check_commands(list(commands))
    except Refusal as refusal:
        return _codes(refusal.errors or {})
    return []


def _codes(errors: Json) -> list[str]:
    found = [error["code"] for error in errors.get("_errors", [])]
    for key, value in errors.items():
        found += _codes(value) if key != "_errors" else []
    return found


def test_twenty_five_options_to_a_command():
    assert command_faults(command(options=[option(f"o{n}") for n in range(25)])) == []
    assert command_faults(command(options=[option(f"o{n}") for n in range(26)])) == ["BASE_TYPE_BAD_LENGTH"]


def test_eight_thousand_characters_in_all():
    choices = [{"name": f"{n:02}" + "x" * 98, "value": f"{n:02}" + "x" * 98} for n in range(25)]
    fits = command(options=[option("a", 3, choices=choices), option("b", 3, choices=choices[:14])])
    assert characters(fits) < 8000
    assert command_faults(fits) == []
    too_large = command(options=[option("a", 3, choices=choices), option("b", 3, choices=choices[:16])])
    assert command_faults(too_large) == ["APPLICATION_COMMAND_TOO_LARGE"]


@pytest.mark.parametrize(
    "broken, code",
    [
        (command("Pilok"), "APPLICATION_COMMAND_INVALID_NAME"),
        (command("pi lok"), "STRING_TYPE_REGEX"),
        (command("x" * 33), "BASE_TYPE_BAD_LENGTH"),
        (command(description="x" * 101), "BASE_TYPE_MAX_LENGTH"),
        (command(description=""), "BASE_TYPE_BAD_LENGTH"),
        (command(options=[option(), option()]), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED"),
        (command(options=[option(), option("b", required=True)]), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        (command(options=[option(choices=[{"name": "one", "value": "1"}])]), "NUMBER_TYPE_COERCE"),
        (
            command(options=[option(choices=[{"name": "one", "value": 1}], autocomplete=True)]),
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
        ),
        (command(options=[option(), option("open", 1)]), "APPLICATION_COMMAND_OPTIONS_TYPE_MIXED"),
        (command(options=[option(min_value=2, max_value=1)]), "APPLICATION_COMMAND_OPTION_MIN_OVER_MAX"),
        (command(options=[option(min_length=2)]), "APPLICATION_COMMAND_OPTION_BOUNDS_NOT_ALLOWED"),
        (command(options=[option(choices=[{"name": str(n), "value": n} for n in range(26)])]), "BASE_TYPE_BAD_LENGTH"),
    ],
)
def test_a_command_is_refused_for(broken: Json, code: str):
    assert command_faults(broken) == [code]


def test_commands_of_one_kind_have_names_of_their_own():
    assert command_faults(command(), command()) == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    assert command_faults(command(), {"name": "pilok", "type": 2}) == []


def test_a_hundred_commands_are_the_most():
    assert command_faults(*(command(f"c{n}") for n in range(100))) == []
    assert command_faults(*(command(f"c{n}") for n in range(101))) == ["APPLICATION_COMMANDS_MAX"]


def test_groups_nest_two_deep():
    deepest = option("open", 1, options=[option()])
    assert command_faults(command(options=[option("table", 2, options=[deepest])])) == []
    twice = option("a", 2, options=[option("b", 2, options=[deepest])])
    assert "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID" in command_faults(command(options=[twice]))
