"""Goods on the table: wagered from one's own seat between hands, and won with the hand."""

import pytest

from bot.tables.model import Chair
from playground.people import Player, Seen
from tests.tables.blind_draw import ENTRY
from tests.ui.tables.blind_evening import keeps
from tests.ui.tables.evening import Evening, Seated, labels, note, seated_at, seats_of


async def grant(evening: Evening, chair: Chair | Seated, *kinds: str) -> None:
    campaign = await evening.cast.campaign()
    await evening.services.goods.grant(
        campaign.id, chair.character_id, ENTRY.game.key, kinds, actor=evening.gm.id, key=f"grant {chair.seat}"
    )


async def held(evening: Evening, chair: Chair | Seated) -> list[str]:
    campaign = await evening.cast.campaign()
    goods = await evening.services.goods.held(campaign.id, chair.character_id, ENTRY.game.key)
    return sorted(good.kind for good in goods)


@pytest.fixture
async def two(blind: Evening, han: Player, lando: Player) -> Evening:
    """Give Han three gems, two of them alike, and Lando one."""
    await grant(blind, await blind.sits(han, "Han"), "gem_1", "gem_2", "gem_2")
    await grant(blind, await blind.sits(lando, "Lando"), "gem_27")
    return blind


async def seat(evening: Evening, who: Player) -> Seen:
    return (await evening.privately(who, "My seat")).shown


async def wagers(evening: Evening, who: Player, *gems: str) -> Seen:
    """Press through from the player's seat to the gems."""
    page = await seat(evening, who)
    await who.click(page, "Wager a gem…")
    await who.select(page, page.selects[0].custom_id, list(gems))
    await evening.drawn()
    return page


async def test_a_wager_is_made_in_ones_seat_and_everybody_sees_it(two: Evening, han: Player):
    page = await seat(two, han)
    await han.click(page, "Wager a gem…")
    assert page.lines == ["**Han** has 3 gems at hand. The winner of the next hand takes every wager on the table."]
    assert [label for label, _ in page.selects[0].options] == ["gem no. 1", "gem no. 2"]
    await han.select(page, "Wager a gem…", ["gem no. 1", "gem no. 2"])
    assert "You have a gem no. 1 and a gem no. 2 on the table." in page.lines
    shown = await two.drawn()
    assert "◦ Han · 500 cr · wagers gem no. 1, gem no. 2" in seats_of(shown)


async def test_a_wager_is_taken_back_as_a_whole(two: Evening, han: Player):
    page = await wagers(two, han, "gem no. 1", "gem no. 2")
    await han.click(page, "Withdraw")
    assert "Withdraw" not in labels(page)
    assert "◦ Han · 500 cr" in (await two.drawn()).lines
    assert await held(two, (await two.table()).record.chairs[0]) == ["gem_1", "gem_2", "gem_2"]


async def test_winner_of_the_hand_takes_the_wagered_items(two: Evening, han: Player, lando: Player):
    await wagers(two, han, "gem no. 1")
    await wagers(two, lando, "gem no. 27")
    await han.click(two.message, "Deal")
    await two.drawn()
    assert "Wager a gem…" not in labels(await seat(two, han))
    await keeps(two, han, lando)
    await two.does(han, "Show")
    await two.does(lando, "Show")
    first, second = seated_at(await two.table())
    assert (await held(two, first), await held(two, second)) == (["gem_2", "gem_2"], ["gem_1", "gem_27"])
    assert "wagers" not in two.message.text.replace("**Han** wagers", "").replace("**Lando** wagers", "")


async def test_an_old_page_opens_no_menu_in_mid_hand(two: Evening, han: Player, lando: Player):
    page = await seat(two, han)
    late = next(button.custom_id for button in page.buttons if button.label == "Wager a gem…")
    await lando.click(two.message, "Deal")
    await two.drawn()
    async with two.nothing_changes():
        assert note(await han.click(page, late, unchecked=True)) == "Make and withdraw wagers between hands."
    assert not page.selects


async def test_a_gm_wagers_for_an_npc(two: Evening):
    npc = await two.adds_npc()
    await grant(two, npc, "gem_7")
    page = await seat(two, two.gm)
    await two.gm.click(page, npc.name)
    await two.gm.click(page, "Wager a gem…")
    await two.gm.select(page, "Wager a gem…", "gem no. 7")
    assert f"◦ {npc.name} · 100 cr · wagers gem no. 7" in seats_of(await two.drawn())


async def test_nobody_wagers_for_another_or_what_they_do_not_hold(two: Evening, han: Player, lando: Player):
    page = await seat(two, lando)
    forged = next(button.custom_id for button in page.buttons if button.custom_id.startswith("wager:"))
    async with two.nothing_changes():
        assert note(await lando.click(page, f"{forged.removesuffix('2')}1", unchecked=True)) == "That seat isn't yours."
        await lando.click(page, "Wager a gem…")
        late = await lando.select(page, page.selects[0].custom_id, ["gem_9"], unchecked=True)
        assert note(late) == "That choice isn't available."


async def test_more_kinds_than_one_menu_holds_are_in_two(two: Evening):
    greedo = two.guest("Greedo")
    chair = await two.sits(greedo, "Greedo")
    await grant(two, chair, *ENTRY.game.goods)
    page = await seat(two, greedo)
    await greedo.click(page, "Wager a gem…")
    assert [len(select.options) for select in page.selects] == [25, 5]
    await greedo.select(page, page.selects[1].custom_id, "gem no. 25")
    assert "◦ Greedo · 500 cr · wagers gem no. 25" in seats_of(await two.drawn())
