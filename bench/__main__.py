"""`python -m bench [PART ...]`: the figures of every part, or of those that are named, as one JSON object."""

import argparse
import asyncio
import inspect
import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench import (
    attack,
    betting,
    boards,
    busy,
    chances,
    clicks,
    engine,
    memory,
    npcs,
    open_pages,
    page,
    processes,
    startup,
    twenty,
)
from bench.machine import TOO_BUSY, Machine, load


@dataclass(frozen=True)
class Part:
    """A part of the bench. `quick` are counts so small that the figures mean nothing."""

    measure: Callable[..., Any]
    quick: dict[str, Any] = field(default_factory=dict[str, Any])


PARTS = {
    "click_cpu": Part(clicks.measure, {"tables": 2, "runs": 1, "interval": 0.5, "idle": 0.1}),
    "open_pages": Part(open_pages.measure, {"tables": 2, "runs": 1, "interval": 0.5}),
    "busy": Part(
        busy.measure, {"people": 6, "seated": 3, "tables": 2, "runs": 1, "log_rows": 100, "purged_rows": 1000}
    ),
    "engine": Part(engine.measure, {"hands": 5, "runs": 1}),
    "betting": Part(betting.measure, {"hands": 3, "runs": 1}),
    "attack": Part(attack.measure, {"hands": 20, "runs": 1}),
    "chances": Part(chances.measure, {"runs": 1}),
    "boards": Part(boards.measure, {"times": 1, "runs": 1, "clicks": 4, "pace": 0.2}),
    "npcs": Part(npcs.measure, {"tables": 1, "seconds": 0.5}),
    "click_postgres": Part(processes.measure_click, {"tables": 2, "runs": 1, "interval": 0.5}),
    "processes": Part(processes.measure_processes, {"counts": (1, 2), "tables": 1, "seconds": 0.1}),
    "takeovers": Part(processes.measure_takeovers, {"tables": 2, "takeovers": 1}),
    "twenty_bettors": Part(twenty.measure, {"runs": 1}),
    "startup": Part(startup.measure, {"tables": 3, "runs": 1, "settled": 0.1}),
    "memory": Part(memory.measure, {"tables": 2, "clicks": 40, "settled": 0.1}),
    "page": Part(page.measure, {"starts": 1, "clicks": 3, "messages": 40}),
}


async def main() -> None:
    """Measure part after part, and print what was found. A part counts for nothing on a busy machine, and says so."""
    asked = _parser().parse_args()
    figures: dict[str, Any] = {"python": platform.python_version(), "load_before": load()}
    others: dict[str, float | None] = {}
    seconds: dict[str, float] = {}
    for name in asked.parts or PARTS:
        part, machine, began = PARTS[name], Machine(), time.perf_counter()
        found = part.measure(**(part.quick if asked.quick else {}))
        figures[name] = await found if inspect.isawaitable(found) else found
        others[name], seconds[name] = machine.others_percent(), round(time.perf_counter() - began, 1)
    warnings = [
        f"{name}: others used {percent:g}% of the machine's processors meanwhile. Measure again when it is idle."
        for name, percent in others.items()
        if percent is not None and percent > TOO_BUSY
    ]
    if asked.quick:
        warnings.append("The counts were tiny (--quick): these figures mean nothing.")
    figures |= {"seconds": seconds, "used_by_others_percent": others, "warnings": warnings}
    print(json.dumps(figures, indent=2))
    for warning in warnings:
        print(warning, file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__, allow_abbrev=False)
    parser.add_argument("parts", metavar="PART", nargs="*", type=_part, help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="tiny counts: shows that each part runs, and no more")
    return parser


def _part(name: str) -> str:
    if name not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part {name}. Name some of {', '.join(PARTS)}")
    return name


if __name__ == "__main__":
    asyncio.run(main())
