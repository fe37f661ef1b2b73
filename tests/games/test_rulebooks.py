"""The rulebooks of all games: every house rule changes the text, and every page fits into a message."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.game import HouseRules
from bot.engine.money import DND
from bot.engine.options import options_of, with_options
from bot.engine.skills import ROLE_TITLES
from bot.engine.words import Page, Voice
from bot.errors import RuleError
from bot.ui.panels import MOST_CHARACTERS
from tests.laws.sittings import SPECS, every_value

VOICE = Voice({}, DND, skills=dict.fromkeys(ROLE_TITLES, "Three-Dragon Ante Set or " * 5 + "Gambling"))


def pages(key: str, rules: HouseRules) -> tuple[Page, ...]:
    return SPECS[key].by(rules).rulebook(rules, VOICE)


def changed(rules: HouseRules, **options: Any) -> Iterator[HouseRules]:
    """Yield the rules with these options, unless they don't go together."""
    try:
        yield with_options(rules, options)
    except RuleError:
        return


@pytest.mark.parametrize("key", SPECS)
def test_every_page_fits_into_a_message(key: str):
    game = SPECS[key].game
    for preset in game.presets.values():
        for option in options_of(game.HouseRules):
            for value in every_value(option):
                for rules in changed(preset, **{option.name: value}):
                    shown = pages(key, rules)
                    assert len(shown) <= 25
                    for page in shown:
                        assert 0 < len(page.title) <= 45
                        assert len(f"## {page.title}\n{page.text}") <= MOST_CHARACTERS, (page.title, option.name, value)


@pytest.mark.parametrize("key", SPECS)
def test_every_house_rule_changes_the_text(key: str):
    """An option may need another one: it changes the text of some house rules that differ in one option at most."""
    game = SPECS[key].game
    options = options_of(game.HouseRules)
    bases = [
        base
        for preset in game.presets.values()
        for option in options
        for value in every_value(option)
        for base in changed(preset, **{option.name: value})
    ]
    for option in options:
        for value in every_value(option):
            assert value == option.default or any(
                pages(key, rules) != pages(key, base)
                for base in bases
                for rules in changed(base, **{option.name: value})
            ), (option.name, value)


def test_pilok_names_the_skill_of_the_campaign():
    assert VOICE.skills["gamble"] in "".join(page.text for page in pages("pilok", SPECS["pilok"].game.HouseRules()))
