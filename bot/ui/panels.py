"""Small Components V2 messages: a text, perhaps some rows of controls. Checked against Discord's limits."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import discord

MOST_CHARACTERS = 4000
BRASS = 0xB08D57
"""The accent of the house."""


class FixedView(discord.ui.LayoutView):
    """A view that is complete once it is compared or sent: its components are computed once for both."""

    @cached_property
    def components(self) -> list[dict[str, Any]]:
        """The components as Discord gets them, ids included."""
        return super().to_components()

    @cached_property
    def looks(self) -> str:
        """A digest of the components: the same for messages that look alike, to the last id."""
        return hashlib.sha256(json.dumps(self.components).encode()).hexdigest()

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
    """Build a button; labels over Discord's 80 characters are cut."""
    shown = label if len(label) <= 80 else label[:79] + "…"
    return discord.ui.Button(label=shown, custom_id=custom_id, style=style, disabled=disabled)
