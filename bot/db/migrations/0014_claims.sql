-- Characters that came with an imported campaign, and which user they are kept for. Until then nobody plays them: their
-- owner is user 0, which Discord gives nobody.

CREATE TABLE claims (
    campaign_id INTEGER NOT NULL,
    character_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, character_id),
    FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id)
) STRICT;

CREATE INDEX claims_of_users ON claims (user_id);
