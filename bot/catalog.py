"""Finds the games: packages under `cogs` whose `rules` module defines GAME. Nobody keeps a list."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from bot.engine.game import Event, Game
from bot.engine.panel import Page, Panel
from bot.engine.speech import Voice
from bot.errors import NotFound

_HOME = "cogs"

AnyGame = Game[Any, Any, Any, Any, Any]


class Telling(Protocol):
    """What a game's `text` module offers."""

    def panel(self, view: Any, voice: Voice) -> Panel: ...

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]: ...

    def stakes(self, rules: Any, voice: Voice) -> str: ...

    def rules_pages(self, rules: Any, voice: Voice) -> tuple[Page, ...]: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A game and its words."""

    game: AnyGame
    text: Telling

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        return self.text.tell(events, voice)

    def panel(self, state: Any, seat: int | None, voice: Voice) -> Panel:
        return self.text.panel(self.game.view(state, seat), voice)

    @property
    def has_hands(self) -> bool:
        """Whether seats hold what only they may see: the game's `text` then has `hand(view, voice)`."""
        return hasattr(self.text, "hand")

    def hand(self, state: Any, seat: int, voice: Voice) -> Page:
        """What a seat holds, for the eyes of whoever plays it."""
        return self.text.hand(self.game.view(state, seat), voice)  # type: ignore[attr-defined]


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
def extensions() -> tuple[str, ...]:
    """The modules with slash commands: what discord.py loads as extensions."""
    return tuple(f"{package}.cog" for package in _packages() if importlib.util.find_spec(f"{package}.cog"))


def _packages() -> list[str]:
    home = importlib.import_module(_HOME)
    return sorted(f"{_HOME}.{module.name}" for module in pkgutil.iter_modules(home.__path__) if module.ispkg)
