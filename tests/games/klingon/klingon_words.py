"""A hand of Klingon Hold-'Em as people read it."""

from collections.abc import Mapping
from typing import Any

from bot.engine.money import CHIPS, Currency
from bot.engine.words import Page, Panel, Voice, plain
from cogs.klingon import words
from cogs.klingon.rules import GAME
from tests.games.klingon.klingon_table import Table


def voice_of(table: Table, currency: Currency = CHIPS, symbols: Mapping[str, str] | None = None) -> Voice:
    return Voice({seat: name for name, seat in table.seats.items()}, currency, symbols=symbols or {})


def panel(table: Table, currency: Currency = CHIPS) -> Panel:
    return words.panel(GAME.view(table.state, None), voice_of(table, currency))


def shows(table: Table, currency: Currency = CHIPS) -> list[str]:
    """Return the table as everyone reads it, in letters."""
    shown, voice = panel(table, currency), voice_of(table, currency)
    seats = [" ".join(filter(None, (voice.name(line.seat), line.cards, line.text))) for line in shown.seats]
    return [plain(line) for line in (shown.heading, *shown.status, *seats)]


def said(table: Table, currency: Currency = CHIPS) -> list[str]:
    return [plain(line) for line in told(table, voice_of(table, currency))]


def told(table: Table, voice: Voice) -> tuple[str, ...]:
    events: list[Any] = [*table.events]
    return words.tell(events, voice)


def page(table: Table, name: str) -> Page:
    """Return the ships of a seat as their owner reads them."""
    shown = words.hand(GAME.view(table.state, table.seats[name]), voice_of(table))
    return Page(title=shown.title, text=plain(shown.text))
