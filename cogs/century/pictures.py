"""The board of Century: everyone's tickets with their hits, and the numbers that came."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.drawings import Box, Disc, Drawing, Label, Shape
from bot.engine.drawings.boards import (
    BRASS,
    DARK,
    FAINT,
    FELT,
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
    tick,
)
from bot.engine.words import Voice, counted, listed
from cogs.century.state import CenturyView, Ticket

_MOST_TICKETS = 8
"""Tickets on a board; of more, those that are worth most."""
_IN_A_ROW = 10
_PITCH = (WIDTH - 2 * MARGIN) / _IN_A_ROW
_BALL = 29.0
_TICKET = 142.0
_GAP = 12.0


@dataclass(frozen=True)
class Slip:
    """A ticket: its numbers, those of them that were drawn, and a text about it."""

    player: BoardPlayer
    numbers: tuple[int, ...]
    hits: frozenset[int]
    note: str
    is_paid: bool

    @property
    def alt(self) -> str:
        hits = f", hits {listed(map(str, sorted(self.hits)))}" if self.hits else ""
        return f"{self.player.described}: {' '.join(map(str, self.numbers))}{hits}, {self.note}."


@dataclass(frozen=True)
class CenturyBoard(Board):
    """The drawn numbers in the order they came, the last `fresh` of them new, and the tickets."""

    title: str
    drawn: tuple[int, ...]
    fresh: int
    slips: tuple[Slip, ...]
    left_out: int

    @property
    def alt(self) -> str:
        head = f"{self.title}: {listed(map(str, sorted(self.drawn)))}." if self.drawn else f"{self.title}."
        return alt_text(head, *(slip.alt for slip in self.slips), *filter(None, [self._others]))

    @property
    def _others(self) -> str:
        return f"{counted(self.left_out, 'other ticket')} not shown." if self.left_out else ""

    def drawing(self) -> Canvas:
        shapes: list[Shape] = [*heading(self.title, self._others.removesuffix(" not shown.") and f"+ {self._others}")]
        top = 84.0
        for at, number in enumerate(self.drawn):
            x, y = MARGIN + _PITCH * (at % _IN_A_ROW + 0.5), top + 36 + 70 * (at // _IN_A_ROW)
            shapes += _ball(number, x, y, is_fresh=at >= len(self.drawn) - self.fresh)
        if self.drawn:
            top += 70 * -(-len(self.drawn) // _IN_A_ROW) + 16
        for slip in self.slips:
            shapes += _ticket(slip, top, has_drawn=bool(self.drawn))
            top += _TICKET + _GAP
        return Canvas(top + MARGIN - _GAP, tuple(shapes))


def board(view: CenturyView, voice: Voice) -> CenturyBoard | None:
    """Return the tickets, once there are any."""
    players = board_players([seat.seat for seat in view.seats], voice)
    drawn = frozenset(view.drawn)
    found = [(players[seat.seat], ticket) for seat in view.seats for ticket in seat.tickets]
    if not found or (view.phase == "over" and not drawn):
        return None
    kept = sorted(found, key=lambda one: (-one[1].paid, -one[1].matches(drawn)))[:_MOST_TICKETS]
    shown = [one for one in found if one in kept][:_MOST_TICKETS]
    return CenturyBoard(
        title=_title(view),
        drawn=view.drawn,
        fresh=view.fresh if view.phase == "drawing" else 0,
        slips=tuple(
            Slip(
                player, ticket.numbers, drawn.intersection(ticket.numbers), _note(ticket, view, voice), ticket.paid > 0
            )
            for player, ticket in shown
        ),
        left_out=len(found) - len(shown),
    )


def _title(view: CenturyView) -> str:
    match view.phase:
        case "tickets":
            return "Tickets"
        case "drawing":
            return f"{len(view.drawn)} of {view.draws} drawn"
        case "over":
            return "All drawn"


def _note(ticket: Ticket, view: CenturyView, voice: Voice) -> str:
    if not view.drawn:
        return voice.money(ticket.stake)
    count = f"{ticket.matches(view.drawn)} of {len(ticket.numbers)}"
    return f"{count}, {voice.money(ticket.paid)}" if ticket.paid else count


def _ball(number: int, x: float, y: float, *, is_fresh: bool) -> Drawing:
    """Draw a number that came; a new one has a ring."""
    ring = (Disc(x, y, _BALL + 5, BRASS), Disc(x, y, _BALL + 1, FELT)) if is_fresh else ()
    return (*ring, Disc(x, y, _BALL, INK), Label(str(number), x, y, TEXT, DARK, 2 * _BALL - 6))


def _ticket(slip: Slip, top: float, *, has_drawn: bool) -> Iterator[Shape]:
    yield from framed(MARGIN, top, WIDTH - MARGIN, top + _TICKET, is_won=slip.is_paid)
    y = top + 38
    yield from named_chip(slip.player, MARGIN + 16, y, 340)
    right = WIDTH - MARGIN - 20
    if slip.is_paid:
        yield star(right - 12, y, 15)
    note_right = right - 40 if slip.is_paid else right
    colour = BRASS if slip.is_paid else FAINT
    yield Label(slip.note, note_right, y, TEXT if slip.is_paid else SMALL, colour, 270, "right", is_bold=slip.is_paid)
    pitch = (WIDTH - 2 * MARGIN - 24) / _IN_A_ROW
    for at, number in enumerate(slip.numbers):
        yield from _number(
            number, MARGIN + 12 + pitch * (at + 0.5), top + 98, is_hit=number in slip.hits, has_drawn=has_drawn
        )


def _number(number: int, x: float, y: float, *, is_hit: bool, has_drawn: bool) -> Drawing:
    """Draw a number on a ticket: a hit is filled and has a tick, others are only outlined."""
    half = 29.0
    edge = Box(x - half, y - half, x + half, y + half, 9, BRASS if is_hit else LINE)
    if is_hit:
        return (edge, Label(str(number), x, y, TEXT, DARK, 2 * half - 4), *tick(x + half - 6, y - half + 6, 13))
    inside = Box(x - half + 2, y - half + 2, x + half - 2, y + half - 2, 7, PANEL)
    return (edge, inside, Label(str(number), x, y, TEXT, FAINT if has_drawn else INK, 2 * half - 4))
