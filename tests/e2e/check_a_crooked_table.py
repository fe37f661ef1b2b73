"""Crooked tables by clicks: a hand of Pi'Lok that the GM calls off, and a tournament of Klingon Hold-'Em in which
somebody is caught.
"""

import pytest

from bot.engine.skills import D20
from bot.ledger import audit
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.e2e.captains import my_ships, written
from tests.manual_clock import ManualClock
from tests.ui.tables.crooked_evening import begun, loads, opened
from tests.ui.tables.evening import Evening, seats_of

CARDS = "photon-12 photon-8 overload phaser-7 phaser-5"
OUT, VOID = "Out of the hand. Everything they put in stays in", "The hand is void. Everyone gets back what they put in"


@pytest.fixture
async def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)


async def rules(evening: Evening, verdict: str) -> Seen:
    """Give the GM's verdict on the hand, and return the table after it."""
    page = (await evening.gm.click(evening.message, "GM page")).shown
    await evening.gm.select(page, "What's your verdict?", verdict)
    await evening.gm.click(page, f"Rule: {verdict}")
    return await evening.drawn()


async def test_a_hand_of_pilok_is_called_off_and_the_next_is_forfeit(evening: Evening, han: Player, lando: Player):
    """Lando proves two cheats: after the first everybody has back the ante, after the second Han's stays there."""
    await opened(evening)
    await begun(evening, han, lando, caught=True)
    await loads(evening, han)
    assert "**The GM** to decide" in (await evening.drawn()).lines
    shown = await rules(evening, VOID)
    assert shown.lines[1] == "The GM has voided the hand. Everyone gets back what they put in."
    assert [await evening.chips(seat) for seat in (1, 2)] == [500, 500]

    await evening.does(lando, "Next hand")
    await loads(evening, han)
    await evening.drawn()
    shown = await rules(evening, OUT)
    assert "-# The GM rules that **Han** is out of the hand. Everything they put in stays in." in shown.lines
    assert [await evening.chips(seat) for seat in (1, 2)] == [490, 510]
    assert (await audit(evening.services.db)).is_clean


async def test_cheat_caught_in_a_tournament_loses_the_bets_and_plays_on(evening: Evening, han: Player, lando: Player):
    """Lando sees what Han does, and proves it; what Lando does nobody sees."""
    await evening.settles(system=D20)
    await evening.open(command="klingon open", fee="200", clock="off", crooked=True)
    sharp = "Perception +9, Investigation +9, Sleight of Hand +9"
    for who, name, sheet in ((lando, "Lando", sharp), (han, "Han", "")):
        await evening.cast.pc(who, name, sheet)
        await who.submit((await who.click(evening.message, "Sit")).modal, {})
        await evening.drawn()
    evening.roll(*written({"Lando": ("fed-ca", "fed-cv"), "Han": ("kli-d7", "kli-f5")}, ""))
    await evening.does(han, "Begin the tournament")
    await _swaps(evening, han, "kli-f5", 3, 10)
    shown = await evening.drawn()
    assert "-# **Lando** notices something and accuses **Han** of cheating, and proves it." in shown.lines
    await rules(evening, OUT)
    assert await _points(evening) == [210, 190]

    evening.roll(*written({"Han": ("kli-d7", "kli-f5"), "Lando": ("fed-ca", "fed-cv")}, ""))
    await evening.does(lando, "Next hand")
    before = evening.message.text
    mine = await _swaps(evening, lando, "fed-cv", 2, 1)
    assert "You swap Federation carrier for Federation frigate." in mine.lines
    assert evening.message.text == before
    evening.roll(*written({}, CARDS))
    await evening.fills(han, "Raise…", {"Raise to": "all in"})
    await evening.drawn()
    shown = await evening.does(lando, "Engage")
    (his,) = [line for line in seats_of(shown) if "Lando" in line]
    assert his == "◦ Lando **attack 44** · Federation heavy cruiser · Federation frigate · has no place yet"
    assert "-# **Lando** wins the tournament: 400 cr." in shown.lines
    assert not [seen for seen in han.sees(evening.channel) if "carrier" in seen.text or "You swap" in seen.text]
    assert (await audit(evening.services.db)).is_clean


async def _points(evening: Evening) -> list[int]:
    standing = (await evening.table()).standing
    assert standing is not None
    return [one.points for one in standing.entrants]


async def _swaps(evening: Evening, who: Player, ship: str, *faces: int) -> Seen:
    """They lay a ship back, with the dice that it takes; their page as it is then."""
    page = await my_ships(evening, who)
    await who.click(page, "Swap a ship…")
    evening.roll(*faces)
    await who.submit(None, {"Which ship do you swap?": ship})
    return page
