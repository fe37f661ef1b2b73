"""What whole evenings share: the local Discord of the tests of the commands, and chance that was written down."""

from collections import deque
from collections.abc import Iterable, Iterator

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.engine.rng import Rng, ScriptedRng
from bot.tables.hand.engine import RngFactory
from bot.tables.model import Seeds
from tests.ui.conftest import bot, cast, channel, clock, gm, guild, han, lando, local, services, settle

__all__ = ["bot", "cast", "channel", "clock", "gm", "guild", "han", "lando", "local", "services", "settle"]


class Loaded(ScriptedRng):
    """Dice that fall as they were told to, and count their draws through the hand."""

    def __init__(self, faces: deque[int], first: int) -> None:
        super().__init__(())
        self._faces, self._first = faces, first


def loaded(*faces: Iterable[int]) -> RngFactory:
    """One row of faces for everything that is thrown at the tables."""
    row = deque(face for group in faces for face in group)

    def chance(seeds: Seeds, hand: str, source: bytes, first: int) -> Rng:
        return Loaded(row, first)

    return chance


@pytest.fixture
def discord_put_back() -> Iterator[None]:
    """Whichever server discord.py is sent to in the test, it talks to Discord again after it."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
