-- Which application of Discord the database belongs to, and what the bot has left there under that application's name.
-- Why: to another application every server looks as if it had removed the bot, and what servers have is deleted 30 days
-- after that. Commands and screens outlive the process: to know them saves asking every server, and editing every
-- screen, at each start.

CREATE TABLE application (
    -- There is one row, and none before the first start of a bot.
    slot INTEGER PRIMARY KEY CHECK (slot = 1),
    id INTEGER NOT NULL
) STRICT;

-- Servers with commands of their own, which are taken away where SYNC_GUILDS no longer names the server.
CREATE TABLE command_servers (
    guild_id INTEGER PRIMARY KEY
) STRICT;

-- A digest of what the message shows, so that only a screen that looks different is edited; empty where it isn't known.
ALTER TABLE screens ADD COLUMN looks TEXT NOT NULL DEFAULT '';
