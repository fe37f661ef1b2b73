"""The commands and buttons by which a campaign leaves as a file, and arrives as one."""

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import Campaign, require_manager
from bot.errors import TooLate
from bot.portability.bounded_json import MOST_BYTES
from bot.ui.answer import answer_of
from bot.ui.attachments import content_of
from bot.ui.context import campaign_of, house_of, person_of, whisper
from bot.ui.control import NOT_OFFERED, control, number
from bot.ui.handlers.answers import part
from bot.ui.panels import page
from bot.ui.retrying import answer_here
from cogs.campaign.changing import guild_of
from cogs.campaign.file_pages import VERB, after_import, before_import, export_told
from cogs.campaign.options import Where


class FileCommands(commands.Cog):
    """What /campaign has besides. All of it is for whoever manages the server."""

    @app_commands.command(description="For whoever manages the server: this campaign as a file, for you alone")
    @app_commands.describe(history="Also the book and the hands that are over, as far as there is room")
    async def export(self, interaction: discord.Interaction, history: bool = False) -> None:
        campaign, person = await campaign_of(interaction), person_of(interaction)
        require_manager(person)
        await interaction.response.defer(ephemeral=True, thinking=True)
        export = await house_of(interaction).archive.export(campaign, person, history=history)
        file = discord.File(io.BytesIO(export.content), export.name)
        await interaction.followup.send(export_told(export), file=file, ephemeral=True)

    @app_commands.command(
        name="import", description="For whoever manages the server: bring a campaign from a file; asks before it does"
    )
    @app_commands.describe(
        file="A file that /campaign export has made, of at most 8 MiB", place="Where it is played; nowhere if left out"
    )
    async def bring(
        self, interaction: discord.Interaction, file: discord.Attachment, place: Where | None = None
    ) -> None:
        guild, person, house = guild_of(interaction), person_of(interaction), house_of(interaction)
        require_manager(person)
        await campaign_of(interaction)
        content = await content_of(interaction, file, MOST_BYTES)
        looked = await house.archive.look(guild.id, person, content, place.id if place else None)
        await whisper(interaction, "", before_import(looked, await _bound_to(interaction, looked.arrival.place_id)))


async def _bound_to(interaction: discord.Interaction, place_id: int | None) -> Campaign | None:
    """What a place was bound to by itself."""
    if place_id is None:
        return None
    bound = await house_of(interaction).campaigns.bound(guild_of(interaction).id)
    return next((campaign for campaign, places in bound if place_id in places), None)


@control(VERB)
async def _decided(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`arrival:bring:<file>` or `arrival:leave:<file>`."""
    guild, person, archive = guild_of(interaction), person_of(interaction), house_of(interaction).archive
    what, arrival = part(arguments, 0), number(part(arguments, 1))
    match what:
        case "bring":
            require_manager(person)
            is_page = interaction.message is not None and interaction.message.flags.ephemeral
            await interaction.response.defer(ephemeral=True, thinking=not is_page)
            brought = await archive.bring(guild.id, person, arrival)
            await answer_of(interaction).change(after_import(*brought))
        case "leave":
            await archive.decline(guild.id, person, arrival)
            await answer_here(interaction, page("Nothing was imported, and I have forgotten the file."))
        case _:
            raise TooLate(NOT_OFFERED)
