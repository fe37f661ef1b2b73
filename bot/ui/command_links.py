"""Clickable names of commands: "/pilok open" in any text that the bot sends is a mention that a click fills in.

Layers below write commands as people type them. A text is linked where it becomes a message, with the ids that Discord
gave the commands: a server's own, or those of every server. Names and typed text are escaped, so they are never linked.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any

_SUBCOMMAND, _GROUP, _ACTION_ROW, _TEXT_DISPLAY, _BOT_DM = 1, 2, 1, 10, 1
_TYPED = 1
"""The type of commands that people type. The others are in the menus of people and messages."""
_LEFT_ALONE = r"```.*?```|https?://\S+|<[^<>\s][^<>]*>"


class CommandLinks:
    """The ids that Discord gave to the commands when they were registered."""

    def __init__(self) -> None:
        self._by_server: dict[int | None, _Names] = {}
        self._everywhere = self._in_messages = _Names({})

    def note(self, guild_id: int | None, registered: Collection[Mapping[str, Any]]) -> None:
        """Note the commands of a server, or those of every server, as Discord describes them."""
        if not registered:
            return
        registered = [command for command in registered if command.get("type", _TYPED) == _TYPED]
        ids = {name: int(command["id"]) for command in registered for name in _full_names(command)}
        self._by_server[guild_id] = _Names(ids)
        direct = {int(command["id"]) for command in registered if _BOT_DM in (command.get("contexts") or ())}
        self._in_messages = _Names({name: number if number in direct else None for name, number in ids.items()})
        self._everywhere = self._by_server.get(None) or _Names(dict.fromkeys(ids))

    def read_in(self, guild_id: int | None) -> None:
        """Link the texts that this task sends from now on as readers of a server see them; None is direct messages.

        The name of a command that can't be used there is written as code.
        """
        here = self._in_messages if guild_id is None else self._by_server.get(guild_id, self._everywhere)
        _here.set(here)


class _Names:
    """The full names of commands, with the ids of those that can be clicked."""

    def __init__(self, ids: Mapping[str, int | None]) -> None:
        self.ids = ids
        names = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
        self._found = re.compile(rf"{_LEFT_ALONE}|`/({names})`|`[^`\n]*`|(?<![\w/\\:.])/({names})(?![\w-])", re.DOTALL)

    def link(self, text: str) -> str:
        """Return the text with its commands linked."""
        return self._found.sub(self._linked, text) if self.ids and "/" in text else text

    def _linked(self, found: re.Match[str]) -> str:
        name = found[1] or found[2]
        if name is None:
            return found[0]
        number = self.ids[name]
        return f"`/{name}`" if number is None else f"</{name}:{number}>"


_NOWHERE = _Names({})
_here: ContextVar[_Names] = ContextVar("commands_here", default=_NOWHERE)


def linked(text: str, most: int) -> str:
    """Return the text with its commands linked, or as it is if it would be longer than `most`."""
    longer = _here.get().link(text)
    return longer if len(longer) <= most else text


def link_components(components: Iterable[dict[str, Any]], most: int) -> None:
    """Link the commands in all texts of a message, unless they would be longer than `most` together."""
    names, shown = _here.get(), list(texts_among(components))
    longer = [names.link(text["content"]) for text in shown]
    if sum(map(len, longer)) <= most:
        for text, content in zip(shown, longer, strict=True):
            text["content"] = content


def texts_among(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the texts of a message in reading order. There are none among its controls."""
    for component in components:
        if component["type"] == _TEXT_DISPLAY:
            yield component
        elif component["type"] != _ACTION_ROW:
            yield from texts_among(component.get("components", ()))


def walk(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the components in reading order, those within others included."""
    waiting = [*components][::-1]
    while waiting:
        component = waiting.pop()
        yield component
        if inner := component.get("components"):
            waiting += reversed(inner)


def _full_names(command: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names that people type, of a command or of everything in a group."""
    inner = [option for option in command.get("options") or () if option["type"] in {_SUBCOMMAND, _GROUP}]
    if not inner:
        yield command["name"]
    for option in inner:
        yield from (f"{command['name']} {name}" for name in _full_names(option))
