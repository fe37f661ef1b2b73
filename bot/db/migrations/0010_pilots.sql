-- How an NPC plays by itself: a style, a skill and the lines it may speak, as JSON; null where the GM plays it.
-- Why: an NPC keeps its manners from table to table, and a GM sets them once.

ALTER TABLE characters ADD COLUMN pilot TEXT;
