"""Tests at a table of Baldur Hold'em: an evening with the real bot, and a hand that has been dealt."""

import pytest

from bot.engine.skills import D20
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening

NPC_DICE = (14, 5, 8, 1)


@pytest.fixture
def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)


@pytest.fixture
async def tavern(evening: Evening) -> Evening:
    """Open an empty table with three nameless NPCs and an ante of 10 cr, without a clock; the campaign rolls d20."""
    await evening.settles(system=D20)
    await evening.open(command="baldur open", clock="off", ante="10")
    return evening


@pytest.fixture
async def dealt(tavern: Evening, han: Player, lando: Player) -> Evening:
    """Deal a hand in which Han cheats better than Lando sees; nobody has rolled yet."""
    await tavern.sits(han, "Han", sheet="Sleight of Hand +9, Deception +6")
    await tavern.sits(lando, "Lando", sheet="Insight +2, Perception +1, Investigation +5")
    tavern.roll(*NPC_DICE)
    await tavern.does(lando, "Deal")
    return tavern
