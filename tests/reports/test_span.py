"""Days and time zones as people type them, and evenings that end in a long pause."""

from datetime import UTC, date, datetime

import pytest

from bot.errors import Unreadable
from bot.reports.service import Span, day_named, day_span, last_session, zone_named

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()
HOUR = 3600.0


@pytest.mark.parametrize(
    "typed, hours",
    [
        ("", 0),
        ("utc", 0),
        ("UTC+2", 2),
        ("+2", 2),
        ("-03:30", -3.5),
        ("GMT \N{MINUS SIGN}5", -5),
        ("+0530", 5.5),
        ("Europe/Berlin", 1),
        ("America/New_York", -5),
        ("europe/BERLIN", 1),
        ("america/new_york", -5),
    ],
)
def test_a_time_zone_is_a_place_or_an_offset(typed: str, hours: float):
    offset = datetime.fromtimestamp(NOON, zone_named(typed)).utcoffset()
    assert offset is not None
    assert offset.total_seconds() == hours * HOUR


@pytest.mark.parametrize(
    "typed", ["Europe", "Mars/Olympus", "+15", "+2:70", "../../etc/passwd", "/etc/passwd", "x" * 99, "."]
)
def test_a_time_zone_that_is_none_is_refused(typed: str):
    with pytest.raises(Unreadable, match="I don't know that time zone"):
        zone_named(typed)


@pytest.mark.parametrize(
    "typed, day",
    [
        ("today", date(2026, 11, 22)),
        (" Yesterday ", date(2026, 11, 21)),
        ("2026-2-28", date(2026, 2, 28)),
        ("1.3.2026", date(2026, 3, 1)),
    ],
)
def test_a_day_is_a_word_or_a_date(typed: str, day: date):
    assert day_named(typed, UTC, NOON) == day


def test_today_is_the_day_in_that_time_zone():
    assert day_named("today", zone_named("+14"), NOON) == date(2026, 11, 23)


@pytest.mark.parametrize("typed", ["tomorrow", "2026-02-30", "0000-00-00", "22/11/2026", "٢٠٢٦-١١-٢٢", "9" * 40])
def test_a_day_that_is_none_is_refused(typed: str):
    with pytest.raises(Unreadable, match="I can't read that day"):
        day_named(typed, UTC, NOON)


def test_a_day_goes_from_midnight_to_midnight_there_also_when_clocks_change():
    berlin = zone_named("Europe/Berlin")
    spans = [day_span(day, berlin) for day in (date(2026, 3, 29), date(2026, 6, 1), date(2026, 10, 25))]
    assert [(span.until - span.since) / HOUR for span in spans] == [23, 24, 25]


def test_a_day_at_the_end_of_time_is_refused():
    with pytest.raises(Unreadable, match="too far away"):
        day_span(date.max, zone_named("-14"))


def test_a_session_goes_back_to_the_last_long_pause():
    hands = [(0, 1 * HOUR), (8 * HOUR, 9 * HOUR), (14 * HOUR, 15 * HOUR)]
    assert last_session(hands) == Span(8 * HOUR, 15 * HOUR + 1)
    assert last_session([]) is None


def test_a_session_begins_with_the_second_of_its_first_hand():
    assert last_session([(100.7, 100.9)]) == Span(100, 101.9)
