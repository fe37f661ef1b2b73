"""A command and its options, checked again: place, types, bounds and choices are held by Discord's own client only."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.errors import NotAllowed, PlayerError, TooLate, Unreadable
from bot.ui.context import SERVERS_ONLY

_BELOW = {Kind.subcommand.value, Kind.subcommand_group.value}
_RESOLVED = {Kind.user: "users", Kind.role: "roles", Kind.channel: "channels", Kind.attachment: "attachments"}
"""Where Discord describes the objects that options name."""
_LONGEST_TEXT, _LARGEST_NUMBER = 6000, 1 << 53

Sent = Mapping[str, Any]


def require_fitting(interaction: discord.Interaction) -> None:
    """Refuse a command that isn't offered here, or options that the registered command doesn't take.

    Raises NotAllowed outside a server, and Unreadable for a value that the client would have refused. Raises TooLate if
    the form of the command has changed, or something that it needs is missing.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        raise _changed()
    if not _is_offered_here(command, interaction):
        raise NotAllowed(SERVERS_ONLY)
    data: Any = interaction.data or {}
    sent = {str(option.get("name")): option for option in _leaves(data)}
    known = {parameter.display_name: parameter for parameter in command.parameters}
    missing = [name for name, parameter in known.items() if parameter.required and name not in sent]
    if missing or any(
        name not in known or option.get("type") != known[name].type.value for name, option in sent.items()
    ):
        raise _changed()
    for name, option in sent.items():
        _require_value(known[name], option.get("value"), data.get("resolved") or {})


def can_be_completed(interaction: discord.Interaction) -> bool:
    """Return whether the command is offered here, and all that is typed and filled in has at least the right kind.

    Values may be unfinished and objects unresolved in a command that nobody has sent yet.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command) or not _is_offered_here(command, interaction):
        return False
    sent = _leaves(interaction.data or {})
    known = {parameter.display_name: parameter for parameter in command.parameters}
    typed = [option for option in sent if option.get("focused")]
    return len(typed) == 1 and all(
        option.get("name") in known and _is_readable(known[option["name"]].type, option) for option in sent
    )


def _is_offered_here(command: app_commands.Command[Any, ..., Any], interaction: discord.Interaction) -> bool:
    """Return whether the command works in a server, or is registered for direct messages with the bot too."""
    contexts = (command.root_parent or command).allowed_contexts
    return interaction.guild_id is not None or (contexts is not None and contexts.dm_channel is True)


def _leaves(data: Any) -> list[Sent]:
    """The options of the command itself, below the names of groups and subcommands."""
    options: list[Sent] = list(data.get("options") or ())
    while options and options[0].get("type") in _BELOW:
        options = list(options[0].get("options") or ())
    return options


def _is_readable(kind: Kind, option: Sent) -> bool:
    value = option.get("value")
    if option.get("type") != kind.value:
        return False
    if kind is Kind.string:
        return isinstance(value, str) and len(value) <= _LONGEST_TEXT
    return kind not in _RESOLVED or (isinstance(value, str) and value.isascii() and value.isdigit())


def _require_value(parameter: app_commands.Parameter, value: Any, resolved: Mapping[str, Any]) -> None:
    name = f"`{parameter.display_name}`"
    if parameter.choices and not any(_is_same(choice.value, value) for choice in parameter.choices):
        raise Unreadable(f"Choose one of what is offered for {name}.")
    match parameter.type:
        case Kind.string:
            _require_text(parameter, name, value)
        case Kind.integer:
            if not isinstance(value, int) or isinstance(value, bool):
                raise Unreadable(f"Write {name} as a whole number.")
            _require_bounds(parameter, name, value)
        case Kind.number:
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise Unreadable(f"Write {name} as a number.")
            _require_bounds(parameter, name, value)
        case Kind.boolean:
            if not isinstance(value, bool):
                raise Unreadable(f"Say true or false for {name}.")
        case kind:
            _require_object(parameter, kind, name, value, resolved)


def _is_same(offered: Any, value: Any) -> bool:
    return type(offered) is type(value) and offered == value


def _require_text(parameter: app_commands.Parameter, name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise Unreadable(f"Write {name} as text.")
    low, high = parameter.min_value or 0, parameter.max_value or _LONGEST_TEXT
    if len(value) < low:
        raise Unreadable(f"Write something for {name}.")
    if len(value) > high:
        raise Unreadable(f"That is too long for {name}: at most {high:,} characters.")


def _require_bounds(parameter: app_commands.Parameter, name: str, value: float) -> None:
    low = -_LARGEST_NUMBER if parameter.min_value is None else parameter.min_value
    high = _LARGEST_NUMBER if parameter.max_value is None else parameter.max_value
    if not low <= value <= high:
        raise Unreadable(f"{name} goes from {low:,} to {high:,}.")


def _require_object(
    parameter: app_commands.Parameter, kind: Kind, name: str, value: Any, resolved: Mapping[str, Any]
) -> None:
    """Something on the server, which Discord itself has looked up."""
    places = [_RESOLVED[kind]] if kind in _RESOLVED else ["users", "roles"]
    found = [resolved[place][value] for place in places if isinstance(value, str) and value in resolved.get(place, {})]
    allowed = {channel_type.value for channel_type in parameter.channel_types}
    if not found or (allowed and found[0].get("type") not in allowed):
        raise Unreadable(f"Choose one of what is offered for {name}.")


def _changed() -> PlayerError:
    return TooLate("The commands have changed: try again in a moment.")
