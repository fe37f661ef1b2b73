"""The games: what their modules offer, and how they are found.

A game is a package under `cogs` whose `rules` module defines GAME. Nobody keeps a list.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

from bot.engine.ai.fallback import fallback_ai
from bot.engine.ai.player import AnyAi
from bot.engine.banked.odds import BetOdds
from bot.engine.cheating.sleights import Cheatable, CrookedRules
from bot.engine.cheating.words import CrookedText
from bot.engine.cheating.wrapper import UP_MY_SLEEVE, Crooked, seen_honestly
from bot.engine.game import Deal, Event, Game, HouseRules
from bot.engine.luck import Seen, Stroke, influenced
from bot.engine.rng import Rng
from bot.engine.win_chance import WinChances
from bot.engine.words import Page, Panel, Voice
from bot.errors import NotFound

__all__ = [
    "AnyGame",
    "CardFileModule",
    "Foresight",
    "GameSpec",
    "HonestForesight",
    "LuckOfAll",
    "LuckTelling",
    "OddsModule",
    "Telling",
    "TellingCards",
    "TellingHands",
    "TellingOwn",
    "ai",
    "card_file_module",
    "extensions",
    "folders",
    "games",
    "honest_game",
    "luck",
    "odds",
    "spec_of",
    "win_chances",
]


class OddsModule(Protocol):
    """A game's `odds` module: exact chances, and the return of each bet."""

    def note(self, rules: Any) -> str:
        """Explain what the figures by these rules mean and rest on, in sentences for everyone.

        It names no counters, and no bets and options that the table doesn't have.
        """
        ...

    def exact(self, rules: Any) -> Mapping[str, Fraction]:
        """Return probabilities by the names of the game's counters."""
        ...

    def bets(self, rules: Any) -> tuple[BetOdds, ...]:
        """Return every kind of bet in reading order. `key` is that of the counters `staked_` and `returned_`."""
        ...


class Foresight(Protocol):
    """A game's `win_chances` module: how likely a seat is to win the hand, by its own view.

    It never gets the state: hidden things are unknown and equally likely. The module may have `note(rules)`, a sentence
    on the assumptions behind the chances ("" for none), and `MOST`, the largest budget that people can wait for.
    """

    def question(self, view: Any) -> Hashable | None:
        """Return the part of a seat's view that its chances depend on; None if there is nothing left to win or lose.

        Equal questions get equal chances, whatever is bet.
        """
        ...

    def estimate(self, view: Any, rules: Any, rng: Rng, budget: int) -> WinChances:
        """Estimate the chances where `question` isn't None.

        That may take as much work as about `budget` hands with the game's own cards, counted and never timed, so that
        the estimate is reproducible. `rng` is the estimate's own, never the hand's.
        """
        ...


class LuckTelling(Protocol):
    """A game's `luck` module: how much chance decided for each seat, from what everyone saw."""

    def strokes(self, seen: Iterable[Seen], deal: Deal[Any, Any]) -> Iterable[Stroke]:
        """Yield every die, contest and bet of a seat in one hand, in order.

        Typed dice don't count. Attempts to sway somebody are left out, since they are the same in every game.
        """
        ...


class CardFileModule(Protocol):
    """A game's `card_file` module."""

    def read(self, text: str) -> None:
        """Raise Unreadable if the game can't use the text.

        A large text takes some tenths of a second, without input or output.
        """
        ...


@dataclass(frozen=True, slots=True)
class LuckOfAll:
    """The luck in a game, and in the open attempts to sway somebody at its crooked tables.

    `own` is None for a game without a `luck` module.
    """

    own: LuckTelling | None

    def strokes(self, seen: Iterable[Seen], deal: Deal[Any, Any]) -> Iterator[Stroke]:
        steps = tuple(seen)
        if self.own is not None:
            yield from self.own.strokes(steps, deal)
        for step in steps:
            for event in step.events:
                yield from influenced(event, deal.system)


@dataclass(frozen=True, slots=True)
class HonestForesight:
    """The chances of a seat, also at a crooked table: there by its view of the game itself."""

    own: Foresight

    def note(self, rules: Any) -> str:
        """Return the assumptions behind the chances, besides that everyone stays to the end; "" for none."""
        noted: Callable[[Any], str] | None = getattr(self.own, "note", None)
        return "" if noted is None else noted(rules)

    def question(self, view: Any) -> Hashable | None:
        return self.own.question(seen_honestly(view))

    def estimate(self, view: Any, rules: Any, rng: Rng, budget: int) -> WinChances:
        most = getattr(self.own, "MOST", budget)
        return self.own.estimate(seen_honestly(view), rules, rng, min(budget, most))


AnyGame = Game[Any, Any, Any, Any, Any]


class Telling(Protocol):
    """A game's `words` module."""

    def panel(self, view: Any, voice: Voice) -> Panel: ...

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]: ...

    def stakes(self, rules: Any, voice: Voice) -> str: ...

    def rules_pages(self, rules: Any, voice: Voice) -> tuple[Page, ...]: ...


class TellingHands(Telling, Protocol):
    """The `words` module of a game in which seats have a hidden hand."""

    def hand(self, view: Any, voice: Voice) -> Page: ...


class TellingOwn(Telling, Protocol):
    """The `words` module of a game whose seats need more than their line at a full table."""

    def own(self, view: Any, seat: int, voice: Voice) -> str | None: ...


class TellingCards(Telling, Protocol):
    """The `words` module of a game whose cards are sealed by a code that people can't read."""

    def card_name(self, card: str, rules: Any) -> str | None:
        """Return the name that people use for a sealed card, escaped; None if there is no such card."""
        ...


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game and its words."""

    game: AnyGame
    text: Telling

    def by(self, rules: HouseRules) -> "GameSpec":
        """Return the game under these house rules: at a crooked table with everything that people do beside it."""
        own = honest_game(self)
        is_crooked = isinstance(rules, CrookedRules) and rules.crooked and isinstance(own.game, Cheatable)
        return _crooked_spec(own) if is_crooked else own

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        return self.text.tell(events, voice)

    def panel(self, state: Any, seat: int | None, voice: Voice) -> Panel:
        return self.text.panel(self.game.view(state, seat), voice)

    @property
    def has_hands(self) -> bool:
        """Whether seats have a hidden hand: the game's `text` then is TellingHands."""
        return hasattr(self.text, "hand")

    def hand(self, state: Any, seat: int, voice: Voice) -> Page:
        """Return the page that shows a seat's player their hand."""
        return cast("TellingHands", self.text).hand(self.game.view(state, seat), voice)

    def own(self, state: Any, seat: int, voice: Voice) -> str | None:
        """Describe everything that a seat has on the table, for its player; None if the seat's line says it all."""
        if not hasattr(self.text, "own"):
            return None
        return cast("TellingOwn", self.text).own(self.game.view(state, seat), seat, voice)

    def card_name(self, card: str, rules: Any) -> str | None:
        """Return the name that people use for a sealed card; None if its sealed code is its only name."""
        return cast("TellingCards", self.text).card_name(card, rules) if hasattr(self.text, "card_name") else None


def honest_game(spec: GameSpec) -> GameSpec:
    """Return the game and its words as they are at a table that isn't crooked."""
    if isinstance(spec.game, Crooked) and isinstance(spec.text, CrookedText):
        return GameSpec(game=spec.game.honest, text=spec.text.honest)
    return spec


@cache
def _crooked_spec(spec: GameSpec) -> GameSpec:
    hand_title = spec.game.hand_title if spec.has_hands else UP_MY_SLEEVE
    game = Crooked(spec.game, hand_title=hand_title)
    return GameSpec(game=game, text=CrookedText(game, spec.text))


_HOME = "cogs"


@cache
def games() -> Mapping[str, GameSpec]:
    """Return all games by key, in the order of their folders. Raises ValueError if two have the same key."""
    found: dict[str, GameSpec] = {}
    for package in _packages():
        if importlib.util.find_spec(f"{package}.rules") is None:
            continue
        game: AnyGame = importlib.import_module(f"{package}.rules").GAME
        text: Any = importlib.import_module(f"{package}.words")
        if game.key in found:
            raise ValueError(f"{package}: there is a game called {game.key} already")
        found[game.key] = GameSpec(game=game, text=text)
    return found


def spec_of(key: str) -> GameSpec:
    """Return the game of that key. Raises NotFound, since a table may outlive its game."""
    try:
        return games()[key]
    except KeyError:
        raise NotFound(f"There is no game called {key} here any more.") from None


@cache
def odds(key: str) -> OddsModule | None:
    """Return the exact odds of the game of that key, or None if it has none."""
    return _module(key, "odds")


@cache
def win_chances(key: str) -> HonestForesight | None:
    """Return how the chances of a seat are estimated in the game; None without a `win_chances` module."""
    own = _module(key, "chances")
    return None if own is None else HonestForesight(own)


@cache
def luck(key: str) -> LuckOfAll | None:
    """Return the luck of the game of that key: how much chance decided for each seat in a hand.

    None without a luck module, unless people can be swayed at the game's tables.
    """
    own: LuckTelling | None = _module(key, "luck")
    is_told = own is not None or (key in games() and isinstance(games()[key].game, Cheatable))
    return LuckOfAll(own) if is_told else None


@cache
def ai(key: str) -> AnyAi:
    """Return how the game is played without people; by its moves alone if it has no AI of its own."""
    own: Any = _module(key, "ai")
    return fallback_ai(spec_of(key).game) if own is None else own.AI


@cache
def card_file_module(key: str) -> CardFileModule | None:
    """Return the reader of the game's card files; None if the game is gone or takes none."""
    return _module(key, "card_file")


def _module(key: str, name: str) -> Any:
    """Import an optional module of the game of that key, or return None; a table may outlive its game."""
    if key not in games():
        return None
    package = type(spec_of(key).game).__module__.rpartition(".")[0]
    if importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")


@cache
def extensions() -> tuple[str, ...]:
    """Return the names of the modules with slash commands, which discord.py loads as extensions."""
    return tuple(f"{package}.cog" for package in _packages() if importlib.util.find_spec(f"{package}.cog"))


def folders() -> Mapping[str, Path]:
    """Return the folder of each package by its name, to find files beside the modules."""
    homes = importlib.import_module(_HOME).__path__
    return {package: Path(homes[0], package.rpartition(".")[2]) for package in _packages()}


def _packages() -> list[str]:
    home = importlib.import_module(_HOME)
    return sorted(f"{_HOME}.{module.name}" for module in pkgutil.iter_modules(home.__path__) if module.ispkg)
