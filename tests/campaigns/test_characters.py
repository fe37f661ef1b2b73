"""Characters: made, named, played, retired, and seen by whom."""

import asyncio

import pytest

from bot.campaigns import MOST_NPCS, MOST_PCS, Character, NameTaken, Person, Preferences
from bot.campaigns.character import MOST_PCS_EVER
from bot.db import Statement
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable, parse_role, parse_sheet
from bot.errors import NotAllowed, NotFound, Unreadable
from bot.ledger import Entry, Transfer, accounts, audit, post
from tests.campaigns.conftest import ANN, BEN, GM, World, open_table


async def names(world: World, by: Person, beginning: str = "", *, mine: bool = False) -> list[str]:
    return [found.name for found in await world.characters.search(world.campaign, by, beginning, mine=mine)]


async def test_a_character_begins_with_the_starting_purse(world: World) -> None:
    han = await world.character(ANN, "Han")
    assert await world.wallet.balance(han) == 1000
    (line,) = (await world.wallet.history(han)).lines
    assert (line.line.reason, line.line.delta) == ("Starting money", 1000)


async def test_a_campaign_may_begin_with_empty_purses(world: World) -> None:
    poor = world.campaign.settings.changed(starting_purse=0)
    await world.campaigns.change(world.campaign, poor, GM)
    han = await world.character(ANN, "Han")
    assert await world.wallet.balance(han) == 0
    assert (await audit(world.database)).is_clean


async def test_a_user_plays_their_newest_character_of_a_campaign_until_they_choose(world: World) -> None:
    assert await world.characters.active(world.campaign.id, ANN.user_id) is None
    han, lando = await world.character(ANN, "Han"), await world.character(ANN, "Lando")
    assert await world.characters.active(world.campaign.id, ANN.user_id) == lando
    await world.characters.use(world.campaign, ANN, han)
    assert await world.characters.active(world.campaign.id, ANN.user_id) == han
    other = await world.campaigns.at(600)
    volo = await world.characters.create(other, ANN, "Volo")
    assert await world.characters.active(world.campaign.id, ANN.user_id) == han
    assert await world.characters.active(other.id, ANN.user_id) == volo
    with pytest.raises(NotFound):
        await world.characters.get(other.id, han.id)
    with pytest.raises(NotFound):
        await world.characters.named(other, GM, str(han.id))


async def test_a_name_is_taken_once_a_campaign_in_any_spelling_and_leaves_nothing_behind(world: World) -> None:
    await world.character(ANN, "Han *Solo*")
    with pytest.raises(NameTaken, match=r"already has a character called HAN \\\*SOLO\\\*"):
        await world.character(BEN, "HAN \n *SOLO*")
    other = await world.campaigns.at(600)
    assert (await world.characters.create(other, BEN, "Han *Solo*")).name == "Han *Solo*"
    before = await audit(world.database)
    for name, refusal in (("han *solo*", NameTaken), ("", Unreadable), ("x" * 200, Unreadable)):
        with pytest.raises(refusal):
            await world.character(BEN, name)
    assert await audit(world.database) == before


async def test_one_of_two_users_gets_a_name_taken_at_once(world: World) -> None:
    outcomes = await asyncio.gather(
        *(world.character(Person(number), "Han") for number in range(10, 20)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes].count(NameTaken) == 9


async def test_a_user_has_at_most_twenty_five_characters(world: World) -> None:
    made = [await world.character(ANN, f"Clone {number}") for number in range(MOST_PCS)]
    with pytest.raises(NotAllowed, match="You have 25 characters"):
        await world.character(ANN, "One more")
    await world.character(BEN, "Somebody else")
    await world.characters.retire(world.campaign, ANN, made[0])
    await world.character(ANN, "One more")


async def test_twenty_five_is_the_limit_for_many_at_once_too(world: World) -> None:
    outcomes = await asyncio.gather(
        *(world.character(ANN, f"Clone {number}") for number in range(40)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Character) for outcome in outcomes) == MOST_PCS


async def test_retiring_and_creating_characters_is_limited(world: World) -> None:
    for number in range(MOST_PCS_EVER):
        clone = await world.character(ANN, f"Clone {number}")
        await world.characters.retire(world.campaign, ANN, clone)
    with pytest.raises(NotAllowed, match="and that is the most"):
        await world.character(ANN, "One more")


async def test_a_campaign_has_at_most_two_hundred_npcs(world: World) -> None:
    await asyncio.gather(*(world.npc(f"Trooper {number}") for number in range(MOST_NPCS)))
    with pytest.raises(NotAllowed, match="200 NPCs"):
        await world.npc("One more")


async def test_character_is_edited_without_taking_anothers_name(world: World) -> None:
    han = await world.character(ANN, "Han")
    sheet = parse_sheet("Gambling 9D+2", world.campaign.settings.system)
    edited = await world.characters.edit(world.campaign, ANN, han, name="Han Solo", sheet=sheet)
    assert await world.characters.get(world.campaign.id, han.id) == edited
    assert (edited.name, edited.sheet) == ("Han Solo", sheet)
    respelled = await world.characters.edit(world.campaign, ANN, edited, name="HAN SOLO")
    assert (respelled.name, respelled.sheet) == ("HAN SOLO", sheet)
    han, _ = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    with pytest.raises(NameTaken, match="called Lando"):
        await world.characters.edit(world.campaign, ANN, han, name="Lando")


async def test_nobody_changes_a_character_in_another_campaign(world: World) -> None:
    han = await world.character(ANN, "Han")
    elsewhere = await world.campaigns.at(600)
    with pytest.raises(NotFound):
        await world.characters.edit(elsewhere, GM, han, name="Fool")


async def test_a_retired_character_is_gone_but_not_their_money(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(ANN, "Lando")
    await world.characters.retire(world.campaign, ANN, lando)
    assert await world.characters.active(world.campaign.id, ANN.user_id) == han
    assert await names(world, GM) == ["Han"]
    assert await world.wallet.balance(lando) == 1000
    with pytest.raises(NotAllowed, match="Lando has retired"):
        await world.characters.use(world.campaign, ANN, lando)
    with pytest.raises(NotAllowed, match="Lando has retired"):
        await world.characters.edit(world.campaign, ANN, lando, name="Lando again")
    assert (await world.character(BEN, "Lando")).id != lando.id
    assert await world.characters.names([lando.id, 12345]) == {lando.id: "Lando"}
    assert await world.characters.names([]) == {}


async def test_a_gm_finds_retired_characters_when_asked_for(world: World) -> None:
    people, campaign = world.characters, world.campaign
    old = await world.character(ANN, "Han")
    await people.retire(campaign, ANN, old)
    with pytest.raises(NotFound):
        await people.named(campaign, GM, "Han")
    with pytest.raises(NotFound):
        await people.named(campaign, BEN, "Han", retired=True)
    assert (await people.named(campaign, GM, "Han", retired=True)).id == old.id

    young = await world.character(BEN, "Han")
    assert await people.named(campaign, GM, "han", retired=True) == young
    assert (await people.named(campaign, GM, "han (RETIRED)", retired=True)).id == old.id
    assert [one.id for one in await people.search(campaign, GM, "h", retired=True)] == [young.id, old.id]
    assert await people.search(campaign, BEN, "h", retired=True) == (young,)


async def test_a_character_with_chips_on_a_table_cannot_retire(world: World) -> None:
    han = await world.character(ANN, "Han")
    seat = accounts.seat(77, 1)
    buy_in = Entry("sit", world.campaign.id, "buy-in", "", 2, 0, (Transfer(han.purse, seat, 5),))
    await world.database.apply(
        open_table(world.campaign), accounts.open_seat(world.campaign.id, 77, 1, han.id), *post(buy_in)
    )
    with pytest.raises(NotAllowed, match="Han still has chips on a table"):
        await world.characters.retire(world.campaign, ANN, han)
    back = Entry("leave", world.campaign.id, "leave", "", 2, 0, (Transfer(seat, han.purse, 5),))
    await world.database.apply(*post(back))
    await world.characters.retire(world.campaign, ANN, han)


async def test_players_see_pcs_and_only_the_gm_sees_npcs(world: World) -> None:
    await world.character(ANN, "Han")
    await world.character(BEN, "Hanna")
    await world.npc("Hannibal")
    assert await names(world, ANN, "ha") == ["Han", "Hanna"]
    assert await names(world, GM, "ha") == ["Han", "Hanna", "Hannibal"]
    assert await names(world, ANN, "ha", mine=True) == ["Han"]
    assert await names(world, GM, mine=True) == ["Hannibal"]
    with pytest.raises(NotAllowed):
        await world.characters.npcs(world.campaign, ANN)
    assert [npc.name for npc in await world.characters.npcs(world.campaign, GM)] == ["Hannibal"]


async def test_search_finds_word_beginnings_up_to_discords_limit(world: World) -> None:
    for name in ("Lando Calrissian", "100% Greedo", "Bo_ba", "Jabba\\Hutt"):
        await world.character(ANN, name)
    assert await names(world, ANN, "CAL") == ["Lando Calrissian"]
    assert await names(world, ANN, "alr") == []
    assert await names(world, ANN, "%") == []
    assert await names(world, ANN, "100%") == ["100% Greedo"]
    assert await names(world, ANN, "bo_") == ["Bo_ba"]
    assert await names(world, ANN, "b_") == []
    assert await names(world, ANN, "jabba\\") == ["Jabba\\Hutt"]
    await asyncio.gather(*(world.npc(f"Trooper {number}") for number in range(40)))
    assert len(await names(world, GM, "troop")) == 25


async def test_a_character_is_found_by_name_or_by_what_autocomplete_chose(world: World) -> None:
    han = await world.character(ANN, "Han")
    villain = await world.npc("Vader")
    assert await world.characters.named(world.campaign, BEN, " hAN ") == han
    assert await world.characters.named(world.campaign, BEN, str(han.id)) == han
    assert await world.characters.named(world.campaign, GM, "vader") == villain
    for hidden in ("Vader", str(villain.id), "Nobody", "", "9" * 400, "@everyone"):
        with pytest.raises(NotFound):
            await world.characters.named(world.campaign, BEN, hidden)


async def test_the_party_is_the_character_that_each_user_plays(world: World) -> None:
    han = await world.character(ANN, "Han")
    await world.character(ANN, "Lando")
    await world.character(BEN, "Chewie")
    await world.npc("Vader")
    await world.characters.use(world.campaign, ANN, han)
    assert [member.name for member in await world.characters.party(world.campaign.id)] == ["Chewie", "Han"]
    await world.characters.retire(world.campaign, ANN, han)
    assert [member.name for member in await world.characters.party(world.campaign.id)] == ["Chewie", "Lando"]


async def test_npcs_get_different_names_by_one_click_of_a_gm(world: World) -> None:
    made = [await world.characters.create_npc(world.campaign, GM, "regular") for _ in range(60)]
    assert len({npc.name for npc in made}) == 60
    assert all(npc.is_npc and npc.owner_id is None for npc in made)
    made = await asyncio.gather(*(world.characters.create_npc(world.campaign, GM, "novice") for _ in range(4)))
    assert len({npc.name for npc in made}) == 4
    with pytest.raises(NotAllowed, match="Only the GM"):
        await world.characters.create_npc(world.campaign, ANN, "shark", "Mine")
    with pytest.raises(NotFound):
        await world.characters.create_npc(world.campaign, GM, "whale", "Mine")


@pytest.mark.parametrize("template, purse", [("novice", 500), ("regular", 1000), ("shark", 3000)])
async def test_an_npc_has_the_purse_of_its_template(world: World, template: str, purse: int) -> None:
    assert await world.wallet.balance(await world.npc("Sly", template)) == purse


@pytest.mark.parametrize(
    "system, ratings",
    [(D6, ["3D", "5D", "8D"]), (D20, ["+1", "+4", "+9"]), (NARRATIVE, ["1Y1G", "2Y1G", "4Y"])],
)
async def test_an_npc_knows_every_role_in_the_campaigns_dice(
    world: World, system: DiceSystem, ratings: list[str]
) -> None:
    roles = RoleTable().rename("gamble", parse_role("Card Sense"))
    settings = world.campaign.settings.changed(system=system, roles=roles)
    await world.campaigns.change(world.campaign, settings, GM)
    for template, rating in zip(("novice", "regular", "shark"), ratings, strict=True):
        npc = await world.npc(f"A {template}", template)
        assert str(roles.check(system, "bluff", npc.sheet).rating) == rating
        assert roles.check(system, "gamble", npc.sheet).skill == "Card Sense"


async def test_reminders_are_on_until_a_user_switches_them_off(world: World) -> None:
    preferences = Preferences(world.database)
    assert await preferences.wants_reminders(ANN.user_id)
    await preferences.set_reminders(ANN.user_id, wanted=False)
    assert not await preferences.wants_reminders(ANN.user_id)
    assert await preferences.wants_reminders(BEN.user_id)
    await preferences.set_reminders(ANN.user_id, wanted=True)
    assert await preferences.wants_reminders(ANN.user_id)


async def test_the_database_itself_keeps_characters_in_their_campaign(world: World) -> None:
    han = await world.character(ANN, "Han")
    elsewhere = await world.campaigns.at(600)
    steal = Statement(
        "INSERT INTO active_characters (campaign_id, user_id, character_id) VALUES (?, ?, ?)",
        (elsewhere.id, ANN.user_id, han.id),
    )
    borrow = Statement("UPDATE active_characters SET user_id = ?", (BEN.user_id,))
    for statement in (steal, borrow):
        with pytest.raises(Exception, match="foreign key"):
            await world.database.apply(statement)
