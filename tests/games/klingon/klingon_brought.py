"""Cards that campaigns bring to Klingon Hold-'Em, for the laws: few and strange ones, and many with hostile names."""

from random import Random

from cogs.klingon.card_file import STANDARD
from tests.games.klingon.klingon_brute import strange_deck
from tests.laws.sittings import HOSTILE_NAMES

_HOSTILE = tuple(
    ship.evolve(name=f"{HOSTILE_NAMES[at % len(HOSTILE_NAMES)]} {at}") for at, ship in enumerate(STANDARD.ships)
)
BROUGHT = {"deck": (strange_deck(Random(1)), STANDARD.evolve(title=HOSTILE_NAMES[0], ships=_HOSTILE))}
