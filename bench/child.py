"""A bot in a process of its own, which tells its CPU time (user and system, nanoseconds) for each line it reads.

python -m bench.child pilok [real]     real: by the machine's own clock
python -m bench.child bare SHAPE_FILE
"""

import asyncio
import sys
import threading
import time

from bench.bare import client
from bot.app import serve
from bot.clock import SystemClock
from bot.settings import Settings, load_settings

FASTER = 1_000.0


class FastClock(SystemClock):
    """A thousand times as fast: every click finds a quiet window, and nobody is found to click too much."""

    def __init__(self) -> None:
        self._start = time.time()

    def now(self) -> float:
        return self._start + (time.time() - self._start) * FASTER

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds / FASTER))


def _answer_lines() -> None:
    for _ in sys.stdin:
        print(time.process_time_ns(), flush=True)


async def _bare(settings: Settings, shape_file: str) -> None:
    token = settings.discord_token
    if token is None or settings.discord_api_url is None or settings.discord_gateway_url is None:
        raise SystemExit("the child needs a server and its token")
    await client(shape_file, settings.discord_api_url, settings.discord_gateway_url).start(token.get_secret_value())


def main() -> None:
    """Run the bot that the first argument names, until the parent ends it."""
    settings = load_settings(None)
    threading.Thread(target=_answer_lines, daemon=True).start()
    if sys.argv[1] == "bare":
        asyncio.run(_bare(settings, sys.argv[2]))
    else:
        asyncio.run(serve(settings, SystemClock() if "real" in sys.argv else FastClock()))


if __name__ == "__main__":
    main()
