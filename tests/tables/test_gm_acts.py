"""What a GM does on a player's seat is in the log whatever happens, and told at the table if the campaign says so."""

import pytest

from bot.tables.events import ActedFor, Left, Logged, MoreTime
from bot.tables.verification.verify import verify_hand
from tests.tables.table_fixtures import GM, HAN, LANDO, ROARK, TableHarness, with_clock

ACTS = (
    ActedFor(seat=LANDO, how="moves"),
    ActedFor(seat=ROARK, how="waits_no_longer"),
    MoreTime(seats=(HAN,), by_gm=True),
    ActedFor(seat=HAN, how="sends_away"),
)


async def acted(harness: TableHarness) -> None:
    """Act as a GM: check for Lando, have the rules act for Roark, give Han more time, and send him away."""
    await harness.acts(GM, "check", seat=LANDO, absent=True)
    roark = max((await harness.table()).to_act)
    await harness.tables.playing.time_out(harness.table_id, harness.click(GM), roark)
    await harness.tables.playing.more_time(harness.table_id, harness.click(GM))
    await harness.tables.seating.stand_up(harness.table_id, harness.click(GM), HAN)


async def gms_rows(harness: TableHarness) -> list[Logged]:
    """Return the first event of each of a GM's acts on players' seats, oldest first."""
    return [row.events[0] for row in await harness.logged() if row.how == "gm"]


@pytest.fixture
async def three(harness: TableHarness) -> TableHarness:
    """Han, Lando and Roark in mid-hand with a clock; Lando is asked."""
    await with_clock(harness)
    return harness


async def test_gm_acts_are_announced_by_default(three: TableHarness):
    await acted(three)
    said = (await three.table()).said
    assert [line for line in said if line.startswith("The GM")][-2:] == [
        "The GM gives **Han** more time.",
        "The GM sends **Han** away.",
    ]


async def test_without_it_the_table_tells_only_what_came_of_it(three: TableHarness):
    await three.settle_for(gm_acts_shown=False)
    await acted(three)
    said = (await three.table()).said
    assert not [line for line in said if "The GM" in line]
    assert "**Lando** checks." in said
    assert "More time for **Han**." in said


@pytest.mark.parametrize("shown", [True, False], ids=["shown", "not shown"])
async def test_the_log_names_every_act_and_who_did_it(three: TableHarness, shown: bool):
    await three.settle_for(gm_acts_shown=shown)
    await acted(three)
    assert await gms_rows(three) == [Logged("all" if shown else "gms", act) for act in ACTS]
    assert {row.actor for row in await three.logged() if row.how == "gm"} == {GM.user_id}


async def test_a_hand_with_an_act_that_was_not_shown_is_verified_all_the_same(honest: TableHarness):
    await honest.settle_for(gm_acts_shown=False)
    asked = min((await honest.deals()).to_act)
    await honest.tables.playing.time_out(honest.table_id, honest.click(GM), asked)
    await honest.play_out()
    proof = await verify_hand(honest.database, honest.table_id, 1)
    assert proof.ok, proof.sentences
    assert len(await gms_rows(honest)) == 1


async def test_gm_act_for_their_npc_names_no_player(seated: TableHarness):
    await seated.npc_sits("Gorga")
    await seated.tables.seating.stand_up(seated.table_id, seated.click(GM), 4)
    assert await gms_rows(seated) == [Logged("all", Left(seat=4, chips=500))]


async def test_more_time_that_a_player_takes_is_their_own(three: TableHarness):
    asked = await three.player(min((await three.table()).to_act))
    await three.tables.playing.more_time(three.table_id, three.click(asked))
    assert await gms_rows(three) == []
