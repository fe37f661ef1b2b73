"""The commands of /privacy."""

from discord import app_commands
from discord.ext import commands

from bot.privacy.own_data import own_file
from bot.ui.client import Interaction
from bot.ui.context import services_of, whisper
from bot.ui.files import send_file
from bot.ui.routing import OWN_DATA
from cogs.privacy.pages import EXPORTED, about_page, is_everywhere, parting_page

_EVERYWHERE = "Include every server where you play. Default: this server, or all servers in direct messages."


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Privacy(commands.GroupCog, group_name="privacy", group_description="Your data"):
    """Everyone's own data, on one server or on all of them; nobody reaches anyone else's.

    The commands work in direct messages with the bot too, where they mean all servers.
    """

    @app_commands.command(description="Show the privacy policy and the contact of this bot", extras={OWN_DATA: True})
    async def about(self, interaction: Interaction) -> None:
        await whisper(interaction, "", about_page(services_of(interaction).operator.about.line))

    @app_commands.command(description="Get your data as a file. Only you can see this.", extras={OWN_DATA: True})
    @app_commands.describe(everywhere=_EVERYWHERE)
    async def export(self, interaction: Interaction, everywhere: bool | None = None) -> None:
        services, all_servers = services_of(interaction), is_everywhere(interaction, everywhere)
        await interaction.response.defer(ephemeral=True, thinking=True)
        own = await own_file(
            services.db.background,
            interaction.user.id,
            interaction.guild_id,
            everywhere=all_servers,
            now=services.clock.now(),
        )
        told = "\n".join(filter(None, (EXPORTED, services.operator.about.line)))
        await send_file(interaction, told, own.content, own.name)

    @app_commands.command(description="Delete your data, after a preview of what stays", extras={OWN_DATA: True})
    @app_commands.describe(everywhere=_EVERYWHERE)
    async def delete(self, interaction: Interaction, everywhere: bool | None = None) -> None:
        all_servers = is_everywhere(interaction, everywhere)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await whisper(interaction, "", await parting_page(interaction, everywhere=all_servers))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Privacy())
