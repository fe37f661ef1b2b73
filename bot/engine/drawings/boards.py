"""Boards: large images of a table, for what people would rather look at than read.

A game makes one from its public view alone (`GameSpec.board`). It holds the few facts that it shows, without the
places of anything: `drawing` lays them out in the process that paints. So two boards are equal if they look the same.

All boards have the same felt, brass and chips. A chip has a letter of its player's name, which the legend explains. No
meaning is in a color alone.
"""

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.drawings.shapes import SIDE, Box, Disc, Drawing, Label, Outline, Shape, Writing
from bot.engine.game import Seat
from bot.engine.words import Voice, counted

WIDTH = 800
"""Pixels. A phone shows a board at less than half of that, so its text is at least 26 high."""
MARGIN = 24
FELT, PANEL, LINE = "#12302a", "#1b4239", "#3a6a5b"
BRASS, INK, FAINT, DARK = "#d6ad69", "#f6efdf", "#b9cbc2", "#14181a"
GREY = "#6f827a"
HEADING, TEXT, SMALL = 42.0, 32.0, 27.0
"""Sizes of text."""
MOST_ALT = 1024
"""Characters of an image's description that Discord takes."""
_COLOURS = (
    *("#56b4e9", "#e69f00", "#2fc89b", "#f0e442", "#e58fbd", "#ff8a5c", "#a9b4ff", "#e4e0d4", "#b7d66a", "#c9a38b"),
)
"""Light ones for all kinds of color vision, after Okabe and Ito: dark letters can be read on each."""


class Canvas(NamedTuple):
    """A laid out board: its height in pixels, and its shapes on the felt."""

    height: float
    shapes: Drawing


class Board(ABC):
    """A board's facts: a frozen dataclass of plain values. Equal ones look the same."""

    @property
    @abstractmethod
    def alt(self) -> str:
        """Describe all that the board shows in sentences, in at most `MOST_ALT` characters."""

    @abstractmethod
    def drawing(self) -> Canvas:
        """Lay the board out. Called by the process that paints."""


@dataclass(frozen=True, slots=True)
class BoardPlayer:
    """A player as boards show them: by a chip with a mark, one or two letters or digits."""

    mark: str
    name: str
    place: int
    """From 1 on, in the order of the table."""

    @property
    def colour(self) -> str:
        return _COLOURS[(self.place - 1) % len(_COLOURS)]

    @property
    def described(self) -> str:
        """The name as a description has it, with the mark where that is no initial."""
        return self.name if self.name[:1] == self.mark else f"{self.name} ({self.mark})"


def board_players(seats: Iterable[Seat], voice: Voice) -> Mapping[Seat, BoardPlayer]:
    """Give every seat a mark of its own: the initial, two letters where that is taken, or its place."""
    players: dict[Seat, BoardPlayer] = {}
    taken = set[str]()
    for place, seat in enumerate(seats, start=1):
        name = voice.plain_name(seat)
        letters = [letter for letter in unicodedata.normalize("NFKD", name) if letter.isalnum()]
        plain = [letter for letter in letters if letter.isascii()] if letters and letters[0].isascii() else []
        wanted = [f"{plain[0]}{after}".capitalize() for after in ("", *plain[1:2], *plain[-1:])] if plain else []
        mark = next((one for one in wanted if one not in taken), str(place))
        taken.add(mark)
        players[seat] = BoardPlayer(mark, name, place)
    return players


def alt_text(*sentences: str) -> str:
    """Join as many sentences as a description has room for, and say how many more there are."""
    told = ""
    for at, sentence in enumerate(sentences):
        more = f" {counted(len(sentences) - at, 'more line')}."
        room = MOST_ALT if at == len(sentences) - 1 else MOST_ALT - len(more)
        if len(told) + len(sentence) + 1 > room:
            return f"{told}{more}".strip()[:MOST_ALT]
        told += f" {sentence}" if told else sentence
    return told


def heading(text: str, beside: str = "") -> Drawing:
    """Draw the line at the head of a board; `beside` stands at its right end."""
    room = WIDTH - 2 * MARGIN
    head = Label(text, MARGIN, 46, HEADING, INK, most=room * (0.62 if beside else 1), align="left")
    right = Label(beside, WIDTH - MARGIN, 46, TEXT, BRASS, most=room * 0.36, align="right")
    return (head, right) if beside else (head,)


def chip(player: BoardPlayer, x: float, y: float, radius: float, *, is_lost: bool = False) -> Drawing:
    """Draw a player's chip around its middle; a lost one is hollow."""
    return chip_of(player.mark, player.colour, x, y, radius, is_lost=is_lost)


def chip_of(mark: str, colour: str, x: float, y: float, radius: float, *, is_lost: bool = False) -> Drawing:
    face, ink = (DARK, GREY) if is_lost else (colour, DARK)
    size = radius * (1.24 if len(mark) == 1 else 1.0)
    rim = (Disc(x, y, radius, DARK), Disc(x, y, radius - 1.5, ink if is_lost else colour))
    inner = (Disc(x, y, radius - 4, face),) if is_lost else ()
    return (*rim, *inner, Label(mark, x, y, size, ink if is_lost else DARK, most=radius * 2))


def tick(x: float, y: float, radius: float) -> Drawing:
    """Draw the mark of a hit or a win: a tick on brass."""
    sign = Outline(
        (
            *((x - radius * 0.55, y), (x - radius * 0.15, y + radius * 0.5), (x + radius * 0.6, y - radius * 0.4)),
            *((x + radius * 0.4, y - radius * 0.6), (x - radius * 0.15, y + radius * 0.1)),
            (x - radius * 0.35, y - radius * 0.2),
        ),
        DARK,
    )
    return (Disc(x, y, radius, DARK), Disc(x, y, radius - 1.5, BRASS), sign)


def star(x: float, y: float, radius: float) -> Shape:
    """Draw the mark of a winner."""
    ring = ((0, -1), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81), (0, 0.4))
    points = (*ring, *((-across, down) for across, down in reversed(ring[1:-1])))
    return Outline(tuple((x + radius * across, y + radius * down) for across, down in points), BRASS)


def framed(left: float, top: float, right: float, bottom: float, *, is_won: bool = False) -> Drawing:
    """Draw a panel on the felt; a winner's has a frame of brass."""
    edge, width = (BRASS, 5) if is_won else (LINE, 2)
    inside = Box(left + width, top + width, right - width, bottom - width, 14 - width, PANEL)
    return (Box(left, top, right, bottom, 14, edge), inside)


LEGEND_ROW = 54
_LEGEND_RADIUS = 21


def legend(entries: Sequence[tuple[BoardPlayer, str]], top: float) -> Canvas:
    """Explain the chips in two columns: whose they are, and a text about each. The height is that of its end."""
    column = (WIDTH - 2 * MARGIN) / 2
    shapes: list[Shape] = []
    for at, (player, text) in enumerate(entries):
        left, y = MARGIN + column * (at % 2), top + LEGEND_ROW * (at // 2 + 0.5)
        shapes += named_chip(player, left, y, column * 0.42)
        shapes.append(Label(text, left + column - 16, y, SMALL, FAINT, column * 0.4, "right", is_bold=False))
    return Canvas(top + LEGEND_ROW * -(-len(entries) // 2), tuple(shapes))


def named_chip(player: BoardPlayer, left: float, y: float, most: float) -> Drawing:
    """Draw a player's chip with the name beside it, which may take `most`."""
    name = Label(
        player.name, left + 2 * _LEGEND_RADIUS + 12, y, TEXT, INK, most, "left", stand_in=f"No. {player.place}"
    )
    return (*chip(player, left + _LEGEND_RADIUS, y, _LEGEND_RADIUS), name)


def placed(drawing: Drawing, x: float, y: float, side: float) -> Drawing:
    """Put a drawing of `SIDE` units somewhere else, with its middle there and its sides so long."""
    times = side / SIDE
    left, top = x - side / 2, y - side / 2
    return tuple(_scaled(shape, left, top, times) for shape in drawing)


def _scaled(shape: Shape, left: float, top: float, times: float) -> Shape:
    match shape:
        case Box():
            return shape._replace(
                left=left + shape.left * times,
                top=top + shape.top * times,
                right=left + shape.right * times,
                bottom=top + shape.bottom * times,
                radius=shape.radius * times,
            )
        case Disc():
            return Disc(left + shape.x * times, top + shape.y * times, shape.radius * times, shape.colour or PANEL)
        case Outline():
            return shape._replace(points=tuple((left + x * times, top + y * times) for x, y in shape.points))
        case Writing():
            sizes = {"height": shape.height * times, "most": shape.most * times}
            return shape._replace(x=left + shape.x * times, y=top + shape.y * times, **sizes)
        case Label():
            return shape._replace(x=left + shape.x * times, y=top + shape.y * times, size=shape.size * times)
