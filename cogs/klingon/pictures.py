"""The images of Klingon Hold-'Em: flat signs for weapons, doublers and ships. The showdown is a board, with the cards
that each ship fires.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.betting.pots import sum_by_seat
from bot.engine.drawings import Box, Disc, Drawing, Drawings, Label, Outline, Point, Shape, Writing
from bot.engine.drawings.boards import (
    BRASS,
    DARK,
    FAINT,
    INK,
    MARGIN,
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
    placed,
    star,
)
from bot.engine.words import Voice, listed
from cogs.klingon.card_file import STANDARD, card_name, card_of, deck_of, ship_of
from cogs.klingon.cards import Attack, Deck, Ship
from cogs.klingon.naming import ship_image
from cogs.klingon.state import KlingonView

_EDGE, _DARK, _LIGHT = "#8f8878", "#1b2029", "#f6f3ea"
_BLUE, _ORANGE, _GREEN, _RED, _GREY, _GOLD, _STEEL = (
    *("#1f5fc9", "#e07a1f", "#1c8a55", "#b8263a", "#55606f", "#eab432", "#33415a"),
)


def _card(colour: str, *shapes: Shape) -> Drawing:
    return (Box(6, 6, 122, 122, 24, _EDGE), Box(9, 9, 119, 119, 21, colour), *shapes)


def _slanted(x: float, y: float, length: float, thick: float, colour: str = _LIGHT) -> Shape:
    """Draw a bar from the lower left to the upper right; half its length and thickness along each axis."""
    return Outline(
        (
            (x - length - thick, y + length - thick),
            (x - length + thick, y + length + thick),
            (x + length + thick, y - length + thick),
            (x + length - thick, y - length - thick),
        ),
        colour,
    )


def _star(x: float, y: float, long: float, short: float, colour: str) -> Shape:
    """Draw a star of four points."""
    return Outline(
        (
            *((x, y - long), (x + short, y - short), (x + long, y), (x + short, y + short)),
            *((x, y + long), (x - short, y + short), (x - long, y), (x - short, y - short)),
        ),
        colour,
    )


def _moved(points: tuple[Point, ...], x: float, y: float, scale: float = 1) -> tuple[Point, ...]:
    return tuple((x + scale * across, y + scale * down) for across, down in points)


def _missile(x: float, y: float, scale: float, colour: str) -> Drawing:
    """Draw a missile that flies up."""
    body = ((0, -42), (12, -22), (12, 22), (-12, 22), (-12, -22))
    fins = ((-12, 4), (-26, 32), (26, 32), (12, 4))
    return tuple(Outline(_moved(points, x, y, scale), colour) for points in (fins, body))


_HULL_Y = 38.0
"""The middle of a ship's outline, above the letters of its class."""


def _polygon(*points: Point) -> Shape:
    """Draw a part of a ship seen from above, its bow up, around the middle of its outline."""
    return Outline(_moved(points, 64, _HULL_Y), _LIGHT)


def _bar(x: float, top: float, bottom: float, half: float = 4) -> Shape:
    return Box(64 + x - half, _HULL_Y + top, 64 + x + half, _HULL_Y + bottom, half, _LIGHT)


_FLEETS: dict[str, tuple[str, Drawing]] = {
    "Federation": (
        "#2f4a78",
        (Disc(64, _HULL_Y - 8, 19, _LIGHT), _bar(0, 8, 24, 6), _bar(-18, 0, 23), _bar(18, 0, 23)),
    ),
    "Klingon": (
        "#6a2230",
        (
            _polygon((-7, -22), (0, -29), (7, -22), (5, -13), (-5, -13)),
            _bar(0, -16, 16, 3),
            _polygon((0, -4), (36, 18), (0, 24), (-36, 18)),
            _bar(-36, 4, 28, 3.5),
            _bar(36, 4, 28, 3.5),
        ),
    ),
    "Romulan": (
        "#1f5a46",
        (
            _polygon(
                (0, -26), (9, -8), (42, -16), (36, 8), (14, 14), (0, 28), (-14, 14), (-36, 8), (-42, -16), (-9, -8)
            ),
        ),
    ),
    "Gorn": (
        "#6b4a22",
        (
            _polygon((-12, -28), (12, -28), (22, -6), (16, 26), (-16, 26), (-22, -6)),
            _polygon((22, -2), (36, 6), (36, 22), (18, 20)),
            _polygon((-22, -2), (-36, 6), (-36, 22), (-18, 20)),
        ),
    ),
    "Kzinti": (
        "#75591a",
        (_polygon((-30, -28), (-10, -4), (10, -4), (30, -28), (26, 14), (0, 28), (-26, 14)),),
    ),
    "Orion": (
        "#53357a",
        (
            Disc(64, _HULL_Y + 4, 25, _LIGHT),
            Disc(64, _HULL_Y - 8, 18, "#53357a"),
            _bar(0, -10, 16, 4.5),
        ),
    ),
    "Tholian": (
        "#8a3d16",
        (_polygon((0, -30), (13, 8), (30, 26), (0, 16), (-30, 26), (-13, 8)),),
    ),
}
"""By empire: the color of its ships' cards, and their outline."""


def _draw_ship(ship: Ship) -> Drawing:
    """Draw a ship of its fleet, with the letters of its class."""
    color, outline = _FLEETS[ship.empire]
    letters = ship.id.partition("-")[2].upper()
    return _card(color, *outline, Writing(letters if len(letters) == 2 else ship.hull, 64, 95, 44, _LIGHT, most=92))


_BOLT: tuple[Point, ...] = ((12, -46), (-26, 8), (-4, 8), (-12, 46), (26, -10), (4, -10))

DRAWINGS: Drawings = {
    "klingon_phaser": _card(_BLUE, _slanted(54, 74, 24, 5), _star(86, 42, 30, 8, _LIGHT)),
    "klingon_photon": _card(_ORANGE, _star(64, 64, 48, 13, _GOLD), Disc(64, 64, 23, _LIGHT)),
    "klingon_disruptor": _card(_GREEN, _slanted(48, 52, 22, 7), _slanted(80, 76, 22, 7)),
    "klingon_plasma": _card(
        _RED, Outline(((30, 26), (96, 58), (62, 92)), _GOLD), Disc(78, 76, 25, _GOLD), Disc(80, 78, 15, _LIGHT)
    ),
    "klingon_drone": _card(_GREY, *_missile(64, 66, 1.05, _LIGHT)),
    "klingon_overload": _card(_GOLD, Outline(_moved(_BOLT, 64, 64), _DARK)),
    "klingon_scatter_pack": _card(
        _GOLD, *(shape for x, y in ((64, 42), (36, 84), (92, 84)) for shape in _missile(x, y, 0.6, _DARK))
    ),
    "klingon_enveloper": _card(_GOLD, Disc(64, 64, 42, _DARK), Disc(64, 64, 32, _GOLD), Disc(64, 64, 19, _DARK)),
    "klingon_ship": _card(
        _STEEL,
        Outline(((54, 34), (64, 20), (74, 34), (70, 48), (58, 48)), _LIGHT),
        Box(60, 44, 68, 84, 3, _LIGHT),
        Outline(((64, 58), (108, 88), (64, 94), (20, 88)), _LIGHT),
        Box(17, 66, 26, 106, 4, _LIGHT),
        Box(102, 66, 111, 106, 4, _LIGHT),
    ),
    **{ship_image(ship): _draw_ship(ship) for ship in STANDARD.ships},
}
"""A kind with another key has no image and is written; all kinds of plasma share one."""


_PLASMA = "plasma"
_MOST_IN_FULL = 4
"""Captains whose ships all have a line; of more, only those of the winners have."""
_HEAD, _LINE, _GAP = 66.0, 58.0, 10.0
_ICON, _CARD = 46.0, 76.0
_LETTER = 18.0


@dataclass(frozen=True)
class Card:
    """An action card: its image, "" for a kind without one, its name, and its attack points, "" for a doubler."""

    image: str
    name: str
    points: str


@dataclass(frozen=True)
class Broadside:
    """A ship, the cards that it fires, each perhaps with its doubler, and the points of its fighters."""

    ship: str
    image: str
    shots: tuple[tuple[Card, Card | None], ...]
    fighters: int

    @property
    def alt(self) -> str:
        fires = [card.name + (f" with {doubler.name}" if doubler else "") for card, doubler in self.shots]
        fighters = [f"fighters for {self.fighters}"] if self.fighters else []
        return f"{self.ship} with {listed([*fires, *fighters]) or 'nothing'}"


@dataclass(frozen=True)
class Captain:
    """A captain's attack; `won` is the amount that it takes, "" for nothing."""

    player: BoardPlayer
    total: int
    ships: tuple[Broadside, ...]
    won: str

    @property
    def alt(self) -> str:
        wins = f", wins {self.won}" if self.won else ""
        return f"{self.player.described}: attack {self.total}{wins}. {'; '.join(ship.alt for ship in self.ships)}."


@dataclass(frozen=True)
class KlingonBoard(Board):
    table: tuple[Card, ...]
    captains: tuple[Captain, ...]

    @property
    def alt(self) -> str:
        head = f"Showdown. On the table: {listed(card.name for card in self.table)}."
        return alt_text(head, *(captain.alt for captain in self.captains))

    def drawing(self) -> Canvas:
        shapes: list[Shape] = [*heading("Showdown")]
        pitch = (WIDTH - 2 * MARGIN) / max(len(self.table), 1)
        for at, card in enumerate(self.table):
            x = MARGIN + pitch * (at + 0.5)
            shapes += (*_icon(card, x, 120, _CARD), Label(card.name, x, 178, SMALL, FAINT, pitch - 8, is_bold=False))
        top = 204.0
        for captain in self.captains:
            ships = captain.ships if captain.won or len(self.captains) <= _MOST_IN_FULL else ()
            bottom = top + _HEAD + _LINE * len(ships)
            shapes += _drawn(captain, ships, top, bottom)
            top = bottom + _GAP
        return Canvas(top + MARGIN - _GAP, tuple(shapes))


def board(view: KlingonView, voice: Voice) -> KlingonBoard | None:
    """Return the showdown, once there is one."""
    ending = view.ending
    if ending is None or not ending.attacks:
        return None
    deck = deck_of(view.rules)
    gains = sum_by_seat(share for pot in ending.pots for share in pot.shares)
    players = board_players([seat.seat for seat in view.seats], voice)
    captains = [
        Captain(
            player=players[seat],
            total=attack.total,
            ships=tuple(_broadside(ship, attack, deck) for ship in ships),
            won=voice.money(gains[seat]) if gains.get(seat) else "",
        )
        for seat, ships, attack in sorted(ending.attacks, key=lambda one: (not gains.get(one[0]), -one[2].total))
    ]
    return KlingonBoard(tuple(_action_card(code, deck) for code in view.table), tuple(captains))


def _broadside(ship: str, attack: Attack, deck: Deck) -> Broadside:
    shots = [
        (_action_card(shot.card, deck), _action_card(shot.doubler, deck) if shot.doubler else None)
        for shot in attack.shots
        if shot.ship == ship
    ]
    flown = ship_of(deck, ship)
    return Broadside(flown.name, ship_image(flown), tuple(shots), dict(attack.fighters).get(ship, 0))


def _action_card(code: str, deck: Deck) -> Card:
    card = card_of(deck, code)
    return Card(image_of(card.kind), card_name(deck, code), "" if card.value is None else str(card.value))


def image_of(kind: str) -> str:
    """Return the name of the image of a kind of action card; "" where there is none."""
    name = f"klingon_{_PLASMA if kind.startswith(f'{_PLASMA}_') else kind}"
    return name if name in DRAWINGS and name != "klingon_ship" else ""


def _icon(card: Card, x: float, y: float, side: float) -> Drawing:
    """Draw a card: its image, or two letters of its name."""
    if card.image:
        return placed(DRAWINGS[card.image], x, y, side)
    plain = Box(x - side / 2, y - side / 2, x + side / 2, y + side / 2, side * 0.17, INK)
    return (plain, Label(card.name[:2], x, y, side * 0.42, DARK, most=side))


def _drawn(captain: Captain, ships: tuple[Broadside, ...], top: float, bottom: float) -> Iterator[Shape]:
    yield from framed(MARGIN, top, WIDTH - MARGIN, bottom, is_won=bool(captain.won))
    left, right, y = MARGIN + 16, WIDTH - MARGIN - 18, top + _HEAD / 2
    yield from named_chip(captain.player, left, y, 210)
    yield Label(f"Attack {captain.total}", right, y, TEXT, INK, 190, "right")
    if captain.won:
        yield star(left + 292, y, 15)
        yield Label(captain.won, left + 316, y, TEXT, BRASS, 210, "left")
    for at, ship in enumerate(ships):
        y = top + _HEAD + _LINE * (at + 0.5) - 8
        yield from placed(DRAWINGS[ship.image], left + 21, y, 42)
        parts = tuple(_parts(ship))
        x = right - sum(part.width for part in parts)
        yield Label(ship.ship, left + 54, y, SMALL, FAINT, x - left - 70, "left", is_bold=False)
        for part in parts:
            if part.card is not None:
                yield from _icon(part.card, x + _ICON / 2, y, _ICON)
            yield Label(part.text, x + (_ICON + 6 if part.card else 0), y, SMALL, INK, align="left")
            x += part.width


class _Part(NamedTuple):
    """A card that a ship fires with its points, or a text. The text's letters are about `_LETTER` wide."""

    text: str
    card: Card | None = None

    @property
    def width(self) -> float:
        return _LETTER * len(self.text) + (_ICON + 18 if self.card else 0)


def _parts(ship: Broadside) -> Iterator[_Part]:
    for card, doubler in ship.shots:
        yield _Part(f"{card.points}×2" if doubler else card.points, card)
    if ship.fighters:
        yield _Part(f"fighters for {ship.fighters}")
    elif not ship.shots:
        yield _Part("fires nothing")
