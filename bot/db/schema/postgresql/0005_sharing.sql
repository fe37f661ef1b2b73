-- works with code of version 3
-- A bot that strangers invite greets their server once. It writes to a player directly only if they ask for that, and
-- then once until they have moved.

-- Servers that were greeted, so that nobody is greeted twice: not after a restart, and not when they invite the bot again
-- within a month.
CREATE TABLE greetings (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    greeted_at DOUBLE PRECISION NOT NULL
);

-- True if a direct message may tell them that a play-by-post table waits for them.
ALTER TABLE preferences ADD COLUMN direct BIGINT NOT NULL DEFAULT 0
    CONSTRAINT preference_direct CHECK (direct IN (0, 1));

-- Users who got a direct message about a table, until they have moved there or it closes.
CREATE TABLE nudges (
    table_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    campaign_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, user_id),
    CONSTRAINT nudge_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id)
);

CREATE INDEX nudges_of_users ON nudges (user_id);
CREATE INDEX nudges_of_campaigns ON nudges (campaign_id);
