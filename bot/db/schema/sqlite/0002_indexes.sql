-- Every query of the bot finds its rows by an index: by user for what is kept of a person, by campaign for a purge and an
-- audit, by server for a departure. A partial index leaves out the rows that no query asks for.

CREATE INDEX bindings_of_campaigns ON bindings (campaign_id);
CREATE INDEX characters_of_users ON characters (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX characters_by_name ON characters (name);
CREATE INDEX active_of_characters ON active_characters (character_id);
CREATE INDEX claims_of_characters ON claims (character_id);
CREATE INDEX loadouts_of_characters ON loadouts (character_id);

CREATE INDEX entries_of_people ON entries (actor, campaign_id) WHERE actor IS NOT NULL;
CREATE INDEX transfers_of_campaigns ON transfers (campaign_id, id);
CREATE INDEX moves_of_campaigns ON item_moves (campaign_id, id);

CREATE INDEX tables_of_a_guild ON tables (guild_id);
CREATE INDEX actions_of_people ON actions (actor, table_id) WHERE actor IS NOT NULL;
-- Tables that nothing is due at are looked for too.
DROP INDEX due_tables;
CREATE INDEX due_tables ON tables (due_at) WHERE status = 'open';

CREATE INDEX presets_of_people ON presets (saved_by);
CREATE INDEX card_file_changes_of_people ON card_file_changes (changed_by);
CREATE INDEX pending_imports_of_users ON pending_imports (user_id);
CREATE INDEX pending_imports_of_guilds ON pending_imports (guild_id);
CREATE INDEX offers_of_users ON offers (user_id);
CREATE INDEX offers_of_guilds ON offers (guild_id);
CREATE INDEX offers_of_campaigns ON offers (campaign_id);
CREATE INDEX erasures_of_guilds ON erasures (guild_id);
CREATE INDEX erasures_by_id ON erasures (id) WHERE user_id IS NOT NULL;
