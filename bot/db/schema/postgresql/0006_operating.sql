-- works with code of version 3
-- The operator's blocks and notice, and a log of what the operator has done.

-- A server or a user whom the bot serves no longer.
CREATE TABLE blocks (
    kind TEXT COLLATE "C" NOT NULL,
    -- Discord's id of it.
    subject_id BIGINT NOT NULL,
    -- For the operator: nobody else reads it.
    reason TEXT COLLATE "C" NOT NULL DEFAULT '',
    blocked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (kind, subject_id),
    CONSTRAINT block_kind CHECK (kind IN ('server', 'user')),
    CONSTRAINT block_subject CHECK (subject_id > 0)
);

-- The line on all tables, at most one.
CREATE TABLE notices (
    slot BIGINT NOT NULL PRIMARY KEY,
    notice TEXT COLLATE "C" NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    CONSTRAINT notice_slot CHECK (slot = 1)
);

CREATE TABLE operator_actions (
    id BIGINT NOT NULL PRIMARY KEY,
    -- The request's own name, so that none is carried out twice.
    request TEXT COLLATE "C" NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    -- The user and the machine that the command line ran under.
    operator TEXT COLLATE "C" NOT NULL,
    deed TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C",
    subject_id BIGINT,
    typed TEXT COLLATE "C" NOT NULL DEFAULT '',
    CONSTRAINT operator_requests UNIQUE (request),
    CONSTRAINT operator_deed CHECK (deed IN ('block', 'unblock', 'notice')),
    CONSTRAINT operator_kind CHECK (kind IN ('server', 'user'))
);
