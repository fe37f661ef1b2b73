"""Clockwise is the order of the players, whatever their seat numbers are."""

import pytest

from bot.engine.moves import after, next_marker, starting_at

TABLE = (4, 9, 2)


def test_seats_are_ordered_clockwise_from_a_seat():
    assert starting_at(TABLE, 9) == (9, 2, 4)
    assert after(TABLE, 9) == (2, 4, 9)
    assert after((7,), 7) == (7,)
    with pytest.raises(ValueError, match="not in"):
        starting_at(TABLE, 1)


def test_marker_goes_left_also_when_seats_come_and_go():
    assert next_marker(4, TABLE, TABLE) == 9
    assert next_marker(2, TABLE, TABLE) == 4
    assert next_marker(4, TABLE, (4, 11, 9, 2)) == 11
    assert next_marker(4, TABLE, (9, 2)) == 9
    assert next_marker(4, TABLE, (2, 12)) == 2
    assert next_marker(4, TABLE, (20, 21)) == 20
