"""The playground's page in a real browser: how soon it is there, how soon a click is drawn, how smoothly it scrolls."""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp
from playwright.async_api import Browser, Page, expect

from tests.browser.chromium import MISSING, chromium, started_browser
from tests.browser.playground import Playground, opened_playground

STARTS = 3
CLICKS = 100
BETWEEN_CLICKS = 0.45
"""Seconds: a person looks at the table first, and the bot draws a table anew at most every 0.4 s."""
MESSAGES = 1_000
NOTCH = 400
"""Pixels of one turn of the wheel."""

_COMPOSER = re.compile("^Message #")

_MEASURE_CLICKS = """() => {
  window.waits = [];
  let pressed = 0;
  addEventListener("pointerdown", () => { pressed = performance.now(); }, true);
  const table = [...document.querySelectorAll("article")].at(-1);
  const state = () => table.querySelector(".components").innerText;
  let before = state();
  new MutationObserver(() => {
    if (!pressed || state() === before) return;
    const from = pressed;
    before = state();
    pressed = 0;
    requestAnimationFrame(() => {
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => waits.push(performance.now() - from);
      drawn.port2.postMessage(0);
    });
  }).observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
}"""

_MEASURE_FRAMES = """() => {
  window.frames_ms = [];
  window.long_ms = [];
  let last = performance.now();
  const frame = (now) => { frames_ms.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => long_ms.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask" });
}"""

_AT_THE_FIRST = """() => {
  const beginning = document.querySelector("[role=log] h2");
  return beginning !== null && beginning.getBoundingClientRect().bottom > 0;
}"""


@asynccontextmanager
async def _started(folder: Path) -> AsyncIterator[str]:
    """Yield the URL that `python -m bot playground` prints, as soon as it does."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "playground", cwd=folder, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "PLAYGROUND_PORT": "0", "LOG_LEVEL": "WARNING"},
    )  # fmt: skip
    try:
        if process.stdout is None:
            raise RuntimeError("the playground has no output")
        yield (await process.stdout.readline()).decode().split()[-1]
    finally:
        process.terminate()
        await process.wait()


async def _start(browser: Browser) -> tuple[float, float, float]:
    """Seconds from the start of the process until the page answers, is drawn, and the bot is there."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        async with _started(Path(folder)) as address:
            async with aiohttp.ClientSession() as session, session.get(address) as reply:
                reply.raise_for_status()
            answered = time.perf_counter() - begun
            page = await browser.new_page()
            await page.goto(address)
            await expect(page.get_by_role("combobox", name=_COMPOSER)).to_be_visible()
            drawn = time.perf_counter() - begun
            await expect(page.get_by_text("is starting")).to_have_count(0)
            complete = time.perf_counter() - begun
            await page.close()
            return answered, drawn, complete


async def _clicks(browser: Browser, clicks: int) -> list[float]:
    """Milliseconds from pressing a button to the frame in which the table shows what came of it.

    One GM plays two NPCs in a process of its own, check by check and hand by hand.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with _started(Path(folder)) as address:
            page = await browser.new_page()
            await page.goto(f"{address}?as=lady_proxima")
            await _seat_npcs(page)
            await page.evaluate(_MEASURE_CLICKS)
            table = page.get_by_role("article").last
            for count in range(clicks):
                button = table.get_by_role("button", name=re.compile("^([^:]*: )?(Check|Pass|Deal|Next hand)$"))
                await button.click()
                await page.wait_for_function("(count) => waits.length > count", arg=count)
                await asyncio.sleep(BETWEEN_CLICKS)
            waits: list[float] = await page.evaluate("waits")
            await page.close()
            return waits


async def _seat_npcs(page: Page) -> None:
    composer = page.get_by_role("combobox", name=_COMPOSER)
    await expect(page.get_by_text("is starting")).to_have_count(0)
    await composer.fill("/pilok open preset:high stakes clock:off")
    await composer.press("Enter")
    await composer.press("Enter")
    for label in ("NPC: ", "NPCs: "):
        await page.get_by_role("combobox", name="Add an NPC…").click()
        await page.get_by_role("option").nth(1).click()
        await expect(page.get_by_role("article").last).to_contain_text(label)


async def _scroll(browser: Browser, messages: int) -> tuple[list[float], list[float], int]:
    """Milliseconds of each frame and of each long task while somebody reads a channel back to its first message."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_playground(Path(folder)) as playground:
            await _talk(playground, messages)
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            await page.goto(f"{playground.address}?as=lando")
            await expect(page.get_by_text(f"Line {messages - 1} ")).to_be_visible()
            await page.evaluate(_MEASURE_FRAMES)
            await page.get_by_role("log").hover()
            notches = 0
            while not await page.evaluate(_AT_THE_FIRST):
                await page.mouse.wheel(0, -NOTCH)
                await page.evaluate("new Promise(requestAnimationFrame)")
                notches += 1
            found = await page.evaluate("[frames_ms, long_ms]")
            await page.close()
            return found[0], found[1], notches


async def _talk(playground: Playground, messages: int) -> None:
    """So many messages, each tenth of them long."""
    people = [playground.person(name) for name in ("Lando", "Han", "Roark")]
    for number in range(messages):
        more = "and **so** on, with `code` and a [link](https://example.org) " * (8 if number % 10 == 0 else 1)
        people[number // 3 % 3].say(playground.channel, f"Line {number} {more}")


def _percentiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    parts = {"p50": 0.5, "p95": 0.95, "worst": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(len(ordered) * at))], 1) for name, at in parts.items()}


async def measure(starts: int = STARTS, clicks: int = CLICKS, messages: int = MESSAGES) -> dict[str, Any]:
    """Start (seconds, medians), clicks and frames (milliseconds); only a line where there is no Chromium."""
    if chromium() is None:
        return {"skipped": MISSING}
    async with started_browser() as browser:
        started = [await _start(browser) for _ in range(starts)]
        waits = await _clicks(browser, clicks)
        frames, long_tasks, notches = await _scroll(browser, messages)
    answered, drawn, complete = (round(median(values), 2) for values in zip(*started, strict=True))
    return {
        "start_s": {"page_answers": answered, "page_drawn": drawn, "bot_there": complete},
        "clicks": len(waits),
        "click_to_redrawn_ms": _percentiles(waits),
        "messages": messages,
        "notches": notches,
        "frame_ms": _percentiles(frames),
        "long_tasks": len(long_tasks),
        "longest_task_ms": round(max(long_tasks, default=0.0), 1),
    }
