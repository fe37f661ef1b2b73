"""From person to person and from channel to channel, as fast as keys can be pressed, and back again."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab

PEOPLE = ("Lady Proxima", "Roark", "Lando", "Han", "Qi'ra")


def you(tab: Tab) -> Locator:
    """Return the place where the page names the person that you play as."""
    return tab.page.get_by_role("region", name="You")


def channel(tab: Tab, name: str) -> Locator:
    """Return the entry of a channel at the left."""
    return tab.page.get_by_role("navigation", name="Channels").get_by_role("button", name=name)


_READ = """() => {
  const box = document.querySelector("[role=log]");
  const top = box.getBoundingClientRect().top + 100;
  window.read = [...box.querySelectorAll("article")].find((row) => row.getBoundingClientRect().top > top);
  return read.getBoundingClientRect().top;
}"""
_SETTLED = """(before) => new Promise((settled) => {
  let [last, still] = [before, 0];
  const look = () => {
    const top = read.getBoundingClientRect().top;
    still = top !== before && top === last ? still + 1 : 0;
    last = top;
    if (still < 3) requestAnimationFrame(look);
    else settled(top);
  };
  look();
})"""


async def scrolled(tab: Tab, pixels: int) -> float:
    """Turn the wheel; gives how much farther than that, in pixels, the message moved that stood at the top."""
    before: float = await tab.page.evaluate(_READ)
    await tab.page.mouse.wheel(0, pixels)
    return await tab.page.evaluate(_SETTLED, before) - before + pixels


async def test_switching_the_person_while_typing_loses_no_text(tab: OpenTab):
    lando = await tab("Lando")
    await lando.composer.press_sequentially("Lando says")

    await lando.page.keyboard.press("Alt+4")
    await expect(you(lando)).to_contain_text("Han")
    await expect(lando.composer).to_be_focused()
    await lando.page.keyboard.type("Han says")
    await lando.page.keyboard.press("Alt+3")

    await expect(you(lando)).to_contain_text("Lando")
    await expect(lando.composer).to_have_value("Lando says")
    await expect(lando.composer).to_be_focused()
    assert lando.unexpected == []


async def test_a_channel_chosen_while_typing_takes_the_focus_along(tab: OpenTab):
    lando = await tab("Lando")
    await lando.composer.press_sequentially("for the back room")

    await lando.page.keyboard.press("Control+k")
    await expect(lando.form).to_be_visible()
    await lando.page.keyboard.type("high")
    await lando.page.keyboard.press("Enter")

    await expect(lando.page).to_have_title(re.compile("^#high-stakes"))
    await expect(lando.composer).to_be_focused()
    await expect(lando.composer).to_have_value("")
    assert lando.unexpected == []


async def test_a_half_filled_command_is_there_again_for_whoever_comes_back(tab: OpenTab):
    gm = await tab("Lady Proxima")
    await gm.composer.fill("/bank grant")
    await expect(gm.page.get_by_role("option", name="/bank grant")).to_be_visible()
    await gm.page.keyboard.type(" ")
    amount = gm.page.get_by_label("amount", exact=True)
    await expect(amount).to_be_focused()
    await gm.page.keyboard.type("500")

    await gm.page.keyboard.press("Alt+3")
    await expect(you(gm)).to_contain_text("Lando")
    await expect(amount).to_have_count(0)
    await gm.page.keyboard.press("Alt+1")

    await expect(amount).to_have_value("500")
    assert gm.unexpected == []


@pytest.mark.parametrize("keys", ["12345123451234512345", "43", "3"])
async def test_however_fast_people_are_switched_the_last_key_counts(tab: OpenTab, keys: str):
    lando = await tab("Lando")
    await lando.composer.focus()

    for key in keys:
        await lando.page.keyboard.press(f"Alt+{key}")

    chosen = PEOPLE[int(keys[-1]) - 1]
    await expect(you(lando)).to_contain_text(chosen)
    await lando.write(f"{chosen} is here")
    # Between two people nobody is connected for a moment: what is sent then is offered again.
    again = lando.page.get_by_role("button", name="Try again")
    said = lando.message(f"{chosen} is here")
    await expect(said.or_(again).first).to_be_visible()
    if await again.count():
        await again.click()
    await expect(said).to_have_accessible_name(re.compile(f"^{chosen}"))
    await expect(you(lando)).to_contain_text(chosen)
    assert lando.unexpected == []


async def test_people_are_switched_after_a_form_is_closed_by_escape(playground: Playground, tab: OpenTab):
    await playground.table("Han")
    lando = await tab("Lando")
    await lando.click("Sit")
    await expect(lando.form).to_be_visible()

    await lando.page.keyboard.press("Escape")
    for key in "12345123451234512345":
        await lando.page.keyboard.press(f"Alt+{key}")

    await expect(you(lando)).to_contain_text("Qi'ra")
    await expect(lando.form).to_have_count(0)
    assert lando.unexpected == []


async def test_back_and_forward_lead_through_the_channels(tab: OpenTab):
    lando = await tab("Lando")
    await channel(lando, "high-stakes").click()
    await channel(lando, "chatter").click()
    await expect(lando.page).to_have_title(re.compile("^#chatter"))

    await lando.page.go_back()
    await expect(lando.page).to_have_title(re.compile("^#high-stakes"))
    await lando.page.go_back()
    await expect(lando.page).to_have_title(re.compile("^#the-back-room"))
    await lando.page.go_forward()
    await expect(lando.page).to_have_title(re.compile("^#high-stakes"))
    await lando.page.reload()

    await expect(lando.page).to_have_title(re.compile("^#high-stakes"))


async def test_another_person_is_no_step_back_and_stays_who_they_are(tab: OpenTab):
    lando = await tab("Lando")
    await channel(lando, "chatter").click()
    await lando.page.keyboard.press("Alt+4")
    await expect(you(lando)).to_contain_text("Han")

    await lando.page.go_back()

    await expect(lando.page).to_have_title(re.compile("^#the-back-room"))
    await expect(you(lando)).to_contain_text("Han")
    await expect(lando.page).to_have_url(re.compile(r"\?as=han#"))


async def test_a_step_back_to_what_one_cannot_see_leads_nowhere(tab: OpenTab):
    gm = await tab("Lady Proxima")
    await channel(gm, "gm-only").click()
    await channel(gm, "chatter").click()
    await gm.page.keyboard.press("Alt+3")
    await expect(you(gm)).to_contain_text("Lando")

    await gm.page.go_back()

    await expect(gm.page.get_by_text("You can't see that channel, or it is gone.")).to_be_visible()
    await expect(gm.page).to_have_title(re.compile("^#chatter"))
    address = gm.page.url
    await gm.page.reload()
    await expect(gm.page).to_have_title(re.compile("^#chatter"))
    assert gm.page.url == address


async def test_escape_leads_from_the_messages_to_the_end_of_a_half_filled_command(playground: Playground, tab: OpenTab):
    playground.person("Han").say(playground.channel, "Anybody there?")
    lando = await tab("Lando")
    await lando.composer.fill("/roll")
    await expect(lando.page.get_by_role("option", name="/roll")).to_be_visible()
    await lando.page.keyboard.type(" 2d6")

    await lando.message("Anybody there?").focus()
    await lando.page.keyboard.press("Escape")

    await expect(lando.page.get_by_label("with /roll")).to_be_focused()


async def test_direct_messages_are_called_by_whom_they_are_with(playground: Playground, tab: OpenTab):
    person = playground.person("Lando")
    person.say(person.dm, "For nobody else")
    lando = await tab("Lando", viewport={"width": 1100, "height": 700})

    await channel(lando, "Shadowport").click()

    await expect(lando.page).to_have_title(re.compile("^@Shadowport"))
    await expect(lando.page.get_by_role("combobox", name="Message @Shadowport")).to_be_visible()
    await lando.page.set_viewport_size({"width": 390, "height": 700})
    await expect(lando.page.get_by_role("banner").get_by_role("heading")).to_have_text("@Shadowport")


async def test_older_messages_come_in_without_moving_what_is_read(playground: Playground, tab: OpenTab):
    for number in range(200):
        playground.person("Han").say(playground.channel, f"Line {number}" + "\n> aside" * (number % 4))
    lando = await tab("Lando")
    await expect(lando.message("Line 199")).to_be_visible()
    await lando.log.hover()

    moved = 0.0
    for _ in range(12):
        moved = max(moved, abs(await scrolled(lando, -600)))

    assert await lando.log.get_by_role("article").count() > 100
    assert moved <= 2
