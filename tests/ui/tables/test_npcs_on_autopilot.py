"""NPCs on autopilot at the table: what everyone sees, and what only the table's GM may do."""

import asyncio

import pytest

from bot.npcs.autopilot import pause_before_move
from bot.ui.pages.own_page import TOO_OLD
from playground.people import Player
from tests.ui.conftest import with_button
from tests.ui.tables.evening import Evening


async def seats_npc(evening: Evening, name: str) -> None:
    await evening.cast.npc(name)
    await evening.gm.slash(evening.channel, "npc autopilot", npc=name, style="steady")
    await evening.gm.slash(evening.channel, "npc seat", npc=name)
    await evening.drawn()


async def npcs_move(evening: Evening) -> None:
    """Wait until an NPC has moved, and the table is drawn: no click has asked for that."""
    turn = (await evening.table()).record.turn

    async def has_moved() -> bool:
        await evening.clock.advance(1)
        return (await evening.table()).record.turn > turn

    while not await has_moved():
        pass
    await evening.drawn()


async def test_table_is_redrawn_when_an_npc_has_moved(evening: Evening, han: Player):
    evening.roll(1, 6, 3, 1, 5, 2, 1, 4, 1, 2, 6, 3, 1, 5, 2, 1)
    await evening.open()
    await evening.sits(han, "Han")
    await seats_npc(evening, "Kett")
    await han.click(evening.message, "Deal")
    shown = await evening.drawn()
    while "▸ **Han**" in shown.text:
        shown = await evening.does(han, "Check")
    assert "**Kett** to move" in shown.lines
    await npcs_move(evening)
    assert any("Kett" in line for line in evening.message.lines[-4:])
    posts = [seen for seen in evening.gm.sees(evening.channel) if not seen.ephemeral]
    assert len(posts) == 1


async def test_only_the_host_takes_an_npc_over_when_hands_are_hidden(evening: Evening, han: Player, lando: Player):
    await evening.open(command="golem open", preset="casino", clock="off")
    await evening.sits(han, "Han")
    await seats_npc(evening, "Kett")
    await han.click(evening.message, "Deal")
    await evening.drawn()
    table = await evening.table()
    page = await evening.privately(evening.gm, "My hand")
    seen = page.shown
    assert (
        "-# **Kett** is on autopilot (steady, regular). Any move that you make for them takes them over." in seen.lines
    )
    await evening.gm.click(seen, "Take Kett over")
    assert "-# You play **Kett** until you give them back to the autopilot." in seen.lines
    chair = (await evening.table()).chair(2)
    assert chair is not None
    assert chair.is_taken_over
    forged = with_button((await evening.privately(han, "My hand")).message or seen, f"pilot:{table.id}:2:on")
    for who in (han, lando):
        refused = await who.click(forged, f"pilot:{table.id}:2:on", unchecked=True)
        assert refused.text.splitlines()[0] in {"Only the GM plays Kett.", TOO_OLD}
    await evening.gm.click(seen, "Give Kett back")
    assert "-# **Kett** is on autopilot" in seen.text


@pytest.mark.parametrize("waits", [0, 2, 4, 8])
async def test_one_of_the_gms_click_and_the_npcs_move_counts(evening: Evening, han: Player, waits: int):
    """Whoever comes first: the GM then plays Kett, or is told that it is too late."""
    evening.roll(1, 6, 3, 1, 5, 2, 1, 4, 1, 2, 6, 3, 1, 5, 2, 1)
    await evening.open()
    await evening.sits(han, "Han")
    await seats_npc(evening, "Kett")
    await han.click(evening.message, "Deal")
    shown = await evening.drawn()
    while "▸ **Han**" in shown.text:
        shown = await evening.does(han, "Check")
    table = await evening.table()
    (kett,) = table.piloted
    await evening.clock.advance(pause_before_move(table, kett, evening.clock.now()) - 0.5)
    npc = asyncio.ensure_future(evening.clock.advance(1))
    for _ in range(waits):
        await asyncio.sleep(0)
    answer = await evening.gm.click(shown, "Check", unchecked=True)
    await npc
    shown = await evening.drawn()
    rows = await evening.services.db.fetch(
        "SELECT how FROM actions WHERE hand IS NOT NULL AND seat = 2 ORDER BY sequence"
    )
    ways = [row["how"] for row in rows]
    table = await evening.table()
    chair = table.chair(2)
    assert chair is not None
    assert len(ways) == 1
    assert chair.is_taken_over == (ways == ["click"])
    # The NPC may have thought of something better than to check.
    assert shown.text.count("**Kett** checks.") == 1 or ways == ["npc"]
    assert answer.message is None or answer.message.ephemeral == (ways == ["npc"])
