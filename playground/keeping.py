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
from typing import Any

from pydantic import BaseModel, ValidationError

from playground.discord.world import Channel, Message, World
from playground.discord.world.changes import BotMoved, Change, Forgotten
from playground.json_text import from_text
from playground.kept import KeptChannel, KeptCommand, KeptEmoji, KeptMessage, KeptWorld

log = logging.getLogger(__name__)

Texts = dict[int, tuple[Hashable, str]]

SECONDS_BETWEEN = 5.0
MESSAGES_KEPT = 500
"""The latest of each channel."""
AT_A_TIME = 50
"""So many messages are written down before somebody else has their turn."""


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
        self._part, self._aside = (path.with_name(path.name + ending) for ending in (".part", ".damaged"))
        self._founded = frozenset(channel.id for channel in self._channels())
        self._changed = asyncio.Event()
        self._texts: Texts = {}
        self._wipes = 0
        self._under_way: asyncio.Task[None] | None = None
        self._is_failing = False

    def read(self) -> None:
        """Bring back what was kept. What is damaged, or of another kind, is put aside as a whole."""
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as failed:
            log.warning("%s can't be read (%s), so nothing that was said is brought back", self._path, failed.strerror)
            return
        try:
            KeptWorld.model_validate(from_text(content, finite=True)).bring_back(self._world)
        except Exception as wrong:  # noqa: BLE001  # whatever is wrong with it, the playground starts
            why = _told(wrong) if isinstance(wrong, ValidationError) else wrong
            log.warning("%s is damaged (%.200s): it is put aside as %s", self._path, why, self._aside.name)
            with contextlib.suppress(OSError):
                self._path.replace(self._aside)

    def notice(self, change: Change) -> None:
        """Something happened that is to be kept; what is wiped goes at once."""
        if isinstance(change, Forgotten):
            self._wipes += 1
            self._texts = {}
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
        self._under_way = asyncio.create_task(self._put())
        await asyncio.shield(self._under_way)

    async def _put(self) -> None:
        wipes = self._wipes
        try:
            await self._write_down_what_is_new()
            wipes = self._wipes
            await asyncio.to_thread(_replace, self._path, self._part, self._text())
        except OSError as failed:
            self._complain(logging.WARNING, "what was said can't be kept in %s: %s", self._path, failed.strerror)
        except Exception:  # noqa: BLE001  # no reason to stop the playground, nor to keep nothing from now on
            self._complain(logging.ERROR, "what was said can't be kept in %s", self._path, exc_info=True)
        else:
            self._is_failing = False
        if self._wipes != wipes:
            self._wipe()
        self._world.touched()

    def _complain(self, level: int, *words: Any, exc_info: bool = False) -> None:
        """Say it once, and not again before it has been well; it is tried again."""
        if not self._is_failing:
            log.log(level, *words, exc_info=exc_info)
        self._is_failing = True
        self._changed.set()

    def _wipe(self) -> None:
        for file in (self._path, self._part, self._aside):
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)

    async def _write_down_what_is_new(self) -> None:
        """After a restart that is everything, and whoever plays meanwhile shall not notice."""
        wipes = self._wipes
        for number, message in enumerate(list(self._messages())):
            if number % AT_A_TIME == AT_A_TIME - 1:
                await asyncio.sleep(0)
            if self._wipes != wipes:
                return
            self._write_down(message, self._texts)

    def _text(self) -> list[str]:
        """The whole file, in pieces. Each message is written down once for each of its versions."""
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
        messages = [self._write_down(message, before) for message in self._messages()]
        pieces = [f'{{"version":1,"last_id":{world.ids.last}']
        parts = {"channels": channels, "commands": commands, "emojis": emojis, "messages": messages}
        for name, part in parts.items():
            pieces.append(f',"{name}":[')
            pieces += [piece for one in part for piece in (one, ",")][:-1]
            pieces.append("]")
        return [*pieces, "}"]

    def _write_down(self, message: Message, before: Texts) -> str:
        make = partial(KeptMessage.of, message, self._world.cdn_url)
        return self._once(before, message.id, message.version, make)

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


def _told(wrong: ValidationError) -> str:
    """The first place that is wrong, and why."""
    first = wrong.errors(include_url=False, include_input=False)[0]
    return " ".join((".".join(map(str, first["loc"])), first["msg"])).strip()


def _replace(path: Path, part: Path, pieces: list[str]) -> None:
    """The file is what it was or what it is to be, whenever the machine stops; nobody else on it may read it."""
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
