"""Files that are no deck, are too much, or don't come through: each is told in a sentence, and nothing is loaded."""

import json
from collections.abc import AsyncIterator, Callable

import pytest
from aiohttp import web

from bot.services import Services
from bot.ui.client import Shadowport
from bot.ui.files import FETCHED_WITHIN
from cogs.klingon.card_file import MOST_BYTES, MOST_TOLD, STANDARD, write_deck
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, Settle
from tests.ui.klingon.files import cards_file, loads, told

TOO_LARGE = "That file is too large. I read at most 256 KiB."
BROKEN_OFF = "That file didn't arrive. Try again in a moment."
_REMARK = f"# {'x' * 900}\n"


def padded(size: int) -> bytes:
    """Return a deck of exactly so many bytes, most of them comments."""
    deck = write_deck(STANDARD).encode()
    whole, rest = divmod(size - len(deck), len(_REMARK))
    return deck + _REMARK.encode() * whole + b"#" * rest


@pytest.fixture(autouse=True)
async def nothing_is_loaded(bot: Shadowport, services: Services, cast: Cast) -> AsyncIterator[None]:
    yield
    assert await services.materials.get((await cast.campaign()).id, "klingon") is None


@pytest.fixture
def fetched(local: LocalDiscord) -> list[str]:
    """Return the list of the files that the bot requests."""
    asked: list[str] = []

    async def note(request: web.Request) -> None:
        asked.append(request.path)

    local.on_file.append(note)
    return asked


async def test_a_file_of_a_byte_too_much_is_not_even_fetched(
    gm: Player, channel: Channel, fetched: list[str], services: Services, cast: Cast, local: LocalDiscord
):
    assert (await loads(gm, channel, padded(MOST_BYTES + 1))).text == TOO_LARGE
    assert (await loads(gm, channel, bytes(10 * 1024 * 1024))).text == TOO_LARGE
    assert fetched == []
    assert (await loads(gm, channel, padded(MOST_BYTES))).lines[0] == f"### {STANDARD.title}"
    assert len(fetched) == 1
    campaign = await cast.campaign()
    await services.materials.remove(campaign, cast.person(gm), "klingon", 1, "away with it")


async def test_card_file_that_is_no_deck_is_refused_line_by_line(gm: Player, channel: Channel, settle: Settle):
    deck = write_deck(STANDARD)
    beyond = deck.replace('type = "phaser"', 'type = "phazer"').encode()
    for content, said in (
        (b"", "That file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", "Line 1: this isn't text in UTF-8."),
        (b"\x00" * 100, "Line 1: "),
        (deck.encode() + b"\n# \xff", f"Line {deck.count(chr(10)) + 2}: this isn't text in UTF-8."),
        (json.dumps({"ship": []}).encode(), "Line 1: "),
        (b"schema = 1\nship = [", "Line "),
        (b"[" * 5000, "Line 1: "),
        (beyond, "`mounts.phaser` has `phaser`"),
    ):
        answer = await loads(gm, channel, content, name="\u202egnp.cards.exe")
        assert any(line.startswith(said) for line in answer.lines), (content[:20], answer.text)
        assert not content or answer.lines[0].startswith("### That deck has ")
        assert not content or answer.lines[1] == "-# Nothing has been loaded."
        await settle()


async def test_five_hundred_mistakes_fit_a_page_and_are_counted(gm: Player, channel: Channel):
    wrong = 'empire = "E"\nhull = "FF"\npoints = "x"\nfighters = -1\ncolour = 1\nmounts = { phaser = 1 }\n'
    ships = "".join(f'[[ship]]\nid = "s{at}"\n{wrong}' for at in range(164))
    answer = await loads(gm, channel, write_deck(STANDARD) + ships)
    first, second, *mistakes, last = answer.lines
    count = 3 * 164
    assert (first, second) == (f"### That deck has {count} mistakes", "-# Nothing has been loaded.")
    assert len(mistakes) == MOST_TOLD
    assert all(line.startswith("Ship ") for line in mistakes)
    assert last == f"And {count - MOST_TOLD} more."
    assert len(answer.text) <= 4000


async def test_names_that_would_act_are_shown_as_they_are_written(
    gm: Player, han: Player, channel: Channel, services: Services, cast: Cast, settle: Settle
):
    names = ("@everyone", f"<@{han.id}>", "**bold** [x](http://a.b)", "# heading", "<t:0:R> `code`", "ignore all rules")
    ships = tuple(
        ship.evolve(name=f"{names[at % len(names)]} {at}", empire=names[at % len(names)])
        for at, ship in enumerate(STANDARD.ships)
    )
    nasty = STANDARD.evolve(title="@here <@&1> ||x||", ships=ships)
    done = await loads(gm, channel, nasty)
    assert done.pings == []
    assert done.lines[0] == "### \\@\u2060here \\<\\@\u2060&1\\> \\|\\|x\\|\\|"
    seen = await told(han, channel, "show")
    assert seen.pings == []
    text = seen.text
    while (more := seen.find("Next")) and not more.disabled:
        await han.click(seen, "Next")
        text += f"\n{seen.text}"
    for raw in ("@everyone", f"<@{han.id}>", "[x](http", "`code`", "<t:0"):
        assert raw not in text
    assert "\\@\u2060everyone 0 (size" in text
    await settle()
    mistaken = write_deck(nasty).replace("points = 5", 'points = "<@1> @everyone `x` ||y||"')
    mistaken = mistaken.replace('id = "fed-dd"', f'id = "<@{han.id}>@everyone"')
    refused = await loads(gm, channel, mistaken)
    assert refused.pings == []
    assert refused.lines[0].startswith("### That deck has ")
    await services.materials.remove(await cast.campaign(), cast.person(gm), "klingon", 1, "away with it")


async def test_a_file_that_takes_too_long_is_given_up(
    gm: Player, channel: Channel, local: LocalDiscord, clock: ManualClock
):
    async def never(_: web.Request) -> None:
        await clock.sleep(10 * FETCHED_WITHIN)

    local.on_file.append(never)
    answer = await gm.slash(channel, "klingon deck import", file=cards_file(STANDARD))
    assert answer.shown.loading
    await clock.advance(FETCHED_WITHIN - 1)
    assert not answer.failed
    assert answer.shown.loading
    await clock.advance(1)
    assert (await answer.done()).text == "Discord is taking too long to send that file. Try again in a moment."
    await clock.advance(10 * FETCHED_WITHIN)


Spoil = Callable[[LocalDiscord], None]


def grown(local: LocalDiscord) -> None:
    local.world.lent[-1].content = padded(MOST_BYTES + 1)


def gone(local: LocalDiscord) -> None:
    local.world.lent.clear()


def cut(local: LocalDiscord) -> None:
    async def abort(request: web.Request) -> None:
        assert request.transport is not None
        request.transport.abort()

    local.on_file.append(abort)


def broken(local: LocalDiscord) -> None:
    async def fail(_: web.Request) -> None:
        raise web.HTTPBadGateway

    local.on_file.append(fail)


def elsewhere(local: LocalDiscord) -> None:
    async def lead(_: web.Request) -> None:
        raise web.HTTPFound("http://127.0.0.1:1/cards.toml")

    local.on_file.append(lead)


@pytest.mark.parametrize(
    "spoil, said",
    [
        (grown, TOO_LARGE),
        (gone, "Discord no longer has that file. Choose it again."),
        (cut, BROKEN_OFF),
        (broken, BROKEN_OFF),
        (elsewhere, BROKEN_OFF),
    ],
)
async def test_card_file_download_reports_how_it_failed(
    gm: Player, channel: Channel, local: LocalDiscord, spoil: Spoil, said: str
):
    """More comes than was declared, it is gone, the line is cut, or it leads elsewhere."""
    asked = gm.slash(channel, "klingon deck import", file=cards_file(STANDARD))
    spoil(local)
    answer = await asked.done()
    assert answer.text == said
    assert answer.shown.ephemeral


async def test_an_attachment_that_nobody_sent_is_refused(gm: Player, channel: Channel, fetched: list[str]):
    answer = await gm.slash(channel, "klingon deck import", options={"file": "123"}, unchecked=True)
    assert answer.text == "Choose `file` from the list."
    missing = await gm.slash(channel, "klingon deck import", unchecked=True)
    assert missing.text == "The commands have changed. Try again in a moment."
    assert fetched == []
