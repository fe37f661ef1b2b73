"""The commands of /gm, and the registration of /npc and /bank with them."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.context import whisper
from bot.ui.handlers.screen import pause_or_resume_all, show_screen
from cogs.gm.bank import Bank
from cogs.gm.npcs import Npcs


class GmCommands(commands.GroupCog, group_name="gm", group_description="All tables of the campaign at once. GM only."):
    """Everything here is the GM's."""

    @app_commands.command(
        description="Show every table in one message in the GM channel, and keep it current. GM only."
    )
    async def screen(self, interaction: Interaction) -> None:
        await show_screen(interaction)

    @app_commands.command(description="Pause every table: clocks stop, and nobody can act. GM only.")
    async def pause(self, interaction: Interaction) -> None:
        await whisper(interaction, await pause_or_resume_all(interaction, "pause"))

    @app_commands.command(description="Resume every paused table. GM only.")
    async def resume(self, interaction: Interaction) -> None:
        await whisper(interaction, await pause_or_resume_all(interaction, "resume"))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Npcs())
    await bot.add_cog(Bank())
    await bot.add_cog(GmCommands())
