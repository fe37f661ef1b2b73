"""The machine's own Chromium, driven by Playwright, which fetches nothing."""

import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from playwright.async_api import Browser, async_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first draws the same pages without what only a window needs, in two thirds of the time."""
REBOUND = "rebound.test"
"""A name that this Chromium resolves to this machine, as a stranger's name server could."""
MISSING = "no Chromium on this machine (Debian: apt-get install chromium-headless-shell fonts-noto-color-emoji)"
_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-site-isolation-trials",
    "--disable-sync",
    "--force-color-profile=srgb",
    f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1",
    "--no-first-run",
    "--process-per-site",
    "--renderer-process-limit=1",
)
"""Much of it is for one process that draws all tabs of a profile: it keeps what it has loaded from test to test."""


@cache
def chromium() -> str | None:
    """Return the path of the first Chromium on PATH that starts: a name may be a stub that only offers to install."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None and _starts(found):
            return found
    return None


def _starts(program: str) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@asynccontextmanager
async def started_browser() -> AsyncIterator[Browser]:
    """One Chromium without a window. LookupError if this machine has none."""
    program = chromium()
    if program is None:
        raise LookupError(MISSING)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()
