"""`make bench`: every figure in one run, as one JSON object."""

import asyncio
import json
import platform
from collections.abc import Awaitable, Callable
from typing import Any

from bench import attack, betting, chances, clicks, engine, forty, npcs, page, twenty

PARTS: dict[str, Callable[[], dict[str, Any] | Awaitable[dict[str, Any]]]] = {
    "click_cpu": clicks.measure,
    "engine": engine.measure,
    "betting": betting.measure,
    "attack": attack.measure,
    "chances": chances.measure,
    "npcs": npcs.measure,
    "forty_people": forty.measure,
    "twenty_bettors": twenty.measure,
    "page": page.measure,
}


async def main() -> None:
    figures: dict[str, Any] = {"python": platform.python_version()}
    for name, measure in PARTS.items():
        found = measure()
        figures[name] = await found if isinstance(found, Awaitable) else found
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    asyncio.run(main())
