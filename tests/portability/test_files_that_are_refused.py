"""Files that anybody may have made: each is refused in one sentence that names the place, or comes in within bounds."""

import json
from typing import Any

import pytest

from bot.campaigns import MOST_NPCS, CampaignSettings
from bot.engine.money import MAX_AMOUNT
from bot.errors import Unreadable
from bot.portability.bounded_json import DEEPEST, MOST_BYTES
from bot.portability.campaign_file import MOST_CHARACTERS
from bot.portability.import_plan import MOST_GOODS, free_name, plan_import
from bot.portability.reading import read_campaign

Json = dict[str, Any]
HAN: Json = {"number": 1, "kind": "pc", "name": "Han", "player": "12345678901234567", "created_at": 5, "purse": 100}
PILOK = "Three Street Pi'Lok"
GREEDO: Json = {"number": 2, "kind": "npc", "name": "Greedo", "template": "novice", "created_at": 5}


def campaign(**changes: Any) -> Json:
    """Return a small file with these changes."""
    usual = {"format": "shadowport-campaign", "version": 1, "exported_at": 9, "name": "Kessel", "settings": {}}
    return usual | {"characters": [HAN, GREEDO]} | changes


def refusal(content: Json | str | bytes) -> str:
    text = json.dumps(content) if isinstance(content, dict) else content
    with pytest.raises(Unreadable) as refused:
        plan_import(read_campaign(text if isinstance(text, bytes) else text.encode()), ())
    return str(refused.value)


def within(**changes: Any) -> str:
    """Return the small file with something put into its JSON that Python wouldn't write."""
    text = json.dumps(campaign())[:-1]
    return text + "".join(f', "{name}": {value}' for name, value in changes.items()) + "}"


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", "That file isn't JSON from line 1 on."),
        (b"\xff\xfe", "That file isn't text in UTF-8: send one that /campaign export has made."),
        (b"[]", "That file is no campaign: send one that /campaign export has made."),
        (b"{}", "That file is no campaign: send one that /campaign export has made."),
        ('{"format": "shadowport-campaign"', "That file isn't JSON from line 1 on."),
        (b"[" * 5_000, f"That file has lists within lists, more than {DEEPEST} deep: no campaign has."),
        ('{"a":' * 5_000, f"That file has lists within lists, more than {DEEPEST} deep: no campaign has."),
        (b"[" * 2_000_000, "That file holds more than a campaign can."),
        (b'"' * MOST_BYTES, "That file holds more than a campaign can."),
        (b"," * MOST_BYTES, "That file holds more than a campaign can."),
        (b" " * (MOST_BYTES + 1), "That file holds more than a campaign can."),
        (within(party="NaN"), "That file says “NaN” where a number has to be."),
        (within(party="-Infinity"), "That file says “\\-Infinity” where a number has to be."),
        (within(party="1e999"), "That file says “1e999” where a number has to be."),
        (within(party="9" * 5_000), "That file has a number of 5,000 digits: no campaign counts so far."),
        (within(version="1"), "That file says “version” twice in one place."),
        (within(x="[" * 40), f"That file has lists within lists, more than {DEEPEST} deep: no campaign has."),
    ],
    ids=lambda content: repr(content[:24]),
)
def test_file_without_a_campaign_is_refused_in_a_sentence(content: str | bytes, said: str):
    assert refusal(content) == said


@pytest.mark.parametrize(
    "version, said", [(2, "newer Shadowport"), *((odd, "doesn't say") for odd in (0, True, "1", None))]
)
def test_a_version_that_i_do_not_know_is_refused(version: object, said: str):
    assert said in refusal(campaign(version=version))


def changed(which: int, **changes: Any) -> Json:
    people = [HAN, GREEDO]
    people[which] = people[which] | changes
    return campaign(characters=people)


@pytest.mark.parametrize(
    "content, said",
    [
        (campaign(name="Kes\u202esel"), "In that file, name can't be: a name has no invisible signs"),
        (campaign(name="x" * 90), "In that file, name can't be: that name is too long"),
        (campaign(name="x" * 9_000), "In that file, name is too long."),
        (campaign(name="\ud800"), "In that file, some text holds half of a letter."),
        (campaign(party=-1), "In that file, party is too small."),
        (campaign(party=1.5), "In that file, party isn't a whole number."),
        (campaign(party="5"), "In that file, party isn't a whole number."),
        (campaign(house=10**19), "In that file, house is too large."),
        (campaign(party=MAX_AMOUNT, house=1), "That file has more money than there is in the world."),
        (campaign(characters={}), "In that file, characters isn't a list."),
        (campaign(characters=[5]), "In that file, characters 1 isn't an object."),
        (campaign(characters=[HAN] * (MOST_CHARACTERS + 1)), "In that file, characters is too long."),
        (campaign(characters=[HAN, HAN]), "That file has two characters of one number."),
        (changed(1, name="HAN"), "That file has two characters in play of one name."),
        (changed(0, name="\u0007"), "In that file, characters 1, name can't be: a name needs at least one letter"),
        (changed(0, player="0"), "In that file, characters 1, player isn't a Discord id."),
        (changed(0, player=5), "In that file, characters 1, player isn't text."),
        (changed(0, template="shark"), "In that file, characters 1 can't be: only NPCs have a template"),
        (changed(1, player="5"), "In that file, characters 2 can't be: an NPC has no player."),
        (changed(1, template="wookiee"), "In that file, characters 2, template can't be: there is no such kind"),
        (changed(1, pilot={"lines": ["x" * 201]}), "In that file, characters 2, pilot can't be: a line that an NPC"),
        (changed(1, pilot={"lines": ["x" * 200] * 15}), "In that file, characters 2, pilot can't be: all that an NPC"),
        (changed(1, pilot={"lines": ["x"] * 21}), "In that file, characters 2, pilot, lines is too long."),
        (changed(1, pilot={"temper": {"style": "sober"}}), "In that file, characters 2, pilot, temper, style is none"),
        (changed(0, retired_at=10**12), "In that file, characters 1, retired\\_at is too large."),
        (changed(0, seeds=["x"]), "In that file, characters 1, seeds isn't anything that I know."),
        (changed(0, kits=[{"game": "pazaak", "kit": {}}] * 2), "In that file, characters 1 can't be: two kits for one"),
        (
            changed(0, sheet={"skills": [{"name": "x", "rating": {"kind": "pool", "dice": 99}}]}),
            "In that file, characters 1, sheet, skills 1, rating, pool, dice is too large.",
        ),
        (
            changed(0, goods=[{"game": "pazaak", "kind": "plus_1", "count": 0}]),
            "In that file, characters 1, goods 1, count is too small.",
        ),
        (campaign(settings={"starting_purse": -1}), "In that file, settings, starting\\_purse is too small."),
        (campaign(settings={"openers": "all"}), "In that file, settings, openers is none of what may stand there."),
        (campaign(settings={"currency": {"denominations": [], "main": "x"}}), "In that file, settings, currency"),
        (campaign(settings={"roles": "x" * 60_000}), "In that file, settings is too long."),
        (campaign(materials=[{"game": "klingon", "text": "x" * 600_000}]), "In that file, materials 1, text is too"),
        (campaign(**{"@everyone **x**": 1}), "In that file, \\@\N{WORD JOINER}everyone \\*\\*x\\*\\* isn't anything"),
    ],
    ids=lambda content: repr(content)[-30:],
)
def test_impossible_value_in_a_campaign_file_is_named_by_its_place(content: Json, said: str):
    told = refusal(content)
    assert told.startswith(said), told
    assert len(told) < 400


def test_coins_without_a_name_are_refused():
    coin = {"name": "", "plural": "", "symbol": "x", "value": 1}
    told = refusal(campaign(settings={"currency": {"denominations": [coin], "main": ""}}))
    assert told == "In that file, settings, currency has a coin without a name."


def test_a_campaign_has_no_more_npcs_than_it_may():
    many = [GREEDO | {"number": at, "name": f"Greedo {at}"} for at in range(1, MOST_NPCS + 2)]
    assert refusal(campaign(characters=many)) == "That file has 201 NPCs in play, and a campaign has at most 200."
    retired = [one | {"retired_at": 7} for one in many]
    assert len(plan_import(read_campaign(json.dumps(campaign(characters=retired)).encode()), ()).characters) == 201


def land(**changes: Any) -> tuple[Any, tuple[str, ...]]:
    found = plan_import(read_campaign(json.dumps(campaign(**changes)).encode()), ("kessel",))
    return found, found.left_out


def test_a_name_that_is_taken_gets_a_number():
    found, _ = land()
    assert (found.name, found.wanted) == ("Kessel 2", "Kessel")
    assert free_name("x" * 32, {"x" * 32, f"{'x' * 30} 2"}) == f"{'x' * 30} 3"
    assert free_name("Kessel", ()) == "Kessel"


def test_a_character_gets_a_number_when_its_name_passes_for_another():
    """The first in the file keeps its name; a retired character passes for nobody."""
    names = ["Hero0", "Неro0", "Неro0 2", "The house", "HeroO"]
    characters = [HAN | {"number": number, "name": name} for number, name in enumerate(names, 1)]
    characters.append(HAN | {"number": 6, "name": "Неrо0", "retired_at": 5})
    found, left = land(characters=characters)
    brought = [one.campaign_file.name for one in found.characters]
    assert brought == ["Hero0", "Неro0 3", "Неro0 2", "The house 2", "HeroO 4", "Неrо0"]
    assert len([told for told in left if "Неro0 comes as Неro0 3" in told and "The house 2" in told]) == 1


def test_a_preset_stays_behind_when_its_name_passes_for_another():
    names = ["Hero0", "Неro0", "Lоng"]
    found, left = land(presets=[{"game": "pilok", "name": name, "rules": {"ante": 5}} for name in names])
    assert [preset.name for preset in found.presets] == ["Hero0"]
    assert left[-2:] == (
        f"House rules that the games don't allow: Lоng ({PILOK}).",
        f"House rules with names that look like others: Неro0 ({PILOK}).",
    )


def test_roles_and_channels_stay_behind():
    found, left = land(settings={"gm_role_id": 5, "channels": [1], "openers": "role", "tomorrow": 1})
    assert found.settings == CampaignSettings(openers="gm")
    assert left == (
        "Roles and channels: those of another server mean nothing here. Choose them with /campaign setup.",
        "The role that opens tables: until you choose one, only the GM opens them.",
        "Settings that I don't know: tomorrow.",
    )


def test_import_leaves_out_values_that_games_do_not_know():
    goods = [{"game": "pazaak", "kind": kind, "count": 2} for kind in ("plus_1", "plus_99")]
    kits = [{"game": "pazaak", "kit": {"decks": 5}}, {"game": "sabacc", "kit": {}}, {"game": "pilok", "kit": []}]
    presets = [
        {"game": "pilok", "name": "Fine", "rules": {"ante": 5}},
        {"game": "pilok", "name": "Long", "rules": {"ante": 5}},
        {"game": "pilok", "name": "Bad", "rules": {"ante": "x"}},
        {"game": "sabacc", "name": "Gone", "rules": {}},
        {"game": "pilok", "name": "Worse", "rules": [[]]},
    ]
    materials = [{"game": "sabacc", "text": "x"}]
    found, left = land(characters=[HAN | {"goods": goods, "kits": kits}], presets=presets, materials=materials)
    assert [(held.kind, held.count) for held in found.characters[0].goods] == [("plus_1", 2)]
    assert (found.characters[0].kits, found.materials) == ((), ())
    assert [preset.name for preset in found.presets] == ["Fine"]
    assert left[1:] == (
        "1 kit for Pazaak, which I can't read.",
        "1 kit for sabacc, which I can't read.",
        "1 kit for Three Street Pi'Lok, which I can't read.",
        "2 goods of Pazaak, which it doesn't know or which are too many.",
        "What was loaded for sabacc, a game that isn't here.",
        f"House rules that the games don't allow: Long ({PILOK}), Bad ({PILOK}), Gone (sabacc), Worse ({PILOK}).",
    )


def test_import_leaves_out_items_beyond_the_limit():
    goods = [{"game": "pazaak", "kind": "plus_1", "count": MOST_GOODS + 5}]
    found, left = land(characters=[HAN | {"goods": goods}])
    assert found.characters[0].goods[0].count == MOST_GOODS
    assert "5 goods of Pazaak, which it doesn't know or which are too many." in left


def test_a_history_is_read_by_nobody():
    with_one = campaign(history={"hands": [{"open_seed": "x"}]})
    assert read_campaign(json.dumps(with_one).encode()) == read_campaign(json.dumps(campaign()).encode())


@pytest.mark.parametrize(
    "name, told",
    [
        ("a" * 33, "In that file, characters 1, name can't be: that name is too long: at most 32 letters."),
        ("\u2800", "In that file, characters 1, name can't be: a name needs at least one letter or digit."),
    ],
)
def test_the_rules_of_names_are_told_within_the_sentence(name: str, told: str):
    assert refusal(campaign(characters=[HAN | {"name": name}])) == told


def test_a_coin_on_two_lines_is_refused():
    coin = {"name": "c\nr", "plural": "x", "symbol": "cr", "value": 1}
    file = campaign(settings={"currency": {"denominations": [coin], "main": "c\nr"}})
    assert refusal(file) == "In that file, settings, currency has a coin whose name isn't on one line."


def test_import_reports_lines_and_files_that_it_leaves_out():
    lines = ["Pay up.", "a\nb\u202e<@1> @everyone", "", "Pay up."]
    file = campaign(
        characters=[GREEDO | {"pilot": {"lines": lines, "speaks": True}}],
        materials=[
            {"game": "klingon", "text": "\u0000\u202e garbage"},
            {"game": "pazaak", "text": "plus_1"},
            {"game": "sabacc", "text": ""},
        ],
    )
    found = plan_import(read_campaign(json.dumps(file).encode()), set())
    pilot = found.characters[0].campaign_file.pilot
    assert pilot is not None
    assert (pilot.lines, found.materials) == (("Pay up.",), ())
    assert found.left_out[1:] == (
        "3 lines of NPCs: empty, said twice, or not on one line.",
        "What was loaded for Klingon Hold-'Em, which can't read it.",
        "What was loaded for Pazaak, which takes nothing of the kind.",
        "What was loaded for sabacc, a game that isn't here.",
    )
