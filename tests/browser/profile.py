"""Profiles of the browser: one for a test that wishes for something, and one that all others share."""

from typing import Any

from playwright.async_api import Browser, BrowserContext, Page

from tests.browser.tab import Tab

PATIENCE = 20_000
"""Milliseconds after which what never comes fails a test: a safety net only."""
_REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI || "inline"} ${event.sample}`);
});
"""


async def made_profile(browser: Browser, **wishes: Any) -> BrowserContext:
    """A new profile, with Playwright's options for it; it tells of violations of a page's policy on the console."""
    context = await browser.new_context(**wishes)
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(_REPORT_VIOLATIONS)
    return context


class SharedProfile:
    """A profile whose pages are used again, because a new one costs more than most tests.

    Every playground has a port of its own, and so what a test has stored isn't there for the next.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._blank: list[Page] = []

    async def page(self) -> Page:
        """A page that is blank."""
        return self._blank.pop() if self._blank else await self._context.new_page()

    async def take_back(self, tabs: list[Tab]) -> None:
        """The test is over: its tabs are left, and whatever it opened beside them is closed."""
        for tab in tabs:
            await tab.page.evaluate("localStorage.clear(), sessionStorage.clear()")
            await tab.left()
            self._blank.append(tab.page)
        for page in self._context.pages:
            if page not in self._blank:
                await page.close()
