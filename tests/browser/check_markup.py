"""Whatever stands in a message is text: it runs, loads and turns round nothing, and links to websites alone."""

import re
from typing import Any

from playwright.async_api import expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.posting import File, button, picture, posted, row, shown, text

SCRIPTS = (
    "<script>window.pwned = 1</script>",
    "<img src=x onerror='window.pwned = 1'>",
    "<svg/onload=window.pwned=1>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "<a href='javascript:window.pwned=1'>here</a>",
    "&lt;script&gt;window.pwned = 1&lt;/script&gt;",
    "${window.pwned = 1} {{constructor.constructor('window.pwned=1')()}}",
    "`<style>*{display:none}</style>`",
)
LINKS = (
    "[here](javascript:window.pwned=1)",
    "[here](JaVaScRiPt:window.pwned=1)",
    "[here](data:text/html,<script>window.pwned=1</script>)",
    "[here](vbscript:x)",
    "[here](blob:x)",
    "[here](file:///etc/passwd)",
    "<javascript:window.pwned=1>",
)


async def test_markup_in_messages_is_shown_as_it_was_typed(playground: Playground, tab: OpenTab):
    for script in SCRIPTS:
        playground.person("Han").say(playground.channel, script)
    await shown(playground.local, playground.channel, {"type": 17, "components": [text("\n".join(SCRIPTS))]})
    lando = await tab("Lando")

    for script in SCRIPTS:
        plain = script.replace("`", "")
        await expect(lando.log.get_by_text(plain, exact=True).first).to_be_visible()
        await expect(lando.message("Shadowport")).to_contain_text(plain)
    assert await lando.page.evaluate("window.pwned") is None
    for tag in ("script:not([src])", "iframe", "svg[onload]", "[onerror]", "[srcdoc]", "main style"):
        assert await lando.page.locator(tag).count() == 0, tag


async def test_links_lead_nowhere_but_to_websites(playground: Playground, tab: OpenTab):
    for link in LINKS:
        playground.person("Han").say(playground.channel, link)
    playground.person("Han").say(playground.channel, "[fine](https://example.org/a?b=c) and https://example.org/d")
    await shown(playground.local, playground.channel, row(button("Go", 5, url="https://example.org/e")))
    lando = await tab("Lando")

    addresses = await lando.log.get_by_role("link").evaluate_all("(links) => links.map((link) => link.href)")
    assert addresses == ["https://example.org/a?b=c", "https://example.org/d", "https://example.org/e"]
    for link in await lando.log.get_by_role("link").all():
        await expect(link).to_have_attribute("target", "_blank")
        await expect(link).to_have_attribute("rel", re.compile("noopener noreferrer|noreferrer noopener"))
    for link in LINKS[:-1]:
        await expect(lando.log.get_by_text(link, exact=True)).to_be_visible()


_EVIL_NAME = "<b>\u202eLando</b> **x** <@1>"


async def test_names_and_labels_are_text_too(playground: Playground, tab: OpenTab):
    local = playground.local
    qira = playground.person("Qi'ra")
    qira.user.display_name = _EVIL_NAME
    qira.say(playground.channel, "hello")
    await shown(local, playground.channel, row(button("<i>**Call**</i>"), button("&amp;")))
    select = {"type": 3, "custom_id": "s", "placeholder": "<u>choose</u>", "options": [
        {"label": "<b>one</b>", "value": "1", "description": "<img src=x>"}]}  # fmt: skip
    await shown(local, playground.channel, row(select))
    await posted(local, playground.channel, {"embeds": [{"title": "<h1>t</h1>", "footer": {"text": "<p>f</p>"}}]})
    lando = await tab("Lando")

    await expect(lando.message("hello").get_by_text(_EVIL_NAME, exact=True)).to_be_visible()
    await expect(lando.button("<i>**Call**</i>")).to_be_visible()
    await expect(lando.button("&amp;")).to_be_visible()
    await lando.page.get_by_role("combobox", name="<u>choose</u>").click()
    await expect(lando.page.get_by_role("option", name="<b>one</b>")).to_be_visible()
    for plain in ("<h1>t</h1>", "<p>f</p>"):
        await expect(lando.log.get_by_text(plain, exact=True)).to_be_visible()


async def test_a_name_that_turns_the_writing_round_turns_nothing_else(playground: Playground, tab: OpenTab):
    """A bidirectional mark in one name or line must not reach into what stands beside it."""
    qira = playground.person("Qi'ra")
    qira.user.display_name = "\u202eodnaL"
    qira.say(playground.channel, "\u2067first\nsecond \u202e 12 rc")
    playground.person("Han").say(playground.channel, "third 12 cr")
    lando = await tab("Lando")

    lefts: list[Any] = await lando.log.get_by_text("third 12 cr").evaluate_all(
        """(found) => found.map((element) => {
          const range = document.createRange();
          const [node] = element.childNodes;
          const at = (from) => { range.setStart(node, from); range.setEnd(node, from + 1);
            return range.getBoundingClientRect().left; };
          return at(0) < at(1) && at(1) < at(6);
        })"""
    )
    assert lefts == [True]
    head = lando.message("first").locator(".message-author")
    time = lando.message("first").locator("time").first
    name_box, time_box = await head.bounding_box(), await time.bounding_box()
    assert name_box is not None
    assert time_box is not None
    assert name_box["x"] + name_box["width"] <= time_box["x"] + 1


async def test_text_that_is_made_to_be_slow_is_not(playground: Playground, tab: OpenTab):
    lando, han = await tab("Lando"), playground.person("Han")

    for number, hostile in enumerate(("*", "_", "> ", "||", "`", "[", "<", "- ", "**a *b ", "[](", "~~||__")):
        han.say(playground.channel, (hostile * 2000)[:2000])
        han.say(playground.channel, f"after {number}")
        await expect(lando.message(f"after {number}")).to_be_visible()
    await lando.write("still typing")
    await expect(lando.message("still typing")).to_be_visible()


async def test_files_that_could_run_are_only_offered_for_download(playground: Playground, tab: OpenTab):
    evil = {
        "page.html": File(b"<script>window.pwned = 1; parent.pwned = 1</script>", "text/html"),
        "drawing.svg": File(b"<svg xmlns='http://www.w3.org/2000/svg' onload='window.pwned=1'/>", "image/svg+xml"),
        "table.png": picture(0x2244AA),
    }
    await posted(playground.local, playground.channel, {"content": "Look"}, evil)
    lando = await tab("Lando")
    await expect(lando.message("Look").get_by_role("img", name="table.png")).to_be_visible()

    for name in ("page.html", "drawing.svg"):
        address = await lando.log.get_by_role("link", name=re.compile(name)).get_attribute("href")
        assert address is not None
        reply = await lando.page.context.request.get(f"{lando.address.partition('?')[0]}{address}")
        assert reply.headers["content-disposition"].startswith("attachment")
        assert "sandbox" in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"
    assert await lando.page.evaluate("window.pwned") is None


async def test_the_policy_lets_nothing_in_that_is_not_the_pages_own(playground: Playground, tab: OpenTab):
    """What would get past the escaping would still not run."""
    lando = await tab("Lando")
    lando.tolerate("policy violated|Content Security Policy|TrustedHTML|TrustedScript")
    attempts = {
        "an inline script": "document.body.append(Object.assign(document.createElement('script'), {text: 'x = 1'}))",
        "a text set as HTML": "document.body.innerHTML = '<b>x</b>'",
        "a text that runs later": "setTimeout('window.x = 1')",
        "an inline handler": "document.body.setAttribute('onclick', 'window.x = 1'); document.body.click()",
    }

    for attempt in attempts.values():
        await lando.page.evaluate(f"() => {{ try {{ {attempt} }} catch {{}} }}")

    assert await lando.page.evaluate("window.x") is None
    assert await lando.page.locator("#app").count() == 1
    assert len([fault for fault in lando.faults if "policy violated" in fault]) >= 3
