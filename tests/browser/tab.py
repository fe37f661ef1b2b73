"""A tab of the browser in which one person plays, and everything that went wrong in it."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any
from urllib.parse import quote

from playwright.async_api import (
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    WebSocket,
    WebSocketRoute,
    expect,
)

from playground.people import Player
from tests.browser.clock import SkippingClock

_GONE_ON = "net::ERR_ABORTED"
"""How a request ends whose page is left or loaded anew, or whose reply nobody reads to its end."""


@dataclass(eq=False)
class Tab:
    """One page, as one person.

    `frames` are the texts that its sockets received, `sent` those that they sent. `faults` are what a page must not do:
    errors on the console, exceptions that nobody caught, violations of the content policy, requests that failed. A test
    that expects one says so with `tolerate`; any other fails it at its end. `viewport` is the size it was opened with;
    a page that `is_spent` has become another than a new one would be, and isn't used again.
    """

    page: Page
    address: str
    player: Player
    clock: SkippingClock
    frames: list[str] = field(default_factory=list[str])
    sent: list[str] = field(default_factory=list[str])
    faults: list[str] = field(default_factory=list[str])
    is_spent: bool = False
    viewport: ViewportSize | None = field(init=False)
    tolerated: list[re.Pattern[str]] = field(default_factory=list[re.Pattern[str]])

    @classmethod
    async def opened(cls, page: Page, address: str, player: Player, clock: SkippingClock) -> "Tab":
        """Open the playground's address in `page`; it needn't have drawn anything yet."""
        tab = cls(page, f"{address}?as={quote(player.user.name)}", player, clock)
        for event, hear in tab._ears.items():
            page.on(event, hear)  # pyright: ignore[reportCallIssue, reportArgumentType]  # an overload for each name
        await page.goto(tab.address)
        await tab.to_front()
        return tab

    async def left(self) -> None:
        """Hear nothing more of the page, and leave it blank."""
        for event, hear in self._ears.items():
            self.page.remove_listener(event, hear)
        await self.page.mouse.move(0, 0)
        await self.page.goto("about:blank")

    def tolerate(self, pattern: str) -> None:
        """Faults in which this is found are expected."""
        self.tolerated.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        """The faults that nobody tolerates."""
        return [fault for fault in self.faults if not any(known.search(fault) for known in self.tolerated)]

    async def click(self, name: str, *, within: Locator | None = None) -> None:
        """Press the last button of this name (tables and their answers stand at the bottom), a while after the last."""
        await self.to_front()
        self.clock.skip(1)
        await self.button(name, within=within).click()

    def button(self, name: str, *, within: Locator | None = None) -> Locator:
        """Return the last button whose whole name this is, except for the person who alone may press it."""
        return (
            (within or self.page)
            .get_by_role("button", name=re.compile(f"^([^:]*: )?{re.escape(name)}$".replace("/", r"\/")))
            .last
        )

    @property
    def log(self) -> Locator:
        """The list of messages."""
        return self.page.get_by_role("log")

    @property
    def form(self) -> Locator:
        """The form that is open."""
        return self.page.get_by_role("dialog")

    @property
    def composer(self) -> Locator:
        """Where messages and commands are typed."""
        return self.page.get_by_role("combobox", name=re.compile("^Message #"))

    @property
    def table(self) -> Locator:
        """The message of the last table."""
        return self.log.get_by_role("article").filter(has=self.page.get_by_role("button", name="More…")).last

    def message(self, text: str | re.Pattern[str]) -> Locator:
        """Return the last message that has this text."""
        return self.log.get_by_role("article").filter(has_text=text).last

    async def write(self, text: str) -> None:
        """Type a message and send it."""
        await self.to_front()
        await self.composer.fill(text)
        await self.composer.press("Enter")

    async def command(self, text: str) -> None:
        """Type a whole command, `/pilok open clock:off`, and send it: the first Enter takes it, the second sends it."""
        await self.to_front()
        self.clock.skip(1)
        await self.composer.fill(text)
        await self.composer.press("Enter")
        await self.composer.press("Enter")

    async def to_front(self) -> None:
        """Look at this tab: a browser draws those behind it but once a second."""
        await self.page.bring_to_front()

    async def fill(self, **fields: str) -> None:
        """Fill in the open form, by what its labels begin with (an underscore for what is no letter), and submit it."""
        await self.to_front()
        self.clock.skip(1)
        for label, value in fields.items():
            await self.form.get_by_label(re.compile(f"^{label.replace('_', '.')}", re.IGNORECASE)).fill(value)
        await self.form.get_by_role("button", name="Submit").click()

    async def shows(self, text: str | re.Pattern[str]) -> None:
        """Wait until the messages show a text."""
        await expect(self.log).to_contain_text(text)

    async def is_ready(self) -> "Tab":
        """Wait until the page is connected and the bot is there."""
        await expect(self.composer).to_be_visible()
        return self

    async def is_drawn(self) -> None:
        """Wait until the page has drawn what it has heard: a frame draws what came before it."""
        for _ in range(2):
            await self.page.evaluate("() => new Promise(requestAnimationFrame)")

    async def stop_time(self) -> None:
        """Have the page's own time stand still except for what its clock runs; no frame is drawn in between."""
        self.is_spent = True
        await self.page.clock.install()
        await self.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))

    async def cuttable(self) -> Callable[[], Awaitable[None]]:
        """Load the page anew, with a way to cut its connection: the next one is as good as the first."""
        self.is_spent = True
        sockets: list[WebSocketRoute] = []

        def passed_on(socket: WebSocketRoute) -> None:
            socket.connect_to_server()
            sockets.append(socket)

        await self.page.route_web_socket(re.compile("/socket"), passed_on)
        await self.page.reload()
        await self.is_ready()
        return lambda: sockets[-1].close(code=1001)

    def __post_init__(self) -> None:
        self.viewport = self.page.viewport_size

    @cached_property
    def _ears(self) -> dict[str, Callable[[Any], None]]:
        return {
            "console": self._said,
            "pageerror": lambda error: self.faults.append(f"exception: {error}"),
            "requestfailed": self._failed,
            "response": self._answered,
            "websocket": self._connected,
        }

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure == _GONE_ON:
            return
        self.faults.append(f"request failed: {request.method} {request.url} ({request.failure})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"status {response.status}: {response.request.method} {response.url}")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(_text(payload)))
        socket.on("framesent", lambda payload: self.sent.append(_text(payload)))


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode(errors="replace")
