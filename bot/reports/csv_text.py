"""Recaps and stats as CSV: every cell in quotes, and none that a spreadsheet would take for a formula.

A cell of text, which may be what somebody typed, is led by an apostrophe within its quotes if it begins with = + - @,
also where something that draws nothing comes first, or where the sign is written in its full width. A number is what
the bot has calculated itself, and comes as one: whole or a fraction, exact, of digits with at most one minus and one
point. It stays a number, so one below zero is "-60", in quotes like every other cell. All CSV that the bot writes is
written here.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from bot.engine.luck import Luck
from bot.engine.money import Currency
from bot.engine.words import plain
from bot.reports.gm_version import KeptSecret
from bot.reports.recap import NamedFigure, Recap
from bot.reports.stats import GameStats, StatsReport, Swing
from bot.reports.tables import TableSpan
from bot.reports.words import FOR_THE_GM, Where, moment

Cell = str | int | Fraction | None
_PLACES = 6
"""Digits behind the point of a fraction that doesn't end before."""
_SIGNS = frozenset("=+-@")
_SPACING = ("Z", "C", "M")
"""The categories of letters that draw nothing by themselves: spaces, controls, marks without a letter below."""


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table with its header, with line ends as in RFC 4180; None is an empty cell."""
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(map(_format_cell, header))
    writer.writerows(tuple(map(_format_cell, row)) for row in rows)
    return written.getvalue()


def _format_cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, int):
        return str(int(cell))
    if isinstance(cell, Fraction):
        return _format_decimal(cell)
    text = cell.replace("\0", "")
    return f"'{text}" if _is_formula(text) else text


def _format_decimal(number: Fraction) -> str:
    """As in "143.5", "-0.333333", "12"."""
    whole, behind = divmod(round(abs(number) * 10**_PLACES), 10**_PLACES)
    digits = f"{behind:0{_PLACES}}".rstrip("0")
    written = f"{whole}.{digits}" if digits else str(whole)
    return f"-{written}" if number < 0 and written != "0" else written


def _is_formula(text: str) -> bool:
    if text[:1] in {"\t", "\r", "\n"}:
        return True
    first = next((letter for letter in text if not unicodedata.category(letter).startswith(_SPACING)), "")
    return unicodedata.normalize("NFKC", first)[:1] in _SIGNS


RECAP_HEADER = (
    *("What", "Table", "Game", "Hand", "Name", "NPC", "Hands", "Won", "Place", "Turns"),
    *("Amount", "Amount in smallest coins", "From", "To", "Text"),
)

Cells = Mapping[str, Cell]


def recap_csv(recap: Recap, currency: Currency, where: Where, kept: Iterable[KeptSecret] = ()) -> str:
    """Return the whole CSV file of a recap; `kept` is for the GM only."""
    rows = _RecapRows(recap, currency, where)
    found = (*rows.games(), *rows.nets(), *rows.highlights(), *rows.tournaments(), *rows.named(), *rows.kept(kept))
    return csv_text(RECAP_HEADER, ([row.get(name) for name in RECAP_HEADER] for row in found))


class _RecapRows:
    """The rows of a recap, each by the names of its columns."""

    def __init__(self, recap: Recap, currency: Currency, where: Where) -> None:
        self.recap, self.currency, self.where = recap, currency, where

    def games(self) -> Iterator[Cells]:
        recap = self.recap
        for room in recap.rooms:
            yield {"What": "Table", **self._at(room), "From": moment(room.opened_at)}
        if recap.began is not None and recap.ended is not None:
            time = {"From": moment(recap.began), "To": moment(recap.ended)}
            for one in recap.played:
                yield {"What": "Played", "Game": one.title, "Hands": one.hands, **time}

    def nets(self) -> Iterator[Cells]:
        recap = self.recap
        for share in recap.shares:
            npc = "yes" if share.is_npc else "no"
            played = {"Hands": share.hands, "Won": share.won}
            yield {"What": "Net", "Name": share.name, "NPC": npc, **played, **self._money(share.net)}
        if recap.house is not None:
            yield {"What": "Net of the house", **self._money(recap.house)}
        others = (
            ("Cuts", recap.cuts),
            ("Carried over", recap.middle),
            ("In prizes", recap.prizes),
            ("From prizes paid for before", recap.prizes_before),
        )
        for what, amount in others:
            if amount:
                yield {"What": what, **self._money(amount)}

    def highlights(self) -> Iterator[Cells]:
        pot, long = self.recap.pot, self.recap.longest
        if pot is not None:
            what, names = (
                "Biggest pot" if pot.is_whole else "Most won at once",
                "; ".join(name for name, _ in pot.winners),
            )
            yield {"What": what, **self._at(pot.room), "Hand": pot.number, "Name": names, **self._money(pot.amount)}
        if long is not None:
            yield {"What": "Longest", **self._at(long.room), "Hand": long.number, "Turns": long.turns}

    def tournaments(self) -> Iterator[Cells]:
        for one in self.recap.tournaments:
            for place in one.places:
                stood = {"Name": place.name, "Place": place.place, "Text": f"Tournament {one.number}"}
                yield {"What": "Tournament", **self._at(one.room), **stood, **self._money(place.prize)}

    def named(self) -> Iterator[Cells]:
        recap = self.recap
        kinds: tuple[tuple[str, tuple[NamedFigure, ...]], ...] = (
            ("Void", recap.void),
            ("Undone", recap.undone),
            ("Taken up again", recap.taken_up),
            ("Can't be read", recap.unreadable),
        )
        for what, hands in kinds:
            yield from ({"What": what, **self._at(hand.room), "Hand": hand.number} for hand in hands)

    def kept(self, kept: Iterable[KeptSecret]) -> Iterator[Cells]:
        for one in kept:
            for hand in one.hands:
                what = f"{FOR_THE_GM}, undone" if hand.is_undone else FOR_THE_GM
                for sentence in hand.sentences:
                    yield {"What": what, **self._at(one.room), "Hand": hand.number, "Text": plain(sentence)}

    def _money(self, amount: int) -> Cells:
        return {"Amount": self.currency.show(amount), "Amount in smallest coins": amount}

    def _at(self, room: TableSpan) -> Cells:
        return {"Table": f"{room.id} in {self.where(room)}", "Game": room.title}


_KINDS = {"die": "Dice", "contest": "Contests", "bet": "Bets"}
_LUCK = ("{}", "{}: came to", "{}: expected", "{}: standard errors")
STATS_HEADER = (
    *("Name", "NPC", "Game", "Hands", "In tournaments", "Won", "Folded"),
    *("Net", "Net in smallest coins", "Biggest win in smallest coins", "Biggest loss in smallest coins"),
    *(column.format(kind) for kind in _KINDS.values() for column in _LUCK),
)


def stats_csv(found: StatsReport, currency: Currency) -> str:
    """Return the whole CSV file of the stats."""
    rows: list[Mapping[str, Cell]] = []
    for one in found.cast:
        who: dict[str, Cell] = {"Name": one.name, "NPC": "yes" if one.is_npc else "no"}
        rows += ({**who, **_game_cells(stats, currency)} for stats in found.games[one.character_id])
    return csv_text(STATS_HEADER, ([row.get(name) for name in STATS_HEADER] for row in rows))


def _game_cells(stats: GameStats, currency: Currency) -> Mapping[str, Cell]:
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
        **_luck_cells(stats.luck),
    }


def _amount(swing: Swing | None) -> int | None:
    return None if swing is None else swing.amount


def _luck_cells(luck: Iterable[Luck]) -> Mapping[str, Cell]:
    cells: dict[str, Cell] = {}
    for one in luck:
        values = (one.count, one.got, one.mean, Fraction(round(100 * one.errors), 100))
        cells |= dict(zip((column.format(_KINDS[one.kind]) for column in _LUCK), values, strict=True))
    return cells
