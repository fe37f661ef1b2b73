"""A match of Pazaak by commands and clicks: own decks, a wagered card, a side card that makes twenty."""

import pytest

from bot.ledger import audit
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.e2e.hidden_cards import hand
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening, told

FOUR_OF_EACH = tuple(number for number in range(1, 11) for _ in range(4))
THE_FIRST_FOUR = (1, 1, 1, 1)
"""Of a side deck in its own order."""


def drawn(*numbers: int) -> list[int]:
    """Return the numbers with which chance draws these cards from a whole main deck."""
    left, said = list(FOUR_OF_EACH), list[int]()
    for number in numbers:
        said.append(left.index(number) + 1)
        left.remove(number)
    return said


@pytest.fixture
async def evening(
    local: LocalDiscord, bot: Shadowport, clock: ManualClock, channel: Channel, guild: Guild, gm: Player
) -> Evening:
    return Evening(local, bot, clock, channel, guild, gm)


async def wagers(evening: Evening, who: Player, card: str) -> None:
    page = (await evening.privately(who, "My seat")).shown
    await who.click(page, "Wager a card…")
    await who.select(page, page.selects[0].custom_id, card)
    await evening.drawn()


async def owned(evening: Evening, who: Player) -> str:
    return told(await who.slash(evening.channel, "pazaak cards show"))


async def test_the_winner_takes_stakes_and_cards(evening: Evening, han: Player, lando: Player):
    evening.roll(*THE_FIRST_FOUR, *THE_FIRST_FOUR, *drawn(10, 1), *drawn(10, 10, 9, 9))
    await evening.open(command="pazaak open", stake="50", sets=1, clock="off")
    for player, name in ((han, "Han"), (lando, "Lando")):
        await evening.sits(player, name)
        granted = await evening.gm.slash(
            evening.channel, "pazaak cards grant", character=name, cards="+3" if name == "Han" else "D"
        )
        assert not granted.failed
        made = await player.slash(evening.channel, "pazaak deck new", name="Mine", cards="+1 +2 +3 +4 +5 -1 -2 -3 D T")
        assert not made.failed
        await evening.clock.advance(10)
    await wagers(evening, han, "+3")
    await wagers(evening, lando, "Double")
    assert any(line.startswith("◦ Han") and line.endswith("wagers +3") for line in evening.message.lines)

    await han.click(evening.message, "Deal")
    shown = await evening.drawn()
    assert "to choose" in shown.lines[1]
    assert "**Han**" in shown.lines[1]
    for player in (han, lando):
        mine = await hand(evening, player)
        deck = next(label for label, _ in mine.selects[0].options if label.startswith("Mine"))
        await player.select(mine, mine.selects[0].custom_id, deck)
        await evening.drawn()

    await evening.does(han, "End turn")
    await evening.does(lando, "End turn")
    mine = await hand(evening, han)
    assert len(mine.selects[0].options) == 4
    await han.select(mine, mine.selects[0].custom_id, "+1")
    await evening.drawn()
    await evening.does(lando, "Stand")

    assert "**Han**" in evening.message.lines[1], evening.message.text
    assert [await evening.chips(seat) for seat in (1, 2)] == [550, 450]
    assert (await owned(evening, han)).endswith("Plus: +3\nSpecial: Double")
    assert "Special: Double" not in await owned(evening, lando)
    assert (await audit(evening.services.db)).is_clean
