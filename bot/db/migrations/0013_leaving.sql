-- Servers that have removed the bot, and since when (seconds since the epoch).
-- Why: what they have stays 30 days, in case the bot comes back, and is then deleted.

CREATE TABLE departures (
    guild_id INTEGER PRIMARY KEY,
    left_at REAL NOT NULL
) STRICT;
