"""Tabs whose browser has stopped reading: they are cut off, and hold up nobody, not even the end."""

import asyncio
import base64
import os
import socket
from collections.abc import AsyncIterator

import pytest
import yarl

from playground.discord.server import LocalDiscord
from playground.page import tab as tabs
from playground.page.site import Page
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Tab, ended

LONG = "x" * 1_000_000


@pytest.fixture
async def frozen(local: LocalDiscord, page: Page) -> AsyncIterator[socket.socket]:
    """Lando's tab, of which nothing is read."""
    address = yarl.URL(page.address)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {address.path}socket?as=lando HTTP/1.1",
        f"Host: {address.authority}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sock, (address.host, address.port))
        await loop.sock_sendall(sock, "".join(line + "\r\n" for line in (*lines, "")).encode())
        assert b"101 Switching" in await loop.sock_recv(sock, 100)
        yield sock


async def filled(demo: Cantina, tab: Tab) -> None:
    """More is on its way to everybody than any connection holds, and `tab` has read it."""
    for _ in range(12):
        demo.local.world.say(demo.owner.user, demo.channel, LONG)
        await tab.push("message")


async def test_a_frozen_tab_does_not_disturb_the_end(
    demo: Cantina, local: LocalDiscord, frozen: socket.socket, han: Tab
):
    await filled(demo, han)
    stopping = asyncio.create_task(local.stop())
    await ended(han)
    assert han.socket.close_code == 1001
    async with asyncio.timeout(30):
        await stopping


async def test_a_frozen_tab_that_has_nothing_to_read_does_not_either(local: LocalDiscord, frozen: socket.socket):
    async with asyncio.timeout(30):
        await local.stop()


async def test_a_frozen_tab_that_sends_garbage_is_cut_off(demo: Cantina, frozen: socket.socket, page: Page, han: Tab):
    await filled(demo, han)
    loop = asyncio.get_running_loop()
    empty_and_masked = b"\x82\x80\x00\x00\x00\x00"
    await loop.sock_sendall(frozen, empty_and_masked * tabs.UNREADABLE_AT_MOST)
    async with asyncio.timeout(30):
        while len(page._tabs) > 1:
            await han.ask("forget", form="1")


async def test_a_tab_that_reads_nothing_is_cut_off_and_holds_nobody_up(
    demo: Cantina, browser: Browser, han: Tab, monkeypatch
):
    monkeypatch.setattr(tabs, "QUEUED_AT_MOST", 20)
    async with browser.tab("lando") as slow:
        for number in range(21):
            demo.local.world.say(demo.owner.user, demo.channel, str(number))
        await ended(slow)
    assert [(await han.push("message"))["message"]["content"] for _ in range(21)] == [str(n) for n in range(21)]
    async with browser.tab("lando") as again:
        assert (await again.ask("look", channel=str(demo.channel.id)))["more"] is False
