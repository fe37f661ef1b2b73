"""No name passes for another character's, or for one of the bot's own words; names in any script are welcome."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import resources
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.campaigns import RESERVED, Campaign, NameTaken, Person, is_reserved, looks, name_key, safe_name
from bot.db import Statement
from bot.errors import PlayerError
from bot.portability.service import CampaignFiles
from bot.privacy.forgetting import FORMER_PLAYER
from bot.ui.commands.transformers import EVERYBODY, HOUSE, PARTY
from cogs.gm import recipients
from tests.campaigns.conftest import ANN, BEN, GM, World

ALIKE = [
    ("Hero0", "Неro0"),
    ("Hero0", "HeroO"),
    ("Greedo", "Greedо"),
    ("Lando", "Iando"),
    ("Bill", "BiII"),
    ("Leia", "Leіa"),
    ("Carmen", "Carrnen"),
    ("Han 1", "Han I"),
    ("Q'ira", "Q’ira"),
    ("Ольга", "Oльга"),
    ("Рас", "Pac"),
    ("ХАНА", "XAHA"),
    ("Lando", "ʟᴀɴᴅᴏ"),
    ("Lando", "🅛🅐🅝🅓🅞"),
    ("Lando", "🅻🅰🅽🅳🅾"),
]
UNLIKE = [
    ("Lando", "L4ndo"),
    ("Иван", "Ivan"),
    ("Zoë", "Zoe"),
    ("Han Solo", "HanSolo"),
    ("Mila", "Milla"),
    ("李小龙", "李小虎"),
    ("Σίσυφος", "Sisyphos"),
    ("Kett", "Kett 2"),
]
OWN_WORDS = [
    "The house", "HOUSE", "the  Höuse", "Тhе hоusе", "thehouse", "THEHOUSE", "t-h-e house", "H0use", "h̶o̶u̶s̶e",
    "🏠 House 🏠", "GM", "G.M.", "a gm", "ＧＭ", "ᏀM", "The Game Master", "Another GM", "Mint", "MINT", "M1nt", "МINТ",
    "Mıńt", "the bank", "Bаnk", "Dealer", "The table", "This table", "Shadowport", "Shad0wp0rt", "The party",
    "the party’s wallet", "The party's wallet", "The whole party", "Prize", "Everyone", "@everyone", "ΕVΕRΥΟΝΕ",
    "@here", "No one", "no-body", "Everyone at this table", "former player (7)", "Former Player (7-1)",
    "Han (retired)", "ɢᴍ", "🅶🅼", "ᴛʜᴇ ᴍɪɴᴛ", "🇲 🇮 🇳 🇹", "The house cut",
]  # fmt: skip
WELCOME = [
    "Han", "Иван", "李小龙", "Zoë", "Q'ira 7", "The Mandalorian", "Housemartin", "Minty", "Everyman", "Bankole", "Anna",
    "A", "The", "😀", "R2-D2", "ナルト", "محمد", "Agm", "Dealer's Daughter", "House of Cards",
]  # fmt: skip


def confusable(letter: str) -> list[str]:
    """Return the letters that look like this one by Unicode's data, and that a name keeps."""
    return [one["c"] for one in LISTED.get(letter, ()) if safe_name(f"x{one['c']}x") == f"x{one['c']}x"]


LISTED: dict[str, Any] = json.loads(
    resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
DISGUISES = {letter: [letter, *confusable(letter)] for letter in LETTERS}
PAIRS = st.lists(
    st.sampled_from(LETTERS).flatmap(lambda letter: st.tuples(st.just(letter), st.sampled_from(DISGUISES[letter]))),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("one, other", ALIKE)
def test_names_look_alike_when_unicode_calls_their_letters_confusable(one: str, other: str):
    assert looks(one) & looks(other)
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("one, other", UNLIKE)
def test_names_look_different_when_any_letter_does(one: str, other: str):
    assert not looks(one) & looks(other)


@given(PAIRS)
def test_a_name_looks_like_any_disguise_of_it(letters: list[tuple[str, str]]):
    name, disguise = ("".join(column) for column in zip(*letters, strict=True))
    assert looks(safe_name(name)) & looks(safe_name(disguise))


@given(st.text(max_size=30))
def test_looks_are_the_same_whatever_the_case_or_form_of_a_name(text: str):
    assert looks(text) & looks(name_key(text))


def test_looks_end_where_case_and_skeleton_take_turns():
    """These letters are each other's skeleton and lower case."""
    assert looks("\u13a8\u13b0\u2c75\u2c76\ua6b1\uab78\uab80")


@pytest.mark.parametrize("name", OWN_WORDS)
def test_a_name_is_reserved_when_it_reads_like_a_word_of_the_bot(name: str):
    assert is_reserved(safe_name(name))


@pytest.mark.parametrize("name", WELCOME)
def test_a_name_in_any_script_is_welcome(name: str):
    assert not is_reserved(safe_name(name))


async def test_refused_name_says_whom_it_looks_like_except_npcs(world: World):
    offered = {PARTY, HOUSE, EVERYBODY, recipients.TABLE, recipients.EVERYBODY}
    assert [word for word in (*offered, FORMER_PLAYER) if not is_reserved(word)] == []
    assert [word for word in RESERVED if not (is_reserved(word) and is_reserved(f"The {word}"))] == []
    await world.character(ANN, "Hero0")
    with pytest.raises(NameTaken, match=r"Hero0. Choose another name\."):
        await world.character(BEN, "Неro0")
    await world.npc("Vader")
    with pytest.raises(NameTaken) as told:
        await world.character(ANN, "Vаder")
    assert "Vader" not in str(told.value)
    with pytest.raises(NameTaken, match="Vader"):
        await world.npc("Vаder")


async def test_a_name_is_free_in_another_campaign_and_when_its_character_has_retired(world: World):
    hero = await world.character(ANN, "Hero0")
    assert await world.characters.create(await world.campaigns.at(600), BEN, "Неro0")
    await world.characters.retire(world.campaign, ANN, hero)
    assert (await world.character(BEN, "Неro0")).name == "Неro0"


async def test_one_of_two_lookalikes_gets_the_name(world: World):
    tried = (world.character(Person(10), "Hero0"), world.character(Person(11), "Неro0"), world.npc("HeroO"))
    outcomes = await asyncio.gather(*tried, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(NameTaken) == 2
    names = {(await world.npc("")).name for _ in range(26)}
    assert "Esk" in names
    other = await world.campaigns.at(600)
    await world.characters.create(other, ANN, "Аnsa")
    made = await world.characters.create_npc(other, GM, "regular")
    assert not looks(made.name) & looks("Ansa")


async def called(world: World, by: Person, name: str, campaign: Campaign | None = None) -> int:
    """Create a character with a name that would be refused now."""
    character = await world.characters.create(campaign or world.campaign, by, "Somebody like that")
    sql = "UPDATE characters SET name = ?, name_key = ? WHERE id = ?"
    await world.database.apply(Statement(sql, (name, name_key(name), character.id)))
    return character.id


@pytest.mark.parametrize("name", ["The house", "Неro0"])
async def test_a_character_keeps_its_name_when_it_has_had_it_all_along(world: World, name: str):
    await world.character(BEN, "Hero0")
    character = await world.characters.get(world.campaign.id, await called(world, ANN, name))
    assert await world.characters.edit(world.campaign, ANN, character, name=name) == character
    with pytest.raises(NameTaken):
        await world.characters.edit(world.campaign, ANN, character, name=name.upper())
    assert (await world.characters.edit(world.campaign, ANN, character, name="Han")).name == "Han"


@pytest.mark.parametrize("name", ["The house", "G.M.", "Мint"])
async def test_a_reserved_name_is_refused_from_players_and_gms(world: World, name: str):
    han = await world.character(ANN, "Han")
    for attempt in (
        world.character(BEN, name),
        world.npc(name),
        world.characters.edit(world.campaign, ANN, han, name=name),
    ):
        with pytest.raises(NameTaken):
            await attempt


Way = Callable[[World, Campaign, str, str], Awaitable[Campaign]]


async def both_created(world: World, campaign: Campaign, one: str, other: str) -> Campaign:
    await world.characters.create(campaign, ANN, one)
    await world.characters.create(campaign, BEN, other)
    return campaign


async def npc_then_player(world: World, campaign: Campaign, one: str, other: str) -> Campaign:
    await world.characters.create_npc(campaign, GM, "regular", one)
    await world.characters.create(campaign, BEN, other)
    return campaign


async def player_then_npc(world: World, campaign: Campaign, one: str, other: str) -> Campaign:
    await world.characters.create(campaign, ANN, one)
    await world.characters.create_npc(campaign, GM, "shark", other)
    return campaign


async def renamed(world: World, campaign: Campaign, one: str, other: str) -> Campaign:
    await world.characters.create(campaign, ANN, one)
    second = await world.characters.create(campaign, BEN, "Somebody like that")
    await world.characters.edit(campaign, BEN, second, name=other)
    return campaign


async def test_a_campaign_with_names_that_look_alike_is_not_exported(world: World):
    for name, by in (("Hero", ANN), ("Hеro", BEN)):
        await called(world, by, name, world.campaign)
    files = CampaignFiles(world.database, world.campaigns, world.campaigns._ids, world.clock)
    with pytest.raises(PlayerError, match="Hero and Hеro"):
        await files.export(world.campaign, GM, history=False)


@pytest.mark.parametrize("way", [both_created, npc_then_player, player_then_npc, renamed])
async def test_two_names_that_look_alike_never_stand_side_by_side(world: World, way: Way):
    rng = Random(39)
    for guild_id in range(1_000, 1_040, 2):
        letters = [rng.choice(LETTERS) for _ in range(rng.randint(4, 10))]
        one = safe_name("".join(letters))
        other = safe_name("".join(rng.choice(DISGUISES[letter]) for letter in letters))
        campaign = await world.campaigns.at(guild_id)
        with suppress(NameTaken):
            campaign = await way(world, campaign, one, other)
        rows = await world.database.fetch("SELECT name FROM characters WHERE campaign_id = ?", campaign.id)
        names = {row["name"] for row in rows}
        assert one in names
        assert other not in names - {one}
        assert len(names) == len(rows)
