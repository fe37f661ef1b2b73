-- Characters that came with an imported campaign, and which user they are kept for. Until then nobody plays them: their
-- owner is user 0, which Discord gives nobody.

CREATE TABLE claims (
    campaign_id INTEGER NOT NULL,
    character_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    -- Whether it is whom the user played of several.
    plays INTEGER NOT NULL DEFAULT 0 CHECK (plays IN (0, 1)),
    PRIMARY KEY (campaign_id, character_id),
    FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id)
) STRICT;

CREATE INDEX claims_of_users ON claims (user_id);

-- Files of campaigns that somebody has sent in and was told what they would bring, with a button that brings them.
-- Why: the button imports exactly the file that was looked at, also after a restart, once, and within a day. What it
-- holds (compressed) is gone as soon as it has been brought or declined.

CREATE TABLE arrivals (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    -- The channel or category that the campaign is to be played in; null for none.
    place_id INTEGER,
    content BLOB,
    made_at REAL NOT NULL,
    taken_at REAL
) STRICT;

CREATE INDEX arrivals_by_age ON arrivals (made_at);
