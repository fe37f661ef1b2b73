-- What each row of the log tells the GM alone: a cheat that nobody has seen, the dice of a contest, a judged spell.
-- Why: nobody but the keeper of the table may ever learn it, so it can't stand among the sentences that everybody was
-- told; and the GM reads it long after the hand, when another one is in play. JSON, a list of sentences.

ALTER TABLE actions ADD COLUMN kept TEXT NOT NULL DEFAULT '[]';
