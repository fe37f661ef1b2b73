"""Influence, tells and the luck that lasts until the next hand is over (seed 004, Influence Action; rules 7.28)."""

import pytest

from bot.engine.cheating.contests import Manner, Party, Swayed, TellRead, read_tell, sway
from bot.engine.cheating.effects import Effect, at_the_end, luck, with_effect
from bot.engine.rng import ScriptedRng
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable, Sheet, parse_sheet

ROLES = RoleTable()
HAN, LANDO = 1, 2
MANNERS: tuple[Manner, ...] = ("deceive", "persuade", "intimidate", "distract")


def party(seat: int, sheet: str = "") -> Party:
    return Party(seat=seat, sheet=parse_sheet(sheet, D20) if sheet else Sheet())


def swayed(manner: Manner, *faces: int, effects: tuple[Effect, ...] = (), han: str = "", lando: str = "") -> Swayed:
    """Han tries it on Lando; the faces are Han's d20, then Lando's. None is left over."""
    chance = ScriptedRng(faces)
    done = sway(D20, ROLES, manner, party(HAN, han), party(LANDO, lando), effects, chance)
    assert chance.left == ()
    assert all(draw.secret for draw in chance.draws)
    return done


@pytest.mark.parametrize(
    "manner, concern, won",
    [
        ("deceive", "influence", 1),
        ("persuade", "influence", 1),
        ("intimidate", "target", -1),
        ("distract", "sleight", 1),
    ],
)
def test_manner_has_its_own_effect_and_the_opposite_one_on_failure(manner: Manner, concern: str, won: int):
    assert [(e.seat, e.concern, e.luck) for e in swayed(manner, 12, 11).effects] == [(HAN, concern, won)]
    assert [(e.seat, e.concern, e.luck) for e in swayed(manner, 11, 12).effects] == [(HAN, concern, -won)]


@pytest.mark.parametrize("manner", MANNERS)
def test_influence_changes_nothing_on_a_tie(manner: Manner):
    before = (Effect(seat=LANDO, concern="influence", luck=-1),)
    done = swayed(manner, 11, 11, effects=before)
    assert (done.won, done.effects) == (None, before)


@pytest.mark.parametrize(
    "manner, rolled, answered",
    [
        ("deceive", "Deception", "Insight"),
        ("persuade", "Persuasion", "Insight"),
        ("intimidate", "Intimidation", "Intimidation"),
        ("distract", "Performance", "Perception"),
    ],
)
def test_each_manner_has_its_skill_and_the_best_answer_to_it(manner: Manner, rolled: str, answered: str):
    han = "Deception +1, Persuasion +1, Intimidation +1, Performance +1"
    done = swayed(manner, 10, 10, han=han, lando="Insight +3, Intimidation +4, Perception +5")
    assert (done.contest.initiator.skill, done.contest.target.skill) == (rolled, answered)


def test_influence_rolls_twice_by_luck_of_either_side():
    lucky = (Effect(seat=HAN, concern="influence", luck=1),)
    assert swayed("persuade", 4, 17, 10, effects=lucky).won
    lucky = (Effect(seat=LANDO, concern="target", luck=-1),)
    assert swayed("persuade", 17, 4, 10, effects=lucky).won is False
    lucky = (Effect(seat=HAN, concern="influence", luck=1), Effect(seat=LANDO, concern="target", luck=-1))
    assert swayed("persuade", 17, 10, effects=lucky).won


def test_insight_is_rolled_with_its_own_luck():
    lucky = (Effect(seat=LANDO, concern="insight", luck=-1),)
    assert swayed("deceive", 10, 17, 4, effects=lucky).won
    lucky = (Effect(seat=LANDO, concern="insight", luck=-1),)
    done = swayed("distract", 12, 17, 4, effects=lucky, lando="Insight +9, Perception +2")
    assert (done.contest.target.skill, done.contest.target.total, done.won) == ("Insight", 13, False)


@pytest.mark.parametrize(
    "manner, answered", [("intimidate", "Intimidation"), ("distract", "Perception")], ids=["fear", "distraction"]
)
def test_bad_insight_does_not_affect_other_answers(manner: Manner, answered: str):
    lucky = (Effect(seat=LANDO, concern="insight", luck=-1),)
    done = swayed(manner, 12, 11, effects=lucky, lando=f"Insight +4, {answered} +2")
    assert (done.contest.target.skill, done.contest.target.total, done.won) == (answered, 13, False)


def test_influence_rolls_by_the_dice_system():
    chance = ScriptedRng([6, 5, 4, 1, 2, 3])
    done = sway(D6, ROLES, "deceive", party(HAN), party(LANDO), (), chance)
    assert (done.contest.initiator.total, done.contest.target.total, done.won) == (15, 6, True)
    chance = ScriptedRng([4, 1, 2, 1])
    done = sway(NARRATIVE, ROLES, "deceive", party(HAN), party(LANDO), (), chance)
    assert (done.contest.initiator.total, done.contest.target.total, done.won) == (2, 1, True)


def read(*faces: int, guilty: bool, effects: tuple[Effect, ...] = (), system: DiceSystem = D20) -> TellRead:
    """Han reads Lando; the faces are those of Han, then of Lando."""
    chance = ScriptedRng(faces)
    done = read_tell(system, ROLES, party(HAN), party(LANDO), effects, chance, is_guilty=guilty)
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


def test_tell_is_read_by_the_dice_system_and_with_luck():
    lucky = (Effect(seat=1, concern="insight", luck=-1),)
    assert read(17, 4, 10, guilty=True, effects=lucky).seems_guilty is False
    assert read(6, 6, 6, 1, 1, 1, guilty=True, system=D6).seems_guilty is True
    assert read(1, 1, 2, 2, guilty=True, system=NARRATIVE).seems_guilty is False


GOOD, BAD = Effect(seat=HAN, concern="sleight", luck=1), Effect(seat=HAN, concern="sleight", luck=-1)


def test_effect_ends_with_the_next_hand_and_starts_again():
    after_this = at_the_end((GOOD,))
    assert [effect.hands for effect in after_this] == [1]
    assert at_the_end(after_this) == ()
    older = at_the_end((GOOD,))
    assert with_effect(older, GOOD) == (GOOD,)


def test_opposite_effects_cancel_until_one_has_ended():
    both = with_effect((GOOD,), BAD)
    assert both == (GOOD, BAD)
    assert luck(both, (HAN, "sleight")) == 0
    older = at_the_end((GOOD,))
    assert luck(with_effect(older, BAD), (HAN, "sleight")) == 0
    assert luck(at_the_end(with_effect(older, BAD)), (HAN, "sleight")) == -1


def test_luck_is_for_one_seat_and_one_thing_and_never_doubled():
    assert luck((GOOD,), (HAN, "sleight")) == 1
    assert luck((GOOD,), (LANDO, "sleight")) == 0
    assert luck((GOOD,), (HAN, "influence")) == 0
    own = Effect(seat=HAN, concern="influence", luck=1)
    others = Effect(seat=LANDO, concern="target", luck=1)
    assert luck((own, others), (HAN, "influence"), (LANDO, "target")) == 1
    own = Effect(seat=HAN, concern="influence", luck=1)
    feared = Effect(seat=LANDO, concern="target", luck=-1)
    assert luck((own, feared), (HAN, "influence"), (LANDO, "target")) == 0
