-- Banked tables that were shown before they open: what their bets would be worth, with a button that opens them.
-- Why: whoever asked has seen the odds of exactly these house rules and presses the button perhaps tomorrow, after a
-- restart. What was asked is JSON, as a table's house rules are. The version rises with each change, so that a button
-- opens what stands above it; an offer that was taken up is kept until it is a day old and opens nothing more.

CREATE TABLE offers (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version >= 1),
    offer TEXT NOT NULL,
    made_at REAL NOT NULL,
    taken_at REAL
) STRICT;

CREATE INDEX offers_by_age ON offers (made_at);
