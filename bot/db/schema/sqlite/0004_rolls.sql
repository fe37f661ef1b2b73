-- works with code of version 3
-- Characters bring more along: rolls that are saved under a name, and what waits for somebody to look at it.

CREATE TABLE rolls (
    campaign_id INTEGER NOT NULL,
    character_id INTEGER NOT NULL,
    name_key TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The roll as it was typed.
    dice TEXT NOT NULL,
    PRIMARY KEY (campaign_id, character_id, name_key),
    CONSTRAINT roll_character FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id)
) STRICT, WITHOUT ROWID;

-- Skills and coins for a character that nobody has stored yet. A draft is shown to the person who brought it, for a day.
-- Once it is asked for, the GMs see it until one of them decides.
CREATE TABLE proposals (
    id INTEGER NOT NULL PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    campaign_id INTEGER NOT NULL,
    -- The Discord user who brought it.
    user_id INTEGER NOT NULL,
    -- Null for a draft that becomes a new character.
    character_id INTEGER,
    proposal TEXT NOT NULL,
    made_at REAL NOT NULL,
    asked INTEGER NOT NULL,
    CONSTRAINT proposal_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT proposal_character FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    CONSTRAINT proposal_asked CHECK (asked = 0 OR (asked = 1 AND character_id IS NOT NULL))
) STRICT;

CREATE INDEX proposals_of_campaigns ON proposals (campaign_id, asked);
CREATE INDEX proposals_of_characters ON proposals (campaign_id, character_id);
CREATE INDEX proposals_of_users ON proposals (user_id);
CREATE INDEX proposals_of_guilds ON proposals (guild_id);
CREATE INDEX proposals_by_age ON proposals (made_at) WHERE asked = 0;
