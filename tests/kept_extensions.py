"""The modules with slash commands, executed once a process instead of once for every bot that a test starts.

discord.py executes an extension anew for each bot. To build the classes and read the commands' parameters takes a third
of what it costs to start one; each bot still gets cogs of its own, made by the module's `setup`.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from unittest.mock import patch

from discord.ext.commands.bot import BotBase

_kept: dict[str, ModuleType] = {}
_load = BotBase._load_from_module_spec


@contextmanager
def extensions_kept() -> Iterator[None]:
    """Bots of this process share the modules of their extensions."""
    with (
        patch.object(BotBase, "_load_from_module_spec", _load_once),
        patch.object(BotBase, "_call_module_finalizers", _let_go),
    ):
        yield


async def _load_once(bot: BotBase, spec: ModuleSpec, key: str) -> None:
    if key not in _kept:
        await _load(bot, spec, key)
        _kept[key] = sys.modules[key]
        return
    sys.modules[key] = _kept[key]
    await _kept[key].setup(bot)
    _extensions(bot)[key] = _kept[key]


async def _let_go(bot: BotBase, lib: ModuleType, key: str) -> None:
    _extensions(bot).pop(key, None)


def _extensions(bot: BotBase) -> dict[str, ModuleType]:
    return bot._BotBase__extensions  # pyright: ignore[reportAttributeAccessIssue]  # private to discord.py
