"""Files that come with a command, fetched from where Discord keeps them, within a size and a time.

The library's own way reads all that comes, for as long as it comes. What is said of a file (its size, its type) is
looked at first but never relied on.
"""

import asyncio

import aiohttp
import discord

from bot.errors import NotFound, PlayerError, Unreadable
from bot.ui.context import house_of

FETCHED_WITHIN = 20.0
"""Seconds that a file has for its whole way."""
_CHUNK = 1 << 14


async def content_of(interaction: discord.Interaction, file: discord.Attachment, most: int) -> bytes:
    """The bytes of a file, at most `most`, a multiple of 1,024. The interaction is acknowledged before they are
    fetched, and its answer comes as a private follow-up.

    Raises a PlayerError with a sentence for a file that is empty or too large, or can't be fetched. One that is
    declared too large isn't asked for.
    """
    if file.size > most:
        raise _too_large(most)
    await interaction.response.defer(ephemeral=True, thinking=True)
    fetching = asyncio.create_task(_fetched(file.url, most))
    patience = asyncio.create_task(house_of(interaction).clock.sleep(FETCHED_WITHIN))
    try:
        await asyncio.wait({fetching, patience}, return_when=asyncio.FIRST_COMPLETED)
        if not fetching.done():
            raise PlayerError("Discord takes too long to hand over that file: try again in a moment.")
        content = fetching.result()
    finally:
        fetching.cancel()
        patience.cancel()
    if not content:
        raise Unreadable("That file is empty.")
    return content


async def _fetched(url: str, most: int) -> bytes:
    """As much as was sent, unpacked by nobody and followed nowhere else."""
    content = bytearray()
    plain = {"Accept-Encoding": "identity"}
    try:
        async with (
            aiohttp.ClientSession(auto_decompress=False, headers=plain) as session,
            session.get(url, allow_redirects=False) as reply,
        ):
            if reply.status == 404:
                raise NotFound("Discord doesn't have that file any more: choose it once more.")
            if reply.status != 200:
                raise _broken_off()
            async for chunk in reply.content.iter_chunked(_CHUNK):
                content += chunk
                if len(content) > most:
                    raise _too_large(most)
    except (aiohttp.ClientError, OSError) as broken:
        raise _broken_off() from broken
    return bytes(content)


def _too_large(most: int) -> Unreadable:
    return Unreadable(f"That file is too large: {most // 1024:,} KiB is the most that I read.")


def _broken_off() -> PlayerError:
    return PlayerError("That file didn't come through: try again in a moment.")
