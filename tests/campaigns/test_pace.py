"""How long a turn lasts."""

import pytest
from pydantic import ValidationError

from bot.campaigns import Pace, PaceKind, parse_pace
from bot.errors import Unreadable


@pytest.mark.parametrize(
    "typed, told, seconds",
    [
        ("off", "no clock", 0),
        ("No clock", "no clock", 0),
        ("90s", "90 seconds a turn", 90),
        ("90 seconds a turn", "90 seconds a turn", 90),
        ("5 min", "300 seconds a turn", 300),
        ("1 hour", "1 hour a turn", 3600),
        ("12h", "12 hours a turn", 43_200),
        ("2 Days", "2 days a turn", 172_800),
    ],
)
def test_a_clock_is_typed_as_people_say_it(typed: str, told: str, seconds: int) -> None:
    pace = parse_pace(typed)
    assert (pace.told(), pace.seconds) == (told, seconds)
    assert parse_pace(pace.told()) == pace
    assert Pace.from_json(pace.to_json()) == pace


@pytest.mark.parametrize("typed", ["", "soon", "-5s", "5", "1.5 hours", "10 weeks", "9999999s"])
def test_an_unreadable_clock_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable, match="Write it like this"):
        parse_pace(typed)


@pytest.mark.parametrize("typed", ["14s", "61 min", "0 hours", "73h", "31d"])
def test_a_turn_is_neither_a_blink_nor_a_year(typed: str) -> None:
    with pytest.raises(Unreadable, match="for a turn"):
        parse_pace(typed)


def test_only_seconds_are_for_a_live_table() -> None:
    assert Pace.of("seconds", 60).is_live
    assert not any(Pace.of(kind, 2).is_live for kind in ("off", "hours", "days"))


@pytest.mark.parametrize("kind, seconds", [("off", 5), ("hours", 5), ("days", 3600), ("seconds", 5)])
def test_a_stored_clock_that_makes_no_sense_is_not_read(kind: PaceKind, seconds: int) -> None:
    with pytest.raises(ValidationError):
        Pace(kind=kind, seconds=seconds)
