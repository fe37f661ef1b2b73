"""The schema in both dialects: the same tables, and the same rules."""

import re
from pathlib import Path

import pytest

from bot.db import OpenedDatabase, Refused, Statement, known_tables, open_database
from tests.db.conftest import BOTH
from tests.db.engines import Engine, Postgresql, Sqlite
from tests.postgresql import NEEDS_POSTGRESQL, SCHEMA

TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", "TEXT": 'TEXT COLLATE "C"'}
WORLD = """
INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (1, 9, 'A', 'a', '{}', 0);
INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (2, 9, 'B', 'b', '{}', 0);
INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, created_at)
    VALUES (11, 1, 'pc', 7, 'Han', 'han', '{}', 0);
INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, created_at)
    VALUES (21, 2, 'npc', NULL, 'Bib', 'bib', '{}', 0);
INSERT INTO tables (id, campaign_id, guild_id, channel_id, game, status, version, record)
    VALUES (5, 1, 9, 50, 'golem', 'open', 0, '{}');
INSERT INTO accounts (id, campaign_id, kind) VALUES ('mint:1', 1, 'mint');
INSERT INTO accounts (id, campaign_id, kind, character_id) VALUES ('purse:11', 1, 'purse', 11);
INSERT INTO accounts (id, campaign_id, kind) VALUES ('house:1', 1, 'house');
INSERT INTO entries (id, key, campaign_id, kind, reason, actor, at, size)
    VALUES (1, 'start', 1, 'gift', 'why', 7, 0, 2);
INSERT INTO transfers (id, entry_id, line, campaign_id, source, target, amount, source_after, target_after)
    VALUES (1, 1, 1, 1, 'mint:1', 'purse:11', 100, -100, 100);
INSERT INTO entries (id, key, campaign_id, kind, reason, at, size) VALUES (2, 'open', 1, 'gift', '', 0, 3);
INSERT INTO items (id, campaign_id, game, kind, entry_id) VALUES (1, 1, 'pazaak', 'plus', 1);
INSERT INTO items (id, campaign_id, game, kind, entry_id) VALUES (2, 1, 'pazaak', 'plus', 1);
INSERT INTO item_moves (id, entry_id, campaign_id, item_id, source, target, character_id)
    VALUES (1, 1, 1, 1, 'nobody', 'character:11', 11);
INSERT INTO hands (table_id, number, revision, campaign_id, game, version, deal, open_seed, closed_seed, by_hand,
    status, started_at) VALUES (5, 1, 0, 1, 'golem', 1, '{}', 'a', 'b', 0, 'running', 0);
INSERT INTO actions (table_id, sequence, key, campaign_id, turn, how, actor, action, cause, at, draws, events,
    has_secrets, typed) VALUES (5, 1, 'click', 1, 0, 'do', 7, '{}', 'click', 0, '[]', '[]', 0, '{"a": "b"}');
"""
FORGETTING = """
UPDATE entries SET actor = NULL, reason = '' WHERE id = 1;
UPDATE actions SET actor = NULL, typed = NULL;
"""
TRANSFER = "INSERT INTO transfers (id, entry_id, line, campaign_id, source, target, amount, source_after, target_after)"
MOVE = "INSERT INTO item_moves (id, entry_id, campaign_id, item_id, source, target, character_id, table_id, seat)"
ACCOUNT = "INSERT INTO accounts (id, campaign_id, kind, character_id, table_id, seat, balance)"
VIOLATIONS = {
    "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (3, 9, 'a', 'a', '', 0)": (
        "campaign_names"
    ),
    "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (1, 8, 'C', 'c', '', 0)": (
        "campaigns_pkey"
    ),
    "UPDATE characters SET name_key = NULL": "characters.name_key",
    "INSERT INTO rolls (campaign_id, character_id, name_key, name, dice) VALUES (2, 11, 'a', 'A', 'd6')": "foreign key",
    "INSERT INTO proposals (id, guild_id, campaign_id, user_id, proposal, made_at, asked) "
    "VALUES (1, 9, 1, 7, '', 0, 1)": "proposal_asked",
    "INSERT INTO proposals (id, guild_id, campaign_id, user_id, character_id, proposal, made_at, asked) "
    "VALUES (1, 9, 2, 7, 11, '', 0, 0)": "foreign key",
    "UPDATE characters SET kind = 'npc' WHERE id = 11": "pcs_have_owners",
    "INSERT INTO tables (id, campaign_id, guild_id, channel_id, game, status, version, record) "
    "VALUES (6, 1, 9, 50, 'golem', 'open', 0, '')": "one_open_table_a_channel",
    "INSERT INTO hands (table_id, number, revision, campaign_id, game, version, deal, open_seed, closed_seed, by_hand, "
    "status, started_at) VALUES (5, 1, 0, 1, 'golem', 1, '', '', '', 0, 'void', 0)": "hands_pkey",
    "INSERT INTO hands (table_id, number, revision, campaign_id, game, version, deal, open_seed, closed_seed, by_hand, "
    "status, started_at) VALUES (5, 2, 0, 2, 'golem', 1, '', '', '', 0, 'void', 0)": "foreign key",
    "INSERT INTO entries (id, key, campaign_id, kind, reason, at, size) VALUES (3, 'start', 1, 'gift', '', 0, 0)": (
        "entry_once"
    ),
    "UPDATE entries SET at = 5": "entries_are_final",
    "UPDATE entries SET reason = 'else' WHERE id = 1": "entries_are_final",
    "UPDATE entries SET actor = 8 WHERE id = 1": "entries_are_final",
    "DELETE FROM entries WHERE id = 2": "entries_are_kept",
    f"{TRANSFER} VALUES (2, 1, 3, 1, 'purse:11', 'house:1', 5, 95, 5)": "transfers_fit_their_entry",
    f"{TRANSFER} VALUES (2, 1, 1, 1, 'purse:11', 'house:1', 5, 95, 5)": "transfers_of_entries",
    f"{TRANSFER} VALUES (2, 1, 2, 1, 'purse:11', 'house:1', 5, 96, 5)": "balances_move_by_transfers",
    f"{TRANSFER} VALUES (2, 1, 2, 1, 'purse:11', 'house:1', 105, -5, 105)": "never_overdrawn",
    f"{TRANSFER} VALUES (2, 1, 2, 1, 'purse:11', 'purse:11', 5, 95, 105)": "transfer_between_two",
    f"{TRANSFER} VALUES (2, 1, 2, 1, 'purse:11', 'house:1', 0, 100, 0)": "transfer_amount",
    f"{TRANSFER} VALUES (2, 1, 2, 2, 'purse:11', 'house:1', 5, 95, 5)": "foreign key",
    "UPDATE transfers SET amount = 1": "transfers_are_final",
    "DELETE FROM transfers": "transfers_are_kept",
    "UPDATE accounts SET balance = balance + 1 WHERE id = 'purse:11'": "balances_move_by_transfers",
    "UPDATE accounts SET character_id = 12 WHERE id = 'purse:11'": "accounts_keep_their_owner",
    "DELETE FROM accounts WHERE id = 'house:1'": "accounts_are_kept",
    f"{ACCOUNT} VALUES ('bank:5', 1, 'bank', NULL, 5, NULL, 500)": "accounts_open_empty",
    f"{ACCOUNT} VALUES ('bank:6', 1, 'bank', NULL, 5, NULL, 0)": "account_name",
    f"{ACCOUNT} VALUES ('seat:5:1', 1, 'seat', NULL, 5, 1, 0)": "account_owner",
    "INSERT INTO items (id, campaign_id, game, kind, entry_id, holder, character_id) "
    "VALUES (3, 1, 'pazaak', 'plus', 1, 'character:11', 11)": "items_begin_with_nobody",
    f"{MOVE} VALUES (2, 2, 1, 1, 'character:12', 'nobody', NULL, NULL, NULL)": "items_move_from_their_holder",
    f"{MOVE} VALUES (2, 2, 1, 1, 'character:11', 'seat:5:1', 11, 5, 1)": "one_holder",
    f"{MOVE} VALUES (2, 1, 1, 1, 'character:11', 'nobody', NULL, NULL, NULL)": "moves_of_entries",
    "UPDATE items SET holder = 'nobody', character_id = NULL WHERE id = 1": "holders_change_by_moves",
    "UPDATE items SET kind = 'minus'": "items_stay_what_they_are",
    "DELETE FROM items WHERE id = 2": "items_are_kept",
    "DELETE FROM actions": "actions_are_kept",
    "UPDATE item_moves SET target = 'nobody'": "moves_are_final",
    "INSERT INTO shards (shard, fence) VALUES (-1, 1)": "shard_number",
    "INSERT INTO shards (shard, fence) VALUES (0, 0)": "shard_fence",
    "INSERT INTO workers (worker, session, shard_count, wants_any) VALUES (64, 1, 1, 0)": "worker_number",
    "INSERT INTO workers (worker, session, shard_count, wants_any) VALUES (1, 1, 0, 0)": "worker_shards",
    "INSERT INTO workers (worker, session, shard_count, wants_any) VALUES (1, 1, 1, 2)": "worker_wants_any",
    "DELETE FROM item_moves": "moves_are_kept",
}
PURGE = """
INSERT INTO purges (campaign_id, begun_at) VALUES (1, 0);
DELETE FROM item_moves;
DELETE FROM items;
DELETE FROM transfers;
DELETE FROM entries;
DELETE FROM actions;
"""


def statements(dialect: str, beginning: str) -> list[str]:
    """Return the statements of all migrations that begin so, in order, without comments and line breaks."""
    files = sorted((SCHEMA / dialect).iterdir())
    text = re.sub(r"--.*", "", "".join(file.read_text(encoding="utf-8") for file in files))
    found = re.findall(rf"^{beginning}[^;]*;", text, re.MULTILINE)
    return [" ".join(statement.split()) for statement in found]


def in_postgresql(statement: str) -> str:
    """Return a table's or index's definition with the types that PostgreSQL has."""
    renamed = re.sub(
        r"(?<=[(,] )(\w+) (INTEGER|REAL|BLOB|TEXT)\b", lambda found: f"{found[1]} {TYPES[found[2]]}", statement
    )
    return re.sub(r"\) STRICT(, WITHOUT ROWID)?;", ");", renamed)


def changes(table: str) -> list[str]:
    """Return for each column of the table a statement that changes it alone."""
    (definition,) = statements("sqlite", f"CREATE TABLE {table} ")
    columns = re.findall(r"(\w+) (INTEGER|REAL|TEXT)\b", definition)
    change = {"TEXT": "coalesce({0}, '') || 'x'", "INTEGER": "coalesce({0}, 0) + 1", "REAL": "coalesce({0}, 0) + 1"}
    return [f"UPDATE {table} SET {name} = {change[kind].format(name)}" for name, kind in columns]


VIOLATIONS |= dict.fromkeys(changes("entries"), "entries_are_final")
VIOLATIONS |= dict.fromkeys(changes("actions"), "actions_are_final")


def test_both_dialects_define_the_same_tables_and_indexes() -> None:
    kinds = "(?:CREATE (?:TABLE|INDEX|UNIQUE INDEX)|DROP INDEX) "
    assert statements("postgresql", kinds) == [in_postgresql(one) for one in statements("sqlite", kinds)]


def test_both_dialects_have_the_same_triggers_and_migrations() -> None:
    names = {
        dialect: sorted(file.name for file in (SCHEMA / dialect).iterdir()) for dialect in ("sqlite", "postgresql")
    }
    assert names["sqlite"] == names["postgresql"]
    triggers = [
        [re.split(r"WHEN|FOR EACH|BEGIN", one)[0].split() for one in statements(dialect, "CREATE TRIGGER ")]
        for dialect in names
    ]
    assert triggers[0] == triggers[1]


def in_steps(script: str) -> list[Statement]:
    return [Statement(sql, touches=None) for sql in script.split(";\n") if sql.strip()]


@BOTH
async def test_each_violation_is_refused_by_name(engine: Engine) -> None:
    async with await engine.open_laid_out() as database:
        await database.apply(*in_steps(WORLD))
        for sql, constraint in VIOLATIONS.items():
            with pytest.raises(Refused) as refused:
                await database.apply(Statement(sql, touches=None))
            assert (sql, refused.value.constraint) == (sql, constraint)
        await database.apply(*in_steps(FORGETTING), *in_steps(PURGE))


@NEEDS_POSTGRESQL
async def test_both_engines_end_with_the_same_parts(path: Path) -> None:
    async with await Sqlite(path).open_laid_out() as embedded, await Postgresql(path).open_laid_out() as server:
        (row,) = await server.fetch("SELECT structure FROM schema_version")
        parts = set(row["structure"].splitlines())
        # The server has an index for every key, under the key's name.
        keys = {part.replace("constraint", "index", 1) for part in parts if part.startswith("constraint")}
        assert await parts_of_sqlite(embedded) == parts - keys
        assert await keys_of_sqlite(embedded) == await keys_of_server(server)


@NEEDS_POSTGRESQL
@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE screens DROP COLUMN looks",
        "ALTER TABLE items ALTER kind DROP NOT NULL",
        "ALTER TABLE presets ALTER saved_at TYPE INTEGER",
        "ALTER TABLE items DROP CONSTRAINT one_holder",
        "ALTER TABLE items DROP CONSTRAINT item_table",
        "ALTER TABLE presets DROP CONSTRAINT presets_pkey",
        "ALTER TABLE entries DROP CONSTRAINT entry_once",
        "ALTER TABLE entries DROP CONSTRAINT entry_once, ADD CONSTRAINT entry_once UNIQUE (key, kind)",
        "DROP INDEX moves_of_items",
        "DROP INDEX due_tables; CREATE INDEX due_tables ON tables (due_at)",
        "DROP TRIGGER moves_are_kept ON item_moves",
    ],
)
async def test_a_part_that_one_engine_lacks_is_noticed(path: Path, change: str) -> None:
    import psycopg

    from bot.db.server.schema import _STRUCTURE

    url = Postgresql(path).url
    async with await Sqlite(path).open_laid_out() as embedded, await open_database(url) as server:
        with psycopg.connect(url, autocommit=True) as raw:
            raw.execute(change.encode())
            parts = {row[0] for row in raw.execute(_STRUCTURE).fetchall()}
        keys = {part.replace("constraint", "index", 1) for part in parts if part.startswith("constraint")}
        same_parts = await parts_of_sqlite(embedded) == parts - keys
        assert not (same_parts and await keys_of_sqlite(embedded) == await keys_of_server(server))


Key = tuple[str, ...]


async def keys_of_sqlite(database: OpenedDatabase) -> set[Key]:
    """Return the columns of each key and each index, and those that a foreign key refers to."""
    found: set[Key] = set()
    for table in known_tables():
        found.add(("primary", table.name, *table.key))
        for index in await database.fetch(f"SELECT * FROM pragma_index_list('{table.name}') WHERE origin <> 'pk'"):
            columns = await database.fetch(f"SELECT name FROM pragma_index_info('{index['name']}') ORDER BY seqno")
            kind = f"{'unique' if index['unique'] else 'index'}{' partial' if index['partial'] else ''}"
            found.add((kind, table.name, *(row["name"] for row in columns)))
        references: dict[int, list[str]] = {}
        rows = await database.fetch(f"SELECT * FROM pragma_foreign_key_list('{table.name}') ORDER BY id, seq")
        for row in rows:
            references.setdefault(row["id"], []).append(f"{row['from']} to {row['table']}.{row['to']}")
        found |= {("foreign", table.name, *columns) for columns in references.values()}
    return found


async def keys_of_server(database: OpenedDatabase) -> set[Key]:
    """Return the same of a database on a server."""
    indexes = """
        SELECT CASE WHEN indisprimary THEN 'primary' WHEN indisunique THEN 'unique' ELSE 'index' END
            || CASE WHEN indpred IS NULL THEN '' ELSE ' partial' END AS kind,
            relname AS name,
            (
                SELECT string_agg(attname, ' ' ORDER BY place)
                FROM unnest(CAST(indkey AS SMALLINT[])) WITH ORDINALITY AS part (number, place)
                JOIN pg_attribute ON attrelid = indrelid AND attnum = number
            ) AS columns
        FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE)
        """
    references = """
        SELECT own.relname AS name,
            (
                SELECT string_agg(child.attname || ' to ' || other.relname || '.' || parent.attname, ',' ORDER BY place)
                FROM unnest(conkey, confkey) WITH ORDINALITY AS part (number, referred, place)
                JOIN pg_attribute AS child ON child.attrelid = conrelid AND child.attnum = number
                JOIN pg_attribute AS parent ON parent.attrelid = confrelid AND parent.attnum = referred
            ) AS columns
        FROM pg_constraint JOIN pg_class AS own ON own.oid = conrelid JOIN pg_class AS other ON other.oid = confrelid
        WHERE contype = 'f' AND own.relnamespace = CAST(current_schema() AS REGNAMESPACE)
        """
    found = {
        (row["kind"], row["name"], *row["columns"].split(" "))
        for row in await database.fetch(indexes)
        if row["name"] != "schema_version"
    }
    return found | {("foreign", row["name"], *row["columns"].split(",")) for row in await database.fetch(references)}


async def parts_of_sqlite(database: OpenedDatabase) -> set[str]:
    """Return the names of tables, columns, constraints, indexes and triggers in the words of the server."""
    parts: set[str] = set()
    for row in await database.fetch("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        kind, name, table = row["type"], row["name"], row["tbl_name"]
        parts.add(f"table {table}" if kind == "table" else f"{kind} {table}.{name}")
        if kind == "table":
            named = re.findall(r"CONSTRAINT (\w+) (?:CHECK|UNIQUE|FOREIGN KEY)", row["sql"])
            parts |= {f"constraint {table}.{constraint}" for constraint in (*named, f"{table}_pkey")}
            for column in await database.fetch(
                f"SELECT name, type, \"notnull\" AS filled FROM pragma_table_info('{table}')"
            ):
                kept = TYPES[column["type"]].partition(" COLLATE")[0].lower()
                parts.add(f"column {table}.{column['name']} {kept}{' not null' if column['filled'] else ''}")
    return parts
