"""The rules of a Pazaak table as its players read them: every house rule is in them."""

from typing import Any

import pytest

from bot.engine.money import CREDITS
from bot.engine.options import with_options
from bot.engine.words import Voice, plain
from cogs.pazaak import words
from cogs.pazaak.state import PRESETS, PazaakRules

VOICE = Voice(names={}, currency=CREDITS)


def rules_of(**options: Any) -> str:
    return plain("\n".join(one.text for one in words.rules_pages(with_options(PazaakRules(), options), VOICE)))


def test_rules_name_the_choices_of_the_table():
    told = rules_of(stake=25, sets=2, cut=10, tied_sets=4, copies=2)
    for part in (
        "Each puts down 25 cr",
        "less 10 per cent",
        "2 sets win the match",
        "After 4 tied sets in a row",
        "at most twice",
        "has to last for all sets",
    ):
        assert part in told


@pytest.mark.parametrize(
    "options",
    [
        *({"stake": 0}, {"cut": 5}, {"wagers": False}, {"leaving": "plays_on"}, {"sets": 1}, {"hand": "set"}),
        *({"hand_size": 0}, {"hand_size": 5}, {"main_deck": "own"}, {"main_deck": "endless"}, {"reshuffle": False}),
        *({"first": "random"}, {"first": "host"}, {"then": "loser"}, {"then": "alternate"}, {"then": "same"}),
        *({"twenty": "may_play"}, {"bust": "at_once"}, {"filled": "rescue"}, {"filled": "none"}, {"ties": "last"}),
        *({"ties": "none"}, {"tied_sets": 1}, {"decks": "standard"}, {"decks": "collection"}, {"copies": 1}),
        *({"either": False}, {"one_or_two": False}, {"flips": False}, {"double": False}),
    ],
    ids=str,
)
def test_every_choice_of_the_table_changes_what_it_says(options: dict[str, Any]):
    assert rules_of(**options) != rules_of()


def test_without_side_cards_it_does_not_speak_of_any():
    told = rules_of(hand_size=0, wagers=False, filled="rescue")
    assert "side card" not in told.lower()


def test_a_rescue_is_told_of_only_where_there_can_be_one():
    assert "as the tenth" in rules_of(filled="rescue")
    assert "as the tenth" not in rules_of(filled="rescue", bust="at_once")


def test_stakes_say_what_a_table_plays_for():
    stakes = {name: words.stakes(rules, VOICE) for name, rules in PRESETS.items()}
    assert stakes == {
        "source": "Stake 10 cr each · first to 3 sets",
        "cantina": "Stake 50 cr each · first to 3 sets",
        "champion": "Stake 100 cr each · first to 3 sets",
    }
    assert words.stakes(PazaakRules(stake=0, sets=1), VOICE) == "No stake · first to 1 set"
