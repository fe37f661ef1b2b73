"""The check that no query of the bot reads a whole table finds the queries that do."""

import sqlite3
from collections.abc import Iterator

import pytest

from tests.query_plans import complaints, grown_database


@pytest.fixture(scope="module")
def grown() -> Iterator[sqlite3.Connection]:
    database = grown_database()
    yield database
    database.close()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM actions WHERE how = ?",
        "SELECT tables.id FROM tables JOIN campaigns AS c ON c.id = tables.campaign_id WHERE c.name = ?",
        "DELETE FROM hands WHERE campaign_id = ?",
    ],
)
def test_scan_of_a_table_that_grows_is_refused(grown: sqlite3.Connection, sql: str):
    (said,) = complaints([sql], grown)
    assert said.startswith("reads all of ")


def test_search_that_finds_nearly_every_row_is_refused(grown: sqlite3.Connection):
    """SQLite calls it a search: nearly every entry reverses none."""
    (said,) = complaints(["SELECT count(*) FROM entries WHERE reverses IS NULL"], grown)
    assert said.startswith("takes ")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM actions WHERE table_id = ? ORDER BY sequence DESC LIMIT 10",
        "WITH found AS (SELECT id FROM tables WHERE campaign_id = ?) SELECT * FROM found",
        "SELECT guild_id FROM departures",
        "UPDATE tables SET version = version + 1 WHERE id = ?",
        "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, ?, '', '', '', 0)",
    ],
)
def test_search_by_an_index_is_taken(grown: sqlite3.Connection, sql: str):
    assert complaints([sql], grown) == []


def test_change_by_a_statement_is_rolled_back(grown: sqlite3.Connection):
    complaints(["DELETE FROM actions WHERE table_id = ?"], grown)
    assert grown.execute("SELECT count(*) FROM actions WHERE table_id = 11").fetchone() == (2,)
