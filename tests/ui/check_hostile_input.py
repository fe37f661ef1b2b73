"""What no client sends and anybody can: every command, button, menu and form with arguments that make no sense.

Each answer is a sentence, none is the id of a log entry, and nothing changes.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.services import Services
from bot.tables.model import Table
from bot.ui import routing
from bot.ui.client import Shadowport
from playground.discord.limits import commands as kinds
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild, Upload
from playground.people import Answer, Player
from tests.ui.conftest import Cast, Settle

pytestmark = pytest.mark.usefixtures("bot")

Json = dict[str, Any]
AT_ONCE = 8
"""Deeds before the flood gate would have a say."""
_NOT_TEXT: list[Any] = [5, True, 1.5, None, [], {}, "x" * 7000]
_NOT_AN_OBJECT: list[Any] = ["", "x", "9" * 40, "٣", "999999999999", 7, None]
WRONG: dict[int, list[Any]] = {
    kinds.STRING: _NOT_TEXT,
    kinds.INTEGER: ["x", "1", True, 1.5, None, 10**30, -(10**30)],
    kinds.BOOLEAN: ["x", "true", 0, 1, None],
    kinds.ROLE: _NOT_AN_OBJECT,
    kinds.CHANNEL: _NOT_AN_OBJECT,
    kinds.USER: _NOT_AN_OBJECT,
    kinds.ATTACHMENT: _NOT_AN_OBJECT,
}
CHANGED = "The commands have changed. Try again in a moment."
GARBAGE = ["", ":", ":٣٤", ":-1", ":1:x:y:z", ":9007199254740993:1", ":" + "9" * 90]
TAILS = ["", ":money", ":skills", ":1:x:y:z"]
PICKS: list[list[str]] = [[], ["9" * 40, "٣"], ["x" * 100]]


def typed(local: LocalDiscord, guild: Guild) -> list[Json]:
    """List the commands that people type: those in menus take nothing."""
    return [command for command in local.world.commands_in(guild) if command["type"] == kinds.CHAT_INPUT]


def leaves(described: Json, words: str) -> Iterator[tuple[str, list[Json]]]:
    """Yield every command below this one that can be sent, with its options."""
    below = [one for one in described.get("options", ()) if one["type"] in {kinds.SUBCOMMAND, kinds.GROUP}]
    if not below:
        yield words, described.get("options", [])
    for one in below:
        yield from leaves(one, f"{words} {one['name']}")


def wrong_values(option: Json) -> Iterator[Any]:
    """Yield values that Discord's own client would never send for this option."""
    yield from WRONG[option["type"]]
    if option.get("choices"):
        yield "maybe"
    for bound, beyond in (("min_value", -1), ("max_value", 1)):
        if bound in option:
            yield option[bound] + beyond
    if option.get("min_length"):
        yield ""
    if "max_length" in option:
        yield "x" * (option["max_length"] + 1)


def a_right_value(option: Json) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    right = {kinds.STRING: "1", kinds.INTEGER: 1, kinds.BOOLEAN: True, kinds.ATTACHMENT: Upload(0, "a.json", b"{}")}
    return right.get(option["type"], "999")


@pytest.fixture
def rows(services: Services, tmp_path: Path) -> Callable[[], dict[str, list[Any]]]:
    """Return every row of every table in the file."""

    def read() -> dict[str, list[Any]]:
        with closing(sqlite3.connect(f"file:{tmp_path / 'shadowport.db'}?mode=ro", uri=True)) as book:
            names = [name for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: book.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}

    return read


@pytest.fixture
async def quietly(caplog: pytest.LogCaptureFixture, settle: Settle) -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """Yield a function that waits for an answer and returns its text; nothing unexpected may happen during the test."""
    answered = 0

    async def told(answer: Answer, what: object) -> str:
        nonlocal answered
        answered += 1
        text = (await answer).text
        assert "Give this code" not in text, (what, caplog.records[-1:])
        if answered % AT_ONCE == 0:
            await settle()
        return text

    yield told
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def table(bot: Shadowport, services: Services, local: LocalDiscord, gm: Player, channel: Channel) -> Table:
    """Open a table whose clock is off."""
    posted: asyncio.Future[Table] = asyncio.get_running_loop().create_future()

    def noted(_: Table | None, after: Table) -> None:
        if after.record.message_id is not None and not posted.done():
            posted.set_result(after)

    services.tables.store.changed.append(noted)
    await gm.slash(channel, "pilok open", clock="off")
    return await asyncio.wait_for(posted, 10)


@asynccontextmanager
async def unchanged(rows: Callable[[], dict[str, list[Any]]]) -> AsyncIterator[None]:
    before = rows()
    yield
    assert rows() == before


async def test_a_command_takes_only_what_the_client_would_have_let_through(
    local: LocalDiscord,
    guild: Guild,
    gm: Player,
    cast: Cast,
    table: Table,
    channel: Channel,
    quietly: Callable[..., Awaitable[str]],
    rows: Callable[[], dict[str, list[Any]]],
):
    await cast.pc(gm, "1")
    async with unchanged(rows):
        for command in typed(local, guild):
            for words, options in leaves(command, command["name"]):
                right = {one["name"]: a_right_value(one) for one in options if one.get("required")}
                right |= {one["name"]: gm for one in options if one["type"] == kinds.USER and one.get("required")}
                for option in options:
                    for value in wrong_values(option):
                        sent = gm.slash(channel, words, unchecked=True, options=right | {option["name"]: value})
                        text = await quietly(sent, (words, option["name"], value))
                        assert f"`{option['name']}`" in text, (words, option["name"], value, text)


async def test_a_command_without_what_it_needs_or_with_more_than_it_knows_is_out_of_date(
    local: LocalDiscord,
    guild: Guild,
    gm: Player,
    cast: Cast,
    channel: Channel,
    quietly: Callable[..., Awaitable[str]],
    rows: Callable[[], dict[str, list[Any]]],
):
    await cast.campaign()
    async with unchanged(rows):
        for command in typed(local, guild):
            for words, options in leaves(command, command["name"]):
                needed = {one["name"]: a_right_value(one) for one in options if one.get("required")}
                for missing in needed:
                    left = {name: value for name, value in needed.items() if name != missing}
                    assert await quietly(gm.slash(channel, words, unchecked=True, options=left), words) == CHANGED
                more = needed | {"unheard_of": "1"}
                assert await quietly(gm.slash(channel, words, unchecked=True, options=more), words) == CHANGED


async def test_autocomplete_offers_nothing_for_what_is_no_text(
    local: LocalDiscord,
    guild: Guild,
    gm: Player,
    cast: Cast,
    channel: Channel,
    quietly: Callable[..., Awaitable[str]],
    settle: Settle,
):
    await cast.pc(gm, "Han")
    for command in typed(local, guild):
        for words, options in leaves(command, command["name"]):
            for option in options:
                if option.get("autocomplete"):
                    not_text: list[Any] = [5, True, None, [], {}]
                    for value in not_text:
                        assert await gm.autocomplete(channel, words, option["name"], value) == []
                    await gm.autocomplete(channel, words, option["name"], "x" * 7000)
                    await gm.autocomplete(channel, words, option["name"], "#" + "9" * 16)
                    await settle()


@pytest.mark.parametrize("arguments", GARBAGE, ids=lambda arguments: arguments[:12])
async def test_a_control_with_garbage_in_its_id_does_nothing(
    gm: Player,
    cast: Cast,
    channel: Channel,
    arguments: str,
    quietly: Callable[..., Awaitable[str]],
    rows: Callable[[], dict[str, list[Any]]],
):
    await cast.pc(gm, "Han")
    shown, made = await gm.slash(channel, "character show"), await gm.slash(channel, "character new")
    async with unchanged(rows):
        for verb in (*_verbs(), *(f"again:{verb}" for verb in routing._forms)):
            forged = f"{verb}{arguments}"[:100]
            await quietly(gm.click(shown.shown, forged, unchecked=True), forged)
            for picked in PICKS:
                await quietly(gm.select(shown.shown, forged, picked, unchecked=True), (forged, picked))
        for verb in routing._forms:
            made.form.modal["custom_id"] = forged = f"{verb}{arguments}"[:100]
            await quietly(gm.submit(made.form, {"Name": "", "Skills": "x"}, unchecked=True), forged)


@pytest.mark.parametrize("is_gm", [True, False], ids=["the GM", "a player"])
async def test_a_control_with_something_real_and_then_garbage_has_a_sentence(
    gm: Player,
    han: Player,
    cast: Cast,
    table: Table,
    channel: Channel,
    is_gm: bool,
    quietly: Callable[..., Awaitable[str]],
):
    who = gm if is_gm else han
    character, campaign = await cast.pc(who, "Han"), await cast.campaign()
    shown, made = await who.slash(channel, "character show"), await who.slash(channel, "character new")
    for real in (table.id, campaign.id, character.id):
        for tail in TAILS:
            for verb in (*_verbs(), *(f"again:{verb}" for verb in routing._forms)):
                forged = f"{verb}:{real}{tail}"
                await quietly(who.click(shown.shown, forged, unchecked=True), forged)
                await quietly(who.select(shown.shown, forged, ["x" * 100], unchecked=True), forged)
            for verb in routing._forms:
                made.form.modal["custom_id"] = f"{verb}:{real}{tail}"
                await quietly(who.submit(made.form, {"Name": "", "Skills": "x"}, unchecked=True), (verb, tail))


def _verbs() -> list[str]:
    return [*routing._handlers, "nothing"]
