-- works with code of version 3
-- The operator's blocks and notice, and a log of what the operator has done.

-- A server or a user whom the bot serves no longer.
CREATE TABLE blocks (
    kind TEXT NOT NULL,
    -- Discord's id of it.
    subject_id INTEGER NOT NULL,
    -- For the operator: nobody else reads it.
    reason TEXT NOT NULL DEFAULT '',
    blocked_at REAL NOT NULL,
    PRIMARY KEY (kind, subject_id),
    CONSTRAINT block_kind CHECK (kind IN ('server', 'user')),
    CONSTRAINT block_subject CHECK (subject_id > 0)
) STRICT;

-- The line on all tables, at most one.
CREATE TABLE notices (
    slot INTEGER NOT NULL PRIMARY KEY,
    notice TEXT NOT NULL,
    since REAL NOT NULL,
    CONSTRAINT notice_slot CHECK (slot = 1)
) STRICT;

CREATE TABLE operator_actions (
    id INTEGER NOT NULL PRIMARY KEY,
    -- The request's own name, so that none is carried out twice.
    request TEXT NOT NULL,
    at REAL NOT NULL,
    -- The user and the machine that the command line ran under.
    operator TEXT NOT NULL,
    deed TEXT NOT NULL,
    kind TEXT,
    subject_id INTEGER,
    typed TEXT NOT NULL DEFAULT '',
    CONSTRAINT operator_requests UNIQUE (request),
    CONSTRAINT operator_deed CHECK (deed IN ('block', 'unblock', 'notice')),
    CONSTRAINT operator_kind CHECK (kind IN ('server', 'user'))
) STRICT;
