"""Nobody who plays decides for an NPC against themselves, or sees later what it held."""

from dataclasses import replace
from typing import Any

import pytest

from bot.campaigns import Character, Person, Right
from bot.errors import NotAllowed
from bot.tables import rights
from bot.tables.model import Record, Table
from bot.tables.rights import may_see
from tests.tables.blind_draw import ENTRY
from tests.tables.money.wager_fixtures import WagerHarness
from tests.tables.table_fixtures import ANN, GM_ROLE, HAN, TableHarness

PROXIMA = Person(1, is_owner=True, name="Proxima")
DRYDEN = Person(20, role_ids=frozenset({GM_ROLE}), name="Dryden")
BIB, LEIA = 2, 3
PLAYS = "You play at this table yourself, so the NPCs aren't yours to play. Another GM decides for them."
KEPT = "<@1> holds the NPCs' hands at this table. Take the table over under More… first."
WAS_IN = "You were in this hand yourself, so you can't see what the NPCs held in it."
YOURS_ARE_IN = "Your NPCs are in this hand. Sit down when it is over, or have another GM take the table over."


async def gathered(place: TableHarness, **settings: Any) -> Character:
    """Ann's Han and Proxima's Bib sit, who has a tooth and a ring and has wagered the tooth."""
    await place.settle_for(gm_role_id=GM_ROLE, **settings)
    await place.opened(PROXIMA)
    await place.sits(ANN, "Han")
    bib = await place.npc_sits("Bib")
    if isinstance(place, WagerHarness):
        await place.gives(bib, "tooth", "ring")
        await place.wagers(PROXIMA, bib, "tooth", seat=BIB)
    return bib


async def every_decision(place: WagerHarness, by: Person, bib: Character, because: str) -> None:
    """All that could be decided for Bib besides his moves is refused."""
    table_id, seating, wagers = place.table_id, place.tables.seating, place.tables.wagers
    rings = await place.ids_of(bib, "ring")
    async with place.refuses(because, NotAllowed):
        await wagers.wager(table_id, place.click(by), BIB, rings)
    async with place.refuses(because, NotAllowed):
        await wagers.take_back(table_id, place.click(by), BIB)
    async with place.refuses(because, NotAllowed):
        await seating.top_up(table_id, place.click(by), 10, BIB)
    async with place.refuses(because, NotAllowed):
        await seating.sit_out(table_id, place.click(by), BIB, out=True)
    async with place.refuses(because, NotAllowed):
        await seating.leave(table_id, place.click(by), BIB)
    async with place.refuses(because, NotAllowed):
        await seating.stand_up(table_id, place.click(by), BIB)


@pytest.mark.parametrize("in_hand", [False, True])
async def test_a_gm_who_plays_decides_nothing_for_an_npc(wager_harness: WagerHarness, in_hand: bool) -> None:
    bib = await gathered(wager_harness)
    await wager_harness.sits(DRYDEN, "Leia")
    if in_hand:
        await wager_harness.deals()
    await every_decision(wager_harness, DRYDEN, bib, PLAYS)


@pytest.mark.parametrize("in_hand", [False, True])
async def test_gm_takes_over_hosting_before_acting_for_an_npc(wager_harness: WagerHarness, in_hand: bool) -> None:
    bib = await gathered(wager_harness)
    if in_hand:
        await wager_harness.deals()
    await every_decision(wager_harness, DRYDEN, bib, KEPT)
    await wager_harness.tables.opening.take_over(wager_harness.table_id, wager_harness.click(DRYDEN))
    table, _ = await wager_harness.tables.seating.stand_up(wager_harness.table_id, wager_harness.click(DRYDEN), BIB)
    chair = table.chair(BIB)
    assert chair.is_leaving if in_hand and chair else chair is None


async def test_npc_decisions_in_an_open_item_game_take_a_gm_who_does_not_play(
    wager_harness: WagerHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    openly = replace(ENTRY, words=replace(ENTRY.words, hand=None))
    monkeypatch.setattr("bot.games.games", lambda: {ENTRY.game.key: openly})
    bib = await gathered(wager_harness)
    assert not (await wager_harness.table()).spec.has_hands
    await wager_harness.sits(DRYDEN, "Leia")
    await every_decision(wager_harness, DRYDEN, bib, PLAYS)
    await wager_harness.tables.seating.leave(wager_harness.table_id, wager_harness.click(DRYDEN), LEIA)
    table, _ = await wager_harness.tables.seating.leave(wager_harness.table_id, wager_harness.click(DRYDEN), BIB)
    assert table.chair(BIB) is None


async def test_where_only_chips_are_played_for_openly_any_gm_decides(harness: TableHarness) -> None:
    await gathered(harness)
    await harness.sits(DRYDEN, "Leia")
    table, _ = await harness.tables.seating.leave(harness.table_id, harness.click(DRYDEN), BIB)
    assert table.chair(BIB) is None


async def test_host_who_plays_decides_for_npcs_when_allowed(wager_harness: WagerHarness) -> None:
    await gathered(wager_harness, keeper_may_play=True)
    await wager_harness.sits(PROXIMA, "Leia")
    table, chair = await wager_harness.tables.seating.sit_out(
        wager_harness.table_id, wager_harness.click(PROXIMA), BIB, out=True
    )
    assert chair.is_out
    assert table.chair(LEIA) is not None
    await wager_harness.tables.seating.sit_out(wager_harness.table_id, wager_harness.click(PROXIMA), BIB, out=False)
    await wager_harness.tables.seating.leave(wager_harness.table_id, wager_harness.click(PROXIMA), LEIA)
    await wager_harness.deals()
    await wager_harness.sits(PROXIMA, "Rey")
    assert BIB not in (await wager_harness.acts(PROXIMA, "fold")).table.to_act


async def played_out(place: WagerHarness) -> Table:
    """Bib folds unseen, and all others too."""
    table = await place.deals()
    for chair in table.record.chairs:
        by = PROXIMA if chair.seat == BIB else Person(chair.user_id or 0)
        table = (await place.acts(by, "fold", seat=chair.seat)).table
    return table


async def looks(place: WagerHarness, by: Person) -> bool:
    return may_see(await place.table(), by, await place.chair(BIB))


async def test_host_does_not_see_an_npc_hand_that_they_played_against(wager_harness: WagerHarness) -> None:
    await gathered(wager_harness)
    await wager_harness.sits(DRYDEN, "Leia")
    await played_out(wager_harness)
    await wager_harness.tables.seating.leave(wager_harness.table_id, wager_harness.click(DRYDEN), LEIA)
    await wager_harness.tables.opening.take_over(wager_harness.table_id, wager_harness.click(DRYDEN))
    await wager_harness.restart()
    assert not await looks(wager_harness, DRYDEN)
    table, bib = await wager_harness.table(), await wager_harness.chair(BIB)
    assert str(rights.refusal(Right.PLAY_NPC, DRYDEN, table, bib)) == WAS_IN
    gorga = await wager_harness.characters.create_npc(wager_harness.campaign, DRYDEN, "regular", "Gorga")
    table = await wager_harness.tables.seating.sit(wager_harness.table_id, wager_harness.click(DRYDEN), gorga, 100)
    assert may_see(table, DRYDEN, table.record.chairs[-1]), "an NPC who was not in that hand has nothing to hide"
    await wager_harness.deals()
    assert await looks(wager_harness, DRYDEN), "the next hand is theirs to play"
    await wager_harness.tables.seating.stand_up(wager_harness.table_id, wager_harness.click(PROXIMA), HAN)
    assert (await wager_harness.chair(HAN)).is_leaving, "any GM sends a player away"


async def test_a_record_from_before_such_hands_were_noted_can_be_read(wager_harness: WagerHarness) -> None:
    await gathered(wager_harness)
    record = (await wager_harness.deals()).record
    assert record.hand is not None
    assert record.hand.people == (ANN.user_id,)
    old = record.to_json().replace(f',"people":[{ANN.user_id}]', "")
    read = Record.from_json(old)
    assert read.hand is not None
    assert read.hand.people == ()


async def test_host_can_not_sit_down_while_an_npc_is_in_the_hand(wager_harness: WagerHarness) -> None:
    await gathered(wager_harness)
    await wager_harness.deals()
    leia = await wager_harness.characters.create(wager_harness.campaign, PROXIMA, "Leia")
    sit = wager_harness.tables.seating.sit
    async with wager_harness.refuses(YOURS_ARE_IN, NotAllowed):
        await sit(wager_harness.table_id, wager_harness.click(PROXIMA), leia, 100)
    await wager_harness.tables.opening.take_over(wager_harness.table_id, wager_harness.click(DRYDEN))
    assert (await sit(wager_harness.table_id, wager_harness.click(PROXIMA), leia, 100)).chair(LEIA) is not None


async def test_host_sits_down_in_mid_hand_when_no_npc_is_in_it(wager_harness: WagerHarness) -> None:
    await wager_harness.settle_for(gm_role_id=GM_ROLE)
    await wager_harness.opened(PROXIMA)
    for person, name in ((ANN, "Han"), (DRYDEN, "Lobot")):
        await wager_harness.sits(person, name)
    await wager_harness.deals()
    await wager_harness.npc_sits("Bib")
    await wager_harness.sits(PROXIMA, "Leia")
    told = "The table's GM plays here, so nobody plays the NPCs now. Another GM takes over under “More…”."
    assert (await wager_harness.table()).said[-1] == told


async def test_seated_gm_sees_why_they_can_not_act_for_the_npc(wager_harness: WagerHarness) -> None:
    await gathered(wager_harness)
    await wager_harness.deals()
    await wager_harness.sits(DRYDEN, "Leia")
    hidden = "You play at this table yourself, so you can't see the NPCs' hands. Let another GM take it over."
    async with wager_harness.refuses(hidden, NotAllowed):
        await wager_harness.acts(DRYDEN, "fold")
