-- What a character brings to a game: a kit of the game's own making, and goods, single things that can be wagered.
--
-- A good is one row with exactly one holder: a character, a seat at a table, or nobody, which is where it comes from and
-- where it goes when it is taken away for good. It moves only by a line of the journal, and every line belongs to an
-- entry of the book: who did it, why and when, once, and in the same batch as the chips that moved with it. The campaign
-- in every key keeps goods from crossing campaigns.

CREATE TABLE kits (
    campaign_id INTEGER NOT NULL,
    character_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    -- JSON of the game's own model; the version rises with each change.
    kit TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    PRIMARY KEY (campaign_id, character_id, game),
    FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tables_of_campaigns ON tables (campaign_id, id);

CREATE TABLE goods (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- The entry that it came into the world with.
    entry_id INTEGER NOT NULL,
    -- Whose it is: character:<id>, seat:<table>:<seat>, or nobody.
    holder TEXT NOT NULL DEFAULT 'nobody',
    character_id INTEGER,
    table_id INTEGER,
    seat INTEGER,
    -- The line of the journal that made the holder who it is.
    last_move INTEGER,
    UNIQUE (campaign_id, id),
    FOREIGN KEY (campaign_id, entry_id) REFERENCES entries (campaign_id, id),
    FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    FOREIGN KEY (campaign_id, table_id) REFERENCES tables (campaign_id, id),
    CONSTRAINT one_holder CHECK (
        coalesce(
            holder = CASE
                WHEN character_id IS NOT NULL AND table_id IS NULL AND seat IS NULL THEN 'character:' || character_id
                WHEN character_id IS NULL AND table_id IS NOT NULL AND seat IS NOT NULL
                    THEN 'seat:' || table_id || ':' || seat
                WHEN character_id IS NULL AND table_id IS NULL AND seat IS NULL THEN 'nobody'
            END,
            0
        )
    )
) STRICT;

CREATE INDEX goods_of_holders ON goods (holder, game, kind);
CREATE INDEX goods_on_tables ON goods (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX goods_of_entries ON goods (entry_id);

CREATE TABLE goods_moves (
    id INTEGER PRIMARY KEY,
    entry_id INTEGER NOT NULL,
    campaign_id INTEGER NOT NULL,
    good_id INTEGER NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    -- The target once more, in its parts.
    character_id INTEGER,
    table_id INTEGER,
    seat INTEGER,
    UNIQUE (entry_id, good_id),
    FOREIGN KEY (campaign_id, entry_id) REFERENCES entries (campaign_id, id),
    FOREIGN KEY (campaign_id, good_id) REFERENCES goods (campaign_id, id),
    CONSTRAINT move_between_two CHECK (source <> target)
) STRICT;

CREATE INDEX moves_of_goods ON goods_moves (good_id, id);

CREATE TRIGGER goods_begin_with_nobody BEFORE INSERT ON goods
WHEN NEW.holder <> 'nobody' OR NEW.last_move IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a good is nobody''s until it is given');
END;

CREATE TRIGGER goods_move_from_their_holder BEFORE INSERT ON goods_moves
WHEN NOT EXISTS (SELECT 1 FROM goods WHERE id = NEW.good_id AND holder = NEW.source)
BEGIN
    SELECT RAISE(ABORT, 'a good moves only from whoever holds it');
END;

CREATE TRIGGER goods_come_back_from_nobody BEFORE INSERT ON goods_moves
WHEN NEW.source = 'nobody' AND EXISTS (SELECT 1 FROM goods WHERE id = NEW.good_id AND last_move IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a good that was taken away stays away');
END;

CREATE TRIGGER moves_change_holders AFTER INSERT ON goods_moves
BEGIN
    UPDATE goods SET holder = NEW.target, character_id = NEW.character_id, table_id = NEW.table_id, seat = NEW.seat,
        last_move = NEW.id
    WHERE id = NEW.good_id;
END;

CREATE TRIGGER holders_change_by_moves BEFORE UPDATE OF holder, character_id, table_id, seat, last_move ON goods
WHEN NOT EXISTS (
    SELECT 1 FROM goods_moves
    WHERE id = NEW.last_move AND id > coalesce(OLD.last_move, 0) AND good_id = OLD.id
        AND source = OLD.holder AND target = NEW.holder
)
BEGIN
    SELECT RAISE(ABORT, 'a good moves only by the journal');
END;

CREATE TRIGGER goods_stay_what_they_are BEFORE UPDATE OF id, campaign_id, game, kind, entry_id ON goods
BEGIN
    SELECT RAISE(ABORT, 'a good stays what it is');
END;

CREATE TRIGGER goods_are_kept BEFORE DELETE ON goods
BEGIN
    SELECT RAISE(ABORT, 'a good is never deleted');
END;

CREATE TRIGGER moves_are_final BEFORE UPDATE ON goods_moves
BEGIN
    SELECT RAISE(ABORT, 'a move is never changed');
END;

CREATE TRIGGER moves_are_kept BEFORE DELETE ON goods_moves
BEGIN
    SELECT RAISE(ABORT, 'a move is never deleted');
END;
