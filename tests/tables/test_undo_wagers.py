"""Wagers in a hand that was taken up again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.model import Table
from bot.tables.verify import verify_hand
from tests.tables.bazaar import EVERYTHING, Bazaar, Evening, games_with_trinkets
from tests.tables.saloon import ANN, BEN, HAN, LANDO


@pytest.fixture
async def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Han and Lando with their goods, at a table whose cards come from sealed seeds."""
    games = games_with_trinkets()
    monkeypatch.setattr("bot.catalog.games", lambda: games)
    async with Bazaar(tmp_path / "bazaar.db") as place:
        await place.opened()
        han, lando = await place.sits(ANN, "Han"), await place.sits(BEN, "Lando")
        await place.gives(han, "ring", "ring", "ring", "idol")
        await place.gives(lando, "idol", "tooth")
        yield Evening(place, han, lando)


async def shows(place: Bazaar) -> Table:
    table = await place.table()
    for seat in sorted(table.to_act):
        table = (await place.acts(await place.player(seat), "show", seat=seat)).table
    return table


async def test_a_hand_goes_on_for_what_it_was_dealt_for(sealed: Evening) -> None:
    place = sealed.place
    await place.wagers(ANN, sealed.han, "ring")
    await place.wagers(BEN, sealed.lando, "idol")
    await place.all_show()
    table = await place.undoes_action()
    assert table.in_hand
    assert (await place.wagered(HAN), await place.wagered(LANDO)) == (("ring",), ("idol",))
    assert await place.goods_add_up() == EVERYTHING
    await shows(place)
    assert await place.goods_add_up() == EVERYTHING
    assert (await verify_hand(place.database, place.table_id, 1)).faults == ()


async def test_what_somebody_took_back_since_lies_there_again(sealed: Evening) -> None:
    place = sealed.place
    await place.wagers(ANN, sealed.han, "ring")
    await place.deals(BEN)
    for seat in (HAN, LANDO):
        await place.acts(await place.player(seat), "fold", seat=seat)
    await place.tables.wagers.take_back(place.table_id, place.click(ANN), HAN)
    table = await place.undoes_action()
    assert table.in_hand
    assert await place.wagered(HAN) == ("ring",)
    assert await place.goods_add_up() == EVERYTHING
