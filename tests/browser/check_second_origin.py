"""Another website in the same browser, even one that has learned the key, gets nothing from the playground."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Error, Page, Response, expect

from tests.browser.chromium import REBOUND
from tests.browser.conftest import NewContext
from tests.browser.playground import Playground
from tests.browser.posting import emoji

_ATTEMPTS = """
async (address) => {
  const loaded = (element, source) => new Promise((resolve) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve("nothing");
    element.src = source;
    document.body.append(element);
  });
  const read = (url, options) => fetch(url, options).then(
    async (reply) => (await reply.text()) || `${reply.type} ${reply.status}`,
    () => "nothing",
  );
  const talked = (url) => new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.onmessage = (event) => resolve(event.data);
    socket.onopen = () => socket.send('{"n": 1, "do": "watch", "on": true}');
    socket.onclose = () => resolve("nothing");
  });
  const sockets = address.replace("http", "ws");
  const server = new URL("/", sockets);
  return {
    "fetch": await read(address),
    "fetch without asking for permission": await read(address, { mode: "no-cors", credentials: "include" }),
    "a post": await read(address + "socket", { method: "POST", body: "{}" }),
    "the API": await read(new URL("/api/v10/users/@me", address), { headers: { Authorization: "Bot x" } }),
    "a script": await loaded(document.createElement("script"), address + "app.js"),
    "a picture": await loaded(document.createElement("img"), PICTURE),
    "the socket": await talked(sockets + "socket?as=lando"),
    "the gateway": await talked(server + "gateway?v=10&encoding=json"),
  };
}
"""
_NOTHING = {"nothing", "opaque 0"}


@dataclass
class Stranger:
    """A website on another port of this machine."""

    address: str

    @classmethod
    @asynccontextmanager
    async def opened(cls) -> AsyncIterator["Stranger"]:
        async def index(_: web.Request) -> web.Response:
            return web.Response(text="<!doctype html><title>Free credits</title><body>", content_type="text/html")

        app = web.Application()
        app.router.add_get("/", index)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield cls(f"http://127.0.0.1:{runner.addresses[0][1]}/")
        await runner.cleanup()


@pytest_asyncio.fixture(loop_scope="session")
async def stranger() -> AsyncIterator[Stranger]:
    async with Stranger.opened() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def strange_page(stranger: Stranger, new_context: NewContext) -> Page:
    page = await (await new_context()).new_page()
    await page.goto(stranger.address)
    return page


async def attempted(playground: Playground, page: Page) -> dict[str, str]:
    """Try every way in which a page may reach the playground, and return the result of each."""
    colour = await emoji(playground.local, "coin", 0xC9A227)
    attempts = _ATTEMPTS.replace("PICTURE", f'address + "cdn/emojis/{colour.split(":")[2].rstrip(">")}"')
    return await page.evaluate(attempts, playground.address)


async def test_a_second_origin_gets_nothing(playground: Playground, strange_page: Page):
    got = await attempted(playground, strange_page)

    assert {way: what for way, what in got.items() if what not in _NOTHING} == {}


async def test_the_page_itself_would_get_something_in_each_of_these_ways(
    playground: Playground, new_context: NewContext
):
    page = await (await new_context(bypass_csp=True)).new_page()
    await page.goto(playground.address)

    got = await attempted(playground, page)

    assert {way for way, what in got.items() if what in _NOTHING} == set()


async def said(reply: Response) -> tuple[int, str | None]:
    """Status and length of a reply."""
    return reply.status, await reply.header_value("content-length")


async def test_a_second_origin_can_not_show_the_page_in_a_frame(playground: Playground, strange_page: Page):
    async with strange_page.expect_event("frameattached"):
        await strange_page.evaluate(
            "(address) => document.body.append(Object.assign(document.createElement('iframe'), {src: address}))",
            playground.address,
        )
    frame = strange_page.frames[-1]
    await frame.wait_for_load_state()

    assert "Shadowport" not in await frame.content()
    assert await frame.locator("[role=log]").count() == 0


async def test_a_link_from_elsewhere_may_open_the_page(playground: Playground, strange_page: Page):
    """Somebody follows the printed address from a chat or a terminal in the browser."""
    await strange_page.evaluate(
        "(address) => document.body.append(Object.assign(document.createElement('a'), {href: address, text: 'play'}))",
        playground.address,
    )
    await strange_page.get_by_role("link", name="play").click()

    await expect(strange_page.get_by_role("log")).to_be_visible()


async def test_a_name_that_was_bent_to_this_machine_gets_nothing(playground: Playground, new_context: NewContext):
    """DNS rebinding: the browser believes that this machine is the stranger's own."""
    page = await (await new_context()).new_page()
    address = playground.address.replace("127.0.0.1", REBOUND)

    async with page.expect_response(address) as refused:
        with suppress(Error):  # a browser with a window tells of it on a page of its own
            await page.goto(address)

    assert await said(await refused.value) == (403, "0")


_FOREIGN: list[dict[str, Any]] = [
    {"Host": "evil.example"},
    {"Host": "127.0.0.1.evil.example"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://127.0.0.1"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
]


@pytest.mark.parametrize("headers", _FOREIGN, ids=lambda headers: ", ".join(f"{k} {v}" for k, v in headers.items()))
async def test_foreign_headers_are_answered_without_a_word(playground: Playground, headers: dict[str, str]):
    async with aiohttp.ClientSession() as session:
        for path in ("", "app.js", "socket?as=lando", "cdn/emojis/1"):
            async with session.get(playground.address + path, headers=headers) as reply:
                assert reply.status in (403, 404), path
                assert await reply.read() == b"", path


async def test_a_missing_or_wrong_key_is_answered_without_a_word(playground: Playground):
    root = playground.address.rstrip("/").rpartition("/")[0] + "/"
    async with aiohttp.ClientSession() as session:
        for path in ("", "app.js", "socket?as=lando", "x" * 43 + "/", "x" * 43 + "/socket?as=lando", "cdn/emojis/1"):
            async with session.get(root + path) as reply:
                assert reply.status in (403, 404), path
                assert await reply.read() == b"", path
