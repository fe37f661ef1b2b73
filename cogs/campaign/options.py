"""Options that name a campaign of the server, or one of its places."""

import discord
from discord import app_commands

from bot.campaigns import Campaign, may_manage, name_key
from bot.ui.context import house_of, person_of
from bot.ui.transformers import MOST_CHOICES, Choices, choice
from cogs.campaign.changing import guild_of

Place = app_commands.AppCommandChannel | app_commands.AppCommandThread


class CampaignNamed(app_commands.Transformer):
    """A campaign of this server, whatever the case of its name. Autocomplete is for who may bind one."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> Campaign:
        return await house_of(interaction).campaigns.named(guild_of(interaction).id, value)

    async def autocomplete(self, interaction: discord.Interaction, value: str, /) -> Choices:  # pyright: ignore[reportIncompatibleMethodOverride]
        if not may_manage(person_of(interaction)):
            return []
        sought = name_key(value)
        found = await house_of(interaction).campaigns.of_guild(guild_of(interaction).id)
        fitting = (campaign for campaign in found if sought in name_key(campaign.name))
        return [choice(campaign.name, campaign.name) for campaign in fitting][:MOST_CHOICES]


class PlaceNamed(app_commands.Transformer):
    """A channel, category or thread; the bot need not see it."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [
            discord.ChannelType.text,
            discord.ChannelType.news,
            discord.ChannelType.voice,
            discord.ChannelType.forum,
            discord.ChannelType.category,
            discord.ChannelType.public_thread,
            discord.ChannelType.private_thread,
        ]

    async def transform(self, interaction: discord.Interaction, value: Place, /) -> Place:
        return value


Named = app_commands.Transform[Campaign, CampaignNamed]
Where = app_commands.Transform[Place, PlaceNamed]
