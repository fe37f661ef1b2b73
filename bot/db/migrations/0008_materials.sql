-- What a campaign has loaded for a game: cards of its own, as the text that a GM brought. One for each game.
-- Why: a GM loads a file once and every table of the campaign can be opened with it. The text is kept as it was written,
-- so that it can be given back with all its remarks and be read anew by rules that have changed since.
--
-- Each loading and each removal is a row that stays: who, when, and once, by the key of the interaction. The version
-- goes on rising past a removal, so that a button on an old page can't take away what was loaded after it.

CREATE TABLE materials_changes (
    key TEXT PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    game TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    deed TEXT NOT NULL CHECK (deed IN ('load', 'remove')),
    changed_by INTEGER NOT NULL,
    changed_at REAL NOT NULL,
    UNIQUE (campaign_id, game, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE materials (
    campaign_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (campaign_id, game),
    FOREIGN KEY (campaign_id, game, version) REFERENCES materials_changes (campaign_id, game, version)
) STRICT;
