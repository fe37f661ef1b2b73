"""Small Components V2 messages: a text, perhaps some rows of controls. Checked against Discord's limits."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

import discord

from bot.images.boards import BoardPicture
from bot.ui.command_links import link_components

MOST_CHARACTERS = 4000
MOST_TEXT = 2000
LONGEST_ID = 100
"""Characters in an id, as many as Discord takes."""
LONGEST_LABEL = 80
"""Characters on a button."""
BRASS = 0xB08D57
"""The accent of the house."""


class FixedView(discord.ui.LayoutView):
    """A view that is complete once it is compared or sent: its components are computed once for both.

    `unseen` is a part of its ids that may differ in messages that look alike.
    """

    unseen: str = ""
    board: BoardPicture | None = None
    """The image that it shows, to be sent with it unless it is there."""

    @cached_property
    def components(self) -> list[dict[str, Any]]:
        """The components as Discord gets them, ids included and commands linked."""
        components = super().to_components()
        link_components(components, MOST_CHARACTERS)
        return components

    @cached_property
    def looks(self) -> str:
        """A digest of the components: the same for messages that look alike, to the last id."""
        text = json.dumps(self.components)
        return hashlib.sha256((text.replace(self.unseen, "") if self.unseen else text).encode()).hexdigest()

    def to_components(self) -> list[dict[str, Any]]:
        return self.components


def page(
    *texts: str, rows: Iterable[Sequence[discord.ui.Item[discord.ui.LayoutView]]] = (), accent: int = BRASS
) -> FixedView:
    """Build a container with texts and rows of controls. If the texts are over Discord's limit together, the longest is
    cut at its end, with an ellipsis, so a short one below it, such as a foot, stays.
    """
    view = FixedView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=accent)
    for text in _fitted(texts):
        container.add_item(discord.ui.TextDisplay(text))
    for row in rows:
        container.add_item(discord.ui.ActionRow(*row))
    view.add_item(container)
    view.stop()
    return view


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
) -> discord.ui.Button[discord.ui.LayoutView]:
    """Build a button; labels that are too long for Discord are cut."""
    return discord.ui.Button(label=shorten(label, LONGEST_LABEL), custom_id=custom_id, style=style, disabled=disabled)


def parts_of(message: discord.Message | None) -> list[object]:
    """Return the controls in the rows of a message's containers."""
    outer = message.components if message is not None else ()
    return [part for container in outer for row in _children(container) for part in _children(row)]


def _children(component: object) -> Collection[object]:
    return getattr(component, "children", ())


def ids_in(message: discord.Message | None) -> list[str]:
    """Return the ids of the buttons in the rows of a message's containers."""
    return [part.custom_id for part in parts_of(message) if isinstance(part, discord.Button) and part.custom_id]


def control_id(verb: str, *arguments: object) -> str:
    """Build the id of a control or form. Raises ValueError above Discord's 100 characters."""
    custom_id = ":".join((verb, *(str(argument) for argument in arguments)))
    if len(custom_id) > LONGEST_ID:
        raise ValueError(f"an id of {len(custom_id)} characters")
    return custom_id


def shorten(text: str, longest: int) -> str:
    """Return the text, cut with an ellipsis if it is longer."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
