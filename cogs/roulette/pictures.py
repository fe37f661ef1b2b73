"""The board of roulette: the layout with everyone's chips, and the pocket that came."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from bot.engine.drawings import Box, Drawing, Label, Point, Shape
from bot.engine.drawings.boards import (
    BRASS,
    FELT,
    INK,
    LINE,
    MARGIN,
    SMALL,
    WIDTH,
    Board,
    BoardPlayer,
    Canvas,
    alt_text,
    board_players,
    chip,
    chip_of,
    heading,
    legend,
    tick,
)
from bot.engine.words import Voice, listed
from cogs.roulette.layout import NUMBERS, ROW, Layout, Pocket, Spot, Wheel, colour, in_a_sentence, in_words, layout
from cogs.roulette.state import RouletteView, total

_ZEROS, _COLUMN, _ENDS = 56.0, 52.0, 72.0
"""Widths: of the zeros, of a column of three numbers, and of the bets on the long rows at its end."""
_TOP, _CELL, _DOZEN, _CHANCE = 84.0, 92.0, 62.0, 94.0
_LEFT = MARGIN + _ZEROS
_BOTTOM = _TOP + ROW * _CELL
_RIGHT = _LEFT + len(NUMBERS) // ROW * _COLUMN
_HEIGHT = _BOTTOM + _DOZEN + _CHANCE
_CHIP = 19.0
_MOST_CHIPS = 2
"""Chips on a spot beside each other; of more, the second one says how many others there are."""
_FILLS = {"red": "#b5382f", "black": "#16191c", "green": "#1f7a55"}
_CHANCES = (("low", "1–18"), ("even", "Even"), ("red", "Red"), ("black", "Black"), ("odd", "Odd"), ("high", "19–36"))
_MOST_NAMED = 6
"""Spots of a player that the description names."""


@dataclass(frozen=True)
class Stake:
    """A player's chips on a spot. `has_won` is None while the ball hasn't fallen."""

    place: int
    spot: str
    has_won: bool | None


@dataclass(frozen=True)
class RouletteBoard(Board):
    """The layout. `notes` say for each player what is bet, or what the spin brought."""

    wheel: Wheel
    has_top_line: bool
    title: str
    players: tuple[BoardPlayer, ...]
    notes: tuple[str, ...]
    stakes: tuple[Stake, ...]
    pocket: Pocket | None

    @property
    def alt(self) -> str:
        head = f"The ball lies on {self.title}." if self.pocket else "The layout with the bets."
        return alt_text(head, *map(self._described, self.players, self.notes))

    def _described(self, player: BoardPlayer, note: str) -> str:
        stakes = [stake for stake in self.stakes if stake.place == player.place]
        spots = [in_a_sentence(stake.spot) + (", which wins" if stake.has_won else "") for stake in stakes]
        more = [f"{len(spots) - _MOST_NAMED} more"] if len(spots) > _MOST_NAMED else []
        return f"{player.described}: {note}, on {listed([*spots[:_MOST_NAMED], *more])}."

    def drawing(self) -> Canvas:
        rows = legend(tuple(zip(self.players, self.notes, strict=True)), _HEIGHT + 18)
        head = heading(self.title)
        return Canvas(rows.height + 14, (*head, *self._cells(), *self._chips(), *rows.shapes))

    @property
    def _layout(self) -> Layout:
        return layout(self.wheel, has_top_line=self.has_top_line)

    def _cells(self) -> Iterator[Shape]:
        for pocket in self._layout.pockets:
            yield from _cell(pocket, self.wheel, is_won=pocket == self.pocket)
        for spot in self._layout.outside:
            if spot.kind == "column":
                yield from _box(*_outside(spot), "2:1")
            elif spot.kind == "dozen":
                yield from _box(*_outside(spot), f"{spot.pockets[0]}–{spot.pockets[-1]}", is_beside=True)
        for name, label in _CHANCES:
            left, top, right, bottom = _outside(self._layout.by_name[name])
            if name in _FILLS:
                yield from _box(left, top, right, bottom, "")
                yield from _plate(name, (left + right) / 2, top + 24, 38)
                yield Label(label, (left + right) / 2, top + 24, SMALL, INK, most=right - left - 8)
            else:
                yield from _box(left, top, right, bottom, label)

    def _chips(self) -> Iterator[Shape]:
        by_spot: dict[str, list[Stake]] = defaultdict(list)
        for stake in self.stakes:
            by_spot[stake.spot].append(stake)
        players = {player.place: player for player in self.players}
        for name, stakes in by_spot.items():
            x, y = _centre(self._layout.by_name[name], self.wheel)
            won, lost = stakes[0].has_won is True, stakes[0].has_won is False
            shown = stakes[:_MOST_CHIPS] if len(stakes) <= _MOST_CHIPS else stakes[: _MOST_CHIPS - 1]
            apart = _CHIP * 0.62 if len(stakes) > 1 else 0.0
            for at, stake in enumerate(shown):
                yield from chip(players[stake.place], x + apart * (2 * at - 1), y, _CHIP, is_lost=lost)
            if len(stakes) > len(shown):
                more = f"+{len(stakes) - len(shown)}"
                yield from chip_of(more, INK, x + apart, y, _CHIP, is_lost=lost)
            if won:
                yield from tick(x + apart + _CHIP * 0.7, y - _CHIP * 0.7, 11)


def board(view: RouletteView, voice: Voice) -> RouletteBoard | None:
    """Return the layout, once there are bets on it."""
    result = view.result
    if result is not None:
        bets = {one.seat: (one.bets, one.won) for one in result.seats}
        notes = {one.seat: voice.net(one.net) for one in result.seats}
    else:
        bets = {one.seat: (one.bets, ()) for one in view.seats if one.bets}
        notes = {seat: voice.money(total(laid)) for seat, (laid, _) in bets.items()}
    if not bets or (view.is_over and result is None):
        return None
    players = board_players([one.seat for one in view.seats], voice)
    players = {seat: players[seat] for seat in players if seat in bets}
    return RouletteBoard(
        wheel=view.rules.wheel,
        has_top_line=view.rules.top_line,
        title=in_words(result.pocket) if result else "Place your bets",
        players=tuple(players.values()),
        notes=tuple(notes[seat] for seat in players),
        stakes=tuple(
            Stake(player.place, bet.spot, bet.spot in bets[seat][1] if result else None)
            for seat, player in players.items()
            for bet in bets[seat][0]
        ),
        pocket=result.pocket if result else None,
    )


_Area = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def _area(pocket: Pocket, wheel: Wheel) -> _Area:
    """Return the area of a pocket's cell: the numbers run to the right, three in a column with the lowest below."""
    if pocket in NUMBERS:
        at, row = divmod(int(pocket) - 1, ROW)
        left, top = _LEFT + at * _COLUMN, _TOP + (ROW - 1 - row) * _CELL
        return left, top, left + _COLUMN, top + _CELL
    if wheel == "single":
        return MARGIN, _TOP, _LEFT, _BOTTOM
    middle = (_TOP + _BOTTOM) / 2
    return (MARGIN, middle, _LEFT, _BOTTOM) if pocket == "0" else (MARGIN, _TOP, _LEFT, middle)


def _outside(spot: Spot) -> _Area:
    """Return the area of a bet outside of the numbers."""
    if spot.kind == "column":
        top = _area(spot.pockets[0], "single")[1]
        return _RIGHT, top, WIDTH - MARGIN, top + _CELL
    if spot.kind == "dozen":
        left, right = _area(spot.pockets[0], "single")[0], _area(spot.pockets[-1], "single")[2]
        return left, _BOTTOM, right, _BOTTOM + _DOZEN
    at, width = [name for name, _ in _CHANCES].index(spot.name), (_RIGHT - _LEFT) / len(_CHANCES)
    return _LEFT + at * width, _BOTTOM + _DOZEN, _LEFT + (at + 1) * width, _HEIGHT


def _centre(spot: Spot, wheel: Wheel) -> Point:
    """Return the place of the chips: as on a real layout, but below the numbers where they would hide them."""
    if spot.group == "outside":
        left, top, right, bottom = _outside(spot)
        return (right - 44, (top + bottom) / 2) if spot.kind == "dozen" else ((left + right) / 2, bottom - 27)
    areas = [_area(pocket, wheel) for pocket in spot.pockets]
    numbers = [_area(pocket, wheel) for pocket in spot.pockets if pocket in NUMBERS] or areas
    x = fmean((left + right) / 2 for left, _, right, _ in areas)
    if len(numbers) < len(areas):
        x = _LEFT
    if spot.kind in {"six_line", "first_four", "top_line"} or (spot.kind == "street" and len(numbers) == ROW):
        return x, _BOTTOM
    y = fmean((top + bottom) / 2 for _, top, _, bottom in numbers)
    is_between_rows = len({top for _, top, _, _ in numbers}) > 1
    return x, y - 6 if is_between_rows else y + 20


def _cell(pocket: Pocket, wheel: Wheel, *, is_won: bool) -> Drawing:
    left, top, right, bottom = _area(pocket, wheel)
    x = (left + right) / 2
    frame = _edge(left, top, right, bottom)
    y = top + 26 if pocket in NUMBERS else (top + bottom) / 2 - 30
    plate = _plate(colour(pocket), x, y, 42)
    number = Label(pocket, x, y, 27, INK)
    ring = (Box(left - 2, top - 2, right + 2, bottom + 2, 6, BRASS),)
    return (*frame, *(ring if is_won else ()), *plate, number)


def _plate(name: str, x: float, y: float, height: float) -> Drawing:
    """Draw what lies under a number: round on red, square on black, so that the color isn't all that tells."""
    half, width = height / 2, 42.0 if height > 40 else 92.0
    radius = half if name == "red" else 5
    plate = Box(x - width / 2, y - half, x + width / 2, y + half, radius, _FILLS[name])
    edge = Box(x - width / 2 - 1.5, y - half - 1.5, x + width / 2 + 1.5, y + half + 1.5, radius + 1.5, LINE)
    return (edge, plate)


def _box(left: float, top: float, right: float, bottom: float, label: str, *, is_beside: bool = False) -> Drawing:
    y, x = ((top + bottom) / 2, left + 74) if is_beside else (top + 24, (left + right) / 2)
    return (*_edge(left, top, right, bottom), Label(label, x, y, SMALL, INK, most=right - left - 6))


def _edge(left: float, top: float, right: float, bottom: float) -> Drawing:
    return (Box(left, top, right, bottom, 3, LINE), Box(left + 1.5, top + 1.5, right - 1.5, bottom - 1.5, 3, FELT))
