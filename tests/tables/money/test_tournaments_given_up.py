"""Whoever leaves a tournament gives it up, and so may end it; a void hand gives back the points that it began with."""

from typing import Any

import pytest

from bot.campaigns import Character, Person
from bot.errors import NotAllowed, TooLate
from bot.ledger import history_of_character
from tests.tables.arena import CHIPS, Arena
from tests.tables.table_fixtures import ANN, BEN, CID, DEE, GM, HAN, LANDO, ROARK
from tests.tables.test_the_retired import has_retired
from tests.tables.test_unreadable import state_becomes

LIE_IN_THE_MIDDLE = "**Han** gives up. 100 chips go into the next pot."


async def between_hands(arena: Arena, **options: Any) -> tuple[Character, ...]:
    """Han, Lando and Roark have 100 each, and the first hand is void."""
    who = await arena.begins("Han", "Lando", "Roark", **options)
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    return who


@pytest.mark.parametrize("by", [ANN, GM])
async def test_leaving_or_being_sent_away_between_hands_gives_up_the_tournament_at_once(
    arena: Arena, by: Person
) -> None:
    await between_hands(arena)
    await arena.tables.seating.stand_up(arena.table_id, arena.click(GM), HAN) if by is GM else await arena.leaves(ANN)
    table = await arena.table()
    assert table.said[-1] == LIE_IN_THE_MIDDLE
    assert table.chair(HAN) is None
    assert await arena.points() == {LANDO: CHIPS, ROARK: CHIPS}
    table = await arena.deals(BEN)
    assert table.state.deal.bank == CHIPS
    table = await arena.plays(50, 49)
    assert await arena.points() == {LANDO: 250, ROARK: 50}
    await arena.adds_up()


async def test_leaving_in_mid_hand_gives_up_the_tournament_after_it(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    table = await arena.leaves(ANN)
    assert table.said[-1] == "**Han** leaves after this hand."
    table = await arena.plays(30, 0)
    assert table.said[-1] == "**Han** gives up. 99 chips go into the next pot."
    assert table.chair(HAN) is None
    assert await arena.points() == {LANDO: 102, ROARK: 99}
    await arena.adds_up()


async def test_the_last_but_one_to_leave_ends_it_and_the_prize_is_paid_at_once(arena: Arena) -> None:
    await between_hands(arena, prizes="two")
    await arena.leaves(ANN)
    table = await arena.leaves(CID)
    assert table.said[-3:] == (
        "**Roark** leaves.",
        "**Roark** gives up.",
        "**Lando** wins the tournament: 390 cr. **Roark** is second: 210 cr.",
    )
    assert table.tournament is None
    assert table.record.prize == 0
    roark = await arena.characters.named(arena.campaign, CID, "Roark")
    assert await arena.purse(roark) == 1010
    line = (await history_of_character(arena.database, roark.id, size=1)).lines[0]
    assert (line.kind, line.reason, line.delta) == ("tournament", "Bidding, tournament 1", 210)
    await arena.adds_up()


async def test_next_hand_is_not_announced_when_the_tournament_ends(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    await arena.leaves(CID)
    await arena.leaves(BEN)
    said = (await arena.tables.opening.void(arena.table_id, arena.click(GM))).said
    assert said[-3:] == ("**Roark** gives up.", "**Lando** gives up.", "**Han** wins the tournament: 600 cr.")


async def test_last_leaver_wins_when_all_leave_one_hand(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    for by in (CID, BEN, ANN):
        table = await arena.leaves(by)
    assert not table.in_hand
    assert table.record.chairs == ()
    assert table.said[-1] == "**Han** wins the tournament: 600 cr."
    assert await arena.prize_has() == 0
    await arena.adds_up()


async def test_player_who_left_long_ago_gets_the_prize_of_their_place(arena: Arena) -> None:
    _, _, roark = await between_hands(arena, prizes="three")
    await arena.leaves(CID)
    await arena.sits(CID, "Chewie", 200)
    table = await arena.leaves(BEN)
    assert table.said[-1] == (
        "**Han** wins the tournament: 300 cr. **Lando** is second: 180 cr. **Roark** is third: 120 cr."
    )
    assert await arena.purse(roark) == 920
    await arena.adds_up()


async def test_npcs_and_the_retired_get_their_prizes_too(arena: Arena) -> None:
    await arena.opened(prizes="two")
    await arena.sit("Han")
    gorga = await arena.npc_sits("Gorga", 200)
    chewie = await arena.sits(CID, "Chewie", 200)
    before = await arena.purse(gorga)
    await arena.deals(GM)
    await has_retired(arena, chewie)
    table = await arena.plays(98, 98, 99)
    table = await arena.plays()
    assert table.said[-1] == "**Han** wins the tournament: 390 cr. **Gorga** is second: 210 cr."
    assert await arena.purse(gorga) == before + 210
    await arena.adds_up()


async def test_a_void_hand_gives_back_the_points_and_who_was_leaving_gives_up(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    await arena.bids(40)
    await arena.leaves(ANN)
    assert (await arena.tables.opening.void(arena.table_id, arena.click(GM))).said[-1] == LIE_IN_THE_MIDDLE
    assert await arena.points() == {LANDO: CHIPS, ROARK: CHIPS}
    await arena.adds_up()


async def test_a_hand_that_can_not_be_read_gives_back_the_points(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(50, 0)
    await arena.deals()
    await arena.bids(99)
    await state_becomes(arena, "{")
    await arena.restart()
    assert await arena.points() == {HAN: 101, LANDO: 99}
    assert (await arena.plays(99, 97)).tournament is not None
    await arena.adds_up()


async def test_an_old_next_hand_begins_no_tournament(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    await arena.sits(DEE, "Chewie", 200)
    turn = (await arena.plays(0, 0, 0)).record.turn
    await arena.leaves(ANN)
    await arena.tables.playing.deal(arena.table_id, arena.click(DEE, turn=turn))
    turn = (await arena.bids(0, 0)).record.turn
    await arena.leaves(BEN)
    async with arena.refuses("The table has moved on. Look at its latest message.", TooLate):
        await arena.tables.playing.deal(arena.table_id, arena.click(DEE, turn=turn))


async def test_retired_character_gives_up_the_tournament_at_the_next_deal(arena: Arena) -> None:
    _, _, roark = await between_hands(arena, fee=0)
    await arena.characters.retire(arena.campaign, CID, roark)
    table = await arena.deals(ANN)
    assert table.said[-1] == "**Roark** gives up. 100 chips go into the next pot."
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO]
    assert table.state.deal.bank == CHIPS
    await arena.adds_up()


async def test_nothing_is_dealt_when_giving_up_ends_the_tournament(arena: Arena) -> None:
    _, lando = await arena.begins("Han", "Lando")
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    turn = (await arena.table()).record.turn
    await has_retired(arena, lando)
    table = await arena.deals(ANN)
    assert not table.in_hand
    assert table.said[-2:] == ("**Lando** gives up.", "**Han** wins the tournament: 400 cr.")
    async with arena.refuses("The table has moved on. Look at its latest message.", TooLate):
        await arena.tables.playing.deal(arena.table_id, arena.click(ANN, turn=turn))
    await arena.adds_up()


async def test_nobody_retires_who_has_paid_into_a_prize_that_is_still_to_be_won(arena: Arena) -> None:
    han, lando, _ = await between_hands(arena)
    await arena.leaves(ANN)
    saying = "Han has paid for a tournament that is still running."
    for refused in (arena.characters.retire, arena.characters.require_may_retire):
        async with arena.refuses(saying, NotAllowed):
            await refused(arena.campaign, ANN, han)
    await arena.leaves(BEN)
    await arena.characters.retire(arena.campaign, ANN, han)
    await arena.characters.retire(arena.campaign, BEN, lando)
    await arena.adds_up()
