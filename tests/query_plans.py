"""The plans of the bot's queries on a SQLite database that has grown, and the work that each does there.

Each process of a test run records the statements that the bot executes (`tests/postgresql.py`). At the end of a whole
run SQLite explains and executes them on 100,000 hands, nearly all in campaigns that no statement names.
"""

import re
import sqlite3
from collections.abc import Iterable, Mapping
from importlib import resources

from bot.db.connection import define_functions

CAMPAIGNS, TABLES, HANDS = 1_000, 10, 10
"""Of the database; tables of each campaign, hands of each table. Campaign 1 has one table with one hand."""
MOST_STEPS = 20_000
"""Steps of SQLite's machine that a statement about one campaign, person or table may take. A read of all hands takes
over 500,000.
"""
_READS_ALL = {
    "SELECT id, guild_id, record FROM tables WHERE record LIKE ?": "what is kept of a person on all servers",
    "SELECT settings FROM campaigns": "an older backup that is restored",
    "SELECT sheet FROM characters": "the same",
    "SELECT autopilot FROM characters WHERE autopilot IS NOT NULL": "the same",
    "SELECT record FROM tables": "the same",
    "SELECT guild_id, user_id, salt, digest, asked_at FROM erasures": "the same",
    "SELECT user_id FROM preferences": "a purge, which ends the preferences of people who no longer play",
    "UPDATE screens SET looks = ''": "a database that has moved to another bot",
    "SELECT DISTINCT table_id, number FROM hands WHERE status <> 'running' ORDER BY table_id, number": (
        "a restore drill, on a copy"
    ),
    "SELECT count(DISTINCT guild_id) AS n FROM campaigns WHERE guild_id > 0": "the operator's numbers, beside the bot",
    "SELECT count(DISTINCT owner_id) AS n FROM characters WHERE owner_id > 0 AND retired_at IS NULL": "the same",
    "SELECT count(*) AS n FROM characters WHERE retired_at IS NULL": "the same",
    "SELECT count(*) AS n FROM hands WHERE status <> 'running'": "the same",
    "SELECT count(*) AS n FROM hands WHERE ended_at >= ?": "the same",
}
"""Statements that are meant to read a whole table, and for what. None of them belongs to a click or a command."""
_AUDIT = re.compile(r"\s*WITH a AS \(SELECT \* FROM accounts WHERE campaign_id NOT IN")
"""The audit of the whole file."""
_HIGHEST = re.compile(r"SELECT coalesce\(max\(id\), 0\) AS highest FROM \w+ WHERE id >= \?")
"""The highest number above the clock's own, where only a clock that was set back has left any."""
_PAGE = re.compile(r"SELECT [\w, ]+ FROM \w+ ORDER BY [\w, ]+ LIMIT \d+")
"""The first page of a table that `python -m bot move` copies, in the order of its key."""
_NAMED = re.compile(r"\bcampaign_id = \d+")
"""The campaign in a statement that names it."""
_SMALL = {
    "application", "blocks", "command_servers", "departures", "greetings", "notices", "operator_actions", "purges",
    "screens",
}  # fmt: skip
"""Tables with a row for the bot, for each server in a state that ends, or for each campaign drawn at the start. Those
of the operator have a row for each deed.
"""
_IN_PROGRESS = {"due_tables", "erasures_by_id", "erasures_under_way", "open_tables_of_a_guild"}
"""Indexes that hold only what is open or in progress."""
_SOURCE = re.compile(r"\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+AS\s+(\w+))?")
_SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")
_GROWN = f"""
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {CAMPAIGNS})
INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) SELECT i, i, i, i, '{{}}', 0 FROM n;
INSERT INTO bindings (guild_id, place_id, campaign_id) SELECT id, id, id FROM campaigns;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {TABLES})
INSERT INTO tables (id, campaign_id, guild_id, channel_id, game, status, version, record)
SELECT id * {TABLES} + i, id, id, id * {TABLES} + i, 'pilok', 'closed', 0, '{{}}'
FROM campaigns, n WHERE id > 1 OR i = 1;
INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, created_at)
SELECT id, campaign_id, 'pc', id, id, id, '{{}}', 0 FROM tables;
INSERT INTO active_characters (campaign_id, user_id, character_id) SELECT campaign_id, owner_id, id FROM characters;
INSERT INTO claims (campaign_id, character_id, user_id) SELECT campaign_id, id, owner_id FROM characters;
INSERT INTO loadouts (campaign_id, character_id, game, loadout, version)
SELECT campaign_id, id, 'baldur', '{{}}', 1 FROM characters;
INSERT INTO rolls (campaign_id, character_id, name_key, name, dice)
SELECT campaign_id, id, 'a', 'a', 'd6' FROM characters;
INSERT INTO proposals (id, guild_id, campaign_id, user_id, character_id, proposal, made_at, asked)
SELECT id, campaign_id, campaign_id, owner_id, id, '{{}}', 2, id % 2 FROM characters;
INSERT INTO accounts (id, campaign_id, kind, character_id)
SELECT 'purse:' || id, campaign_id, 'purse', id FROM characters;
INSERT INTO accounts (id, campaign_id, kind, table_id) SELECT 'bank:' || id, campaign_id, 'bank', id FROM tables;
INSERT INTO presets (campaign_id, game, name, name_key, rules, saved_by, saved_at)
SELECT campaign_id, 'pilok', id, id, '{{}}', owner_id, 0 FROM characters;
INSERT INTO card_file_changes (key, campaign_id, game, version, deed, changed_by, changed_at)
SELECT id, campaign_id, 'klingon', id, 'load', owner_id, 0 FROM characters;
INSERT INTO offers (id, guild_id, campaign_id, user_id, version, offer, made_at)
SELECT id, campaign_id, campaign_id, owner_id, 1, '{{}}', 2 FROM characters;
INSERT INTO pending_imports (id, guild_id, user_id, made_at) SELECT id, campaign_id, owner_id, 2 FROM characters;
INSERT INTO erasures (id, guild_id, salt, digest, asked_at, done_at)
SELECT id, campaign_id, '', id, 0, 0 FROM characters;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {HANDS})
INSERT INTO hands (table_id, number, revision, game, version, deal, open_seed, closed_seed, by_hand, status, started_at,
    ended_at, campaign_id)
SELECT id, i, 0, 'pilok', 1, '{{}}', '', '', 0, 'settled', 0, 0, campaign_id
FROM tables, n WHERE campaign_id > 1 OR i = 1;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT 2)
INSERT INTO actions (table_id, sequence, key, hand, revision, turn, how, actor, seat, action, cause, at, draws, events,
    has_secrets, campaign_id)
SELECT table_id, number * 2 + i, table_id || ':' || (number * 2 + i), number, 0, 1, 'click', table_id, 1, '{{}}', '', 0,
    '[]', '[]', 0, campaign_id FROM hands, n;
INSERT INTO entries (id, key, campaign_id, kind, reason, actor, at, table_id, hand, size)
SELECT table_id * {HANDS} + number, table_id * {HANDS} + number, campaign_id, 'bet', '', table_id, 0, table_id,
    number, 1 FROM hands;
INSERT INTO transfers (id, entry_id, line, campaign_id, source, target, amount, source_after, target_after)
SELECT id, id, 1, campaign_id, 'purse:' || table_id, 'bank:' || table_id, 1, 1, 1 FROM entries;
INSERT INTO items (id, campaign_id, game, kind, entry_id, holder, character_id)
SELECT id, campaign_id, 'pazaak', '+1', id * {HANDS} + 1, 'character:' || id, id FROM characters;
INSERT INTO item_moves (id, entry_id, campaign_id, item_id, source, target, character_id)
SELECT id, entry_id, campaign_id, id, 'nobody', holder, id FROM items;
"""


def grown_database() -> sqlite3.Connection:
    """Make a database with the schema of the bot, 100,000 hands, and all that belongs to them. It has no triggers: what
    they do takes time, and isn't what is measured.
    """
    database = sqlite3.connect(":memory:", isolation_level=None)
    define_functions(database)
    for file in sorted(resources.files("bot.db").joinpath("schema", "sqlite").iterdir(), key=lambda file: file.name):
        database.executescript(file.read_text(encoding="utf-8"))
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {name}")
    database.executescript(f"PRAGMA foreign_keys = OFF; BEGIN; {_GROWN} COMMIT;")
    return database


def complaints(statements: Iterable[str], database: sqlite3.Connection | None = None) -> list[str]:
    """Return a sentence for each statement that reads a whole table that grows, or takes more than `MOST_STEPS`."""
    database = database or grown_database()
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    found: list[str] = []
    for sql in statements:
        plain = " ".join(sql.split())
        if plain in _READS_ALL or _AUDIT.match(sql) or _HIGHEST.match(plain) or _PAGE.fullmatch(plain):
            continue
        if scans := _scans(database, sql, tables):
            found.append(f"reads all of {', '.join(scans)}: {plain}")
        elif (steps := _steps(database, _NAMED.sub("campaign_id = 1", sql))) > MOST_STEPS:
            found.append(f"takes {steps:,} steps: {plain}")
    return found


def outcome(statements: Mapping[str, str]) -> tuple[str, bool]:
    """Explain the statements, each with a test that executed it. Return the outcome in text, and true if it is good."""
    wrong = complaints(statements)
    if wrong:
        return "\n".join((f"{len(wrong)} statements of {len(statements)} grow with the database:", *wrong)), False
    return f"All {len(statements)} statements of the bot find what they need among 100,000 hands.", True


def _scans(database: sqlite3.Connection, sql: str, tables: set[str]) -> list[str]:
    """Return the tables that SQLite reads from end to end for this statement."""
    names = {alias or name: name for name, alias in _SOURCE.findall(sql) if name in tables}
    plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", [1] * sql.count("?"))]
    scans = [scan for line in plan if (scan := _SCAN.match(line)) and scan[2] not in _IN_PROGRESS]
    return sorted({names[scan[1]] for scan in scans if scan[1] in names} - _SMALL)


def _steps(database: sqlite3.Connection, sql: str) -> int:
    """Return the steps of SQLite's machine, in hundreds. What it changes is rolled back."""
    hundreds = 0

    def count() -> int:
        nonlocal hundreds
        hundreds += 1
        return 0

    database.execute("BEGIN")
    database.set_progress_handler(count, 100)
    try:
        database.execute(sql, [1] * sql.count("?")).fetchall()
    except sqlite3.IntegrityError:
        pass  # as with a row that is there already
    finally:
        database.set_progress_handler(None, 0)
        database.execute("ROLLBACK")
    return hundreds * 100
