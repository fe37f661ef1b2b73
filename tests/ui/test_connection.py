"""The requests that Discord counts are spaced evenly, those of people first; answers to clicks wait for nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import connected
from bot.services import Services
from bot.settings import api_address
from bot.ui.client import Shadowport
from bot.ui.connection import RequestPace, in_background
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.conftest import running, settings_of


class Turns:
    """Requests that wait for their turn, and the order in which they were let through."""

    def __init__(self, clock: ManualClock) -> None:
        self.pace, self.taken = RequestPace(clock, 1.0), list[str]()
        self._tasks = list[asyncio.Task[None]]()

    def wants(self, name: str) -> asyncio.Task[None]:
        self._tasks.append(asyncio.create_task(self._wait(name)))
        return self._tasks[-1]

    async def _wait(self, name: str) -> None:
        await self.pace.turn()
        self.taken.append(name)


@pytest.fixture
async def turns(clock: ManualClock) -> Turns:
    return Turns(clock)


async def test_requests_are_spaced_evenly(turns: Turns, clock: ManualClock):
    for name in "abc":
        turns.wants(name)
    await clock.advance(0)
    assert turns.taken == ["a"]
    await clock.advance(0.99)
    assert turns.taken == ["a"]
    await clock.advance(0.01)
    assert turns.taken == ["a", "b"]
    await clock.advance(1)
    assert turns.taken == ["a", "b", "c"]


async def test_a_pause_saves_up_no_burst(turns: Turns, clock: ManualClock):
    await turns.wants("first")
    await clock.advance(60)
    turns.wants("a")
    turns.wants("b")
    await clock.advance(0)
    assert turns.taken == ["first", "a"]


async def test_the_background_lets_people_go_first(turns: Turns, clock: ManualClock):
    turns.wants("first")
    with in_background():
        for name in ("screen 1", "screen 2", "screen 3"):
            turns.wants(name)
    await clock.advance(0)
    turns.wants("click 1")
    turns.wants("click 2")
    await clock.advance(5)
    assert turns.taken == ["first", "screen 1", "click 1", "click 2", "screen 2", "screen 3"]


async def test_a_request_that_is_given_up_takes_no_turn(turns: Turns, clock: ManualClock):
    turns.wants("first")
    given_up = turns.wants("given up")
    turns.wants("next")
    await clock.advance(0.5)
    given_up.cancel()
    await clock.advance(0.5)
    assert turns.taken == ["first", "next"]


async def test_a_clock_that_is_put_back_holds_up_nobody_for_longer_than_the_gap(clock: ManualClock):
    turns = Turns(clock)
    await turns.wants("first")
    clock._now -= 3600
    turns.wants("second")
    await clock.advance(1)
    assert turns.taken == ["first", "second"]


@asynccontextmanager
async def paced(
    services: Services, local: LocalDiscord, clock: ManualClock, folder: Path, host: str
) -> AsyncIterator[Shadowport]:
    """Run the bot with one request a second, connected while time passes; then the clock stands still."""

    async def tick() -> None:
        while True:
            await clock.advance(1)

    ticking = asyncio.create_task(tick())
    address = api_address(local.api_url.replace("127.0.0.1", host))
    settings = settings_of(local, folder).model_copy(update={"requests_per_second": 1.0, "discord_api_url": address})
    try:
        async with connected(services, settings) as client, running(client):
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)
            yield client
    finally:
        ticking.cancel()


@pytest.mark.parametrize("host", ["127.0.0.1", "LOCALHOST"])
async def test_answers_to_commands_and_clicks_are_not_paced_and_messages_are(
    services: Services, local: LocalDiscord, clock: ManualClock, channel: Channel, gm: Player, tmp_path: Path, host: str
):
    async with paced(services, local, clock, tmp_path, host) as client:
        await clock.advance(1)
        place = client.get_partial_messageable(channel.id)
        await place.send("one")
        second = asyncio.create_task(place.send("two"))
        answers = [await (await gm.slash(channel, "wallet show")).done() for _ in range(3)]
        assert all(answer.message is not None for answer in answers)
        assert not second.done()
        await clock.advance(1)
        await asyncio.wait_for(second, 10)
    assert [message.content for message in local.world.history(channel) if message.content] == ["one", "two"]
