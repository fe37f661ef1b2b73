"""CSV as spreadsheets open it: every cell in quotes, and no cell that a spreadsheet would take for a formula.

A cell of text that begins with = + - @ is led by an apostrophe, also where something that draws nothing comes first, or
where the sign is written in its full width. Whole numbers stay numbers. All CSV that the bot writes is written here.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

Cell = str | int | None
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
    text = cell.replace("\0", "")
    return f"'{text}" if _is_formula(text) else text


def _is_formula(text: str) -> bool:
    if text[:1] in {"\t", "\r", "\n"}:
        return True
    first = next((letter for letter in text if not unicodedata.category(letter).startswith(_SPACING)), "")
    return unicodedata.normalize("NFKC", first)[:1] in _SIGNS
