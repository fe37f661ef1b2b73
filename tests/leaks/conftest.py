"""An evening at a table, as in the tests of the tables, with somebody who listens to all that the bot says."""

import logging
from collections.abc import Iterator

import pytest

from tests.leaks.network_fixtures import NetworkRecorder
from tests.ui.conftest import bot, cast, channel, clock, gm, guild, han, lando, local, services
from tests.ui.tables.conftest import evening
from tests.ui.tables.evening import Evening

__all__ = ["bot", "cast", "channel", "clock", "evening", "gm", "guild", "han", "lando", "local", "services"]


@pytest.fixture
def network_recorder(evening: Evening, caplog: pytest.LogCaptureFixture) -> Iterator[NetworkRecorder]:
    caplog.set_level(logging.INFO)
    listening = NetworkRecorder(evening)
    logging.getLogger().addHandler(listening)
    yield listening
    logging.getLogger().removeHandler(listening)
