"""Keeps what was said at the playground in one file, so that its tables are still there after a restart."""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bot.playground.kept import KeptChannel, KeptCommand, KeptEmoji, KeptMessage, KeptWorld
from bot.playground.world import Channel, Message, World
from bot.playground.world.changes import BotMoved, Change, Forgotten

log = logging.getLogger(__name__)

Texts = dict[int, tuple[Hashable, str]]

SECONDS_BETWEEN = 5.0
MESSAGES_KEPT = 500
"""The latest of each channel."""


@asynccontextmanager
async def kept(world: World, path: Path) -> AsyncIterator[None]:
    """Bring back what lies at `path`, and keep what changes for the length of the block and at its end.

    To be entered when the server listens and no bot is there yet. What can't be read is left out as a whole, and the
    log says so.
    """
    keeper = Keeper(world, path)
    keeper.read()
    world.watchers.append(keeper.notice)
    writing = asyncio.create_task(keeper.write_now_and_then())
    try:
        yield
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        world.watchers.remove(keeper.notice)
        await keeper.write()


class Keeper:
    """One file and one world. Channels that are there when it is made belong to the founding, and aren't kept."""

    def __init__(self, world: World, path: Path) -> None:
        self._world, self._path = world, path
        self._founded = frozenset(channel.id for channel in self._channels())
        self._changed = asyncio.Event()
        self._texts: Texts = {}
        self._wipes = 0
        self._under_way: asyncio.Task[None] | None = None
        self._is_failing = False

    def read(self) -> None:
        """Bring back what was kept. What is damaged, or of another kind, is put aside as a whole."""
        try:
            found = KeptWorld.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return
        except OSError as failed:
            log.warning("%s can't be read (%s), so nothing that was said is brought back", self._path, failed.strerror)
        except ValidationError as wrong:
            aside = self._path.with_name(self._path.name + ".damaged")
            log.warning("%s is damaged (%s): it is put aside as %s", self._path, wrong.errors()[0]["msg"], aside.name)
            with contextlib.suppress(OSError):
                self._path.replace(aside)
        else:
            found.bring_back(self._world)

    def notice(self, change: Change) -> None:
        """Something happened that is to be kept; what is wiped goes at once."""
        if isinstance(change, Forgotten):
            self._wipes += 1
            self._texts.clear()
            self._wipe()
        if not isinstance(change, BotMoved):
            self._changed.set()

    async def write_now_and_then(self) -> None:
        """Write whenever something has changed, and then not again for a few seconds."""
        while True:
            await self._changed.wait()
            await self._world.clock.sleep(SECONDS_BETWEEN)
            await self.write()

    async def write(self) -> None:
        """Put everything into the file, whole or not at all, if there is anything new. A failure is told in the log."""
        if self._under_way is not None:
            await self._under_way
        if not self._changed.is_set():
            return
        self._changed.clear()
        # Whoever is cancelled here leaves the writing to its end; the next one waits for that.
        self._under_way = asyncio.create_task(self._put(self._text(), self._wipes))
        await asyncio.shield(self._under_way)

    async def _put(self, text: str, wipes: int) -> None:
        try:
            await asyncio.to_thread(_replace, self._path, text)
            self._is_failing = False
        except OSError as failed:
            if not self._is_failing:
                log.warning("what was said can't be kept in %s: %s", self._path, failed.strerror)
            self._is_failing = True
        if self._wipes != wipes:
            self._wipe()
        self._world.touched()

    def _wipe(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _text(self) -> str:
        """The whole file. Each message is written down once for each of its versions."""
        world = self._world
        channels = [KeptChannel.of(one).model_dump_json() for one in self._channels() if one.id not in self._founded]
        commands = [
            KeptCommand(guild_id=guild_id, command=command).model_dump_json()
            for guild_id, registered in world.commands.items()
            for command in registered.values()
        ]
        before, self._texts = self._texts, {}
        emojis = [
            self._once(before, emoji.id, emoji.name, partial(KeptEmoji.model_validate, emoji))
            for emoji in world.emojis.values()
        ]
        messages = [
            self._once(before, message.id, message.version, partial(KeptMessage.of, message, world.cdn_url))
            for message in self._messages()
        ]
        parts = {"channels": channels, "commands": commands, "emojis": emojis, "messages": messages}
        lists = ",".join(f'"{name}":[{",".join(part)}]' for name, part in parts.items())
        return f'{{"version":1,"last_id":{world.ids.last},{lists}}}'

    def _once(self, before: Texts, number: int, version: Hashable, made: Callable[[], BaseModel]) -> str:
        """The text of a thing as it was written down before, unless it is another version now."""
        known = before.get(number)
        text = known[1] if known is not None and known[0] == version else made().model_dump_json()
        self._texts[number] = (version, text)
        return text

    def _channels(self) -> Iterator[Channel]:
        for guild in self._world.guilds.values():
            yield from guild.channels.values()
            yield from guild.threads.values()
        yield from self._world.dms.values()

    def _messages(self) -> Iterator[Message]:
        """The latest of each channel that everybody there may read, oldest first."""
        for messages in self._world.messages.values():
            public = (m for m in reversed(messages.values()) if not (m.is_ephemeral or m.is_loading))
            yield from reversed(list(islice(public, MESSAGES_KEPT)))


def _replace(path: Path, text: str) -> None:
    """The file is what it was or what it is to be, whenever the machine stops."""
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
