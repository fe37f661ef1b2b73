"""The slash commands, registered once a process instead of by every bot that a test starts.

To send them, to hold them against Discord's limits and to read the answer takes longer than most tests of the bot. The
first bot of a process registers its commands as ever; later ones with the same extensions find them there, as a bot
does that starts again. `tests/e2e` has bots that register and that find theirs.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord

Json = dict[str, Any]
_NEW = ("id", "version")

_kept: dict[tuple[str, ...], list[Json]] = {}
registering = Shadowport._sync
"""Registers the commands, as every bot does that no test has told otherwise."""


@contextmanager
def commands_kept(local: LocalDiscord) -> Iterator[None]:
    """Bots that start in the block on this local Discord find the commands there that an earlier one registered."""

    async def sync(bot: Shadowport) -> None:
        extensions, there = tuple(bot.extensions), local.world.commands
        known = _kept.get(extensions)
        if known and not any(there.values()):
            there[None] = {int(one["id"]): one for one in (_anew(local, kept) for kept in known)}
            bot.command_links.note(None, list(there[None].values()))
            return
        await registering(bot)
        _kept[extensions] = list(there[None].values())

    with patch.object(Shadowport, "_sync", sync):
        yield


def _anew(local: LocalDiscord, kept: Json) -> Json:
    """Return a command as that local Discord would have registered it."""
    world = local.world
    return {**kept, "application_id": str(world.application_id), **{name: str(world.ids.next()) for name in _NEW}}
