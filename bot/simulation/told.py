"""What a simulation found, for people and for programs."""

import json
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from bot import catalog
from bot.simulation.plan import Plan

_NUMBER = re.compile("0|-?[1-9][0-9]{0,17}")
WIDTH = 100
"""Characters of a line of what people read."""


def seed_of(written: str) -> int | str:
    """A seed in JSON: a number where it is one."""
    return int(written) if _NUMBER.fullmatch(written) else written


@dataclass(frozen=True, slots=True)
class Report:
    """What was counted, and how long it took."""

    plan: Plan
    counters: Mapping[str, int]
    seconds: float

    def to_json(self) -> str:
        plan = self.plan
        return json.dumps(
            {
                "game": plan.entry.game.key,
                "options": dict(plan.given),
                "seats": plan.seats,
                "hands": plan.hands,
                "seed": seed_of(plan.seed),
                "counters": dict(self.counters),
                "seconds": round(self.seconds, 3),
            }
        )

    def told(self) -> str:
        """A heading, a line for each counter with how often it came up in a hand, and what the counters mean."""
        plan = self.plan
        title = plan.entry.game.title_of(plan.rules)
        head = f"{title}: {plan.hands:,} hands, {plan.seats} seats, seed {plan.seed!a}, {self.seconds:.1f} s"
        options = ", ".join(f"{name}={value}" for name, value in plan.given.items())
        widest = max(map(len, self.counters))
        lines = [f"{'':{widest}} {'count':>13} {'per hand':>10}"]
        lines += [f"{name:{widest}} {count:>13,} {count / plan.hands:>10.5f}" for name, count in self.counters.items()]
        return "\n".join(
            [head, *([options] if options else []), "", *lines, "", textwrap.fill(plan.automaton.counting.NOTE, WIDTH)]
        )


def notes() -> str:
    """What is counted in each game that plays itself and how its players play, a paragraph for each game."""
    able = ((key, catalog.automaton(key)) for key in catalog.games())
    return "\n\n".join(_note(key, automaton) for key, automaton in able if automaton is not None)


def _note(key: str, automaton: catalog.Automaton) -> str:
    told = textwrap.fill(f"{key}: {automaton.counting.NOTE}", WIDTH)
    options = (f"{option.name}={option.default} ({option.description})" for option in automaton.options)
    return "\n".join(
        [told, *(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ") for line in options)]
    )
