"""Names of commands in the bot's texts: mentions that a click fills in, and nothing that people typed."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.words import escape, plain
from bot.ui.client import Shadowport
from bot.ui.command_links import CommandLinks, linked
from bot.ui.panels import MOST_CHARACTERS, page
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast

GUILD, OTHER = 7, 8
_OPEN = {"name": "open", "type": 1}
_DECK = {"name": "deck", "type": 2, "options": [{"name": "new", "type": 1}]}
COMMANDS: list[dict[str, Any]] = [
    {"id": "11", "name": "pilok", "options": [_OPEN, _DECK], "contexts": [0]},
    {"id": "12", "name": "privacy", "options": [{"name": "export", "type": 1}], "contexts": [0, 1]},
    {"id": "13", "name": "roll", "options": [{"name": "dice", "type": 3}], "contexts": [0]},
]


@pytest.fixture
def links() -> CommandLinks:
    return CommandLinks()


@pytest.fixture(autouse=True)
def _read_nowhere() -> Iterator[None]:
    """Leave no server behind for the next test."""
    yield
    CommandLinks().read_in(None)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Type /pilok open.", "Type </pilok open:11>."),
        ("/roll, /pilok deck new", "</roll:13>, </pilok deck new:11>"),
        ("**/roll** and `/roll`", "**</roll:13>** and </roll:13>"),
        ("/pilok and /pilok opens and /poker open", "/pilok and /pilok opens and /poker open"),
        ("https://example.org/roll", "https://example.org/roll"),
        ("<https://example.org/ /roll>", "<https://example.org/ /roll>"),
        ("</roll:99> and <:roll:1>", "</roll:99> and <:roll:1>"),
        ("and/roll, //roll, \\/roll, ./roll", "and/roll, //roll, \\/roll, ./roll"),
        ("```\n/roll\n``` `a /roll` /roll", "```\n/roll\n``` `a /roll` </roll:13>"),
        ("2/3 of 1/2", "2/3 of 1/2"),
    ],
)
def test_full_names_of_commands_alone_are_linked(links: CommandLinks, text: str, expected: str):
    links.note(None, COMMANDS)
    links.read_in(GUILD)
    assert linked(text, 2000) == expected


@pytest.mark.parametrize(
    "name", ["/roll", "/pilok open", "*/roll", "x /roll", "`/roll`", "</roll:13>", "\\/roll", "_/roll"]
)
def test_a_name_that_people_typed_is_never_linked(links: CommandLinks, name: str):
    links.note(None, COMMANDS)
    links.read_in(GUILD)
    text = f"**{escape(name)}** folds. {escape(name)} leaves."
    assert linked(text, 2000) == text
    assert plain(escape(name)) == name


def test_a_servers_own_commands_come_before_those_of_every_server(links: CommandLinks):
    links.note(GUILD, [{**COMMANDS[2], "id": "70"}])
    links.note(None, COMMANDS)
    links.read_in(GUILD)
    assert linked("/roll", 2000) == "</roll:70>"
    links.read_in(OTHER)
    assert linked("/roll", 2000) == "</roll:13>"


def test_commands_that_cannot_be_used_there_are_written_as_code(links: CommandLinks):
    links.note(GUILD, COMMANDS)
    links.note(None, [])
    links.read_in(OTHER)
    assert linked("/roll or `/privacy export`", 2000) == "`/roll` or `/privacy export`"


def test_in_direct_messages_only_the_commands_that_work_there_are_linked(links: CommandLinks):
    links.note(None, COMMANDS)
    links.read_in(None)
    assert linked("/roll and /privacy export", 2000) == "`/roll` and </privacy export:12>"


def test_texts_keep_within_their_limit(links: CommandLinks):
    links.note(None, COMMANDS)
    links.read_in(GUILD)
    assert linked("/roll", 10) == "</roll:13>"
    assert linked("/roll", 9) == "/roll"
    full = page("/roll", "x" * (MOST_CHARACTERS - 5))
    (container,) = full.components
    assert [part["content"] for part in container["components"]] == ["/roll", "x" * (MOST_CHARACTERS - 5)]


async def test_refusals_and_pages_have_mentions_with_the_registered_ids(
    local: LocalDiscord, bot: Shadowport, gm: Player, channel: Channel
):
    registered = {one["name"]: int(one["id"]) for one in local.world.commands[None].values()}
    refused = await gm.slash(channel, "bank fill", amount="5")
    assert refused.shown.commands == []
    listed = await gm.slash(channel, "npc list")
    assert listed.shown.commands == [("npc new", registered["npc"])]
    assert "/npc new" in listed.shown.text


async def test_a_character_called_as_a_command_is_no_mention(
    cast: Cast, bot: Shadowport, han: Player, channel: Channel
):
    await cast.pc(han, "/npc list")
    answer = await han.slash(channel, "character show")
    assert "/npc list" in plain(answer.shown.text)
    assert answer.shown.commands == []
