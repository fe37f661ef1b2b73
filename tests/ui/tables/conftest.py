"""Tests at the table: an evening with the real bot, its GM and two players."""

import pytest

from bot.clock import ManualClock
from bot.playground.player import Player
from bot.playground.server import LocalDiscord
from bot.playground.world import Channel, Guild
from bot.ui.client import Shadowport
from tests.ui.tables.evening import Evening


@pytest.fixture
def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)
