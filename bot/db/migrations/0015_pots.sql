-- How much lay in the pot when a hand was settled, in smallest coins, as everybody saw it.
-- Why: what a pot was can't be told by who won how much, since one that is shared may bring nobody anything; and to replay
-- every hand takes long. NULL where the game has no pot, chips are points, or the hand is older than this column.

ALTER TABLE hands ADD COLUMN pot INTEGER;
