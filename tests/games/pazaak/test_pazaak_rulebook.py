"""The rules of a Pazaak table as its players read them: every house rule is in them."""

from typing import Any

from bot.engine.money import CREDITS
from bot.engine.options import with_options
from bot.engine.words import Voice, plain
from cogs.pazaak import words
from cogs.pazaak.state import PRESETS, PazaakRules

VOICE = Voice(names={}, currency=CREDITS)


def rules_of(**options: Any) -> str:
    return plain("\n".join(one.text for one in words.rules_pages(with_options(PazaakRules(), options), VOICE)))


def test_without_side_cards_it_does_not_speak_of_any():
    told = rules_of(hand_size=0, wagers=False, filled="rescue")
    assert "side card" not in told.lower()


def test_a_rescue_is_told_of_only_where_there_can_be_one():
    assert "as your tenth" in rules_of(filled="rescue")
    assert "as your tenth" not in rules_of(filled="rescue", bust="at_once")


def test_stakes_say_what_a_table_plays_for():
    stakes = {name: words.stakes(rules, VOICE) for name, rules in PRESETS.items()}
    assert stakes == {
        "source": "Stake 10 cr each · first to 3 sets",
        "cantina": "Stake 50 cr each · first to 3 sets",
        "champion": "Stake 100 cr each · first to 3 sets",
    }
    assert words.stakes(PazaakRules(stake=0, sets=1), VOICE) == "No stake · first to 1 set"
