"""One address for all playgrounds of a worker, so that its browser keeps the page's hundred files between two tests.

To load, compile and link them takes the browser longer than most tests. A playground that is opened while another has
the address, or that is about addresses and keys, has one of its own, whose files are never kept.
"""

import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from unittest.mock import patch

from aiohttp import hdrs, web

from bot.clock import Clock
from playground import main
from playground.demo.world import DemoWorld, build_demo_world

_KEY = secrets.token_urlsafe(24)
_FILES = (".css", ".js", ".svg")
_NOBODYS = range(20_000, 30_000)
"""Ports that no system gives out by itself: between two tests nobody takes them."""
_taken = set[int]()


@asynccontextmanager
async def opened_at_the_same_address(clock: Clock) -> AsyncIterator[main.Playground]:
    """As `main.opened_playground`, where the last one was."""
    port = _port()
    is_free = port not in _taken
    _taken.add(port)
    async with AsyncExitStack() as stack:
        if not is_free:
            yield await stack.enter_async_context(main.opened_playground(0, clock))
            return
        stack.callback(_taken.discard, port)
        with patch.object(main, "build_demo_world", _with_the_same_key):
            opened = await stack.enter_async_context(main.opened_playground(port, clock))
        yield opened


def _with_the_same_key(port: int, clock: Clock, host: str) -> DemoWorld:
    demo = build_demo_world(port, clock, host)
    demo.local.guard.key = _KEY
    demo.local.app.on_response_prepare.append(_keep)
    return demo


async def _keep(request: web.Request, response: web.StreamResponse) -> None:
    if request.path.endswith(_FILES):
        response.headers[hdrs.CACHE_CONTROL] = "max-age=3600"


@cache
def _port() -> int:
    """One that is free, another in each worker."""
    for step in range(len(_NOBODYS)):
        port = _NOBODYS[(os.getpid() * 7 + step) % len(_NOBODYS)]
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port of this machine is free")
