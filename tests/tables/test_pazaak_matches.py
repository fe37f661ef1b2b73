"""A match of Pazaak with money and cards on it, however it ends: what each of the two has afterwards."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.campaigns import Pace
from bot.db import NotWritten
from bot.errors import NotAllowed
from bot.tables.verification.verify import verify_hand
from tests.tables.cantina import BIB, BIBS, HAN, HAN_LOST, HANS, STAKE, Cantina, Match, won_by
from tests.tables.moody import Moody
from tests.tables.table_fixtures import ANN, BEN, GM, later

PLAIN = {"hand_size": 0, "main_deck": "endless"}
"""A match that the main deck alone decides, card by card as it is written down."""
STARTER_WINS = (10, 5, 10, 4, 10, 5)
"""A set: the starter stands on 20, and the other draws on and goes over."""
WON_BY = {HAN: STARTER_WINS * 3, BIB: (5, 10, 4, 10, 10, 5) + STARTER_WINS * 2}
AS_BEFORE = (("double", "plus_3", "plus_3"), ("tiebreaker",))


async def seated(place: Cantina, **options: Any) -> Match:
    await place.opened(**options)
    match = Match(place, await place.sits(ANN, "Han"), await place.npc_sits("Bib"))
    await place.gives(match.han, *HANS, "plus_3")
    await place.gives(match.bib, *BIBS)
    await place.wagers(ANN, match.han, *HANS, seat=HAN)
    await place.wagers(GM, match.bib, *BIBS, seat=BIB)
    return match


@pytest.fixture
async def cantina(tmp_path: Path) -> AsyncIterator[Cantina]:
    place = Cantina(tmp_path / "cantina.db", around=Moody)
    place.numbered_seeds()
    async with place:
        yield place


@pytest.fixture
async def match(cantina: Cantina) -> Match:
    return await seated(cantina)


@pytest.mark.parametrize("winner", [HAN, BIB])
@pytest.mark.parametrize("cut, house", [(0, 0), (15, 16), (7, 7), (1, 1)])
async def test_the_winner_takes_the_stakes_less_the_houses_cut_and_every_card(
    cantina: Cantina, winner: int, cut: int, house: int
) -> None:
    match = await seated(cantina, cut=cut, **PLAIN)
    cantina.dice_are(*WON_BY[winner])
    before = await match.wealth()
    await cantina.deals(ANN)
    assert (await cantina.play_out()).state.result.winner == winner
    changes = tuple(after - was for after, was in zip(await match.wealth(), before, strict=True))
    assert changes == ((STAKE - house, -STAKE, house) if winner == HAN else (-STAKE, STAKE - house, house))
    assert await match.cards() == won_by(winner)
    assert await cantina.wagered(HAN) == await cantina.wagered(BIB) == ()
    await match.nothing_is_lost()


async def test_match_without_a_stake_is_played_for_cards_only_and_the_next_for_nothing_won_in_it(
    cantina: Cantina,
) -> None:
    match = await seated(cantina, stake=0, cut=50, **PLAIN)
    cantina.dice_are(*WON_BY[BIB], *WON_BY[HAN])
    before = await match.wealth()
    for _ in range(2):
        await cantina.deals(ANN)
        await cantina.play_out()
        assert await match.cards() == HAN_LOST
    assert await match.wealth() == before
    await match.nothing_is_lost()


async def test_a_match_with_side_cards_pays_by_its_result_and_verifies(match: Match) -> None:
    before = await match.wealth()
    await match.begun()
    table = await match.place.play_out()
    await match.is_paid(before, table.state.result.winner)
    assert (await verify_hand(match.place.database, table.id, 1)).faults == ()


@pytest.mark.parametrize("when", ["choosing", "in turn", "out of turn"])
@pytest.mark.parametrize("who", [HAN, BIB])
async def test_leaving_in_mid_match_gives_it_up_at_once(match: Match, when: str, who: int) -> None:
    place, before = match.place, await match.wealth()
    table = await place.deals(ANN) if when == "choosing" else await match.begun()
    while when != "choosing" and (who in table.to_act) != (when == "in turn"):
        table = await place.quiet_turn()
    assert table.in_hand
    table, left = await place.tables.seating.leave(place.table_id, place.click(await place.player(who)), who)
    assert not table.in_hand
    assert left.chips == 500 - STAKE
    assert [chair.seat for chair in table.record.chairs] == [HAN + BIB - who]
    await match.is_paid(before, HAN + BIB - who)
    assert (await verify_hand(place.database, table.id, 1)).faults == ()


@pytest.mark.parametrize("leavers", [(BIB, HAN), (HAN,)])
async def test_first_leaver_of_a_paused_match_has_given_it_up_on_resume(match: Match, leavers: tuple[int, ...]) -> None:
    place, before = match.place, await match.wealth()
    await match.begun()
    await place.tables.opening.pause(place.table_id, place.click(GM))
    for seat in leavers:
        click = place.click(GM if seat == BIB else ANN)
        table, left = await place.tables.seating.leave(place.table_id, click, seat)
        assert (table.in_hand, left.chips) == (True, 500)
    table = await place.tables.opening.resume(place.table_id, place.click(GM))
    assert [chair.seat for chair in table.record.chairs] == [seat for seat in (HAN, BIB) if seat not in leavers]
    await match.is_paid(before, HAN + BIB - leavers[0])


async def test_a_gm_who_sends_the_other_away_ends_the_match_for_them(match: Match) -> None:
    await match.begun()
    place = match.place
    table, _ = await place.tables.seating.stand_up(place.table_id, place.click(GM), HAN)
    assert [chair.seat for chair in table.record.chairs] == [BIB]
    assert await match.cards() == HAN_LOST
    await match.nothing_is_lost()


async def test_nobody_gives_up_for_another(match: Match) -> None:
    place = match.place
    await match.begun()
    async with place.refuses("You don't sit at this table. Take a seat first.", NotAllowed):
        await place.acts(BEN, "forfeit")
    async with place.refuses("Only the GM plays Bib.", NotAllowed):
        await place.acts(ANN, "forfeit", seat=BIB)


async def test_leaver_stays_until_the_end_of_a_match_that_plays_on(cantina: Cantina) -> None:
    match = await seated(cantina, leaving="plays_on")
    before = await match.wealth()
    await match.begun()
    table, _ = await cantina.tables.seating.leave(cantina.table_id, cantina.click(ANN), HAN)
    while table.in_hand:
        assert table.to_act == {BIB}
        table = await cantina.quiet_turn()
    assert [chair.seat for chair in table.record.chairs] == [BIB]
    await match.is_paid(before, table.state.result.winner)


async def test_a_match_that_nobody_plays_is_played_by_the_clock_to_its_end(cantina: Cantina) -> None:
    match = await seated(cantina, pace=Pace.of("seconds", 60))
    before = await match.wealth()
    table = await cantina.deals(ANN)
    while table.in_hand:
        table = await later(cantina, 61)
    await match.is_paid(before, table.state.result.winner)
    assert (await verify_hand(cantina.database, table.id, 1)).faults == ()


@pytest.mark.parametrize("how", ["void", "close", "close_lost"])
@pytest.mark.parametrize("leaving", [False, True])
async def test_a_match_that_is_called_off_gives_everything_back(cantina: Cantina, how: str, leaving: bool) -> None:
    match = await seated(cantina, leaving="plays_on")
    before, opening = await match.wealth(), cantina.tables.opening
    await match.begun()
    if leaving:
        await cantina.tables.seating.leave(cantina.table_id, cantina.click(ANN), HAN)
    if how == "close_lost":
        await opening.close_lost(cantina.table_id)
    else:
        await getattr(opening, how)(cantina.table_id, cantina.click(GM))
    assert await match.wealth() == before
    assert await match.cards() == AS_BEFORE
    await match.nothing_is_lost()


async def test_a_match_that_ends_in_a_tie_gives_each_their_own_back(cantina: Cantina) -> None:
    match = await seated(cantina, tied_sets=1, cut=50, **PLAIN)
    cantina.dice_are(10, 10, 10, 10)
    before = await match.wealth()
    await cantina.deals(ANN)
    assert (await cantina.play_out()).state.result.winner is None
    assert await match.wealth() == before
    assert await match.cards() == AS_BEFORE
    await match.nothing_is_lost()


async def test_a_bot_that_is_killed_between_all_moves_ends_the_match_as_one_that_lived(tmp_path: Path) -> None:
    ends = []
    for name, dies in (("lived", False), ("died", True)):
        place = Cantina(tmp_path / f"{name}.db")
        place.numbered_seeds()
        async with place:
            match = await seated(place)
            await match.begun()
            while (await place.table()).in_hand:
                await place.quiet_turn()
                if dies:
                    await place.restart()
            await match.nothing_is_lost()
            ends.append((await match.wealth(), await match.cards(), (await place.table()).state.result))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("mood", ["before", "after"])
async def test_a_settlement_that_fails_pays_money_and_cards_together_or_not_at_all(match: Match, mood: str) -> None:
    place, before = match.place, await match.wealth()
    await match.begun()
    database = place.database
    assert isinstance(database, Moody)
    database.fails = mood
    with pytest.raises(NotWritten):
        await place.acts(ANN, "forfeit", seat=HAN)
    is_paid = mood == "after"
    assert (await place.table()).in_hand != is_paid
    assert await match.cards() == (HAN_LOST if is_paid else (("plus_3",), ()))
    paid = STAKE if is_paid else 0
    assert await match.wealth() == (before[0] - paid, before[1] + paid, before[2])
    await place.restart()
    await match.nothing_is_lost()
    if not is_paid:
        await place.acts(ANN, "forfeit", seat=HAN)
        assert await match.cards() == HAN_LOST
