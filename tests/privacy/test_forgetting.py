"""A user who asks to be forgotten: what becomes of their characters, their seats, their money and their name."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.campaigns import Person, Wallet
from bot.db import Refused, Statement
from bot.errors import RuleError
from bot.ledger import accounts, audit, balance
from bot.privacy.forgetting import Forgetting
from bot.privacy.maintenance import SOON, Maintenance
from bot.privacy.name_forms import NameRedaction, forms_of
from bot.tables.verification.verify import verify_hand
from tests.tables.table_fixtures import ANN, BEN, CID, GUILD, HAN, TableHarness

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
    await pay.pay(campaign, BEN, lando, zaphod, 5, key="pay2", reason=f"back to {NAME.upper()}, thanks")


def everything_in(path: Path) -> bytes:
    """Return all bytes of the database's files, and all text in it, column by column."""
    content = b"".join(
        file.read_bytes() for end in ("", "-wal", "-journal") if (file := path.with_name(path.name + end)).exists()
    )
    with closing(sqlite3.connect(path)) as file:
        tables = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [str(row) for table in tables for row in file.execute(f"SELECT * FROM {table}")]
    return content + "\n".join(rows).encode()


async def test_forgotten_user_is_named_nowhere_and_their_money_goes_to_the_house(place: TableHarness):
    await evening(place)
    assert NAME.encode() in everything_in(place.path)
    before, chips = await place.rows("transfers"), await place.chips(HAN)
    purse = await place.purse((await place.characters.mine(place.campaign.id, ZED.user_id))[0])
    assert await forgetting(place).ask(ZED.user_id, [GUILD], known_as=[ZED.name])
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
    assert (record.keeper, record.keeper_name, record.keeper_is_gm) == (0, "", False)
    assert [chair.name for chair in record.chairs] == ["Lando", "Roark"]
    found = await verify_hand(place.database, place.table_id, 1)
    assert found.ok
    assert found.sentences[0].startswith("Hand 1 is not verified: a player of it asked to be forgotten")
    async with place.refuses("A player of hand 1 was forgotten since", RuleError):
        await place.undoes_hand()
    async with place.refuses("A player of this hand was forgotten since", RuleError):
        await place.undoes_action()
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
    assert not await keeper.forget(ZED.user_id, GUILD)
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
    assert [chair.name for chair in (await place.table()).record.chairs] == ["Lando", "Roark"]
    await place.adds_up()


async def test_whatever_breaks_off_is_taken_up_again(place: TableHarness, monkeypatch: pytest.MonkeyPatch):
    await evening(place)

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr("bot.privacy.forgetting._forget_actions", killed)
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
    before = [json.loads(row["said"]) for row in await place.file.fetch("SELECT said FROM actions ORDER BY sequence")]
    await forgetting(place).ask(ANN.user_id, [GUILD])
    after = [json.loads(row["said"]) for row in await place.file.fetch("SELECT said FROM actions ORDER BY sequence")]
    told = [[line.replace("Han", "@") for line in lines] for lines in before]
    assert [[line.replace("former player (1-1)", "@") for line in lines] for lines in after[: len(before)]] == told
    assert any("hand" in line or "Lando" in line for lines in after for line in lines)


async def test_a_gm_who_is_forgotten_acts_no_more_in_the_log(place: TableHarness):
    await place.opened(BOSS)
    await place.npc_sits("Watto")
    assert await forgetting(place).ask(BOSS.user_id, [GUILD])
    left = everything_in(place.path)
    assert b"Bossy" not in left
    assert str(BOSS.user_id).encode() not in left
    assert [chair.name for chair in (await place.table()).record.chairs] == ["Watto"]


async def test_only_what_names_them_may_be_changed_and_only_meanwhile(place: TableHarness):
    await evening(place)
    zed = ZED.user_id
    edits = (
        "UPDATE entries SET actor = NULL WHERE actor = {zed}",
        "UPDATE entries SET reason = 'former player (1-1)' WHERE reason LIKE '%ZAPHOD%'",
        "UPDATE actions SET actor = NULL WHERE actor = {zed}",
        "UPDATE actions SET said = '[]' WHERE said LIKE '%Zaphod%'",
    )
    for edit in edits:
        with pytest.raises(Refused):
            await place.file.apply(Statement(edit.format(zed=zed), touches=None))
    await place.file.apply(
        Statement(
            "INSERT INTO erasures (id, guild_id, user_id, salt, digest, asked_at) VALUES (1, ?, ?, '', '', 0)",
            (GUILD, zed),
        ),
        Statement(
            "INSERT INTO erased_names (erasure_id, campaign_id, form, pseudonym) VALUES (1, ?, 'Lando', 'nobody')",
            (place.campaign.id,),
        ),
    )
    for edit in (
        "UPDATE entries SET actor = {ben} WHERE actor = {zed}",
        "UPDATE entries SET actor = NULL WHERE actor = {ben}",
        "UPDATE entries SET at = at + 1",
        "UPDATE entries SET kind = 'grant', actor = NULL WHERE actor = {zed}",
        "UPDATE entries SET reason = 'another' WHERE actor = {zed}",
        "UPDATE entries SET reason = '' WHERE actor = {zed} AND reason <> ''",
        "UPDATE actions SET said = '[]' WHERE said LIKE '%Zaphod%' AND said NOT LIKE '%Lando%'",
        "UPDATE actions SET said = replace(said, 'Lando', 'Greedo') WHERE said LIKE '%Lando%'",
        "UPDATE actions SET digest = NULL, actor = NULL WHERE digest IS NOT NULL AND actor = {zed}",
        "UPDATE actions SET draws = '[]', actor = NULL WHERE actor = {zed} AND draws <> '[]'",
        "DELETE FROM entries",
        "DELETE FROM actions",
        "DELETE FROM transfers",
        "DELETE FROM accounts",
    ):
        with pytest.raises(Refused):
            await place.file.apply(Statement(edit.format(zed=zed, ben=BEN.user_id), touches=None))
    await place.file.apply(Statement(edits[0].format(zed=zed), touches=None))
    await place.file.apply(Statement(edits[2].format(zed=zed), touches=None))


@pytest.mark.parametrize(
    "name, text, told",
    [
        ("Han", "Han plays a hand for Hanna, says Han.", "X plays a hand for Hanna, says X."),
        ("A", "A gets a coin and A's seat", "X gets a coin and X's seat"),
        ("Jabba [the] Hutt", r"Jabba \[the\] Hutt folds", "X folds"),
        ("李", "谢谢李明", "谢谢X明"),
        ("GM", "The GM pauses the table.", "The GM pauses the table."),
        ('"Q"', '["\\"Q\\" folds"]', '["X folds"]'),
        ("...", "and then ... nothing", "and then X nothing"),
    ],
)
def test_a_name_is_taken_out_as_a_whole_word(name: str, text: str, told: str):
    assert NameRedaction(dict.fromkeys(forms_of(name), "X")).redacted(text) == told


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


@pytest.mark.parametrize("stops", [False, True])
async def test_erased_rows_leave_the_database_log_once_no_one_reads(place: TableHarness, stops: bool):
    await evening(place)
    reader = sqlite3.connect(place.path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM actions").fetchone()
    keeper = Maintenance(place.database, place.tables, place.clock)
    await keeper.start()
    assert await keeper.forget(ZED.user_id, GUILD)
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
    )
    keeper = Maintenance(place.database, place.tables, place.clock)
    await keeper.start()
    await place.clock.advance(24 * 3600)
    kept = "SELECT id FROM pending_imports UNION ALL SELECT id FROM offers"
    await place.clock.settle()
    assert not await place.file.fetch(kept)
    await keeper.stop()
