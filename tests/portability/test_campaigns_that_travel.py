"""A campaign leaves as a file and arrives as another one: all it was is there, money and claims included."""

import asyncio
import json
from typing import Any

import pytest

from bot.campaigns import MOST_PCS, WHOLE_SERVER, CardFiles, HousePurse, Loadouts, PartyPurse, Wallet
from bot.db import Database, Statement, WrongRows
from bot.errors import NotAllowed, NotFound, PlayerError, TooLate
from bot.ledger import accounts, audit, balance, balances
from bot.portability.pending_imports import LASTS
from bot.portability.service import CampaignFiles
from bot.privacy.forgetting import Forgetting
from bot.tables.presets import Presets
from tests.portability.campaign_file_fixtures import (
    ABROAD,
    BOSS,
    CARDS,
    KIT,
    archive_of,
    brought,
    claims_of,
    exported,
    imported,
    people,
)
from tests.sqlite_file import Around
from tests.tables.arena import Arena
from tests.tables.table_fixtures import ANN, BEN, CID, GM, GUILD, TableHarness


class Tripping(Around):
    """A database where the last statement of a batch can't be, once it `trips`."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.trips = False

    async def apply(self, *statements: Statement) -> None:
        wrong = Statement("UPDATE campaigns SET version = version WHERE id = 0")
        await self.within.apply(*statements, *([wrong] if self.trips else []))


def comparable(file: dict[str, Any]) -> dict[str, Any]:
    """Return the part that a file and the file of its import must have in common."""
    return {name: value for name, value in file.items() if name not in {"exported_at", "name"}}


async def test_export_import_export_is_the_same_file(lively: TableHarness) -> None:
    first = await exported(lively)
    second = await exported(lively, await imported(lively, first), by=BOSS)
    assert comparable(second) == comparable(first)
    assert (await audit(lively.database)).problems == ()
    third = await exported(lively, await imported(lively, second), by=BOSS)
    assert comparable(third) == comparable(first)
    names = [campaign.name for campaign in await lively.campaigns.of_guild(ABROAD)]
    assert names == ["The campaign", "The campaign 2"]
    for number in range(23):
        await lively.campaigns.create(ABROAD, f"No. {number}", lively.campaign.settings, BOSS)
    with pytest.raises(PlayerError, match="25 campaigns already"):
        await imported(lively, first)


async def test_a_file_has_everything_but_what_only_makes_sense_here(lively: TableHarness) -> None:
    await lively.settle_for(
        gm_role_id=900, gm_channel_id=5, channels=(600,), openers="role", opener_role_id=901, look="boards"
    )
    file = await exported(lively)
    assert (file["format"], file["version"], file["name"]) == ("shadowport-campaign", 1, "The campaign")
    assert not {"gm_role_id", "opener_role_id", "channels", "gm_channel_id"} & file["settings"].keys()
    found = people(file)
    assert [one["number"] for one in file["characters"]] == [1, 2, 3, 4, 5, 6]
    assert (found["Han"]["player"], found["Han"]["plays"]) == (str(ANN.user_id), False)
    assert (found["Chewie"]["player"], found["Chewie"]["plays"]) == (str(ANN.user_id), True)
    assert found["Chewie"]["items"] == [
        {"game": "pazaak", "kind": "minus_3", "count": 1},
        {"game": "pazaak", "kind": "plus_1", "count": 2},
    ]
    assert found["Chewie"]["rolls"] == [{"name": "Bowcaster", "dice": "4D+2"}]
    assert found["Chewie"]["loadouts"][0]["loadout"]["using"] == "Old one"
    assert found["Jabba"]["autopilot"]["temper"]["style"] == "drunk"
    assert (found["Jabba"]["player"], found["Jabba"]["template"], found["Jabba"]["wallet"]) == (None, "shark", 3000)
    assert found["Old Ben"]["retired_at"] is not None
    assert (file["party"], file["card_files"]) == (120, [{"game": "klingon", "text": CARDS}])
    assert [preset["name"] for preset in file["presets"]] == ["Our way"]
    assert "history" not in file
    minted = -await balance(lively.database, accounts.mint(lively.campaign.id))
    assert sum(one["wallet"] for one in file["characters"]) + file["party"] + file["house"] == minted
    assert found["Han"]["wallet"] == (await lively.chair(1)).chips + 500, "chips of a hand in play are money"
    there = await lively.campaigns.get((await imported(lively, file)).id)
    assert (there.settings.openers, there.settings.gm_role_id, there.settings.channels) == ("gm", None, ())
    assert there.settings.look == "boards"


async def test_export_returns_tournament_entries_to_the_players_who_paid(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    assert await arena.prize_has() == 600
    file = await exported(arena)
    assert {one["name"]: one["wallet"] for one in file["characters"]} == {"Han": 1000, "Lando": 1000, "Roark": 1000}
    assert (file["party"], file["house"]) == (0, 0)


async def test_import_takes_money_from_the_mint_and_items_from_the_journal(lively: TableHarness) -> None:
    file = await exported(lively)
    campaign, plan = await brought(lively, file)
    wallet = Wallet(lively.database, lively.characters, lively.clock)
    assert await wallet.balance(PartyPurse(campaign.id)) == 120
    assert await wallet.balance(HousePurse(campaign.id)) == file["house"]
    chewie = next(one for one in await claims_of(lively).kept(campaign.id) if one.character.name == "Chewie").character
    assert await wallet.balance(chewie) == people(file)["Chewie"]["wallet"] == 880
    (line,) = (await wallet.history(chewie)).lines
    assert (line.line.kind, line.line.reason, line.line.actor) == ("import", "Brought from a file", BOSS.user_id)
    total = plan.campaign_file.money
    assert {found.kind: found.balance for found in await balances(lively.database, campaign.id)}["mint"] == -total
    kit = await Loadouts(lively.database).get(campaign.id, chewie.id, "pazaak")
    assert kit is not None
    assert kit.text == KIT
    material = await CardFiles(lively.database, lively.clock).get(campaign.id, "klingon")
    assert material is not None
    assert material.text == CARDS
    rules = await Presets(lively.database, lively.clock).get(campaign.id, "pilok", "our way")
    assert json.loads(rules.to_json())["ante"] == 25
    (jabba,) = await lively.characters.npcs(campaign, BOSS)
    assert jabba.pilot is not None
    assert jabba.pilot.lines == ("You will not win.", "Pay up…")


async def test_an_import_is_played_where_it_was_meant_to_be(lively: TableHarness) -> None:
    await lively.campaigns.at(ABROAD)
    file = await exported(lively)
    campaign = await imported(lively, file, 4711)
    assert (await lively.campaigns.at(ABROAD, 4711)).id == campaign.id
    other = await imported(lively, file)
    assert (await lively.campaigns.at(ABROAD, 4712)).id not in {campaign.id, other.id}
    first_there = {one.id: places for one, places in await lively.campaigns.bound(ABROAD)}
    assert first_there[other.id] == ()
    assert first_there[campaign.id] == (4711,)
    assert (WHOLE_SERVER,) in first_there.values()


async def test_imported_characters_have_no_owner_until_they_are_claimed(lively: TableHarness) -> None:
    campaign = await imported(lively, await exported(lively))
    claims = claims_of(lively)
    kept = {one.character.name: one for one in await claims.kept(campaign.id)}
    assert {name: one.user_id for name, one in kept.items()} == {
        "Chewie": ANN.user_id,
        "Han": ANN.user_id,
        "Lando": BEN.user_id,
        "Roark": CID.user_id,
    }
    assert await lively.characters.mine(campaign.id, ANN.user_id) == ()
    assert await lively.characters.party(campaign.id) == ()
    wallet = Wallet(lively.database, lively.characters, lively.clock)
    han = kept["Han"].character
    for person in (ANN, BEN, BOSS):
        with pytest.raises(NotAllowed):
            await wallet.pay(campaign, person, han, PartyPurse(campaign.id), 1, key="x")
        with pytest.raises(NotAllowed):
            await lively.characters.use(campaign, person, han)
    with pytest.raises(NotFound, match="Han isn't yours to claim"):
        await claims.claim(campaign, BEN, han)


async def test_claiming_makes_a_character_ones_own_once(lively: TableHarness) -> None:
    campaign = await imported(lively, await exported(lively))
    claims = claims_of(lively)
    han, chewie = sorted(await claims.kept_for(campaign.id, ANN.user_id), key=lambda one: one.character.name != "Han")
    await claims.claim(campaign, ANN, han.character)
    assert await lively.characters.active(campaign.id, ANN.user_id) == han.character.evolve(owner_id=ANN.user_id)
    await claims.claim(campaign, ANN, chewie.character)
    active = await lively.characters.active(campaign.id, ANN.user_id)
    assert active is not None
    assert active.name == "Chewie"
    with pytest.raises(NotFound):
        await claims.claim(campaign, ANN, han.character)
    again = people(await exported(lively, campaign, by=BOSS))
    assert (again["Han"]["player"], again["Chewie"]["plays"]) == (str(ANN.user_id), True)


async def test_a_gm_hands_over_what_nobody_has_claimed(lively: TableHarness) -> None:
    campaign = await imported(lively, await exported(lively))
    claims = claims_of(lively)
    (roark,) = await claims.kept_for(campaign.id, CID.user_id)
    with pytest.raises(NotAllowed, match="Only the GM"):
        await claims.hand(campaign, ANN, roark.character, ANN.user_id)
    await claims.hand(campaign, BOSS, roark.character, BEN.user_id)
    assert [one.name for one in await lively.characters.mine(campaign.id, BEN.user_id)] == ["Roark"]
    assert await claims.kept_for(campaign.id, CID.user_id) == ()
    for character in (*await lively.characters.mine(campaign.id, BEN.user_id), roark.character):
        with pytest.raises(NotAllowed, match="Roark isn't waiting for a player"):
            await claims.hand(campaign, BOSS, character, ANN.user_id)


async def test_nobody_claims_more_than_one_may_have(lively: TableHarness) -> None:
    campaign = await imported(lively, await exported(lively))
    for number in range(MOST_PCS):
        await lively.characters.create(campaign, BEN, f"Clone {number}")
    claims = claims_of(lively)
    (lando,) = await claims.kept_for(campaign.id, BEN.user_id)
    with pytest.raises(NotAllowed, match="You have 25 characters"):
        await claims.claim(campaign, BEN, lando.character)
    with pytest.raises(NotAllowed, match="They have 25 characters"):
        await claims.hand(campaign, BOSS, lando.character, BEN.user_id)
    assert [one.character.name for one in await claims.kept_for(campaign.id, BEN.user_id)] == ["Lando"]


async def test_uploaded_file_is_imported_once_and_only_by_its_sender(lively: TableHarness) -> None:
    content = (await archive_of(lively).export(lively.campaign, GM, history=False)).content
    archive = archive_of(lively)
    looked = await archive.look(ABROAD, BOSS, content, None)
    for guild, person, kind in ((GUILD, GM, NotFound), (ABROAD, GM, NotFound), (ABROAD, ANN, NotAllowed)):
        with pytest.raises(kind):
            await archive.bring(guild, person, looked.pending.id)
    assert await lively.campaigns.of_guild(ABROAD) == ()
    await lively.restart()
    archive = archive_of(lively)
    done = await asyncio.gather(
        *(archive.bring(ABROAD, BOSS, looked.pending.id) for _ in range(3)), return_exceptions=True
    )
    assert [type(one) for one in done].count(tuple) == 1
    assert [type(one) for one in done].count(TooLate) == 2
    assert len(await lively.campaigns.of_guild(ABROAD)) == 1
    (row,) = await lively.database.fetch("SELECT content, taken_at FROM pending_imports")
    assert (row["content"], row["taken_at"]) == (None, lively.clock.now())


async def test_a_file_that_was_looked_at_lasts_a_day_and_gives_way_to_the_next(lively: TableHarness) -> None:
    archive = archive_of(lively)
    content = (await archive.export(lively.campaign, GM, history=False)).content
    first = await archive.look(ABROAD, BOSS, content, None)
    second = await archive.look(ABROAD, BOSS, content, None)
    with pytest.raises(NotFound, match="no longer"):
        await archive.bring(ABROAD, BOSS, first.pending.id)
    await archive.decline(ABROAD, BOSS, second.pending.id)
    with pytest.raises(NotFound):
        await archive.bring(ABROAD, BOSS, second.pending.id)
    third = await archive.look(ABROAD, BOSS, content, None)
    await lively.clock.advance(LASTS)
    with pytest.raises(NotFound):
        await archive.bring(ABROAD, BOSS, third.pending.id)
    await archive.look(ABROAD, GM, content, None)
    assert len(await lively.database.fetch("SELECT id FROM pending_imports")) == 1


async def test_an_import_that_fails_half_way_has_brought_nothing(lively: TableHarness) -> None:
    tripping = Tripping(lively.database)
    archive = CampaignFiles(tripping, lively.campaigns, lively.ids, lively.clock)
    content = (await archive.export(lively.campaign, GM, history=False)).content
    looked = await archive.look(ABROAD, BOSS, content, None)
    before, tripping.trips = await lively.everything(), True
    with pytest.raises(WrongRows, match="0 rows instead of 1"):
        await archive.bring(ABROAD, BOSS, looked.pending.id)
    assert await lively.everything() == before
    assert await lively.campaigns.of_guild(ABROAD) == ()
    campaign, _, _ = await archive_of(lively).bring(ABROAD, BOSS, looked.pending.id)
    assert campaign.name == "The campaign"


async def test_players_and_gms_by_role_neither_export_nor_import(lively: TableHarness) -> None:
    await lively.settle_for(gm_role_id=900)
    archive = archive_of(lively)
    for person in (ANN, type(ANN)(8, frozenset({900}))):
        with pytest.raises(NotAllowed, match="manage this server"):
            await archive.export(lively.campaign, person, history=False)
        with pytest.raises(NotAllowed, match="manage this server"):
            await archive.look(GUILD, person, b"{}", None)


async def test_a_campaign_of_an_hour_ago_is_exported_as_it_is_at_one_moment(lively: TableHarness) -> None:
    """Money that moves while a file is made is in it once."""

    async def pays(times: int) -> None:
        wallet = Wallet(lively.database, lively.characters, lively.clock)
        chewie = await lively.characters.named(lively.campaign, ANN, "Chewie")
        for number in range(times):
            await wallet.pay(lively.campaign, ANN, chewie, PartyPurse(lively.campaign.id), 1, key=f"p{number}")

    paying = asyncio.create_task(pays(20))
    files = [await exported(lively) for _ in range(4)]
    await paying
    minted = -await balance(lively.database, accounts.mint(lively.campaign.id))
    for file in files:
        assert sum(one["wallet"] for one in file["characters"]) + file["party"] + file["house"] == minted


async def test_export_after_forgetting_keeps_the_money_without_the_user(lively: TableHarness) -> None:
    await lively.play_out()
    copy = await imported(lively, await exported(lively))
    forgetting = Forgetting(lively.database, lively.tables, lively.clock)
    assert await forgetting.ask(ANN.user_id, (GUILD, ABROAD))
    for campaign, by in ((lively.campaign, GM), (copy, BOSS)):
        file = await exported(lively, campaign, by=by, history=True)
        told = json.dumps(file)
        assert [name for name in ("Han", "Chewie") if name in told] == []
        assert str(ANN.user_id) not in {one["player"] for one in file["characters"]}
        minted = -await balance(lively.database, accounts.mint(campaign.id))
        assert sum(one["wallet"] for one in file["characters"]) + file["party"] + file["house"] == minted
        assert comparable(await exported(lively, await imported(lively, file), by=BOSS)) == comparable(
            await exported(lively, campaign, by=by)
        )
