-- Processes that share a database, and the shards of Discord's gateway that they serve. Only on a server there are
-- several. A file has the same tables, so that a database can be moved.

-- A shard that was ever taken.
CREATE TABLE shards (
    shard INTEGER NOT NULL PRIMARY KEY,
    -- Rises each time the shard is taken. Every commit checks it, so a process that lost the shard writes nothing.
    fence INTEGER NOT NULL,
    -- The interactions that were handled before the shard was released, as a JSON list of their ids.
    handled TEXT NOT NULL DEFAULT '[]',
    CONSTRAINT shard_number CHECK (shard >= 0),
    CONSTRAINT shard_fence CHECK (fence >= 1)
) STRICT;

-- A process that has joined. Its row counts as long as its connection has the lock of the worker's number.
CREATE TABLE workers (
    worker INTEGER NOT NULL PRIMARY KEY,
    -- The server's number of the connection that has the process's locks.
    session INTEGER NOT NULL,
    shard_count INTEGER NOT NULL,
    -- True if the process takes any shard that is free.
    wants_any INTEGER NOT NULL,
    -- True for a process that is about to stop.
    is_leaving INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT worker_number CHECK (worker BETWEEN 0 AND 63),
    CONSTRAINT worker_shards CHECK (shard_count >= 1),
    CONSTRAINT worker_wants_any CHECK (wants_any IN (0, 1)),
    CONSTRAINT worker_is_leaving CHECK (is_leaving IN (0, 1))
) STRICT;

-- The process that waits for a shard to be released, and whether it is connected. Of a worker that runs.
CREATE TABLE heirs (
    shard INTEGER NOT NULL PRIMARY KEY,
    worker INTEGER NOT NULL,
    is_ready INTEGER NOT NULL,
    CONSTRAINT heir_shard CHECK (shard >= 0),
    CONSTRAINT heir_worker CHECK (worker BETWEEN 0 AND 63),
    CONSTRAINT heir_is_ready CHECK (is_ready IN (0, 1))
) STRICT;

-- Buckets of shards of which Discord takes one IDENTIFY every 5 seconds, and when the next may be sent.
CREATE TABLE identifies (
    bucket INTEGER NOT NULL PRIMARY KEY,
    next_at REAL NOT NULL
) STRICT;
