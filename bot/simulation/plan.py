"""A simulation read from the words of a command line, and the report of what it counted."""

import json
import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot import games
from bot.engine.options import Option, options_of, with_options
from bot.errors import NotFound, Unreadable

MOST_HANDS = 10**9


class SimulationWords(NamedTuple):
    """The words of the command line; options are `name=value` each."""

    game: str
    options: tuple[str, ...]
    hands: str
    seed: str
    seats: str | None = None
    styles: str | None = None
    """The styles of a tournament: "shark,steady:expert,drunk"."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A simulation that is checked and ready to play."""

    words: SimulationWords
    spec: games.GameSpec
    automaton: games.Automaton
    rules: Any
    style: Any
    given: Mapping[str, Any]
    """The options that were asked for, house rules and style alike."""
    seats: int
    hands: int
    seed: str


def plan_simulation(words: SimulationWords) -> SimulationPlan:
    """Build the plan that the words ask for. Raises PlayerError for wrong words."""
    spec, automaton = _find_automaton(words.game)
    rules, style = automaton.policy.RULES, automaton.policy.Style()
    house, own = options_of(type(rules)), options_of(type(style))
    given = read_options(words.options, (*house, *own))
    rules = with_options(rules, _select_options(given, house))
    return SimulationPlan(
        words=words,
        spec=spec.by(rules),
        automaton=automaton,
        rules=rules,
        style=with_options(style, _select_options(given, own)),
        given=given,
        seats=automaton.seats(rules) if words.seats is None else _seats(spec, words.seats),
        hands=whole(words.hands, "--hands", 1, MOST_HANDS),
        seed=words.seed,
    )


def _find_automaton(key: str) -> tuple[games.GameSpec, games.Automaton]:
    able = {name: found for name in games.games() if (found := games.automaton(name)) is not None}
    there = f"there is {', '.join(able)}"
    if key not in games.games():
        raise NotFound(f"There is no game called {key!a}: {there}.")
    if key not in able:
        raise NotFound(f"{games.spec_of(key).game.title} doesn't play itself: {there}.")
    return games.spec_of(key), able[key]


def read_options(options: Iterable[str], known: Iterable[Option]) -> dict[str, Any]:
    """Read options that are written as `name=value` each. Raises PlayerError for wrong ones."""
    by_name = {option.name: option for option in known}
    given: dict[str, Any] = {}
    for words in options:
        name, equals, value = words.partition("=")
        if not equals:
            raise Unreadable(f"An option is name=value, not {words!a}.")
        if name not in by_name:
            raise NotFound(f"There is no option called {name!a}: there is {', '.join(by_name)}.")
        if name in given:
            raise Unreadable(f"The option {name} is given twice.")
        given[name] = by_name[name].read(value)
    return given


def _select_options(given: Mapping[str, Any], known: Iterable[Option]) -> dict[str, Any]:
    return {option.name: given[option.name] for option in known if option.name in given}


def _seats(spec: games.GameSpec, words: str) -> int:
    return whole(words, "--seats", spec.game.seats[0], spec.game.seats[-1])


def whole(words: str, name: str, low: int, high: int) -> int:
    """Read a whole number within its bounds. Raises Unreadable with the name of the option."""
    if words.isascii() and words.isdigit() and len(words) <= len(str(high)) and low <= int(words) <= high:
        return int(words)
    span = f"{low:,}" if low == high else f"a whole number from {low:,} to {high:,}"
    raise Unreadable(f"{name} must be {span}, not {words!a}.")


_NUMBER = re.compile("0|-?[1-9][0-9]{0,17}")
WIDTH = 100
"""Characters of a line of what people read."""


def seed_of(written: str) -> int | str:
    """Read a seed from JSON: an int if it is one."""
    return int(written) if _NUMBER.fullmatch(written) else written


@dataclass(frozen=True, slots=True)
class Report:
    """The counts of a simulation, and the seconds that it took."""

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
                "seed": seed_of(plan.seed),
                "counters": dict(self.counters),
                "seconds": round(self.seconds, 3),
            }
        )

    def describe(self) -> str:
        """Return a heading, a line per counter with its frequency per hand, and what the counters mean."""
        plan = self.plan
        title = plan.spec.game.title_of(plan.rules)
        head = f"{title}: {plan.hands:,} hands, {plan.seats} seats, seed {plan.seed!a}, {self.seconds:.1f} s"
        options = ", ".join(f"{name}={value}" for name, value in plan.given.items())
        widest = max(map(len, self.counters))
        lines = [f"{'':{widest}} {'count':>13} {'per hand':>10}"]
        lines += [f"{name:{widest}} {count:>13,} {count / plan.hands:>10.5f}" for name, count in self.counters.items()]
        return "\n".join(
            [head, *([options] if options else []), "", *lines, "", textwrap.fill(plan.automaton.counting.NOTE, WIDTH)]
        )


def notes() -> str:
    """Describe what is counted in each game that plays itself and how its players play, a paragraph per game."""
    able = ((key, games.automaton(key)) for key in games.games())
    return "\n\n".join(_describe_game(key, automaton) for key, automaton in able if automaton is not None)


def _describe_game(key: str, automaton: games.Automaton) -> str:
    told = textwrap.fill(f"{key}: {automaton.counting.NOTE}", WIDTH)
    options = (f"{option.name}={option.default} ({option.description})" for option in automaton.options)
    return "\n".join(
        [told, *(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ") for line in options)]
    )
