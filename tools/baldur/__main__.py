"""Work out what a hand of Baldur Hold'em returns, and keep it: `python -m tools.baldur`, which takes twenty minutes.

It writes `cogs/baldur/odds_found.py`, and the same again as long as the rules that decide a hand stay as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

from cogs.baldur import odds_of_play
from cogs.baldur.hands import SIDES
from cogs.baldur.odds_of_kinds import COMMON
from cogs.baldur.odds_of_play import OWN, Played, Table, folding_well, never_folding, pot_of
from cogs.baldur.odds_shares import NPCS, Row, row
from cogs.baldur.options import MOST_NPCS, BaldurRules

_FILE = Path(odds_of_play.__file__).with_name("odds_found.py")
_WAYS: tuple[Literal["down", "up"], ...] = ("down", "up")
_AT_ONCE = 8
"""How many pots are worked out together: each takes twenty megabytes so long."""
_IN_A_LINE = 100
_HEAD = '''\
"""What a hand of Baldur Hold'em returns, alone against the NPCs: made by `python -m tools.baldur`, and not by hand.

Everything is counted: `pays` in 20^12 ways, `share` in halves of them, and `staked` in 20^8.
"""

NEVER_FOLDING = {
    # natural_beats_wild: pays, share
'''
_WELL = """\
}
FOLDING_WELL = {
    # natural_beats_wild, look_first, antes in the pot: pays, share, staked
"""
_FOLDED = """\
}
FOLDED_AT_FIRST = {
    # natural_beats_wild, antes in the pot: a bit for each own dice, in order
"""


def main() -> None:
    table = Table()
    pots = sorted({pot_of(BaldurRules(npcs=npcs, leaving=way)) for npcs in range(1, MOST_NPCS + 1) for way in _WAYS})
    always, well, folded = list[str](), list[str](), list[str]()
    for natural in (False, True):
        print(f"What {len(table.commons):,} common dice make of everybody's own ...", flush=True)
        of = [row(common, natural=natural) for common in table.commons]
        always.append(f"    {natural}: {_counted(never_folding(table, of))[:-1]},\n")
        for (pot, looks), played in sorted(_well(table, of, pots)):
            well.append(f"    ({natural}, {looks}, {pot}): {_counted(played)},\n")
            if played.folded_at_first:
                folded.append(f"    ({natural}, {pot}): (\n{_bits(played.folded_at_first, len(table.hands))}    ),\n")
    _FILE.write_text("".join((_HEAD, *always, _WELL, *well, _FOLDED, *folded, "}\n")), encoding="utf-8")
    print(f"Written to {_FILE}.")


def _well(table: Table, of: Sequence[Row], pots: Iterable[int]) -> Iterator[tuple[tuple[int, bool], Played]]:
    left = iter(pots)
    while some := tuple(islice(left, _AT_ONCE)):
        print(f"Pots of {some[0]} to {some[-1]} antes ...", flush=True)
        yield from folding_well(table, of, some).items()


def _counted(played: Played) -> tuple[int, ...]:
    """As the head of the file says."""
    ways, own = SIDES ** (OWN + COMMON + NPCS), SIDES ** (OWN + COMMON)
    counted = (played.pays * ways, played.share * 2 * ways, played.staked * own)
    return tuple(count.numerator for count in counted)


def _bits(bits: int, count: int) -> str:
    """The digits of a number, in lines."""
    digits = f"{bits:#0{(count + 3) // 4 + 2}x}"
    parts = (digits[at : at + _IN_A_LINE] for at in range(0, len(digits), _IN_A_LINE))
    return "".join(f'        "{part}"\n' for part in parts)


if __name__ == "__main__":
    main()
