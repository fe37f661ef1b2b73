"""The commands of /npc, /bank and /gm."""

from discord.ext import commands

from cogs.gm.bank import Bank
from cogs.gm.npcs import Npcs
from cogs.gm.screen import GmCommands


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Npcs())
    await bot.add_cog(Bank())
    await bot.add_cog(GmCommands())
