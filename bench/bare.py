"""A bare discord.py bot: a click on its message is answered with an edit to a LayoutView of the size of a table."""

import json
import sys
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.server_address import point_discord_at


class Again(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"again:(?P<number>\d+)"):
    """Draws the same message anew."""

    def __init__(self, item: discord.ui.Button[Any]) -> None:
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction,  # noqa: ARG003  # the library passes it
        item: discord.ui.Item[Any],
        match: Any,  # noqa: ARG003  # as above
        /,
    ) -> "Again":
        return cls(item)  # pyright: ignore[reportArgumentType]

    async def callback(self, interaction: discord.Interaction) -> None:
        view = same_view(interaction.client.shape)  # pyright: ignore[reportAttributeAccessIssue]
        await interaction.response.edit_message(view=view)


def same_view(shape: dict[str, Any]) -> discord.ui.LayoutView:
    """Texts and rows of buttons as a table has them."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0xB08D57)
    for text in shape["texts"]:
        container.add_item(discord.ui.TextDisplay(text))
    container.add_item(discord.ui.Separator())
    number = 0
    for row in shape["rows"]:
        buttons: list[discord.ui.Item[Any]] = []
        for label in row:
            buttons.append(discord.ui.Button(label=label, custom_id=f"again:{number}"))
            number += 1
        container.add_item(discord.ui.ActionRow(*buttons))
    view.add_item(container)
    view.stop()
    return view


class Bare(discord.Client):
    """As lean as the bot: the same intents, caches and library."""

    def __init__(self, shape: dict[str, Any]) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self.shape = shape
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Again)

        @self.tree.command(name="bare", description="A message to click on")
        async def bare(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=same_view(self.shape))

        await self.tree.sync()


def client(shape_file: str, api_url: str, gateway_url: str) -> Bare:
    point_discord_at(api_url, gateway_url)
    return Bare(json.loads(Path(shape_file).read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit("python -m bench.child runs it")
