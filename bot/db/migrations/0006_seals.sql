-- What each row of the log sealed or showed: the cards that were drawn face down, and those that were turned up.
-- Why: a face-down card is committed when it is drawn, and whoever checks a hand holds what was shown later against
-- what stood in the log at that time, even by other rules than the hand was played by. JSON, a list of
-- [card of the hand, seat, digest, card, salt]; the last two are null while the card is closed.

ALTER TABLE actions ADD COLUMN seals TEXT NOT NULL DEFAULT '[]';
