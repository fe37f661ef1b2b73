-- What a GM has taken back: a hand's result, or what happened in it after some action.
-- Why: nothing is deleted. A hand that is taken up again is a revision of its own, which begins with the rows of the one
-- before it up to that sequence number, and with new seeds; the old one stays as it was, and says when it was undone.

ALTER TABLE hands ADD COLUMN undone_at REAL;
ALTER TABLE hands ADD COLUMN kept_until INTEGER;
