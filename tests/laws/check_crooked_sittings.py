"""The crooked sittings at which the laws look show what they are meant to show."""

import pytest

from bot.engine.cheating.events import Tried
from bot.engine.spec import AnySpec
from tests.laws.hands import played
from tests.laws.sittings import Sitting
from tests.laws.test_laws import CROOKED


@pytest.mark.parametrize("spec, sittings", CROOKED)
def test_crooked_sittings_have_seen_and_unseen_cheats_and_verdicts(
    spec: AnySpec, sittings: tuple[Sitting, ...]
) -> None:
    turns = [turn for sitting in sittings for hand in played(sitting) for turn in hand.turns]
    tried = [event for turn in turns for event in turn.step.kept if isinstance(event, Tried)]
    assert {event.unseen for event in tried} == {True, False}
    assert {"influence", "read", "accuse", "verdict"} <= {turn.action.kind for turn in turns}
    assert {sitting.system.family for sitting in sittings} == {"d6", "d20", "narrative"}


@pytest.mark.parametrize("spec, sittings", CROOKED)
def test_crooked_sittings_have_a_full_table_and_a_tournament_with_verdicts(
    spec: AnySpec, sittings: tuple[Sitting, ...]
) -> None:
    assert spec.game.seats[-1] in {sitting.seats for sitting in sittings}
    tournaments = [sitting for sitting in sittings if spec.game.terms(sitting.rules) is not None]
    turns = [turn for sitting in tournaments for hand in played(sitting) for turn in hand.turns]
    ruled = {turn.action.ruling for turn in turns if turn.action.kind == "verdict"}
    assert not tournaments or {"forfeit", "void"} <= ruled
