"""Boards with the table's message: after the text, at most one upload in three seconds, never one of another hand."""

import asyncio
import pickle
from collections.abc import Hashable
from itertools import pairwise
from typing import Any

import pytest
from aiohttp import web

from bot.engine.drawings.boards import WIDTH
from bot.games import spec_of
from bot.images.painting import board_png
from bot.processes import WorkerPool
from bot.ui.render.boards import APART
from cogs.klingon.card_file import deck_of
from playground.discord.limits.components import MEDIA_GALLERY
from playground.discord.refusals import Refusal
from playground.discord.world import Permission
from playground.people import Player
from tests.ui.tables.evening import Evening
from tests.ui.tables.test_clicks_that_count import Line, cut_before

OUTSIDE, SPOT, AMOUNT = "Red, odd, dozens…", "On what?", "How much?"


class InThisProcess(WorkerPool):
    """Paints without a worker, and remembers what was asked. It waits while it is `held_up`."""

    def __init__(self) -> None:
        super().__init__("")
        self.asked: list[Any] = []
        self.may_paint = asyncio.Event()
        self.may_paint.set()
        self.is_broken = False

    async def ask(self, question: bytes, place: Hashable) -> bytes:
        self.asked.append(pickle.loads(question))
        await self.may_paint.wait()
        return b"" if self.is_broken else board_png(self.asked[-1])


class Spins:
    """A table of roulette at which Han and Lando bet, in a campaign with boards."""

    def __init__(self, evening: Evening, pool: InThisProcess) -> None:
        self.evening, self.pool = evening, pool
        self.uploaded: list[tuple[float, str]] = []

    async def bets(self, player: Player, spot: str) -> None:
        await self.evening.fills(player, OUTSIDE, {SPOT: spot, AMOUNT: "10 cr"})

    async def passes(self, seconds: int) -> None:
        """Let time pass, and note when another image is there."""
        for _ in range(seconds * 10):
            await self.evening.clock.advance(0.1)
            name = next(iter(self.evening.message.files), "")
            if name and name not in {known for _, known in self.uploaded}:
                self.uploaded.append((self.evening.clock.now(), name))

    @property
    def shown(self) -> str:
        """The description of the image in the message; "" without one."""
        galleries = [part for part in self.evening.message.components if part["type"] == MEDIA_GALLERY]
        if not galleries:
            return ""
        ((item,),) = [gallery["items"] for gallery in galleries]
        assert item["media"]["attachment_id"] in {str(file.id) for file in self.evening.message.message.attachments}
        return item["description"]


@pytest.fixture
async def spins(evening: Evening, han: Player, lando: Player) -> Spins:
    pool = InThisProcess()
    evening.services.painter._pool = pool
    await evening.settles(look="boards")
    evening.roll(*[17] * 20)
    await evening.open(command="roulette open", clock="off")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "First spin")
    return Spins(evening, pool)


async def test_the_layout_follows_the_text_and_tells_what_it_shows(spins: Spins, han: Player):
    assert spins.shown == ""
    spins.pool.may_paint.clear()
    await spins.bets(han, "red")
    await spins.evening.drawn()
    assert "10 cr on red" in spins.evening.message.text
    assert spins.shown == ""
    spins.pool.may_paint.set()
    await spins.passes(1)
    assert spins.shown == "The layout with the bets. Han: 10 cr, on red."
    ((name, content),) = spins.evening.message.files.items()
    assert name.endswith(".png")
    assert content == board_png(spins.pool.asked[-1])
    assert int.from_bytes(content[16:20]) == WIDTH


async def test_uploads_are_three_seconds_apart_and_an_unchanged_board_is_not_sent_again(
    spins: Spins, han: Player, lando: Player
):
    for spot in ("red", "black", "odd", "even", "low"):
        await spins.bets(lando, spot)
        await spins.passes(1)
    await spins.passes(8)
    times = [at for at, _ in spins.uploaded]
    assert len(times) >= 2
    assert min(later - earlier for earlier, later in pairwise(times)) >= APART - 0.001
    assert "low" in spins.shown
    before = spins.evening.message.message.attachments
    asked = len(spins.pool.asked)
    await spins.evening.gm.slash(spins.evening.channel, "table pause")
    await spins.passes(5)
    assert spins.evening.message.message.attachments == before
    assert len(spins.pool.asked) == asked


async def test_stale_board_goes_with_the_edit_that_changes_what_it_shows(spins: Spins, han: Player, lando: Player):
    await spins.bets(han, "red")
    await spins.passes(1)
    ((uploaded, _),), first = spins.uploaded, spins.shown
    spins.pool.may_paint.clear()
    await spins.bets(lando, "black")
    await spins.evening.drawn()
    assert "10 cr on black" in spins.evening.message.text
    assert (spins.shown, spins.evening.message.files) == ("", {})
    spins.pool.may_paint.set()
    back = next(one.custom_id for one in spins.evening.message.buttons if one.custom_id.endswith(":take_back"))
    await spins.evening.does(lando, back)
    assert spins.evening.clock.now() < uploaded + APART
    assert spins.shown == "", "what fits again comes with an upload, which is too early"
    await spins.passes(2)
    assert spins.shown == first


async def test_board_that_discord_could_not_take_is_sent_again(spins: Spins, han: Player):
    refused = 0

    async def hold(request: web.Request) -> None:
        nonlocal refused
        if request.content_type.startswith("multipart") and refused < 2:
            refused += 1
            raise Refusal(503, 0, "503: Service Unavailable")

    spins.pool.may_paint.clear()
    await spins.bets(han, "red")
    await spins.evening.clock.advance(15 * 60)
    spins.evening.local.on_call.append(hold)
    spins.pool.may_paint.set()
    await spins.passes(20)
    assert (refused, len(spins.pool.asked)) == (2, 1)
    assert spins.shown == "The layout with the bets. Han: 10 cr, on red."


async def test_board_is_whole_in_an_answer_that_is_sent_once_more(spins: Spins, han: Player, lando: Player):
    await spins.bets(han, "red")
    await spins.passes(4)
    (before,) = spins.evening.message.files.values()
    # As if the image had never arrived.
    spins.evening.client.renderer._drawings[(await spins.evening.table()).id].board = ""
    line = Line(spins.evening)
    line.breaks(cut_before, 1)
    await spins.evening.does(lando, "Done")
    assert line.broken == 1
    assert list(spins.evening.message.files.values()) == [before]


async def test_the_board_of_a_spin_is_gone_with_the_next_one(spins: Spins, han: Player, lando: Player):
    await spins.bets(han, "black")
    await spins.evening.does(lando, "Done")
    await spins.evening.does(han, "Done")
    await spins.passes(4)
    assert spins.shown.startswith("The ball lies on 17 black. Han: +10 cr, on black, which wins.")
    await spins.evening.does(han, "Next spin")
    assert spins.shown == ""
    assert spins.evening.message.files == {}


async def test_a_board_that_no_longer_fits_when_it_is_painted_is_dropped(spins: Spins, han: Player, lando: Player):
    spins.pool.may_paint.clear()
    await spins.bets(han, "black")
    await spins.evening.drawn()
    await spins.bets(lando, "red")
    await spins.evening.drawn()
    spins.pool.may_paint.set()
    await spins.passes(5)
    assert [len(board.stakes) for board in spins.pool.asked] == [1, 2]
    assert len(spins.uploaded) == 1
    assert "Lando: 10 cr, on red." in spins.shown


async def test_an_undone_spin_takes_its_board_with_it(spins: Spins, han: Player, lando: Player):
    await spins.bets(han, "black")
    await spins.evening.does(lando, "Done")
    await spins.evening.does(han, "Done")
    await spins.passes(4)
    assert "which wins" in spins.shown
    spins.pool.may_paint.clear()
    gm = spins.evening.gm
    await spins.evening.privately(gm, "More…", "Undo…", "Undo the last action…")
    await gm.submit(None, {"Why?": ""})
    await spins.evening.drawn()
    assert "which wins" not in spins.shown
    spins.pool.may_paint.set()


async def test_the_text_stands_alone_without_pillow(spins: Spins, han: Player):
    spins.evening.services.painter.is_able = False
    await spins.bets(han, "red")
    await spins.passes(5)
    assert (spins.pool.asked, spins.evening.message.files) == ([], {})
    assert "10 cr on red" in spins.evening.message.text


async def test_the_text_stands_alone_where_the_bot_may_not_attach_files(spins: Spins, han: Player):
    world = spins.evening.local.world
    role = world.bot_role(spins.evening.guild)
    world.change_role(role, permissions=role.permissions & ~Permission.ATTACH_FILES)
    everyone = spins.evening.guild.roles[spins.evening.guild.id]
    world.change_role(everyone, permissions=everyone.permissions & ~Permission.ATTACH_FILES)
    await spins.bets(han, "red")
    await spins.passes(5)
    assert (spins.pool.asked, spins.evening.message.files) == ([], {})
    assert "10 cr on red" in spins.evening.message.text


async def test_a_board_that_can_not_be_painted_leaves_with_the_old_one(spins: Spins, han: Player, lando: Player):
    await spins.bets(han, "red")
    await spins.passes(2)
    assert spins.shown
    spins.pool.is_broken = True
    await spins.bets(lando, "black")
    await spins.passes(5)
    assert spins.shown == ""
    assert len(spins.pool.asked) == 2
    spins.pool.is_broken = False
    await spins.bets(lando, "odd")
    await spins.passes(5)
    assert "Lando: 20 cr, on black and odd." in spins.shown


async def test_a_board_that_discord_refuses_keeps_nothing_from_being_shown(
    spins: Spins, han: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.ui.render.boards.Boards._may_upload", lambda *_: True)
    world = spins.evening.local.world
    for role in (world.bot_role(spins.evening.guild), spins.evening.guild.roles[spins.evening.guild.id]):
        world.change_role(role, permissions=role.permissions & ~Permission.ATTACH_FILES)
    await spins.bets(han, "red")
    await spins.evening.clock.advance(15 * 60)
    await spins.bets(han, "odd")
    await spins.evening.drawn()
    await spins.passes(5)
    assert "10 cr on odd" in spins.evening.message.text
    assert len(spins.pool.asked) == 2


async def test_setup_switches_between_emojis_and_boards(spins: Spins, han: Player):
    await spins.bets(han, "red")
    await spins.passes(2)
    assert spins.shown
    evening = spins.evening
    answer = await (await evening.gm.slash(evening.channel, "campaign setup", look="emojis")).done()
    await spins.passes(1)
    assert (spins.shown, evening.message.files) == ("", {})
    assert answer.message is not None
    await (await evening.gm.click(answer.message, "Drawn boards")).done()
    await spins.passes(4)
    assert spins.shown
    assert (await evening.cast.campaign()).settings.look == "boards"


async def test_setup_says_what_is_missing_for_boards(spins: Spins):
    evening = spins.evening
    await (await evening.gm.slash(evening.channel, "campaign setup", look="emojis")).done()
    evening.services.painter.is_able = False
    answer = await (await evening.gm.slash(evening.channel, "campaign setup", look="boards")).done()
    assert answer.message is not None
    assert "without Pillow" in answer.message.text
    assert (await evening.cast.campaign()).settings.look == "boards"


async def test_a_board_comes_along_when_the_table_moves_to_the_bottom(spins: Spins, han: Player):
    await spins.bets(han, "red")
    await spins.passes(2)
    old = spins.evening.message
    for text in range(10):
        han.say(spins.evening.channel, str(text))
    await spins.evening.until_counted(10)
    await spins.evening.gm.slash(spins.evening.channel, "table pause")
    await spins.passes(1)
    assert spins.evening.message != old
    assert spins.shown == "The layout with the bets. Han: 10 cr, on red."
    assert old.files == {}


async def test_a_showdown_shows_no_ships_of_those_who_disengaged(
    evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    """A board is made of the public view alone, whatever a seat holds."""
    pool = InThisProcess()
    evening.services.painter._pool = pool
    await evening.settles(look="boards")
    views: list[object] = []
    klingon = spec_of("klingon")
    view = type(klingon.game).view

    def noted(game: Any, state: Any, seat: int | None) -> Any:
        views.append(seat)
        return view(game, state, seat)

    await evening.open(command="klingon open", stakes="cash", clock="off")
    qira = evening.guest("Qi'ra")
    for player, name in ((han, "Han"), (lando, "Lando"), (qira, "Qi'ra")):
        await evening.sits(player, name)
    await evening.does(han, "Deal")
    while (table := await evening.table()).in_hand:
        assert evening.message.files == {}
        (seat,) = table.to_act
        who = {"Han": han, "Lando": lando, "Qi'ra": qira}[table.voice.plain_name(seat)]
        keys = {move.key for move in table.moves(seat)}
        if who is qira and "fold" in keys:
            await evening.privately(who, "Disengage", "Disengage")
            await evening.drawn()
        else:
            await evening.does(who, "Check" if "check" in keys else "Engage")
    table = await evening.table()
    boards = evening.client.renderer.boards
    with monkeypatch.context() as patched:
        patched.setattr(type(klingon.game), "view", noted)
        assert boards._wanted(table) is not None
    assert set(views) == {None}
    await evening.clock.advance(5)
    (content,) = evening.message.files.values()
    assert content == board_png(pool.asked[-1])
    shown = {ship.ship for captain in pool.asked[-1].captains for ship in captain.ships}
    assert len(pool.asked[-1].captains) == 2
    folded = table.state.captains[
        [captain.seat for captain in table.state.captains].index(
            next(chair.seat for chair in table.record.chairs if table.voice.plain_name(chair.seat) == "Qi'ra")
        )
    ]
    names = {deck_of(table.rules).by_id[ship].name for ship in folded.ids}
    assert not names & shown
