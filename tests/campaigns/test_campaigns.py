"""Which campaign a channel belongs to."""

import asyncio
from pathlib import Path

import pytest

from bot.campaigns import WHOLE_SERVER, CampaignSettings, NameTaken, unchanged
from bot.db import Statement, open_database
from bot.errors import NotAllowed, NotFound, TooLate
from bot.ledger import audit, balances
from tests.campaigns.conftest import ANN, GM, GUILD, World, open_table, world_on
from tests.sqlite_file import url_of

CHANNEL, PARENT, CATEGORY = 10, 11, 12


async def test_fresh_server_has_one_campaign_without_any_setup(world: World) -> None:
    campaign = await world.campaigns.at(600, CHANNEL, CATEGORY)
    assert campaign.settings == CampaignSettings()
    assert campaign.settings.currency.show(campaign.settings.starting_purse) == "1,000 cr"
    assert {found.kind for found in await balances(world.database, campaign.id)} == {"party", "house", "mint"}
    found = await asyncio.gather(*(world.campaigns.at(600, channel) for channel in range(20)))
    assert len({campaign.id for campaign in found}) == 1
    assert len(await world.campaigns.of_guild(600)) == 1


async def test_servers_share_nothing_and_have_at_most_twenty_five_campaigns(world: World) -> None:
    assert (await world.campaigns.at(600)).id != world.campaign.id
    for number in range(24):
        await world.campaigns.create(GUILD, f"Campaign {number}", CampaignSettings(), GM)
    with pytest.raises(NotAllowed, match="25 campaigns"):
        await world.campaigns.create(GUILD, "One more", CampaignSettings(), GM)


async def test_a_channel_can_be_bound_to_another_campaign(world: World) -> None:
    other = await world.campaigns.create(GUILD, "Waterdeep", CampaignSettings(), GM)
    await world.campaigns.bind(other, CHANNEL, GM)
    assert (await world.campaigns.at(GUILD, CHANNEL)).id == other.id
    assert (await world.campaigns.at(GUILD, 99)).id == world.campaign.id


async def test_the_nearest_place_decides(world: World) -> None:
    bound = {}
    for place in (CATEGORY, PARENT, CHANNEL):
        other = await world.campaigns.create(GUILD, f"Campaign {place}", CampaignSettings(), GM)
        await world.campaigns.bind(other, place, GM)
        bound[place] = other.id
        assert (await world.campaigns.at(GUILD, CHANNEL, PARENT, CATEGORY)).id == other.id
    assert (await world.campaigns.at(GUILD, 98, PARENT, CATEGORY)).id == bound[PARENT]
    assert (await world.campaigns.at(GUILD, 98, 99, CATEGORY)).id == bound[CATEGORY]


async def test_a_channel_can_be_let_go_again(world: World) -> None:
    other = await world.campaigns.create(GUILD, "Waterdeep", CampaignSettings(), GM)
    await world.campaigns.bind(other, CHANNEL, GM)
    await world.campaigns.unbind(GUILD, CHANNEL, GM)
    assert (await world.campaigns.at(GUILD, CHANNEL)).id == world.campaign.id
    for place in (CHANNEL, WHOLE_SERVER):
        with pytest.raises(NotFound):
            await world.campaigns.unbind(GUILD, place, GM)


async def test_server_can_move_to_another_campaign_and_keeps_its_first(world: World) -> None:
    other = await world.campaigns.create(GUILD, "Waterdeep", CampaignSettings(), GM)
    await world.campaigns.bind(other, WHOLE_SERVER, GM)
    assert (await world.campaigns.at(GUILD, CHANNEL)).id == other.id
    first = await world.campaigns.create(600, "The campaign", CampaignSettings(), GM)
    assert (await world.campaigns.at(600)).id == first.id


async def test_a_name_is_taken_once_a_server_in_any_spelling(world: World) -> None:
    await world.campaigns.create(GUILD, "Waterdeep", CampaignSettings(), GM)
    with pytest.raises(NameTaken, match="already a campaign called WATERDEEP"):
        await world.campaigns.create(GUILD, "WATERDEEP", CampaignSettings(), GM)
    with pytest.raises(NameTaken):
        await world.campaigns.rename(world.campaign, "waterdeep", GM)
    assert (await world.campaigns.create(600, "Waterdeep", CampaignSettings(), GM)).guild_id == 600
    assert (await world.campaigns.named(GUILD, "waterDEEP")).name == "Waterdeep"


async def test_settings_changed_at_once_are_refused_and_gone_ones_left_out(world: World) -> None:
    settings = world.campaign.settings
    changes = (settings.changed(auto_deal=True), settings.changed(idle_days=3))
    outcomes = await asyncio.gather(
        *(world.campaigns.change(world.campaign, change, GM) for change in changes), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes].count(TooLate) == 1
    assert (await world.campaigns.get(world.campaign.id)).version == 2
    text = world.campaign.settings.changed(idle_days=3).to_json()
    stored = text.replace('"idle_days":3', '"idle_days":3,"smoking_allowed":true')
    await world.database.apply(Statement("UPDATE campaigns SET settings = ?", (stored,)))
    found = await world.campaigns.get(world.campaign.id)
    assert found.settings == world.campaign.settings.changed(idle_days=3)
    await world.campaigns.change(found, found.settings.changed(idle_days=4), GM)
    assert (await world.campaigns.get(found.id)).settings.idle_days == 4


async def test_a_server_that_comes_back_finds_everything(path: Path) -> None:
    async with await open_database(url_of(path)) as database:
        before = await world_on(database)
        han = await before.character(ANN, "Han")
    async with await open_database(url_of(path)) as database:
        after = await world_on(database)
        assert after.campaign == before.campaign
        assert await after.characters.active(after.campaign.id, ANN.user_id) == han
        assert await after.wallet.balance(han) == 1000
        assert (await audit(database)).is_clean


async def test_a_campaign_that_is_not_there_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        await world.campaigns.get(12345)
    with pytest.raises(NotFound):
        await world.campaigns.named(GUILD, "Nowhere")


async def test_archived_campaigns_are_played_nowhere_and_leave_room_for_others(world: World) -> None:
    for number in range(24):
        await world.campaigns.create(GUILD, f"Campaign {number}", CampaignSettings(), GM)
    (first, *_) = [one for one in await world.campaigns.of_guild(GUILD) if one.id != world.campaign.id]
    await world.campaigns.bind(first, CHANNEL, GM)
    assert await world.campaigns.archive(first, GM) == (CHANNEL,)
    archived = await world.campaigns.get(first.id)
    assert archived.archived_at == int(world.clock.now())
    assert (await world.campaigns.at(GUILD, CHANNEL)).id == world.campaign.id
    with pytest.raises(NotAllowed, match="restore"):
        await world.campaigns.bind(first, CHANNEL, GM)
    with pytest.raises(NotAllowed, match="archived already"):
        await world.campaigns.archive(archived, GM)
    await world.campaigns.create(GUILD, "Another one", CampaignSettings(), GM)
    with pytest.raises(NotAllowed, match="25 campaigns"):
        await world.campaigns.restore(archived, GM)
    another = await world.campaigns.named(GUILD, "Another one")
    await world.campaigns.archive(another, GM)
    restored = await world.campaigns.restore(archived, GM)
    assert restored == await world.campaigns.get(first.id)
    assert restored.archived_at is None
    await world.campaigns.bind(restored, CHANNEL, GM)
    assert (await world.campaigns.at(GUILD, CHANNEL)).id == first.id
    with pytest.raises(NotAllowed, match="isn't archived"):
        await world.campaigns.restore(restored, GM)


async def test_archiving_the_servers_own_campaign_begins_a_new_one(world: World) -> None:
    assert await world.campaigns.archive(world.campaign, GM) == (WHOLE_SERVER,)
    own = await world.campaigns.at(GUILD, CHANNEL)
    assert (own.name, own.id != world.campaign.id) == ("The campaign 2", True)
    await world.campaigns.archive(own, GM)
    await world.campaigns.restore(await world.campaigns.get(world.campaign.id), GM)
    assert (await world.campaigns.at(GUILD, CHANNEL)).id == world.campaign.id


async def test_archiving_waits_for_open_tables_and_refuses_what_began_before(world: World) -> None:
    await world.database.apply(open_table(world.campaign))
    with pytest.raises(NotAllowed, match="open tables"):
        await world.campaigns.archive(world.campaign, GM)
    await world.database.apply(Statement("UPDATE tables SET status = 'closed'"))
    await world.campaigns.archive(world.campaign, GM)
    with pytest.raises(TooLate):
        await world.database.apply(unchanged(world.campaign))
    for do in (world.campaigns.archive, world.campaigns.restore):
        with pytest.raises(NotAllowed, match="manage"):
            await do(world.campaign, ANN)


async def test_a_server_keeps_at_most_a_hundred_archived_campaigns(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.campaigns.store.MOST_ARCHIVED", 1)
    first, second = [await world.campaigns.create(GUILD, name, CampaignSettings(), GM) for name in ("A", "B")]
    await world.campaigns.archive(first, GM)
    with pytest.raises(NotAllowed, match="1 archived"):
        await world.campaigns.archive(second, GM)
