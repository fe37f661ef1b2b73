"""Payments under way: one that waits for the disk isn't made twice by a person who tries again."""

from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

from bot.errors import TooLate


class Pending:
    """The payments of one kind of place that nobody knows the end of yet."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Hashable, ...], str] = {}

    @asynccontextmanager
    async def once(self, *payment: Hashable, key: str) -> AsyncIterator[None]:
        """Hold the payment for the length of the block. Raises TooLate while the same one is held under another key."""
        if self._keys.setdefault(payment, key) != key:
            raise TooLate("The same payment is still under way. Wait for its answer.")
        try:
            yield
        finally:
            self._keys.pop(payment, None)
