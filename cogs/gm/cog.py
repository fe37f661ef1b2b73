"""The commands of /npc and /bank."""

from discord.ext import commands

from cogs.gm.bank import Bank
from cogs.gm.npcs import Npcs


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Npcs())
    await bot.add_cog(Bank())
