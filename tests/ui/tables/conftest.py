"""Tests at the table: an evening with the real bot, its GM and two players."""

from pathlib import Path
from types import MappingProxyType

import pytest

from bot import games
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.tables.blind_draw import ENTRY
from tests.ui.tables import judged_draw, judged_evening
from tests.ui.tables.blind_evening import opened
from tests.ui.tables.coin_toss_evening import known, with_commands
from tests.ui.tables.evening import Begun, Evening, bot_up


@pytest.fixture
def begun(local: LocalDiscord, clock: ManualClock, channel: Channel, guild: Guild, gm: Player, tmp_path: Path) -> Begun:
    """Return an evening that can be begun again: the bot goes down and comes up on the same file."""
    return lambda **changes: bot_up(local, clock, channel, guild, gm, tmp_path, **changes)


@pytest.fixture
def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)


@pytest.fixture
async def blind(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Open an empty table of a game with hidden hands, which the GM hosts."""
    monkeypatch.setattr(games, "games", lambda: MappingProxyType({ENTRY.game.key: ENTRY}))
    return await opened(evening)


@pytest.fixture
async def dealt(blind: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han the ace to the three of clubs, Lando the four to the six; both are to exchange."""
    await blind.sits(han, "Han")
    await blind.sits(lando, "Lando")
    await han.click(blind.message, "Deal")
    await blind.drawn()
    return blind


@pytest.fixture
async def judged(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Open an empty table of a crooked game with a seat for the GM, who hosts it."""
    spec = judged_draw.ENTRY
    monkeypatch.setattr(games, "games", lambda: MappingProxyType({spec.game.key: spec}))
    return await judged_evening.opened(evening)


@pytest.fixture
async def judging(judged: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando in; once both have exchanged the hand waits for the GM."""
    await judged_evening.begun(judged, han, lando)
    return judged


@pytest.fixture
async def tossing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Begin an evening at which Coin Toss, a banked game with odds, can be opened too."""
    known(monkeypatch)
    return await with_commands(evening)


@pytest.fixture
async def three(evening: Evening, han: Player, lando: Player) -> Evening:
    """Seat three people at a table where everyone types their dice: all may act at the same moment."""
    await evening.open()
    await evening.changes_rules(dice="typed", first_dealer="host")
    for player, name in ((evening.gm, "Qi'ra"), (han, "Han"), (lando, "Lando")):
        await evening.sits(player, name)
    await evening.does(han, "Deal")
    await evening.clock.advance(10)
    return evening
