"""/help."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction, Shadowport
from bot.ui.context import whisper
from cogs.help.pages import PLAYERS, help_page
from cogs.help.welcome import Welcome


class Help(commands.Cog):
    """The command that explains the others. It works in direct messages too."""

    @app_commands.command(description="Show first steps, all commands, and the permissions that I lack here")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await help_page(interaction, PLAYERS))


async def setup(bot: Shadowport) -> None:
    await bot.add_cog(Help())
    await bot.add_cog(Welcome(bot))
