"""What is added to a private page later: only while its message still shows that page.

A page turns into another when something is pressed on it. Interactions are numbered in the order in which they came, so
the number of the last one says which page a message shows, whichever answer arrives first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import discord

_KEPT = 10_000


class Pages:
    """Which pages the private messages of late show."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, int] = OrderedDict()
        """By message: the interaction that its page answers."""
        self._edits: dict[int, asyncio.Future[object]] = {}
        """By message: what is just being added to its page."""

    def shows(self, message_id: int, interaction: int) -> None:
        """The message shows what answers this interaction, unless it answers a later one already."""
        self._shown[message_id] = max(interaction, self._shown.pop(message_id, 0))
        if len(self._shown) > _KEPT:
            self._shown.popitem(last=False)

    async def give_way(self, message_id: int) -> None:
        """Wait for an edit that is under way: it would arrive after the page that takes its place."""
        edit = self._edits.get(message_id)
        if edit is not None:
            await asyncio.wait({edit})

    async def add(self, message_id: int, interaction: int, edit: Callable[[], Awaitable[object]]) -> None:
        """Edit the page that answered the interaction, unless the message shows another one by now."""
        if self._shown.get(message_id) != interaction:
            return
        self._edits[message_id] = asyncio.ensure_future(edit())
        try:
            await self._edits[message_id]
        finally:
            del self._edits[message_id]


def pages_of(interaction: discord.Interaction) -> Pages:
    """The private pages of the client that received the interaction."""
    return interaction.client.pages  # pyright: ignore[reportAttributeAccessIssue]
