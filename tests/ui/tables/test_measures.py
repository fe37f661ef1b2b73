"""Measures of people who play: counted once each, without ids, and at little cost to a click."""

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.http import Route
from prometheus_client.parser import text_string_to_metric_families

from bot.db import DatabaseAway
from bot.health import Readiness
from bot.metrics import Gauges, meter
from bot.operating.endpoint import Sources, listening
from bot.ui.connection import RequestPace
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening

_MEASURING = re.compile(r"/(prometheus_client|bot/metrics\.py)")
MOST_CALLS = 60
"""Calls of functions that measure, for one click. A click calls thousands of others."""

SOURCES = Sources(
    latencies=lambda: [(0, 0.25)], servers=lambda: 1, drawings=lambda: 3, backed_up_at=lambda: 1_800_000_000.0
)


@pytest.fixture(autouse=True)
def measured() -> Iterator[None]:
    """Measure from before the bot is built."""
    meter.start()
    yield
    meter.stop()


def value(name: str, **labels: str) -> float:
    """Return the value of a measure, 0 if nothing has been counted under these labels."""
    return samples().get((name, tuple(sorted(labels.items()))), 0.0)


def samples() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    families = text_string_to_metric_families(meter.exposition(Gauges()).decode())
    return {(one.name, tuple(sorted(one.labels.items()))): one.value for family in families for one in family.samples}


async def play_a_hand(evening: Evening, han: Player, lando: Player) -> None:
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")


async def test_a_click_is_counted_once_with_its_commit_and_its_requests(evening: Evening, han: Player, lando: Player):
    await play_a_hand(evening, han, lando)
    await evening.clock.advance(10)
    names = ("shadowport_acknowledgement_seconds_count", "shadowport_commit_seconds_count")
    before = value(names[0], kind="click"), value(names[1]), value("shadowport_discord_responses_total", status="2xx")
    await han.click(evening.message, "Check")
    await evening.clock.advance(10)
    after = value(names[0], kind="click"), value(names[1]), value("shadowport_discord_responses_total", status="2xx")
    assert [now - was for was, now in zip(before, after, strict=True)] == [1, 1, 1]


async def test_an_acknowledgement_takes_as_long_as_the_person_has_waited(
    evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    """The handler's answer comes late, so the bot has acknowledged the click after 2 seconds by the tables' clock."""
    await play_a_hand(evening, han, lando)
    before = value("shadowport_acknowledgement_seconds_sum", kind="click")
    act = evening.services.tables.playing.act

    async def slow(*args: object, **more: object) -> object:
        await evening.clock.sleep(2.5)
        return await act(*args, **more)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(evening.services.tables.playing, "act", slow)
    waiting = han.click(evening.message, "Check")
    await evening.clock.advance(10)
    await waiting
    assert value("shadowport_acknowledgement_seconds_sum", kind="click") - before == 2.0


async def test_ends_of_hands_are_counted_by_game(evening: Evening, han: Player, lando: Player, gm: Player):
    async with listening("127.0.0.1", 0, evening.services, Readiness(), SOURCES):
        await play_a_hand(evening, han, lando)
        assert value("shadowport_hands_total", game="pilok", end="void") == 0
        question = await evening.privately(gm, "More…", "Void the hand")
        await gm.click(question.shown, "Void the hand")
        assert value("shadowport_hands_total", game="pilok", end="void") == 1


async def test_refusals_and_errors_are_counted_by_kind(evening: Evening, han: Player, lando: Player):
    await play_a_hand(evening, han, lando)
    await lando.click(evening.message, "Check")
    assert value("shadowport_errors_total", kind="refused") == 1
    assert value("shadowport_errors_total", kind="unexpected") == 0
    logging.getLogger("bot").error("a test says so")
    assert value("shadowport_log_records_total", level="ERROR") == 1


async def test_a_request_too_many_is_a_class_of_its_own(clock: ManualClock, monkeypatch: pytest.MonkeyPatch):
    async def refuse(_: web.Request) -> web.Response:
        return web.json_response({"retry_after": 1}, status=429)

    application = web.Application()
    application.router.add_get("/api/v10/gateway", refuse)
    application.router.add_get("/file.png", refuse)
    async with TestServer(application) as server, ClientSession(trace_configs=[RequestPace(clock, 0).trace]) as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        await session.get(server.make_url("/api/v10/gateway"))
        await session.get(server.make_url("/file.png"))
    assert value("shadowport_discord_responses_total", status="429") == 1


async def test_no_label_holds_an_id(evening: Evening, han: Player, lando: Player):
    await play_a_hand(evening, han, lando)
    await han.click(evening.message, "Check")
    values = {label for _, labels in samples() for _, label in labels}
    assert {"click", "command", "2xx"} <= values
    assert not [label for label in values if re.fullmatch(r"\d{5,}", label)]
    assert len(values) < 100


class Calls:
    """Counts the calls of functions that measure."""

    def __init__(self) -> None:
        self.measuring = self.others = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _MEASURING.search(frame.f_code.co_filename):
            self.measuring += 1
        elif event == "call":
            self.others += 1


async def test_measuring_a_click_takes_few_calls(evening: Evening, han: Player, lando: Player):
    await play_a_hand(evening, han, lando)
    await evening.clock.advance(10)
    calls = Calls()
    with calls.counted():
        await han.click(evening.message, "Check")
    assert 0 < calls.measuring <= MOST_CALLS
    assert calls.measuring < calls.others / 100


async def test_the_port_serves_the_measures_and_whether_the_bot_is_alive_and_ready(
    evening: Evening, han: Player, lando: Player
):
    await play_a_hand(evening, han, lando)
    readiness = Readiness()
    async with (
        listening("127.0.0.1", 0, evening.services, readiness, SOURCES) as url,
        ClientSession() as session,
    ):

        async def get(path: str) -> tuple[int, str]:
            async with session.get(f"{url}{path}") as reply:
                return reply.status, await reply.text()

        assert await get("/healthz") == (200, "The bot is alive.\n")
        assert await get("/readyz") == (503, "The bot is starting.\n")
        readiness.note({})
        assert await get("/readyz") == (200, "The bot is ready.\n")
        readiness.note({"gateway": "The bot isn't connected to Discord yet."})
        assert await get("/readyz") == (503, "The bot isn't connected to Discord yet.\n")
        readiness.note({})
        status, text = await get("/metrics")
        assert status == 200
        for line in (
            "shadowport_open_tables 1.0",
            'shadowport_queue_length{queue="renderer"} 3.0',
            'shadowport_queue_length{queue="writer"} 0.0',
            'shadowport_gateway_latency_seconds{shard="0"} 0.25',
            "shadowport_ready 1.0",
            "shadowport_shards 1.0",
        ):
            assert line in text.splitlines()
        assert (await get("/"))[0] == 404
        evening.services.shards.held = frozenset()
        assert await get("/readyz") == (503, "The bot serves no shard.\n")
        evening.services.shards.held = frozenset({0})


async def test_measures_are_served_while_the_database_is_away(evening: Evening, monkeypatch: pytest.MonkeyPatch):
    class Away:
        async def fetch(self, sql: str, *values: object) -> list[object]:
            raise DatabaseAway("nobody answers")

    monkeypatch.setattr(evening.services.db, "_background", Away())
    async with (
        listening("127.0.0.1", 0, evening.services, Readiness(), SOURCES) as url,
        ClientSession() as session,
        session.get(f"{url}/metrics") as reply,
    ):
        lines = (await reply.text()).splitlines()
    assert "shadowport_open_tables NaN" in lines
    assert "shadowport_ready 0.0" in lines


def test_nothing_of_it_is_loaded_by_a_bot_without_the_port():
    told = "import sys, bot.app; print(*sys.modules.keys() & {'prometheus_client', 'bot.operating.endpoint'})"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
