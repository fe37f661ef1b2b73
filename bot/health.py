"""A sign of life beside the database, for anyone who watches over the bot from outside.

It is renewed by the event loop, so a bot that hangs shows, not just a dead process. While a condition of its health
doesn't hold, such as a connection that is lost or a disk that is full, the sign says so. It is written over what stood
there, so that it takes no room.
"""

import errno
import inspect
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

from bot.clock import Clock

log = logging.getLogger(__name__)
EVERY = 15.0
"""Seconds between two signs."""
STALE_AFTER = 60.0
"""Seconds after which a sign no longer counts."""
_LENGTH = 1024
"""Bytes of a sign, whatever it tells."""

Condition = Callable[[], str | Awaitable[str | None] | None]
"""A condition of the bot's health: None while it holds, otherwise a sentence that says what is wrong."""


def sign_of(database: Path) -> Path:
    """Return the path of the file whose modification time is the last sign of life."""
    return database.with_name(f"{database.name}.alive")


async def keep_signing(
    database: Path,
    clock: Clock,
    conditions: Mapping[str, Condition],
    looked: Callable[[Mapping[str, str]], object] = lambda _: None,
) -> None:
    """Leave a sign every `EVERY` seconds, with what is wrong in it, until canceled; then take it away. There is none
    before all conditions have held. `looked` is called each time with the sentences of those that don't, by name.

    A sign that can't be written, as on a full disk, is taken away and tried again the next time. Of several in a row,
    only the first is logged.
    """
    sign, is_silent, ailing = sign_of(database), False, frozenset(conditions)
    try:
        while True:
            troubles = await _troubles(conditions)
            _log_changes(ailing, troubles)
            ailing = frozenset(troubles)
            looked(troubles)
            try:
                if not troubles or sign.exists():
                    _leave(sign, clock.now(), " ".join(troubles.values()))
                is_silent = False
            except OSError as failed:
                if not is_silent:
                    log.warning("the bot can't leave a sign of life: %s", failed)
                is_silent = True
                with suppress(OSError):
                    sign.unlink(missing_ok=True)
            await clock.sleep(EVERY)
    finally:
        with suppress(OSError):
            sign.unlink(missing_ok=True)


class Readiness:
    """The readiness of the process for clicks, as of the last look at its conditions."""

    def __init__(self) -> None:
        self._troubles: Mapping[str, str] | None = None

    def note(self, troubles: Mapping[str, str]) -> None:
        self._troubles = troubles

    def trouble(self, *, is_serving: bool) -> str | None:
        """Return the reason in a sentence or two, or None for a process that is ready. One that waits in reserve, and
        so isn't serving, is well but not ready.
        """
        if self._troubles is None:
            return "The bot is starting."
        if self._troubles:
            return " ".join(self._troubles.values())
        return None if is_serving else "The bot serves no shard."


async def _troubles(conditions: Mapping[str, Condition]) -> dict[str, str]:
    """Return the sentences of the conditions that don't hold, by name."""
    troubles: dict[str, str] = {}
    for name, holds in conditions.items():
        sentence = holds()
        if inspect.isawaitable(sentence):
            sentence = await sentence
        if sentence is not None:
            troubles[name] = sentence
    return troubles


def _log_changes(ailing: frozenset[str], troubles: Mapping[str, str]) -> None:
    for name in sorted(troubles.keys() - ailing):
        log.warning("not well (%s): %s", name, troubles[name])
    for name in sorted(ailing - troubles.keys()):
        log.info("well (%s)", name)


def _leave(sign: Path, now: float, told: str) -> None:
    content = told.encode(errors="replace")[:_LENGTH].ljust(_LENGTH)
    handle = os.open(sign, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if os.pwrite(handle, content, 0) < _LENGTH:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)
    os.utime(sign, (now, now))


def trouble(database: Path, clock: Clock) -> str | None:
    """Say in a sentence or two what is wrong with the bot on `database`; None if it is well."""
    sign = sign_of(database)
    try:
        age = clock.now() - sign.stat().st_mtime
        told = sign.read_bytes()[:_LENGTH].decode(errors="replace").strip()
    except FileNotFoundError:
        return f"No bot is connected on {database}."
    except OSError as failed:
        return f"The sign of life of the bot on {database} can't be read: {failed.strerror}."
    if age > STALE_AFTER:
        return f"The bot on {database} has given no sign of life for {age:.0f} seconds."
    return told or None
