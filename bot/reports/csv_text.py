"""CSV as spreadsheets open it: every cell in quotes, and no cell that a spreadsheet would take for a formula.

A cell of text, which may be what somebody typed, is led by an apostrophe within its quotes if it begins with = + - @,
also where something that draws nothing comes first, or where the sign is written in its full width. A number is what
the bot has reckoned itself, and comes as one: whole or a fraction, exact, of digits with at most one minus and one
point. It stays a number, so one below zero is "-60", in quotes like every other cell. All CSV that the bot writes is
written here.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction

Cell = str | int | Fraction | None
_PLACES = 6
"""Digits behind the point of a fraction that doesn't end before."""
_SIGNS = frozenset("=+-@")
_SPACING = ("Z", "C", "M")
"""The categories of letters that draw nothing by themselves: spaces, controls, marks without a letter below."""


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table with its header, lines ended as RFC 4180 has them; None is an empty cell."""
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(map(_safe, header))
    writer.writerows(tuple(map(_safe, row)) for row in rows)
    return written.getvalue()


def _safe(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, int):
        return str(int(cell))
    if isinstance(cell, Fraction):
        return _decimal(cell)
    text = cell.replace("\0", "")
    return f"'{text}" if _is_formula(text) else text


def _decimal(number: Fraction) -> str:
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
