"""The components of a message that isn't sent, in reading order."""

from typing import Any

import discord

from playground.discord.limits.components import walk

_BUTTON, _TEXT = discord.ComponentType.button.value, discord.ComponentType.text_display.value


def parts(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """Return every component as Discord gets it, those within others included."""
    return [part for _, part in walk(view.to_components())]


def texts(view: discord.ui.LayoutView) -> list[str]:
    return [part["content"] for part in parts(view) if part["type"] == _TEXT]


def buttons(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    return [part for part in parts(view) if part["type"] == _BUTTON]


def labels(view: discord.ui.LayoutView) -> list[str]:
    return [button["label"] for button in buttons(view)]


def ids(view: discord.ui.LayoutView) -> list[str]:
    return [button["custom_id"] for button in buttons(view)]
