"""The pictures that Discord has of ours, by name: what a text shows where it asks its voice for a symbol."""

from collections.abc import Mapping
from types import MappingProxyType


class Images:
    """What is known of them now: nothing until the bot has looked, and then texts have letters instead."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self.symbols: Mapping[str, str] = MappingProxyType(self._known)
        """How Discord wants each of them written: "card_10d" is "<:card_10d_3fa1:1234>". It changes as they come."""

    def learn(self, symbols: Mapping[str, str]) -> None:
        """Have these from now on, and no others."""
        self._known.clear()
        self._known.update(symbols)
