"""Reading a tell: true for whoever wins the contest, false for whoever loses it, and nobody says which."""

import pytest

from bot.engine.cheating.contests import Party, TellRead, read_tell
from bot.engine.cheating.effects import Effect
from bot.engine.rng import ScriptedRng
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable

HAN, LANDO = Party(seat=1), Party(seat=2)


def read(*faces: int, guilty: bool, effects: tuple[Effect, ...] = (), system: DiceSystem = D20) -> TellRead:
    """Han reads Lando; the faces are those of Han, then of Lando."""
    chance = ScriptedRng(faces)
    done = read_tell(system, RoleTable(), HAN, LANDO, effects, chance, is_guilty=guilty)
    assert chance.left == ()
    assert all(draw.secret for draw in chance.draws)
    return done


@pytest.mark.parametrize("guilty", [True, False])
def test_tell_is_true_for_the_winner_and_false_for_the_loser(guilty: bool):
    assert read(12, 11, guilty=guilty).seems_guilty is guilty
    assert read(11, 12, guilty=guilty).seems_guilty is not guilty


@pytest.mark.parametrize("guilty", [True, False])
def test_tell_reads_nothing_on_a_tie(guilty: bool):
    assert read(11, 11, guilty=guilty).seems_guilty is None


def test_tell_is_read_with_disadvantage_after_a_failed_accusation():
    luck = (Effect(seat=1, concern="insight", luck=-1),)
    assert read(17, 4, 10, guilty=True, effects=luck).seems_guilty is False


def test_tell_is_read_in_d6_and_in_the_narrative_system():
    assert read(6, 6, 6, 1, 1, 1, guilty=True, system=D6).seems_guilty is True
    assert read(1, 1, 2, 2, guilty=True, system=NARRATIVE).seems_guilty is False
