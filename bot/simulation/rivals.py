"""Play many hands: count what they bring, or let styles of playing compete in a tournament.

Both play the real rules with seeded chance, in evenings that are shared out among the processors.
"""

import json
import multiprocessing
import os
import signal
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from math import sqrt
from multiprocessing.pool import Pool
from typing import Any, NamedTuple, cast, get_args

from bot import games
from bot.engine.ai.temper import Skill, Style, Temper
from bot.engine.cheating.wrapper import honestly
from bot.engine.game import DEALER, Deal, Outcome, Player, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Move
from bot.engine.options import options_of, with_options
from bot.engine.rng import Rng, SeededRng
from bot.errors import NotFound, Unreadable
from bot.simulation.plan import (
    MOST_HANDS,
    WIDTH,
    SimulationPlan,
    SimulationWords,
    plan_simulation,
    read_options,
    seed_of,
    whole,
)

DEEP = 1000
"""Usual buy-ins in a stack."""
EVENING = 1000
"""Hands after which the first deal comes again. Evenings know nothing of each other."""


def simulate_hands(plan: SimulationPlan) -> Counter[str]:
    """Play all hands and return what was counted. The result depends on the plan alone.

    Everybody begins each hand with a stack that no hand exhausts, or with what a tournament begins with. What a hand
    hands to the next (who deals, what lies in the middle) goes on as at a table, until the evening is over.
    """
    tally = Counter(dict.fromkeys(plan.automaton.counting.names(plan.rules, plan.style), 0))
    for counted in _share_out(_count_evening, plan.words, plan.hands, EVENING):
        tally.update(counted)
    return tally


def _share_out(
    evening: Callable[[tuple[SimulationWords, int, int]], Counter[str]], words: SimulationWords, hands: int, length: int
) -> Iterator[Counter[str]]:
    """Yield what `evening` counts from each first hand to the last of `length`.

    `evening` is a function of a module and takes words, because a process can receive no other.
    """
    firsts = range(1, hands + 1, length)
    spans = ((words, first, min(first + length - 1, hands)) for first in firsts)
    workers = min(_processors(), len(firsts))
    if workers < 2:
        yield from map(evening, spans)
        return
    with _worker_processes(workers) as pool:
        yield from pool.imap_unordered(evening, spans)


def _processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _worker_processes(count: int) -> Pool:
    """Start processes that leave an interrupt to this one: they inherit that the signal is ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.get_context("spawn").Pool(count)
    finally:
        signal.signal(signal.SIGINT, before)


def _count_evening(asked: tuple[SimulationWords, int, int]) -> Counter[str]:
    """Count one evening, from its first hand to its last. It takes words, since a plan can't be sent."""
    words, first, last = asked
    plan, tally = _cached_plan(words), Counter[str]()
    deal = _first_deal(plan)
    for number in range(first, last + 1):
        end = _count_hand(plan, deal, number, tally)
        # what an endless bank has won or paid is topped up or taken off at once
        deal = deal.evolve(carry=end.carry, bank=0 if deal.endless else end.bank)
    return tally


_cached_plan = lru_cache(maxsize=1)(plan_simulation)


def _first_deal(plan: SimulationPlan) -> Deal[Any, Any]:
    game = plan.spec.game
    buy_in = game.buy_in(plan.rules)
    room = MAX_AMOUNT // 2 if game.is_banked else MAX_AMOUNT
    terms = game.terms(plan.rules)
    stack = terms.points if terms else min(buy_in.usual * DEEP, buy_in.high, room // plan.seats)
    seats = range(1, plan.seats + 1)
    return game.Deal(
        rules=plan.rules,
        players=tuple(Player(seat=seat, name=f"Player {seat}", stack=stack) for seat in seats),
        endless=game.is_banked,
    )


def _count_hand(plan: SimulationPlan, deal: Deal[Any, Any], number: int, tally: Counter[str]) -> Outcome[Any]:
    game = plan.spec.game
    # a command line may hold what is no text
    chance = SeededRng(f"{plan.seed}|{number}".encode(errors="surrogateescape"))
    rng = SeededRng(f"{plan.seed}|{number}|policy".encode(errors="surrogateescape"))
    step = game.start(deal, chance)
    _count_step(plan, step, tally)
    while waiting := game.to_act(step.state):
        seat, moves, action = _next_action(plan, step.state, sorted(waiting), rng)
        step = game.act(step.state, seat, action, chance, offered=moves)
        _count_step(plan, step, tally)
    end = game.outcome(step.state)
    if end is None:
        raise AssertionError(f"{game.key}: nobody has to act, and the hand isn't over")
    return end


def _count_step(plan: SimulationPlan, step: Step[Any], tally: Counter[str]) -> None:
    """Add what a step of the game itself brought, without the actions of a crooked table."""
    _, state = honestly(plan.spec.game, step.state)
    plan.automaton.counting.count(replace(step, state=state), tally)


def _next_action(plan: SimulationPlan, state: Any, waiting: list[int], rng: Rng) -> tuple[int, tuple[Move, ...], Any]:
    """Return the first seat that doesn't let the others go first, its moves, and its action.

    Players are honest at a crooked table too, and the GM decides what is usual.
    """
    choose = plan.automaton.policy.choose
    game, own = honestly(plan.spec.game, state)
    for seat in waiting:
        if seat == DEALER:
            return seat, plan.spec.game.moves(state, seat), plan.spec.game.on_timeout(state, seat)
        moves = game.moves(own, seat)
        action = choose(partial(game.view, own, seat), moves, plan.style, rng)
        if action is not None:
            return seat, moves, action
    raise AssertionError(f"{game.key}: everybody lets the others go first")


STYLES: tuple[Style, ...] = get_args(Style)
SKILLS: tuple[Skill, ...] = get_args(Skill)
MOST_RIVALS = 6


class Rival(NamedTuple):
    """Somebody in the tournament, under the name by which they were entered: "shark", "shark:expert"."""

    name: str
    temper: Temper


Lineup = tuple[int, ...]
"""The rival on each seat, by their place among the rivals."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """A tournament of styles that is checked and ready to play."""

    words: SimulationWords
    spec: games.GameSpec
    autopilot: games.Autopilot
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
        """Return the lineups that compare two rivals: those in which both sit, or all if they never meet."""
        return tuple(lineup for lineup in self.lineups if {one, other} <= {*lineup}) or self.lineups


def plan_tournament(words: SimulationWords) -> Rivalry:
    """Build the tournament that the words ask for. Raises PlayerError for wrong words."""
    if words.game not in games.games():
        raise NotFound(f"There is no game called {words.game!a}: there is {', '.join(games.games())}.")
    spec = games.spec_of(words.game)
    rivals = _rivals(words.styles or "")
    usual = _usual_rules(spec)
    given = read_options(words.options, options_of(type(usual)))
    rules = with_options(usual, given)
    return Rivalry(
        words=words,
        spec=spec.by(rules),
        autopilot=games.autopilot(words.game),
        rules=rules,
        given=given,
        rivals=rivals,
        seats=_seats(spec, words.seats, len(rivals)),
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


def _usual_rules(spec: games.GameSpec) -> Any:
    presets = spec.game.presets.values()
    return next((rules for rules in presets if spec.game.terms(rules) is None), next(iter(presets)))


def _seats(spec: games.GameSpec, words: str | None, rivals: int) -> int:
    """Return the number of seats asked for, by default one for each rival if the game has as many."""
    low, high = spec.game.seats[0], spec.game.seats[-1]
    return min(max(rivals, low), high) if words is None else whole(words, "--seats", low, high)


TOURNAMENT_EVENING = 50
"""Deals after which the first deal comes again. Evenings know nothing of each other."""
BUDGET = 100
"""How much a decision may work out, in hands with the game's own cards (`Autopilot.decide`)."""
Stakes = tuple[int, ...]
"""What each rival has won in one deal, over some lineups; in smallest coins."""


def play_tournament(plan: Rivalry) -> Counter[str]:
    """Play all deals in every lineup and return the sums. The result depends on the plan alone.

    `net_<rival>` is what somebody has won and lost in all, `squares_<rival>` the sum of the squares of that by deal;
    `lead_<one>_<other>` by how much the one was ahead of the other where they met, and `squares_<one>_<other>` the same
    of its squares. Everybody begins each hand with what people usually bring.
    """
    tally = Counter(dict.fromkeys(_counter_names(plan), 0))
    for counted in _share_out(_play_evening, plan.words, plan.hands, TOURNAMENT_EVENING):
        tally.update(counted)
    return tally


def _counter_names(plan: Rivalry) -> tuple[str, ...]:
    names = [rival.name for rival in plan.rivals]
    pairs = [f"{names[one]}_{names[other]}" for one, other in plan.neighbours]
    each = [f"{what}_{name}" for what in ("net", "won") for name in names]
    return "hands", *each, *(f"squares_{name}" for name in (*names, *pairs)), *(f"lead_{pair}" for pair in pairs)


def _play_evening(asked: tuple[SimulationWords, int, int]) -> Counter[str]:
    """Sum up one evening, from its first deal to its last. It takes words, since a plan can't be sent."""
    words, first, last = asked
    plan, tally = _cached_tournament(words), Counter[str]()
    tables = {lineup: _tournament_deal(plan) for lineup in plan.lineups}
    for number in range(first, last + 1):
        won: dict[Lineup, Stakes] = {}
        for lineup, deal in tables.items():
            tables[lineup], won[lineup] = _play_lineup(plan, deal, lineup, number)
        _add(plan, won, tally)
    return tally


_cached_tournament = lru_cache(maxsize=1)(plan_tournament)


def _tournament_deal(plan: Rivalry) -> Deal[Any, Any]:
    game = plan.spec.game
    terms = game.terms(plan.rules)
    stack = terms.points if terms else game.buy_in(plan.rules).usual
    seats = range(1, plan.seats + 1)
    return game.Deal(
        rules=plan.rules,
        players=tuple(Player(seat=seat, name=f"Player {seat}", stack=stack) for seat in seats),
        endless=game.is_banked,
    )


def _play_lineup(plan: Rivalry, deal: Deal[Any, Any], lineup: Lineup, number: int) -> tuple[Deal[Any, Any], Stakes]:
    """Play the deal in one lineup; return the next deal and what each seat has won."""
    game = plan.spec.game
    chance = _chance(plan, number)
    moods = [_chance(plan, number, f"{seat}|{plan.rivals[at].name}") for seat, at in enumerate(lineup, start=1)]
    state = game.start(deal, chance).state
    while waiting := game.to_act(state):
        seat, action = _tournament_action(plan, state, sorted(waiting), lineup, moods)
        state = game.act(state, seat, action, chance).state
    end = game.outcome(state)
    if end is None:
        raise AssertionError(f"{game.key}: nobody has to act, and the hand isn't over")
    before, won = {player.seat: player.stack for player in deal.players}, [0] * len(plan.rivals)
    for seat, stack in end.stacks:
        won[lineup[seat - 1]] += stack - before[seat]
    after = deal.evolve(carry=end.carry, bank=0 if deal.endless else end.bank)
    return after, tuple(won)


def _chance(plan: Rivalry, number: int, whose: str = "") -> Rng:
    # a command line may hold what is no text
    return SeededRng(f"{plan.seed}|{number}|{whose}".encode(errors="surrogateescape"))


def _tournament_action(
    plan: Rivalry, state: Any, waiting: list[int], lineup: Lineup, moods: list[Rng]
) -> tuple[int, Any]:
    """Return the first seat that doesn't let the others go first, and its action.

    The GM decides what is usual, and the rules decide if nobody wants to go first.
    """
    whole_game, (game, own) = plan.spec.game, honestly(plan.spec.game, state)
    for seat in waiting:
        if seat == DEALER:
            return seat, whole_game.on_timeout(state, seat)
        temper, mood = plan.rivals[lineup[seat - 1]].temper, moods[seat - 1]
        action = plan.autopilot.decide(game.view(own, seat), game.moves(own, seat), temper, mood, BUDGET)
        if action is not None:
            return seat, action
    return waiting[0], whole_game.on_timeout(state, waiting[0])


def _add(plan: Rivalry, won: Mapping[Lineup, Stakes], tally: Counter[str]) -> None:
    """Add what one deal has brought, over all lineups."""
    tally["hands"] += len(won)
    for at, rival in enumerate(plan.rivals):
        nets = [won[lineup][at] for lineup in won if at in lineup]
        tally[f"net_{rival.name}"] += sum(nets)
        tally[f"won_{rival.name}"] += sum(net > 0 for net in nets)
        tally[f"squares_{rival.name}"] += sum(nets) ** 2
    for one, other in plan.neighbours:
        pair = f"{plan.rivals[one].name}_{plan.rivals[other].name}"
        lead = sum(won[lineup][one] - won[lineup][other] for lineup in plan.meetings(one, other))
        tally[f"lead_{pair}"] += lead
        tally[f"squares_{pair}"] += lead**2


_STANDINGS_NOTE = (
    "net: what somebody has won a hand and seat, in the mean, in smallest coins (points in a tournament); ±: its "
    "standard error. Each deal was played once in every lineup, so that everybody had the same dice and cards on the "
    "same seats. ahead: by how much one was ahead of the next in the same deal, over the lineups in which both sat "
    "down; in errors: as how many of its standard errors."
)


class Mean(NamedTuple):
    """A mean and its standard error, in smallest coins a hand and seat."""

    value: float
    error: float

    @property
    def errors(self) -> float:
        """The mean in standard errors; 0 if the error is unknown."""
        return self.value / self.error if self.error else 0.0


def _mean(total: int, squares: int, deals: int, played: int) -> Mean:
    """Return the mean and its error from sums by deal, each of `played` hands and seats."""
    if deals < 2:
        return Mean(total / (deals * played), 0.0)
    # whole numbers as long as may be: the difference of two large ones is small
    spread = (deals * squares - total * total) / (deals * deals * (deals - 1))
    return Mean(total / (deals * played), sqrt(max(spread, 0.0)) / played)


@dataclass(frozen=True, slots=True)
class Standings:
    """The sums of a tournament, and how long it took."""

    plan: Rivalry
    counters: Mapping[str, int]
    seconds: float

    def mean(self, at: int) -> Mean:
        """Return what a rival has won per hand and seat."""
        name = self.plan.rivals[at].name
        return self._mean(f"net_{name}", f"squares_{name}", sum(lineup.count(at) for lineup in self.plan.lineups))

    def ahead(self, one: int, other: int) -> Mean:
        """Return the lead of one rival over another, in the lineups that compare them."""
        pair = f"{self.plan.rivals[one].name}_{self.plan.rivals[other].name}"
        played = sum(lineup.count(one) for lineup in self.plan.meetings(one, other))
        return self._mean(f"lead_{pair}", f"squares_{pair}", played)

    def _mean(self, total: str, squares: str, played: int) -> Mean:
        return _mean(self.counters[total], self.counters[squares], self.plan.hands, played)

    def to_json(self) -> str:
        plan, names = self.plan, [rival.name for rival in self.plan.rivals]
        return json.dumps(
            {
                "game": plan.spec.game.key,
                "options": dict(plan.given),
                "seats": plan.seats,
                "hands": plan.hands,
                "seed": seed_of(plan.seed),
                "counters": dict(self.counters),
                "styles": {name: self._figures(self.mean(at)) for at, name in enumerate(names)},
                "versus": [
                    {
                        "style": names[one],
                        "than": names[other],
                        **self._figures(ahead),
                        "errors": round(ahead.errors, 3),
                    }
                    for one, other in plan.neighbours
                    for ahead in [self.ahead(one, other)]
                ],
                "seconds": round(self.seconds, 3),
            }
        )

    def _figures(self, mean: Mean) -> dict[str, float]:
        return {"mean": round(mean.value, 6), "error": round(mean.error, 6)}

    def describe(self) -> str:
        """Return a heading, a line per rival, a line per pair of neighbors, and what the figures mean."""
        plan = self.plan
        title = plan.spec.game.title_of(plan.rules)
        head = (
            f"{title}: {plan.hands:,} deals, each in {len(plan.lineups)} lineups, {plan.seats} seats, "
            f"seed {plan.seed!a}, {self.seconds:.1f} s"
        )
        options = ", ".join(f"{name}={value}" for name, value in plan.given.items())
        widest = max(len(rival.name) for rival in plan.rivals)
        lines = [f"{'':{widest}} {'net':>12} {'±':>10} {'hands won':>11}"]
        for at, rival in enumerate(plan.rivals):
            mean, won = self.mean(at), self.counters[f"won_{rival.name}"]
            lines.append(f"{rival.name:{widest}} {mean.value:>12.4f} {mean.error:>10.4f} {won:>11,}")
        told = [self._compare(one, other, widest) for one, other in plan.neighbours]
        return "\n".join(
            [head, *([options] if options else []), "", *lines, "", *told, "", textwrap.fill(_STANDINGS_NOTE, WIDTH)]
        )

    def _compare(self, one: int, other: int, widest: int) -> str:
        first, second = self.plan.rivals[one].name, self.plan.rivals[other].name
        mean = self.ahead(one, other)
        how = f"{mean.value:+.4f} ± {mean.error:.4f}, {mean.errors:+.1f} in errors"
        return f"{first:{widest}} ahead of {second:{widest}} {how}"
