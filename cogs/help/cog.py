"""/help."""

from discord import app_commands
from discord.ext import commands

from bot.games import games
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import whisper
from bot.ui.handlers.rules import show_rules
from cogs.help.pages import PLAYERS, help_page
from cogs.help.welcome import Welcome


class Help(commands.Cog):
    """The commands that explain the others and the games. They work in direct messages too."""

    @app_commands.command(description="Show first steps, all commands, and the permissions that I lack here")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await help_page(interaction, PLAYERS))

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Read how to play a game. Only you can see this.")
    @app_commands.describe(game="Game")
    @app_commands.choices(game=[app_commands.Choice(name=spec.game.title, value=key) for key, spec in games().items()])
    async def rules(self, interaction: Interaction, game: str) -> None:
        await show_rules(interaction, game)


async def setup(bot: Shadowport) -> None:
    await bot.add_cog(Help())
    await bot.add_cog(Welcome(bot))
