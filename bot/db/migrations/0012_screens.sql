-- The GM's screen of a campaign: the one message in the GM channel that is kept current, also after a restart.

CREATE TABLE screens (
    campaign_id INTEGER PRIMARY KEY REFERENCES campaigns (id),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL
) STRICT;
