"""The images of Baldur Hold'em: twenty-sided dice. The showdown is a board, with the dice that each hand is made of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.engine.betting.pots import sum_by_seat
from bot.engine.drawings import Drawing, Drawings, Label, Outline, Point, Shape, Writing
from bot.engine.drawings.boards import (
    BRASS,
    DARK,
    FAINT,
    INK,
    LINE,
    MARGIN,
    PANEL,
    SMALL,
    TEXT,
    WIDTH,
    Board,
    BoardPlayer,
    Canvas,
    alt_text,
    board_players,
    framed,
    heading,
    named_chip,
    star,
)
from bot.engine.game import DEALER
from bot.engine.words import Voice, listed
from cogs.baldur.hands import SIDES, WILD, headed
from cogs.baldur.state import BaldurView, Result, Shown

_RADIUS, _COMMON = 31.0, 40.0
"""Of dice: in a hand, and on the table."""
_PITCH = 74.0
_ROW, _WINNER, _GAP = 104.0, 140.0, 10.0
_DICE_LEFT = 390.0
MOST_OWN = 3


@dataclass(frozen=True)
class Die:
    """A die: its face, whether the hand uses it, and the number that it stands for if it is wild."""

    face: int
    is_used: bool
    stands_for: int | None = None

    @property
    def alt(self) -> str:
        return f"{self.face} as {self.stands_for}" if self.stands_for else str(self.face)


@dataclass(frozen=True)
class Row:
    """A hand at the showdown; `won` is the amount that it takes, "" for nothing."""

    player: BoardPlayer
    hand: str
    own: tuple[Die, ...]
    common: tuple[int, ...]
    won: str

    @property
    def alt(self) -> str:
        used = listed([die.alt for die in self.own if die.is_used] + list(map(str, self.common)))
        return f"{self.player.described}: {self.hand} with {used}{f', wins {self.won}' if self.won else ''}."


@dataclass(frozen=True)
class BaldurBoard(Board):
    common: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def alt(self) -> str:
        return alt_text(f"Showdown. Community dice: {listed(map(str, self.common))}.", *(row.alt for row in self.rows))

    def drawing(self) -> Canvas:
        shapes: list[Shape] = [*heading("Showdown")]
        for at, face in enumerate(self.common):
            x = WIDTH - MARGIN - _COMMON - (len(self.common) - 1 - at) * (2 * _COMMON + 10)
            shapes += _d20(Die(face, is_used=True), x, 52, _COMMON, is_common=True)
        top = 112.0
        for row in self.rows:
            height = _WINNER if row.won else _ROW
            shapes += _drawn(row, top, top + height)
            top += height + _GAP
        return Canvas(top + MARGIN - _GAP, tuple(shapes))


def board(view: BaldurView, voice: Voice) -> BaldurBoard | None:
    """Return the showdown, once there is one."""
    ended = view.result
    if ended is None or ended.how != "showdown" or not ended.hands:
        return None
    gains = sum_by_seat(share for win in ended.wins for share in win.shares)
    dice = {seat.seat: seat.dice for seat in view.seats}
    voice = replace(voice, names={**voice.names, DEALER: "NPCs"})
    players = board_players([*dice, DEALER], voice)
    rows = [_row(shown, ended, dice, players, gains, voice) for shown in ended.hands]
    return BaldurBoard(view.common, tuple(sorted(rows, key=lambda row: not row.won)))


def _row(
    shown: Shown,
    ended: Result,
    dice: Mapping[int, tuple[int, ...]],
    players: Mapping[int, BoardPlayer],
    gains: Mapping[int, int],
    voice: Voice,
) -> Row:
    """Describe a hand. The NPCs, who play one together, show only the two dice that they use."""
    hand, is_npcs = shown.hand, bool(ended.revealed) and shown is ended.hands[-1]
    faces = dict(zip(hand.own_at, hand.own, strict=True)) if is_npcs else dict(enumerate(dice[shown.seats[0]]))
    stands_for = dict(hand.stands_for)
    won = sum(gains.get(seat, 0) for seat in shown.seats)
    return Row(
        player=players[shown.seats[0] if len(shown.seats) == 1 else DEALER],
        hand=headed(hand),
        own=tuple(Die(face, at in hand.own_at, stands_for.get(at)) for at, face in faces.items()),
        common=hand.common,
        won=voice.money(won) if won else "",
    )


def _drawn(row: Row, top: float, bottom: float) -> Iterator[Shape]:
    yield from framed(MARGIN, top, WIDTH - MARGIN, bottom, is_won=bool(row.won))
    left, middle = MARGIN + 16, (top + bottom) / 2
    yield from named_chip(row.player, left, top + 36, _DICE_LEFT - left - 62)
    yield Label(row.hand, left, top + 76, SMALL, INK if row.won else FAINT, _DICE_LEFT - left - 8, "left")
    if row.won:
        yield star(left + 14, top + 114, 15)
        yield Label(row.won, left + 38, top + 114, TEXT, BRASS, _DICE_LEFT - left - 46, "left")
    own = sorted(row.own, key=lambda die: not die.is_used)
    for at, die in enumerate(own):
        yield from _d20(die, _DICE_LEFT + _RADIUS + _PITCH * (at + MOST_OWN - len(own)) * 0.84, middle, _RADIUS)
    first = WIDTH - MARGIN - 16 - _RADIUS - 2 * _PITCH * 0.84
    for at, face in enumerate(row.common):
        yield from _d20(Die(face, is_used=True), first + _PITCH * at * 0.84, middle, _RADIUS, is_common=True)


def _d20(die: Die, x: float, y: float, radius: float, *, is_common: bool = False) -> Drawing:
    """Draw a die. One that the hand uses is filled, one that it doesn't is only outlined."""
    edge, face = _hexagon(x, y, radius), _hexagon(x, y, radius - 2.5)
    if not die.is_used:
        return (Outline(edge, LINE), Outline(face, PANEL), Label(str(die.face), x, y, TEXT, FAINT, is_bold=False))
    colour = INK if is_common else BRASS
    number = Label(str(die.face), x, y, radius, DARK)
    as_another = f"={die.stands_for}" if die.stands_for else ""
    told = (Label(as_another, x, y + radius + 14, 23, BRASS),) if as_another else ()
    return (Outline(edge, DARK), Outline(face, colour), number, *told)


def _icon(face: int) -> Drawing:
    """Draw a die; the wild 20 is of gold."""
    rim, body, ink = ("#7a5a12", "#eab83f", "#23262d")
    if face != WILD:
        rim, body, ink = ("#b9a7e0", "#4d3880", "#fdfbf5")
    return (
        Outline(_hexagon(64, 64, 64), rim),
        Outline(_hexagon(64, 64, 58), body),
        Writing(str(face), 64, 66, 72, ink, most=96),
    )


def _hexagon(x: float, y: float, radius: float) -> tuple[Point, ...]:
    across, down = radius * 0.866, radius / 2
    return (
        *((x, y - radius), (x + across, y - down), (x + across, y + down)),
        *((x, y + radius), (x - across, y + down), (x - across, y - down)),
    )


DRAWINGS: Drawings = {f"d20_{face}": _icon(face) for face in range(1, SIDES + 1)}
