"""The version of a database on a server, and the steps to it, which one process takes while others wait."""

from collections.abc import Sequence

import psycopg

from bot.db.failures import CannotOpen
from bot.db.migrations import Migration, oldest_code, require_known
from bot.db.server.connecting import ALONE, TURNS, Raw
from bot.db.server.values import one_line

_MIGRATING = "migrations"
_VERSION = """
CREATE TABLE IF NOT EXISTS schema_version (
    slot BIGINT NOT NULL PRIMARY KEY CONSTRAINT schema_version_slot CHECK (slot = 1),
    version BIGINT NOT NULL,
    structure TEXT NOT NULL
)
"""
"""The number of the last migration, and the names of all that the migrations have built."""
_OLDEST = "ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest BIGINT"
"""The version of the oldest code that still works with it. Databases from before have none: it is their version."""
_NOTE_VERSION = """
INSERT INTO schema_version (slot, version, structure, oldest) VALUES (1, $1, $2, $3)
ON CONFLICT (slot) DO UPDATE
SET version = excluded.version, structure = excluded.structure, oldest = excluded.oldest
"""
_READ_VERSION = """
SELECT version, structure, coalesce(CAST(to_jsonb(schema_version) ->> 'oldest' AS BIGINT), version) AS oldest
FROM schema_version
"""
_STRUCTURE = """
WITH own AS (
    SELECT oid, relname FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND relkind = 'r' AND relname <> 'schema_version'
)
SELECT 'table ' || relname AS part FROM own
UNION SELECT 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' not null' ELSE '' END
    FROM own JOIN pg_attribute ON attrelid = own.oid WHERE attnum > 0 AND NOT attisdropped
UNION SELECT 'constraint ' || relname || '.' || conname
    FROM own JOIN pg_constraint ON conrelid = own.oid WHERE contype IN ('c', 'f', 'p', 'u') AND convalidated
UNION SELECT 'trigger ' || relname || '.' || tgname
    FROM own JOIN pg_trigger ON tgrelid = own.oid WHERE NOT tgisinternal AND tgenabled <> 'D'
UNION SELECT 'index ' || relname || '.' || CAST(indexrelid AS REGCLASS)
    FROM own JOIN pg_index ON indrelid = own.oid WHERE indisvalid
"""
"""The parts of the schema by name. A trigger that is switched off isn't one of them."""


async def version_of(raw: Raw, name: str, migrations: Sequence[Migration]) -> int:
    """Return the version of the database, 0 for an empty one. Raises CannotOpen if this code must not touch it."""
    if not await _has_version(raw):
        if not await _parts(raw):
            return 0
        # Another process of the bot may have built these parts at this moment.
        if not await _has_version(raw):
            raise CannotOpen(f"{name} is a database of another program.")
    (noted,) = await (await raw.execute(_READ_VERSION)).fetchall()
    require_known(name, noted["version"], migrations, noted["oldest"])
    if missing := sorted(set(noted["structure"].splitlines()) - await _parts(raw)):
        raise CannotOpen(
            f"{name} isn't built like a database of version {noted['version']}: the {missing[0]} is missing."
        )
    return noted["version"]


async def migrate(raw: Raw, name: str, migrations: Sequence[Migration]) -> None:
    """Run what is missing, each step with its version in one transaction. Where another process does that now, wait.

    Raises CannotOpen for a step that fails, and for one that code of a running process couldn't work with.
    """
    if await version_of(raw, name, migrations) >= len(migrations):
        return
    await raw.execute("SELECT pg_advisory_lock($1, hashtext($2))", (str(TURNS), _MIGRATING))
    try:
        version = await version_of(raw, name, migrations)
        for migration in migrations[version:]:
            await _run(raw, name, migrations, migration, is_new=not version)
    finally:
        if not raw.closed:
            await raw.execute("SELECT pg_advisory_unlock($1, hashtext($2))", (str(TURNS), _MIGRATING))


async def _run(raw: Raw, name: str, migrations: Sequence[Migration], migration: Migration, *, is_new: bool) -> None:
    await raw.execute("BEGIN")
    try:
        if not is_new and migration.works_with == migration.number:
            # Processes that run hold this lock together.
            sql = "SELECT pg_try_advisory_xact_lock($1, 0) AS alone"
            (row,) = await (await raw.execute(sql, (str(ALONE),))).fetchall()
            if not row["alone"]:
                await raw.execute("ROLLBACK")
                raise CannotOpen(
                    f"{name} has to be updated by {migration.name}, which older processes can't work with. "
                    "Stop all that run on it first."
                )
        await raw.execute(migration.sql.encode())
        await raw.execute(_VERSION)
        await raw.execute(_OLDEST)
        noted = (migration.number, "\n".join(sorted(await _parts(raw))), oldest_code(migrations[: migration.number]))
        await raw.execute(_NOTE_VERSION, tuple(map(str, noted)))
        await raw.execute("COMMIT")
    except psycopg.Error as error:
        if not raw.closed:
            await raw.execute("ROLLBACK")
        raise CannotOpen(
            f"{name} couldn't be updated by {migration.name}, and is unchanged: {one_line(error)}."
        ) from error


async def _has_version(raw: Raw) -> bool:
    (found,) = await (await raw.execute("SELECT to_regclass('schema_version') IS NOT NULL AS found")).fetchall()
    return bool(found["found"])


async def _parts(raw: Raw) -> set[str]:
    return {row["part"] for row in await (await raw.execute(_STRUCTURE)).fetchall()}
