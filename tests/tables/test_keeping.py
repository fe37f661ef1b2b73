"""Who keeps a table: where hands are hidden, one GM alone plays the NPCs and sees what they hold."""

from dataclasses import replace
from typing import Any

import pytest

from bot.campaigns import Person
from bot.errors import NotAllowed, PlayerError, RuleError, TooLate
from bot.tables import rights
from bot.tables.events import HostChanged, Logged, Sat
from bot.tables.rights import may_see
from tests.tables.money.wager_fixtures import WagerHarness
from tests.tables.table_fixtures import ANN, BEN, GM, GM_ROLE, HAN, LANDO, TableHarness

PROXIMA = replace(GM, name="Lady *Proxima*")
OTHER = Person(20, role_ids=frozenset({GM_ROLE}), name="Dryden")
NPC = 3
REFUSED = "<@1> holds the NPCs' hands at this table. Take the table over under More… first."
PLAYS = "You play at this table yourself, so you can't see the NPCs' hands. Let another GM take it over."


async def gathered(place: WagerHarness, opener: Person = PROXIMA, **settings: Any) -> WagerHarness:
    """Han and Lando sit, and an NPC that the opener or else Proxima has seated."""
    await place.settle_for(gm_role_id=GM_ROLE, **settings)
    await place.opened(opener)
    await place.sits(ANN, "Han")
    await place.sits(BEN, "Lando")
    npc = await place.characters.create_npc(place.campaign, GM, "regular", "Bib")
    by = opener if opener in (PROXIMA, OTHER) else PROXIMA
    await place.tables.seating.sit(place.table_id, place.click(by), npc, 500)
    return place


async def sees(place: WagerHarness, person: Person, seat: int) -> bool:
    table = await place.table()
    return may_see(table, person, await place.chair(seat))


async def takes_over(place: TableHarness, by: Person) -> Any:
    return await place.tables.opening.take_over(place.table_id, place.click(by))


async def test_hand_is_shown_only_to_the_seats_player(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    seen = {
        seat: [person for person in (ANN, BEN, PROXIMA, OTHER) if await sees(place, person, seat)]
        for seat in (HAN, LANDO, NPC)
    }
    assert seen == {HAN: [ANN], LANDO: [BEN], NPC: [PROXIMA]}


async def test_only_the_host_acts_for_an_npc(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    await place.deals()
    for absent in (False, True):
        async with place.refuses(REFUSED, NotAllowed):
            await place.acts(OTHER, "show", seat=NPC, absent=absent)
    async with place.refuses(REFUSED, NotAllowed):
        await place.acts(OTHER, "show")
    await place.acts(PROXIMA, "show")
    assert NPC not in (await place.table()).to_act


async def test_taking_over_is_logged_and_announced(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    await place.deals()
    assert (await takes_over(place, OTHER)).said[-1] == f"<@{OTHER.user_id}> is the table's GM now."
    row = (await place.logged())[-1]
    assert (row.actor, row.events) == (OTHER.user_id, (Logged("all", HostChanged()),))
    assert await sees(place, OTHER, NPC)
    assert not await sees(place, PROXIMA, NPC)
    await place.restart()
    await place.acts(OTHER, "show", seat=NPC)
    async with place.refuses("You're this table's GM already."):
        await takes_over(place, OTHER)
    async with place.refuses("Only the GM can do that.", NotAllowed):
        await takes_over(place, ANN)


async def test_gm_who_lost_the_role_sees_no_npc_hands(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness, OTHER)
    assert await sees(place, OTHER, NPC)
    assert not await sees(place, replace(OTHER, role_ids=frozenset()), NPC)


async def test_host_who_sits_down_gives_up_the_npcs(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    leia = await place.characters.create(place.campaign, PROXIMA, "Leia")
    table = await place.tables.seating.sit(place.table_id, place.click(PROXIMA), leia, 100)
    told = "The table's GM plays here, so nobody plays the NPCs now. Another GM takes over under “More…”."
    assert table.said[-1] == told
    assert rights.note(table) is None
    assert not await sees(place, PROXIMA, NPC)
    await place.tables.seating.leave(place.table_id, place.click(PROXIMA))
    assert await sees(place, PROXIMA, NPC)


async def test_host_may_play_and_the_table_says_so_when_allowed(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness, keeper_may_play=True)
    leia = await place.characters.create(place.campaign, PROXIMA, "Leia")
    table = await place.tables.seating.sit(place.table_id, place.click(PROXIMA), leia, 100)
    note = "The table's GM plays here, and sees the hands of the NPCs."
    assert table.said[-1] == rights.note(table) == note
    assert await sees(place, PROXIMA, NPC)
    lobot = await place.characters.create(place.campaign, OTHER, "Lobot")
    await place.tables.seating.leave(place.table_id, place.click(BEN))
    await place.tables.seating.sit(place.table_id, place.click(OTHER), lobot, 100)
    table = await takes_over(place, OTHER)
    assert table.said[-1] == f"<@{OTHER.user_id}> is the table's GM now, and plays at it too."
    await place.settle_for(keeper_may_play=False)
    assert rights.note(await place.table()) is None
    assert not await sees(place, OTHER, NPC)


async def test_first_gm_to_seat_an_npc_hosts_a_players_table(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness, ANN)
    assert await place.happened() == (Sat(seat=NPC, amount=500), HostChanged())
    assert await sees(place, PROXIMA, NPC)
    assert not await sees(place, ANN, NPC)
    assert not (await place.tables.opening.close(place.table_id, place.click(ANN))).is_open


async def test_a_player_who_opened_a_table_and_becomes_gm_takes_it_over_like_any_other(
    wager_harness: WagerHarness,
) -> None:
    await wager_harness.settle_for(gm_role_id=GM_ROLE)
    await wager_harness.opened(ANN)
    await wager_harness.sits(BEN, "Lando")
    promoted = replace(ANN, role_ids=frozenset({GM_ROLE}), name="Ann")
    leia = await wager_harness.characters.create(wager_harness.campaign, promoted, "Leia")
    await wager_harness.tables.seating.sit(wager_harness.table_id, wager_harness.click(promoted), leia, 100)
    npc = await wager_harness.characters.create_npc(wager_harness.campaign, GM, "regular", "Bib")
    await wager_harness.tables.seating.sit(wager_harness.table_id, wager_harness.click(promoted), npc, 500)
    assert not await sees(wager_harness, promoted, NPC)
    await wager_harness.tables.seating.leave(wager_harness.table_id, wager_harness.click(promoted), HAN + 1)
    await takes_over(wager_harness, promoted)
    assert await sees(wager_harness, promoted, NPC)


async def test_a_gm_makes_no_choice_of_a_players_that_shows_their_hand(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    await place.deals()
    card = (await place.table()).state.holder(HAN).cards[0].card
    refusal = "Only the player of Han sees what there is to choose. Let their time run out."
    async with place.refuses(refusal, NotAllowed):
        await place.acts(PROXIMA, "swap", seat=HAN, absent=True, card=card)
    played = await place.acts(PROXIMA, "show", seat=HAN, absent=True)
    assert played.table.said[-2:] == ("The GM acts for **Han**.", "**Han** shows.")


async def test_a_gm_can_let_somebodys_time_run_out(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    playing, turn = place.tables.playing, (await place.deals()).record.turn
    for person in (ANN, BEN):
        async with place.refuses("Only the GM can do that.", NotAllowed):
            await playing.time_out(place.table_id, place.click(person), HAN)
    played = await playing.time_out(place.table_id, place.click(OTHER, turn=turn), HAN)
    assert played.table.said[-2:] == ("The GM stops waiting for **Han**.", "**Han** folds.")
    (row,) = await place.file.fetch("SELECT how, actor FROM actions ORDER BY sequence DESC LIMIT 1")
    assert (row["how"], row["actor"]) == ("gm", OTHER.user_id)
    for seat in (HAN, 9):
        async with place.refuses("The table has moved on. Look at its latest message.", TooLate):
            await playing.time_out(place.table_id, place.click(OTHER), seat)
    await place.tables.opening.pause(place.table_id, place.click(OTHER))
    async with place.refuses("The table is paused.", NotAllowed):
        await playing.time_out(place.table_id, place.click(OTHER), LANDO)


async def test_dealing_and_acting_show_only_ones_own_cards(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness)
    dealt = await place.tables.playing.deal(place.table_id, place.click(OTHER))
    assert dealt.private == ()
    await place.tables.opening.void(place.table_id, place.click(OTHER))
    dealt = await place.tables.playing.deal(place.table_id, place.click(PROXIMA))
    assert [seat for seat, _ in dealt.private] == [NPC]
    card = dealt.table.state.holder(HAN).cards[0].card
    swapped = await place.acts(ANN, "swap", card=card)
    assert [seat for seat, _ in swapped.private] == [HAN]


async def test_where_nothing_is_hidden_any_gm_plays_the_npcs(seated: TableHarness) -> None:
    await seated.settle_for(gm_role_id=GM_ROLE)
    await seated.npc_sits("Bib")
    table = await seated.deals()
    chair = await seated.chair(4)
    assert may_see(table, OTHER, chair)
    while 4 not in (await seated.table()).to_act:
        await seated.quiet_turn()
    await seated.acts(OTHER, "check", seat=4)
    async with seated.refuses(
        "Nothing is hidden in this game, so any GM can play the NPCs. You don't need to take over.", PlayerError
    ):
        await takes_over(seated, OTHER)
    assert (await seated.table()).record.opener == GM.user_id


async def test_opener_keeps_their_rights_after_a_takeover(wager_harness: WagerHarness) -> None:
    place = await gathered(wager_harness, ANN)
    await place.tables.opening.change_rules(place.table_id, place.click(ANN), {"wagers": False})
    async with place.refuses("Those are the house rules already.", PlayerError):
        await place.tables.opening.change_rules(place.table_id, place.click(ANN), {"wagers": False})
    with pytest.raises((NotAllowed, RuleError)):
        await place.tables.opening.change_rules(place.table_id, place.click(BEN), {"wagers": True})
