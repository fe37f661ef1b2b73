"""Files that the bot sends, and attachments that it reads."""

import asyncio
import io
from typing import Literal

import aiohttp
import discord

from bot.errors import NotFound, PlayerError, RuleError, Unreadable
from bot.ui.answer import FOR_EVERYBODY
from bot.ui.client import Interaction
from bot.ui.command_links import linked
from bot.ui.context import services_of
from bot.ui.panels import MOST_TEXT

Form = Literal["message", "markdown", "csv"]
ENDINGS: dict[Form, str] = {"markdown": "md", "csv": "csv"}
FETCHED_WITHIN = 20.0
"""Seconds that a file has for its whole way."""
_CHUNK = 1 << 14


def require_message_to_share(form: Form, *, share: bool) -> None:
    """Refuse a file for everybody: it has more in it than a channel is asked to read."""
    if share and form != "message":
        raise RuleError("You can't share a file. Leave out `share`, or choose a message.")


async def send_file(interaction: Interaction, told: str, content: str | bytes, name: str) -> None:
    """Answer privately with a file, also where the interaction has been acknowledged."""
    file = discord.File(io.BytesIO(content.encode() if isinstance(content, str) else content), name)
    told = linked(told, MOST_TEXT)
    if interaction.response.is_done():
        await interaction.followup.send(told, file=file, ephemeral=True)
    else:
        await interaction.response.send_message(told, file=file, ephemeral=True)


async def send_page(interaction: Interaction, view: discord.ui.LayoutView, *, share: bool) -> None:
    """Show a page that took a while, once the interaction has been acknowledged privately: to the person who asked, or
    in the channel.
    """
    view.stop()
    if share:
        # The first follow-up is as private as the acknowledgement was; the next one need not be.
        await interaction.followup.send(FOR_EVERYBODY, ephemeral=True)
    await interaction.followup.send(view=view, ephemeral=not share)


async def send_picture(interaction: Interaction, told: str, picture: discord.File, *, share: bool) -> None:
    """Show a picture that took a while, as `send_page` does a page."""
    if share:
        await interaction.followup.send(FOR_EVERYBODY, ephemeral=True)
    await interaction.followup.send(linked(told, MOST_TEXT), file=picture, ephemeral=not share)


async def read_attachment(interaction: Interaction, file: discord.Attachment, most: int) -> bytes:
    """Return the bytes of a file, at most `most`, a multiple of 1,024. The interaction is acknowledged before they are
    fetched, and its answer comes as a private follow-up.

    Raises a PlayerError with a sentence for a file that is empty or too large, or can't be fetched. A file that is
    declared too large isn't requested, and none is after the last upload of the day that the operator allows.
    """
    services = services_of(interaction)
    most = services.limits.size(most)
    if file.size > most:
        raise _too_large_error(most)
    services.uploads.admit(interaction.guild_id or 0, interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    fetching = asyncio.create_task(_fetch(file.url, most))
    patience = asyncio.create_task(services.clock.sleep(FETCHED_WITHIN))
    try:
        await asyncio.wait({fetching, patience}, return_when=asyncio.FIRST_COMPLETED)
        if not fetching.done():
            raise PlayerError("Discord is taking too long to send that file. Try again in a moment.")
        content = fetching.result()
    finally:
        fetching.cancel()
        patience.cancel()
    if not content:
        raise Unreadable("That file is empty.")
    return content


async def _fetch(url: str, most: int) -> bytes:
    """Fetch as many bytes as were sent. Nothing is unpacked, and no redirect is followed."""
    content = bytearray()
    plain = {"Accept-Encoding": "identity"}
    try:
        async with (
            aiohttp.ClientSession(auto_decompress=False, headers=plain) as session,
            session.get(url, allow_redirects=False) as reply,
        ):
            if reply.status == 404:
                raise NotFound("Discord no longer has that file. Choose it again.")
            if reply.status != 200:
                raise _broken_off_error()
            async for chunk in reply.content.iter_chunked(_CHUNK):
                content += chunk
                if len(content) > most:
                    raise _too_large_error(most)
    except (aiohttp.ClientError, OSError) as broken:
        raise _broken_off_error() from broken
    return bytes(content)


def _too_large_error(most: int) -> Unreadable:
    return Unreadable(f"That file is too large. I read at most {most // 1024:,} KiB.")


def _broken_off_error() -> PlayerError:
    return PlayerError("That file didn't arrive. Try again in a moment.")
