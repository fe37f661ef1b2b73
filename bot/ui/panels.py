"""Small Components V2 messages: a text, perhaps some rows of controls. Checked against Discord's limits."""

from collections.abc import Iterable, Sequence

import discord

MOST_CHARACTERS = 4000
BRASS = 0xB08D57
"""The accent of the house."""


def page(
    *texts: str, rows: Iterable[Sequence[discord.ui.Item[discord.ui.LayoutView]]] = (), accent: int = BRASS
) -> discord.ui.LayoutView:
    """A container with texts and rows of controls. Texts over Discord's limit are cut at the end, with an ellipsis."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=accent)
    left = MOST_CHARACTERS
    for text in texts:
        shown = text if len(text) <= left else text[: max(left - 1, 0)] + "…"
        left -= len(shown)
        if shown:
            container.add_item(discord.ui.TextDisplay(shown))
    for row in rows:
        container.add_item(discord.ui.ActionRow(*row))
    view.add_item(container)
    view.stop()
    return view


def messages(texts: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Texts in their order, as many to a message as it holds."""
    filled: list[list[str]] = [[]]
    for text in texts:
        if filled[-1] and sum(map(len, filled[-1])) + len(text) > MOST_CHARACTERS:
            filled.append([])
        filled[-1].append(text)
    return tuple(map(tuple, filled))


def button(
    label: str,
    custom_id: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> discord.ui.Button[discord.ui.LayoutView]:
    """A button; labels over Discord's 80 characters are cut."""
    shown = label if len(label) <= 80 else label[:79] + "…"
    return discord.ui.Button(label=shown, custom_id=custom_id, style=style, disabled=disabled)
