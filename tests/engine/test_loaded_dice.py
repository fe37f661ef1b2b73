"""A loaded die: thrown twice in secret, and the throw nearer to the face that was named counts."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bot.engine.cheating.actions import Read
from bot.engine.cheating.loaded_dice import (
    IsLoaded,
    Load,
    Loaded,
    LoadsDie,
    ThrewLoaded,
    describe_loaded,
    face_of,
    is_loaded,
    load_move,
    throw_die,
    without,
)
from bot.engine.game import Event, step_of
from bot.engine.money import CREDITS
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.words import Voice, plain

VOICE = Voice(names={1: "Lando"}, currency=CREDITS)


def shown(face: int, sides: int, *throws: int) -> int:
    chance = ScriptedRng(throws)
    now = throw_die((Loaded(seat=1, face=face),), 1, sides, "next die", chance, [])
    assert chance.left == ()
    return now


def likelihood(face: int, wanted: int, sides: int) -> Fraction:
    """Count by hand: the face falls first and the other throw is no nearer, or second and the first is farther."""
    away = abs(face - wanted)
    as_near = sum(abs(other - wanted) == away for other in range(1, sides + 1))
    farther = sum(abs(other - wanted) > away for other in range(1, sides + 1))
    return Fraction(as_near + 2 * farther, sides**2)


class TestTheThrow:
    @pytest.mark.parametrize(
        "wanted, throws, now",
        [(6, (2, 5), 5), (6, (5, 2), 5), (1, (2, 5), 2), (3, (3, 3), 3), (6, (6, 1), 6), (6, (1, 6), 6)],
    )
    def test_the_nearer_one_counts(self, wanted: int, throws: tuple[int, int], now: int):
        assert shown(wanted, 6, *throws) == now

    @pytest.mark.parametrize("throws", [(2, 4), (4, 2)])
    def test_of_two_as_near_the_first_counts(self, throws: tuple[int, int]):
        assert shown(3, 6, *throws) == throws[0]

    @pytest.mark.parametrize("sides, wanted", [(6, 1), (6, 3), (6, 6), (20, 1), (20, 10), (20, 11), (20, 20)])
    def test_every_face_comes_as_often_as_it_should(self, sides: int, wanted: int):
        faces = range(1, sides + 1)
        fallen = Counter(shown(wanted, sides, *throws) for throws in product(faces, repeat=2))
        exact = {face: Fraction(count, sides**2) for face, count in fallen.items()}
        assert exact == {face: likelihood(face, wanted, sides) for face in faces}

    @pytest.mark.parametrize("sides, chance", [(6, Fraction(11, 36)), (20, Fraction(39, 400))])
    def test_the_face_that_was_named_comes_nearly_twice_as_often(self, sides: int, chance: Fraction):
        assert {likelihood(wanted, wanted, sides) for wanted in range(1, sides + 1)} == {chance}

    def test_no_face_is_out_of_reach(self):
        assert all(likelihood(face, 20, 20) for face in range(1, 21))

    def test_both_throws_are_secret_and_in_the_gm_log(self):
        chance = SeededRng("loaded")
        throw_die((Loaded(seat=1, face=6),), 1, 6, "next die", chance, [])
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(6, True), (6, True)]
        tell: list[Event] = []
        throw_die((Loaded(seat=1, face=6),), 1, 6, "next die", ScriptedRng((2, 5)), tell)
        assert tell == [ThrewLoaded(seat=1, die="next die", face=6, throws=(2, 5), now=5)]


class TestAnHonestDie:
    def test_honest_die_is_thrown_once_in_the_open_beside_a_loaded_one(self):
        chance, tell = SeededRng("honest"), list[Event]()
        throw_die((Loaded(seat=1, face=6),), 2, 6, "next die", chance, tell)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(6, False)]
        assert tell == []


class TestWhoseDieIsLoaded:
    def test_die_is_loaded_for_its_own_seat_until_it_is_gone(self):
        dice = (Loaded(seat=1, face=6), Loaded(seat=3, face=1))
        assert [is_loaded(dice, seat) for seat in (1, 2, 3)] == [True, False, True]
        dice = (Loaded(seat=1, face=6), Loaded(seat=3, face=1))
        assert without(dice, 1) == (Loaded(seat=3, face=1),)


class TestTheMove:
    def test_load_move_names_its_die_and_any_face(self):
        (field,) = load_move("second d20", 20).fields
        assert field.bounds() == (1, 20)
        assert load_move("second d20", 20).label == "Load your second d20"
        assert face_of(Load(face=4)) == 4
        with pytest.raises(TypeError, match="Read loads no die"):
            face_of(Read(whom="1"))


class TestTold:
    def test_event_for_the_gm_log_is_not_public(self):
        state, shown_to_all = Loaded(seat=1, face=1), IsLoaded(die="next die", face=1)
        secret = LoadsDie(seat=1, die="next die", face=1)
        step = step_of(state, (secret, shown_to_all))
        assert (step.events, step.kept) == ((shown_to_all,), (secret,))

    @pytest.mark.parametrize(
        "event, sentence",
        [
            (IsLoaded(die="die for the Deep", face=6), "You have loaded your die for the Deep toward 6."),
            (LoadsDie(seat=1, die="first d20", face=20), "Lando loads the first d20 toward 20."),
            (
                ThrewLoaded(seat=1, die="first d20", face=20, throws=(3, 17), now=17),
                "The first d20 of Lando is loaded toward 20: 3 and 17 are thrown, and 17 counts.",
            ),
        ],
    )
    def test_loaded_die_events_are_described(self, event: IsLoaded | LoadsDie | ThrewLoaded, sentence: str):
        assert plain(describe_loaded(event, VOICE)) == sentence
