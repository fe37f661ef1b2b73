-- Processes that share a database, and the shards of Discord's gateway that they serve. Only on a server there are
-- several. A file has the same tables, so that a database can be moved.

-- A shard that was ever taken.
CREATE TABLE shards (
    shard BIGINT NOT NULL PRIMARY KEY,
    -- Rises each time the shard is taken. Every commit checks it, so a process that lost the shard writes nothing.
    fence BIGINT NOT NULL,
    -- The interactions that were handled before the shard was released, as a JSON list of their ids.
    handled TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    CONSTRAINT shard_number CHECK (shard >= 0),
    CONSTRAINT shard_fence CHECK (fence >= 1)
);

-- A process that has joined. Its row counts as long as its connection has the lock of the worker's number.
CREATE TABLE workers (
    worker BIGINT NOT NULL PRIMARY KEY,
    -- The server's number of the connection that has the process's locks.
    session BIGINT NOT NULL,
    shard_count BIGINT NOT NULL,
    -- True if the process takes any shard that is free.
    wants_any BIGINT NOT NULL,
    -- True for a process that is about to stop.
    is_leaving BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT worker_number CHECK (worker BETWEEN 0 AND 63),
    CONSTRAINT worker_shards CHECK (shard_count >= 1),
    CONSTRAINT worker_wants_any CHECK (wants_any IN (0, 1)),
    CONSTRAINT worker_is_leaving CHECK (is_leaving IN (0, 1))
);

-- The process that waits for a shard to be released, and whether it is connected. Of a worker that runs.
CREATE TABLE heirs (
    shard BIGINT NOT NULL PRIMARY KEY,
    worker BIGINT NOT NULL,
    is_ready BIGINT NOT NULL,
    CONSTRAINT heir_shard CHECK (shard >= 0),
    CONSTRAINT heir_worker CHECK (worker BETWEEN 0 AND 63),
    CONSTRAINT heir_is_ready CHECK (is_ready IN (0, 1))
);

-- Buckets of shards of which Discord takes one IDENTIFY every 5 seconds, and when the next may be sent.
CREATE TABLE identifies (
    bucket BIGINT NOT NULL PRIMARY KEY,
    next_at DOUBLE PRECISION NOT NULL
);

-- The `nth` number above the highest that is there. Its last 6 bits are the process that gives it out, so that two
-- processes never give out the same one. (A file has a function of the same name, which adds `nth`.)
CREATE FUNCTION next_number(highest BIGINT, nth BIGINT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
    SELECT (highest / 64 + nth) * 64 + coalesce(CAST(nullif(current_setting('shadowport.worker', TRUE), '') AS BIGINT), 0)
$$;

-- Refuse to go on unless each of the shards still has this fence. They keep it until the transaction ends.
CREATE FUNCTION require_fences(held BIGINT[], fences BIGINT[]) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    found BIGINT;
BEGIN
    PERFORM 1 FROM shards JOIN unnest(held, fences) AS wanted (shard, fence) USING (shard, fence) FOR SHARE OF shards;
    GET DIAGNOSTICS found = ROW_COUNT;
    IF found <> cardinality(held) THEN
        RAISE EXCEPTION USING ERRCODE = 'SP001', MESSAGE = 'another process has taken a shard of this one';
    END IF;
END
$$;
