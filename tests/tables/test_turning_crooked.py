"""A table that is made crooked has a GM's seat from then on: everybody is told where its keeper plays there."""

import pytest

from bot.tables.model import Table
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, GM_ROLE

NOBODY = "The table's GM plays here, so nobody holds the GM's seat now. Another GM takes over under “More…”."
HOLDS = "The table's GM plays here, and holds the GM's seat."


async def turned(place: Backroom, *, keeper_may_play: bool = False, plays: bool = True, crooked: bool = True) -> Table:
    """Proxima keeps a table of Pi'Lok that was honest, or crooked, until now, and may have sat down there."""
    await place.settle_for(gm_role_id=GM_ROLE, keeper_may_play=keeper_may_play)
    await place.opened(game="pilok", crooked=not crooked)
    await place.sits(PROXIMA if plays else DRYDEN, "Leia")
    await place.sits(ANN, "Han")
    return await place.tables.opening.change_rules(place.table_id, place.click(DRYDEN), {"crooked": crooked})


@pytest.mark.parametrize("keeper_may_play, told", [(False, NOBODY), (True, HOLDS)])
async def test_turning_crooked_announces_a_playing_host(backroom: Backroom, keeper_may_play: bool, told: str) -> None:
    table = await turned(backroom, keeper_may_play=keeper_may_play)
    assert table.said[-2:] == ("The house rules change: Crooked table on (was off).", told)


async def test_where_another_gm_plays_nothing_is_said_of_it(backroom: Backroom) -> None:
    table = await turned(backroom, plays=False)
    assert table.said[-1] == "The house rules change: Crooked table on (was off)."


async def test_turning_honest_announces_only_the_rule_change(backroom: Backroom) -> None:
    table = await turned(backroom, crooked=False)
    assert table.said[-1] == "The house rules change: Crooked table off (was on)."


async def test_other_house_rules_of_a_crooked_table_repeat_nothing(backroom: Backroom) -> None:
    await turned(backroom)
    change = backroom.tables.opening.change_rules
    table = await change(backroom.table_id, backroom.click(DRYDEN), {"ante": 20})
    assert table.said[-1] == "The house rules change: Ante 20 cr (was 10 cr)."
