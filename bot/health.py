"""A sign of life beside the database, for anyone who watches over the bot from outside.

It is renewed only while every condition holds, so a lost connection or an event loop that hangs shows, not just a dead
process. While one doesn't hold, its sentence stands in the file.
"""

import logging
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from bot.clock import Clock

log = logging.getLogger(__name__)
EVERY = 15.0
"""Seconds between two signs."""
STALE_AFTER = 60.0
"""Seconds after which a sign no longer counts."""


Condition = Callable[[], str | None]
"""A condition of the bot's health: None while it holds, otherwise a sentence that says what is wrong."""


def sign_of(database: Path) -> Path:
    """The file whose time of change is the last sign of life."""
    return database.with_name(f"{database.name}.alive")


async def keep_signing(database: Path, clock: Clock, conditions: Mapping[str, Condition]) -> None:
    """Renew the sign every `EVERY` seconds in which all conditions hold, until cancelled; then take it away.

    A sign that can't be written, as on a full disk, is tried again the next time; only the first of a row is logged.
    """
    sign, is_silent, ailing = sign_of(database), False, frozenset(conditions)
    try:
        while True:
            troubles = {name: sentence for name, holds in conditions.items() if (sentence := holds()) is not None}
            _log_changes(ailing, troubles)
            ailing = frozenset(troubles)
            try:
                _leave(sign, clock.now()) if not troubles else _explain(sign, troubles)
                is_silent = False
            except OSError as failed:
                if not is_silent:
                    log.warning("the bot can't leave a sign of life: %s", failed)
                is_silent = True
            await clock.sleep(EVERY)
    finally:
        with suppress(OSError):
            sign.unlink(missing_ok=True)


def _log_changes(ailing: frozenset[str], troubles: Mapping[str, str]) -> None:
    for name in sorted(troubles.keys() - ailing):
        log.warning("not well (%s): %s", name, troubles[name])
    for name in sorted(ailing - troubles.keys()):
        log.info("well (%s)", name)


def _leave(sign: Path, now: float) -> None:
    sign.write_text("", encoding="utf-8")
    os.utime(sign, (now, now))


def _explain(sign: Path, troubles: Mapping[str, str]) -> None:
    """Write down why the sign isn't renewed. It stays as old as it was, so that it ends where nothing can be written,
    and where there was none there is none: the bot hasn't been well yet.
    """
    with suppress(FileNotFoundError):
        last = sign.stat().st_mtime
        try:
            sign.write_text(" ".join(troubles.values()), encoding="utf-8")
        finally:
            os.utime(sign, (last, last))


def trouble(database: Path, clock: Clock) -> str | None:
    """What is wrong with the bot on `database`, in one sentence; None if it is well."""
    sign = sign_of(database)
    try:
        age, told = clock.now() - sign.stat().st_mtime, sign.read_text(encoding="utf-8")
    except FileNotFoundError:
        return f"No bot is connected on {database}."
    if told or age > STALE_AFTER:
        return told or f"The bot on {database} has given no sign of life for {age:.0f} seconds."
    return None
