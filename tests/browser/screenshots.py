"""`make screenshots`: the pictures of the README, taken from the real page. The evening is the same every time."""

import asyncio
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Browser, expect

from bot.emoji.upload import keep_current
from bot.playground.player import Seen
from bot.tables.model import Seeds
from tests.browser.chromium import started_browser
from tests.browser.clock import StillClock
from tests.browser.playground import Playground, opened_playground
from tests.browser.profile import made_profile
from tests.browser.tab import Tab
from tests.e2e.conftest import loaded
from tests.emoji.hasty import Hasty

DOCS = Path(__file__).parents[2] / "docs"
AT_NINE = datetime(2026, 11, 20, 20, 58, tzinfo=UTC)
HAN_DEALS, THE_LIFT, ORBIT = (3,), (2, 1, 1), (1, 1, 4)
_WAITS = 20.0
"""Seconds between two things that somebody does: more than it takes to draw them."""


async def evening(playground: Playground) -> Seen:
    """Up to the second street: Han leads and bets, Roark has called, and Lando is to move."""
    roark, lando, han = (playground.person(name) for name in ("Roark", "Lando", "Han"))
    for player, said in ((roark, "Anybody for a hand?"), (lando, "Deal me in. I feel lucky 🎲")):
        player.say(playground.channel, said)
        playground.clock.skip(_WAITS)
    table = await playground.table("Roark", "Lando", "Han")
    await han.click(table, "Deal")
    await playground.shows(table, "The Lift")
    for player, button, amount in (
        (roark, "Bet…", "50"),
        (lando, "Call", None),
        (han, "Call", None),
        (han, "Bet…", "110"),
        (roark, "Call", None),
    ):
        playground.clock.skip(_WAITS)
        shown = table.text
        answer = await player.click(table, button)
        if amount is not None:
            await player.submit(answer.modal, {"to": amount})
        playground.clock.skip(_WAITS)
        await playground.local.world.until(lambda before=shown: table.text != before)
    return table


async def opened(browser: Browser, playground: Playground, width: int, height: int, scheme: str) -> Tab:
    """The page as Lando, at the playground's own time."""
    context = await made_profile(
        browser,
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="UTC",
        has_touch=width < height,
        is_mobile=width < height,
    )
    page = await context.new_page()
    await page.clock.set_fixed_time(datetime.fromtimestamp(playground.clock.now(), UTC))
    tab = await Tab.opened(page, playground.address, playground.person("Lando"), playground.clock)
    await tab.is_ready()
    await expect(tab.table).to_contain_text("▸ Lando")
    await page.evaluate("document.fonts.ready")
    return tab


async def main() -> None:
    """Write every picture. LookupError if this machine has no Chromium."""
    DOCS.mkdir(exist_ok=True)
    seeds = Seeds(open="5e" * 32, closed="ad" * 32)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            started_browser() as browser,
            opened_playground(
                Path(folder),
                clock=StillClock(AT_NINE.timestamp()),
                chances=loaded(HAN_DEALS, THE_LIFT, ORBIT),
                seeds=lambda: seeds,
            ) as playground,
        ):
            await keep_current(playground.bot, playground.house.pictures, Hasty())
            table, lando = await evening(playground), playground.person("Lando")
            seat = (await lando.click(table, "My seat")).message
            dark = await opened(browser, playground, 1280, 960, "dark")
            playground.person("Han").say(
                playground.cantina.channels[1], f"<@{lando.id}> there is a bigger game in here"
            )
            await expect(dark.page.get_by_role("button", name=re.compile("high-stakes.*1 mention"))).to_be_visible()
            await dark.page.screenshot(path=DOCS / "playground.png")
            if seat is not None:
                lando.dismiss(seat)
            phone = await opened(browser, playground, 390, 844, "dark")
            await phone.page.screenshot(path=DOCS / "phone.png")
            for scheme in ("dark", "light"):
                tab = await opened(browser, playground, 1000, 900, scheme)
                await tab.table.locator(".components").screenshot(path=DOCS / f"table-{scheme}.png")
            faults = [*dark.faults, *phone.faults]
    if faults:
        raise SystemExit("\n".join(faults))


if __name__ == "__main__":
    asyncio.run(main())
