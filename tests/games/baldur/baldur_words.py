"""A hand of Baldur Hold'em as people read it."""

from collections.abc import Iterable
from typing import Any

from bot.engine.game import Event
from bot.engine.money import DND, Currency
from bot.engine.words import Page, Panel, Voice, plain
from tests.as_typed import AsTyped
from tests.games.baldur.baldur_table import ENTRY, Table


def voice_of(table: Table, currency: Currency = DND) -> Voice:
    return Voice({table.seat(name): name for name in table.names}, currency, typed=AsTyped())


def panel(table: Table) -> Panel:
    return ENTRY.panel(table.whole, None, voice_of(table))


def shows(table: Table) -> list[str]:
    """Return the table as everyone reads it."""
    shown, voice = panel(table), voice_of(table)
    seats = [" ".join(filter(None, (voice.name(line.seat), line.cards, line.text))) for line in shown.seats]
    return [plain(line) for line in (shown.heading, *shown.status, *seats, *filter(None, [shown.result]))]


def said(table: Table, events: Iterable[Event] | None = None) -> list[str]:
    """Return what happened, or these events, in sentences."""
    told = table.events if events is None else events
    return [plain(line) for line in ENTRY.words.tell([*told], voice_of(table))]


def kept(table: Table) -> list[str]:
    """Return the GM's log."""
    return said(table, table.kept)


def page(table: Table, name: str) -> Page:
    """Return the page of a seat, or the GM's, as its owner reads it."""
    shown = ENTRY.hand(table.whole, table.seat(name), voice_of(table))
    return Page(title=shown.title, text=plain(shown.text))


def lines(table: Table, name: str = "") -> list[str]:
    return page(table, name).text.split("\n")


NO_NPCS: dict[str, Any] = {"npcs": 0, "npc_dice": ()}
WILD = {"Ada": (20, 3, 9), "Bram": (7, 11, 4), "Cleo": (1, 6, 15)}
"""Ada has the dice of the example in seed 004."""


def wild_straight() -> Table:
    """Return the table of that example on the flop."""
    return Table(npc_dice=(14, 5, 14, 1)).rolls(WILD).stay("Ada", "Bram", "Cleo", falls=(2, 7, 10))
