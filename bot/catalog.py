"""Finds the games: packages under `cogs` whose `rules` module defines GAME. Nobody keeps a list."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bot.brings import (
    Automaton,
    Autopilot,
    Counting,
    Foresight,
    HonestForesight,
    LuckOfAll,
    LuckTelling,
    Odds,
    Policy,
)
from bot.engine.ai.fallback import Anything
from bot.engine.cheating.sleights import Cheatable
from bot.entries import AnyGame, Entry, Telling, TellingCards, TellingHands, TellingOwn, honest_entry
from bot.errors import NotFound

__all__ = [
    "AnyGame",
    "Automaton",
    "Autopilot",
    "Counting",
    "Entry",
    "Foresight",
    "LuckOfAll",
    "LuckTelling",
    "Odds",
    "Policy",
    "Telling",
    "TellingCards",
    "TellingHands",
    "TellingOwn",
    "automaton",
    "autopilot",
    "chances",
    "entry",
    "extensions",
    "folders",
    "games",
    "honest_entry",
    "luck",
    "odds",
]
_HOME = "cogs"


@cache
def games() -> Mapping[str, Entry]:
    """All games by key, in the order of their folders. ValueError if two have the same key."""
    found: dict[str, Entry] = {}
    for package in _packages():
        if importlib.util.find_spec(f"{package}.rules") is None:
            continue
        game: AnyGame = importlib.import_module(f"{package}.rules").GAME
        text: Any = importlib.import_module(f"{package}.text")
        if game.key in found:
            raise ValueError(f"{package}: there is a game called {game.key} already")
        found[game.key] = Entry(game=game, text=text)
    return found


def entry(key: str) -> Entry:
    """The game of that key, or NotFound: a table may outlive its game."""
    try:
        return games()[key]
    except KeyError:
        raise NotFound(f"There is no game called {key} here any more.") from None


@cache
def automaton(key: str) -> Automaton | None:
    """How the game of that key plays itself, or None where nobody has written it down."""
    package = type(entry(key).game).__module__.rpartition(".")[0]
    if not all(importlib.util.find_spec(f"{package}.{part}") for part in ("policy", "counting")):
        return None
    policy: Any = importlib.import_module(f"{package}.policy")
    counting: Any = importlib.import_module(f"{package}.counting")
    return Automaton(policy=policy, counting=counting)


@cache
def odds(key: str) -> Odds | None:
    """The exact odds of the game of that key, or None where nobody has worked them out."""
    return _module(key, "odds")


@cache
def chances(key: str) -> HonestForesight | None:
    """How the chances of a seat are estimated in the game of that key, or None where nobody has written it down."""
    own = _module(key, "chances")
    return None if own is None else HonestForesight(own)


@cache
def luck(key: str) -> LuckOfAll | None:
    """What chance decided for whom in a hand of the game of that key; None where nobody has written it down, and nobody
    can be swayed at its tables.
    """
    own: LuckTelling | None = _module(key, "luck")
    is_told = own is not None or (key in games() and isinstance(games()[key].game, Cheatable))
    return LuckOfAll(own) if is_told else None


@cache
def autopilot(key: str) -> Autopilot:
    """How NPCs play the game of that key by themselves; where nobody has written it down, as anybody could."""
    own: Autopilot | None = _module(key, "autopilot")
    return Anything(entry(key).game) if own is None else own


def _module(key: str, name: str) -> Any:
    """A module that the game of that key may have, or None; a table may outlive its game."""
    if key not in games():
        return None
    package = type(entry(key).game).__module__.rpartition(".")[0]
    if importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")


@cache
def extensions() -> tuple[str, ...]:
    """The modules with slash commands: what discord.py loads as extensions."""
    return tuple(f"{package}.cog" for package in _packages() if importlib.util.find_spec(f"{package}.cog"))


def folders() -> Mapping[str, Path]:
    """The folder of each package, by the package's name: what it brings beside its modules lies there."""
    homes = importlib.import_module(_HOME).__path__
    return {package: Path(homes[0], package.rpartition(".")[2]) for package in _packages()}


def _packages() -> list[str]:
    home = importlib.import_module(_HOME)
    return sorted(f"{_HOME}.{module.name}" for module in pkgutil.iter_modules(home.__path__) if module.ispkg)
