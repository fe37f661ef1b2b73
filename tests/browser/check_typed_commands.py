"""What is made of typed commands and messages: the page's own modules, asked in a blank page without a playground."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route

from playground.page.site import STATIC

_BLANK = "http://modules.test/"
_COMMANDS = """[
  {id: "1", type: 1, name: "wallet", description: "Your money", options: [
    {type: 1, name: "pay", description: "Pay somebody", options: [
      {type: 3, name: "amount", description: "How much", required: true},
      {type: 3, name: "to", description: "Whom", required: true},
      {type: 3, name: "reason", description: "What for"}]},
    {type: 1, name: "show", description: "What is in it"}]},
  {id: "2", type: 1, name: "roll", description: "Roll dice", options: [
    {type: 3, name: "dice", description: "What to roll", required: true},
    {type: 5, name: "secret", description: "For the GM"}]},
  {id: "3", type: 2, name: "Look at", description: ""},
  {id: "4", type: 1, name: "gm", description: "For the GM", options: [
    {type: 2, name: "clock", description: "Clocks", options: [
      {type: 1, name: "troll", description: "Slow it down"}]}]}]"""
_PEOPLE = """[{id: "11", name: "Lando", user: "lando"}, {id: "12", name: "Lady Proxima", user: "proxima"},
  {id: "13", name: "Twin", user: "one"}, {id: "14", name: "Twin", user: "two"}]"""
_CHANNELS = """[{id: "31", name: "tables", kind: "text", topic: null},
  {id: "32", name: "side", kind: "private thread", topic: null}]"""
_MODULES = ("commands", "filling", "mentions", "options", "suggestions", "whole_text")
Asks = Callable[..., Awaitable[Any]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def asks(browser: Browser) -> AsyncIterator[Asks]:
    """Yield a function that runs a JavaScript body and returns its result; `m` holds all exports of the modules.

    `leaves` are the commands, `known` the people and things that can be named, `arg` is passed to the body.
    """
    page = await browser.new_page()

    async def serve(route: Route) -> None:
        if path := route.request.url.removeprefix(_BLANK):
            await route.fulfill(path=STATIC / path, content_type="text/javascript")
        else:
            await route.fulfill(body="<!doctype html>", content_type="text/html")

    await page.route(f"{_BLANK}**", serve)
    await page.goto(_BLANK)
    modules = ", ".join(f"...await import('/composer/{name}.js')" for name in _MODULES)

    async def ask(body: str, arg: Any = None) -> Any:
        return await page.evaluate(
            f"""async (arg) => {{
              const m = {{{modules}}};
              const leaves = m.leavesOf({_COMMANDS});
              const known = {{people: {_PEOPLE}, roles: [{{id: "21", name: "GM"}}], channels: {_CHANNELS}}};
              {body}
            }}""",
            arg,
        )

    yield ask
    await page.close()


async def test_subcommands_and_groups_become_lines_of_their_own(asks: Asks):
    assert await asks("return leaves.map((leaf) => leaf.words)") == [
        "gm clock troll",
        "roll",
        "wallet pay",
        "wallet show",
    ]


@pytest.mark.parametrize(
    "typed, found",
    [
        ("/", ["gm clock troll", "roll", "wallet pay", "wallet show"]),
        ("/roll", ["roll", "gm clock troll"]),
        ("/WALLET  s", ["wallet show"]),
        ("/pay", ["wallet pay"]),
        ("/t", ["gm clock troll", "wallet pay", "wallet show"]),
        ("/rolls", []),
    ],
)
async def test_command_matches_at_the_start_come_before_matches_inside(asks: Asks, typed: str, found: list[str]):
    body = "return m.matching(leaves, arg).flatMap((group) => group.leaves.map((leaf) => leaf.words))"
    assert sorted(await asks(body, typed)) == sorted(found)
    assert (await asks(body, typed))[:1] == found[:1]


_PARSE = """
  const found = m.parsed(leaves, arg);
  if (found === null) return null;
  const filling = m.begun(found.leaf, found.given, found.extra);
  const {options, wrong} = m.checked(filling, known);
  return [found.leaf.words, options, [...wrong.keys()], filling.tail];
"""


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("/roll dice:9D+2", ["roll", {"dice": "9D+2"}, [], ""]),
        ("/roll 9D+2", ["roll", {"dice": "9D+2"}, [], ""]),
        ("/Roll secret:TRUE dice: 2d6 ", ["roll", {"secret": True, "dice": "2d6"}, [], ""]),
        ("/roll 2d6 secret:false", ["roll", {"dice": "2d6", "secret": False}, [], ""]),
        ("/roll", ["roll", {}, ["dice"], ""]),
        ("/roll 2d6 secret:perhaps", ["roll", {"dice": "2d6"}, ["secret"], ""]),
        (
            "/wallet pay 2gp 5sp to:Han Solo reason: drinks: two",
            ["wallet pay", {"amount": "2gp 5sp", "to": "Han Solo", "reason": "drinks: two"}, [], ""],
        ),
        ("/wallet pay to:Han reason:to:day 5", ["wallet pay", {"to": "Han", "reason": "to:day 5"}, ["amount"], ""]),
        ("/wallet show me", ["wallet show", {}, [], "me"]),
        ("/gm  clock troll", ["gm clock troll", {}, [], ""]),
        ("/wallet", None),
        ("/rolling", None),
        ("roll 9D", None),
        ("/", None),
    ],
)
async def test_a_whole_text_is_spread_over_the_options_it_names(asks: Asks, typed: str, meant: list[Any] | None):
    assert await asks(_PARSE, typed) == meant


async def test_an_option_named_while_another_is_typed_gets_what_follows(asks: Asks):
    body = """
      const before = m.begun(m.commandIn(leaves, "/wallet pay").leaf);
      const {filling, last} = m.typedInto(before, "amount", "5 gp reason:luck");
      return [last, filling.fields.map(({name, text}) => [name, text])];
    """
    assert await asks(body) == ["reason", [["amount", "5 gp"], ["to", ""], ["reason", "luck"]]]


_VALUE = (
    "return m.valueFor({name: 'x', required: true, ...arg[0]}, {text: '', picked: null, file: null, ...arg[1]}, known)"
)


@pytest.mark.parametrize(
    "option, text, value",
    [
        ({"type": 4, "min_value": 1, "max_value": 100}, "7", 7),
        ({"type": 4}, "-0", 0),
        ({"type": 10}, ".5", 0.5),
        ({"type": 5}, "False", False),
        ({"type": 3}, "  spaced  ", "spaced"),
        ({"type": 6}, "@lando", "11"),
        ({"type": 6}, "<@!12>", "12"),
        ({"type": 6}, "proxima", "12"),
        ({"type": 9}, "gm", "21"),
        ({"type": 8}, "<@&21>", "21"),
        ({"type": 7}, "#Tables", "31"),
        ({"type": 3, "choices": [{"name": "High stakes", "value": "high"}]}, "high STAKES", "high"),
        ({"type": 4, "choices": [{"name": "Two", "value": 2}]}, "2", 2),
    ],
)
async def test_a_typed_value_becomes_what_is_sent(asks: Asks, option: dict[str, Any], text: str, value: Any):
    assert await asks(_VALUE, [option, {"text": text}]) == {"value": value}


@pytest.mark.parametrize(
    "option, text, why",
    [
        ({"type": 4, "min_value": 1, "max_value": 100}, "101", "Type a whole number between 1 and 100."),
        ({"type": 4, "min_value": 1, "max_value": 100}, "1.5", "Type a whole number between 1 and 100."),
        ({"type": 4, "min_value": 1000}, "x", "Type a whole number from 1,000."),
        ({"type": 4}, "9007199254740993", "Type a whole number."),
        ({"type": 10, "max_value": 2.5}, "2.6", "Type a number up to 2.5."),
        ({"type": 10}, "1e3", "Type a number."),
        ({"type": 3, "min_length": 3}, "ab", "Type at least 3 characters."),
        ({"type": 3, "max_length": 2}, "🎲🎲🎲", "Type at most 2 characters; these are 3."),
        ({"type": 3}, "   ", "This option is required."),
        ({"type": 3, "required": False}, "", "Fill this in, or remove it."),
        ({"type": 5}, "maybe", "Choose True or False."),
        ({"type": 3, "choices": [{"name": "High", "value": "high"}]}, "higher", "Choose one from the list."),
        ({"type": 6}, "Greedo", "There is no such person here."),
        ({"type": 6}, "Twin", "There is more than one Twin: choose one from the list."),
        ({"type": 7, "channel_types": [0]}, "#side", "There is no such channel here."),
        ({"type": 8}, "Lando", "There is no such role here."),
        ({"type": 11}, "", "Choose a file."),
    ],
)
async def test_a_wrong_value_is_told_by_a_sentence(asks: Asks, option: dict[str, Any], text: str, why: str):
    assert await asks(_VALUE, [option, {"text": text}]) == {"why": why}


async def test_files_that_are_too_large_are_told_before_they_are_sent(asks: Asks):
    body = """
      const file = (size) => ({name: "x.png", type: "image/png", size, base64: ""});
      const options = [{type: 11, name: "one"}, {type: 11, name: "two"}];
      const filling = (...sizes) => ({leaf: {options}, tail: "", fields: sizes.map((size, at) =>
        ({name: options[at].name, text: "", picked: null, file: file(size)}))});
      return [[6e6, 4e6], [6e6, 6e6], [11e6]].map((sizes) => [...m.checked(filling(...sizes), known).wrong]);
    """
    assert await asks(body) == [
        [],
        [["two", "Files can have at most 10 MB together."]],
        [["one", "A file can have at most 10 MB."]],
    ]


_SENT = """
  const people = known.people.map(m.personItem);
  const items = [...people, ...known.roles.map(m.roleItem), ...known.channels.map(m.channelItem)];
  return m.sent({text: arg, marks: []}, items);
"""


@pytest.mark.parametrize(
    "text, sent",
    [
        ("@Lando, @Lady Proxima and @proxima", "<@11>, <@12> and <@12>"),
        ("ask a @GM in #side", "ask a <@&21> in <#32>"),
        ("@Landorian #tables2 me@Lando", "@Landorian #tables2 me@Lando"),
        ("`@Lando` @Lando", "`@Lando` <@11>"),
        ("@Twin", "@Twin"),
        ("  spaced  ", "spaced"),
    ],
)
async def test_a_name_typed_in_full_is_a_mention_if_only_one_goes_by_it(asks: Asks, text: str, sent: str):
    assert await asks(_SENT, text) == sent


@pytest.mark.parametrize(
    "before, after, caret, where",
    [
        ("hi @Twin", "hi, @Twin", 3, [4, 9]),
        ("hi @Twin", "@@Twin", 1, [1, 6]),
        ("hi @Twin", "hi @Twins", 9, [3, 8]),
        ("hi @Twin", "hi @Twi", 7, None),
        ("hi @Twin", "hi @Twxin", 7, None),
        ("hi @Twin", "", 0, None),
    ],
)
async def test_a_picked_mention_moves_with_the_text_and_ends_when_it_is_changed(
    asks: Asks, before: str, after: str, caret: int, where: list[int] | None
):
    body = """
      const [before, after, caret] = arg;
      const marks = m.marksAfter([{start: 3, end: 8, sends: "<@14>"}], before, after, caret);
      return marks.map(({start, end}) => [start, end]);
    """
    assert await asks(body, [before, after, caret]) == ([] if where is None else [where])
