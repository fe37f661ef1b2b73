"""Files that the bot answers with: for whoever asked alone."""

import io
from typing import Literal

import discord

from bot.errors import RuleError
from bot.ui.answer import FOR_EVERYBODY

Form = Literal["message", "markdown", "csv"]
ENDINGS: dict[Form, str] = {"markdown": "md", "csv": "csv"}


def require_message_to_share(form: Form, *, share: bool) -> None:
    """Refuse a file for everybody: it has more in it than a channel is asked to read."""
    if share and form != "message":
        raise RuleError("A file is for you alone: leave out share, or show a message.")


async def send_file(interaction: discord.Interaction, told: str, text: str, name: str) -> None:
    """Answer privately with a file of text, also where the interaction has been acknowledged."""
    file = discord.File(io.BytesIO(text.encode()), name)
    if interaction.response.is_done():
        await interaction.followup.send(told, file=file, ephemeral=True)
    else:
        await interaction.response.send_message(told, file=file, ephemeral=True)


async def send_page(interaction: discord.Interaction, view: discord.ui.LayoutView, *, share: bool) -> None:
    """Show a page that took a while, once the interaction has been acknowledged privately: to whoever asked, or in the
    channel.
    """
    view.stop()
    if share:
        # The first follow-up is as private as the acknowledgement was; the next one need not be.
        await interaction.followup.send(FOR_EVERYBODY, ephemeral=True)
    await interaction.followup.send(view=view, ephemeral=not share)


async def send_picture(interaction: discord.Interaction, told: str, picture: discord.File, *, share: bool) -> None:
    """Show a picture that took a while, as `send_page` does a page."""
    if share:
        await interaction.followup.send(FOR_EVERYBODY, ephemeral=True)
    await interaction.followup.send(told, file=picture, ephemeral=not share)
