"""An option that names a channel with tables in it, or a thread."""

import discord
from discord import app_commands

Channel = app_commands.AppCommandChannel | app_commands.AppCommandThread


class ChannelNamed(app_commands.Transformer):
    """A channel or thread in which tables can be; the bot need not see it."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [
            discord.ChannelType.text,
            discord.ChannelType.news,
            discord.ChannelType.voice,
            discord.ChannelType.public_thread,
            discord.ChannelType.private_thread,
        ]

    async def transform(self, interaction: discord.Interaction, value: Channel, /) -> Channel:
        return value
