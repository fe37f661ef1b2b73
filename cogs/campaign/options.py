"""Options that name a campaign of the server, or one of its places."""

import discord
from discord import app_commands

from bot.campaigns import Campaign, may_manage, name_key
from bot.ui.commands.transformers import MOST_CHOICES, ChannelNamed, Choices, Place, choice
from bot.ui.context import house_of, person_of
from cogs.campaign.changing import guild_of


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


class PlaceNamed(ChannelNamed):
    """A channel, category or thread; the bot need not see it."""

    KINDS = (*ChannelNamed.KINDS, discord.ChannelType.forum, discord.ChannelType.category)


Named = app_commands.Transform[Campaign, CampaignNamed]
Where = app_commands.Transform[Place, PlaceNamed]
