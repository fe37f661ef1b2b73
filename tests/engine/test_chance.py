"""Chance: committed draws that anybody can check, streams for simulations, scripts for tests, and replay."""

import hashlib
import hmac
import itertools

import pytest

from bot.engine.rng import (
    CommittedRng,
    Draw,
    ReplayRng,
    Rng,
    ScriptedRng,
    SeededRng,
    commitment,
    committed_value,
    next_source,
    seal_digest,
)

OPEN, CLOSED, SOURCE = bytes(range(32)), bytes(range(32, 64)), bytes(32)
HAND = "7.12"

# Upper 0.1 % points of the chi-square distribution by degrees of freedom.
CHI_SQUARE = {5: 20.5, 6: 22.5, 19: 43.8, 51: 87.0}


def committed(first: int = 0, source: bytes = SOURCE, open_seed: bytes = OPEN, closed: bytes = CLOSED) -> Rng:
    return CommittedRng(open_seed, closed, HAND, source, first)


def word_of(number: int, counter: int) -> int:
    """Calculate the first eight bytes of the HMAC the long way."""
    message = f"{HAND}|{number}|{counter}|".encode() + SOURCE
    return int.from_bytes(hmac.new(OPEN, message, hashlib.sha256).digest()[:8], "big")


def first_counter_below(bound: int, number: int) -> int:
    return next(counter for counter in itertools.count() if word_of(number, counter) < bound)


def chi_square(values: list[int], bound: int) -> float:
    expected = len(values) / bound
    return sum((values.count(value) - expected) ** 2 / expected for value in range(bound))


class TestDrawing:
    def test_dice_show_their_sides_and_cards_leave_the_bag(self):
        chance = SeededRng(1)
        assert {chance.die() for _ in range(300)} == {1, 2, 3, 4, 5, 6}
        assert {chance.die(20) for _ in range(2000)} == set(range(1, 21))
        assert ScriptedRng([4, 4, 1]).dice(3) == (4, 4, 1)
        assert ScriptedRng([2]).take(("a", "b", "c")) == ("b", ("a", "c"))

    def test_draws_are_numbered_onward_with_their_secrecy(self):
        chance = SeededRng(1)
        chance.take(("a", "b"))
        chance.die()
        chance.pick("ab", secret=True)
        assert [draw.secret for draw in chance.draws] == [True, False, True]
        chance = SeededRng(1)
        face, pick = chance.die(), chance.below(52)
        assert chance.draws == [Draw(0, 6, face - 1, False), Draw(1, 52, pick, False)]
        assert chance.next_number == 2
        chance = committed(first=9)
        chance.die()
        assert chance.draws[0].number == 9
        assert chance.next_number == 10

    def test_nothing_cannot_be_drawn_from(self):
        with pytest.raises(ValueError, match="nothing to draw"):
            SeededRng(1).below(0)


class TestCommitted:
    def test_a_draw_is_an_hmac_over_hand_number_counter_and_source(self):
        assert committed(first=3).below(6) == word_of(3, 0) % 6

    def test_a_word_beyond_the_last_full_round_is_drawn_again_with_the_next_counter(self):
        """With a bound just above half of all words, about every second word is one too many."""
        bound = 2**63 + 1
        counters = [first_counter_below(bound, number) for number in range(20)]
        assert {0, 1} <= set(counters)
        for number, counter in enumerate(counters):
            assert committed_value(OPEN, HAND, number, SOURCE, bound) == word_of(number, counter)

    @pytest.mark.parametrize("bound", [6, 7, 20, 52])
    def test_draws_are_uniform(self, bound: int):
        values = [committed_value(OPEN, HAND, number, SOURCE, bound) for number in range(6000)]
        assert chi_square(values, bound) < CHI_SQUARE[bound - 1]

    def test_open_draws_come_from_the_open_seed_and_secret_ones_from_the_closed(self):
        other = bytes(reversed(range(32)))
        opened = [committed(number).die() for number in range(30)]
        hidden = [committed(number).die(secret=True) for number in range(30)]
        assert [committed(number, closed=other).die() for number in range(30)] == opened
        assert [committed(number, open_seed=other).die(secret=True) for number in range(30)] == hidden
        assert [committed(number, open_seed=other).die() for number in range(30)] != opened
        assert [committed(number, closed=other).die(secret=True) for number in range(30)] != hidden

    def test_draw_depends_on_source_hand_and_seed_that_was_committed_to(self):
        drawn = {committed(source=next_source(SOURCE, str(click))).below(10**6) for click in range(50)}
        assert len(drawn) > 45
        values = {committed_value(OPEN, f"7.{hand}", 0, SOURCE, 10**6) for hand in range(50)}
        assert len(values) > 45
        first = next_source(SOURCE, "1001")
        assert first == hashlib.sha256(SOURCE + b"1001").digest()
        assert next_source(first, "clock") == hashlib.sha256(first + b"clock").digest()
        assert next_source(next_source(SOURCE, "a"), "b") != next_source(next_source(SOURCE, "b"), "a")
        assert commitment(OPEN) == hashlib.sha256(OPEN).hexdigest()


class TestSeals:
    def test_seal_is_checked_by_its_salt_and_is_no_draw(self):
        chance = committed()
        card, _ = chance.take(("KH", "2C"))
        salt = chance.salt()
        assert seal_digest(salt, card) == hashlib.sha256(f"{salt}:{card}".encode()).hexdigest()
        chance = committed()
        chance.salt()
        assert chance.draws == []

    def test_each_sealed_card_has_its_own_salt(self):
        chance = committed()
        for _ in range(5):
            chance.take(("KH", "2C"))
            chance.salt()
        assert len(set(chance.salts)) == 5
        chance = committed()
        chance.take(("KH", "2C"))
        chance.take(("KH", "2C"))
        assert chance.salt() != chance.salt()

    def test_salt_depends_on_the_closed_seed_and_the_click(self):
        """The same draw of the same hand comes again with another source: the old salt must not fit."""
        before, after = committed(source=next_source(SOURCE, "1")), committed(source=next_source(SOURCE, "undo"))
        assert before.salt() != after.salt()
        assert committed().salt() == committed(open_seed=bytes(32)).salt()
        assert committed().salt() != committed(closed=bytes(32)).salt()


class TestSeeded:
    def test_seeded_stream_depends_on_the_seed_alone(self):
        assert SeededRng("a").dice(50) == SeededRng("a").dice(50) != SeededRng("b").dice(50)
        assert SeededRng(1).die(secret=True) == SeededRng(1).die()

    @pytest.mark.parametrize("bound", [6, 7, 20, 52])
    def test_the_stream_is_uniform(self, bound: int):
        chance = SeededRng(42)
        assert chi_square([chance.below(bound) for _ in range(6000)], bound) < CHI_SQUARE[bound - 1]


class TestScripted:
    def test_script_gives_its_faces_and_refuses_too_few_or_impossible_ones(self):
        chance = ScriptedRng([6, 1, 3])
        assert (chance.die(), chance.below(6)) == (6, 0)
        assert chance.left == (3,)
        with pytest.raises(LookupError, match="no draw number 0"):
            ScriptedRng([]).die()
        with pytest.raises(LookupError, match="has 7 for draw 0, which goes from 1 to 6"):
            ScriptedRng([7]).die()


class TestReplay:
    def test_log_feeds_draws_and_salts_back(self):
        live = committed()
        rolled = (live.die(), live.die(secret=True), live.pick("abc"))
        log = ReplayRng(live.draws)
        assert (log.die(), log.die(secret=True), log.pick("abc")) == rolled
        assert log.left == 0
        assert log.draws == live.draws
        live = committed()
        salt = live.salt()
        log = ReplayRng([], salts=live.salts)
        assert log.salt() == salt
        with pytest.raises(LookupError, match="no salt"):
            log.salt()

    @pytest.mark.parametrize(
        "draw", [Draw(1, 6, 2, False), Draw(0, 8, 2, False), Draw(0, 6, 2, True)], ids=["number", "bound", "secrecy"]
    )
    def test_a_draw_that_the_rules_ask_for_differently_is_an_error(self, draw: Draw):
        with pytest.raises(LookupError, match="where the rules draw number 0 of 6"):
            ReplayRng([draw]).die()

    @pytest.mark.parametrize("value", [-1, 6])
    def test_a_value_that_no_die_shows_is_an_error(self, value: int):
        with pytest.raises(LookupError, match="where the rules draw number 0 of 6"):
            ReplayRng([Draw(0, 6, value, False)]).die()

    def test_replay_counts_what_is_left_and_fails_when_empty(self):
        with pytest.raises(LookupError):
            ReplayRng([]).die()
        log = ReplayRng([Draw(0, 6, 2, False), Draw(1, 6, 2, False)])
        log.die()
        assert log.left == 1


def test_draw_of_more_outcomes_than_a_word_is_refused():
    assert SeededRng(1).below(1 << 64) < 1 << 64
    with pytest.raises(ValueError, match="outcomes"):
        SeededRng(1).below((1 << 64) + 1)
