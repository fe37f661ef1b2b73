"""A bot in a process of its own, which answers each line that it reads with a line of JSON.

python -m bench.child shadowport           our bot, as `python -m bot` runs it
python -m bench.child bare SHAPE [SETUP]   discord.py alone: as its documentation has it, or with the SETUP of another

The questions are `cpu` (nanoseconds of user and system time so far) and `setup`.
"""

import json
import logging
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any


def _leave_out_orjson() -> None:
    """Make discord.py take the standard library's JSON, also on a machine that has orjson."""
    sys.modules["orjson"] = None  # pyright: ignore[reportArgumentType]


def _answer_questions() -> None:
    """Note each client as it is made, and answer for the last one, in a thread. The first may only ask who it is."""
    import discord

    clients: list[discord.Client] = []
    make = discord.Client.__init__

    def noted(self: discord.Client, *arguments: Any, **more: Any) -> None:
        make(self, *arguments, **more)
        clients.append(self)

    def answer() -> None:
        for line in sys.stdin:
            print(json.dumps(time.process_time_ns() if line == "cpu\n" else _setup_of(clients[-1])), flush=True)

    discord.Client.__init__ = noted
    threading.Thread(target=answer, daemon=True).start()


def _setup_of(client: Any) -> dict[str, Any]:
    """Return all by which two bots on discord.py may differ before they do anything."""
    import discord

    state, loop = client._connection, type(client.loop)  # noqa: SLF001  # the library keeps them there and nowhere else
    return {
        "discord.py": discord.__version__,
        "event_loop": f"{loop.__module__}.{loop.__qualname__}",
        "json": "orjson" if discord.utils.HAS_ORJSON else "json",
        "intents": client.intents.value,
        "member_cache": state.member_cache_flags.value,
        "kept_messages": state.max_messages or 0,
        "chunks_members": state._chunk_guilds,  # noqa: SLF001  # as above
    }


def main() -> None:
    """Run the bot that the arguments name, until the parent ends it."""
    kind, *more = sys.argv[1:]
    setup: dict[str, Any] | None = json.loads(more[1]) if more[1:] else None
    if kind == "bare" and (setup is None or setup["json"] != "orjson"):
        _leave_out_orjson()
    _answer_questions()
    if kind == "bare":
        from bench import bare
        from bot.app import point_discord_at

        point_discord_at(os.environ["DISCORD_API_URL"], os.environ["DISCORD_GATEWAY_URL"])
        bare.run(json.loads(Path(more[0]).read_text(encoding="utf-8")), os.environ["DISCORD_TOKEN"], setup)
    else:
        from bot import app
        from bot.settings import load_settings

        logging.basicConfig(level=logging.WARNING)
        app.run(load_settings(None))


if __name__ == "__main__":
    main()
