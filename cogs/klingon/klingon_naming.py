"""What is called how in a file of cards that doesn't say it, and which names look alike."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from bot.engine.speech import one_line
from cogs.klingon.entries import LONGEST_NAME, ShipEntry

HULLS = {
    "FF": "frigate",
    "DD": "destroyer",
    "CL": "light cruiser",
    "CW": "war cruiser",
    "CA": "cruiser",
    "BC": "battlecruiser",
    "DN": "dreadnought",
}
"""What a ship without a name of its own is called besides its empire."""


def called(key: str) -> str:
    """What a kind without a name of its own is called: plasma_r is "Plasma-R"."""
    first, *rest = key.split("_")
    return "-".join((first.capitalize(), *(part.upper() if len(part) == 1 else part for part in rest)))


def alike(name: str) -> str:
    """The same for all names that people would take for one."""
    return unicodedata.normalize("NFC", name).casefold()


def ship_names(ships: Sequence[ShipEntry]) -> Iterator[str]:
    """What each is called. Without a name of its own it is empire and hull, and a number where another would be the
    same.
    """
    names = [ship.name or _made_up(ship) for ship in ships]
    often = Counter(map(alike, names))
    numbers = {name: count(1) for name in often}
    taken = set(often)
    for ship, name in zip(ships, names, strict=True):
        if ship.name or often[alike(name)] == 1:
            yield name
            continue
        numbered = next(other for at in numbers[alike(name)] if alike(other := _with(name, at)) not in taken)
        taken.add(alike(numbered))
        yield numbered


def _made_up(ship: ShipEntry) -> str:
    return f"{ship.empire} {'carrier' if ship.carrier else HULLS.get(ship.hull, ship.hull)}"


def _with(name: str, number: int) -> str:
    """The name with a number, within the bound of names."""
    return f"{one_line(name[: LONGEST_NAME - len(f' {number}')])} {number}"
