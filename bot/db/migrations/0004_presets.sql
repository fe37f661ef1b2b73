-- House rules that the GMs of a campaign keep for a game, under a name.
-- Why: a GM who plays by the same dozen options every week chooses them once. The options are JSON like those of a
-- table, so that a game's new option needs no migration.

CREATE TABLE presets (
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    rules TEXT NOT NULL,
    saved_by INTEGER NOT NULL,
    saved_at INTEGER NOT NULL,
    PRIMARY KEY (campaign_id, game, name_key)
) STRICT, WITHOUT ROWID;
