"""A tab's socket: its hello, and answers to whatever anybody may write into it."""

import asyncio
import json
from typing import Any

import pytest

from playground.discord.server import LocalDiscord
from playground.page import tab as tabs
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Setting, Tab, ended
from tests.playground.tiny_bot import TinyBot


async def test_the_first_frame_says_who_and_where_one_is(demo: Cantina, han: Tab):
    hello = han.pushed[0]
    assert hello["type"] == "hello"
    assert hello["me"] == {"id": str(demo.han.id), "name": "Han", "user": "han", "role": "player"}
    assert [(one["name"], one["role"]) for one in hello["people"]] == [
        ("Lady Proxima", "GM"),
        ("Han", "player"),
        ("Lando", "player"),
    ]
    assert hello["server"] == {"id": str(demo.guild.id), "name": "Cantina"}
    assert (hello["bot"]["name"], hello["bot_here"]) == ("Shadowport", False)
    assert hello["channels"] == [
        {
            "id": str(demo.channel.id),
            "name": "tables",
            "topic": "Where it is played",
            "kind": "text",
            "parent": None,
            "private": False,
            "may_write": True,
            "last": None,
        }
    ]
    assert hello["games"][1] == {
        "key": "pazaak",
        "title": "Pazaak",
        "tagline": "First to three",
        "company": "For two, or one person with an NPC",
        "seats": "2 seats",
    }
    assert hello["time"] == demo.local.clock.now()
    assert {"id": str(demo.guild.id), "name": "@everyone"} in hello["roles"]


@pytest.mark.parametrize(
    "named, name",
    [
        ("lady_proxima", "Lady Proxima"),
        ("proxima", "Lady Proxima"),
        ("lady  PROX", "Lady Proxima"),
        ("HAN", "Han"),
        ("nd", "Lando"),
        (None, "Han"),
        ("", "Han"),
    ],
)
async def test_a_person_goes_by_a_part_of_their_name_and_without_one_the_first_player_sits_down(
    browser: Browser, named: str | None, name: str
):
    async with browser.tab(named) as tab:
        assert tab.pushed[0]["me"]["name"] == name


@pytest.mark.parametrize("named", ["greedo", "0", "Han Solo", "%F0%9F%8E%B2", "operator", "shadowport"])
async def test_a_stranger_gets_no_hello(browser: Browser, named: str):
    async with browser.session.ws_connect(f"{browser.page.address}socket?as={named}") as socket:
        frame = await socket.receive()
        assert frame.data == 4004
        assert str(frame.extra).startswith("Nobody here is called “")


@pytest.mark.parametrize("named", ["an", "x" * 99 + "🎲", "🎲" * 50])
async def test_a_name_of_several_people_or_nobody_is_refused_in_a_sentence_that_fits(browser: Browser, named: str):
    async with browser.session.ws_connect(f"{browser.page.address}socket", params={"as": named}) as socket:
        frame = await socket.receive()
        assert frame.data == 4004
        assert str(frame.extra).endswith(" could be Han or Lando." if named == "an" else "”.")


async def test_tab_treats_a_person_who_left_the_server_as_a_stranger(demo: Cantina, browser: Browser, han: Tab):
    demo.local.world.remove_member(demo.guild, demo.guild.members[demo.han.id])
    assert (await han.push("channels"))["channels"] == []
    assert [one["name"] for one in (await han.push("people"))["people"]] == ["Lady Proxima", "Lando"]
    async with browser.session.ws_connect(f"{browser.page.address}socket?as=han") as socket:
        assert (await socket.receive()).data == 4004


HERE, GONE = "{channel}", "1"
BAD_ASKS: list[Any] = [
    {"do": "look", "channel": GONE},
    {"do": "look", "channel": 5},
    {"do": "look", "channel": "five"},
    {"do": "look", "channel": "9" * 400},
    {"do": "look", "channel": None},
    {"do": "look", "channel": ["1"]},
    {"do": "look"},
    {"do": "look", "channel": HERE, "limit": 0},
    {"do": "look", "channel": HERE, "limit": 101},
    {"do": "look", "channel": HERE, "limit": True},
    {"do": "look", "channel": HERE, "limit": 1.5},
    {"do": "look", "channel": HERE, "before": 5},
    {"do": "say", "channel": HERE, "text": ""},
    {"do": "say", "channel": HERE, "text": " \n "},
    {"do": "say", "channel": HERE, "text": "x" * 2001},
    {"do": "say", "channel": HERE, "text": {"a": 1}},
    {"do": "say", "channel": GONE, "text": "hello"},
    {"do": "commands", "channel": GONE},
    {"do": "command", "channel": HERE, "words": "no such"},
    {"do": "command", "channel": HERE, "words": " "},
    {"do": "command", "channel": HERE, "words": "pilok open", "options": [1]},
    {"do": "command", "channel": HERE, "words": "pilok open", "options": {"x": {"a": 1}}},
    {"do": "complete", "channel": HERE, "words": "pilok seat", "option": "name"},
    {"do": "complete", "channel": HERE, "words": "pilok", "option": "name", "typed": ""},
    {"do": "click", "channel": HERE, "message": GONE, "custom_id": "x"},
    {"do": "click", "channel": GONE, "message": GONE, "custom_id": "x"},
    {"do": "click", "channel": HERE, "message": HERE, "custom_id": 5},
    {"do": "select", "channel": HERE, "message": GONE, "custom_id": "x", "values": []},
    {"do": "select", "channel": HERE, "message": GONE, "custom_id": "x", "values": "x"},
    {"do": "submit", "form": GONE, "answers": {}},
    {"do": "submit", "form": GONE, "answers": []},
    {"do": "submit", "form": GONE, "answers": {"x": 1.5}},
    {"do": "dismiss", "channel": HERE, "message": GONE},
    {"do": "try", "game": "sabacc of another galaxy"},
    {"do": "try", "people": [GONE]},
    {"do": "try", "people": ["x"]},
    {"do": "watch"},
    {"do": "watch", "on": "yes"},
    {"do": "fly"},
    {"do": ["look"]},
    {"do": None},
    {},
]


@pytest.mark.parametrize("wrong", BAD_ASKS, ids=lambda wrong: json.dumps(wrong)[:60])
async def test_a_wrong_ask_is_answered_with_a_sentence(demo: Cantina, bot: TinyBot, han: Tab, wrong: dict[str, Any]):
    ids = {name: str(demo.channel.id) if value == HERE else value for name, value in wrong.items()}
    await han.socket.send_str(json.dumps({"n": 7, **ids}))
    reply = await han.answer(7)
    assert reply["ok"] is False
    assert reply["why"][0].isupper() or reply["why"].startswith(("/", "pilok"))
    assert reply["why"].endswith(".")
    assert (await han.ask("look", channel=str(demo.channel.id)))["ok"] is True


async def test_a_number_without_end_is_none(demo: Cantina, han: Tab):
    where = f'"n": 7, "channel": "{demo.channel.id}"'
    for rest in ('"do": "look", "limit": 1e999', '"do": "command", "words": "give", "options": {"amount": 1e999}'):
        await han.socket.send_str(f"{{{where}, {rest}}}")
        assert (await han.answer(7))["ok"] is False


@pytest.mark.parametrize(
    "frame",
    [
        "nonsense",
        "",
        "{",
        "[" * 100_000,
        '{"n": NaN' + "}" * 3,
        '{"n": 1, "do": "say", "channel": "1", "text": "half \\ud83c of a die"}',
        '{"n": ' + "1" * 5000 + "}",
        "null",
        "[]",
        '"look"',
        "5",
        '{"n": "1", "do": "look", "channel": "1"}',
        '{"n": true, "do": "fresh"}',
        '{"n": null}',
    ],
    ids=lambda frame: frame[:30],
)
async def test_tab_answers_an_unreadable_frame_without_a_number(demo: Cantina, han: Tab, frame: str):
    await han.socket.send_str(frame)
    assert (await han.answer(None))["ok"] is False
    assert (await han.ask("look", channel=str(demo.channel.id)))["ok"] is True


async def test_a_flood_of_garbage_closes_the_tab(han: Tab):
    for _ in range(tabs.UNREADABLE_AT_MOST):
        await han.socket.send_bytes(b"\x00\xff")
    assert all(json.loads(frame)["ok"] is False for frame in await ended(han))
    assert han.socket.close_code == tabs.GARBAGE


async def test_asks_are_answered_while_another_waits(demo: Cantina, setting: Setting, han: Tab):
    setting.wait_for = asyncio.Event()
    waiting = await han.send("try")
    assert (await han.ask("look", channel=str(demo.channel.id)))["ok"] is True
    setting.wait_for.set()
    assert (await han.answer(waiting))["channel"] == str(demo.channel.id)


async def test_a_closing_playground_says_goodbye(han: Tab, lando: Tab, local: LocalDiscord):
    await asyncio.gather(local.stop(), ended(han), ended(lando))
    assert (han.socket.close_code, lando.socket.close_code) == (1001, 1001)
