"""The commands of /privacy."""

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.archive.own_data import own_file
from bot.ui.context import house_of, person_of, whisper
from cogs.privacy.pages import EXPORTED, parting_page


class Privacy(commands.GroupCog, group_name="privacy", group_description="What is kept of you"):
    """Everybody's own, on one server or on all of them; nobody reaches anybody else's."""

    @app_commands.command(description="All that is kept of you, as a file for you alone")
    @app_commands.describe(everywhere="On every server where you play, not on this one alone")
    async def export(self, interaction: discord.Interaction, everywhere: bool = False) -> None:
        person, house = person_of(interaction), house_of(interaction)
        guild_id = interaction.guild_id or 0
        await interaction.response.defer(ephemeral=True, thinking=True)
        own = await own_file(house.db, person.user_id, guild_id, everywhere=everywhere, now=house.clock.now())
        file = discord.File(io.BytesIO(own.content), own.name)
        await interaction.followup.send(EXPORTED, file=file, ephemeral=True)

    @app_commands.command(description="Have everything forgotten that names you; you are asked first")
    @app_commands.describe(everywhere="On every server where you play, not on this one alone")
    async def delete(self, interaction: discord.Interaction, everywhere: bool = False) -> None:
        await whisper(interaction, "", await parting_page(interaction, everywhere=everywhere))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Privacy())
