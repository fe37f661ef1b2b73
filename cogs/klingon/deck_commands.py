"""The commands of /klingon deck: a campaign's own cards are loaded from a file, given out, looked at, taken away."""

import io

import discord
from discord import app_commands

from bot.ui.attachments import content_of
from bot.ui.commands.checks import gm_only
from bot.ui.context import campaign_of, whisper
from cogs.klingon.deck_clicks import shown
from cogs.klingon.deck_pages import WHOSE, farewell_page, loaded_page, refusal_page
from cogs.klingon.deck_shelf import Which, file_called, load, own_material
from cogs.klingon.mistakes import BadDeck
from cogs.klingon.source import MOST_BYTES

FILE_NAME = "klingon-cards.toml"
_WHICH = "The game's cards or the campaign's own; the own ones if left out and there are any"
_CHOICES = [app_commands.Choice(name=name, value=which) for which, name in WHOSE.items()]


class DeckCommands(app_commands.Group, name="deck", description="The ships and the action cards"):
    """Everybody may see what is in a deck; the GM brings one."""

    @app_commands.command(name="import", description="For the GM: load cards of your own, from a file")
    @app_commands.describe(file="A file of cards, such as /klingon deck export gives")
    @app_commands.check(gm_only)
    async def bring(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        content = await content_of(interaction, file, MOST_BYTES)
        try:
            view = loaded_page(await load(interaction, await campaign_of(interaction), content))
        except BadDeck as refused:
            view = refusal_page(refused)
        await whisper(interaction, "", view)

    @app_commands.command(description="The cards as a file, to read or to change")
    @app_commands.describe(which=_WHICH)
    @app_commands.choices(which=_CHOICES)
    async def export(self, interaction: discord.Interaction, which: Which | None = None) -> None:
        text = await file_called(interaction, await campaign_of(interaction), which)
        file = discord.File(io.BytesIO(text.encode()), FILE_NAME)
        told = "Change what you like; a GM loads it with /klingon deck import."
        await interaction.response.send_message(told, file=file, ephemeral=True)

    @app_commands.command(description="All ships and action cards; shown to you alone")
    @app_commands.describe(which=_WHICH)
    @app_commands.choices(which=_CHOICES)
    async def show(self, interaction: discord.Interaction, which: Which | None = None) -> None:
        await whisper(interaction, "", await shown(interaction, which))

    @app_commands.command(description="For the GM: take the campaign's own cards away")
    @app_commands.check(gm_only)
    async def remove(self, interaction: discord.Interaction) -> None:
        campaign = await campaign_of(interaction)
        material = await own_material(interaction, campaign)
        await whisper(interaction, "", farewell_page(campaign.id, material.version))
