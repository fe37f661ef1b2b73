"""A message as a person sees it: its text in reading order, and what can be pressed on it."""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playground.discord.limits.components import BUTTON, SELECTS, TEXT_DISPLAY, walk
from playground.discord.world import Message

Json = dict[str, Any]

_COMMAND = re.compile(r"</([^:<>\n]+):([0-9]+)>")


@dataclass(frozen=True, slots=True)
class Button:
    """A button: `style` is Discord's number (1 blurple, 2 grey, 3 green, 4 red, 5 link), `number` its component id."""

    label: str
    custom_id: str
    disabled: bool
    style: int
    emoji: str
    number: int
    url: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A select menu; `options` are pairs of label and value (none for menus of users, roles and channels)."""

    placeholder: str
    custom_id: str
    disabled: bool
    kind: int
    low: int
    high: int
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...]
    number: int
    channel_kinds: tuple[int, ...] = ()


class Seen:
    """A window on a message: it shows what the message is now, and says so when it is gone."""

    def __init__(self, message: Message) -> None:
        self.message = message

    def __repr__(self) -> str:
        return f"<Seen {self.text!r} {[button.label or button.emoji for button in self.buttons]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and other.message.id == self.message.id

    def __hash__(self) -> int:
        return hash(self.message.id)

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def ephemeral(self) -> bool:
        return self.message.is_ephemeral

    @property
    def deleted(self) -> bool:
        return self.message.deleted

    @property
    def loading(self) -> bool:
        """Does it still say that the bot is thinking?"""
        return self.message.is_loading

    @property
    def pings(self) -> list[str]:
        """Names of those who are notified, roles as `@&id`, and `@everyone`."""
        everyone = ["@everyone"] if self.message.pings_everyone else []
        roles = [f"@&{role_id}" for role_id in self.message.pings_roles]
        return [user.name for user in self.message.pings] + roles + everyone

    @property
    def files(self) -> dict[str, bytes]:
        return {attachment.filename: attachment.content for attachment in self.message.attachments}

    @property
    def text(self) -> str:
        """All its text as plain lines in reading order, with the names of commands; labels of buttons aren't text."""
        parts = [self.message.content]
        for embed in self.message.embeds:
            parts += _embed_lines(embed)
        parts += [c["content"] for _, c in walk(self.message.components) if c["type"] == TEXT_DISPLAY]
        return _COMMAND.sub(r"/\1", "\n".join(part for part in parts if part))

    @property
    def commands(self) -> list[tuple[str, int]]:
        """The commands that a click on the text fills in: their full names, and the ids that the mentions name."""
        parts = [self.message.content, *(c["content"] for c in self.components if c["type"] == TEXT_DISPLAY)]
        return [(found[1], int(found[2])) for found in _COMMAND.finditer("\n".join(parts))]

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def components(self) -> list[Json]:
        """Every component in reading order, as Discord gives them out."""
        return [component for _, component in walk(self.message.components)]

    @property
    def buttons(self) -> list[Button]:
        return [_button(component) for component in self.components if component["type"] == BUTTON]

    @property
    def selects(self) -> list[Select]:
        return [_select(component) for component in self.components if component["type"] in SELECTS]

    def find(self, wanted: str) -> Button | None:
        """Return the button with this label, emoji or custom id, in this order. The beginning of a
        label is enough. It may lack the name of the only person who may press the button.
        """
        for matches in _ways_to_name(wanted):
            found = [button for button in self.buttons if matches(button)]
            if found:
                return found[0]
        return None

    def button(self, custom_id: str) -> Button | None:
        """Return the button with exactly this custom id."""
        return next((button for button in self.buttons if button.custom_id and button.custom_id == custom_id), None)

    def menu(self, custom_id: str) -> Select | None:
        """Return the menu with exactly this custom id."""
        return next((select for select in self.selects if select.custom_id == custom_id), None)

    def find_select(self, wanted: str) -> Select | None:
        """Return the menu with this custom id or placeholder."""
        return next((s for s in self.selects if wanted in (s.custom_id, s.placeholder)), None)

    def frozen(self) -> "Seen":
        """Return the message as it is at this moment, as a client has it that hasn't received later edits."""
        kept = copy.copy(self.message)
        kept.components = copy.deepcopy(self.message.components)
        return Seen(kept)


def _ways_to_name(wanted: str) -> Iterator[Any]:
    yield lambda button: button.label == wanted
    yield lambda button: button.emoji == wanted
    yield lambda button: button.custom_id == wanted
    yield lambda button: bool(wanted) and button.label.endswith(f": {wanted}")
    yield lambda button: bool(wanted) and button.label.startswith(wanted)
    yield lambda button: bool(wanted) and f": {wanted}" in button.label


def _button(component: Json) -> Button:
    return Button(
        component.get("label", ""),
        component.get("custom_id", ""),
        bool(component.get("disabled")),
        component["style"],
        component.get("emoji", {}).get("name", ""),
        component["id"],
        component.get("url", ""),
    )


def _select(component: Json) -> Select:
    options = component.get("options", [])
    return Select(
        component.get("placeholder", ""),
        component["custom_id"],
        bool(component.get("disabled")),
        component["type"],
        component["min_values"],
        component["max_values"],
        tuple((option["label"], option["value"]) for option in options),
        tuple(option["value"] for option in options if option.get("default")),
        component["id"],
        tuple(component.get("channel_types") or ()),
    )


def _embed_lines(embed: Json) -> list[str]:
    lines = [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
    for field in embed.get("fields", []):
        lines += [field["name"], field["value"]]
    return [*lines, embed.get("footer", {}).get("text", "")]
