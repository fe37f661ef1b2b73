"""Leaving: at once between hands, in mid-hand when the hand is over; until then the rules act for the seat."""

from bot.errors import NotAllowed, NotFound
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, ELSEWHERE, GM, HAN, LANDO, ROARK, TableHarness


async def test_leaving_between_hands_returns_the_chips_at_once_and_no_seat_is_given_out_again(
    seated: TableHarness,
) -> None:
    roark = await seated.characters.named(seated.campaign, CID, "Roark")
    table, _ = await seated.tables.seating.leave(seated.table_id, seated.click(CID))
    assert [table.name(chair.seat) for chair in table.record.chairs] == ["Han", "Lando"]
    assert await seated.purse(roark) == 1000
    table = await seated.tables.seating.sit(seated.table_id, seated.click(CID), roark, 300)
    assert [chair.seat for chair in table.record.chairs] == [HAN, LANDO, 4]
    await seated.adds_up()


async def test_leaver_on_their_turn_folds_to_a_bet_and_has_all_chips_back_when_the_hand_is_settled(
    playing: TableHarness,
) -> None:
    roark = await playing.characters.named(playing.campaign, CID, "Roark")
    await playing.tables.seating.top_up(playing.table_id, playing.click(CID), 200)
    await playing.acts(BEN, "bet", to=50)
    table, chair = await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    assert chair.is_leaving
    assert ROARK not in table.state.live
    assert (table.to_act, await playing.purse(roark)) == ({HAN}, 300)
    async with playing.refuses("leaving", NotAllowed):
        await playing.acts(CID, "check")
    async with playing.refuses("leaves after this hand already"):
        await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    await playing.adds_up()
    played = await playing.acts(ANN, "fold")
    assert [played.table.name(chair.seat) for chair in played.table.record.chairs] == ["Han", "Lando"]
    assert (await playing.purse(roark), await playing.chips(ROARK)) == (990, 0)
    await playing.adds_up()


async def test_leaver_who_ends_the_hand_sees_their_final_chips(playing: TableHarness) -> None:
    roark = await playing.characters.named(playing.campaign, CID, "Roark")
    await playing.acts(BEN, "bet", to=50)
    await playing.acts(CID, "call")
    await playing.acts(ANN, "fold")
    before = await playing.purse(roark)
    while ROARK not in (await playing.table()).to_act:
        await playing.acts(BEN, "bet", to=50)
    table, chair = await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    assert table.chair(ROARK) is None
    assert chair.chips == await playing.purse(roark) - before == 440


async def test_leaving_on_ones_turn_checks_when_it_is_free(playing: TableHarness) -> None:
    table, _ = await playing.tables.seating.leave(playing.table_id, playing.click(BEN))
    assert LANDO in table.state.live
    assert table.to_act == {ROARK}
    assert table.said[-1] == "**Lando** checks."


async def test_rules_act_for_a_leaver_at_each_of_their_turns(playing: TableHarness) -> None:
    table, _ = await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    assert table.to_act == {LANDO}
    played = await playing.acts(BEN, "check")
    assert played.table.to_act == {HAN}
    assert played.table.said[-2:] == ("**Lando** checks.", "**Roark** checks.")
    played = await playing.acts(ANN, "bet", to=20)
    played = await playing.acts(BEN, "call")
    assert ROARK not in played.table.state.live


async def test_leaver_takes_the_winnings_of_the_hand_along(playing: TableHarness) -> None:
    lando = await playing.characters.named(playing.campaign, BEN, "Lando")
    await playing.tables.seating.leave(playing.table_id, playing.click(BEN))
    await playing.acts(CID, "fold")
    await playing.acts(ANN, "fold")
    assert await playing.purse(lando) == 1020
    await playing.adds_up()


async def test_when_all_leave_in_mid_hand_the_rules_play_it_out(playing: TableHarness) -> None:
    for person in (CID, ANN, BEN):
        table, _ = await playing.tables.seating.leave(playing.table_id, playing.click(person))
    assert not table.in_hand
    assert table.record.chairs == ()
    purses = [await playing.purse(await playing.characters.named(playing.campaign, GM, n)) for n in ("Han", "Lando")]
    assert purses == [990, 1020]
    await playing.adds_up()


async def test_newcomer_in_mid_hand_leaves_at_once(playing: TableHarness) -> None:
    await playing.npc_sits("Gorga")
    table, _ = await playing.tables.seating.leave(playing.table_id, playing.click(GM))
    assert table.chair(4) is None
    assert table.in_hand
    await playing.adds_up()


async def test_a_gm_sends_somebody_away_and_others_do_not(seated: TableHarness) -> None:
    seating = seated.tables.seating
    async with seated.refuses("Only the GM can do that.", NotAllowed):
        await seating.stand_up(seated.table_id, seated.click(ANN), LANDO)
    table, _ = await seating.stand_up(seated.table_id, seated.click(GM), LANDO)
    assert table.chair(LANDO) is None
    async with seated.refuses("Nobody sits there now.", NotFound):
        await seating.stand_up(seated.table_id, seated.click(GM), LANDO)


async def test_at_a_paused_table_who_leaves_waits_and_acts_when_it_goes_on(playing: TableHarness) -> None:
    """A pause stops everything: no card falls while people fight over the chairs."""
    await playing.acts(BEN, "bet", to=50)
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    table, _ = await playing.tables.seating.leave(playing.table_id, playing.click(CID))
    assert table.to_act == {ROARK}
    table = await playing.tables.opening.resume(playing.table_id, playing.click(GM))
    assert table.to_act == {HAN}
    assert table.said[-2:] == ("The game goes on.", "**Roark** folds.")
    await playing.adds_up()


async def test_a_table_that_was_paused_when_the_last_ones_left_settles_when_it_goes_on(playing: TableHarness) -> None:
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    for person in (ANN, BEN, CID):
        await playing.tables.seating.leave(playing.table_id, playing.click(person))
    table = await playing.tables.opening.resume(playing.table_id, playing.click(GM))
    assert not table.in_hand
    assert table.record.chairs == ()
    await playing.adds_up()


async def test_the_same_character_plays_at_two_tables_and_leaves_one(seated: TableHarness) -> None:
    other = await seated.opened(channel=ELSEWHERE)
    han = await seated.characters.named(seated.campaign, ANN, "Han")
    click = seated.click(ANN, channel=ELSEWHERE)
    await seated.tables.seating.sit(other.id, click, han, 400)
    assert await seated.purse(han) == 100
    await seated.tables.seating.leave(seated.table_id, seated.click(ANN, channel=CHANNEL))
    assert await seated.purse(han) == 600
    assert (await seated.tables.look(other.id)).record.chairs[0].stack == 400
    await seated.adds_up()
