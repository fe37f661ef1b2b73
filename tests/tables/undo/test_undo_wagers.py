"""Wagers in a hand that was taken up again."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import RuleError
from bot.tables.events import ItemsReturned
from bot.tables.model import Table
from bot.tables.undo.plan import UndoPlan
from bot.tables.verification.verify import verify_hand
from tests.tables.money.wager_fixtures import EVERYTHING, Evening, WagerHarness, games_with_blind_draw
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, ROARK


@pytest.fixture
async def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Han and Lando with their goods, at a table whose cards come from sealed seeds."""
    games = games_with_blind_draw()
    monkeypatch.setattr("bot.games.games", lambda: games)
    async with WagerHarness(tmp_path / "wager_harness.db") as place:
        await place.opened()
        han, lando = await place.sits(ANN, "Han"), await place.sits(BEN, "Lando")
        await place.gives(han, "ring", "ring", "ring", "idol")
        await place.gives(lando, "idol", "tooth")
        yield Evening(place, han, lando)


async def shows(place: WagerHarness) -> Table:
    table = await place.table()
    for seat in sorted(table.to_act):
        table = (await place.acts(await place.player(seat), "show", seat=seat)).table
    return table


async def test_a_hand_goes_on_for_what_it_was_dealt_for(sealed: Evening) -> None:
    place = sealed.place
    await place.wagers(ANN, sealed.han, "ring")
    await place.wagers(BEN, sealed.lando, "idol")
    await place.all_show()
    assert (await place.undoes_action()).in_hand
    assert (await place.wagered(HAN), await place.wagered(LANDO)) == (("ring",), ("idol",))
    assert await place.goods_add_up() == EVERYTHING
    await shows(place)
    assert await place.goods_add_up() == EVERYTHING
    assert (await verify_hand(place.database, place.table_id, 1)).faults == ()


async def test_wager_withdrawn_since_lies_there_again(sealed: Evening) -> None:
    place = sealed.place
    await place.wagers(ANN, sealed.han, "ring")
    await place.deals(BEN)
    for seat in (HAN, LANDO):
        await place.acts(await place.player(seat), "fold", seat=seat)
    await place.tables.wagers.take_back(place.table_id, place.click(ANN), HAN)
    assert (await place.undoes_action()).in_hand
    assert await place.wagered(HAN) == ("ring",)
    assert await place.goods_add_up() == EVERYTHING


async def test_leavers_wager_and_winnings_return_to_their_characters(sealed: Evening) -> None:
    place = sealed.place
    await place.wagers(ANN, sealed.han, "ring")
    await place.wagers(BEN, sealed.lando, "idol")
    await place.all_show()
    for by, seat in ((ANN, HAN), (BEN, LANDO)):
        await place.tables.seating.leave(place.table_id, place.click(by), seat)
    async with place.refuses("left, so hand 1 can't go on.", RuleError):
        await place.undoes_action()
    plan = (await place.tables.undoing.preview(place.table_id, place.click(GM))).hand
    assert isinstance(plan, UndoPlan)
    assert plan.events == (ItemsReturned(),)
    await place.undoes_hand()
    assert Counter(await place.held(sealed.han)) == Counter(ring=3, idol=1)
    assert Counter(await place.held(sealed.lando)) == Counter(idol=1, tooth=1)
    assert await place.goods_add_up() == EVERYTHING


async def test_leaver_in_mid_hand_stays_away_and_their_wager_is_played_for(sealed: Evening) -> None:
    place = sealed.place
    roark = await place.sits(CID, "Roark")
    await place.wagers(ANN, sealed.han, "ring")
    await place.wagers(BEN, sealed.lando, "idol")
    await place.deals(GM)
    await place.acts(ANN, "show", seat=HAN)
    await place.tables.seating.leave(place.table_id, place.click(CID), ROARK)
    await place.acts(BEN, "show", seat=LANDO)
    assert not (await place.table()).in_hand
    async with place.refuses("**Roark** left, so hand 1 can't go on.", RuleError):
        await place.undoes_action()
    await place.undoes_hand()
    assert (await place.wagered(HAN), await place.wagered(LANDO)) == (("ring",), ("idol",))
    assert await place.purse(roark) == 1000
    assert await place.goods_add_up() == EVERYTHING


async def test_a_hand_that_is_given_up_on_the_way_gives_its_wagers_back(sealed: Evening) -> None:
    place = sealed.place
    await place.wagers(ANN, sealed.han, "ring")
    await place.all_show()
    await place.wagers(BEN, sealed.lando, "idol")
    await place.deals(GM)
    await place.tables.seating.leave(place.table_id, place.click(BEN), LANDO)
    table = await place.undoes_hand()
    assert not table.in_hand
    assert await place.wagered(HAN) == ("ring",)
    assert "idol" in await place.held(sealed.lando)
    assert await place.goods_add_up() == EVERYTHING
