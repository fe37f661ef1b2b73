"""Small Components V2 messages: a text, perhaps some rows of controls. Checked against Discord's limits.

Components are built as the JSON that Discord gets. The library would make an object of each, and JSON of that.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import discord
from propcache.api import cached_property
from pydantic_core import to_json

from bot.images.boards import BoardPicture
from bot.ui.command_links import link_components, texts_among, walk

MOST_CHARACTERS = 4000
MOST_TEXT = 2000
LONGEST_ID = 100
"""Characters in an id, as many as Discord takes."""
LONGEST_LABEL = 80
"""Characters on a button."""
BRASS = 0xB08D57
"""The accent of the house."""
Component = dict[str, Any]
"""A part of a message, as Discord's JSON has it."""
ON_MESSAGE = "components_on_message"
"""The name in an interaction's data of the components of the message whose control was used."""
BUTTON, TEXT = discord.ComponentType.button.value, discord.ComponentType.text_display.value


class FixedView(discord.ui.LayoutView):
    """A view of finished components. The library only sends it: whatever is clicked on it is routed by its id. So it
    has nothing of a view that waits for clicks, and counts as finished.

    `unseen` is a part of its ids that may differ in messages that look alike. `board` is the image that it shows, to be
    sent with it unless it is there.
    """

    def __init__(
        self, parts: Iterable[Component], accent: int = BRASS, *, unseen: str = "", board: BoardPicture | None = None
    ) -> None:
        """Put the parts into a container with an accent."""
        self._children = []  # the library's list of items, of which there are none
        self.unseen, self.board = unseen, board
        self._container = _made(discord.ComponentType.container, accent_color=accent, components=list(parts))

    @cached_property
    def components(self) -> list[Component]:
        """The components as Discord gets them, ids included and commands linked."""
        components = [self._container]
        link_components(components, MOST_CHARACTERS)
        return components

    @property
    def texts(self) -> list[str]:
        """The texts, without the labels of controls."""
        return [part["content"] for part in texts_among(self.components)]

    @cached_property
    def written(self) -> bytes:
        """The components as JSON."""
        return to_json(self.components)

    @cached_property
    def looks(self) -> str:
        """A digest of the components: the same for messages that look alike, to the last id."""
        text = self.written
        return hashlib.blake2b(text.replace(self.unseen.encode(), b"") if self.unseen else text).hexdigest()

    def to_components(self) -> list[Component]:
        return self.components

    def has_components_v2(self) -> bool:
        return True

    def content_length(self) -> int:
        return sum(map(len, self.texts))

    @property
    def timeout(self) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  # nothing sets it
        """None: it never ends."""

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False

    def stop(self) -> None:
        """Do nothing, because nothing runs."""


def page(*texts: str, rows: Iterable[Sequence[Component]] = (), accent: int = BRASS) -> FixedView:
    """Build a container with texts and rows of controls. If the texts are over Discord's limit together, the longest is
    cut at its end, with an ellipsis, so a short one below it, such as a foot, stays.
    """
    return FixedView([*map(text_display, _fitted(texts)), *map(action_row, rows)], accent)


def text_display(content: str) -> Component:
    return _made(discord.ComponentType.text_display, content=content)


def separator() -> Component:
    return _made(discord.ComponentType.separator)


def action_row(items: Iterable[Component]) -> Component:
    return _made(discord.ComponentType.action_row, components=list(items))


def picture(address: str, alt: str) -> Component:
    """Build an image with the text that stands for it."""
    image = {"media": {"url": address}, "description": alt}
    return _made(discord.ComponentType.media_gallery, items=[image])


def _fitted(texts: Iterable[str]) -> list[str]:
    """Return the texts that aren't empty, cut to what a message holds."""
    shown = [text for text in texts if text]
    while (over := sum(map(len, shown)) - MOST_CHARACTERS) > 0:
        at = shown.index(max(shown, key=len))
        shown[at] = f"{shown[at][: -over - 1]}…"
    return shown


def button(
    label: str,
    custom_id: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Component:
    """Build a button; labels that are too long for Discord are cut."""
    label = shorten(label, LONGEST_LABEL)
    return {"type": BUTTON, "style": style.value, "label": label, "custom_id": custom_id, "disabled": disabled}


def select(
    custom_id: str,
    placeholder: str,
    options: Sequence[Component] | None = None,
    *,
    kind: discord.ComponentType = discord.ComponentType.select,
    at_least: int = 1,
    at_most: int = 1,
    **more: object,
) -> Component:
    """Build a menu of options, or of what its `kind` offers. `more` is what that kind takes besides."""
    picks = {"min_values": at_least, "max_values": at_most}
    chosen = {} if options is None else {"options": options}
    return _made(kind, custom_id=custom_id, placeholder=placeholder, **picks, **chosen, **more)


def option(
    label: str, value: str, description: str | None = None, *, emoji: str = "", chosen: bool = False
) -> Component:
    """Build an option of a menu. The emoji is written as in a message."""
    shown: Component = {"label": label, "value": value, "default": chosen}
    if description is not None:
        shown["description"] = description
    if emoji:
        shown["emoji"] = discord.PartialEmoji.from_str(emoji).to_dict()
    return shown


def _made(kind: discord.ComponentType, **values: object) -> Component:
    return {"type": kind.value, **values}


def components_on(interaction: discord.Interaction) -> list[Component]:
    """Return the components of the message whose control was used, in reading order."""
    data: Mapping[str, Any] = interaction.data or {}
    return list(walk(data.get(ON_MESSAGE) or []))


def forget_components(interaction: discord.Interaction) -> None:
    """Drop the components of the message whose control was used. A table keeps its last click, whose token edits the
    message, and they are nearly all of its memory.
    """
    data: dict[str, Any] = cast("dict[str, Any]", interaction.data or {})
    data.pop(ON_MESSAGE, None)


def control_id(verb: str, *arguments: object) -> str:
    """Build the id of a control or form. Raises ValueError above Discord's 100 characters."""
    custom_id = ":".join((verb, *map(str, arguments)))
    if len(custom_id) > LONGEST_ID:
        raise ValueError(f"an id of {len(custom_id)} characters")
    return custom_id


def shorten(text: str, longest: int) -> str:
    """Return the text, cut with an ellipsis if it is longer."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
