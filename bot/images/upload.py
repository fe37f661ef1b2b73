"""The images that the bot ships, and their upload to Discord as emojis."""

import hashlib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import aiohttp
import discord

from bot.clock import Clock
from bot.games import folders
from bot.images.symbols import Images

log = logging.getLogger(__name__)
OWN = Path(__file__).parent / "drawn"
"""The bot's own images; the others are in the folder `emoji` of a package under `cogs`."""
_DIGITS = 4
MOST_EMOJIS = 2000
"""How many emojis Discord keeps for an application."""
APART = 0.05
"""Seconds between two requests: Discord takes 50 a second of a bot, and messages of tables shall not wait."""
_FULL = 30008


Trouble = (discord.HTTPException, aiohttp.ClientError, OSError)


@dataclass(frozen=True, slots=True)
class ShippedImage:
    """A shipped image: PNG, 128 pixels square."""

    name: str
    content: bytes

    @property
    def emoji(self) -> str:
        """The emoji's name: the image's name, and four digits that change with its content."""
        return f"{self.name}_{hashlib.sha256(self.content).hexdigest()[:_DIGITS]}"


def shipped() -> tuple[ShippedImage, ...]:
    """Return all shipped images, sorted by name. Raises ValueError if two have the same name."""
    files = [
        file for home in (OWN, *(folder / "emoji" for folder in folders().values())) for file in home.glob("*.png")
    ]
    found: dict[str, ShippedImage] = {}
    for file in sorted(files, key=lambda file: file.stem):
        if file.stem in found:
            raise ValueError(f"{file}: an image called {file.stem} exists already")
        found[file.stem] = ShippedImage(file.stem, file.read_bytes())
    return tuple(found.values())


def name_of(emoji: str) -> str | None:
    """Return the name of the image that an emoji shows or has shown, or None if it can't be one of ours."""
    name, _, digits = emoji.rpartition("_")
    return name if name and len(digits) == _DIGITS and set(digits) <= set("0123456789abcdef") else None


async def keep_current(
    client: discord.Client, pictures: Images, clock: Clock, wanted: Callable[[], Sequence[ShippedImage]] = shipped
) -> None:
    """Upload what is missing or has changed, have `images` know it, and delete what it replaces.

    Texts have the pictures that Discord already has at once, changed ones as they were until their successor is there,
    and the others when all are there. Emojis of other names are left alone. A failure is told in the log, and texts
    keep what they have.
    """
    try:
        there = await client.fetch_application_emojis()
        await _Upload(client, pictures, clock, wanted(), there).run()
    except Trouble as failed:
        log.warning("Discord doesn't list the images, so texts have letters instead: %s", failed)
    except Exception:  # nobody awaits this task, and tables are played without pictures too
        log.exception("the images could not be checked, so texts may have letters instead")


class _Upload:
    """One upload: the symbols that texts have, the missing images, and the room that Discord has left."""

    def __init__(
        self,
        client: discord.Client,
        pictures: Images,
        clock: Clock,
        wanted: Sequence[ShippedImage],
        there: Sequence[discord.Emoji],
    ) -> None:
        self._client, self._pictures, self._clock = client, pictures, clock
        self._room, self._taken, self._is_refused = MOST_EMOJIS - len(there), 0, False
        known = {emoji.name: emoji for emoji in there}
        self._missing = [picture for picture in wanted if picture.emoji not in known]
        self._outdated = _outdated(wanted, there)
        self._symbols = {name: str(old[-1]) for name, old in self._outdated.items()}
        self._symbols |= {picture.name: str(known[picture.emoji]) for picture in wanted if picture.emoji in known}

    async def run(self) -> None:
        """Upload changed images first, since each leaves as much room as it took, and then new ones."""
        self._pictures.learn(self._symbols)
        changed = [picture for picture in self._missing if picture.name in self._outdated]
        for name in self._outdated.keys() - {picture.name for picture in changed}:
            await self._delete_outdated(name)
        for picture in changed:
            await self._replace(picture)
        added = [picture for picture in self._missing if picture not in changed]
        if len(added) > self._room:
            room, wanted = self._room, len(added)
            log.warning(
                "Discord has room for %s more images, not for %s. Texts have letters instead of the others.",
                room,
                wanted,
            )
        for picture in added[: self._room]:
            await self._create(picture)
        self._pictures.learn(self._symbols)
        if self._taken:
            log.info("uploaded %s images", self._taken)

    async def _replace(self, picture: ShippedImage) -> None:
        """Upload the new image, then delete the old one. The order is reversed only where both have no room."""
        if self._room < 1 and not self._is_refused:
            # Discord refuses a message whose buttons show an emoji that is gone
            shown = self._symbols.pop(picture.name)
            self._pictures.learn(self._symbols)
            await self._delete_outdated(picture.name)
            if self._room < 1:
                self._symbols[picture.name] = shown
        if self._room > 0 and await self._create(picture):
            self._pictures.learn(self._symbols)
            await self._delete_outdated(picture.name)

    async def _create(self, picture: ShippedImage) -> bool:
        """Upload an image and return True if Discord took it. A failure that concerns all images ends the upload."""
        if self._is_refused:
            return False
        await self._clock.sleep(APART)
        try:
            made = await self._client.create_application_emoji(name=picture.emoji, image=picture.content)
        except (*Trouble, ValueError) as failed:
            log.warning("the image %s isn't uploaded: %s", picture.name, failed)
            self._is_refused = not _concerns_one_image(failed)
            return False
        self._symbols[picture.name] = str(made)
        self._room, self._taken = self._room - 1, self._taken + 1
        return True

    async def _delete_outdated(self, name: str) -> None:
        """Delete the outdated emojis of an image."""
        for emoji in self._outdated.pop(name, ()):
            await self._clock.sleep(APART)
            try:
                await emoji.delete()
            except Trouble as failed:
                log.warning("the outdated image %s could not be deleted: %s", emoji.name, failed)
            else:
                self._room += 1


def _outdated(wanted: Iterable[ShippedImage], there: Iterable[discord.Emoji]) -> dict[str, list[discord.Emoji]]:
    """Return the outdated emojis of each image, by its name."""
    found: dict[str, list[discord.Emoji]] = {picture.name: [] for picture in wanted}
    current = {picture.emoji for picture in wanted}
    for emoji in there:
        old = found.get(name_of(emoji.name) or "")
        if old is not None and emoji.name not in current:
            old.append(emoji)
    return {name: old for name, old in found.items() if old}


def _concerns_one_image(failed: Exception) -> bool:
    """Whether only this image is refused, and not all of them. A ValueError means that it is no image at all."""
    if isinstance(failed, discord.HTTPException):
        return failed.status == HTTPStatus.BAD_REQUEST and failed.code != _FULL
    return isinstance(failed, ValueError)
