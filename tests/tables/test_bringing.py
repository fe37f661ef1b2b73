"""What characters bring to a hand: their kits and collections as they are at the deal, given and taken by the GM."""

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.engine.money import DND
from bot.errors import NotAllowed, NotFound, PlayerError, TooLate
from bot.tables.verification.verify import verify_hand
from tests.tables.money.wager_fixtures import Evening, WagerHarness
from tests.tables.table_fixtures import ANN, BEN, GM


async def test_a_kit_that_can_not_be_read_counts_as_none(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    place = evening.place
    await place.kits.put(place.campaign.id, evening.han.id, "blind_draw", '{"secret charm":1}')
    table = await place.deals()
    assert [player.kit for player in table.state.deal.players] == [None, None]
    assert "can't be read, and isn't used" in caplog.text
    assert "secret charm" not in caplog.text


async def test_a_hand_with_wagers_and_kits_verifies(wager_harness: WagerHarness, tmp_path: Path) -> None:
    place = WagerHarness(tmp_path / "honest.db")
    async with place:
        await place.opened()
        han, lando = await place.sits(ANN, "Han"), await place.sits(BEN, "Lando")
        await place.kits.put(place.campaign.id, han.id, "blind_draw", '{"charm":"luck"}')
        await place.gives(lando, "tooth")
        await place.wagers(BEN, lando, "tooth")
        table = await place.all_show()
        await place.kits.put(place.campaign.id, han.id, "blind_draw", '{"charm":"none"}', 1)
        assert (await verify_hand(place.database, table.id, 1)).faults == ()
        (row,) = await place.file.fetch("SELECT deal FROM hands")
        assert [player["kit"] for player in json.loads(row["deal"])["players"]] == ['{"charm":"luck"}', None]


async def test_giving_and_taking_say_what_is_wrong(evening: Evening) -> None:
    place, han = evening.place, evening.han
    goods, campaign = place.goods, place.campaign.id
    for refused in (goods.grant, goods.take):
        with pytest.raises(NotFound, match=r"Blind Draw has no such gem\."):
            await refused(campaign, han.id, "blind_draw", ["crown"], actor=1, key="a")
        with pytest.raises(NotFound, match="no such character"):
            await refused(campaign, 4711, "blind_draw", ["ring"], actor=1, key="a")
        with pytest.raises(NotFound, match="game called sabacc"):
            await refused(campaign, han.id, "sabacc", ["ring"], actor=1, key="a")
        with pytest.raises(PlayerError, match=r"Name at least one gem\."):
            await refused(campaign, han.id, "blind_draw", [], actor=1, key="a")
        with pytest.raises(PlayerError, match="at most 10,000 gems"):
            await refused(campaign, han.id, "blind_draw", ["ring"] * 10_001, actor=1, key="a")
    with pytest.raises(PlayerError, match=r"^Han has idol only once\.$"):
        await goods.take(campaign, han.id, "blind_draw", ["ring", "idol", "idol"], actor=1, key="a")
    with pytest.raises(PlayerError, match=r"^Han has ring only 3 times\.$"):
        await goods.take(campaign, han.id, "blind_draw", ["ring"] * 4, actor=1, key="a")
    with pytest.raises(PlayerError, match=r"^Han has no tooth\.$"):
        await goods.take(campaign, han.id, "blind_draw", ["tooth"], actor=1, key="a")
    assert await place.held(han) == ("idol", "ring", "ring", "ring")


async def refused_unread(request: Coroutine[Any, Any, None]) -> None:
    """Expect the request to be refused before it reads anything."""
    with pytest.raises(TooLate):
        request.send(None)


async def test_a_gift_happens_once_however_often_its_click_arrives(evening: Evening) -> None:
    place, han = evening.place, evening.han
    for request, kind in ((place.goods.grant, "tooth"), (place.goods.take, "ring")):
        asked = partial(request, place.campaign.id, han.id, "blind_draw", [kind], actor=1)
        await asyncio.gather(asked(key=kind), refused_unread(asked(key="another")))
        with pytest.raises(TooLate):
            await asked(key=kind)
    assert await place.held(han) == ("idol", "ring", "ring", "tooth")


async def test_the_retired_get_nothing_and_keep_what_they_have(wager_harness: WagerHarness) -> None:
    leia = await wager_harness.characters.create(wager_harness.campaign, ANN, "Leia")
    await wager_harness.gives(leia, "ring")
    await wager_harness.characters.retire(wager_harness.campaign, ANN, leia)
    with pytest.raises(NotAllowed, match=r"Leia has retired\."):
        await wager_harness.gives(leia, "ring")
    assert await wager_harness.held(leia) == ("ring",)


async def test_gifts_keep_no_currency_from_changing(evening: Evening) -> None:
    place = evening.place
    await place.tables.opening.close(place.table_id, place.click(GM))
    other = await place.campaigns.at(777)
    leia = await place.characters.create(other, ANN, "Leia")
    await place.goods.grant(other.id, leia.id, "blind_draw", ["ring"], actor=1, key="gift")
    changed = await place.campaigns.change(other, other.settings.evolve(currency=DND), GM)
    assert changed.campaign.settings.currency == DND
