"""The page's own files, and those of messages and emojis."""

import aiohttp
import pytest
import yarl

from playground.discord.server import LocalDiscord
from playground.discord.world import Upload
from playground.discord.world.application import Emoji
from playground.page.site import STATIC, Page
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Tab


async def got(browser: Browser, path: str, method: str = "GET") -> tuple[aiohttp.ClientResponse, bytes]:
    address = yarl.URL(browser.page.address + path, encoded=True)
    async with browser.session.request(method, address, allow_redirects=False) as reply:
        return reply, await reply.read()


async def test_an_address_without_its_last_slash_leads_there(browser: Browser, page: Page):
    async with browser.session.get(page.address.rstrip("/") + "?as=han", allow_redirects=False) as reply:
        assert reply.status == 308
        assert reply.url.join(yarl.URL(reply.headers["Location"])) == yarl.URL(page.address + "?as=han")


@pytest.mark.parametrize(
    "query", ["as=Qi%27ra", "a=%0d%0aX:y", "a=%ff", "as=%25", "as=a%23b%26c", "as=a+b&b=", "as=%F0%9F%8E%B2", ""]
)
async def test_page_redirect_keeps_the_query_as_it_was_written(browser: Browser, page: Page, query: str):
    address = yarl.URL(f"{page.address.rstrip('/')}{query and '?'}{query}", encoded=True)
    async with browser.session.get(address, allow_redirects=False) as reply:
        assert reply.status == 308
        assert reply.headers["Location"] == f"{page.address.split('/')[3]}/{query and '?'}{query}"
        assert "X" not in reply.headers


@pytest.mark.parametrize("path", ["a" * 3000 + ".js", "a/" * 300 + "a.js", "a" * 120 + "/app.js", "app.js/x.js"])
async def test_a_name_that_no_file_can_have_finds_nothing(browser: Browser, path: str):
    reply, body = await got(browser, path)
    assert (reply.status, body) == (404, b"")


@pytest.mark.parametrize(
    "path, kind",
    [
        ("app.js", "text/javascript; charset=utf-8"),
        ("style/tokens.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml; charset=utf-8"),
        ("vendor/vendor.js", "text/javascript; charset=utf-8"),
    ],
)
async def test_files_have_their_types(browser: Browser, path: str, kind: str):
    reply, body = await got(browser, path)
    assert (reply.headers["Content-Type"], body) == (kind, (STATIC / path).read_bytes())
    head, nothing = await got(browser, path, "HEAD")
    assert (head.status, nothing, head.headers["Content-Length"]) == (200, b"", str(len(body)))


async def test_page_headers_limit_scripts_and_caching(browser: Browser):
    reply, _ = await got(browser, "")
    parts = [part.split(maxsplit=1) for part in reply.headers["Content-Security-Policy"].split(";")]
    policy = dict(parts)
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert (policy["frame-ancestors"], policy["base-uri"], policy["form-action"]) == ("'none'",) * 3
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in reply.headers["Content-Security-Policy"]
    for path in ("", "app.js", "missing.js", "cdn/emojis/1"):
        headers = (await got(browser, path))[0].headers
        assert (headers["Referrer-Policy"], headers["Cache-Control"]) == ("no-referrer", "no-store")
        assert (headers["X-Content-Type-Options"], "Server" in headers) == ("nosniff", False)


@pytest.mark.parametrize(
    "path",
    [
        "../site.py",
        "..%2fsite.py",
        "%2e%2e/site.py",
        "style/../../site.py",
        "style/..%2f..%2fsite.py",
        "..%5csite.py",
        "style%2ftokens.css%00",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "//app.js",
        "./app.js",
        "style/",
        "style",
        "style//tokens.css",
        ".git/config",
        "app.js/",
        "app.js%20",
        "missing.js",
        "%ff%fe.js",
        "a" * 5000,
    ],
)
async def test_only_files_that_lie_there_are_given(browser: Browser, path: str):
    reply, body = await got(browser, path)
    assert (reply.status, body) == (404, b"")


async def test_a_link_out_of_the_folder_is_not_followed(browser: Browser, tmp_path, monkeypatch):
    (tmp_path / "static").mkdir()
    (tmp_path / "secret.txt").write_text("the closed seed")
    (tmp_path / "static" / "open.txt").write_text("hello")
    (tmp_path / "static" / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr("playground.page.site.STATIC", tmp_path / "static")
    assert (await got(browser, "open.txt"))[1] == b"hello"
    assert (await got(browser, "link.txt"))[0].status == 404


@pytest.mark.parametrize("path", ["", "app.js", "socket", "cdn/emojis/1"])
async def test_files_are_only_read(browser: Browser, path: str):
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        reply, body = await got(browser, path, method)
        assert (reply.status, reply.headers["Allow"], body) == (405, "GET, HEAD", b"")


async def test_an_emoji_lies_below_the_key(demo: Cantina, browser: Browser, local: LocalDiscord):
    emoji = Emoji(local.world.ids.next(), "d6", b"\x89PNG", "image/png")
    local.world.emojis[emoji.id] = emoji
    for path in (f"cdn/emojis/{emoji.id}", f"cdn/emojis/{emoji.id}.png"):
        reply, body = await got(browser, path)
        assert (reply.headers["Content-Type"], body) == ("image/png", b"\x89PNG")
    for path in ("cdn/emojis/1", "cdn/emojis/x", f"cdn/emojis/{emoji.id}/more", "cdn/", "cdn", "cdn/emojis/²"):
        assert (await got(browser, yarl.URL(path).raw_path))[0].status == 404


async def test_a_file_of_a_message_is_reached_by_its_address(demo: Cantina, browser: Browser, han: Tab):
    world = demo.local.world
    world.say(demo.han.user, demo.channel, "look", files=[Upload(0, "die six #1.png", b"\x89PNG")])
    shown = (await han.push("message"))["message"]["attachments"][0]
    assert shown["url"].startswith("cdn/attachments/")
    assert (shown["filename"], shown["content_type"]) == ("die six #1.png", "image/png")
    reply, body = await got(browser, shown["url"])
    assert (reply.status, reply.headers["Content-Type"], body) == (200, "image/png", b"\x89PNG")
    assert "Content-Disposition" not in reply.headers


@pytest.mark.parametrize(
    "name, kind",
    [
        ("page.html", "text/html"),
        ("picture.svg", "image/svg+xml"),
        ("sheet.pdf", "application/pdf"),
        ("noending", "text/html"),
        ("noending", "TEXT/HTML; charset=utf-8"),
        ("noending", "no type\r\nat all"),
        ("script.js", "text/javascript"),
        ("strange\u202e\u201d;.exe", "application/x-msdownload"),
    ],
)
async def test_attachment_that_could_run_is_served_as_a_download(
    demo: Cantina, browser: Browser, han: Tab, name: str, kind: str
):
    upload = Upload(0, name, b"<script>alert(1)</script>", kind)
    demo.local.world.say(demo.han.user, demo.channel, "look", files=[upload])
    shown = (await han.push("message"))["message"]["attachments"][0]
    reply, _ = await got(browser, shown["url"])
    assert reply.headers["Content-Type"] == "application/octet-stream"
    assert reply.headers["Content-Disposition"].startswith("attachment;")
    assert "sandbox" in reply.headers["Content-Security-Policy"]


async def test_a_deleted_message_takes_its_files_with_it(demo: Cantina, browser: Browser, han: Tab):
    world = demo.local.world
    said = world.say(demo.han.user, demo.channel, "look", files=[Upload(0, "a.txt", b"secret")])
    shown = (await han.push("message"))["message"]["attachments"][0]
    world.delete_message(said)
    assert (await got(browser, shown["url"]))[0].status == 404
