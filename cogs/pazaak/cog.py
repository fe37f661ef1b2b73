"""`/pazaak`: open a table, read the rules, look after side decks and side cards."""

from discord.ext import commands

from bot.ui.commands.game_commands import game_commands
from cogs.pazaak.decks import CardCommands, DeckCommands
from cogs.pazaak.spec import GAME


async def setup(bot: commands.Bot) -> None:
    group = game_commands(GAME)
    group.add_command(DeckCommands())
    group.add_command(CardCommands())
    bot.tree.add_command(group)
