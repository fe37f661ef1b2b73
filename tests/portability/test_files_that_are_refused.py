"""Files that anybody may have made: each is refused in one sentence that names the place, or comes in within bounds."""

import json
from typing import Any

import pytest

from bot.campaigns import MOST_NPCS
from bot.campaigns.names import free_name
from bot.engine.money import MAX_AMOUNT
from bot.engine.words import escape
from bot.errors import Unreadable
from bot.portability.campaign_file import MOST_CHARACTERS, MOST_ITEMS, read_campaign
from bot.portability.import_plan import ImportPlan, plan_import
from bot.portability.reading import MOST_BYTES
from bot.tables.presets import MOST_PRESETS

Json = dict[str, Any]
HAN: Json = {"number": 1, "kind": "pc", "name": "Han", "player": "12345678901234567", "created_at": 5, "wallet": 100}
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
        (b"\xff\xfe", "That file isn't text in UTF-8. Send one from /campaigns export."),
        (b"[]", "That file isn't a campaign. Send one from /campaigns export."),
        (b"{}", "That file isn't a campaign. Send one from /campaigns export."),
        ('{"format": "shadowport-campaign"', "That file isn't JSON from line 1 on."),
        (b"[" * 5_000, "That file has too many lists within lists."),
        ('{"a":' * 5_000, "That file has too many lists within lists."),
        (b"[" * 2_000_000, "That file holds more than a campaign can."),
        (b'"' * MOST_BYTES, "That file holds more than a campaign can."),
        (b"," * MOST_BYTES, "That file holds more than a campaign can."),
        (b" " * (MOST_BYTES + 1), "That file holds more than a campaign can."),
        (within(party="NaN"), "That file has “NaN” where a number belongs."),
        (within(party="-Infinity"), "That file has “\\-Infinity” where a number belongs."),
        (within(party="1e999"), "That file has “1e999” where a number belongs."),
        (within(party="9" * 5_000), "That file has a number of 5,000 digits, which is too long."),
        (within(version="1"), "That file has “version” twice in one place."),
        (within(x="[" * 2_000), "That file has too many lists within lists."),
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
        (campaign(name="Kes\u202esel"), "In that file, name: a name has no invisible signs"),
        (campaign(name="x" * 90), "In that file, name: that name is too long"),
        (campaign(name="x" * 9_000), "In that file, name: string should have at most 100"),
        (campaign(name="\ud800"), "In that file: invalid JSON"),
        (campaign(party=-1), "In that file, party: input should be greater"),
        (campaign(party=1.5), "In that file, party: input should be a valid integer."),
        (campaign(party="5"), "In that file, party: input should be a valid integer."),
        (campaign(house=10**19), "In that file, house: input should be less"),
        (campaign(party=10**15, house=1), "In that file: more money than a campaign can have."),
        (campaign(characters={}), "In that file, characters: input should be a valid array."),
        (campaign(characters=[5]), "In that file, characters 1: input should be an object."),
        (
            campaign(characters=[HAN] * (MOST_CHARACTERS + 1)),
            "In that file, characters: tuple",
        ),
        (campaign(characters=[HAN, HAN]), "In that file: two characters of one number."),
        (
            changed(1, name="HAN"),
            "In that file: two characters in play with one name, or",
        ),
        (changed(0, name="\u0007"), "In that file, characters 1, name: a name needs at least one letter"),
        (changed(0, player="0"), "In that file, characters 1, player: that isn't the id of a Discord user."),
        (changed(0, player=str(2**63)), "In that file, characters 1, player: that isn't the id of a Discord user."),
        (changed(0, player=5), "In that file, characters 1, player: input should be a valid string."),
        (changed(0, template="shark"), "In that file, characters 1: only NPCs have a template"),
        (changed(1, player="5"), "In that file, characters 2: an NPC has no player."),
        (changed(1, template="wookiee"), "In that file, characters 2, template: there is no such kind"),
        (
            changed(1, autopilot={"lines": ["x" * 201]}),
            "In that file, characters 2, autopilot, lines 1: string",
        ),
        (
            changed(1, autopilot={"lines": ["x" * 200] * 15}),
            "In that file, characters 2, autopilot, lines: all",
        ),
        (
            changed(1, autopilot={"lines": ["x"] * 21}),
            "In that file, characters 2, autopilot, lines: tuple",
        ),
        (
            changed(1, autopilot={"temper": {"style": "sober"}}),
            "In that file, characters 2, autopilot, temper, style: input should be 'cautious'",
        ),
        (
            changed(0, retired_at=10**12),
            "In that file, characters 1, retired\\_at: input should be less",
        ),
        (changed(0, seeds=["x"]), "In that file, characters 1, seeds: nothing of that name belongs there."),
        (
            changed(0, loadouts=[{"game": "pazaak", "loadout": {}}] * 2),
            "In that file, characters 1: two loadouts",
        ),
        (
            changed(0, sheet={"skills": [{"name": "x", "rating": {"kind": "pool", "dice": 99}}]}),
            "In that file, characters 1, sheet, skills 1, rating, pool, dice: input should be less",
        ),
        (
            changed(0, items=[{"game": "pazaak", "kind": "plus_1", "count": 0}]),
            "In that file, characters 1, items 1, count: input should be greater",
        ),
        (
            campaign(settings={"starting_purse": -1}),
            "In that file, settings, starting\\_purse: input should be greater",
        ),
        (
            campaign(settings={"openers": "all"}),
            "In that file, settings, openers: input should be",
        ),
        (campaign(settings={"currency": {"denominations": [], "main": "x"}}), "In that file, settings, currency"),
        (campaign(settings={"roles": "x" * 60_000}), "In that file, settings, roles: input should be an object."),
        (campaign(settings={"gm_role_id": 5}), "In that file, settings: roles and channels of another server"),
        (campaign(settings={"openers": "role"}), "In that file, settings: which role opens tables."),
        (campaign(settings={"tomorrow": 1}), "In that file, settings, tomorrow: nothing of that name belongs there."),
        (
            campaign(card_files=[{"game": "klingon", "text": "x" * 600_000}]),
            "In that file, card\\_files 1, text: string should have at most",
        ),
        (campaign(**{"@everyone **x**": 1}), "In that file, \\@\N{WORD JOINER}everyone \\*\\*x\\*\\*: nothing"),
    ],
    ids=lambda content: repr(content)[-30:],
)
def test_impossible_value_in_a_campaign_file_is_named_by_its_place(content: Json, said: str):
    told = refusal(content)
    assert told.startswith(said), told
    assert len(told) < 400


@pytest.mark.parametrize(
    "coin",
    [
        {"name": "", "plural": "", "symbol": "x", "value": 1},
        {"name": "c\nr", "plural": "x", "symbol": "cr", "value": 1},
        {"name": "cr", "plural": "x", "aliases": [chr(97 + at) * 3 for at in range(11)], "value": 1},
    ],
)
def test_coins_without_a_name_on_one_line_are_refused(coin: Json):
    told = refusal(campaign(settings={"currency": {"denominations": [coin], "main": coin["name"]}}))
    assert told.startswith("In that file, settings, currency, denominations")


def test_a_campaign_has_no_more_npcs_than_it_may():
    many = [GREEDO | {"number": at, "name": f"Greedo {at}"} for at in range(1, MOST_NPCS + 2)]
    assert refusal(campaign(characters=many)) == "In that file: 201 NPCs in play, and a campaign has at most 200."
    retired = [one | {"retired_at": 7} for one in many]
    assert len(land(characters=retired)[0].campaign_file.characters) == 201


def land(**changes: Any) -> tuple[ImportPlan, tuple[str, ...]]:
    found = plan_import(read_campaign(json.dumps(campaign(**changes)).encode()), ("kessel",))
    return found, found.left_out


def test_a_name_that_is_taken_gets_a_number():
    found, _ = land()
    assert (found.campaign_file.name, found.wanted) == ("Kessel 2", "Kessel")
    assert free_name("x" * 32, {"x" * 32, f"{'x' * 30} 2"}) == f"{'x' * 30} 3"
    assert free_name("Kessel", ()) == "Kessel"


@pytest.mark.parametrize("names", [["Hero0", "Неro0"], ["The house"], ["Hero0", "HeroO"]])
def test_characters_in_play_whose_names_pass_for_others_are_refused(names: list[str]):
    """A retired character passes for nobody."""
    characters = [HAN | {"number": number, "name": name} for number, name in enumerate(names, 1)]
    assert escape(names[-1]) in refusal(campaign(characters=characters))
    characters[-1] |= {"retired_at": 5}
    assert [one.name for one in land(characters=characters)[0].campaign_file.characters] == names


def test_a_preset_whose_name_passes_for_another_is_refused_and_for_the_games_own_left_out():
    rules = {"game": "pilok", "rules": {"ante": 5}}
    assert "Неro0" in refusal(campaign(presets=[rules | {"name": name} for name in ("Hero0", "Неro0")]))
    found, left = land(presets=[rules | {"name": name} for name in ("Hero0", "Lоng")])
    assert [preset.name for preset in found.campaign_file.presets] == ["Hero0"]
    assert left[-1] == f"1 preset for {PILOK}, which I can't use."


def test_import_leaves_out_values_that_games_do_not_know():
    items = [{"game": "pazaak", "kind": kind, "count": 2} for kind in ("plus_1", "plus_99")]
    loadouts = [
        {"game": "pazaak", "loadout": {"decks": 5}},
        {"game": "sabacc", "loadout": {}},
        {"game": "pilok", "loadout": []},
    ]
    presets = [
        {"game": "pilok", "name": "Fine", "rules": {"ante": 5}},
        {"game": "pilok", "name": "Bad", "rules": {"ante": "x"}},
        {"game": "sabacc", "name": "Gone", "rules": {}},
        {"game": "pilok", "name": "Worse", "rules": [[]]},
    ]
    card_files = [
        {"game": "klingon", "text": "\u0000\u202e garbage"},
        {"game": "pazaak", "text": "plus_1"},
        {"game": "sabacc", "text": "x"},
    ]
    characters = [HAN | {"items": items, "loadouts": loadouts}]
    found, left = land(characters=characters, presets=presets, card_files=card_files)
    file = found.campaign_file
    assert [(held.kind, held.count) for held in file.characters[0].items] == [("plus_1", 2)]
    assert (file.characters[0].loadouts, file.card_files) == ((), ())
    assert [preset.name for preset in file.presets] == ["Fine"]
    assert left[1:] == (
        "1 loadout for Pazaak, which I can't use.",
        "1 loadout for sabacc, which I can't use.",
        f"1 loadout for {PILOK}, which I can't use.",
        "2 items for Pazaak, which I can't use.",
        "1 card file for Klingon Hold-'Em, which I can't use.",
        "1 card file for Pazaak, which I can't use.",
        "1 card file for sabacc, which I can't use.",
        f"2 presets for {PILOK}, which I can't use.",
        "1 preset for sabacc, which I can't use.",
    )


def test_a_file_has_at_most_25_presets_of_a_game():
    presets = [{"game": "pilok", "name": f"No. {at}", "rules": {"ante": 5}} for at in range(MOST_PRESETS + 1)]
    assert refusal(campaign(presets=presets)) == "In that file: more than 25 presets for one game."
    assert len(land(presets=presets[1:])[0].campaign_file.presets) == MOST_PRESETS


def test_a_file_has_no_more_money_or_items_than_a_campaign():
    items = [{"game": "pazaak", "kind": "plus_1", "count": MOST_ITEMS}]
    two = [HAN | {"items": items}, HAN | {"number": 3, "name": "Leia", "items": items}]
    assert refusal(campaign(characters=two)) == "In that file: more than 20,000 items."
    assert refusal(campaign(characters=[HAN | {"wallet": MAX_AMOUNT}], house=1)) == (
        "In that file: more money than a campaign can have."
    )
    assert land(characters=[HAN | {"wallet": MAX_AMOUNT, "items": items}])[0].campaign_file.money == MAX_AMOUNT


def test_a_history_is_read_by_nobody():
    with_one = campaign(history={"hands": [{"open_seed": "x"}]})
    assert read_campaign(json.dumps(with_one).encode()) == read_campaign(json.dumps(campaign()).encode())


@pytest.mark.parametrize(
    "name, told",
    [
        ("a" * 33, "In that file, characters 1, name: that name is too long: at most 32 letters."),
        ("\u2800", "In that file, characters 1, name: a name needs at least one letter or digit."),
    ],
)
def test_the_rules_of_names_are_told_within_the_sentence(name: str, told: str):
    assert refusal(campaign(characters=[HAN | {"name": name}])) == told


@pytest.mark.parametrize("line", ["a\nb\u202e<@1> @everyone", ""])
def test_lines_that_cannot_be_typed_are_refused(line: str):
    file = campaign(characters=[GREEDO | {"autopilot": {"lines": ["Pay up.", line], "speaks": True}}])
    assert refusal(file).startswith("In that file, characters 1, autopilot, lines")
