"""A campaign changes its currency only while money is what everybody began with."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.campaigns import Campaign, Campaigns, CampaignSettings, Characters, preset
from bot.db import Database, Ids, Statement
from bot.engine.money import DND
from bot.engine.skills import parse_sheet
from bot.errors import MoneyError, TooLate
from bot.games import spec_of
from bot.ledger import audit
from bot.tables.presets import Presets
from cogs.campaign.settings_text import parse_currency
from tests.campaigns.conftest import ANN, BEN, GM, World, open_table
from tests.sqlite_file import Around


def dnd(campaign: Campaign) -> CampaignSettings:
    return preset("dnd-5e").applied_to(campaign.settings)


@pytest.mark.parametrize(
    "key, purse, family",
    [("star-wars-d6", "1,000 cr", "d6"), ("dnd-5e", "50 gp", "d20"), ("ffg", "500 cr", "narrative")],
)
async def test_a_preset_brings_money_and_dice(world: World, key: str, purse: str, family: str) -> None:
    changed = (
        await world.campaigns.change(world.campaign, preset(key).applied_to(world.campaign.settings), GM)
    ).campaign
    settings = changed.settings
    assert settings.currency.show(settings.starting_purse) == purse
    assert settings.system.family == family
    assert await world.campaigns.get(changed.id) == changed


async def test_starting_purses_are_replaced_by_those_of_the_new_currency(world: World) -> None:
    han, shark = await world.character(ANN, "Han"), await world.npc("Sly", "shark")
    changed = await world.campaigns.change(world.campaign, dnd(world.campaign), GM)
    assert "The campaign counts in gp, sp and cp now. A new character starts with 50 gp." in changed.notes
    assert (await world.wallet.balance(han), await world.wallet.balance(shark)) == (5000, 15_000)
    assert (await audit(world.database)).is_clean


async def test_a_currency_can_change_back_again(world: World) -> None:
    han = await world.character(ANN, "Han")
    first = (await world.campaigns.change(world.campaign, dnd(world.campaign), GM)).campaign
    await world.campaigns.change(first, world.campaign.settings, GM)
    assert await world.wallet.balance(han) == 1000


async def test_a_new_character_begins_in_the_new_currency(world: World) -> None:
    await world.campaigns.change(world.campaign, dnd(world.campaign), GM)
    assert await world.wallet.balance(await world.character(ANN, "Han")) == 5000


async def test_once_money_has_changed_hands_the_currency_stays(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    await world.wallet.pay(world.campaign, ANN, han, lando, 1, key="gift")
    with pytest.raises(MoneyError, match="its currency stays"):
        await world.campaigns.change(world.campaign, dnd(world.campaign), GM)
    assert (await world.campaigns.get(world.campaign.id)).settings == world.campaign.settings
    assert await world.wallet.balance(han) == 999


async def test_coins_can_be_renamed_at_any_time(world: World) -> None:
    han = await world.character(ANN, "Han")
    await world.wallet.grant(world.campaign, GM, [han], 5, key="gift", reason="")
    wupiupi = parse_currency("wupiupi=1")
    changed = await world.campaigns.change(world.campaign, world.campaign.settings.changed(currency=wupiupi), GM)
    assert changed.notes == ()
    assert await world.wallet.balance(han) == 1005


async def test_a_further_coin_changes_no_amount(world: World) -> None:
    campaign = (await world.campaigns.change(world.campaign, dnd(world.campaign), GM)).campaign
    han = await world.character(ANN, "Han")
    await world.wallet.grant(campaign, GM, [han], 5, key="gift", reason="")
    fewer = DND.evolve(denominations=DND.denominations[1:])
    await world.campaigns.change(campaign, campaign.settings.changed(currency=fewer), GM)
    assert await world.wallet.balance(han) == 5005


async def test_open_tables_are_closed_first(world: World) -> None:
    await world.database.apply(open_table(world.campaign))
    with pytest.raises(MoneyError, match="Close them before you change its currency"):
        await world.campaigns.change(world.campaign, dnd(world.campaign), GM)


async def house_rules_saved_in_the_old_coins(world: World, *names: str) -> Presets:
    presets = Presets(world.database, world.clock)
    for name in names:
        await presets.save(world.campaign, GM, "pilok", name, spec_of("pilok").game.HouseRules())
    return presets


async def test_saved_house_rules_go_with_the_old_coins_and_a_note_says_so(world: World) -> None:
    presets = await house_rules_saved_in_the_old_coins(world, "Sunday", "At *Jabba's*")
    changed = await world.campaigns.change(world.campaign, dnd(world.campaign), GM)
    assert "The saved presets of house rules are gone with the old coins: At \\*Jabba's\\* and Sunday." in changed.notes
    assert await presets.names(world.campaign.id, "pilok") == ()


async def test_saved_house_rules_stay_when_coins_are_only_renamed_or_refused(world: World) -> None:
    presets = await house_rules_saved_in_the_old_coins(world, "Sunday")
    wupiupi = world.campaign.settings.changed(currency=parse_currency("wupiupi=1"))
    campaign = (await world.campaigns.change(world.campaign, wupiupi, GM)).campaign
    await world.database.apply(open_table(campaign))
    with pytest.raises(MoneyError):
        await world.campaigns.change(campaign, dnd(campaign), GM)
    assert await presets.names(world.campaign.id, "pilok") == ("Sunday",)


class Interrupted(Around):
    """The database of somebody whose next batch comes just after something else."""

    def __init__(self, database: Database, before: Callable[[], Awaitable[object]]) -> None:
        super().__init__(database)
        self._before = before

    async def apply(self, *statements: Statement) -> None:
        await self._before()
        await self.within.apply(*statements)


def changing_after(world: World, before: Callable[[], Awaitable[object]]) -> Campaigns:
    return Campaigns(Interrupted(world.database, before), Ids(world.clock), world.clock)


async def test_a_gift_at_the_last_moment_is_not_lost(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    campaigns = changing_after(world, lambda: world.wallet.pay(world.campaign, ANN, han, lando, 1, key="gift"))
    with pytest.raises(TooLate, match="Money has just changed hands"):
        await campaigns.change(world.campaign, dnd(world.campaign), GM)
    assert await world.wallet.balance(lando) == 1001
    assert await world.campaigns.get(world.campaign.id) == world.campaign


async def test_a_table_opened_at_the_last_moment_keeps_its_coins(world: World) -> None:
    await world.character(ANN, "Han")
    campaigns = changing_after(world, lambda: world.database.apply(open_table(world.campaign)))
    with pytest.raises(MoneyError, match="Close them before you change its currency"):
        await campaigns.change(world.campaign, dnd(world.campaign), GM)
    assert await world.campaigns.get(world.campaign.id) == world.campaign


async def test_a_character_made_at_the_last_moment_does_not_keep_old_coins(world: World) -> None:
    campaigns = changing_after(world, lambda: world.character(ANN, "Han"))
    with pytest.raises(TooLate):
        await campaigns.change(world.campaign, dnd(world.campaign), GM)
    campaign = (await world.campaigns.change(world.campaign, dnd(world.campaign), GM)).campaign
    han = await world.characters.active(campaign.id, ANN.user_id)
    assert han is not None
    assert await world.wallet.balance(han) == 5000


async def test_characters_made_meanwhile_have_purses_of_one_currency(world: World) -> None:
    change = world.campaigns.change(world.campaign, dnd(world.campaign), GM)
    database = Interrupted(world.database, lambda: change)
    late = Characters(database, world.campaigns, Ids(world.clock), world.clock)
    with pytest.raises(TooLate, match="Try again"):
        await late.create(world.campaign, ANN, "Han")
    assert await world.wallet.balance(await world.character(ANN, "Han")) == 5000
    await asyncio.gather(
        world.campaigns.change(world.campaign, dnd(world.campaign), GM),
        *(world.characters.create(world.campaign, ANN, f"Han {number}") for number in range(5)),
        return_exceptions=True,
    )
    campaign = await world.campaigns.get(world.campaign.id)
    purses = {await world.wallet.balance(each) for each in await world.characters.mine(campaign.id, ANN.user_id)}
    assert purses <= {campaign.settings.starting_purse}


async def test_sheets_stay_when_the_dice_change_and_a_note_says_so(world: World) -> None:
    sheet = parse_sheet("Gambling 8D", world.campaign.settings.system)
    await world.characters.create(world.campaign, ANN, "Han", sheet)
    changed = await world.campaigns.change(world.campaign, preset("ffg").applied_to(world.campaign.settings), GM)
    assert any(note.startswith("Sheets stay") for note in changed.notes)
    han = await world.characters.active(world.campaign.id, ANN.user_id)
    assert han is not None
    assert han.sheet == sheet
    settings = changed.campaign.settings
    assert settings.roles.check(settings.system, "gamble", han.sheet).skill == ""
