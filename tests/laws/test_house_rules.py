"""House rules: every option can be shown and chosen, and presets are sound."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import fields_of
from bot.engine.game import HouseRules, Player
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import Option, options_of, with_options
from bot.engine.rng import SeededRng
from bot.engine.spec import AnySpec
from bot.errors import RuleError
from tests.laws.hands import filled_in, stakes
from tests.laws.sittings import CROOKED, SPECS, as_far_as_allowed, every_value, samples
from tests.laws.test_laws import GAMES

CHOICES = [
    pytest.param(spec, option, value, id=f"{key}-{option.name}-{value}")
    for key, spec in SPECS.items()
    for option in options_of(spec.game.HouseRules)
    for value in every_value(option)
]


def allowing(spec: AnySpec, chosen: Mapping[str, Any]) -> list[HouseRules]:
    """Return the presets with these choices made, where the game allows it."""
    found: list[HouseRules] = []
    for preset in spec.game.presets.values():
        try:
            found.append(with_options(preset, chosen))
        except RuleError:
            continue
    return found


@pytest.mark.parametrize("spec, option, value", CHOICES)
def test_every_choice_can_be_made_with_some_preset(spec: AnySpec, option: Option, value: Any) -> None:
    made = allowing(spec, {option.name: value})
    assert made
    assert all(getattr(rules, option.name) == value for rules in made)


@pytest.mark.parametrize("spec", GAMES)
def test_the_laws_try_what_tables_are_opened_with_besides_options(spec: AnySpec) -> None:
    asked = {option.name for option in options_of(spec.game.HouseRules)}
    assert samples(spec).keys() == fields_of(spec.game.HouseRules).keys() - asked
    for name, values in samples(spec).items():
        for value in values:
            made = [as_far_as_allowed(preset, {}, {name: value}) for preset in spec.game.presets.values()]
            assert value in [getattr(rules, name) for rules in made]


@pytest.mark.parametrize("spec", GAMES)
def test_options_fit_the_forms_that_ask_for_them(spec: AnySpec) -> None:
    options = options_of(spec.game.HouseRules)
    assert len({option.title for option in options}) == len(options)
    for option in options:
        assert 0 < len(option.title) <= 45, option.name
        assert 0 < len(option.description) <= 100, option.name
        assert option.description.endswith("."), option.name
        assert len(option.choices) <= 25, option.name
        labels = [label for _, label in option.choices]
        assert all(0 < len(label) <= 100 for label in labels), option.name
        assert len(set(labels)) == len(labels), option.name
        for value in every_value(option):
            assert option.told(value)
        if option.kind in {"money", "number"}:
            assert option.low is not None, option.name
            assert option.high is not None, option.name


@pytest.mark.parametrize("spec", GAMES)
def test_choices_and_switches_are_labelled_in_words(spec: AnySpec) -> None:
    for option in options_of(spec.game.HouseRules):
        for value, label in option.choices:
            assert "_" not in label, f"{option.name}={value} is labelled by its own name"


@pytest.mark.parametrize("spec", GAMES)
def test_options_read_back_what_forms_send(spec: AnySpec) -> None:
    for option in options_of(spec.game.HouseRules):
        for value in every_value(option):
            sent = {True: "on", False: "off"}[value] if option.kind == "switch" else str(value)
            assert option.read(sent) == value


@pytest.mark.parametrize("spec", GAMES)
def test_presets_are_valid_and_can_be_played_at_once(spec: AnySpec) -> None:
    game = spec.game
    assert 0 < len(game.presets) <= 25
    for name, preset in game.presets.items():
        assert 0 < len(name) <= 100
        assert game.HouseRules.from_json(preset.to_json()) == preset
        buy_in = game.buy_in(preset)
        assert 0 < game.least_stack(preset) <= buy_in.low <= buy_in.usual <= buy_in.high <= MAX_AMOUNT
        for seats in game.seats:
            players = tuple(Player(seat=seat, stack=buy_in.low) for seat in range(1, seats + 1))
            deal = game.Deal(rules=preset, players=players, bank=game.usual_bank(preset))
            assert game.start(deal, SeededRng(0)).state


@pytest.mark.parametrize("spec", [pytest.param(e, id=key) for key, e in SPECS.items() if e.game.is_banked])
def test_the_usual_bank_takes_a_bet_of_everybody(spec: AnySpec) -> None:
    game, chance = spec.game, SeededRng(0)
    for preset in game.presets.values():
        assert 0 <= game.least_bank(preset) <= game.usual_bank(preset) <= MAX_AMOUNT
        stack = game.buy_in(preset).usual
        players = tuple(Player(seat=seat, stack=stack) for seat in range(1, game.seats[-1] + 1))
        deal = game.Deal(rules=preset, players=players, bank=game.usual_bank(preset))
        state = game.start(deal, chance).state
        for seat in sorted(game.to_act(state)):
            # where the bank only pays for its own players, nobody bets against it
            for bet in [move for move in game.moves(state, seat) if stakes(move)][:1]:
                state = game.act(state, seat, game.action(bet.key, filled_in(game, bet)), chance).state


@pytest.mark.parametrize("spec", GAMES)
def test_metadata_of_every_game_is_complete(spec: AnySpec) -> None:
    game = spec.game
    assert game.key.isidentifier()
    assert 0 < len(game.title) <= 45
    assert 0 < len(game.tagline) <= 100
    assert game.tagline.endswith(".")
    assert 1 <= game.seats.start < game.seats.stop
    assert game.version >= 1


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param(e, id=key)
        for key, e in SPECS.items()
        if CROOKED in {option.name for option in options_of(e.game.HouseRules)}
    ],
)
def test_a_table_is_honest_unless_chosen_and_its_hands_do_not_speak_of_cheating(spec: AnySpec) -> None:
    game = spec.game
    own = [option.name for option in options_of(CrookedRules)]
    names = [option.name for option in options_of(game.HouseRules)]
    assert names[-len(own) :] == own
    for preset in game.presets.values():
        players = tuple(Player(seat=seat, stack=game.buy_in(preset).usual) for seat in (1, 2))
        deal = game.Deal(rules=preset, players=players, bank=game.usual_bank(preset))
        assert "crooked" not in game.start(deal, SeededRng(0)).state.to_json()
        made = [with_options(preset, {"crooked": True}), game.HouseRules.from_json(preset.to_json())]
        assert [spec.by(rules).game.is_crooked(rules) for rules in made] == [True, False]
