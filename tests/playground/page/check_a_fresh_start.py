"""Beginning anew: everything that was said is forgotten, and whoever sits at the page is greeted again."""

import asyncio

import aiohttp

from bot.errors import NotFound
from playground.page.site import Page
from playground.people import ClientRefused
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Setting, Tab, told
from tests.playground.tiny_bot import TinyBot


async def test_fresh_start_sends_every_tab_a_new_hello(
    demo: Cantina, page: Page, setting: Setting, han: Tab, lando: Tab
):
    def wiped() -> None:
        demo.local.world.reset()
        page.start_anew()

    setting.wiped = wiped
    demo.local.world.say(demo.owner.user, demo.channel, "old")
    demo.local.world.dm(demo.han.user)
    assert (await han.ask("fresh"))["ok"] is True
    assert told(await lando.all_pushed()) == ["hello", "old", "hello"]
    pushed = await han.all_pushed()
    assert told(pushed)[-2:] == ["channels tables", "hello"]
    assert pushed[-1]["channels"] == (await _hello(lando, demo))["channels"]
    assert (await han.ask("look", channel=str(demo.channel.id)))["messages"] == []


async def _hello(tab: Tab, demo: Cantina) -> dict[str, list[object]]:
    """Return the hello that a tab gets if it opens now."""
    async with aiohttp.ClientSession() as session:
        address = demo.local.page_url + "socket?as=lando"
        async with session.ws_connect(address) as socket:
            return await socket.receive_json()


async def test_ids_stay_and_rise(demo: Cantina):
    world = demo.local.world
    before = world.say(demo.owner.user, demo.channel, "old")
    people, places = set(demo.guild.members), set(demo.guild.channels)
    world.reset()
    assert (set(demo.guild.members), set(demo.guild.channels)) == (people, places)
    assert (before.deleted, demo.channel.last_message_id) == (True, None)
    assert world.say(demo.owner.user, demo.channel, "new").id > before.id


async def test_fresh_start_ends_the_wait_for_an_answer(demo: Cantina, bot: TinyBot, han: Tab):
    await han.ask("command", channel=str(demo.channel.id), words="pilok open")
    message = (await han.push("message"))["message"]
    where = {"channel": message["channel_id"], "message": message["id"]}
    form = (await han.ask("click", **where, custom_id="press:form"))["form"]
    waiting = await han.send("click", **where, custom_id="press:silent")
    await bot.until_heard("interaction", 3)
    demo.local.world.reset()
    assert (await han.answer(waiting))["outcome"] == "failed"
    assert (await han.ask("submit", form=form["id"], answers={}))["ok"] is False


async def test_a_second_wish_waits_for_the_same_fresh_start(setting: Setting, han: Tab, lando: Tab):
    setting.wait_for = asyncio.Event()
    first, second = await han.send("fresh"), await lando.send("fresh")
    for tab in (han, lando):
        await tab.ask("forget", form="1")
    setting.wait_for.set()
    assert [(await han.answer(first))["ok"], (await lando.answer(second))["ok"]] == [True, True]
    assert setting.asked == ["fresh"]


async def test_a_fresh_start_waits_until_a_table_is_set_up(setting: Setting, han: Tab, lando: Tab):
    setting.wait_for = asyncio.Event()
    table = await han.send("try")
    await han.ask("forget", form="1")
    fresh = await lando.send("fresh")
    await lando.ask("forget", form="1")
    assert setting.asked == [("han", None, None, None)]
    setting.wait_for.set()
    assert (await han.answer(table))["ok"] is (await lando.answer(fresh))["ok"] is True
    assert setting.asked[-1] == "fresh"


async def test_fresh_start_finishes_when_the_tab_is_closed(setting: Setting, browser: Browser, demo: Cantina):
    setting.wait_for, ended = asyncio.Event(), asyncio.Event()
    setting.wiped = ended.set
    async with browser.tab("han") as han:
        await han.send("fresh")
        await han.ask("forget", form="1")
    async with browser.tab("lando") as lando:
        await lando.ask("forget", form="1")
        setting.wait_for.set()
        async with asyncio.timeout(60):
            await ended.wait()


async def test_fresh_start_that_fails_says_why_in_a_sentence(setting: Setting, han: Tab, clock: ManualClock, caplog):
    for refusal in (ClientRefused("Not today."), NotFound("Not today.")):
        setting.refusal = refusal
        for do in ("try", "fresh"):
            refused = await han.ask(do)
            assert (refused["ok"], refused["why"]) == (False, "Not today.")
    assert caplog.records == []
    setting.refusal = ZeroDivisionError("a bug")
    for do in ("try", "fresh"):
        refused = await han.ask(do)
        assert refused["why"] == "Something went wrong here. The playground's log says what."
    assert len(caplog.records) == 2
