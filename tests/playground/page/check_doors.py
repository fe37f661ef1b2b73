"""Who gets in: browsers of this machine that know the key, and nobody whom another site sends."""

import asyncio

import aiohttp
import pytest
import yarl

from playground.discord.server import LocalDiscord
from playground.discord.world.application import Emoji
from playground.page.site import Page
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser

PLACES = ["", "app.js", "socket", "cdn/emojis/1", "nothing/of/that/name"]
VISIT = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}


def port(page: Page) -> int:
    found = yarl.URL(page.address).port
    assert found is not None
    return found


async def raw(page: Page, *lines: str) -> bytes:
    """Send a request that is written out by hand, and return the whole reply."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port(page))
    writer.write("".join(line + "\r\n" for line in (*lines, "Connection: close", "", "")).encode())
    async with asyncio.timeout(60):
        reply = await reader.read()
    writer.close()
    return reply


@pytest.mark.parametrize("path", PLACES)
async def test_a_wrong_key_finds_nothing_whatever_it_asks_for(browser: Browser, page: Page, path: str):
    key = page.address.rstrip("/").rpartition("/")[2]
    for wrong in ("x" * len(key), key[:-1], key + "x", key.swapcase(), "%F0%9F%8E%B2"):
        address = yarl.URL(page.address.replace(key, wrong) + path, encoded=True)
        for method in ("GET", "HEAD", "POST", "DELETE"):
            async with browser.session.request(method, address) as reply:
                assert (reply.status, await reply.read()) == (404, b"")


async def test_without_a_key_there_is_nothing(browser: Browser, page: Page):
    root = yarl.URL(page.address).origin()
    for path in ("/", "/index.html", "/socket", "/cdn/emojis/1", "/favicon.ico"):
        async with browser.session.get(root.with_path(path)) as reply:
            assert (reply.status, await reply.read()) == (404, b"")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil.example:{port}",
        "[::1]:{port}",
    ],
)
async def test_a_name_that_was_bound_to_this_machine_opens_nothing(
    browser: Browser, page: Page, local: LocalDiscord, host: str
):
    name = host.format(port=port(page))
    for address in (page.address, local.api_url + "/users/@me", page.address + "cdn/emojis/1"):
        headers = {"Host": name, "Authorization": f"Bot {local.token}"}
        async with browser.session.get(address, headers=headers) as reply:
            assert (reply.status, await reply.read()) == (403, b"")


async def test_a_request_says_once_where_it_goes(page: Page, local: LocalDiscord):
    path, host = yarl.URL(page.address).path, f"Host: 127.0.0.1:{port(page)}"
    assert (await raw(page, f"GET {path} HTTP/1.1", host)).startswith(b"HTTP/1.1 200")
    assert not (await raw(page, f"GET {path} HTTP/1.1", host, "Host: evil.example")).startswith(b"HTTP/1.1 200")
    assert (await raw(page, f"GET {path} HTTP/1.0")).startswith(b"HTTP/1.0 403")


async def test_page_answers_under_the_name_localhost(browser: Browser, page: Page):
    assert await browser.status("icon.svg", Host=f"localhost:{port(page)}") == 200
    assert await browser.status("icon.svg", Origin=f"http://localhost:{port(page)}") == 200


@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:1", "{host}", ""],
)
async def test_a_foreign_origin_gets_nothing(browser: Browser, page: Page, local: LocalDiscord, origin: str):
    named = origin.format(port=port(page), host=f"127.0.0.1:{port(page)}")
    for path in PLACES:
        assert await browser.status(path, Origin=named) == 403
    for address in (page.address + "socket", local.gateway_url):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.session.ws_connect(address, origin=named)
        assert refused.value.status == 403
    headers = {"Origin": named, "Authorization": f"Bot {local.token}"}
    async with browser.session.get(local.api_url + "/users/@me", headers=headers) as reply:
        assert (reply.status, await reply.read()) == (403, b"")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_another_site_embeds_and_loads_nothing(browser: Browser, site: str):
    for path in PLACES:
        assert await browser.status(path, Sec_Fetch_Site=site) == 403
    assert await browser.status(Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="iframe") == 403
    assert await browser.status("app.js", Sec_Fetch_Site=site, **VISIT) == 403
    assert await browser.status(method="POST", Sec_Fetch_Site=site, **VISIT) == 403


async def test_a_link_on_another_site_may_lead_to_the_page(browser: Browser):
    assert await browser.status("", Sec_Fetch_Site="cross-site", **VISIT) == 200
    assert await browser.status("?as=han", Sec_Fetch_Site="same-site", **VISIT) == 200
    assert await browser.status("", Sec_Fetch_Site="none", **VISIT) == 200


async def test_the_bots_own_addresses_ask_for_its_own_token(demo: Cantina, browser: Browser, local: LocalDiscord):
    for token in ("", "Bot x"):
        async with browser.session.get(local.api_url + "/users/@me", headers={"Authorization": token}) as reply:
            assert reply.status == 401
    assert LocalDiscord(demo.local.clock, token="playground.of-my-own").token == "playground.of-my-own"


async def test_a_fault_of_this_server_is_told_in_the_log_alone(demo: Cantina, browser: Browser, caplog):
    broken = Emoji(5, "die", b"", "image/png")
    demo.local.world.emojis[5] = broken
    del broken.content
    async with browser.session.get(browser.page.address + "cdn/emojis/5") as reply:
        assert (reply.status, await reply.read()) == (500, b"")
        assert reply.headers["Referrer-Policy"] == "no-referrer"
    assert [record.getMessage() for record in caplog.records] == ["a GET request could not be answered"]
    assert "AttributeError" in caplog.text


@pytest.mark.parametrize(
    "garbage", [b"\x16\x03\x01garbage\r\n\r\n", b"GET / HTTP/1.1\r\nA b\x01: c\r\n\r\n", b"GET " + b"/" * 10_000]
)
async def test_garbage_leaves_no_line_in_the_log(browser: Browser, page: Page, caplog, garbage: bytes):
    reader, writer = await asyncio.open_connection("127.0.0.1", port(page))
    writer.write(garbage)
    async with asyncio.timeout(60):
        assert (await reader.read()).startswith(b"HTTP/1.0 400")
    writer.close()
    assert caplog.records == []
    assert await browser.status() == 200
