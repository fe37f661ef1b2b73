"""`/golem`: open a table, read the rules, ask for your chance to win."""

from discord.ext import commands

from bot.ui.commands.game_commands import game_commands
from cogs.golem.spec import GAME


async def setup(bot: commands.Bot) -> None:
    bot.tree.add_command(game_commands(GAME))
