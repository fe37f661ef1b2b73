"""Every kind of component and of classic message, as somebody at the page sees it."""

import re
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.posting import File, button, picture, posted, row, shown, text

STYLES = {"Blurple": 1, "Grey": 2, "Green": 3, "Red": 4}


async def width(element: Locator) -> float:
    box = await element.bounding_box()
    assert box is not None
    return box["width"]


async def style(element: Locator, name: str) -> str:
    """Return the computed value of a CSS property."""
    found: Any = await element.evaluate("(element, name) => getComputedStyle(element).getPropertyValue(name)", name)
    return found


async def test_buttons_differ_by_style_and_can_be_disabled(playground: Playground, tab: OpenTab):
    styled = [button(name, number) for name, number in STYLES.items()]
    disabled = [button(f"No {name}", number, disabled=True) for name, number in STYLES.items()]
    link = button("Website", 5, url="https://example.org/")
    premium = {"type": 2, "style": 6, "sku_id": "123456789012345678"}
    with_emoji = button("", 2, custom_id="press:die", emoji={"name": "🎲"}) | {"label": ""}
    await shown(playground.local, playground.channel, row(*styled), row(*disabled), row(link, premium, with_emoji))
    lando = await tab("Lando")

    colours = [await style(lando.button(name), "background-color") for name in STYLES]
    assert len(set(colours)) == len(STYLES)
    for name in STYLES:
        await expect(lando.button(name)).to_be_enabled()
        await expect(lando.button(f"No {name}")).to_be_disabled()
    await expect(lando.page.get_by_role("link", name="Website")).to_have_attribute("href", "https://example.org/")
    await expect(lando.page.get_by_role("button", name="Premium")).to_be_disabled()
    await expect(lando.page.get_by_role("button", name="🎲")).to_be_enabled()


async def test_a_section_stands_beside_its_picture_or_its_button(playground: Playground, tab: OpenTab):
    art = {"type": 11, "media": {"url": "attachment://art.png"}, "description": "A landing bay"}
    await shown(
        playground.local,
        playground.channel,
        {"type": 9, "components": [text("Beside a picture"), text("and a second line")], "accessory": art},
        {"type": 9, "components": [text("Beside a button")], "accessory": button("Open")},
        files={"art.png": picture(0x336699)},
    )
    lando = await tab("Lando")

    image = lando.page.get_by_role("img", name="A landing bay")
    await expect(image).to_have_js_property("complete", value=True)
    assert await image.evaluate("(image) => image.naturalWidth") == 48
    words = await lando.page.get_by_text("and a second line").bounding_box()
    beside = await image.bounding_box()
    assert words is not None
    assert beside is not None
    assert words["x"] + words["width"] <= beside["x"]
    await expect(lando.button("Open")).to_be_enabled()


async def test_a_gallery_has_a_place_for_each_picture(playground: Playground, tab: OpenTab):
    playground.local.rates.enabled = False
    lando = await tab("Lando")
    for count in (1, 2, 3, 4, 5, 10):
        names = [f"picture{number}.png" for number in range(count)]
        items = [{"media": {"url": f"attachment://{name}"}, "description": f"{name} of {count}"} for name in names]
        files = {name: picture(0x111111 * (number + 1)) for number, name in enumerate(names)}
        await shown(playground.local, playground.channel, {"type": 12, "items": items}, files=files)

        images = lando.log.get_by_role("img", name=re.compile(f" of {count}$"))
        await expect(images).to_have_count(count)
        for image in await images.all():
            await expect(image).not_to_have_js_property("naturalWidth", 0)
        boxes = [await image.bounding_box() for image in await images.all()]
        assert len({(box["x"], box["y"]) for box in boxes if box is not None}) == count
        assert all(box is not None and box["width"] > 40 and box["height"] > 30 for box in boxes)


async def test_a_container_has_its_accent_and_its_parts_in_their_order(playground: Playground, tab: OpenTab):
    parts = [text("# Above"), {"type": 14, "divider": True, "spacing": 2}, text("Below"), row(button("Press"))]
    container = {"type": 17, "accent_color": 0xB5884D, "components": parts}
    await shown(playground.local, playground.channel, container, {"type": 17, "components": [text("Plain")]})
    lando = await tab("Lando")

    message = lando.message("Above")
    await expect(message.get_by_role("heading", name="Above")).to_be_visible()
    await expect(message.get_by_role("separator")).to_have_count(1)
    drawn = await message.inner_text()
    assert drawn.index("Above") < drawn.index("Below") < drawn.index("Press") < drawn.index("Plain")
    bar = await message.locator(".accented").first.evaluate("(box) => getComputedStyle(box).getPropertyValue('--bar')")
    assert bar.strip() == "#b5884d"


async def test_spoilers_show_nothing_before_they_are_opened(playground: Playground, tab: OpenTab):
    hidden = {"media": {"url": "attachment://secret.png"}, "description": "The traitor", "spoiler": True}
    lando = await tab("Lando")
    await shown(
        playground.local,
        playground.channel,
        {"type": 17, "spoiler": True, "components": [text("All of this is secret")]},
        {"type": 12, "items": [hidden]},
        text("He is ||Bossk|| of course"),
        files={"secret.png": picture(0xAA0000)},
    )
    message = lando.message("He is")
    covers = message.get_by_role("button", name=re.compile("spoiler", re.IGNORECASE))
    await expect(covers).to_have_count(3)
    for words in ("All of this is secret", "Bossk"):
        assert await readable(lando.page.locator("body"), words) == []

    for number in range(2):
        await covers.first.press("Enter")
        await expect(message.locator(".cover-inside").nth(number)).to_be_focused()
    await covers.first.press("Enter")

    await expect(covers).to_have_count(0)
    for words in ("All of this is secret", "Bossk"):
        assert await readable(message, words) != []


async def readable(part: Locator, words: str) -> list[str]:
    """List the elements in which a person who looks or listens finds these words; inert ones don't count."""
    found: list[str] = await part.evaluate(
        """(part, words) => [...part.querySelectorAll("*")].filter((element) => {
          const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.includes(words));
          const told = [...element.attributes].some(({ value }) => value.includes(words));
          return told || (own && !element.closest("[inert]"));
        }).map((element) => element.outerHTML.slice(0, 200))""",
        words,
    )
    return found


async def test_files_are_offered_by_name_and_size(playground: Playground, tab: OpenTab):
    file = {"type": 13, "file": {"url": "attachment://ledger.csv"}}
    await shown(playground.local, playground.channel, file, files={"ledger.csv": File(b"a,b\n" * 500, "text/csv")})
    lando = await tab("Lando")

    link = lando.page.get_by_role("link", name=re.compile("ledger.csv"))
    await expect(link).to_be_visible()
    await expect(lando.message("ledger.csv")).to_contain_text(re.compile(r"2(\.0|\.00)? ?KB|1\.95 ?KB|2,000"))
    async with lando.page.expect_download() as downloading:
        await link.click()
    assert (await downloading.value).suggested_filename == "ledger.csv"


async def test_a_classic_message_shows_its_embeds_and_attachments(playground: Playground, tab: OpenTab):
    embed = {
        "author": {"name": "The house"},
        "title": "Tonight",
        "url": "https://example.org/tonight",
        "description": "A **big** game",
        "color": 0x33AA66,
        "fields": [
            {"name": "Ante", "value": "10 cr", "inline": True},
            {"name": "Seats", "value": "4", "inline": True},
            {"name": "Rules", "value": "No cheating", "inline": False},
        ],
        "image": {"url": "attachment://art.png"},
        "footer": {"text": "See you there"},
        "timestamp": "2026-11-20T20:00:00+00:00",
    }
    body = {"content": "Come along", "embeds": [embed]}
    await posted(playground.local, playground.channel, body, {"map.png": picture(0x884422)})
    lando = await tab("Lando")

    message = lando.message("Come along")
    for words in ("The house", "Tonight", "A big game", "Ante", "10 cr", "No cheating", "See you there"):
        await expect(message).to_contain_text(words)
    await expect(message.get_by_role("link", name="Tonight")).to_have_attribute("href", embed["url"])
    ante, seats, rules = [
        await message.get_by_text(name, exact=True).bounding_box() for name in ("Ante", "Seats", "Rules")
    ]
    assert ante is not None
    assert seats is not None
    assert rules is not None
    assert ante["y"] == seats["y"] < rules["y"]
    await expect(message.get_by_role("img", name="map.png")).to_be_visible()


async def test_timestamps_count_down_by_themselves(playground: Playground, tab: OpenTab):
    lando = await tab("Lando")
    soon = int(playground.clock.now()) + 90
    await shown(playground.local, playground.channel, text(f"Time is up <t:{soon}:R>, that is <t:{soon}:T>"))

    stamp = lando.message("Time is up").locator("time", has_text=re.compile("^in "))
    await expect(stamp).to_have_text(re.compile(r"in (1 minute|8\d seconds|a minute)"))
    await expect(stamp).to_have_attribute("datetime", re.compile("^20"))
    await expect(lando.message("Time is up")).to_contain_text(re.compile(r"\d\d?:\d\d:\d\d"))


async def test_a_picture_that_is_gone_leaves_its_description(playground: Playground, tab: OpenTab):
    gallery = {"type": 12, "items": [{"media": {"url": "https://example.invalid/x.png"}, "description": "The old map"}]}
    await shown(playground.local, playground.channel, gallery)
    lando = await tab("Lando")
    lando.tolerate("example.invalid|Content Security Policy|policy violated")

    await expect(lando.message("Shadowport")).to_contain_text("The old map")
