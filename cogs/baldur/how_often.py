"""How often each kind of hand is the best, of all 20^8 throws of a player's dice and the common ones, and of the 20^9
of the NPCs'. They are what `odds_of_kinds.frequencies` works out, which takes too long to be asked while people read.
"""

from collections.abc import Mapping
from fractions import Fraction

from cogs.baldur.hands import SIDES, Kind
from cogs.baldur.odds_of_kinds import COMMON
from cogs.baldur.state import HOLE_DICE, NPC_DICE

_OF_PLAYERS, _OF_NPCS = SIDES ** (HOLE_DICE + COMMON), SIDES ** (NPC_DICE + COMMON)
_COUNTED: Mapping[Kind, tuple[int, int]] = {
    "five_of_a_kind": (4_298_960, 166_251_160),
    "four_of_a_kind": (159_824_960, 5_109_029_320),
    "full_house": (673_352_400, 23_961_438_840),
    "straight": (820_784_820, 28_263_748_860),
    "three_of_a_kind": (2_010_527_940, 49_082_824_080),
    "two_pair": (5_745_077_940, 150_041_811_900),
    "pair": (11_405_227_860, 200_939_563_680),
    "high_roll": (4_780_905_120, 54_435_332_160),
}
HOW_OFTEN: Mapping[Kind, tuple[Fraction, Fraction]] = {
    kind: (Fraction(own, _OF_PLAYERS), Fraction(npcs, _OF_NPCS)) for kind, (own, npcs) in _COUNTED.items()
}
"""By the kind of hand: how often it is a player's best, and that of the NPCs."""
