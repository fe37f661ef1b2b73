"""How characters have fared as CSV: a row for each character and game."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from bot.engine.luck import Luck
from bot.engine.money import Currency
from bot.reports.csv_text import Cell, csv_text
from bot.reports.faring import Fared
from bot.reports.stats import GameStats, Swing

_KINDS = {"die": "Dice", "contest": "Contests", "bet": "Bets"}
_LUCK = ("{}", "{}: came to", "{}: expected", "{}: standard errors")
HEADER = (
    *("Name", "NPC", "Game", "Hands", "In tournaments", "Won", "Folded"),
    *("Net", "Net in smallest coins", "Biggest win in smallest coins", "Biggest loss in smallest coins"),
    *(column.format(kind) for kind in _KINDS.values() for column in _LUCK),
)


def csv(found: Fared, currency: Currency) -> str:
    """The whole file."""
    rows: list[Mapping[str, Cell]] = []
    for one in found.cast:
        who: dict[str, Cell] = {"Name": one.name, "NPC": "yes" if one.is_npc else "no"}
        rows += ({**who, **_cells(stats, currency)} for stats in found.games[one.character_id])
    return csv_text(HEADER, ([row.get(name) for name in HEADER] for row in rows))


def _cells(stats: GameStats, currency: Currency) -> Mapping[str, Cell]:
    return {
        "Game": stats.title,
        "Hands": stats.hands,
        "In tournaments": stats.in_tournaments,
        "Won": stats.won,
        "Folded": stats.folded,
        "Net": currency.show(stats.net),
        "Net in smallest coins": stats.net,
        "Biggest win in smallest coins": _amount(stats.best),
        "Biggest loss in smallest coins": _amount(stats.worst),
        **_lucky(stats.luck),
    }


def _amount(swing: Swing | None) -> int | None:
    return None if swing is None else swing.amount


def _lucky(luck: Iterable[Luck]) -> Mapping[str, Cell]:
    cells: dict[str, Cell] = {}
    for one in luck:
        values = (one.count, one.got, one.mean, Fraction(round(100 * one.errors), 100))
        cells |= dict(zip((column.format(_KINDS[one.kind]) for column in _LUCK), values, strict=True))
    return cells
