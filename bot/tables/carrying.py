"""What one hand hands to the next, read back from its JSON."""

import logging
from functools import lru_cache
from typing import TypeVar

from bot.engine.game import Carry

log = logging.getLogger(__name__)
C = TypeVar("C", bound=Carry)
_REMEMBERED = 1024
# A table that plays for points asks its carry with everything it shows.


@lru_cache(maxsize=_REMEMBERED)
def read_carry(carry: type[C], text: str) -> C | None:
    """The carry in a JSON text; None if the game can't read it any more."""
    try:
        return carry.from_json(text)
    except ValueError:
        log.warning("%s: what a hand has handed on can't be read", carry.__qualname__)
        return None
