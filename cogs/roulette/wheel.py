"""The wheel: its pockets, and the colour of each."""

from typing import Literal

Pocket = str
"""What stands on it: "0", "00", "1" to "36"."""
Wheel = Literal["single", "double"]
Colour = Literal["red", "black", "green"]

NUMBERS = tuple(str(number) for number in range(1, 37))
ZEROS: dict[Wheel, tuple[Pocket, ...]] = {"single": ("0",), "double": ("0", "00")}
POCKETS: dict[Wheel, tuple[Pocket, ...]] = {wheel: (*NUMBERS, *zeros) for wheel, zeros in ZEROS.items()}
"""As the draws count them: a draw of 17 is the 17, and the zeros come last."""
RED = frozenset(map(str, (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)))
"""On wheels with one zero and with two; the other numbers are black."""


def is_zero(pocket: Pocket) -> bool:
    return pocket not in NUMBERS


def colour(pocket: Pocket) -> Colour:
    if is_zero(pocket):
        return "green"
    return "red" if pocket in RED else "black"


def in_words(pocket: Pocket) -> str:
    """As it is called out: "17 black"."""
    return f"{pocket} {colour(pocket)}"
