-- Tables, hands and the log.
-- Why: a table's state is JSON (a new game needs no migration); what has to be found or unique is a column. The log has
-- one row an action with its draws, and each hand its exact input, so that a hand can be replayed, verified and undone
-- without a snapshot at every action. Rows of the log are never changed or deleted.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
    version INTEGER NOT NULL CHECK (version >= 0),
    due_at REAL,
    record TEXT NOT NULL,
    state TEXT
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE status = 'open';
CREATE INDEX open_tables_of_a_guild ON tables (guild_id) WHERE status = 'open';
CREATE INDEX due_tables ON tables (due_at) WHERE status = 'open' AND due_at IS NOT NULL;

CREATE TABLE hands (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    deal TEXT NOT NULL,
    open_seed TEXT NOT NULL,
    closed_seed TEXT NOT NULL,
    by_hand INTEGER NOT NULL CHECK (by_hand IN (0, 1)),
    status TEXT NOT NULL CHECK (status IN ('running', 'settled', 'void')),
    started_at REAL NOT NULL,
    ended_at REAL,
    outcome TEXT,
    PRIMARY KEY (table_id, number, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE actions (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    sequence INTEGER NOT NULL CHECK (sequence >= 1),
    key TEXT NOT NULL UNIQUE,
    hand INTEGER,
    revision INTEGER,
    turn INTEGER NOT NULL,
    how TEXT NOT NULL,
    actor INTEGER,
    seat INTEGER,
    action TEXT NOT NULL,
    cause TEXT NOT NULL,
    at REAL NOT NULL,
    draws TEXT NOT NULL,
    digest TEXT,
    said TEXT NOT NULL,
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX actions_of_a_hand ON actions (table_id, hand, revision);

CREATE TRIGGER actions_stay BEFORE UPDATE ON actions
BEGIN
    SELECT RAISE(ABORT, 'a row of the log is never changed');
END;

CREATE TRIGGER actions_are_kept BEFORE DELETE ON actions
BEGIN
    SELECT RAISE(ABORT, 'a row of the log is never deleted');
END;
