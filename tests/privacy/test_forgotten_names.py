"""A forgotten user's name goes wherever it means them, and nothing else is renamed: nobody called the same, no coin, no
word of the bot's.
"""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.campaigns import AutopilotSettings, Items, Person, Wallet
from bot.games import spec_of
from bot.privacy.erasures import is_unambiguous
from bot.privacy.name_forms import NameRedaction, forms_of
from bot.privacy.own_data import own_file
from bot.privacy.redaction import bots_words
from bot.tables.presets import Presets
from tests.privacy.test_forgetting import everything_in, forgetting
from tests.tables.table_fixtures import ANN, BEN, GM, GUILD, TableHarness

ZED = Person(812_345_678_901_234_567, name="Zedrick")


@pytest.fixture
async def place(path: Path) -> AsyncIterator[TableHarness]:
    """Han, Lando and Zaphod have played a hand."""
    async with TableHarness(path) as opened:
        await opened.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (ZED, "Zaphod")):
            await opened.sits(person, name)
        await opened.lively_hand()
        yield opened


async def said(place: TableHarness) -> str:
    return "\n".join(
        line
        for row in await place.file.fetch("SELECT said FROM actions ORDER BY sequence")
        for line in json.loads(row["said"])
    )


async def reasons(place: TableHarness) -> list[str]:
    return [row["reason"] for row in await place.file.fetch("SELECT reason FROM entries ORDER BY id")]


async def grant(place: TableHarness, reason: str) -> None:
    wallet = Wallet(place.database, place.characters, place.clock)
    han = (await place.characters.mine(place.campaign.id, ANN.user_id))[0]
    await wallet.grant(place.campaign, GM, [han], 5, key="grant", reason=reason)


async def test_a_display_name_like_anothers_or_a_coin_renames_nobody(place: TableHarness):
    await grant(place, "Lando found 5 cr")
    assert await forgetting(place).ask(ZED.user_id, [GUILD], known_as=["Lando", "cr", "500", "hand"])
    table = await place.deals()
    assert [chair.name for chair in table.record.chairs] == ["Han", "Lando"]
    deal = (await place.file.fetch("SELECT deal FROM hands ORDER BY number DESC LIMIT 1"))[0]["deal"]
    assert [player["name"] for player in json.loads(deal)["players"]] == ["Han", "Lando"]
    assert (await reasons(place)).count("Lando found 5 cr") == 1
    assert "**Lando** sits down with 500 cr." in await said(place)
    assert not any("former" in reason for reason in (await reasons(place)) if "Left behind" not in reason)


async def test_a_retired_namesake_of_theirs_renames_nobody(path: Path):
    async with TableHarness(path) as place:
        old = await place.characters.create(place.campaign, ZED, "Lando")
        await place.characters.retire(place.campaign, ZED, old)
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (ZED, "Old Han")):
            await place.sits(person, name)
        await place.lively_hand()
        await grant(place, "for HAN, from old han and lando")
        assert await forgetting(place).ask(ZED.user_id, [GUILD])
        assert [chair.name for chair in (await place.table()).record.chairs] == ["Han", "Lando"]
        assert "**Lando** sits down with 500 cr." in await said(place)
        assert "**Han** sits down with 500 cr." in await said(place)
        assert "for HAN, from former player (1-2) and lando" in await reasons(place)
        assert "Old Han" not in await said(place)


async def test_part_of_anothers_name_stays(path: Path):
    async with TableHarness(path) as place:
        await place.opened()
        for person, name in ((BEN, "Old Ben"), (ZED, "Ben")):
            await place.sits(person, name)
        await place.deals(BEN)
        await place.play_out()
        await place.characters.create(place.campaign, ANN, "Han")
        await grant(place, "Ben owes Old Ben")
        assert await forgetting(place).ask(ZED.user_id, [GUILD])
        assert "former player (1-1) owes Old Ben" in await reasons(place)
        assert "**Old Ben** sits down" in await said(place)
        assert "**Ben**" not in await said(place)


async def test_typed_text_loses_the_forgotten_name_in_any_case(place: TableHarness):
    await grant(place, f"for ZAPHOD, see <@{ZED.user_id}>")
    await place.undoes_hand(reason="Zaphod")
    await place.play_out()
    await place.lively_hand()
    await place.undoes_hand(reason='because "zaphod" misread it')
    await place.play_out()
    await place.undoes_action(reason="ask zedrick") if (await place.table()).in_hand else None
    assert await forgetting(place).ask(ZED.user_id, [GUILD], known_as=[ZED.name])
    left = everything_in(place.path).lower()
    for word in ("zaphod", "zedrick", str(ZED.user_id)):
        assert word.encode() not in left, word
    assert 'The GM takes back hand 2: because "former player (1-1)" misread it.' in await said(place)
    await place.adds_up()


async def test_forgetting_covers_typed_text_at_tables_they_never_sat_at(place: TableHarness):
    place.table_id = (await place.opened(channel=601)).id
    for person, name in ((ANN, "Greedo"), (BEN, "Roark")):
        await place.sits(person, name, channel=601)
    table = (await place.tables.playing.deal(place.table_id, place.click(ANN, channel=601))).table
    while table.in_hand:
        seat = min(table.to_act)
        click = place.click(await place.player(seat), channel=601)
        table = (await place.tables.playing.act(table.id, click, "fold", {}, seat=seat)).table
    await place.undoes_hand(reason="Zaphod told me", channel=601)
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert b"zaphod" not in everything_in(place.path).lower()


async def test_presets_and_lines_of_npcs_name_them_no_more(place: TableHarness):
    rules = spec_of("pilok").game.presets["long"]
    presets = Presets(place.database, place.clock)
    await presets.save(place.campaign, GM, "pilok", "Zaphod's way", rules)
    await presets.save(place.campaign, GM, "pilok", "former player (1-1)'s way", rules)
    npc = await place.characters.create_npc(place.campaign, GM, "shark", "Jabba", None)
    await place.characters.set_pilot(
        place.campaign, GM, npc, AutopilotSettings(speaks=True, lines=("You lose, zaphod.", "Ha."))
    )
    assert await forgetting(place).ask(ZED.user_id, [GUILD])
    assert b"zaphod" not in everything_in(place.path).lower()
    rows = await place.file.fetch("SELECT pilot FROM characters WHERE pilot IS NOT NULL")
    assert AutopilotSettings.from_json(rows[0]["pilot"]).lines == ("You lose, former player (1-1).", "Ha.")
    names = [row["name"] for row in await place.file.fetch("SELECT name FROM presets ORDER BY name")]
    assert names == ["former player (1-1)'s way", "former player (1-1)'s way 2"]


async def test_ones_own_file_has_none_of_others_words_or_names(place: TableHarness):
    campaign = place.campaign
    han, lando = [(await place.characters.mine(campaign.id, one.user_id))[0] for one in (ANN, BEN)]
    wallet = Wallet(place.database, place.characters, place.clock)
    await wallet.pay(campaign, BEN, lando, han, 5, key="x", reason="for Roarkus")
    await Items(place.database, place.clock).grant(
        campaign.id, lando.id, "pazaak", ["plus_1"], actor=ANN.user_id, key="cards"
    )
    await place.undoes_hand(reason="Lando cheated Roarkus")
    found = await own_file(place.database, ANN.user_id, GUILD, everywhere=False, now=place.clock.now())
    told = found.content.decode()
    assert "Roarkus" not in told
    assert "Lando" not in told
    assert "Three Street Pi'Lok, hand 1" in told


@pytest.mark.parametrize(
    "kind, reason, own",
    [
        ("pay", "for Lando", ""),
        ("undo", "Pi'Lok, hand 2 taken back: Lando", "Pi'Lok, hand 2"),
        ("undo", "Pi'Lok, hand 2 goes on: Lando", "Pi'Lok, hand 2"),
        ("undo", "Pi'Lok, hand 2 taken back", "Pi'Lok, hand 2 taken back"),
        ("bank", "Roulette: the GM fills the bank", "Roulette: the GM fills the bank"),
        ("bank", "Roulette: Lando brought it", "Roulette"),
        ("goods", "Pazaak: given to Lando", "Pazaak"),
        ("hand", "Pi'Lok, hand 1", "Pi'Lok, hand 1"),
    ],
)
def test_the_bots_own_words_of_a_reason(kind: str, reason: str, own: str):
    assert bots_words(kind, reason) == own


@pytest.mark.parametrize(
    "name, tells", [("Zedrick", True), ("Jo", False), ("123456", False), ("LANDO", False), ("The", False)]
)
def test_a_display_name_that_could_mean_others_is_left_in_what_was_typed(name: str, tells: bool):
    assert is_unambiguous(name, ["Lando", "cr"]) is tells


def test_pseudonyms_of_others_stay_whole():
    told = NameRedaction(dict.fromkeys(forms_of("Former"), "former player (2-1)")).redacted(
        "former of former player (1-1)"
    )
    assert told == "former player (2-1) of former player (1-1)"
