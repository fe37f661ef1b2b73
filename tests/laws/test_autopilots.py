"""Whoever plays by themselves, plays by the rules: every game's own autopilot, and the one for any game."""

from collections.abc import Iterator

import pytest

from bot.engine.ai.fallback import fallback_ai
from bot.engine.ai.player import AnyAi
from bot.engine.cheating.sleights import Cheatable
from bot.engine.spec import AnySpec
from bot.errors import RuleError
from tests.laws.piloted import Flight, a_few_sittings, ask, flown
from tests.laws.secrets import OtherSecrets
from tests.laws.sittings import SPECS, Sitting
from tests.scale import scaled

HONEST, CROOKED = scaled(6), scaled(2)
"""Sittings of each kind."""
_FORKS = (0, 3, 9)
"""From which draw on what is secret falls differently."""


def _pilots() -> Iterator[object]:
    for key, spec in SPECS.items():
        own = spec.player
        if own.counting is not None:
            yield pytest.param(spec, own, id=key)
        yield pytest.param(spec, fallback_ai(spec.game), id=f"{key}_anyhow")


def _sittings(spec: AnySpec) -> Iterator[Sitting]:
    yield from a_few_sittings(spec, HONEST)
    if isinstance(spec.game, Cheatable):
        yield from a_few_sittings(spec, CROOKED, crooked=True)


@pytest.mark.parametrize("spec, pilot", [*_pilots()])
def test_autopilot_obeys_the_rules_and_knows_only_its_own_view(spec: AnySpec, pilot: AnyAi) -> None:
    for sitting in _sittings(spec):
        try:
            flight = flown(sitting, pilot)
            _asked_again_they_do_the_same(flight, pilot)
            _what_they_cannot_see_changes_nothing(flight, pilot)
        except Exception as broken:
            broken.add_note(f"in {sitting!r}")
            raise


def _asked_again_they_do_the_same(flight: Flight, pilot: AnyAi) -> None:
    for asked, turn in zip(flight.asked, flight.turns, strict=True):
        if asked is not None:
            assert asked.answer(pilot) == turn.action


def _what_they_cannot_see_changes_nothing(flight: Flight, pilot: AnyAi) -> None:
    """In a hand that is the same but for what lies hidden they do the same, as often as they see the same."""
    game = flight.spec.game
    for fork in _FORKS:
        chance = OtherSecrets(flight.draws, flight.salts[0], fork, 0)
        state = game.start(flight.deal, chance).state
        for at, (asked, turn) in enumerate(zip(flight.asked, flight.turns, strict=True)):
            if asked is not None:
                there = ask(flight.spec, state, asked.seat, at)
                if there is None or there.moves != asked.moves:
                    break
                assert there.view != asked.view or there.answer(pilot) == turn.action
            chance = OtherSecrets(flight.draws, flight.salts[at + 1], fork, chance.next_number)
            try:
                state = game.act(state, turn.seat, turn.action, chance).state
            except RuleError:
                break
