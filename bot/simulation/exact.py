"""The exact odds of a game by some house rules, for people and for programs."""

import json
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bot import games
from bot.engine.banked.odds import BetOdds
from bot.engine.options import options_of, with_options
from bot.errors import NotFound
from bot.simulation.plan import WIDTH, read_options


@dataclass(frozen=True, slots=True)
class OddsReport:
    """Every chance under the name of its counter, and what each bet returns."""

    spec: games.GameSpec
    rules: Any
    given: Mapping[str, Any]
    """The options that were asked for."""
    note: str
    exact: Mapping[str, Fraction]
    bets: tuple[BetOdds, ...]

    @property
    def names(self) -> dict[str, Fraction]:
        """The chances, and `return_<bet>`: what comes back of a coin staked on it, in the mean, its stake included."""
        return dict(self.exact) | {f"return_{bet.key}": bet.back for bet in self.bets}

    def to_json(self) -> str:
        exact = {name: f"{value.numerator}/{value.denominator}" for name, value in self.names.items()}
        return json.dumps({"game": self.spec.game.key, "options": dict(self.given), "exact": exact})

    def describe(self) -> str:
        """Return a heading, a line per figure as a decimal and, if short, a fraction, and an explanation."""
        options = ", ".join(f"{name}={value}" for name, value in self.given.items())
        widest = max(map(len, self.names))
        lines = [f"{name:{widest}} {float(value):>12.8f}{_fraction(value)}" for name, value in self.names.items()]
        head = self.spec.game.title_of(self.rules)
        return "\n".join([head, *([options] if options else []), "", *lines, "", textwrap.fill(self.note, WIDTH)])


def _fraction(value: Fraction) -> str:
    text = f"{value.numerator:,}/{value.denominator:,}"
    return f"  {text}" if len(text) <= WIDTH // 2 else ""


def odds_of(game: str, options: Iterable[str]) -> OddsReport:
    """Return the odds of the game of that key, with options `name=value` each. Raises PlayerError for wrong words."""
    able = {key: odds for key in games.games() if (odds := games.odds(key)) is not None}
    there = f"there is {', '.join(able)}"
    if game not in games.games():
        raise NotFound(f"There is no game called {game!a}: {there}.")
    spec = games.spec_of(game)
    if game not in able:
        raise NotFound(f"Nobody has worked out the odds of {spec.game.title}: {there}.")
    odds, rules = able[game], next(iter(spec.game.presets.values()))
    given = read_options(options, options_of(type(rules)))
    rules = with_options(rules, given)
    return OddsReport(spec, rules, given, odds.note(rules), odds.exact(rules), odds.bets(rules))
