"""Brings Discord's copies in step with the pictures that are shipped, beside everything else that a start does."""

import logging
from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus

import aiohttp
import discord

from bot.clock import Clock
from bot.emoji.files import Picture, name_of, shipped
from bot.emoji.pictures import Pictures

log = logging.getLogger(__name__)
MOST_EMOJIS = 2000
"""How many emojis Discord keeps for an application."""
APART = 0.05
"""Seconds between two requests: Discord takes 50 a second of a bot, and messages of tables shall not wait."""
_FULL = 30008
Trouble = (discord.HTTPException, aiohttp.ClientError, OSError)


async def keep_current(
    client: discord.Client, pictures: Pictures, clock: Clock, wanted: Callable[[], Sequence[Picture]] = shipped
) -> None:
    """Upload what is missing or has changed, have `pictures` know it, and delete what it replaces.

    Texts have the pictures that Discord already has at once, and the new ones when all are there. Emojis of other
    names are left alone. A failure is told in the log, and texts have letters instead.
    """
    try:
        await _bring_in_step(client, pictures, clock, wanted())
    except Trouble as failed:
        log.warning("Discord doesn't say which pictures it has, so texts have letters instead: %s", failed)
    except Exception:
        log.exception("the pictures could not be looked after, so texts may have letters instead")


async def _bring_in_step(client: discord.Client, pictures: Pictures, clock: Clock, wanted: Sequence[Picture]) -> None:
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    known = {picture.name: str(there[picture.emoji]) for picture in wanted if picture.emoji in there}
    pictures.learn(known)
    missing = [picture for picture in wanted if picture.name not in known]
    room = MOST_EMOJIS - len(there)
    if len(missing) > room:
        log.warning("Discord has room for %s more pictures, not for %s: the others are letters", room, len(missing))
    pictures.learn(known | await _uploaded(client, clock, missing[:room]))
    names, current = {picture.name for picture in wanted}, {picture.emoji for picture in wanted}
    outdated = (emoji for emoji in there.values() if name_of(emoji.name) in names and emoji.name not in current)
    await _delete(clock, outdated)


async def _uploaded(client: discord.Client, clock: Clock, missing: Iterable[Picture]) -> dict[str, str]:
    """How Discord wants those written that it has taken. It stops where the next one would fare no better."""
    known: dict[str, str] = {}
    for picture in missing:
        await clock.sleep(APART)
        try:
            known[picture.name] = str(await client.create_application_emoji(name=picture.emoji, image=picture.content))
        except Trouble as failed:
            log.warning("the picture %s isn't uploaded: %s", picture.name, failed)
            if not _is_its_own(failed):
                break
    if known:
        log.info("uploaded %s pictures", len(known))
    return known


def _is_its_own(failed: Exception) -> bool:
    """Whether Discord refuses this picture, and not all of them."""
    return (
        isinstance(failed, discord.HTTPException) and failed.status == HTTPStatus.BAD_REQUEST and failed.code != _FULL
    )


async def _delete(clock: Clock, outdated: Iterable[discord.Emoji]) -> None:
    for emoji in outdated:
        await clock.sleep(APART)
        try:
            await emoji.delete()
        except Trouble as failed:
            log.warning("the outdated picture %s stays: %s", emoji.name, failed)
