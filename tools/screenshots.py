"""`make screenshots`: the pictures of the README, taken from the real page. The evening is the same every time.

`python -m tools.screenshots games --to DIR` photographs every game in a hand and at its result, on a desk and on a
phone. With `--look boards` the tables have drawn boards.
"""

import argparse
import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from playwright.async_api import Browser, FloatRect, expect

from bot.campaigns import Look
from bot.images.upload import keep_current
from bot.tables.model import Seeds
from bot.ui.render.boards import APART
from playground.people import Player, Seen
from tests.browser.chromium import started_browser
from tests.browser.clock import StillClock
from tests.browser.playground import Playground, opened_playground
from tests.browser.profile import made_profile
from tests.browser.sitting import GAMES, WITH_GM, LocalClient, Sitting
from tests.browser.tab import Tab
from tests.e2e.captains import written
from tests.e2e.conftest import loaded
from tests.images.hasty import Hasty
from tests.progress import QuietLoop, watch_databases_and_workers
from tools.long_evening import LongEvening

DOCS = Path(__file__).parents[1] / "docs"
AT_NINE = datetime(2026, 11, 20, 20, 58, tzinfo=UTC)
HAN_DEALS, THE_LIFT, ORBIT = (3,), (2, 1, 1), (1, 1, 4)
SHIPS = {"Roark": ("kli-d7", "kli-dd"), "Lando": ("fed-ca", "kzi-cl"), "Han": ("gor-bc", "rom-dd")}
"""From the left of the sun."""
CARDS = "photon-12 overload phaser-6 drone-8"
SIZES = {"desktop": (1280, 960), "phone": (360, 780)}
_TABLET = 600
"""From this width in pixels on there is a mouse."""
_SEVERAL = 4
"""Seconds in which a hand comes back to somebody, if others only are on autopilot."""
_GATHERED = 1.0
"""Seconds after which private pages show the change that came last."""
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
        await _does(playground, table, player, button, amount)
    return table


async def tournament(playground: Playground) -> Seen:
    """Up to the HET of the first hand: Roark has bet, and Lando, who looks at his ships, is to move."""
    roark, lando, han = (playground.person(name) for name in ("Roark", "Lando", "Han"))
    options = {"prizes": "65 and 35 percent", "clock": "off"}
    table = (await playground.gm.slash(playground.channel, "klingon open", options=options)).message
    if table is None:
        raise RuntimeError("no table was opened")
    for player in (roark, lando, han):
        form = (await player.click(table, "Sit")).modal
        await player.submit(form, {"name": player.user.display_name})
        await playground.shows(table, str(player.user.display_name))
    await roark.click(table, "Begin the tournament")
    await playground.shows(table, "is on the sun")
    for player, button, amount in (
        (roark, "Engage", None),
        (lando, "Engage", None),
        (han, "Check", None),
        (roark, "Bet…", "20"),
        (lando, "Engage", None),
        (han, "Engage", None),
        (roark, "Bet…", "60"),
    ):
        await _does(playground, table, player, button, amount)
    # A calculated chance is shown at once: the page in the picture is no edited one.
    first = await lando.click(table, "My ships")
    await lando.until_sees(playground.channel, "to win, ")
    if first.message is not None:
        lando.dismiss(first.message)
    await lando.click(table, "My ships")
    return table


async def _does(playground: Playground, table: Seen, who: Player, button: str, amount: str | None) -> None:
    """One move, a while after the one before, until it is drawn."""
    playground.clock.skip(_WAITS)
    shown = table.text
    answer = await who.click(table, button)
    if amount is not None:
        await who.submit(answer.modal, {"to": amount})
    playground.clock.skip(_WAITS)
    await playground.local.world.until(lambda: table.text != shown)


async def opened(browser: Browser, playground: Playground, width: int, height: int, scheme: str) -> Tab:
    """Open the page as Lando, who is to move, at the playground's own time."""
    tab = await shown(browser, playground, width, height, scheme)
    await expect(tab.table).to_contain_text("▸ Lando")
    return tab


async def shown(
    browser: Browser, playground: Playground, width: int, height: int, scheme: str, name: str = "Lando"
) -> Tab:
    """Open the page as a person, at the playground's own time."""
    context = await made_profile(
        browser,
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="UTC",
        has_touch=width < _TABLET,
        is_mobile=width < _TABLET,
    )
    page = await context.new_page()
    await page.clock.set_fixed_time(datetime.fromtimestamp(playground.clock.now(), UTC))
    tab = await Tab.opened(page, playground.address, playground.person(name), playground.clock)
    await tab.is_ready()
    await page.evaluate("document.fonts.ready")
    return tab


@asynccontextmanager
async def played(*faces: Iterable[int]) -> AsyncIterator[Playground]:
    """Open a playground at nine in the evening with these numbers from chance; without any, one seed's."""
    with tempfile.TemporaryDirectory() as folder:
        seeds, clock = Seeds(open="5e" * 32, closed="ad" * 32), StillClock(AT_NINE.timestamp())
        chances = {"chances": loaded(*faces)} if faces else {}
        async with opened_playground(Path(folder), clock=clock, seeds=lambda: seeds, **chances) as playground:
            await keep_current(playground.bot, playground.services.images, Hasty())
            yield playground


async def of_pilok(browser: Browser) -> list[str]:
    """Photograph the page, large and on a phone, and a table in it. Return the errors."""
    async with played(HAN_DEALS, THE_LIFT, ORBIT) as playground:
        table, lando = await evening(playground), playground.person("Lando")
        seat = (await lando.click(table, "My seat")).message
        dark = await opened(browser, playground, 1280, 960, "dark")
        playground.person("Han").say(playground.demo.channels[1], f"<@{lando.id}> there is a bigger game in here")
        await expect(dark.page.get_by_role("button", name=re.compile("high-stakes.*1 mention"))).to_be_visible()
        await dark.page.screenshot(path=DOCS / "playground.png")
        if seat is not None:
            lando.dismiss(seat)
        phone = await opened(browser, playground, 390, 844, "dark")
        await phone.page.screenshot(path=DOCS / "phone.png")
        for scheme in ("dark", "light"):
            tab = await opened(browser, playground, 1000, 900, scheme)
            await tab.table.locator(".components").screenshot(path=DOCS / f"table-{scheme}.png")
        return [*dark.faults, *phone.faults]


async def of_klingon(browser: Browser) -> list[str]:
    """Photograph a tournament as Lando sees it, with his own ships below the table. Return the errors."""
    async with played(written(SHIPS, CARDS)) as playground:
        await tournament(playground)
        faults: list[str] = []
        for scheme in ("dark", "light"):
            tab = await opened(browser, playground, 1000, 1300, scheme)
            ships = tab.message("Only you can see this")
            await expect(ships).to_contain_text("to win, ")
            table, page = [await one.bounding_box() for one in (tab.table, ships)]
            if table is None or page is None:
                raise RuntimeError("a message isn't on the page")
            height = page["y"] + page["height"] - table["y"]
            clip: FloatRect = {"x": table["x"], "y": table["y"], "width": table["width"], "height": height}
            await tab.page.screenshot(path=DOCS / f"klingon-{scheme}.png", clip=clip)
            faults += tab.faults
        return faults


async def of_screen(browser: Browser) -> list[str]:
    """Photograph the GM's screen in the GM channel, with two tables in play. Return the errors."""
    async with played(HAN_DEALS, THE_LIFT, ORBIT) as playground:
        gm, demo = playground.gm, playground.demo
        await (await gm.slash(playground.channel, "campaign setup", options={"gm_channel": demo.gm_channel})).done()
        await evening(playground)
        await (await gm.slash(demo.tables[1], "npc new", options={"template": "shark", "name": "Vesk"})).done()
        await playground.table("Qi'ra", channel=demo.tables[1], clock="90s")
        await (await gm.slash(demo.tables[1], "npc autopilot", options={"npc": "Vesk", "style": "shark"})).done()
        await (await gm.slash(demo.tables[1], "npc seat", options={"npc": "Vesk"})).done()
        await (await gm.slash(demo.gm_channel, "gm screen")).done()
        await gm.until_sees(demo.gm_channel, "screen")
        tab = await shown(browser, playground, 1000, 900, "dark", str(gm.user.display_name))
        await tab.page.get_by_role("button", name=re.compile(demo.gm_channel.name)).click()
        screen = tab.message(re.compile("screen", re.IGNORECASE))
        await expect(screen).to_contain_text("high-stakes")
        await screen.screenshot(path=DOCS / "screen.png")
        return tab.faults


async def of_an_evening(browser: Browser) -> list[str]:
    """Photograph the party's money and the winners, as the GM has shown them to everyone. Return the errors."""
    seeds = Seeds(open="5e" * 32, closed="ad" * 32)
    with tempfile.TemporaryDirectory() as folder:
        clock = StillClock(AT_NINE.timestamp())
        async with opened_playground(Path(folder), clock=clock, seeds=lambda: seeds) as playground:
            await LongEvening(playground, 8).played(22, "Roark", "Lando", "Han")
            await (await playground.gm.slash(playground.channel, "ledger chart", options={"share": True})).done()
            lando = playground.person("Lando")
            await lando.until_sees(playground.channel, "money over time")
            tab = await shown(browser, playground, 1000, 1300, "dark")
            chart = tab.message("money over time")
            await expect(chart.locator(".attachments img")).to_be_visible()
            await chart.screenshot(path=DOCS / "chart.png")
            await (await playground.gm.slash(playground.channel, "recap", options={"share": True})).done()
            recap = tab.message("Biggest pot")
            await expect(recap).to_be_visible()
            await recap.screenshot(path=DOCS / "recap.png")
            return tab.faults


async def of_game(browser: Browser, game: str, folder: Path, look: Look) -> list[str]:
    """Photograph a game as Lando plays it, with his own page open, and at the result. Return the errors."""
    async with played() as playground:
        setup = await (await playground.gm.slash(playground.channel, "campaign setup", options={"look": look})).done()
        playground.gm.dismiss(setup.shown)
        lando = LocalClient(playground.person("Lando"))
        gm = LocalClient(playground.gm) if game in WITH_GM else None
        sitting = await Sitting.opened(playground, game, lando, gm=gm)
        await sitting.deals()
        await sitting.until_it_comes_back(lando, _SEVERAL)
        await sitting.looks(lando)
        await sitting.passes(APART)
        await sitting.passes(_GATHERED)
        faults = await _photographed(browser, playground, folder, f"{game}-{{}}-hand.png")
        await sitting.ends()
        await sitting.passes(2 * APART)
        await sitting.passes(_GATHERED)
        return faults + await _photographed(browser, playground, folder, f"{game}-{{}}-result.png")


async def _photographed(browser: Browser, playground: Playground, folder: Path, name: str) -> list[str]:
    """Photograph the newest messages on every screen. Return the errors."""
    faults: list[str] = []
    for size, (width, height) in SIZES.items():
        tab = await shown(browser, playground, width, height, "dark")
        await expect(tab.table).to_be_attached()
        await tab.is_drawn()
        await tab.log.get_by_role("article").last.evaluate("(last) => last.scrollIntoView({block: 'end'})")
        await tab.is_drawn()
        await tab.page.screenshot(path=folder / name.format(size))
        faults += tab.faults
        await tab.page.context.close()
    return faults


async def take_docs() -> list[str]:
    """Write the images of the README. Return the errors. LookupError if this machine has no Chromium."""
    DOCS.mkdir(exist_ok=True)
    async with started_browser() as browser:
        pictures = (of_pilok, of_klingon, of_screen, of_an_evening)
        return [fault for taken in pictures for fault in await taken(browser)]


async def take_games(folder: Path, games: Iterable[str], look: Look) -> list[str]:
    """Write the images of the games into a folder. Return the errors. LookupError without Chromium."""
    watch_databases_and_workers()
    async with started_browser() as browser:
        return [fault for game in games for fault in await of_game(browser, game, folder, look)]


def main() -> None:
    """Take the images that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("docs", "games"), default="docs", help="default: docs")
    parser.add_argument(
        "--to", type=Path, default=Path("build/games"), help="folder for the games. Default: build/games"
    )
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game; may be repeated")
    parser.add_argument("--look", choices=get_args(Look), default="emojis", help="of the games. Default: emojis")
    asked = parser.parse_args()
    # People who only press wait until the bot has nothing left to do, which this loop knows.
    if asked.what == "games":
        asked.to.mkdir(parents=True, exist_ok=True)
    with asyncio.Runner(loop_factory=QuietLoop) as runner:
        taken = take_games(asked.to, asked.game or GAMES, asked.look) if asked.what == "games" else take_docs()
        faults = runner.run(taken)
    if faults:
        raise SystemExit("\n".join(faults))


if __name__ == "__main__":
    main()
