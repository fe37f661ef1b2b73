"""The games. Each package under `cogs` whose `spec` module defines GAME is one; nobody keeps a list."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bot.engine.spec import AnySpec
from bot.errors import NotFound

_HOME = "cogs"


@cache
def games() -> Mapping[str, AnySpec]:
    """Return all games by key, which is the name of their folder. Raises ValueError if they differ."""
    found = map(_load, _packages())
    return {spec.game.key: spec for spec in found if spec is not None}


def game_alone(key: str) -> AnySpec | None:
    """Return the game of that key, and load no other: for a process that plays only this one. None without such."""
    package = f"{_HOME}.{key}"
    return _load(package) if package in _packages() else None


def _load(package: str) -> AnySpec | None:
    if importlib.util.find_spec(f"{package}.spec") is None:
        return None
    spec: AnySpec = importlib.import_module(f"{package}.spec").GAME
    if package != f"{_HOME}.{spec.game.key}":
        raise ValueError(f"{package}: the folder of a game is called as the game, {spec.game.key}")
    return spec


def spec_of(key: str) -> AnySpec:
    """Return the game of that key. Raises NotFound, since a table may outlive its game."""
    try:
        return games()[key]
    except KeyError:
        raise NotFound(f"There is no longer a game called {key} here.") from None


def first_game() -> AnySpec:
    """Return the game that newcomers get first."""
    return next((spec for spec in games().values() if spec.is_first), next(iter(games().values())))


def game_of_command(name: str) -> str | None:
    """Return the key of the game whose commands have that name at their top, its key or its alias; None for others."""
    return next((key for key, spec in games().items() if name in {key, spec.alias}), None)


def extensions() -> tuple[str, ...]:
    """Return the names of the modules with slash commands, which discord.py loads as extensions."""
    return tuple(map(_extension, _packages()))


def extension_of(key: str) -> str:
    """Return the name of the module with the slash commands of a game."""
    return _extension(f"{_HOME}.{key}")


def folders() -> Mapping[str, Path]:
    """Return the folder of each package under `cogs` by its name, to find files beside the modules."""
    homes = importlib.import_module(_HOME).__path__
    return {name: Path(homes[0], name) for name in (package.rpartition(".")[2] for package in _packages())}


def _extension(package: str) -> str:
    return f"{package}.cog"


def _packages() -> list[str]:
    home = importlib.import_module(_HOME)
    return sorted(f"{_HOME}.{module.name}" for module in pkgutil.iter_modules(home.__path__) if module.ispkg)
