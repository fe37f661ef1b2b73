"""Profiles of the browser, as tests wish for them."""

from collections import defaultdict
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page
from yarl import URL

from tests.browser.playground import Rooms
from tests.browser.tab import Tab

PATIENCE = 20_000
"""Milliseconds after which what never comes fails a test: a safety net only."""
_REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI || "inline"} ${event.sample}`);
});
"""


async def made_profile(browser: Browser, **wishes: Any) -> BrowserContext:
    """Make a profile with Playwright's options; the console shows violations of a page's policy."""
    context = await browser.new_context(**wishes)
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(_REPORT_VIOLATIONS)
    return context


class KeptProfiles:
    """A profile for each set of wishes, whose pages are used again: a new page costs more than most tests.

    What a page has stored is taken from it before the next test, which may be at the same address.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}
        self._blank: dict[str, list[Page]] = defaultdict(list)
        self._taken: list[tuple[str, Tab]] = []

    async def opened(self, rooms: Rooms, name: str, **wishes: Any) -> Tab:
        """Open the page as a person, with Playwright's options for a profile."""
        key = repr(sorted(wishes.items()))
        if key not in self._contexts:
            self._contexts[key] = await made_profile(self._browser, **wishes)
        blank = self._blank[key]
        page = blank.pop() if blank else await self._contexts[key].new_page()
        tab = await Tab.opened(page, rooms.address, rooms.person(name), rooms.clock)
        self._taken.append((key, tab))
        return tab

    @property
    def faults(self) -> dict[str, list[str]]:
        """The errors in the open tabs, by the tab's person."""
        return {tab.player.user.name: tab.unexpected for _, tab in self._taken if tab.unexpected}

    async def take_back(self) -> None:
        """End the test: leave its tabs, and close everything that it opened beside them."""
        for key, tab in self._taken:
            if not tab.page.is_closed():
                await _forget_what_is_stored(tab)
            if tab.is_spent or tab.page.viewport_size != tab.viewport:
                continue
            await tab.page.evaluate("sessionStorage.clear()")
            await tab.left()
            self._blank[key].append(tab.page)
        self._taken.clear()
        for key, context in self._contexts.items():
            for page in context.pages:
                if page not in self._blank[key]:
                    await page.close()


async def _forget_what_is_stored(tab: Tab) -> None:
    """At the address where it was opened, wherever its page may have gone meanwhile."""
    session = await tab.page.context.new_cdp_session(tab.page)
    origin = str(URL(tab.address).origin())
    await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
    await session.detach()
