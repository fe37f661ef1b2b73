"""What only one person may see is in no other tab: neither drawn, nor kept, nor ever sent to it."""

import re

from playwright.async_api import expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground


async def test_an_ephemeral_is_only_in_the_tab_of_its_owner(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han", deal=True)
    lando, han, gm = await tab("Lando"), await tab("Han"), await tab("Lady Proxima")

    await lando.click("My seat")

    page = lando.message("500 cr in the wallet")
    await expect(page).to_contain_text("Only you can see this")
    playground.person("Roark").say(playground.channel, "Everybody hears this")
    for other in (han, gm):
        await expect(other.message("Everybody hears this")).to_be_visible()
        assert "in the wallet" not in await other.page.content()
        assert [frame for frame in other.frames if "in the wallet" in frame] == []
    assert [frame for frame in lando.frames if "in the wallet" in frame] != []


async def test_an_ephemeral_that_changes_and_goes_is_heard_of_by_nobody_else(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han", deal=True)
    lando, han = await tab("Lando"), await tab("Han")
    await expect(han.table).to_contain_text("to move")
    await lando.click("My seat")
    known = len(han.frames)

    await lando.click("Don't remind me")
    changed = lando.message("I no longer mention you")
    await changed.get_by_role("button", name="Dismiss message").click()
    await expect(changed).to_have_count(0)

    playground.person("Roark").say(playground.channel, "Everybody hears this")
    await expect(han.message("Everybody hears this")).to_be_visible()
    assert len(han.frames) == known + 1


async def test_a_second_tab_of_the_same_person_shows_it_too(playground: Playground, tab: OpenTab):
    await playground.table("Lando", "Han", deal=True)
    first, second = await tab("Lando"), await tab("Lando")

    await first.click("My seat")
    await expect(second.message("500 cr in the wallet")).to_be_visible()
    await second.to_front()
    await second.message("in the wallet").get_by_role("button", name="Dismiss message").click()

    await expect(first.message("500 cr in the wallet")).to_have_count(0)


async def test_a_channel_that_one_can_not_see_is_in_no_frame(playground: Playground, tab: OpenTab):
    gm, lando = await tab("Lady Proxima"), await tab("Lando")
    secret = playground.demo.gm_channel

    playground.gm.say(secret, "Roark is a spy")
    await gm.page.get_by_role("button", name=secret.name).click()
    await expect(gm.message("Roark is a spy")).to_be_visible()
    playground.gm.say(playground.channel, "Good evening")
    await expect(lando.message("Good evening")).to_be_visible()

    assert [frame for frame in lando.frames if secret.name in frame or "spy" in frame] == []
    await expect(lando.page.get_by_role("button", name=secret.name)).to_have_count(0)


async def test_switching_the_person_takes_the_ephemerals_along(playground: Playground, tab: OpenTab):
    """The one who sits down next must not find them."""
    await playground.table("Lando", "Han", deal=True)
    lando = await tab("Lando")
    await lando.click("My seat")
    await expect(lando.message("500 cr in the wallet")).to_be_visible()

    await lando.page.get_by_role("link", name="Han", exact=True).click()

    await expect(lando.page.get_by_role("region", name="You")).to_contain_text("Han")
    await expect(lando.table).to_be_visible()
    await expect(lando.page.get_by_text("in the wallet")).to_have_count(0)
    assert lando.page.url.partition("?")[2].startswith("as=han")
    await lando.click("My seat")
    await expect(lando.message(re.compile("Han .*in the wallet"))).to_be_visible()
