"""The page of one server with its owner and two guests, and tabs as a browser opens them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest

from bot.app import point_discord_at
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Message
from playground.discord.world.conversation import EPHEMERAL
from playground.page.site import Page
from playground.page.stage import OfferedGame
from playground.people import Player
from tests.local_discord import Tolerated, described, discord_put_back
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina

Json = dict[str, Any]

GAMES = [
    OfferedGame(
        "pilok",
        "Three Street Pi'Lok",
        "Dice, and how far you trust them",
        "For a party, or one person with NPCs",
        "2 to 10 seats",
    ),
    OfferedGame("pazaak", "Pazaak", "First to three", "For two, or one person with an NPC", "2 seats"),
]


@dataclass
class Setting:
    """What stands behind the page's buttons in these tests: `asked` is what was asked for."""

    channel: Channel
    asked: list[Any] = field(default_factory=list[Any])
    refusal: Exception | None = None
    wiped: Callable[[], None] = lambda: None
    wait_for: asyncio.Event | None = None

    async def rehearse(self, person: Player, game: str | None, preset: str | None, people: list[Player] | None) -> int:
        self.asked.append((person.user.name, game, preset, None if people is None else [p.user.name for p in people]))
        await self._wait()
        return self.channel.id

    async def start_fresh(self) -> None:
        self.asked.append("fresh")
        await self._wait()
        self.wiped()

    async def _wait(self) -> None:
        if self.wait_for is not None:
            await self.wait_for.wait()
        if self.refusal is not None:
            raise self.refusal


@pytest.fixture
def demo(clock: ManualClock) -> Cantina:
    """Return a server that doesn't listen yet: the page is put on it before."""
    local = LocalDiscord(clock)
    local.schema = described()
    world = local.world
    owner = world.add_user("Lady Proxima")
    guild = world.add_guild("Cantina", owner=owner)
    channel = world.add_channel(guild, "tables", topic="Where it is played")
    han, lando = (Player(local, world.add_member(guild, name)) for name in ("Han", "Lando"))
    return Cantina(local, guild, channel, Player(local, owner), han, lando)


@pytest.fixture
def setting(demo: Cantina) -> Setting:
    return Setting(demo.channel)


@pytest.fixture
def page(demo: Cantina, setting: Setting) -> Page:
    people = (demo.owner, demo.han, demo.lando)
    return Page(
        demo.local,
        people=people,
        guild=demo.guild,
        games=GAMES,
        rehearse=setting.rehearse,
        start_fresh=setting.start_fresh,
    )


@pytest.fixture
async def local(demo: Cantina, page: Page) -> AsyncIterator[LocalDiscord]:
    """Run the server with the page on it; each complaint of it fails the test."""
    with discord_put_back():
        await demo.local.start()
        point_discord_at(demo.local.api_url, demo.local.gateway_url)
        yield demo.local
        await demo.local.stop()
    assert isinstance(demo.local.problems, Tolerated) or demo.local.problems == []


class Tab:
    """A tab: asks and their answers, and what was pushed in between, in order."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.pushed: list[Json] = []
        self._asked = 0

    async def ask(self, do: str, **fields: Any) -> Json:
        """Ask, and wait for the answer; what is pushed before it goes to `pushed`."""
        return await self.answer(await self.send(do, **fields))

    async def send(self, do: str, **fields: Any) -> int:
        """Ask, and give the number of the ask."""
        self._asked += 1
        await self.socket.send_json({"n": self._asked, "do": do, **fields})
        return self._asked

    async def answer(self, number: int | None) -> Json:
        """Read on until that ask is answered."""
        while True:
            frame = await self._frame()
            if "type" in frame:
                self.pushed.append(frame)
            elif frame["re"] == number:
                return frame

    async def push(self, kind: str) -> Json:
        """Return the next push of that kind; others are skipped."""
        while True:
            while self.pushed:
                found = self.pushed.pop(0)
                if found["type"] == kind:
                    return found
            self.pushed.append(await self._frame())

    async def all_pushed(self) -> list[Json]:
        """Return everything that was pushed up to now."""
        await self.ask("forget", form="1")
        found, self.pushed = self.pushed, []
        return found

    async def _frame(self) -> Json:
        async with asyncio.timeout(60):
            return await self.socket.receive_json()


class Browser:
    """Opens tabs, and makes requests as it is told."""

    def __init__(self, page: Page, session: aiohttp.ClientSession) -> None:
        self.page, self.session = page, session

    @asynccontextmanager
    async def tab(self, name: str | None = None) -> AsyncIterator[Tab]:
        """Open a tab as a person, after its hello (which is the first of `pushed`)."""
        query = "" if name is None else f"?as={name}"
        async with self.session.ws_connect(f"{self.page.address}socket{query}") as socket:
            tab = Tab(socket)
            tab.pushed.append(await tab._frame())
            yield tab

    async def status(self, path: str = "", method: str = "GET", **headers: str) -> int:
        """Return the status of a request below the key."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.session.request(method, self.page.address + path, headers=named, allow_redirects=False) as got:
            return got.status


@pytest.fixture
async def browser(local: LocalDiscord, page: Page) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session:
        yield Browser(page, session)


@pytest.fixture
async def han(browser: Browser) -> AsyncIterator[Tab]:
    async with browser.tab("han") as tab:
        yield tab


@pytest.fixture
async def lando(browser: Browser) -> AsyncIterator[Tab]:
    async with browser.tab("lando") as tab:
        yield tab


def whisper(demo: Cantina, to: Player, text: str, channel: Channel | None = None) -> Message:
    """Post an ephemeral of the bot."""
    world, place = demo.local.world, channel or demo.channel
    message = Message(world.ids.next(), place.id, place.guild_id, world.bot, world.clock.now(), text, flags=EPHEMERAL)
    message.only_for = to.id
    return world.post(message)


async def ended(tab: Tab) -> list[str]:
    """Return everything a tab gets until its socket closes."""
    found: list[str] = []
    async with asyncio.timeout(60):
        while (frame := await tab.socket.receive()).type is aiohttp.WSMsgType.TEXT:
            found.append(frame.data)
    return found


def told(pushed: list[Json]) -> list[str]:
    """Kind of each push, with the text of messages and the names of channels."""
    found: list[str] = []
    for push in pushed:
        match push["type"]:
            case "message":
                found.append(push["message"]["content"])
            case "channels":
                found.append("channels " + " ".join(channel["name"] for channel in push["channels"]))
            case kind:
                found.append(kind)
    return found
