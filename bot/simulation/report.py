"""The reports of simulations and of exact odds, for people and for programs."""

import json
import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from bot import games
from bot.engine.banked.odds import BetOdds
from bot.engine.game import HouseRules
from bot.engine.options import options_of, with_options
from bot.engine.spec import AnySpec
from bot.errors import NotFound
from bot.simulation.plan import SimulationPlan, read_options

_NUMBER = re.compile("0|-?[1-9][0-9]{0,17}")
_WIDTH = 100
"""Characters of a line of what people read."""


def _seed_of(written: str) -> int | str:
    """Read a seed for JSON: an int if it is one."""
    return int(written) if _NUMBER.fullmatch(written) else written


def _heading(spec: AnySpec, rules: HouseRules, given: Mapping[str, object], rest: str = "") -> list[str]:
    """Return the title with the rest, a line of the options, if any, and an empty line."""
    options = ", ".join(f"{name}={value}" for name, value in given.items())
    return [spec.game.title_of(rules) + rest, *([options] if options else []), ""]


@dataclass(frozen=True, slots=True)
class Report:
    """The sums of a simulation, and the seconds that it took."""

    plan: SimulationPlan
    counters: Mapping[str, int]
    seconds: float

    def to_json(self) -> str:
        plan = self.plan
        return json.dumps(
            {
                "game": plan.spec.game.key,
                "options": dict(plan.given),
                "seats": plan.seats,
                "hands": plan.hands,
                "seed": _seed_of(plan.words.seed),
                "counters": dict(self.counters),
                **({} if plan.counting is not None else self._standings()),
                "seconds": round(self.seconds, 3),
            }
        )

    def _standings(self) -> dict[str, object]:
        names = [rival.name for rival in self.plan.rivals]
        return {
            "styles": {name: self.mean(at).rounded for at, name in enumerate(names)},
            "versus": [
                {"style": names[one], "than": names[other], **ahead.rounded, "errors": round(ahead.errors, 3)}
                for one, other in self.plan.neighbors
                for ahead in [self.ahead(one, other)]
            ],
        }

    def mean(self, at: int) -> "Mean":
        """Return what a rival has won per hand and seat."""
        name = self.plan.rivals[at].name
        return self._mean(f"net_{name}", f"squares_{name}", sum(lineup.count(at) for lineup in self.plan.lineups))

    def ahead(self, one: int, other: int) -> "Mean":
        """Return the lead of one rival over another, in the lineups that compare them."""
        pair = f"{self.plan.rivals[one].name}_{self.plan.rivals[other].name}"
        played = sum(lineup.count(one) for lineup in self.plan.meetings(one, other))
        return self._mean(f"lead_{pair}", f"squares_{pair}", played)

    def _mean(self, total: str, squares: str, played: int) -> "Mean":
        return mean_of(self.counters[total], self.counters[squares], self.plan.hands, played)

    def describe(self) -> str:
        """Return a heading, the figures, and their meaning."""
        plan, counting = self.plan, self.plan.counting
        end = f"{plan.seats} seats, seed {plan.words.seed!a}, {self.seconds:.1f} s"
        hands = "hands" if counting is not None else f"deals, each in {len(plan.lineups)} lineups"
        head = _heading(plan.spec, plan.rules, plan.given, f": {plan.hands:,} {hands}, {end}")
        figures = self._tell_counts() if counting is not None else self._tell_standings()
        note = counting.note if counting is not None else _STANDINGS_NOTE
        return "\n".join([*head, *figures, "", textwrap.fill(note, _WIDTH)])

    def _tell_counts(self) -> list[str]:
        """Return a line per counter, with its frequency per hand."""
        widest = max(map(len, self.counters))
        lines = [f"{'':{widest}} {'count':>13} {'per hand':>10}"]
        return lines + [
            f"{name:{widest}} {count:>13,} {count / self.plan.hands:>10.5f}" for name, count in self.counters.items()
        ]

    def _tell_standings(self) -> list[str]:
        """Return a line per rival, and a line per pair of neighbors."""
        plan = self.plan
        names = [rival.name for rival in plan.rivals]
        widest = max(map(len, names))
        lines = [f"{'':{widest}} {'net':>12} {'±':>10} {'hands won':>11}"]
        for at, name in enumerate(names):
            mean, won = self.mean(at), self.counters[f"won_{name}"]
            lines.append(f"{name:{widest}} {mean.value:>12.4f} {mean.error:>10.4f} {won:>11,}")
        lines.append("")
        for one, other in plan.neighbors:
            mean = self.ahead(one, other)
            lead = f"{mean.value:+.4f} ± {mean.error:.4f}, {mean.errors:+.1f} in errors"
            lines.append(f"{names[one]:{widest}} ahead of {names[other]:{widest}} {lead}")
        return lines


_STANDINGS_NOTE = (
    "net is a player's average win per hand and seat, in smallest coins (points in a tournament). ± is its standard "
    "error. Each deal is played once in every lineup, and each seat always gets the same dice and cards. ahead "
    "compares a player with the next one, in the deals and lineups that have both. “in errors” is that lead divided "
    "by its standard error."
)


class Mean(NamedTuple):
    """A mean and its standard error, in smallest coins a hand and seat."""

    value: float
    error: float

    @property
    def errors(self) -> float:
        """The mean in standard errors; 0 if the error is unknown."""
        return self.value / self.error if self.error else 0.0

    @property
    def rounded(self) -> dict[str, float]:
        return {"mean": round(self.value, 6), "error": round(self.error, 6)}


def mean_of(total: int, squares: int, deals: int, played: int) -> Mean:
    """Return the mean and its error from sums by deal, each of `played` hands and seats."""
    if deals < 2:
        return Mean(total / (deals * played), 0.0)
    # whole numbers as long as may be: the difference of two large ones is small
    spread = (deals * squares - total * total) / (deals * deals * (deals - 1))
    return Mean(total / (deals * played), sqrt(max(spread, 0.0)) / played)


def notes() -> str:
    """Describe what is counted in each game that plays itself and how its players play, a paragraph per game."""
    paragraphs: list[str] = []
    for key, spec in games.games().items():
        counting = spec.player.counting
        if counting is not None:
            options = (f"{each.name}={each.default} ({each.description})" for each in options_of(counting.simple))
            lines = [textwrap.fill(f"{key}: {counting.note}", _WIDTH)]
            lines += [textwrap.fill(line, _WIDTH, initial_indent="  ", subsequent_indent="    ") for line in options]
            paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs)


@dataclass(frozen=True, slots=True)
class OddsReport:
    """Every chance under the name of its counter, and what each bet returns."""

    spec: AnySpec
    rules: HouseRules
    given: Mapping[str, object]
    """The options that were asked for."""
    note: str
    exact: Mapping[str, Fraction]
    bets: tuple[BetOdds, ...]

    @property
    def names(self) -> dict[str, Fraction]:
        """The chances, and `return_<bet>`: the average return of a coin staked on it, its stake included."""
        return dict(self.exact) | {f"return_{bet.key}": bet.back for bet in self.bets}

    def to_json(self) -> str:
        exact = {name: f"{value.numerator}/{value.denominator}" for name, value in self.names.items()}
        return json.dumps({"game": self.spec.game.key, "options": dict(self.given), "exact": exact})

    def describe(self) -> str:
        """Return a heading, a line per figure as a decimal and, if short, a fraction, and an explanation."""
        widest = max(map(len, self.names))
        lines = [f"{name:{widest}} {float(value):>12.8f}{_fraction(value)}" for name, value in self.names.items()]
        head = _heading(self.spec, self.rules, self.given)
        return "\n".join([*head, *lines, "", textwrap.fill(self.note, _WIDTH)])


def _fraction(value: Fraction) -> str:
    text = f"{value.numerator:,}/{value.denominator:,}"
    return f"  {text}" if len(text) <= _WIDTH // 2 else ""


def odds_of(game: str, options: Iterable[str]) -> OddsReport:
    """Return the odds of the game of that key, with options `name=value` each. Raises PlayerError for wrong words."""
    able = {key: spec.odds for key, spec in games.games().items() if spec.odds is not None}
    there = f"These games have exact odds: {', '.join(able)}"
    if game not in games.games():
        raise NotFound(f"There is no game called {game!a}. {there}.")
    spec = games.spec_of(game)
    if game not in able:
        raise NotFound(f"{spec.game.title} has no exact odds. {there}.")
    odds, rules = able[game], next(iter(spec.game.presets.values()))
    given = read_options(options, options_of(type(rules)))
    rules = with_options(rules, given)
    return OddsReport(spec, rules, given, odds.note(rules), odds.exact(rules), odds.bets(rules))
