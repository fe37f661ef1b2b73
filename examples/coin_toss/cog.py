"""`/coin_toss`: open a table, read the rules, see what bets are worth."""

from discord.ext import commands

from bot.ui.commands.game_commands import game_commands
from examples.coin_toss.spec import GAME


async def setup(bot: commands.Bot) -> None:
    bot.tree.add_command(game_commands(GAME))
