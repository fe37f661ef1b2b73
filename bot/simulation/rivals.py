"""A tournament of styles, read from the words of a command line: who plays whom, at which table, how often.

The house rules are those of the game's first preset in which chips are money. `--hands` counts deals: each is played
once for every way in which the rivals change seats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple, cast, get_args

from bot import catalog
from bot.engine.ai.temper import Skill, Style, Temper
from bot.engine.options import options_of, with_options
from bot.errors import NotFound, Unreadable
from bot.simulation.plan import MOST_HANDS, Words, read_options, whole

STYLES: tuple[Style, ...] = get_args(Style)
SKILLS: tuple[Skill, ...] = get_args(Skill)
MOST_RIVALS = 6


class Rival(NamedTuple):
    """Somebody in the tournament, under the name by which they were entered: "shark", "shark:expert"."""

    name: str
    temper: Temper


Lineup = tuple[int, ...]
"""Who sits on each seat, by their place among the rivals."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Who plays what against whom, and from which seed. All of it is in order."""

    words: Words
    entry: catalog.Entry
    autopilot: catalog.Autopilot
    rules: Any
    given: Mapping[str, Any]
    """The house rules that were asked for."""
    rivals: tuple[Rival, ...]
    seats: int
    hands: int
    seed: str

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """The ways in which a deal is played, so that everybody sits on each seat equally often.

        Where all have a seat, they move up by one each time. Where they are more than the seats, any of them who can
        sit down together do, and change seats among themselves. All of it is done in both directions, so that nobody
        always sits to the left of the same one.
        """
        count = len(self.rivals)
        if self.seats >= count:
            turned = [tuple((seat + turn) % count for seat in range(self.seats)) for turn in range(count)]
        else:
            groups = combinations(range(count), self.seats)
            turned = [some[turn:] + some[:turn] for some in groups for turn in range(self.seats)]
        return tuple(dict.fromkeys([*turned, *(lineup[::-1] for lineup in turned)]))

    @property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """Each rival and the next one named: who is held against whom."""
        return tuple((at, at + 1) for at in range(len(self.rivals) - 1))

    def meetings(self, one: int, other: int) -> tuple[Lineup, ...]:
        """The lineups that tell two apart: those in which both sit down, or, where nobody ever meets, all."""
        return tuple(lineup for lineup in self.lineups if {one, other} <= {*lineup}) or self.lineups


def rivalry(words: Words) -> Rivalry:
    """The tournament that the words ask for. Raises PlayerError with what is wrong."""
    if words.game not in catalog.games():
        raise NotFound(f"There is no game called {words.game!a}: there is {', '.join(catalog.games())}.")
    entry = catalog.entry(words.game)
    rivals = _rivals(words.styles or "")
    usual = _usual_rules(entry)
    given = read_options(words.options, options_of(type(usual)))
    rules = with_options(usual, given)
    return Rivalry(
        words=words,
        entry=entry.by(rules),
        autopilot=catalog.autopilot(words.game),
        rules=rules,
        given=given,
        rivals=rivals,
        seats=_seats(entry, words.seats, len(rivals)),
        hands=whole(words.hands, "--hands", 1, MOST_HANDS),
        seed=words.seed,
    )


def _rivals(words: str) -> tuple[Rival, ...]:
    names = [name.strip() for name in words.split(",")]
    if not 2 <= len(names) <= MOST_RIVALS:
        raise Unreadable(f"--styles names from 2 to {MOST_RIVALS} players, as in shark,steady,drunk.")
    rivals = tuple(_rival(name) for name in names)
    tempers = [rival.temper for rival in rivals]
    twice = next((rival for rival in rivals if tempers.count(rival.temper) > 1), None)
    if twice is not None:
        raise Unreadable(f"--styles names {twice.name!a} twice: they would only play themselves.")
    return rivals


def _rival(name: str) -> Rival:
    style, colon, skill = name.partition(":")
    if style not in STYLES:
        raise NotFound(f"There is no style called {style!a}: there is {', '.join(STYLES)}.")
    if colon and skill not in SKILLS:
        raise NotFound(f"There is no skill called {skill!a}: there is {', '.join(SKILLS)}.")
    known = cast("Skill", skill) if colon else "regular"
    return Rival(name, Temper(style=cast("Style", style), skill=known))


def _usual_rules(entry: catalog.Entry) -> Any:
    presets = entry.game.presets.values()
    return next((rules for rules in presets if entry.game.terms(rules) is None), next(iter(presets)))


def _seats(entry: catalog.Entry, words: str | None, rivals: int) -> int:
    """A seat for everybody, or as many as there are."""
    low, high = entry.game.seats[0], entry.game.seats[-1]
    return min(max(rivals, low), high) if words is None else whole(words, "--seats", low, high)
