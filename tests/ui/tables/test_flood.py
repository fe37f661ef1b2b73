"""Who clicks wildly is told to wait, and nobody else notices."""

from bot.ui.client import BURST
from playground.people import Player
from tests.ui.tables.evening import Evening, told

WAIT = "That was too much at once. Wait a few seconds."


async def test_a_flood_by_one_is_told_to_wait_and_changes_nothing(evening: Evening, han: Player, lando: Player):
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.clock.advance(60)
    async with evening.nothing_changes():
        for _ in range(int(BURST)):
            assert told(await evening.privately(han, "My seat")).startswith("**Han** has")
        assert told(await han.click(evening.message, "Deal")) == WAIT
        assert told(await han.slash(evening.channel, "table show")) == WAIT
        assert told(await han.select(evening.message, "Add an NPC…", "Shark")) == WAIT
    await evening.does(lando, "Deal")


async def test_flood_gate_opens_again_after_a_few_seconds(evening: Evening, han: Player):
    await evening.open()
    for _ in range(int(BURST)):
        await han.click(evening.message, "More…")
    assert told(await han.click(evening.message, "More…")) == WAIT
    await evening.clock.advance(3)
    assert told(await han.click(evening.message, "More…")) != WAIT
