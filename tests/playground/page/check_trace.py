"""The developers' drawer: what the bot asked, what it was told, and what the limit rules said; never a token."""

import json

import aiohttp
import pytest

from playground.discord.server import LocalDiscord
from playground.page import trace as traces
from tests.playground.conftest import Cantina, Rest
from tests.playground.page.conftest import Browser, Json, Tab
from tests.playground.tiny_bot import TinyBot


async def kept(tab: Tab) -> list[Json]:
    """Return everything that the drawer shows when it is opened."""
    await tab.ask("watch", on=True)
    entries = (await tab.push("trace"))["entries"]
    await tab.ask("watch", on=False)
    return entries


def of(entries: list[Json], kind: str) -> list[Json]:
    return [entry for entry in entries if entry["kind"] == kind]


async def test_requests_events_and_opcodes_are_shown_in_their_order(demo: Cantina, bot: TinyBot, han: Tab):
    await han.ask("command", channel=str(demo.channel.id), words="pilok open")
    entries = await kept(han)
    assert [entry["n"] for entry in entries] == sorted({entry["n"] for entry in entries})
    titles = [entry["title"] for entry in entries]
    command, answer = titles.index("INTERACTION_CREATE pilok"), len(titles) - 1
    assert titles.index("2 IDENTIFY") < titles.index("READY") < command < answer
    last = entries[-1] if entries[-1]["kind"] == "request" else of(entries, "request")[-1]
    assert last["title"].startswith("POST /interactions/")
    assert last["title"].endswith("/[redacted]/callback")
    assert (last["status"], last["limit"], last["body"]["type"]) == (200, "without a limit", 4)
    assert last["at"] == demo.local.clock.now()


async def test_new_entries_are_pushed_while_somebody_reads_along(demo: Cantina, rest: Rest, han: Tab, lando: Tab):
    await han.ask("watch", on=True)
    await han.push("trace")
    await rest("POST", f"/channels/{demo.channel.id}/messages", {"content": "hello"})
    (entry,) = (await han.push("trace"))["entries"]
    assert entry["title"] == f"POST /channels/{demo.channel.id}/messages"
    assert (entry["kind"], entry["status"], entry["body"]) == ("request", 200, {"content": "hello"})
    assert entry["limit"] == "4 of 5 left for 5.0 s"
    await han.ask("watch", on=False)
    await rest("GET", "/users/@me")
    for tab in (han, lando):
        assert "trace" not in [push["type"] for push in await tab.all_pushed()]


async def test_watching_twice_shows_everything_once(demo: Cantina, rest: Rest, han: Tab):
    await han.ask("watch", on=True)
    await han.ask("watch", on=True)
    await rest("GET", "/users/@me")
    pushed = [push for push in await han.all_pushed() if push["type"] == "trace"]
    assert [len(push["entries"]) for push in pushed] == [0, 1]


async def test_a_closed_tab_reads_no_further(demo: Cantina, browser: Browser, rest: Rest, page):
    async with browser.tab("han") as han:
        await han.ask("watch", on=True)
    async with browser.tab("lando"):
        await rest("GET", "/users/@me")
    assert page._trace.readers == []


async def test_a_request_over_the_limit_says_which(demo: Cantina, rest: Rest, han: Tab):
    for _ in range(6):
        await rest("POST", f"/channels/{demo.channel.id}/messages", {"content": "spam"})
    (limited,) = of(await kept(han), "limit")
    assert limited["status"] == 429
    assert limited["limit"].startswith("all 5 are used up for ")


async def test_edits_of_old_messages_name_their_own_limit(demo: Cantina, rest: Rest, clock, han: Tab):
    path = f"/channels/{demo.channel.id}/messages"
    _, message = await rest("POST", path, {"content": "long ago"})
    await clock.advance(3601)
    for number in range(4):
        await rest("PATCH", f"{path}/{message['id']}", {"content": str(number)})
    (limited,) = of(await kept(han), "limit")
    assert limited["limit"] == "3 edits of messages older than an hour in 20 s are used up"
    assert limited["code"] == 30046


async def test_a_request_that_is_refused_has_its_code(demo: Cantina, rest: Rest, han: Tab):
    await rest("GET", "/channels/5")
    (refused,) = of(await kept(han), "request")
    assert (refused["title"], refused["status"], refused["code"]) == ("GET /channels/5", 404, 10003)


async def test_problems_are_shown(demo: Cantina, rest: Rest, tolerated: list[str], han: Tab):
    await rest("GET", "/guilds/1/audit-logs")
    (problem,) = of(await kept(han), "problem")
    assert (problem["title"], problem["body"]) == (tolerated[0], None)


async def test_no_token_is_shown_anywhere(demo: Cantina, bot: TinyBot, rest: Rest, tolerated: list[str], han: Tab):
    local, told = demo.local, list[Json]()
    local.world.listeners.append(lambda event: told.append(event.data))
    await han.ask("watch", on=True)
    await han.ask("command", channel=str(demo.channel.id), words="pilok open")
    message = (await han.push("message"))["message"]
    where = {"channel": message["channel_id"], "message": message["id"]}
    for what in ("later", "defer", "form"):
        await han.ask("click", **where, custom_id=f"press:{what}")
    tokens = [data["token"] for data in told if "token" in data]
    token = tokens[0]
    content = f"my token is {local.token}, theirs https://discord.com/api/webhooks/12/{token} and {token}"
    await rest("POST", f"/channels/{demo.channel.id}/messages", {"content": content, "token": "of-nobody-known"})
    await rest("GET", f"/webhooks/1/{token}/slack")
    await rest("PATCH", f"/webhooks/1/{token}/messages/@original", {"content": "x"})
    await local.gateway.drop_connections()
    await local.gateway.until_connected()
    shown = json.dumps([push for push in await han.all_pushed() if push["type"] == "trace"])
    shown += json.dumps(await kept(han))
    assert len(tokens) == 4
    for secret in (*tokens, local.token, "of-nobody-known"):
        assert secret not in shown
    assert "[redacted]" in shown


async def test_pictures_are_told_by_their_length(demo: Cantina, rest: Rest, han: Tab):
    picture = "data:image/png;base64," + "AAAA" * 5000
    path = f"/applications/{demo.local.world.application_id}/emojis"
    assert (await rest("POST", path, {"name": "d6", "image": picture}))[0] == 201
    shown = of(await kept(han), "request")[-1]["body"]["image"]
    assert (len(shown) < 200, "(20,022 characters)" in shown) == (True, True)


async def test_the_latest_two_hundred_requests_are_kept(demo: Cantina, rest: Rest, han: Tab):
    demo.local.rates.enabled = False
    for number in range(traces.REQUESTS_KEPT + 5):
        await rest("GET", f"/channels/{number + 1}")
    requests = of(await kept(han), "request")
    assert (len(requests), requests[0]["title"]) == (traces.REQUESTS_KEPT, "GET /channels/6")
    assert requests[0]["limit"] == "the limits are switched off"


async def test_nothing_is_written_down_while_nobody_reads(demo: Cantina, rest: Rest, han: Tab, monkeypatch):
    monkeypatch.setattr(traces, "to_text", lambda payload: pytest.fail("somebody wrote it down"))
    await rest("GET", "/users/@me")
    assert (await han.ask("look", channel=str(demo.channel.id)))["ok"] is True


async def test_the_gateway_is_shut_to_pages_of_other_sites(local: LocalDiscord, browser: Browser):
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await browser.session.ws_connect(local.gateway_url, origin="http://evil.example")
