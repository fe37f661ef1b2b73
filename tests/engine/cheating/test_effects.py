"""Luck that lasts until the end of the next hand."""

from bot.engine.cheating.effects import Effect, at_the_end, luck, with_effect

HAN, LANDO = 1, 2
GOOD, BAD = Effect(seat=HAN, concern="sleight", luck=1), Effect(seat=HAN, concern="sleight", luck=-1)


def test_effect_ends_with_the_next_hand():
    after_this = at_the_end((GOOD,))
    assert [effect.hands for effect in after_this] == [1]
    assert at_the_end(after_this) == ()


def test_repeated_effect_starts_again_and_does_not_double():
    older = at_the_end((GOOD,))
    assert with_effect(older, GOOD) == (GOOD,)


def test_opposite_effects_stand_side_by_side_and_cancel():
    both = with_effect((GOOD,), BAD)
    assert both == (GOOD, BAD)
    assert luck(both, (HAN, "sleight")) == 0


def test_effect_counts_again_when_its_opposite_has_ended():
    older = at_the_end((GOOD,))
    assert luck(with_effect(older, BAD), (HAN, "sleight")) == 0
    assert luck(at_the_end(with_effect(older, BAD)), (HAN, "sleight")) == -1


def test_luck_is_for_one_seat_and_one_thing():
    assert luck((GOOD,), (HAN, "sleight")) == 1
    assert luck((GOOD,), (LANDO, "sleight")) == 0
    assert luck((GOOD,), (HAN, "influence")) == 0


def test_two_kinds_of_luck_for_one_attempt_are_no_more_than_one():
    own = Effect(seat=HAN, concern="influence", luck=1)
    others = Effect(seat=LANDO, concern="target", luck=1)
    assert luck((own, others), (HAN, "influence"), (LANDO, "target")) == 1


def test_luck_of_the_initiator_and_of_the_target_cancel():
    own = Effect(seat=HAN, concern="influence", luck=1)
    feared = Effect(seat=LANDO, concern="target", luck=-1)
    assert luck((own, feared), (HAN, "influence"), (LANDO, "target")) == 0
