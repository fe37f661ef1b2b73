"""Statements that are limited to the servers of a process."""

import pytest

from bot.shards import Shards

SQL = "SELECT id FROM tables WHERE due_at <= ? AND served(guild_id) ORDER BY id"


def test_a_statement_is_limited_to_the_shards_that_work_begins_for():
    shards = Shards(4, (0, 2, 3))
    shards.leaving = frozenset({2})
    limited = "SELECT id FROM tables WHERE due_at <= ? AND (guild_id >> 22) % ? IN ({}) ORDER BY id"
    assert shards.limited(SQL, 5.0) == (limited.format("?, ?"), 5.0, 4, 0, 3)
    assert shards.limited(SQL, 5.0, among={2, 3}) == (limited.format("?"), 5.0, 4, 3)


def test_without_shards_a_statement_finds_nothing():
    nothing = "SELECT id FROM tables WHERE due_at <= ? AND 1 = 0 ORDER BY id"
    assert Shards(4, ()).limited(SQL, 5.0) == (nothing, 5.0)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM tables",
        "SELECT id FROM tables WHERE served(guild_id) AND due_at <= ?",
        "SELECT id FROM tables WHERE served(guild_id) OR served(campaign_id)",
    ],
)
@pytest.mark.parametrize("held", [(), (0,)])
def test_a_statement_needs_one_place_behind_its_values(sql: str, held: tuple[int, ...]):
    with pytest.raises(ValueError, match="one served"):
        Shards(4, held).limited(sql, 5.0)
