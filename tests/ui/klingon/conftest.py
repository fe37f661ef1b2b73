"""Tests at a table of Klingon Hold-'Em: an evening with the real bot, and a tournament that has begun."""

import pytest

from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.e2e.captains import written
from tests.manual_clock import ManualClock
from tests.ui.klingon.night import PHOTONS, SHIPS, sits
from tests.ui.tables.evening import Evening


@pytest.fixture
def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)


@pytest.fixture
def roark(evening: Evening) -> Player:
    return evening.guest("Roark")


@pytest.fixture
async def begun(evening: Evening, han: Player, lando: Player, roark: Player) -> Evening:
    """Begin a tournament of Han, Lando and Roark; the first hand waits for Han. Each player may come back once."""
    await evening.open(command="klingon open", clock="off")
    await evening.changes_rules(rebuys=1)
    for who in (han, lando, roark):
        await sits(evening, who)
    evening.roll(*written(SHIPS, PHOTONS))
    await evening.does(roark, "Begin the tournament")
    return evening
