"""An evening at a table, as in the tests of the tables, with somebody who listens to all that the bot says."""

import pytest

from tests.leaks.wiretap import Wiretap
from tests.ui.conftest import bot, cast, channel, clock, gm, guild, han, house, lando, local
from tests.ui.tables.conftest import evening
from tests.ui.tables.evening import Evening

__all__ = ["bot", "cast", "channel", "clock", "evening", "gm", "guild", "han", "house", "lando", "local"]


@pytest.fixture
def wiretap(evening: Evening) -> Wiretap:
    return Wiretap(evening)
