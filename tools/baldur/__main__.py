"""Work out what a hand of Baldur Hold'em returns, and keep it: `python -m tools.baldur`, which takes about ten minutes.

It writes `cogs/baldur/odds_found.py`, and the same again as long as the rules that decide a hand stay as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Literal

from cogs.baldur import odds_of_play
from cogs.baldur.odds_of_play import Played, Row, Table, folding_well, never_folding, pot_of, rows
from cogs.baldur.options import MOST_NPCS, BaldurRules

_FILE = Path(odds_of_play.__file__).with_name("odds_found.py")
_WAYS: tuple[Literal["down", "up"], ...] = ("down", "up")
_AT_ONCE = 8
"""How many pots are worked out together: each takes twenty megabytes so long."""
_HEAD = '''\
"""What a hand of Baldur Hold'em returns, alone against the NPCs: made by `python -m tools.baldur`, and not by hand."""

NEVER_FOLDING = {
    # natural_beats_wild: pays, share
'''
_MIDDLE = """\
}
FOLDING_WELL = {
    # natural_beats_wild, look_first, antes in the pot: pays, share, staked
"""


def main() -> None:
    table = Table()
    print(f"What {len(table.commons):,} common dice make of everybody's own ...")
    by_number, as_ranked = _all_rows(table)
    pots = sorted({pot_of(BaldurRules(npcs=npcs, leaving=way)) for npcs in range(1, MOST_NPCS + 1) for way in _WAYS})
    always, well = list[str](), list[str]()
    for natural, of in ((False, by_number), (True, as_ranked)):
        never = never_folding(table, of)
        always.append(f"    {natural}: {_numbers(never.pays, never.share)},\n")
        for (pot, looks), played in sorted(_well(table, of, pots)):
            well.append(f"    ({natural}, {looks}, {pot}): {_numbers(*played)},\n")
    _FILE.write_text(f"{_HEAD}{''.join(always)}{_MIDDLE}{''.join(well)}}}\n", encoding="utf-8")
    print(f"Written to {_FILE}.")


def _all_rows(table: Table) -> tuple[list[Row], list[Row]]:
    both = [rows(common) for common in table.commons]
    return [one for one, _ in both], [other for _, other in both]


def _well(table: Table, of: Sequence[Row], pots: Iterable[int]) -> Iterator[tuple[tuple[int, bool], Played]]:
    left = iter(pots)
    while some := tuple(islice(left, _AT_ONCE)):
        print(f"Pots of {some[0]} to {some[-1]} antes ...")
        yield from folding_well(table, of, some).items()


def _numbers(*values: Fraction) -> str:
    """As a pair or more of (numerator, denominator)."""
    return ", ".join(f"({value.numerator}, {value.denominator})" for value in values).join("()")


if __name__ == "__main__":
    main()
