"""Slash commands as the client sends them: looked up among those registered, with options checked and resolved."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.discord.limits.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    CHAT_INPUT,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from playground.discord.world import Channel, ChannelKind, Guild, Upload, User, World
from playground.discord.world.permissions import Permission
from playground.people.choosing import Chosen, Sort
from playground.people.client_rules import ClientRefused

Json = dict[str, Any]

NAMED_AT_MOST = 3

_SORTS = {
    USER: frozenset({Sort.PERSON}),
    ROLE: frozenset({Sort.ROLE}),
    MENTIONABLE: frozenset({Sort.PERSON, Sort.ROLE}),
    CHANNEL: frozenset({Sort.PLACE}),
}


def visible_commands(world: World, user: User, channel: Channel) -> list[Json]:
    """The commands that `user` may use in `channel`."""
    guild = world.guild_of(channel)
    return [command for command in world.commands_in(guild) if _may_use(world, command, user, channel, guild)]


def _may_use(world: World, command: Json, user: User, channel: Channel, guild: Guild | None) -> bool:
    contexts = command.get("contexts")
    if guild is None:
        return (1 in contexts) if contexts is not None else command.get("dm_permission", True)
    if contexts is not None and 0 not in contexts:
        return False
    bits = world.permissions_of(user, channel)
    needed = command["default_member_permissions"]
    if not bits & Permission.USE_APPLICATION_COMMANDS:
        return False
    if needed is None or bits & Permission.ADMINISTRATOR:
        return True
    return int(needed) != 0 and not int(needed) & ~bits


@dataclass(slots=True)
class Invocation:
    """A command on its way: the root as registered, the path to the subcommand, its options."""

    root: Json
    path: list[Json]
    options: list[Json]
    chosen: Chosen

    def data(self) -> Json:
        """The interaction's data: options nested below the subcommand."""
        options = self.options
        for step in reversed(self.path):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        data: Json = {"id": self.root["id"], "name": self.root["name"], "type": CHAT_INPUT}
        if "guild_id" in self.root:
            data["guild_id"] = self.root["guild_id"]
        if options:
            data["options"] = options
        resolved = self.chosen.json()
        return data | ({"resolved": resolved} if resolved else {})


def find_command(commands: list[Json], words: str) -> tuple[Json, list[Json], list[Json]]:
    """The root, the path below it and the options described for "pilok open". Raises ClientRefused."""
    first, *rest = words.split() or [""]
    root = next((c for c in commands if c["type"] == CHAT_INPUT and c["name"] == first), None)
    if root is None:
        raise ClientRefused(f"There is no command /{first} here.")
    described: list[Json] = root.get("options", [])
    path: list[Json] = []
    for word in rest:
        step = next((o for o in described if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
        if step is None:
            raise ClientRefused(f"/{words} isn't a command: /{' '.join([first, *(p['name'] for p in path)])} is.")
        path.append(step)
        described = step.get("options", [])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in described):
        raise ClientRefused(f"/{words} goes on with {_listed(option['name'] for option in described)}.")
    return root, path, described


def invocation(
    commands: list[Json], words: str, given: Mapping[str, Any], chosen: Chosen, *, checked: bool
) -> Invocation:
    """The command with its options, each in the type that the bot described. Raises ClientRefused."""
    root, path, described = find_command(commands, words)
    result = Invocation(root, path, [], chosen)
    by_name = {option["name"]: option for option in described}
    unknown = [name for name in given if name not in by_name]
    if unknown and checked:
        more = "" if len(unknown) <= NAMED_AT_MOST else f" and {len(unknown) - NAMED_AT_MOST} more"
        raise ClientRefused(f"/{words} has no option {_listed(unknown[:NAMED_AT_MOST])}{more}.")
    result.options += [{"name": name, "type": STRING, "value": given[name]} for name in unknown]
    for option in described:
        name = option["name"]
        if name not in given:
            if option.get("required") and checked:
                raise ClientRefused(f"/{words} needs {name}.")
            continue
        value = _value(chosen, option, given[name], checked=checked)
        if checked:
            _check(option, value)
        result.options.append({"name": name, "type": option["type"], "value": value})
    return result


def unfinished(
    commands: list[Json],
    words: str,
    given: Mapping[str, Any],
    focused: str,
    typed: str,
    chosen: Chosen,
    *,
    checked: bool,
) -> Invocation:
    """A command while the option `focused` is being typed. `checked` sends of the others only what would pass.

    Raises ClientRefused if there is no such option, or nothing is ever offered for it.
    """
    root, path, described = find_command(commands, words)
    result = Invocation(root, path, [], chosen)
    option = next((option for option in described if option["name"] == focused), None)
    if option is None or not (option.get("autocomplete") or not checked):
        raise ClientRefused(f"Nothing is offered for {focused}.")
    for other in described:
        name, kind = other["name"], other["type"]
        if other is option:
            result.options.append({"name": name, "type": kind, "value": typed, "focused": True})
        elif name in given and kind != ATTACHMENT:
            try:
                value = _value(chosen, other, given[name], checked=checked)
                if checked:
                    _check(other, value)
            except ClientRefused:
                continue
            result.options.append({"name": name, "type": kind, "value": value})
    return result


def _value(chosen: Chosen, option: Json, given: Any, *, checked: bool) -> Any:
    """What is sent for what a person chose; objects are noted for `resolved`."""
    kind = option["type"]
    if kind in _SORTS:
        return chosen.choose(_SORTS[kind], given, option.get("channel_types") or (), checked=checked)
    if kind == ATTACHMENT and isinstance(given, Upload):
        return chosen.take(given)
    if kind == ATTACHMENT and checked:
        raise ClientRefused(f"{option['name']} takes {_WORDS[kind]}.")
    for choice in option.get("choices", []):
        if given == choice["name"] and given not in [c["value"] for c in option["choices"]]:
            return choice["value"]
    return given


def _check(option: Json, value: Any) -> None:
    """Type, choice and bounds, as the client holds them. Raises ClientRefused."""
    name, kind = option["name"], option["type"]
    if not _TYPES[kind](value):
        raise ClientRefused(f"{name} takes {_WORDS[kind]}.")
    if kind == STRING and not value:
        raise ClientRefused(f"{name} must not be empty.")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ClientRefused(f"{name} is one of {_listed(choice['name'] for choice in choices)}.")
    size = len(value) if kind == STRING else value
    what = " characters" if kind == STRING else ""
    for bound, holds in (("min", lambda size, limit: size >= limit), ("max", lambda size, limit: size <= limit)):
        limit = option.get(f"{bound}_length" if kind == STRING else f"{bound}_value")
        if limit is not None and not holds(size, limit):
            raise ClientRefused(f"{name} must be {'at least' if bound == 'min' else 'at most'} {limit}{what}.")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 2**53


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and value.isdecimal()


_TYPES: dict[int, Callable[[Any], bool]] = {
    STRING: lambda value: isinstance(value, str) and len(value) <= 6000,
    INTEGER: _is_whole,
    BOOLEAN: lambda value: isinstance(value, bool),
    NUMBER: _is_number,
    USER: _is_id,
    CHANNEL: _is_id,
    ROLE: _is_id,
    MENTIONABLE: _is_id,
    ATTACHMENT: _is_id,
}
_WORDS = {
    STRING: "a text of up to 6,000 characters",
    INTEGER: "a whole number",
    BOOLEAN: "true or false",
    NUMBER: "a number",
    USER: "somebody",
    CHANNEL: "a channel",
    ROLE: "a role",
    MENTIONABLE: "somebody or a role",
    ATTACHMENT: "a file",
}


def can_write_in(world: World, user: User, channel: Channel) -> None:
    """A person types commands where they may write. Raises ClientRefused."""
    world.archive_idle_threads()
    if not world.sees(user, channel):
        raise ClientRefused("You don't see that channel.")
    if channel.kind in (ChannelKind.CATEGORY, ChannelKind.FORUM):
        raise ClientRefused("Nobody can write in that channel.")
    if channel.locked and not world.permissions_of(user, channel) & Permission.MANAGE_THREADS:
        raise ClientRefused("That thread is locked.")
