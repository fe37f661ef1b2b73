"""What is to be simulated, read from the words of a command line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot import catalog
from bot.engine.options import Option, options_of, with_options
from bot.errors import NotFound, Unreadable

MOST_HANDS = 10**9


class Words(NamedTuple):
    """What was asked for, as it was written; options are `name=value` each."""

    game: str
    options: tuple[str, ...]
    hands: str
    seed: str
    seats: str | None = None
    styles: str | None = None
    """Who plays whom, where the game's own autopilots do: "shark,steady:expert,drunk"."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game, how it is played, how often and from which seed. All of it is in order."""

    words: Words
    entry: catalog.Entry
    automaton: catalog.Automaton
    rules: Any
    style: Any
    given: Mapping[str, Any]
    """The options that were asked for, house rules and style alike."""
    seats: int
    hands: int
    seed: str


def planned(words: Words) -> Plan:
    """The plan that the words ask for. Raises PlayerError with what is wrong."""
    entry, automaton = _playing_itself(words.game)
    rules, style = automaton.policy.RULES, automaton.policy.Style()
    house, own = options_of(type(rules)), options_of(type(style))
    given = read_options(words.options, (*house, *own))
    rules = with_options(rules, _only(given, house))
    return Plan(
        words=words,
        entry=entry.by(rules),
        automaton=automaton,
        rules=rules,
        style=with_options(style, _only(given, own)),
        given=given,
        seats=automaton.seats(rules) if words.seats is None else _seats(entry, words.seats),
        hands=whole(words.hands, "--hands", 1, MOST_HANDS),
        seed=words.seed,
    )


def _playing_itself(key: str) -> tuple[catalog.Entry, catalog.Automaton]:
    able = {name: found for name in catalog.games() if (found := catalog.automaton(name)) is not None}
    there = f"there is {', '.join(able)}"
    if key not in catalog.games():
        raise NotFound(f"There is no game called {key!a}: {there}.")
    if key not in able:
        raise NotFound(f"{catalog.entry(key).game.title} doesn't play itself: {there}.")
    return catalog.entry(key), able[key]


def read_options(options: Iterable[str], known: Iterable[Option]) -> dict[str, Any]:
    """Options as they were written, `name=value` each. Raises PlayerError for what can't be read."""
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


def _only(given: Mapping[str, Any], known: Iterable[Option]) -> dict[str, Any]:
    return {option.name: given[option.name] for option in known if option.name in given}


def _seats(entry: catalog.Entry, words: str) -> int:
    return whole(words, "--seats", entry.game.seats[0], entry.game.seats[-1])


def whole(words: str, name: str, low: int, high: int) -> int:
    """A whole number within its bounds, or Unreadable with the name of what was asked for."""
    if words.isascii() and words.isdigit() and len(words) <= len(str(high)) and low <= int(words) <= high:
        return int(words)
    span = f"{low:,}" if low == high else f"a whole number from {low:,} to {high:,}"
    raise Unreadable(f"{name} must be {span}, not {words!a}.")
