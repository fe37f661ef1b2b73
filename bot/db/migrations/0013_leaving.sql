-- Who goes for good: servers that have removed the bot, and users who asked to be forgotten.
-- Why: what a server has stays 30 days, in case the bot comes back, and is then deleted; what was kept of a user loses
-- name and id at once, while the book and the log keep what they need to add up and to be checked. The rules that
-- nothing of the book and the log is changed or deleted hold on: only what is registered here is let through, and of a
-- user only exactly what names them, towards a pseudonym or nothing.

CREATE TABLE departures (
    guild_id INTEGER PRIMARY KEY,
    -- Seconds since the epoch.
    left_at REAL NOT NULL
) STRICT;

-- Campaigns whose time is over: they belong to no server any more, and go piece by piece.
CREATE TABLE purges (
    campaign_id INTEGER PRIMARY KEY REFERENCES campaigns (id),
    begun_at REAL NOT NULL
) STRICT;

-- A user to be forgotten on a server. Once that is done the row has no id, but a salted digest of it: a backup from
-- before that is restored later tells by it whom to forget again.
CREATE TABLE erasures (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    user_id INTEGER,
    salt TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    asked_at REAL NOT NULL,
    -- When it was looked up what there is of them; asking again looks again.
    gathered_at REAL,
    done_at REAL,
    CONSTRAINT forgotten_when_done CHECK ((user_id IS NULL) = (done_at IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX erasures_under_way ON erasures (guild_id, user_id) WHERE user_id IS NOT NULL;

-- What an erasure takes out of texts, as it stands there, and what comes in its place.
CREATE TABLE erased_names (
    erasure_id INTEGER NOT NULL REFERENCES erasures (id),
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    form TEXT NOT NULL CHECK (length(form) > 0),
    pseudonym TEXT NOT NULL,
    PRIMARY KEY (erasure_id, campaign_id, form)
) STRICT, WITHOUT ROWID;

CREATE TABLE erased_characters (
    erasure_id INTEGER NOT NULL REFERENCES erasures (id),
    character_id INTEGER NOT NULL REFERENCES characters (id),
    name TEXT NOT NULL,
    pseudonym TEXT NOT NULL,
    PRIMARY KEY (erasure_id, character_id)
) STRICT, WITHOUT ROWID;

-- The tables that still tell of the user: each goes from here when it has been gone through.
CREATE TABLE erased_tables (
    erasure_id INTEGER NOT NULL REFERENCES erasures (id),
    table_id INTEGER NOT NULL REFERENCES tables (id),
    PRIMARY KEY (erasure_id, table_id)
) STRICT, WITHOUT ROWID;

-- When a player's name was taken out of what is stored of a hand: it can't be played again word for word any more.
ALTER TABLE hands ADD COLUMN redacted_at REAL;

DROP TRIGGER entries_are_final;

CREATE TRIGGER entries_are_final BEFORE UPDATE ON entries
WHEN NOT (
    NEW.id IS OLD.id AND NEW.key IS OLD.key AND NEW.campaign_id IS OLD.campaign_id AND NEW.kind IS OLD.kind
    AND NEW.at IS OLD.at AND NEW.table_id IS OLD.table_id AND NEW.hand IS OLD.hand
    AND NEW.reverses IS OLD.reverses AND NEW.size IS OLD.size
    AND EXISTS (
        SELECT 1 FROM erasures JOIN campaigns ON campaigns.guild_id = erasures.guild_id
        WHERE campaigns.id = OLD.campaign_id AND erasures.user_id IS NOT NULL
            AND (NEW.actor IS OLD.actor OR (OLD.actor = erasures.user_id AND NEW.actor IS NULL))
            AND (NEW.reason IS OLD.reason OR EXISTS (
                SELECT 1 FROM erased_names AS names
                WHERE names.erasure_id = erasures.id AND names.campaign_id = OLD.campaign_id
                    AND instr(OLD.reason, names.form) > 0
                    AND (NEW.reason = '' OR replace(replace(NEW.reason, names.pseudonym, ''), names.form, '')
                        = replace(replace(OLD.reason, names.pseudonym, ''), names.form, ''))
            ))
    )
)
BEGIN
    SELECT RAISE(ABORT, 'an entry is never changed');
END;

DROP TRIGGER actions_stay;

CREATE TRIGGER actions_stay BEFORE UPDATE ON actions
WHEN NOT (
    NEW.table_id IS OLD.table_id AND NEW.sequence IS OLD.sequence AND NEW.key IS OLD.key AND NEW.hand IS OLD.hand
    AND NEW.revision IS OLD.revision AND NEW.turn IS OLD.turn AND NEW.how IS OLD.how AND NEW.seat IS OLD.seat
    AND NEW.cause IS OLD.cause AND NEW.at IS OLD.at AND NEW.draws IS OLD.draws AND NEW.digest IS OLD.digest
    AND NEW.seals IS OLD.seals
    AND EXISTS (
        SELECT 1 FROM erasures JOIN tables ON tables.guild_id = erasures.guild_id
        WHERE tables.id = OLD.table_id AND erasures.user_id IS NOT NULL
            AND (NEW.actor IS OLD.actor OR (OLD.actor = erasures.user_id AND NEW.actor IS NULL))
            AND (
                (NEW.action IS OLD.action AND NEW.said IS OLD.said AND NEW.kept IS OLD.kept)
                OR EXISTS (
                    SELECT 1 FROM erased_names AS names
                    WHERE names.erasure_id = erasures.id AND names.campaign_id = tables.campaign_id
                        AND instr(OLD.action || OLD.said || OLD.kept, names.form) > 0
                        AND (NEW.action IS OLD.action OR NEW.action = '{}'
                            OR replace(replace(NEW.action, names.pseudonym, ''), names.form, '')
                            = replace(replace(OLD.action, names.pseudonym, ''), names.form, ''))
                        AND (NEW.said IS OLD.said OR NEW.said = '[]'
                            OR replace(replace(NEW.said, names.pseudonym, ''), names.form, '')
                            = replace(replace(OLD.said, names.pseudonym, ''), names.form, ''))
                        AND (NEW.kept IS OLD.kept OR NEW.kept = '[]'
                            OR replace(replace(NEW.kept, names.pseudonym, ''), names.form, '')
                            = replace(replace(OLD.kept, names.pseudonym, ''), names.form, ''))
                )
            )
    )
)
BEGIN
    SELECT RAISE(ABORT, 'a row of the log is never changed');
END;

DROP TRIGGER actions_are_kept;

CREATE TRIGGER actions_are_kept BEFORE DELETE ON actions
WHEN NOT EXISTS (
    SELECT 1 FROM purges JOIN tables ON tables.campaign_id = purges.campaign_id WHERE tables.id = OLD.table_id
)
BEGIN
    SELECT RAISE(ABORT, 'a row of the log is never deleted');
END;

DROP TRIGGER accounts_are_kept;

CREATE TRIGGER accounts_are_kept BEFORE DELETE ON accounts
WHEN NOT EXISTS (SELECT 1 FROM purges WHERE campaign_id = OLD.campaign_id)
BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;

DROP TRIGGER entries_are_kept;

CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
WHEN NOT EXISTS (SELECT 1 FROM purges WHERE campaign_id = OLD.campaign_id)
BEGIN
    SELECT RAISE(ABORT, 'an entry is never deleted');
END;

DROP TRIGGER transfers_are_kept;

CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
WHEN NOT EXISTS (SELECT 1 FROM purges WHERE campaign_id = OLD.campaign_id)
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;

DROP TRIGGER goods_are_kept;

CREATE TRIGGER goods_are_kept BEFORE DELETE ON goods
WHEN NOT EXISTS (SELECT 1 FROM purges WHERE campaign_id = OLD.campaign_id)
BEGIN
    SELECT RAISE(ABORT, 'a good is never deleted');
END;

DROP TRIGGER moves_are_kept;

CREATE TRIGGER moves_are_kept BEFORE DELETE ON goods_moves
WHEN NOT EXISTS (SELECT 1 FROM purges WHERE campaign_id = OLD.campaign_id)
BEGIN
    SELECT RAISE(ABORT, 'a move is never deleted');
END;
