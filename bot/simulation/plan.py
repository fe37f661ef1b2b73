"""A simulation read from the words of a command line: who plays which hands by which rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, cast, get_args

from bot import games
from bot.engine.ai.player import AnyAi, AnyCounting, SimplePlayer
from bot.engine.ai.temper import Skill, Style, Temper
from bot.engine.game import HouseRules
from bot.engine.options import Option, options_of, with_options
from bot.engine.spec import AnySpec
from bot.errors import NotFound, Unreadable

MOST_HANDS = 10**9
MOST_RIVALS = 6
LEAST_LINEUPS = 6
"""A deal is played so many times at least: the players' own luck matters more than that of the deal."""
SIMPLE = "simple"
"""The name of a simple player among the styles."""
STYLES: tuple[str, ...] = (*get_args(Style), SIMPLE)
SKILLS: tuple[Skill, ...] = get_args(Skill)


class SimulationWords(NamedTuple):
    """The words of the command line; options are `name=value` each."""

    game: str
    options: tuple[str, ...]
    hands: str
    seed: str
    seats: str | None = None
    styles: str | None = None
    """The styles of a tournament: "shark,steady:expert,drunk"."""


class Rival(NamedTuple):
    """A player in a simulation, under the name by which they were entered: "shark", "shark:expert", "simple"."""

    name: str
    player: Temper | SimplePlayer


Lineup = tuple[int, ...]
"""The rival on each seat, by their place among the rivals."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A simulation that is checked and ready to play: hands to be counted, or a tournament of styles."""

    words: SimulationWords
    spec: AnySpec
    ai: AnyAi
    rules: HouseRules
    given: Mapping[str, object]
    """The options that were asked for, of house rules and of simple players alike."""
    rivals: tuple[Rival, ...]
    """The players; a single one where hands are counted, who has every seat."""
    counting: AnyCounting | None
    """What is counted of the hands; None in a tournament."""
    seats: int
    hands: int

    @property
    def simple(self) -> SimplePlayer:
        """The player whose hands are counted."""
        (rival,) = self.rivals
        return cast("SimplePlayer", rival.player)

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """The ways in which a deal is played, at least six, so that everybody sits on each seat equally often.

        Where all have a seat, they move up by one each time. Where they are more than the seats, any of them who can
        sit down together do, and change seats among themselves. All of it is done in both directions, so that nobody
        always sits to the left of the same one. Few ways come again, with other luck of the players' own.
        """
        count = len(self.rivals)
        if self.seats >= count:
            turned = [tuple((seat + turn) % count for seat in range(self.seats)) for turn in range(count)]
        else:
            groups = combinations(range(count), self.seats)
            turned = [some[turn:] + some[:turn] for some in groups for turn in range(self.seats)]
        different = tuple(dict.fromkeys([*turned, *(lineup[::-1] for lineup in turned)]))
        return different * -(-LEAST_LINEUPS // len(different))

    @property
    def neighbors(self) -> tuple[tuple[int, int], ...]:
        """Each rival and the next one named: the pairs that are compared."""
        return tuple((at, at + 1) for at in range(len(self.rivals) - 1))

    def meetings(self, one: int, other: int) -> tuple[Lineup, ...]:
        """Return the lineups that compare two rivals: those in which both sit, or all if they never meet."""
        return tuple(lineup for lineup in self.lineups if {one, other} <= {*lineup}) or self.lineups


def plan_simulation(words: SimulationWords) -> SimulationPlan:
    """Build the plan that the words ask for. Raises PlayerError for wrong words."""
    spec = _find_game(words)
    ai = spec.player
    counting, low, high = ai.counting, spec.game.seats[0], spec.game.seats[-1]
    names = None if words.styles is None else _read_names(words.styles)
    simple = SimplePlayer() if counting is None else counting.simple()
    player_options = options_of(type(simple)) if names is None or SIMPLE in names else ()
    usual = counting.rules if counting is not None and names is None else _usual_rules(spec)
    house_options = options_of(type(usual))
    given = read_options(words.options, (*house_options, *player_options))
    rules = with_options(usual, _select(given, house_options))
    simple = with_options(simple, _select(given, player_options))
    rivals = tuple(_read_rival(name, simple) for name in names or [SIMPLE])
    _refuse_twins(rivals)
    if words.seats is not None:
        seats = whole(words.seats, "--seats", low, high)
    elif counting is not None and names is None:
        seats = counting.seats(rules)
    else:
        seats = min(max(len(rivals), low), high)
    return SimulationPlan(
        words=words,
        spec=spec.by(rules),
        ai=ai,
        rules=rules,
        given=given,
        rivals=rivals,
        counting=counting if names is None else None,
        seats=seats,
        hands=whole(words.hands, "--hands", 1, MOST_HANDS),
    )


def _find_game(words: SimulationWords) -> AnySpec:
    spec = games.game_alone(words.game)
    if spec is not None and _can_be_simulated(spec, words):
        return spec
    able = [key for key, one in games.games().items() if _can_be_simulated(one, words)]
    there = f"These can be simulated: {', '.join(able)}"
    if spec is None:
        raise NotFound(f"There is no game called {words.game!a}. {there}.")
    raise NotFound(f"{spec.game.title} can't be simulated. {there}.")


def _can_be_simulated(spec: AnySpec, words: SimulationWords) -> bool:
    """Tell whether its hands can be counted; with styles any game can."""
    return words.styles is not None or spec.player.counting is not None


def _usual_rules(spec: AnySpec) -> HouseRules:
    presets = spec.game.presets.values()
    return next((rules for rules in presets if spec.game.terms(rules) is None), next(iter(presets)))


def _read_names(styles: str) -> list[str]:
    names = [name.strip() for name in styles.split(",")]
    if not 2 <= len(names) <= MOST_RIVALS:
        raise Unreadable(f"--styles takes 2 to {MOST_RIVALS} players, as in shark,steady,drunk.")
    return names


def _read_rival(name: str, simple: SimplePlayer) -> Rival:
    style, colon, skill = name.partition(":")
    if style not in STYLES:
        raise NotFound(f"There is no style called {style!a}. Styles: {', '.join(STYLES)}.")
    if style == SIMPLE and colon:
        raise Unreadable("A simple player has no skill. Write simple alone.")
    if colon and skill not in SKILLS:
        raise NotFound(f"There is no skill called {skill!a}. Skills: {', '.join(SKILLS)}.")
    if style == SIMPLE:
        return Rival(name, simple)
    return Rival(name, Temper(style=cast("Style", style), skill=cast("Skill", skill) if colon else "regular"))


def _refuse_twins(rivals: tuple[Rival, ...]) -> None:
    players = [rival.player for rival in rivals]
    twin = next((rival for rival in rivals if players.count(rival.player) > 1), None)
    if twin is not None:
        raise Unreadable(f"--styles names {twin.name!a} twice. Name each player once.")


def read_options(options: Iterable[str], known: Iterable[Option]) -> dict[str, object]:
    """Read options that are written as `name=value` each. Raises PlayerError for wrong ones."""
    by_name = {option.name: option for option in known}
    given: dict[str, object] = {}
    for words in options:
        name, equals, value = words.partition("=")
        if not equals:
            raise Unreadable(f"An option is name=value, not {words!a}.")
        if name not in by_name:
            raise NotFound(f"There is no option called {name!a}. Options: {', '.join(by_name)}.")
        if name in given:
            raise Unreadable(f"The option {name} is given twice.")
        given[name] = by_name[name].read(value)
    return given


def _select(given: Mapping[str, object], known: Iterable[Option]) -> dict[str, object]:
    return {option.name: given[option.name] for option in known if option.name in given}


def whole(words: str, name: str, low: int, high: int) -> int:
    """Read a whole number within its bounds. Raises Unreadable with the name of the option."""
    if words.isascii() and words.isdigit() and len(words) <= len(str(high)) and low <= int(words) <= high:
        return int(words)
    span = f"{low:,}" if low == high else f"a whole number from {low:,} to {high:,}"
    raise Unreadable(f"{name} must be {span}, not {words!a}.")
