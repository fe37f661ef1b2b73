"""Discord's markdown on the page: the page's own module, asked in a blank page without a playground."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route

from playground.page.site import STATIC

_BLANK = "http://markdown.test/"
_SETUP = """async () => {
  const store = await import("/store.js");
  const { Markdown } = await import("/markdown.js");
  const { html, render } = await import("/vendor/vendor.js");
  store.people.value = [{id: "100000000000000011", name: "Lando", user: "lando"}];
  store.roles.value = [{id: "10000000000000000012", name: "Players"}];
  store.channels.value = [{id: "10000000000000013", name: "cantina", kind: "text"}];
  store.server.value = {id: "100000000000000010", name: "Cantina"};
  store.setClock(1_700_000_000);
  globalThis.drawn = (texts) => {
    const place = document.createElement("main");
    document.body.replaceChildren(place);
    for (const text of texts) render(html`<${Markdown} text=${text} />`, place);
    return place.firstElementChild;
  };
}"""
_MANY_SECONDS = 20.0
"""A hostile text that is parsed badly takes minutes; one that is parsed well takes milliseconds."""
Draws = Callable[..., Awaitable[str]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def draws(browser: Browser) -> AsyncIterator[Draws]:
    """Yield a function that returns the HTML of a drawn text, `code` in backticks, without its frame, pointers and
    hints.

    Of several texts, drawn one after the other in the same place, it returns that of the last.
    """
    context = await browser.new_context(locale="en-GB", timezone_id="UTC")
    page = await context.new_page()

    async def serve(route: Route) -> None:
        path = route.request.url.removeprefix(_BLANK)
        if path.endswith(".js"):
            await route.fulfill(path=STATIC / path, content_type="text/javascript")
        else:
            await route.fulfill(body="<!doctype html>", content_type="text/html")

    await page.route(f"{_BLANK}**", serve)
    await page.goto(_BLANK)
    await page.evaluate(_SETUP)

    async def draw(*texts: str) -> str:
        return await page.evaluate(
            r"""(texts) => drawn(texts).outerHTML
              .replace(/^<div class="markdown">([^]*)<\/div>$/, "$1")
              .replaceAll(/ (?:type|draggable|target|rel|title|tabindex|datetime|src)="[^"]*"/g, "")
              .replaceAll(/<\/?code>/g, "`")""",
            texts,
        )

    yield draw
    await context.close()


@pytest.mark.parametrize(
    "text, html",
    [
        (
            "**a** *b* __c__ ~~d~~ ***e***",
            "<strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <em><strong>e</strong></em>",
        ),
        (r"\*a\* \_b\_ \# c", "*a* _b_ # c"),
        ("`a *b*` ``c`d``", "`a *b*` `c`d`"),
        ("```js\na\n```\nb", "<pre>`a`</pre>b"),
        ("¯\\_(ツ)_/¯", "¯\\_(ツ)_/¯"),
        ("<b>a</b> &amp;", "&lt;b&gt;a&lt;/b&gt; &amp;amp;"),
        ("two\nlines", "two\nlines"),
    ],
)
async def test_a_line_is_drawn_as_it_is_written(draws: Draws, text: str, html: str):
    assert await draws(text) == html


@pytest.mark.parametrize(
    "text, html",
    [
        ("# a", '<h3 class="heading-1">a</h3>'),
        ("## a **b**\n### c", '<h4 class="heading-2">a <strong>b</strong></h4><h5 class="heading-3">c</h5>'),
        ("a\n# b\nc", 'a\n<h3 class="heading-1">b</h3>c'),
        ("-# a\nb", '<small class="subtext">a</small>b'),
        ("a # b, #c and -# d", "a # b, #c and -# d"),
        ("> a\n> b\nc", "<blockquote>a\nb</blockquote>c"),
        (">>> a\nb", "<blockquote>a\nb</blockquote>"),
        ("> - a", "<blockquote><ul><li>a</li></ul></blockquote>"),
        ("a > b", "a &gt; b"),
    ],
)
async def test_markdown_at_the_start_of_a_line_makes_a_block(draws: Draws, text: str, html: str):
    assert await draws(text) == html


@pytest.mark.parametrize(
    "text, html",
    [
        ("- a\n* b", "<ul><li>a</li><li>b</li></ul>"),
        ("- a\n  - b\n    - c\n- d", "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("- a\n1. b", '<ul><li>a</li></ul><ol start="1"><li>b</li></ol>'),
        ("- a\n  goes on\nb", "<ul><li>a\ngoes on</li></ul>b"),
        ("a\n- b", "a\n<ul><li>b</li></ul>"),
        ("-a 1.b -", "-a 1.b -"),
    ],
)
async def test_lists_nest_by_their_indentation(draws: Draws, text: str, html: str):
    assert await draws(text) == html


@pytest.mark.parametrize(
    "text, html",
    [
        ("[a](https://b.example/c)", '<a href="https://b.example/c">a</a>'),
        ("https://a.example/b_(c).", '<a href="https://a.example/b_(c)">https://a.example/b_(c)</a>.'),
        ("(<https://a.example>)", '(<a href="https://a.example/">https://a.example</a>)'),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
        ("[a](data:text/html,b)", "[a](data:text/html,b)"),
        ("<javascript:/a>", "&lt;javascript:/a&gt;"),
        (
            "https://discord.com/channels/100000000000000010/10000000000000013/1",
            '<a class="mention" href="#10000000000000013">#cantina › message</a>',
        ),
    ],
)
async def test_only_harmless_addresses_become_links(draws: Draws, text: str, html: str):
    assert await draws(text) == html


@pytest.mark.parametrize(
    "text, shown",
    [
        ("<@100000000000000011>", "@Lando"),
        ("<@!100000000000000011>", "@Lando"),
        ("<@99999999999999999999>", "@unknown-user"),
        ("<@&10000000000000000012>", "@Players"),
        ("<#10000000000000013>", "#cantina"),
        ("<#10000000000000014>", "#unknown"),
        ("@everyone", "@everyone"),
        ("</pilok open:100000000000000014>", "/pilok open"),
    ],
)
async def test_mentions_are_shown_by_name(draws: Draws, text: str, shown: str):
    html = await draws(text)
    assert 'class="mention"' in html
    assert f">{shown}<" in html


@pytest.mark.parametrize(
    "text, shown",
    [
        ("<t:1700000000>", "14 November 2023 22:13"),
        ("<t:1700000000:t>", "22:13"),
        ("<t:1700000000:T>", "22:13:20"),
        ("<t:1700000000:d>", "14/11/2023"),
        ("<t:1700000000:D>", "14 November 2023"),
        ("<t:1700000000:f>", "14 November 2023 22:13"),
        ("<t:1700000000:F>", "Tuesday 14 November 2023 22:13"),
        ("<t:1700000000:s>", "14/11/2023 22:13"),
        ("<t:1700000000:S>", "14/11/2023 22:13:20"),
        ("<t:1699990000:R>", "3 hours ago"),
        ("<t:1700172800:R>", "in 2 days"),
    ],
)
async def test_times_are_shown_in_their_style(draws: Draws, text: str, shown: str):
    assert (await draws(text)).replace(",", "").replace(" at ", " ") == f'<time class="timestamp">{shown}</time>'


async def test_a_time_that_no_calendar_has_stays_text(draws: Draws):
    assert await draws("<t:99999999999999:R>") == "&lt;t:99999999999999:R&gt;"


_EMOJI = "<:die:10000000000000000099>"


@pytest.mark.parametrize("text", [_EMOJI, f"{_EMOJI} 🎲\n🎲", f"# {_EMOJI}", _EMOJI * 30])
async def test_emojis_alone_are_large(draws: Draws, text: str):
    assert "large-emojis" in await draws(text)


@pytest.mark.parametrize("text", [f"{_EMOJI} a", f"# a {_EMOJI}", _EMOJI * 31, "a"])
async def test_emojis_in_company_are_as_high_as_their_line(draws: Draws, text: str):
    assert "large-emojis" not in await draws(text)


def _two_boards(first: str, second: str, mover: str) -> str:
    """Return the lines of two players, each digit of a board an emoji of its own, with the same signs behind."""
    names = [f"**{name}**" if name == mover else name for name in ("Han", "Lando")]
    boards = [" ".join(f"<:card:1000000000000000010{card}>" for card in cards) for cards in (first, second)]
    signs = f"{_EMOJI * 3} and {_EMOJI * 2}"
    return "\n".join(f"{name} {board} ▫ **{len(board)}** · {signs}" for name, board in zip(names, boards, strict=True))


async def test_an_edited_text_may_hold_the_same_emoji_many_times(draws: Draws):
    turns = (("", "4", "Lando"), ("9", "4", "Han"), ("9", "41", "Lando"), ("99", "41", "Han"), ("99", "417", "Lando"))
    edits = [_two_boards(*turn) for turn in turns]
    for before, after in itertools.permutations(edits, 2):
        assert await draws(before, after) == await draws(after)
    assert await draws(*edits) == await draws(edits[-1])


async def test_a_hidden_part_is_a_button_until_it_is_pressed(draws: Draws):
    hidden = '<span class="spoiler" role="button" aria-label="Spoiler, show it"><span inert=""><b>a</b></span></span>'
    assert await draws("||**a**||") == hidden.replace("b>", "strong>")


_HOSTILE = [
    "*", "_", "**_", "~~", "||", "`", "```\n", "[", "[[]", "[a](", "<", "<@", "> ", ">>> ", "\n- ", "# ", "\\", "http://a)",
]  # fmt: skip


@pytest.mark.parametrize("piece", _HOSTILE)
async def test_a_hostile_text_is_drawn_whole(draws: Draws, piece: str):
    text = (piece * 4000)[:4000]
    assert await asyncio.wait_for(draws(text), _MANY_SECONDS)


async def test_brackets_that_open_and_never_fit_are_drawn_whole(draws: Draws):
    assert await asyncio.wait_for(draws("[" * 1333 + "]" * 2667), _MANY_SECONDS)
