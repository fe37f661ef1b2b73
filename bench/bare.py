"""A bot of discord.py alone: each button on its messages changes a line and edits the message, and keeps nothing.

It is written as the library's documentation has it (`examples/views/counter.py` and `examples/views/layout.py`): a view
for each message, a callback for each button, `edit_message(view=self)`. Of the ways that discord.py offers this is the
cheapest: dynamic items rebuild the whole view from the message at each click.
"""

import asyncio
import importlib
import logging
from typing import Any

import discord
from discord.ext import commands

Json = dict[str, Any]


class Button(discord.ui.Button["Table"]):
    """Counts a click, and draws the message again."""

    async def callback(self, interaction: discord.Interaction) -> None:
        table = self.view
        if table is None:
            raise RuntimeError("a button without its message")
        table.count()
        await interaction.response.edit_message(view=table)


class Table(discord.ui.LayoutView):
    """A message with the components of `shape`, as Discord's JSON has them."""

    def __init__(self, shape: list[Json]) -> None:
        super().__init__(timeout=None)
        self._clicks = 0
        for component in shape:
            self.add_item(_item(component))
        texts = [item for item in self.walk_children() if isinstance(item, discord.ui.TextDisplay)]
        self._longest = max(texts, key=lambda text: len(text.content))

    def count(self) -> None:
        """Change the end of the longest text, which stays as long as it is."""
        self._clicks += 1
        self._longest.content = f"{self._longest.content[:-6]}{self._clicks:6}"


def _item(component: Json) -> discord.ui.Item[Any]:
    """Return the item of a component. Raises ValueError for a kind that a table of Pi'Lok hasn't had so far."""
    inner = [_item(one) for one in component.get("components", ())]
    match discord.ComponentType(component["type"]):
        case discord.ComponentType.container:
            return discord.ui.Container(*inner, accent_colour=component["accent_color"])
        case discord.ComponentType.text_display:
            return discord.ui.TextDisplay(component["content"])
        case discord.ComponentType.separator:
            return discord.ui.Separator()
        case discord.ComponentType.action_row:
            return discord.ui.ActionRow(*inner)
        case discord.ComponentType.button:
            emoji = discord.PartialEmoji.from_dict(component["emoji"]) if component.get("emoji") else None
            return Button(style=discord.ButtonStyle(component["style"]), label=component.get("label"), emoji=emoji)
        case kind:
            raise ValueError(f"the bare bot has no {kind.name} yet: add it to bench/bare.py")


class Bare(commands.Bot):
    """Answers /bare with a message of that shape. `how` is what a documented bot leaves out."""

    def __init__(self, shape: list[Json], intents: discord.Intents, **how: Any) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=intents, **how)
        self.shape = shape

    async def setup_hook(self) -> None:
        @self.tree.command(name="bare", description="A message to click on")
        async def bare(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=Table(self.shape))

        await self.tree.sync()


def run(shape: list[Json], token: str, setup: Json | None) -> None:
    """Run the bot until the process ends: as documented, or with the event loop, intents and caches of `setup`."""
    if setup is None:
        Bare(shape, discord.Intents.default()).run(token, log_level=logging.WARNING)
        return
    module, _, name = setup["event_loop"].rpartition(".")
    bot = Bare(
        shape,
        discord.Intents._from_value(setup["intents"]),  # noqa: SLF001  # made from the number that another bot tells
        member_cache_flags=discord.MemberCacheFlags._from_value(setup["member_cache"]),  # noqa: SLF001  # as above
        max_messages=setup["kept_messages"] or None,
        chunk_guilds_at_startup=setup["chunks_members"],
    )
    with asyncio.Runner(loop_factory=getattr(importlib.import_module(module), name)) as runner:
        runner.run(bot.start(token))
