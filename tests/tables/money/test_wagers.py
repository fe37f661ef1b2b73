"""Goods on the table: put there and taken back between hands, by whoever plays the character."""

import asyncio
from collections import Counter

import pytest

from bot.db import NotWritten
from bot.errors import NotAllowed, PlayerError, RuleError, TooLate
from bot.tables.money.wagers import MOST_WAGERED
from tests.sqlite_file import url_of
from tests.tables.money.wager_fixtures import EVERYTHING, Evening, WagerHarness
from tests.tables.moody import Moody
from tests.tables.table_fixtures import ANN, BEN, DEE, ELSEWHERE, GM, HAN, LANDO
from tests.tampering import tamper


async def test_wager_lies_on_the_table_and_is_announced(evening: Evening) -> None:
    place = evening.place
    table = await place.wagers(BEN, evening.lando, "tooth")
    assert table.said[-1] == "**Lando** wagers a tooth."
    assert await place.wagered(LANDO) == ("tooth",)
    assert await place.held(evening.lando) == ("idol",)
    assert [good.kind for good in await place.goods.wagered(place.campaign.id, evening.lando.id, "blind_draw")] == [
        "tooth"
    ]
    table = await place.wagers(ANN, evening.han, "ring", "ring", "idol")
    assert table.said[-1] == "**Han** wagers an idol and 2 × ring."
    assert await place.goods_add_up() == EVERYTHING
    await place.restart()
    assert await place.wagered(HAN) == ("idol", "ring", "ring")


async def test_wager_can_be_withdrawn_in_part_or_whole(evening: Evening) -> None:
    place, wagers = evening.place, evening.place.tables.wagers
    await place.wagers(ANN, evening.han, "ring", "ring", "idol")
    (ring, *_) = [good.id for good in (await place.chair(HAN)).wager if good.kind == "ring"]
    table, chair = await wagers.take_back(place.table_id, place.click(ANN), HAN, [ring])
    assert table.said[-1] == "**Han** withdraws a ring."
    assert [good.kind for good in chair.wager] == ["idol", "ring"]
    await wagers.take_back(place.table_id, place.click(ANN), None)
    assert await place.wagered(HAN) == ()
    assert await place.goods_add_up() == EVERYTHING
    async with place.refuses("Han hasn't wagered that."):
        await wagers.take_back(place.table_id, place.click(ANN), HAN)
    async with place.refuses("Han hasn't wagered that."):
        await wagers.take_back(place.table_id, place.click(ANN), HAN, [ring])


async def test_only_the_characters_player_wagers_for_it(evening: Evening) -> None:
    place, wagers = evening.place, evening.place.tables.wagers
    rings = await place.ids_of(evening.han, "ring")
    for person in (BEN, DEE, GM):
        async with place.refuses("That seat isn't yours.", NotAllowed):
            await wagers.wager(place.table_id, place.click(person), HAN, rings)
        async with place.refuses("That seat isn't yours.", NotAllowed):
            await wagers.take_back(place.table_id, place.click(person), HAN)
    async with place.refuses("Lando doesn't have that gem at hand."):
        await wagers.wager(place.table_id, place.click(BEN), LANDO, rings)
    roark = await place.npc_sits("Roark")
    await place.gives(roark, "ring")
    assert (await place.wagers(GM, roark, "ring", seat=3)).said[-1] == "**Roark** wagers a ring."


async def test_a_wager_is_of_what_is_at_hand_and_once(evening: Evening) -> None:
    place, wagers = evening.place, evening.place.tables.wagers
    rings = await place.ids_of(evening.han, "ring", "ring")
    click = place.click(ANN)
    await wagers.wager(place.table_id, click, HAN, [rings[0], rings[0]])
    assert await place.wagered(HAN) == ("ring",)
    for again in ([rings[0]], rings, ["12345"], ["ring"], ["-1"], [""]):
        async with place.refuses("Han doesn't have that gem at hand."):
            await wagers.wager(place.table_id, place.click(ANN), HAN, again)
    async with place.refuses("Choose at least one gem."):
        await wagers.wager(place.table_id, place.click(ANN), HAN, [])
    async with place.refuses("That is done already.", TooLate):
        await wagers.wager(place.table_id, click, HAN, [rings[1]])


async def test_a_seat_wagers_only_so_much(evening: Evening) -> None:
    place = evening.place
    await place.gives(evening.han, *["tooth"] * (MOST_WAGERED + 1))
    async with place.refuses("A seat can wager at most 25 gems.", RuleError):
        await place.wagers(ANN, evening.han, *["tooth"] * (MOST_WAGERED + 1))
    await place.wagers(ANN, evening.han, *["tooth"] * MOST_WAGERED)
    async with place.refuses("A seat can wager at most 25 gems.", RuleError):
        await place.wagers(ANN, evening.han, "tooth")


async def test_a_hand_is_played_for_what_lay_there_at_its_deal(evening: Evening) -> None:
    place, wagers = evening.place, evening.place.tables.wagers
    await place.wagers(BEN, evening.lando, "tooth")
    table = await place.deals()
    players = {player.seat: player for player in table.state.deal.players}
    assert [good.kind for good in players[LANDO].wager] == ["tooth"]
    assert [good.kind for good in players[LANDO].goods] == ["idol"]
    assert [good.kind for good in players[HAN].goods] == ["idol", "ring", "ring", "ring"]
    async with place.refuses("Make and withdraw wagers between hands.", RuleError):
        await place.wagers(ANN, evening.han, "ring")
    async with place.refuses("Make and withdraw wagers between hands.", RuleError):
        await wagers.take_back(place.table_id, place.click(BEN), LANDO)


@pytest.mark.parametrize("change", ["more", "less"])
async def test_nobody_deals_for_other_wagers_than_they_have_seen(evening: Evening, change: str) -> None:
    place = evening.place
    seen = (await place.wagers(BEN, evening.lando, "tooth")).record.turn
    if change == "more":
        await place.wagers(BEN, evening.lando, "idol")
    else:
        await place.tables.wagers.take_back(place.table_id, place.click(BEN), LANDO)
    async with place.refuses("The table has moved on. Look at its latest message.", TooLate):
        await place.tables.playing.deal(place.table_id, place.click(ANN, turn=seen))
    turn = (await place.table()).record.turn
    assert (await place.tables.playing.deal(place.table_id, place.click(ANN, turn=turn))).table.in_hand


async def test_wagered_item_is_not_taken_away_and_not_retired(evening: Evening) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    take = place.goods.take
    with pytest.raises(PlayerError, match="Lando has wagered tooth on a table"):
        await take(place.campaign.id, evening.lando.id, "blind_draw", ["tooth"], actor=1, key="taken")
    await place.wagers(ANN, evening.han, "ring")
    # Chips would hold him back as well: as if he had lost them all.
    tamper(url_of(place.path), "UPDATE accounts SET balance = 0")
    with pytest.raises(NotAllowed, match="Han still has a wager on a table"):
        await place.characters.retire(place.campaign, ANN, evening.han)


async def test_a_table_that_plays_for_chips_takes_no_wager(wager_harness: WagerHarness) -> None:
    await wager_harness.opened(wagers=False)
    han = await wager_harness.sits(ANN, "Han")
    await wager_harness.gives(han, "ring")
    async with wager_harness.refuses("This table plays for chips only.", RuleError):
        await wager_harness.wagers(ANN, han, "ring")


async def test_of_two_tables_one_gets_the_only_tooth(wager_harness: WagerHarness) -> None:
    first, second = await wager_harness.opened(), await wager_harness.opened(channel=ELSEWHERE)
    han = await wager_harness.sits(ANN, "Han", 100)
    click = wager_harness.click(ANN, channel=ELSEWHERE)
    await wager_harness.tables.seating.sit(second.id, click, han, 100)
    await wager_harness.gives(han, "tooth")
    (tooth,) = await wager_harness.ids_of(han, "tooth")
    wager = wager_harness.tables.wagers.wager
    both = (
        wager(first.id, wager_harness.click(ANN), None, [tooth]),
        wager(second.id, wager_harness.click(ANN, channel=ELSEWHERE), None, [tooth]),
    )
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    [refusal] = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    assert isinstance(refusal, PlayerError)
    for table in (first, second):
        await wager_harness.shown_is_on_the_table(table.id)
    assert await wager_harness.goods_add_up() == Counter(tooth=1)


async def test_item_is_not_taken_away_at_the_moment_it_is_wagered(evening: Evening) -> None:
    place, lando = evening.place, evening.lando
    taken = place.goods.take(place.campaign.id, lando.id, "blind_draw", ["tooth"], actor=1, key="taken")
    outcomes = await asyncio.gather(place.wagers(BEN, lando, "tooth"), taken, return_exceptions=True)
    assert [isinstance(outcome, PlayerError) for outcome in outcomes].count(True) == 1
    assert (await place.goods_add_up())["tooth"] == len(await place.wagered(LANDO))


@pytest.mark.parametrize("mood", ["before", "after"])
async def test_a_write_that_fails_moves_no_wager_by_half(evening: Evening, mood: str) -> None:
    place = evening.place
    database = place.database
    assert isinstance(database, Moody)
    database.fails = mood
    with pytest.raises(NotWritten):
        await place.wagers(BEN, evening.lando, "tooth")
    assert await place.wagered(LANDO) == (("tooth",) if mood == "after" else ())
    await place.goods_add_up()


async def test_rules_without_wagers_give_back_what_lies_there(evening: Evening) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.wagers(ANN, evening.han, "ring")
    table = await place.tables.opening.change_rules(place.table_id, place.click(GM), {"wagers": False})
    assert table.said[-2:] == ("**Han** withdraws a ring.", "**Lando** withdraws a tooth.")
    assert await place.wagered(LANDO) == ()
    assert await place.goods_add_up() == EVERYTHING
