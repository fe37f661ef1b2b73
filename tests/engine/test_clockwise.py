"""Clockwise is the order of the players, whatever their seat numbers are."""

import pytest

from bot.engine.moves import after, first_of, next_marker, starting_at

TABLE = (4, 9, 2)


def test_the_round_starts_at_a_seat():
    assert starting_at(TABLE, 9) == (9, 2, 4)


def test_the_left_of_a_seat_comes_first_and_the_seat_itself_last():
    assert after(TABLE, 9) == (2, 4, 9)
    assert after((7,), 7) == (7,)


def test_the_marker_goes_to_the_left():
    assert next_marker(4, TABLE, TABLE) == 9
    assert next_marker(2, TABLE, TABLE) == 4


def test_marker_goes_to_a_new_seat_on_its_left():
    assert next_marker(4, TABLE, (4, 11, 9, 2)) == 11


def test_marker_goes_to_the_next_former_neighbor_when_its_holder_left():
    assert next_marker(4, TABLE, (9, 2)) == 9
    assert next_marker(4, TABLE, (2, 12)) == 2


def test_marker_goes_to_the_first_seat_when_everybody_left():
    assert next_marker(4, TABLE, (20, 21)) == 20


def test_the_first_of_some_seats_in_an_order():
    assert first_of(after(TABLE, 4), {4, 2}) == 2


def test_a_seat_that_is_not_at_the_table_is_an_error():
    with pytest.raises(ValueError, match="not in"):
        starting_at(TABLE, 1)
