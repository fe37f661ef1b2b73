"""What is added to a private page later: only while its message still shows that page.

A page turns into another when something is pressed on it. Interactions are numbered in the order in which they came, so
the number of the last one says which page a message shows, whichever answer arrives first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import discord

_KEPT = 10_000
_shown: OrderedDict[int, int] = OrderedDict()
"""By message: the interaction that its page answers."""
_edits: dict[int, asyncio.Future[object]] = {}
"""By message: what is just being added to its page."""


def shows(message_id: int, interaction: discord.Interaction) -> None:
    """The message shows what answers this interaction, unless it answers a later one already."""
    _shown[message_id] = max(interaction.id, _shown.pop(message_id, 0))
    if len(_shown) > _KEPT:
        _shown.popitem(last=False)


async def edit_here(interaction: discord.Interaction, view: discord.ui.LayoutView) -> None:
    """Put another page in the place of the one that was clicked."""
    if interaction.message is not None:
        shows(interaction.message.id, interaction)
        if (edit := _edits.get(interaction.message.id)) is not None:
            # it would arrive after the page that takes its place
            await asyncio.wait({edit})
    await interaction.response.edit_message(view=view)


async def add_later(message_id: int, interaction: discord.Interaction, edit: Callable[[], Awaitable[object]]) -> None:
    """Edit the page that answered the interaction, unless the message shows another one by now."""
    if _shown.get(message_id) != interaction.id:
        return
    _edits[message_id] = asyncio.ensure_future(edit())
    try:
        await _edits[message_id]
    finally:
        del _edits[message_id]
