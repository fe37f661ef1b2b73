"""How much generated play a run tries: a quarter in `make test`, all of it in `make check`, ten times as much in
`make thorough`. The Makefile says which by GENERATED_PLAY; a test that is run by hand tries what `make check` does.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

FACTOR = float(os.environ.get("GENERATED_PLAY", "1"))
IS_THOROUGH = FACTOR > 1

Case = TypeVar("Case")


def scaled(examples: int) -> int:
    """Return how many of usually `examples` this run tries: at least one."""
    return max(1, round(examples * FACTOR))


def on_the_wire(cases: Sequence[Case], usual: Case) -> Sequence[Case]:
    """Return all cases in `make thorough`, otherwise the usual one: whole sessions of which every byte is compared."""
    return cases if IS_THOROUGH else [usual]
