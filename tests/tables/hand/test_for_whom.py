"""Whom a GM's click is for: NPCs, several of them at once, and players who are away."""

import pytest

from bot.tables.seats import AmbiguousSeat
from tests.tables.table_fixtures import ANN, GM, LANDO, TableHarness


async def test_with_several_npcs_the_one_whose_turn_it_is_acts(harness: TableHarness) -> None:
    await harness.opened()
    for name in ("Gorga", "Bib", "Salacious"):
        await harness.npc_sits(name)
    table = await harness.deals(GM)
    for _ in range(3):
        (waiting,) = table.to_act
        played = await harness.acts(GM, "check")
        assert played.seat == waiting
        table = played.table


async def test_where_several_npcs_may_do_it_the_gm_is_asked_for_whom(harness: TableHarness) -> None:
    """Everybody types the die that they rolled, in any order."""
    await harness.opened(dice="typed")
    for name in ("Gorga", "Bib"):
        await harness.npc_sits(name)
    await harness.sits(ANN, "Han")
    table = await harness.deals()
    before = await harness.everything()
    with pytest.raises(AmbiguousSeat) as question:
        await harness.acts(GM, "roll", face=3)
    assert [table.name(chair.seat) for chair in question.value.chairs] == ["Gorga", "Bib"]
    assert await harness.everything() == before
    await harness.acts(GM, "roll", seat=2, face=3)
    played = await harness.acts(GM, "roll", face=5)
    assert [played.table.state.dice(seat) for seat in (1, 2)] == [(5,), (3,)]


async def test_one_click_for_several_npcs_is_an_event_for_each(harness: TableHarness) -> None:
    await harness.opened(dice="typed")
    for name in ("Gorga", "Bib"):
        await harness.npc_sits(name)
    table = await harness.deals(GM)
    click = harness.click(GM, turn=table.record.turn)
    for seat in (1, 2):
        again = click.again(seat)
        played = await harness.tables.playing.act(harness.table_id, again, "roll_for_me", {}, seat=seat)
    assert played.table.to_act != {1, 2}
    assert played.table.record.hand is not None
    assert played.table.record.hand.clicks == 3


async def test_gm_acts_for_an_absent_player_publicly(playing: TableHarness) -> None:
    played = await playing.acts(GM, "check", seat=LANDO, absent=True)
    assert played.table.said[-2:] == ("The GM acts for **Lando**.", "**Lando** checks.")
    row = (await playing.tables.store.db.fetch("SELECT * FROM actions ORDER BY sequence DESC LIMIT 1"))[0]
    assert (row["how"], row["actor"], row["seat"]) == ("gm", GM.user_id, LANDO)


async def test_an_npc_is_never_absent(harness: TableHarness) -> None:
    await harness.opened()
    for name in ("Gorga", "Bib"):
        await harness.npc_sits(name)
    await harness.deals(GM)
    played = await harness.acts(GM, "check", seat=2, absent=True)
    assert played.table.said[-1] == "**Bib** checks."
    assert "The GM acts for **Bib**." not in played.table.said
