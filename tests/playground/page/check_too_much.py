"""More than anybody needs: too many pieces, too long names, too many asks at once."""

import asyncio
import contextlib
from typing import Any

import pytest

from playground.page import protocol
from playground.page import tab as tabs
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Setting, Tab, ended
from tests.playground.tiny_bot import TinyBot

GONE = "1"


@pytest.mark.parametrize(
    "much",
    [
        {"do": "command", "words": "give", "options": {str(number): {} for number in range(26)}},
        {"do": "complete", "words": "give", "option": "to", "typed": "", "options": {str(n): 1 for n in range(26)}},
        {"do": "submit", "form": GONE, "answers": {str(number): 1.5 for number in range(41)}},
        {"do": "submit", "form": GONE, "answers": {"x": ["a"] * 26}},
        {"do": "select", "message": GONE, "custom_id": "x", "values": ["a"] * 26},
        {"do": "try", "people": [GONE] * 26},
    ],
    ids=lambda much: much["do"],
)
async def test_too_much_of_anything_is_one_short_sentence(demo: Cantina, han: Tab, much: dict[str, Any]):
    refused = await han.ask(**({"channel": str(demo.channel.id)} | much))
    assert refused["why"].startswith("There is something wrong with ")
    assert refused["why"].endswith((": at most 25 are taken.", ": at most 40 are taken."))


async def test_a_frame_of_countless_pieces_is_not_even_read(demo: Cantina, han: Tab):
    pieces = ",".join(['{"a":{}}'] * protocol.COMMAS_AT_MOST)
    for number, frame in ((7, f'{{"n": 7, "do": "try", "people": [{pieces},1]}}'), (None, f"[{pieces},1,1]")):
        await han.socket.send_str(frame)
        assert (await han.answer(number))["why"] == "There is too much in that frame."


async def test_a_long_name_is_cut_off_in_the_answer(demo: Cantina, han: Tab):
    where = {"channel": str(demo.channel.id), "words": "give"}
    assert len((await han.ask("command", **where, options={"k" * 100_000: 1}))["why"]) < 250


async def test_of_many_unknown_options_three_are_named(demo: Cantina, bot: TinyBot, han: Tab):
    where = {"channel": str(demo.channel.id), "words": "pilok open"}
    refused = await han.ask("command", **where, options=dict.fromkeys("abcde", 1))
    assert refused["why"] == "/pilok open has no option a, b, c and 2 more."
    refused = await han.ask("command", **where, options=dict.fromkeys("abc", 1))
    assert refused["why"] == "/pilok open has no option a, b, c."


async def test_a_frame_of_many_megabytes_closes_that_tab_alone(browser: Browser, han: Tab, lando: Tab, demo: Cantina):
    with contextlib.suppress(ConnectionError):
        await han.socket.send_str("x" * (tabs.FRAME_AT_MOST + 1))
    await ended(han)
    assert (await lando.ask("look", channel=str(demo.channel.id)))["ok"] is True


async def test_too_many_asks_at_once_are_refused_and_the_rest_answered(demo: Cantina, setting: Setting, han: Tab):
    setting.wait_for = asyncio.Event()
    numbers = [await han.send("try") for _ in range(tabs.ASKED_AT_ONCE + 5)]
    refused = [await han.answer(number) for number in numbers[-5:]]
    assert [reply["ok"] for reply in refused] == [False] * 5
    setting.wait_for.set()
    assert (await han.answer(numbers[0]))["ok"] is True
