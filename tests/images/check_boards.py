"""Boards as they are painted: their size, names in any script, the worker, and the fonts that ship with the bot."""

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from bot.engine.drawings.boards import WIDTH, Board, BoardPlayer, Canvas, board_players, heading, legend
from bot.engine.money import CREDITS
from bot.engine.words import Voice
from bot.images.boards import BoardPainter
from bot.images.painting import FOLDER, FONTS, _knows, board_png
from cogs.century.pictures import board as century_board
from cogs.century.state import CenturyRules, CenturyView, Ticket
from cogs.century.state import SeatView as Gambler
from cogs.roulette.pictures import board as roulette_board
from cogs.roulette.state import Bet, Result, RouletteRules, RouletteView, SeatView, Settled
from tools.fonts import cut

BYTES = 60 * 1024
ODD_NAMES = ("李小龙", "🧙‍♀️", "أحمد", "Zoë̱̤̈̄", "W" * 32, "ᚠᚢᚦ", "-", "a\u0301" * 16, "Ω", "Łukasz")


def voice(*names: str) -> Voice:
    return Voice(dict(enumerate(names, start=1)), CREDITS)


@dataclass(frozen=True)
class Roster(Board):
    players: tuple[BoardPlayer, ...]

    @property
    def alt(self) -> str:
        return "A roster."

    def drawing(self) -> Canvas:
        rows = legend([(player, "1,000,000,000 cr") for player in self.players], 80)
        return Canvas(rows.height + 20, (*heading("Roster", "beside"), *rows.shapes))


def roster(*names: str) -> Roster:
    return Roster(tuple(board_players(range(1, len(names) + 1), voice(*names)).values()))


def spin(*, pocket: str | None = None, wheel: str = "single") -> RouletteView:
    rules = RouletteRules().validated(wheel=wheel)
    spots = rules.layout.by_name
    bets = {seat: tuple(Bet(spot, 5) for spot in list(spots)[seat - 1 :: 10]) for seat in range(1, 11)}
    result = None
    if pocket is not None:
        won = {name for name, spot in spots.items() if pocket in spot.pockets}
        settled = [
            Settled(seat=seat, bets=laid, back=0, won=tuple(bet.spot for bet in laid if bet.spot in won))
            for seat, laid in bets.items()
        ]
        result = Result(pocket=pocket, seats=tuple(settled))
    seats = tuple(SeatView(seat=seat, stack=500, bets=laid, is_done=False) for seat, laid in bets.items())
    return RouletteView(rules=rules, seats=seats, bank=None, history=(), result=result, is_over=pocket is not None)


def size_of(content: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(content)) as image:
        assert image.format == "PNG"
        return image.size


@pytest.fixture
async def painter() -> AsyncIterator[BoardPainter]:
    made = BoardPainter()
    yield made
    await made.close()


@pytest.mark.parametrize("wheel", ["single", "double"])
@pytest.mark.parametrize("pocket", [None, "0", "17"])
def test_every_spot_of_ten_people_with_odd_names_fits_on_one_layout(pocket: str | None, wheel: str):
    board = roulette_board(spin(pocket=pocket, wheel=wheel), voice(*ODD_NAMES))
    assert board is not None
    content = board_png(board)
    assert size_of(content)[0] == WIDTH
    assert len(content) <= BYTES
    assert [player.place for player in board.players] == list(range(1, 11))
    assert len({player.mark for player in board.players}) == 10
    won = {stake.spot for stake in board.stakes if stake.has_won}
    assert won == ({name for name, spot in board._layout.by_name.items() if pocket in spot.pockets})


def test_a_board_with_many_tickets_shows_those_that_are_worth_most():
    tickets = {
        seat: tuple(
            Ticket(numbers=tuple(range(at, at + 10)), stake=5, paid=100 if seat == 7 else 0) for at in range(1, 6)
        )
        for seat in range(1, 11)
    }
    seats = tuple(Gambler(seat=seat, stack=0, tickets=held, is_done=True) for seat, held in tickets.items())
    view = CenturyView(
        phase="over", last=100, draws=20, drawn=tuple(range(81, 101)), fresh=0, bank=None, picks_left=10, seats=seats,
        rules=CenturyRules(),
    )  # fmt: skip
    board = century_board(view, voice(*ODD_NAMES))
    assert board is not None
    assert (len(board.slips), board.left_out) == (8, 42)
    assert [slip.is_paid for slip in board.slips].count(True) == 5
    assert len(board.alt) <= 1024
    assert size_of(board_png(board))[0] == WIDTH


def test_marks_are_initials_and_differ():
    players = board_players(range(1, 8), voice("Han", "Hera", "Hondo", "李小龙", "Éowyn", "Hux", "Ωmega"))
    assert [player.mark for player in players.values()] == ["H", "He", "Ho", "4", "E", "Hu", "7"]


def test_a_name_that_the_font_lacks_is_replaced_by_its_place():
    chinese, arabic = (roster("Han", name) for name in ("李小龙", "أحمد"))
    assert chinese.players[1].mark == arabic.players[1].mark == "2"
    assert chinese != arabic
    assert board_png(chinese) == board_png(arabic)
    assert board_png(roster("Han", "Lando")) != board_png(roster("Han", "Lanxo"))


def test_letters_are_missing_only_beyond_the_scripts_that_were_cut():
    for font in FONTS:
        assert all(_knows(font, letter) for letter in "Łukasz Ελένη Мария Tôn Đức 1,000 ₽ – “x”…")
        assert not any(_knows(font, letter) for letter in "李小龙أ🧙")


def test_the_command_cuts_exactly_the_fonts_that_are_there(tmp_path: Path):
    cut(tmp_path)
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert made == {file.name: file.read_bytes() for file in FOLDER.iterdir()}


def test_a_letter_is_drawn_with_its_accent_however_it_was_typed():
    assert board_png(roster("Éowyn")) == board_png(roster("E\u0301owyn")) != board_png(roster("Eowyn"))


async def test_a_worker_paints_what_this_process_would(painter: BoardPainter):
    board = roster("Han", "Lando")
    assert painter.is_able
    assert await painter.paint(board, 1) == board_png(board)


async def test_a_board_that_can_not_be_painted_is_none_and_the_next_one_is_painted(painter: BoardPainter):
    broken = Roster(("no player",))  # pyright: ignore[reportArgumentType]
    assert await painter.paint(broken, 1) is None
    assert await painter.paint(roster("Han"), 1) is not None


async def test_a_worker_that_is_gone_or_lacks_the_library_paints_nothing():
    for program, library in (("import sys; sys.exit(3)", "PIL"), ("", "no_such_library")):
        painter = BoardPainter(program, library)
        assert painter.is_able == (library == "PIL")
        assert await painter.paint(roster("Han"), 1) is None
        await painter.close()
