"""A game and the table around it: which one is played, what it is called, and how its hands are read."""

from typing import Literal

import pytest

from bot.engine.cheating.sleights import CrookedRules
from bot.engine.cheating.wrapper import Crooked
from bot.engine.game import HouseRules
from bot.engine.moves import Action
from tests.engine.cheating.dice_table import HAN, Table
from tests.laws import dicing, highcard
from tests.laws.dicing import DiceRules, DiceState, Dicing


def test_house_rule_and_sleights_decide_whether_the_game_is_crooked():
    honest = dicing.entry(Dicing()).by(DiceRules())
    crooked = honest.by(DiceRules(crooked=True))
    assert isinstance(crooked.game, Crooked)
    assert honest.by(DiceRules()) is honest
    assert crooked.by(DiceRules()) == honest
    assert crooked.by(DiceRules(crooked=True)) is crooked
    assert honest.by(DiceRules(crooked=True)) is crooked
    spec = highcard.entry(highcard.HighCard())
    assert spec.by(CrookedRules(crooked=True)) is spec
    assert spec.by(HouseRules()) is spec
    with pytest.raises(TypeError, match="has no sleights"):
        Crooked(highcard.HighCard())


def test_crooked_game_has_the_metadata_of_the_honest_game():
    honest, crooked = Dicing(), Table().game
    for name in ("key", "title", "tagline", "seats", "version", "presets", "HouseRules", "Carry", "hand_word"):
        assert getattr(crooked, name) == getattr(honest, name)
    assert crooked.has_dealer
    assert crooked.is_crooked(dicing.RULES)
    assert not honest.is_crooked(dicing.RULES)


class SecondEdition(Dicing):
    version = 2

    def upgrade(self, text: str, from_version: int) -> DiceState:
        if from_version != 1:
            return super().upgrade(text, from_version)
        return DiceState.from_json(text.replace('"old_loaded"', '"loaded"'))


def test_crooked_hand_of_an_older_version_is_upgraded_by_the_game():
    state = Table().does(HAN, "weigh", 20).state
    game = Crooked(SecondEdition())
    assert game.read(state.to_json().replace('"loaded"', '"old_loaded"'), 1).to_json() == state.to_json()
    with pytest.raises(ValueError, match="can't be read"):
        game.read(state.to_json(), 0)


@pytest.mark.parametrize("stored", ["", "{", "[]", "null", "7", "{}", '{"inner": null}', '{"inner": {}}'])
def test_crooked_upgrade_refuses_text_of_another_shape(stored: str):
    with pytest.raises(ValueError):
        Crooked(SecondEdition()).upgrade(stored, 1)


def test_crooked_upgrade_refuses_a_hand_of_the_honest_game():
    honest = Table().state.inner.to_json()
    with pytest.raises(ValueError, match="no hand of a crooked table"):
        Crooked(SecondEdition()).upgrade(honest, 1)


class AnotherThrow(Action):
    kind: Literal["throw"] = "throw"


class Confusing(Dicing):
    Sleight = AnotherThrow


def test_crooked_game_refuses_two_models_of_one_kind():
    with pytest.raises(TypeError, match="two models are called throw"):
        Crooked(Confusing())
