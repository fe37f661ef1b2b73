"""What a campaign may load for a game, like a deck of cards: the folder of a game that takes such a thing has a module
`material` that says whether it can be read.
"""

import importlib
import importlib.util
from functools import cache
from typing import Protocol, cast

from bot.catalog import games


class Loading(Protocol):
    """What a game's `material` module offers."""

    def read(self, text: str) -> None:
        """Raises Unreadable where the text is nothing that the game can use. A large one takes some tenths of a second,
        without input or output.
        """
        ...


@cache
def loading(key: str) -> Loading | None:
    """What reads the materials of the game of that key; None where it isn't here, or takes none."""
    if key not in games():
        return None
    package = type(games()[key].game).__module__.rpartition(".")[0]
    if importlib.util.find_spec(f"{package}.material") is None:
        return None
    return cast("Loading", importlib.import_module(f"{package}.material"))
