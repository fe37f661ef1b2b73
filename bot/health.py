"""A sign of life beside the database, for whoever watches over the bot from outside.

It is renewed only while the bot is well, so a lost connection or an event loop that hangs shows, not just a dead
process.
"""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bot.clock import Clock

log = logging.getLogger(__name__)
EVERY = 15.0
"""Seconds between two signs."""
STALE_AFTER = 60.0
"""Seconds after which a sign no longer counts."""


def sign_of(database: Path) -> Path:
    """The file whose time of change is the last sign of life."""
    return database.with_name(f"{database.name}.alive")


async def keep_signing(database: Path, clock: Clock, is_well: Callable[[], bool]) -> None:
    """Leave a sign every `EVERY` seconds in which `is_well()`, until cancelled; then take it away.

    A sign that can't be written, as on a full disk, is tried again the next time; only the first of a row is logged.
    """
    sign, is_silent = sign_of(database), False
    try:
        while True:
            if is_well():
                try:
                    _leave(sign, clock.now())
                    is_silent = False
                except OSError as failed:
                    if not is_silent:
                        log.warning("the bot is well, but can't leave a sign of it: %s", failed)
                    is_silent = True
            await clock.sleep(EVERY)
    finally:
        with suppress(OSError):
            sign.unlink(missing_ok=True)


def _leave(sign: Path, now: float) -> None:
    sign.touch()
    os.utime(sign, (now, now))


def trouble(database: Path, clock: Clock) -> str | None:
    """What is wrong with the bot on `database`, in one sentence; None if it is well."""
    try:
        age = clock.now() - sign_of(database).stat().st_mtime
    except FileNotFoundError:
        return f"No bot is connected on {database}."
    if age > STALE_AFTER:
        return f"The bot on {database} has given no sign of life for {age:.0f} seconds."
    return None
