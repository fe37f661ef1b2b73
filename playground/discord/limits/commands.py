"""The limits of application commands: names, options, choices, and 8,000 characters in all."""

import re
from typing import Any

from playground.discord.limits.shapes import Choice, Flag, ListOf, Number, Shape, Text
from playground.discord.refusals import FieldPath, FormErrors

Json = dict[str, Any]

CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
COMMANDS_AT_MOST = {CHAT_INPUT: 100, USER_COMMAND: 5, MESSAGE_COMMAND: 5}
CHARACTERS_AT_MOST = 8000
EXACT = 2**53

# \w leaves out the combining marks that Discord's pattern allows for Devanagari and Thai names.
_NAME = re.compile(r"[-'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")
_TEXT_LIMIT = Number(0, 6000)


def _lower_case(option: Json, path: FieldPath, errors: FormErrors) -> None:
    if option["name"] != option["name"].lower():
        text = "Command name is invalid: it must be in lower case"
        errors.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", text)


def _choices_fit(option: Json, path: FieldPath, errors: FormErrors) -> None:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        text = "Autocomplete and choices can't both be set"
        errors.add((*path, "choices"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", text)
    kind = option["type"]
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        text = "Only strings, integers and numbers can have choices"
        errors.add((*path, "choices"), "APPLICATION_COMMAND_OPTION_CHOICES_NOT_ALLOWED", text)
    value = {INTEGER: Number(-EXACT, EXACT), NUMBER: Number(-EXACT, EXACT, whole=False)}.get(kind, Text(1, 100))
    names: set[str] = set()
    for at, choice in enumerate(choices):
        value.check(choice.get("value"), (*path, "choices", at, "value"), errors)
        if choice["name"] in names:
            text = "Option choice names must be unique"
            errors.add((*path, "choices", at, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", text)
        names.add(choice["name"])


def _range_fits(option: Json, path: FieldPath, errors: FormErrors) -> None:
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        a, b = option.get(low), option.get(high)
        if a is not None and b is not None and a > b:
            errors.add((*path, low), "APPLICATION_COMMAND_OPTION_MIN_OVER_MAX", f"{low} must not exceed {high}")
        allowed = (INTEGER, NUMBER) if low == "min_value" else (STRING,)
        if (a is not None or b is not None) and option["type"] not in allowed:
            text = "This type of option can't have such bounds"
            errors.add((*path, low), "APPLICATION_COMMAND_OPTION_BOUNDS_NOT_ALLOWED", text)


_OPTION = Shape(
    {"type": Choice(range(1, 12)), "name": Text(1, 32, _NAME), "description": Text(1, 100)},
    {
        "required": Flag(),
        "autocomplete": Flag(),
        "choices": ListOf(Shape({"name": Text(1, 100)}), 0, 25),
        "min_value": Number(-EXACT, EXACT, whole=False),
        "max_value": Number(-EXACT, EXACT, whole=False),
        "min_length": _TEXT_LIMIT,
        "max_length": Number(1, 6000),
    },
    (_lower_case, _choices_fit, _range_fits),
)
_COMMAND = Shape(
    {"name": Text(1, 32)},
    {
        "description": Text(0, 100),
        "default_member_permissions": Number(0, EXACT),
        "dm_permission": Flag(),
        "nsfw": Flag(),
        "contexts": ListOf(Choice((0, 1, 2)), 1, 3),
        "integration_types": ListOf(Choice((0, 1)), 1, 2),
        "type": Choice((CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND)),
    },
)


def check_commands(commands: list[Any]) -> None:
    """Refuse a whole set of commands if one of them breaks a limit. Raises Refusal (50035)."""
    errors = FormErrors()
    counts: dict[int, int] = {}
    names: set[tuple[str, int]] = set()
    for at, command in enumerate(commands):
        check_command(command, errors, (at,))
        kind = _kind(command)
        counts[kind] = counts.get(kind, 0) + 1
        key = (str(command.get("name")) if isinstance(command, dict) else "", kind)
        if key in names:
            text = "Application command names must be unique"
            errors.add((at, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        names.add(key)
    for kind, count in counts.items():
        if count > COMMANDS_AT_MOST.get(kind, 0):
            text = f"Maximum number of application commands reached ({COMMANDS_AT_MOST.get(kind, 0)})."
            errors.add((), "APPLICATION_COMMANDS_MAX", text)
    errors.refuse()


def check_command(command: Any, errors: FormErrors, path: FieldPath = ()) -> None:
    """Note what is wrong with one command."""
    before = len(errors.found)
    _COMMAND.check(command, path, errors)
    if len(errors.found) > before:
        return
    if _kind(command) == CHAT_INPUT:
        _NAMED.check(command, path, errors)
        _options(command.get("options"), (*path, "options"), errors, depth=0)
    elif command.get("description") or command.get("options"):
        text = "Context menu commands cannot have description"
        errors.add((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", text)
    if len(errors.found) == before and characters(command) > CHARACTERS_AT_MOST:
        text = f"Command exceeds maximum size ({CHARACTERS_AT_MOST})"
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", text)


_NAMED = Shape({"name": Text(1, 32, _NAME), "description": Text(1, 100)}, also=(_lower_case,))


def characters(command: Json) -> int:
    """Names, descriptions and choice values together, of the command and everything in it."""
    total = len(command["name"]) + len(command.get("description") or "")
    total += sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices") or [])
    return total + sum(characters(option) for option in command.get("options") or [])


def _options(options: Any, path: FieldPath, errors: FormErrors, depth: int) -> None:
    """Options within a command (depth 0), a subcommand group (1) or a subcommand (2)."""
    if options is None:
        return
    before = len(errors.found)
    ListOf(_OPTION, 0, 25).check(options, path, errors)
    if len(errors.found) > before:
        return
    _in_order(options, path, errors)
    for at, option in enumerate(options):
        here, kind = (*path, at), option["type"]
        if (kind == GROUP and depth > 0) or (kind == SUBCOMMAND and depth > 1):
            text = "Subcommands can't be nested that deep"
            errors.add((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        elif kind in (SUBCOMMAND, GROUP):
            _options(option.get("options"), (*here, "options"), errors, 1 if kind == GROUP else 2)
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        errors.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_MIXED", text)
    elif depth == 1 and not all(nested):
        text = "A group holds subcommands only"
        errors.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_MIXED", text)


def _in_order(options: list[Json], path: FieldPath, errors: FormErrors) -> None:
    """Names differ, and what is required comes first."""
    names: set[str] = set()
    optional_seen = False
    for at, option in enumerate(options):
        if option["name"] in names:
            text = "Option name must be unique"
            errors.add((*path, at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", text)
        names.add(option["name"])
        if option.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            errors.add((*path, at), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen |= not option.get("required")


def _kind(command: Any) -> int:
    kind = command.get("type") if isinstance(command, dict) else None
    return kind if isinstance(kind, int) else CHAT_INPUT
