"""`python -m tools.clicks`: how many clicks a hand of each game takes, and how long people wait.

One person plays three hands of each game and presses what is offered. An NPC plays along, and an idle person if there
is room. The table is the game's usual one. Only the seconds at the table pass, and every run is the same. Prints
JSON: the hands of each game. A hand has the seconds from the deal to the result. Each person in it has the clicks
(the deal is one), the forms sent in, and the moves made.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from bot.tables.model import Seeds
from tests.browser.clock import StillClock
from tests.browser.playground import opened_playground
from tests.browser.sitting import GAMES, WITH_GM, LocalClient, PlayedHand, Sitting
from tests.progress import QuietLoop, watch_databases_and_workers

HANDS = 3
_BEGUN = datetime(2026, 11, 20, 20, 58, tzinfo=UTC)
_SEEDS = Seeds(open="5e" * 32, closed="ad" * 32)


async def count(game: str) -> list[PlayedHand]:
    """Play the hands of one game."""
    with tempfile.TemporaryDirectory() as folder:
        clock = StillClock(_BEGUN.timestamp())
        async with opened_playground(Path(folder), clock=clock, seeds=lambda: _SEEDS) as playground:
            gm = LocalClient(playground.gm) if game in WITH_GM else None
            sitting = await Sitting.opened(playground, game, LocalClient(playground.person("Lando")), gm=gm)
            return [await sitting.hand() for _ in range(HANDS)]


async def count_all(games: Iterable[str]) -> dict[str, list[PlayedHand]]:
    """Play the hands of several games, one after the other."""
    watch_databases_and_workers()
    return {game: await count(game) for game in games}


def main() -> None:
    """Print the counts of the games that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tools.clicks", description=__doc__)
    parser.add_argument("games", nargs="*", help=f"any of {', '.join(GAMES)}. Default: all")
    with asyncio.Runner(loop_factory=QuietLoop) as runner:
        found = runner.run(count_all(parser.parse_args().games or GAMES))
    hands = {game: [asdict(hand) for hand in played] for game, played in found.items()}
    print(json.dumps(hands, indent=1))


if __name__ == "__main__":
    main()
