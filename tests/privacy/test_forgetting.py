"""A user who asks to be forgotten: what becomes of their characters, their seats, their money and their name."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import AutopilotSettings, Campaign, Items, Loadouts, Pace, Person, SavedRolls, Wallet
from bot.db import Refused, Statement
from bot.engine.ai.temper import Temper
from bot.engine.skills import parse_sheet
from bot.ledger import accounts, audit, balance
from bot.portability.characters import Proposal, Proposals
from bot.privacy.forgetting import Erasure, Forgetting
from bot.privacy.maintenance import SOON, Maintenance
from bot.privacy.own_data import own_file
from bot.privacy.traces import guilds_of
from bot.tables.model import Table
from bot.tables.presets import Presets
from bot.tables.verification.verify import verify_hand
from tests.portability.campaign_file_fixtures import KIT
from tests.sqlite_file import bytes_in, rows_in
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, ELSEWHERE, GM, GUILD, HAN, TableHarness, house_rules

ZED = Person(812_345_678_901_234_567, name="Zedrick the *Bold*")
BOSS = Person(912_345_678_901_234_568, is_owner=True, name="Bossy Bess")
NAME = 'Zaphod "Two" Quux'


@pytest.fixture
async def place(path: Path) -> AsyncIterator[TableHarness]:
    async with TableHarness(path) as opened:
        yield opened


def forgetting(place: TableHarness) -> Forgetting:
    return Forgetting(place.database, place.tables, place.clock)


async def hand(place: TableHarness) -> None:
    """Play a hand with bets, which Ben deals."""
    table, turns = await place.deals(BEN), 0
    while table.in_hand:
        turns += 1
        table = await place.lively_turn(bold=turns < 4)


async def evening(place: TableHarness) -> None:
    """Zed's character and Ben's play a hand at a table that Zed has opened, and money changes hands by name."""
    await place.opened(ZED)
    zaphod = await place.sits(ZED, NAME)
    await place.sits(BEN, "Lando")
    await hand(place)
    campaign, lando = place.campaign, (await place.characters.mine(place.campaign.id, BEN.user_id))[0]
    pay = Wallet(place.database, place.characters, place.clock)
    await pay.pay(campaign, ZED, zaphod, lando, 5, key="pay1", reason="from me")
    await pay.pay(campaign, BEN, lando, zaphod, 5, key="pay2", reason="back, thanks")


async def duel(place: TableHarness, campaign: Campaign, channel: int = CHANNEL) -> Table:
    """Ben deals a hand of Pazaak against Zed, each with a deck that they have named."""
    spec, guild = games.spec_of("pazaak"), campaign.guild_id
    table = await place.tables.opening.open(
        campaign,
        place.click(GM, guild=guild, channel=channel),
        "pazaak",
        next(iter(spec.game.presets.values())),
        places=(channel,),
        pace=Pace(),
        auto_deal=False,
    )
    for person, name in ((ZED, NAME), (BEN, "Lando")):
        character = await place.characters.create(campaign, person, name)
        await Loadouts(place.database).put(
            campaign.id, character.id, "pazaak", KIT.replace("Old one", f"Deck of {name.split()[0]}")
        )
        click = place.click(person, guild=guild, channel=channel)
        await place.tables.seating.sit(table.id, click, character, spec.game.buy_in(table.rules).usual)
    click = place.click(BEN, guild=guild, channel=channel)
    return (await place.tables.playing.deal(table.id, click)).table


async def texts_of_deal(place: TableHarness, table: Table) -> tuple[int | None, str | None]:
    """Return the dealer's Discord id and the typed texts of the table's deal."""
    rows = await place.file.fetch(
        "SELECT actor, typed FROM actions WHERE table_id = ? AND hand = 1 AND seat IS NULL", table.id
    )
    return rows[0]["actor"], rows[0]["typed"]


def names_at(table: Table) -> list[str]:
    return [table.voice.plain_name(chair.seat) for chair in table.record.chairs]


def everything_in(path: Path) -> bytes:
    """Return all bytes of the database's files, and all text in it, column by column."""
    rows = (str(value) for rows in rows_in(path).values() for row in rows for value in row.values())
    return bytes_in(path) + "\n".join(rows).encode()


async def test_forgotten_user_is_named_nowhere_and_their_money_goes_to_the_house(place: TableHarness):
    await evening(place)
    assert NAME.encode() in everything_in(place.path)
    before, chips = await place.rows("transfers"), await place.chips(HAN)
    purse = await place.purse((await place.characters.mine(place.campaign.id, ZED.user_id))[0])
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    left = everything_in(place.path)
    for word in ("Zaphod", "Quux", "Zedrick", str(ZED.user_id)):
        assert word.lower().encode() not in left.lower(), word
    assert ZED.user_id.to_bytes(8, "big") not in left
    assert (await place.rows("transfers"))[: len(before)] == before
    assert await balance(place.database, accounts.house(place.campaign.id)) == purse + chips
    assert (await audit(place.database)).problems == ()
    await place.adds_up()


async def test_table_of_a_forgotten_host_goes_on_without_a_host_and_their_hand_stays(place: TableHarness):
    await evening(place)
    await place.sits(CID, "Roark")
    await forgetting(place).ask(ZED.user_id, [GUILD])
    before = await place.everything()
    await forgetting(place).ask(ZED.user_id, [GUILD])
    assert await place.everything() == before
    record = (await place.table()).record
    assert (record.keeper, record.keeper_is_gm) == (0, False)
    assert names_at(await place.table()) == ["Lando", "Roark"]
    found = await verify_hand(place.database, place.table_id, 1)
    assert found.ok
    assert not found.unverified
    assert (await place.deals(BEN)).in_hand
    zed = await place.characters.create(place.campaign, ZED, NAME)
    assert await place.characters.mine(place.campaign.id, ZED.user_id) == (zed,)
    assert await place.purse(zed) == place.campaign.settings.starting_purse


async def test_forgetting_in_mid_hand_folds_the_seat_and_finishes_after_the_hand(place: TableHarness):
    await place.opened()
    await place.sits(ZED, NAME)
    await place.sits(BEN, "Lando")
    await place.sits(CID, "Roark")
    await place.deals(BEN)
    keeper = Maintenance(place.database, place.tables, place.clock)
    await keeper.start()
    assert (await keeper.forget_user(ZED.user_id, GUILD)).waits
    assert await place.characters.mine(place.campaign.id, ZED.user_id) == ()
    table = await place.table()
    assert HAN not in table.to_act
    assert table.in_hand
    folds = "SELECT count(*) AS found FROM actions WHERE seat = ? AND action LIKE '%fold%'"
    while not (await place.file.fetch(folds, HAN))[0]["found"]:
        await place.lively_turn(bold=True)
    await place.play_out()
    await place.clock.settle()
    assert not await place.file.fetch("SELECT 1 FROM erasures WHERE user_id IS NOT NULL")
    await keeper.stop()
    assert b"Zaphod" not in everything_in(place.path)
    assert str(ZED.user_id).encode() not in everything_in(place.path)
    assert names_at(await place.table()) == [
        "Lando",
        "Roark",
    ]
    await place.adds_up()


async def test_whatever_breaks_off_is_taken_up_again(place: TableHarness, monkeypatch: pytest.MonkeyPatch):
    await evening(place)

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr("bot.privacy.forgetting.Forgetting._forget_typed", killed)
        with pytest.raises(asyncio.CancelledError):
            await forgetting(place).ask(ZED.user_id, [GUILD])
    await place.restart()
    assert await forgetting(place).go_on()
    assert b"Zaphod" not in everything_in(place.path)
    await place.adds_up()


async def test_others_keep_their_names_and_their_words(place: TableHarness):
    await place.opened()
    await place.sits(ANN, "Han")
    await place.sits(BEN, "Lando")
    await place.lively_hand()
    before = (await place.table()).said
    events = await place.file.fetch("SELECT sequence, events FROM actions ORDER BY sequence")
    await forgetting(place).ask(ANN.user_id, [GUILD])
    assert (await place.file.fetch("SELECT sequence, events FROM actions ORDER BY sequence"))[: len(events)] == events
    after = (await place.table()).said
    renamed = [line.replace("**Han**", "**a former player**") for line in before]
    kept = [line for line in after if "leaves" not in line]
    assert kept
    assert kept == renamed[-len(kept) :]
    assert any("**Lando**" in line for line in after)
    assert not any("Han" in line for line in after)


async def test_typed_text_of_a_forgotten_user_is_gone_and_that_of_others_stays(place: TableHarness):
    await evening(place)
    await place.undoes_hand(reason="as Zaphod wished")
    typed = "SELECT count(*) AS found FROM actions WHERE typed IS NOT NULL"
    assert (await place.file.fetch(typed))[0]["found"] == 1
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert "as Zaphod wished" in " ".join((await place.table()).said)
    reasons = [
        row["reason"] for row in await place.file.fetch("SELECT reason FROM entries WHERE kind = 'pay' ORDER BY id")
    ]
    assert reasons == ["", "back, thanks"]
    assert await forgetting(place).ask(GM.user_id, [GUILD])
    assert (await place.file.fetch(typed))[0]["found"] == 0
    assert b"as Zaphod wished" not in everything_in(place.path)


async def test_a_gm_who_is_forgotten_acts_no_more_in_the_log(place: TableHarness):
    await place.opened(BOSS)
    await place.npc_sits("Watto")
    assert await forgetting(place).ask(BOSS.user_id, [GUILD])
    left = everything_in(place.path)
    assert b"Bossy" not in left
    assert str(BOSS.user_id).encode() not in left
    assert names_at(await place.table()) == ["Watto"]


async def test_only_typed_text_and_actors_may_be_emptied(place: TableHarness):
    await evening(place)
    await place.undoes_hand(reason="misread")
    for edit in (
        "UPDATE entries SET actor = {ben} WHERE actor = {zed}",
        "UPDATE entries SET at = at + 1",
        "UPDATE entries SET kind = 'grant', actor = NULL WHERE actor = {zed}",
        "UPDATE entries SET reason = 'another' WHERE actor = {zed}",
        "UPDATE actions SET actor = {ben} WHERE actor = {zed}",
        "UPDATE actions SET typed = '{{}}' WHERE typed IS NOT NULL",
        "UPDATE actions SET events = '[]'",
        "UPDATE actions SET has_secrets = 1",
        "UPDATE actions SET action = '{{}}', actor = NULL WHERE actor = {zed} AND action <> '{{}}'",
        "UPDATE actions SET digest = NULL, actor = NULL WHERE digest IS NOT NULL AND actor = {zed}",
        "UPDATE actions SET draws = '[]', actor = NULL WHERE draws <> '[]'",
        "DELETE FROM entries",
        "DELETE FROM actions",
        "DELETE FROM transfers",
        "DELETE FROM accounts",
    ):
        with pytest.raises(Refused):
            await place.file.apply(Statement(edit.format(zed=ZED.user_id, ben=BEN.user_id), touches=None))
    await place.file.apply(
        Statement("UPDATE entries SET actor = NULL, reason = '' WHERE actor = ?", (ZED.user_id,), touches=None),
        Statement("UPDATE actions SET actor = NULL, typed = NULL", touches=None),
    )
    assert (await verify_hand(place.database, place.table_id, 1)).ok


@pytest.mark.parametrize("name", ["former", "play", "1", "a", "e", "(1-1)", "fold", "click", "seat", "said", "Pi'Lok"])
async def test_a_name_like_the_bots_own_words_is_no_trouble(place: TableHarness, name: str):
    await place.opened(ZED)
    await place.sits(ZED, name)
    await place.sits(BEN, "Lando")
    await hand(place)
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert (await verify_hand(place.database, place.table_id, 1)).ok
    assert str(ZED.user_id).encode() not in everything_in(place.path)
    await place.adds_up()


async def test_forgetting_empties_a_deal_of_another_player_on_that_server_alone(place: TableHarness):
    here = await duel(place, place.campaign)
    there = await duel(place, await place.campaigns.at(GUILD + 1), ELSEWHERE)
    before = await texts_of_deal(place, there)
    assert "Zaphod" in (before[1] or "")
    await forgetting(place).ask(ZED.user_id, [GUILD])
    assert await texts_of_deal(place, here) == (BEN.user_id, None)
    assert await texts_of_deal(place, there) == before


async def test_presets_saved_while_a_request_waits_lose_their_names_too(place: TableHarness):
    await place.opened()
    for who, name in ((ZED, NAME), (BEN, "Lando"), (CID, "Roark")):
        await place.sits(who, name)
    await place.deals(BEN)
    presets, gm = Presets(place.database, place.clock), Person(ZED.user_id, is_owner=True)
    await presets.save(place.campaign, gm, "pilok", "Zaphod's way", house_rules())
    await presets.save(place.campaign, BOSS, "pilok", "House rules 2", house_rules())
    assert not await forgetting(place).ask(ZED.user_id, [GUILD])
    await presets.save(place.campaign, gm, "pilok", "Zaphod's other way", house_rules())
    await place.play_out()
    assert await forgetting(place).go_on()
    assert len(await presets.names(place.campaign.id, "pilok")) == 3
    assert b"Zaphod" not in everything_in(place.path)


async def test_offers_by_a_preset_of_the_user_are_gone(place: TableHarness):
    presets, campaign = Presets(place.database, place.clock), place.campaign
    await presets.save(campaign, Person(ZED.user_id, is_owner=True), "pilok", "Zaphod's way", house_rules())
    for number, guild in ((1, campaign), (2, await place.campaigns.at(GUILD + 1))):
        values = (number, guild.guild_id, guild.id, BEN.user_id, '{"request":{"preset":"Zaphod\'s way"}}', 0.0)
        columns = "id, guild_id, campaign_id, user_id, version, offer, made_at"
        await place.file.apply(Statement(f"INSERT INTO offers ({columns}) VALUES (?, ?, ?, ?, 1, ?, ?)", values))
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert [row["id"] for row in await place.file.fetch("SELECT id FROM offers")] == [2]


async def test_forgetting_deletes_items_loadouts_and_waiting_imports_and_renames_presets(place: TableHarness):
    campaign, items = place.campaign, Items(place.database, place.clock)
    zaphod = await place.characters.create(campaign, ZED, NAME)
    await Loadouts(place.database).put(campaign.id, zaphod.id, "pazaak", KIT)
    await items.grant(campaign.id, zaphod.id, "pazaak", ["plus_1"], actor=GM.user_id, key="cards")
    presets, zed = Presets(place.database, place.clock), Person(ZED.user_id, is_owner=True)
    await presets.save(campaign, zed, "pilok", "Zaphod's way", house_rules())
    waiting = "INSERT INTO pending_imports (id, guild_id, user_id, content, made_at) VALUES (1, ?, ?, ?, ?)"
    await place.file.apply(Statement(waiting, (GUILD, ZED.user_id, b"{}", place.clock.now())))
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert await items.held(campaign.id, zaphod.id, "pazaak") == ()
    assert await place.rows("loadouts") == []
    assert await place.rows("pending_imports") == []
    assert list(await presets.names(campaign.id, "pilok")) == ["House rules 1"]


async def test_forgetting_deletes_saved_rolls_and_proposals_that_the_export_has(
    place: TableHarness,
):
    campaign = place.campaign
    rolls, proposals = (
        SavedRolls(place.database),
        Proposals(place.database, place.characters, place.ids, place.clock),
    )
    zaphod = await place.characters.create(campaign, ZED, NAME)
    lando = await place.characters.create(campaign, BEN, "Lando")
    await rolls.save(campaign, ZED, zaphod, "Third arm", "9D")
    await rolls.save(campaign, BEN, lando, "Blaster", "4D")
    sheet = parse_sheet("Betrayal 9D", campaign.settings.system)
    await proposals.draft(campaign, ZED, None, Proposal(name="Zaphod's cousin"))
    await proposals.ask(campaign, GM, zaphod, Proposal(name=NAME, sheet=sheet, coins=(("", 5),)))
    await proposals.draft(campaign, BEN, None, Proposal(name="Lobot"))
    own = json.loads((await own_file(place.database, ZED.user_id, GUILD, everywhere=False, now=1.0)).content)
    (server,) = own["servers"]
    assert server["characters"][0]["rolls"] == [{"name": "Third arm", "dice": "9D"}]
    assert [one["proposal"]["name"] for one in server["skills_and_coins_you_proposed"]] == ["Zaphod's cousin"]
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert [row["name"] for row in await place.file.fetch("SELECT name FROM rolls")] == ["Blaster"]
    waiting = await place.file.fetch("SELECT user_id FROM proposals")
    assert [row["user_id"] for row in waiting] == [BEN.user_id]
    assert await guilds_of(place.database, ZED.user_id) == ()


async def test_forgetting_keeps_click_ids_without_the_user_and_texts_of_the_gm(place: TableHarness):
    await evening(place)
    clicks = "SELECT key, actor FROM actions ORDER BY table_id, sequence"
    before = await place.file.fetch(clicks)
    npc = await place.npc_sits("Watto")
    lines = ("Zaphod owes me.",)
    await place.characters.set_pilot(
        place.campaign, GM, npc, AutopilotSettings(temper=Temper(), speaks=True, lines=lines)
    )
    await place.campaigns.rename(place.campaign, "Zaphod's debts", GM)
    assert ZED.user_id in {row["actor"] for row in before}
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    after = await place.file.fetch(clicks)
    assert [row["key"] for row in after][: len(before)] == [row["key"] for row in before]
    assert ZED.user_id not in {row["actor"] for row in after}
    left = everything_in(place.path)
    assert b"Zaphod's debts" in left
    assert b"Zaphod owes me." in left


async def test_an_erasure_that_fails_does_not_hold_up_another(place: TableHarness, monkeypatch: pytest.MonkeyPatch):
    for who, name in ((ZED, NAME), (BEN, "Lando")):
        await place.characters.create(place.campaign, who, name)
    retire = Forgetting._retirement

    async def failing(self: Forgetting, erasure: Erasure) -> list[Statement]:
        if erasure.user_id == BEN.user_id:
            raise ValueError(erasure.user_id)
        return await retire(self, erasure)

    with monkeypatch.context() as patched:
        patched.setattr(Forgetting, "_retirement", failing)
        assert not await forgetting(place).ask(BEN.user_id, [GUILD])
        assert await forgetting(place).ask(ZED.user_id, [GUILD])
        assert not await forgetting(place).go_on()
    assert await forgetting(place).go_on()


async def test_own_file_of_the_dealer_has_no_texts_of_other_players(place: TableHarness):
    await duel(place, place.campaign)
    found = await own_file(place.database, BEN.user_id, GUILD, everywhere=False, now=place.clock.now())
    assert b"Deck of Lando" in found.content
    assert b"Zaphod" not in found.content


async def test_own_file_has_none_of_others_words_or_names(place: TableHarness):
    await evening(place)
    campaign = place.campaign
    lando = (await place.characters.mine(campaign.id, BEN.user_id))[0]
    await Items(place.database, place.clock).grant(
        campaign.id, lando.id, "pazaak", ["plus_1"], actor=ZED.user_id, key="cards"
    )
    await place.undoes_hand(reason="Lando cheated Roarkus")
    found = await own_file(place.database, ZED.user_id, GUILD, everywhere=False, now=place.clock.now())
    told = found.content.decode()
    assert "Roarkus" not in told
    assert "thanks" not in told
    assert "Lando" not in told
    assert "from me" in told


@pytest.mark.parametrize("stops", [False, True])
async def test_erased_rows_leave_the_database_log_once_no_one_reads(place: TableHarness, stops: bool):
    await evening(place)
    reader = sqlite3.connect(place.path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM actions").fetchone()
    keeper = Maintenance(place.database, place.tables, place.clock)
    await keeper.start()
    assert (await keeper.forget_user(ZED.user_id, GUILD)).is_nothing
    assert not await place.database.settle()
    assert b"Zaphod" in everything_in(place.path)
    reader.close()
    if not stops:
        await place.clock.advance(SOON)
        await place.clock.settle()
        assert b"Zaphod" not in everything_in(place.path)
    await keeper.stop()
    assert b"Zaphod" not in everything_in(place.path)


async def test_files_and_offers_that_nobody_took_up_are_gone_after_a_day(place: TableHarness):
    await place.file.apply(
        Statement(
            "INSERT INTO pending_imports (id, guild_id, user_id, made_at, taken_at) VALUES (1, ?, 2, ?, 1)",
            (GUILD, place.clock.now()),
        ),
        Statement(
            """
            INSERT INTO offers (id, guild_id, campaign_id, user_id, version, offer, made_at)
            VALUES (1, ?, ?, 3, 1, '{}', ?)
            """,
            (GUILD, place.campaign.id, place.clock.now()),
        ),
        Statement(
            """
            INSERT INTO proposals (id, guild_id, campaign_id, user_id, proposal, made_at, asked)
            VALUES (1, ?, ?, 3, '{}', ?, 0)
            """,
            (GUILD, place.campaign.id, place.clock.now()),
        ),
    )
    keeper = Maintenance(place.database, place.tables, place.clock)
    await keeper.start()
    await place.clock.advance(24 * 3600)
    kept = "SELECT id FROM pending_imports UNION ALL SELECT id FROM offers UNION ALL SELECT id FROM proposals"
    await place.clock.settle()
    assert not await place.file.fetch(kept)
    await keeper.stop()
