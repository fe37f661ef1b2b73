"""A hand of Golem by clicks: the golem wins the first deal, the penalty is paid, and the second deal is Lando's."""

import pytest

from bot.ledger import audit
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.e2e.hidden_cards import dealt, hand, mixed, throws
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening

HAN, ROARK, LANDO = "1d 4h 6s 13c 13d", "2c 5s 9d 13h 7c", "10c 10d 3s 8h 6d"
"""From the amulet on: it begins with whoever sat down last."""
NEW_FOR_HAN, NEW_FOR_ROARK = "11s 9h", "12c 2h"
AGAIN = "1c 3d 5h 7s 9c", "2d 4s 6h 8c 10d", "12h 12s 1d 3h 5d"
LAST = "11h"
"""What Han draws in the second deal."""
THROWN, THROWN_AGAIN = ("13d", "2c", "13h", "13c"), ("1c",)
"""The piles in the middle, as they are mixed."""


@pytest.fixture
async def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)


async def test_the_golem_is_beaten_at_the_second_deal(evening: Evening, han: Player, lando: Player):
    roark = evening.guest("Roark")
    first = (*dealt(HAN, ROARK, LANDO, NEW_FOR_HAN, NEW_FOR_ROARK), *mixed(*THROWN))
    evening.roll(*first, *dealt(*AGAIN, LAST), *mixed(*THROWN_AGAIN))
    await evening.open(command="golem open", preset="casino", clock="off")
    for player, name in ((roark, "Roark"), (lando, "Lando"), (han, "Han")):
        await evening.sits(player, name)
    await roark.click(evening.message, "Deal")
    shown = await evening.drawn()
    assert "▸ **Han** · 490 cr" in shown.lines

    await evening.fills(han, "Bet…", {"Bet": "50"})
    await evening.drawn()
    mine = await hand(evening, roark)
    await roark.click(mine, "Call 50 cr")
    assert mine.lines[0] == "**Roark** calls 50 cr."
    await evening.drawn()
    await evening.does(lando, "Call")

    kept = await throws(evening, lando)
    assert "▸ **Han** · 440 cr" in evening.message.lines
    assert "Lando" not in next(line for line in evening.message.lines if "choose" in line)
    await throws(evening, han, "13 of iron", "13 of stone")
    assert not any("draws" in line for line in evening.message.lines)
    his = await throws(evening, roark, "13 of flesh", "2 of iron")
    assert any("12 of iron" in line for line in his.lines)
    assert any("draws 2" in line for line in evening.message.lines)
    for player in (han, roark, lando):
        await evening.does(player, "Check")

    assert any("deal 2" in line for line in evening.message.lines), evening.message.text
    assert "Pot **200 cr** · **Han** has the amulet" in evening.message.lines
    await evening.quiet()
    assert "**12 of flesh, 12 of clay, 5 of stone, 3 of flesh and 1 of stone**" in kept.lines

    for player in (han, roark, lando):
        await evening.does(player, "Check")
    await throws(evening, han, "1 of iron")
    await throws(evening, roark)
    await throws(evening, lando)
    for player in (han, roark, lando):
        await evening.does(player, "Check")
    result = next(line for line in evening.message.lines if "beats the golem" in line)
    assert result.startswith("**Lando** beats the golem with a pair of 12s, and takes the pot: 190 cr.")
    assert result.endswith("The house takes 10 cr.")
    assert [await evening.chips(seat) for seat in (1, 2, 3)] == [440, 610, 440]
    assert (await audit(evening.services.db)).is_clean
