"""One Chromium for all tests of a worker, a playground for each test, and tabs that must not complain.

Playwright's objects live on one event loop, so every test here runs on the loop of the session, and so does a fixture
that awaits: `@pytest_asyncio.fixture(loop_scope="session")`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, expect

from bot.tables.hand.engine import RngFactory, committed_rng
from tests.browser.chromium import MISSING, chromium, started_browser
from tests.browser.playground import Playground, Rooms, opened_playground
from tests.browser.profile import PATIENCE, KeptProfiles, made_profile
from tests.browser.tab import Tab
from tests.local_discord import Tolerated, discord_put_back

_HERE = Path(__file__).parent
_GROUPS = 2

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put all tests on one loop, and on as few workers as there are groups: each of them starts a browser."""
    files: dict[Path, int] = {}
    for item in items:
        if item.path.is_relative_to(_HERE):
            number = files.setdefault(item.path, len(files))
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.xdist_group(f"browser-{number % _GROUPS}"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Report a missing browser in one line of the summary, not in one for each test."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]:
        report.longrepr = (str(_HERE), None, report.longrepr[2])
    return report


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Start the machine's Chromium; without one, skip the tests that need it."""
    if chromium() is None:
        pytest.skip(MISSING)
    async with started_browser() as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def profiles(browser: Browser) -> KeptProfiles:
    """Keep the profiles that tabs are opened in from one test to the next."""
    return KeptProfiles(browser)


@pytest.fixture
def chances() -> RngFactory:
    """Return the source of the dice; a test that needs certain faces overrides it."""
    return committed_rng


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path, chances: RngFactory) -> AsyncIterator[Playground]:
    """Open a fresh playground with the bot. Each complaint of it fails the test unless it is tolerated."""
    with discord_put_back():
        async with opened_playground(tmp_path, chances=chances) as opened:
            yield opened
    problems = opened.local.problems
    assert isinstance(problems, Tolerated) or problems == []


NewContext = Callable[..., Awaitable[BrowserContext]]
OpenTab = Callable[..., Awaitable[Tab]]
OpenTabAt = Callable[..., Awaitable[Tab]]


@pytest_asyncio.fixture(loop_scope="session")
async def new_context(browser: Browser) -> AsyncIterator[NewContext]:
    """Yield a function that makes a browser's profile of its own, with Playwright's options for it."""
    made: list[BrowserContext] = []

    async def make(**wishes: object) -> BrowserContext:
        made.append(await made_profile(browser, **wishes))
        return made[-1]

    yield make
    for context in made:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def tab_at(profiles: KeptProfiles) -> AsyncIterator[OpenTabAt]:
    """As `tab`, at any playground."""

    async def open_tab(rooms: Rooms, name: str, **wishes: object) -> Tab:
        return await (await profiles.opened(rooms, name, **wishes)).is_ready()

    yield open_tab
    faults = profiles.faults
    await profiles.take_back()
    assert faults == {}


@pytest.fixture
def tab(tab_at: OpenTabAt, playground: Playground) -> OpenTab:
    """Return a function that opens the page as the person with this name, with Playwright's options for a profile.

    Tabs with the same options share a profile. Each fails the test at its end for every fault that it doesn't tolerate.
    """
    return lambda name, **wishes: tab_at(playground, name, **wishes)
