"""What a tournament of styles has shown, for people and programs: what each has won a hand, and how sure that is."""

import json
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from bot.simulation.rivals import Rivalry
from bot.simulation.told import WIDTH, seed_of

_NOTE = (
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
        """How many standard errors lie between it and nothing; 0 where there is no telling."""
        return self.value / self.error if self.error else 0.0


def _mean(total: int, squares: int, deals: int, played: int) -> Mean:
    """Of sums by deal, each of `played` hands and seats."""
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
        """What a rival has won a hand and seat."""
        name = self.plan.rivals[at].name
        return self._mean(f"net_{name}", f"squares_{name}", sum(lineup.count(at) for lineup in self.plan.lineups))

    def ahead(self, one: int, other: int) -> Mean:
        """By how much one was ahead of another where they met."""
        pair = f"{self.plan.rivals[one].name}_{self.plan.rivals[other].name}"
        played = sum(lineup.count(one) for lineup in self.plan.meetings(one, other))
        return self._mean(f"lead_{pair}", f"squares_{pair}", played)

    def _mean(self, total: str, squares: str, played: int) -> Mean:
        return _mean(self.counters[total], self.counters[squares], self.plan.hands, played)

    def to_json(self) -> str:
        plan, names = self.plan, [rival.name for rival in self.plan.rivals]
        return json.dumps(
            {
                "game": plan.entry.game.key,
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

    def told(self) -> str:
        """A heading, a line for each rival, a line for each two neighbours, and what the figures mean."""
        plan = self.plan
        title = plan.entry.game.title_of(plan.rules)
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
        told = [self._compared(one, other, widest) for one, other in plan.neighbours]
        return "\n".join(
            [head, *([options] if options else []), "", *lines, "", *told, "", textwrap.fill(_NOTE, WIDTH)]
        )

    def _compared(self, one: int, other: int, widest: int) -> str:
        first, second = self.plan.rivals[one].name, self.plan.rivals[other].name
        mean = self.ahead(one, other)
        how = f"{mean.value:+.4f} ± {mean.error:.4f}, {mean.errors:+.1f} in errors"
        return f"{first:{widest}} ahead of {second:{widest}} {how}"
