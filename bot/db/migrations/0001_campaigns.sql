-- Campaigns, who plays in them, and which channel belongs to which.
--
-- Keys over two columns (campaign and id) let other tables refer to a row together with its campaign, so that a
-- character of one campaign can never be written into another. Names are unique by their key (see naming.py).

CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    -- The campaign's settings as JSON; the version rises with each change.
    settings TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    UNIQUE (guild_id, id),
    UNIQUE (guild_id, name_key)
) STRICT;

-- Where a campaign is played: a channel, a category, or place 0, which is the rest of the server.
CREATE TABLE bindings (
    guild_id INTEGER NOT NULL,
    place_id INTEGER NOT NULL,
    campaign_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, place_id),
    FOREIGN KEY (guild_id, campaign_id) REFERENCES campaigns (guild_id, id)
) STRICT;

CREATE TABLE characters (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    kind TEXT NOT NULL CONSTRAINT character_kind CHECK (kind IN ('pc', 'npc')),
    -- The Discord user who plays a PC; NPCs belong to the campaign.
    owner_id INTEGER,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sheet TEXT NOT NULL,
    -- What an NPC was made from.
    template TEXT,
    created_at INTEGER NOT NULL,
    retired_at INTEGER,
    UNIQUE (campaign_id, id),
    UNIQUE (campaign_id, owner_id, id),
    CONSTRAINT pcs_have_owners CHECK ((kind = 'pc') = (owner_id IS NOT NULL))
) STRICT;

-- A name is free again when its character has retired.
CREATE UNIQUE INDEX character_names ON characters (campaign_id, name_key) WHERE retired_at IS NULL;

-- Whom a user plays at the moment: one of their own.
CREATE TABLE active_characters (
    campaign_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    character_id INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, user_id),
    FOREIGN KEY (campaign_id, user_id, character_id) REFERENCES characters (campaign_id, owner_id, id)
) STRICT;

CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY,
    -- Whether a message may mention them when it is their turn.
    reminders INTEGER NOT NULL DEFAULT 1 CHECK (reminders IN (0, 1))
) STRICT;
