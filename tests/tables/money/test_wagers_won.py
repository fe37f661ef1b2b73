"""What becomes of wagers: won at the end of a hand, and back with whoever put them there otherwise."""

from collections import Counter
from typing import Any

import pytest

from bot.db import Statement
from bot.engine.game import Award, Outcome
from tests.tables.blind_draw import ENTRY as BLIND_DRAW
from tests.tables.blind_draw import NoCarry
from tests.tables.money.wager_fixtures import EVERYTHING, Evening
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO


async def test_the_winner_takes_every_wager_with_the_chips(evening: Evening) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.wagers(ANN, evening.han, "ring")
    table = await place.all_show()
    assert table.state.winner == HAN
    assert await place.held(evening.han) == ("idol", "ring", "ring", "ring", "tooth")
    assert await place.held(evening.lando) == ("idol",)
    assert await place.wagered(HAN) == await place.wagered(LANDO) == ()
    spec = "SELECT key FROM entries WHERE id = (SELECT max(entry_id) FROM item_moves)"
    assert [row["key"] for row in await place.file.fetch(spec)] == [f"hand:{table.id}.1:0"]
    assert await place.goods_add_up() == EVERYTHING


async def test_unclaimed_wager_stays_for_the_next_hand(evening: Evening) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.deals(GM)
    for person in (ANN, BEN):
        await place.acts(person, "fold")
    assert await place.wagered(LANDO) == ("tooth",)
    place.dice_are(6, 3)
    await place.all_show()
    assert "tooth" in await place.held(evening.han)


@pytest.mark.parametrize("wins", [True, False])
async def test_leaver_in_mid_hand_leaves_the_wager_to_the_outcome(evening: Evening, wins: bool) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.deals()
    await place.tables.seating.leave(place.table_id, place.click(BEN))
    await place.acts(ANN, "show" if wins else "fold")
    assert (await place.table()).chair(LANDO) is None
    assert ("tooth" in await place.held(evening.han)) == wins
    assert ("tooth" in await place.held(evening.lando)) != wins
    assert await place.goods_add_up() == EVERYTHING


@pytest.mark.parametrize("how", ["void", "close", "close between hands", "leave", "break"])
async def test_wagers_of_no_hand_are_back_with_their_owners(evening: Evening, how: str) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.wagers(ANN, evening.han, "ring")
    if how in {"void", "close", "break"}:
        await place.deals(BEN)
    match how:
        case "leave":
            for person in (ANN, BEN):
                await place.tables.seating.leave(place.table_id, place.click(person))
        case "break":
            await place.database.apply(Statement("UPDATE tables SET state = '{'"))
            await place.restart()
        case _:
            await getattr(place.tables.opening, how.split(maxsplit=1)[0])(place.table_id, place.click(GM))
    table = await place.table()
    assert not table.in_hand
    assert sum(line.endswith(("withdraws a ring.", "withdraws a tooth.")) for line in table.said) == 2
    assert await place.held(evening.han) == ("idol", "ring", "ring", "ring")
    assert await place.held(evening.lando) == ("idol", "tooth")
    assert await place.goods_add_up() == EVERYTHING


@pytest.mark.parametrize("broke", [True, False])
async def test_unreadable_table_keeps_every_wager_for_its_owner(evening: Evening, broke: bool) -> None:
    """Also for a seat whose chips are gone."""
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    if broke:
        roark = await place.sits(CID, "Roark", 10)
        await place.gives(roark, "ring")
        await place.all_show()
        assert (await place.chair(3)).chips == 0
        await place.wagers(CID, roark, "ring")
        await place.gives(evening.lando, "tooth")
        await place.wagers(BEN, evening.lando, "tooth")
    await place.database.apply(Statement("UPDATE tables SET record = '{'"))
    await place.restart()
    expected = Counter(EVERYTHING) + Counter(ring=int(broke), tooth=int(broke))
    assert await place.goods_add_up() == expected
    table = await place.tables.opening.close(place.table_id, place.click(GM))
    assert "**Lando** withdraws a tooth." in table.said
    assert (await place.file.fetch("SELECT count(*) AS lying FROM items WHERE table_id IS NOT NULL"))[0]["lying"] == 0
    assert await place.goods_add_up() == expected


async def test_a_table_that_is_lost_in_mid_hand_gives_the_wagers_back(evening: Evening) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.deals()
    await place.database.apply(Statement("UPDATE tables SET record = '{'"))
    await place.restart()
    assert not (await place.table()).in_hand
    assert await place.held(evening.lando) == ("idol", "tooth")
    await place.tables.seating.leave(place.table_id, place.click(BEN))
    assert await place.purse(evening.lando) == 1000
    assert await place.goods_add_up() == EVERYTHING


async def test_a_game_that_is_gone_gives_wagers_back_to_who_leaves(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    monkeypatch.setattr("bot.games.games", dict)
    await place.restart()
    await place.tables.wagers.take_back(place.table_id, place.click(BEN), LANDO)
    await place.tables.seating.leave(place.table_id, place.click(BEN))
    assert await place.goods_add_up() == EVERYTHING


@pytest.mark.parametrize("award", ["unknown", "twice", "to nobody", "not wagered"])
async def test_an_award_that_can_not_be_leaves_the_hand_as_it_was(
    evening: Evening, award: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = evening.place
    await place.wagers(BEN, evening.lando, "tooth")
    await place.deals()
    await place.acts(ANN, "show")
    (tooth,) = [good.id for good in (await place.chair(LANDO)).wager]
    (ring,) = await place.ids_of(evening.han, "idol")
    awards = {
        "unknown": (Award(good="999", seat=HAN),),
        "twice": (Award(good=tooth, seat=HAN), Award(good=tooth, seat=LANDO)),
        "to nobody": (Award(good=tooth, seat=9),),
        "not wagered": (Award(good=ring, seat=LANDO),),
    }[award]

    def outcome(state: Any) -> Outcome[NoCarry] | None:
        found = type(BLIND_DRAW.game).outcome(BLIND_DRAW.game, state)
        return found and found.evolve(goods=awards)

    monkeypatch.setattr(BLIND_DRAW.game, "outcome", outcome)
    before = await place.everything()
    with pytest.raises(ValueError, match="has no good"):
        await place.acts(BEN, "show")
    assert await place.everything() == before
    assert (await place.table()).to_act == {LANDO}
    monkeypatch.undo()
